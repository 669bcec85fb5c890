"""Histories: the last actions of a game as a side may read them, an option of environments.

A row has the actor and the number of the action (`ActionSpace`), with the latest row last. An
action that a side may not even know of leaves no row; one that it may read only in part has no
number. The rows depend only on what `Position.public` lets the side read.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.titles.games import title_of
from bridgehead.envs.actions import ActionSpace

Rows = NDArray[np.int32]
NOTHING = -1  # in both columns: so many actions were not made yet
IN_PART = -2  # instead of a number: the side could not read all of the action
MOVER, ACTION = range(2)  # the columns
LONGEST = 4096


def check_history(length: int) -> int:
    """Return the number of actions in a history; ValueError if it is invalid."""
    if not 0 <= length <= LONGEST:
        raise ValueError(f"history={length}: it is a number of actions, from 0 to {LONGEST}")
    return length


class Reader:
    """Translates actions to numbers as a viewer may read them."""

    def __init__(self, game: Game, actions: ActionSpace) -> None:
        self.game, self.actions = game, actions
        self.hides = game.id in title_of(game.id).hiding

    def read(self, before: Position, code: int, viewer: str | None) -> int | None:
        """Return the action's number, IN_PART, or None if the viewer may not know of it."""
        if not self.hides:
            return self._number(code)
        text = self.game.grammar.decode(code)
        shown = before.public(text, viewer)
        if not shown:
            return None
        try:
            return self._number(self.game.grammar.encode(shown))
        except (BridgeheadError, ValueError):
            return IN_PART

    def _number(self, code: int) -> int:
        number = self.actions.numbering.index(code)
        return number if number >= 0 else IN_PART  # to resign has none


class History:
    """The last actions of one game for each side, and for spectators (None)."""

    def __init__(self, game: Game, actions: ActionSpace, length: int) -> None:
        self.length = check_history(length)
        self._reader = Reader(game, actions)
        self._movers = (*game.sides, "dice")
        self._rows = {viewer: empty(length) for viewer in (*game.sides, None)}

    def clear(self) -> None:
        """Clear the history, because a new game begins."""
        for rows in self._rows.values():
            rows[:] = NOTHING

    def add(self, before: Position, code: int) -> None:
        """Add an action that was carried out in a position."""
        mover = self._movers.index(before.to_move)
        for viewer, rows in self._rows.items():
            number = self._reader.read(before, code, viewer)
            if number is not None:
                push(rows, mover, number)

    def of(self, viewer: str | None) -> Rows:
        """Return a viewer's history, as a new array."""
        return self._rows[viewer].copy()


class BatchHistory:
    """The caller's last actions in many games, for each side of each: (games, sides, n, 2)."""

    def __init__(self, game: Game, actions: ActionSpace, games: int, length: int) -> None:
        self._reader = Reader(game, actions)
        self._sides = game.sides
        self.rows: Rows = np.full((games, len(game.sides), length, 2), NOTHING, np.int32)

    def note(self, env: Any, chosen: NDArray[np.int32]) -> None:
        """Add the actions that a batch's games are about to carry out; negative means none."""
        movers, acting = env.to_move, np.flatnonzero(chosen >= 0)
        if not self._reader.hides:
            rows = self.rows
            rows[acting, :, :-1] = rows[acting, :, 1:]
            rows[acting, :, -1, MOVER] = movers[acting, None]
            rows[acting, :, -1, ACTION] = chosen[acting, None]
            return
        for g in acting.tolist():
            action = int(chosen[g])
            before, code = env.position(g), env.actions.code(action)
            for i, side in enumerate(self._sides):
                number = self._reader.read(before, code, side)
                if number is not None:
                    push(self.rows[g, i], int(movers[g]), number)

    def show(self, viewers: NDArray[Any], out: Rows) -> None:
        """Write for each game the history of the side with the given number."""
        out[:] = self.rows[np.arange(len(out)), viewers]


def empty(length: int) -> Rows:
    """Return an empty history."""
    return np.full((length, 2), NOTHING, np.int32)


def push(rows: Rows, mover: int, number: int) -> None:
    """Add a row at the end and drop the first one."""
    rows[:-1] = rows[1:]
    rows[-1] = mover, number
