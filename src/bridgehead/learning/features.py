"""Decisions as the network reads them: observations, and the legal actions in their parts.

The legal actions of all decisions of a batch stand one after the other in one flat list, so that
only they are scored and not all the numbers of the action space.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.position import Game, Position
from bridgehead.envs.actions import action_space
from bridgehead.envs.observations import observation_space

Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]


@dataclass(frozen=True)
class Decisions:
    """Some decisions: what the side to decide sees, and the numbers of its legal actions."""

    map: Shorts  # (decisions, planes, rows, columns)
    units: Shorts  # (decisions, units, columns)
    scalars: Shorts  # (decisions, numbers)
    legal: tuple[NDArray[np.int32], ...]  # of each decision, ascending

    def __len__(self) -> int:
        return len(self.legal)

    def take(self, rows: Ints) -> Decisions:
        """Return some of the decisions, in the order of `rows`."""
        legal = tuple(self.legal[row] for row in rows.tolist())
        return Decisions(self.map[rows], self.units[rows], self.scalars[rows], legal)

    def slots(self, actions: Ints) -> Ints:
        """Return where in its decision's list each action stands."""
        found = [np.searchsorted(legal, a) for legal, a in zip(self.legal, actions, strict=True)]
        return np.array(found, np.int64)


def joined(parts: Sequence[Decisions]) -> Decisions:
    """Return the decisions of several one after the other."""
    legal = tuple(one for part in parts for one in part.legal)
    arrays = [np.concatenate([getattr(p, name) for p in parts]) for name in NAMES]
    return Decisions(arrays[0], arrays[1], arrays[2], legal)


NAMES = ("map", "units", "scalars")


def of_batch(env: Any, rows: Ints | None = None) -> Decisions:
    """Return the pending decisions of a `BatchEnv`, as copies."""
    rows = np.arange(env.n) if rows is None else rows
    legal = tuple(env.legal[g, : env.counts[g]].copy() for g in rows.tolist())
    seen = env.observations
    return Decisions(seen.map[rows], seen.units[rows], seen.scalars[rows], legal)


class Features:
    """What the network has to know of a game beside the decisions: tables and sizes."""

    def __init__(self, game: Game) -> None:
        self.game, self.actions, self.space = game, action_space(game), observation_space(game)
        if self.space.kind != "hexes":
            raise BridgeheadError(
                f"{game.id} is played on points; the network reads maps of hexes: choose a game "
                "on a hex map (`bridgehead games` lists them)"
            )
        parts = self.actions.parts()
        self.verbs = int(parts["verb"].max()) + 1
        self.places = int(parts["place"].max()) + 1
        self.verb, self.place = parts["verb"].astype(np.int64), parts["place"].astype(np.int64)
        self.unit = np.where(parts["unit"] < 0, len(game.units), parts["unit"]).astype(np.int64)
        self.cell = np.full(max(self.places, len(self.space.places)) + 1, self.space.cells)
        self.cell[: len(self.space.places)] = self.space.cell
        self.hex_column = self._column("hex")
        self.map_facts = _scaled(self.space.map_facts().reshape(-1, self.space.cells), 1)
        self.map_facts = self.map_facts.reshape(-1, *self.space.map_shape[1:])
        self.unit_facts = _scaled(self.space.unit_facts(), 0)

    def _column(self, name: str) -> int:
        return [field.name for field in self.space.unit_fields].index(name)

    def of_position(self, position: Position) -> Decisions:
        """Return the pending decision of a position, as the side that decides sees it."""
        seen = self.space.observe(position, position.to_move)
        legal = (self.actions.legal(position),)
        return Decisions(seen.map[None], seen.units[None], seen.scalars[None], legal)

    def flat(self, legal: Sequence[NDArray[np.int32]], units: Shorts) -> dict[str, Ints]:
        """Return the legal actions of a batch in one list.

        `row` and `slot` say where an action stands, `to` is the cell of the place it names and
        `at` the cell of its unit; where there is none, one more than the last cell.
        """
        counts = np.array([len(one) for one in legal], np.int64)
        index = np.concatenate(legal).astype(np.int64)
        row = np.repeat(np.arange(len(legal)), counts)
        slot = np.arange(len(index)) - np.repeat(np.cumsum(counts) - counts, counts)
        unit, place = self.unit[index], self.place[index]
        where = np.full((len(legal), units.shape[1] + 1), -1, np.int64)
        where[:, :-1] = units[:, :, self.hex_column]
        return {
            "row": row, "slot": slot, "unit": unit, "verb": self.verb[index], "place": place,
            "to": self.cell[place], "at": self.cell[where[row, unit]], "counts": counts,
        }  # fmt: skip


def _scaled(facts: Shorts, axis: int) -> NDArray[np.float32]:
    """Return numbers that never change, each kind divided by the largest there is of it."""
    values = facts.astype(np.float32)
    most = np.abs(values).max(axis=axis, keepdims=True)
    found: NDArray[np.float32] = values / np.maximum(most, 1.0)
    return found
