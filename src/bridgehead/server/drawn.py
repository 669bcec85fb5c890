"""What the connections of a game have drawn already: a group is sent when it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Drawn:
    """The groups of the board that every connection of a game has."""

    def __init__(self) -> None:
        """Begin where nobody has anything."""
        self._groups: dict[str, str] = {}

    def news(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """Return a state with those groups that have changed; it goes to every connection."""
        board: Mapping[str, str] = state["board"]
        fresh = {name: each for name, each in board.items() if self._groups.get(name) != each}
        self._groups = dict(board)
        return {**state, "board": fresh}

    def forget(self) -> None:
        """One connection has been sent a state of its own: the next one has all groups."""
        self._groups = {}
