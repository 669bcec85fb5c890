"""Adapters for other libraries: actions, observations, and outcomes of the dice of a game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.kernels import compiled
from bridgehead.core.kernels.kernel import ENVS
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.titles.games import build_game, package_of, title_of
from bridgehead.envs.actions import action_space
from bridgehead.envs.history import IN_PART, check_history
from bridgehead.envs.observations import Observation, observation_space

TURNS = 16  # more than any game has
DECISIONS = 64  # of a unit in a game turn, with the dice's: far more than any unit has
FORMS = ("flat", "parts")


class Spaces:
    """The action space and the observation space of one game; cached."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = action_space(game)
        self.observations = observation_space(game)
        packing = game.grammar.packing
        dice = [game.grammar.verbs[verb][0] for verb in title_of(game.id).decisions.of_dice()]
        codes = self.actions.codes
        of_dice = np.isin(codes % packing.unit // packing.verb, dice)
        self.chance = codes[of_dice]  # ascending: what the dice can decide

    def __reduce__(self) -> tuple[Any, ...]:
        return spaces, (self.game,)

    def __copy__(self) -> Spaces:
        return self  # it never changes

    def __deepcopy__(self, memo: dict[int, Any]) -> Spaces:
        return self

    def legal(self, position: Position) -> NDArray[np.int32]:
        """Return the indices of a position's legal actions, ascending."""
        return self.actions.legal(position)

    def chance_indices(self, codes: Any) -> list[int]:
        """Return the indices of the dice's actions among all possible outcomes.

        BridgeheadError for an action that is not one of them.
        """
        asked = np.asarray(codes)
        places = np.searchsorted(self.chance, asked)
        wrong = asked[self.chance[np.minimum(places, len(self.chance) - 1)] != asked]
        if len(wrong):
            text = self.game.grammar.decode(int(wrong[0]))
            raise BridgeheadError(f"{text!r} is not what the dice decide in {self.game.id}")
        found: list[int] = places.tolist()
        return found

    def flat(self, position: Position, side: str | None) -> NDArray[np.int16]:
        """Return a side's observation as one new array: map, units and scalars in this order."""
        found = np.empty(self.observations.size, np.int16)
        self.observations.observe(position, side, Observation(**self.split(found)))
        return found

    def split(self, flat: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Return map, units and scalars of a flat observation, in their shapes, without copying."""
        found, at = {}, 0
        for name, shape in self.observations.shapes.items():
            size = int(np.prod(shape))
            found[name] = flat[at : at + size].reshape(shape)
            at += size
        return found

    def observe(self, position: Position, side: str | None, form: str) -> Any:
        """Return a side's observation: one array (`flat`), or a dict of the three (`parts`)."""
        found = self.flat(position, side)
        return found if form == "flat" else self.split(found)

    def observation_box(self, form: str, history: int = 0) -> Any:
        """Return the Gymnasium space of such observations."""
        from gymnasium.spaces import Box, Dict

        limits = np.iinfo(np.int16)
        if form == "flat":
            return Box(limits.min, limits.max, (self.observations.size,), np.int16)
        parts = self.observations.shapes.items()
        boxes: dict[str, Any] = {
            name: Box(limits.min, limits.max, shape, np.int16) for name, shape in parts
        }
        if history:
            boxes["history"] = Box(IN_PART, self.actions.n - 1, (history, 2), np.int32)
        return Dict(boxes)


@lru_cache(maxsize=16)
def spaces(game: Game) -> Spaces:
    """Return the action space and the observation space of a game."""
    return Spaces(game)


def build(game_id: str) -> None:
    """Compile the kernels for a game's environments, including observations, if not cached."""
    build_game(game_id)
    compiled.build(f"{package_of(game_id)}.{ENVS}")


def check_form(form: str, history: int = 0) -> str:
    """Return the form of observations; ValueError for an unknown one, or one without a history."""
    if form not in FORMS:
        raise ValueError(f"observation={form!r}: there are {' and '.join(FORMS)}")
    if check_history(history) and form == "flat":
        raise ValueError('history is an array of its own: it needs observation="parts"')
    return form


def length_limit(game: Game) -> int:
    """Return a number of actions that no game reaches."""
    return TURNS * DECISIONS * len(game.units)
