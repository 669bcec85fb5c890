"""The drawing that all connections of a game have: a group is sent only when it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Drawn:
    """The groups of the drawn board that every connection of a game has."""

    def __init__(self) -> None:
        """Begin with connections that have nothing."""
        self._groups: dict[str, str] = {}

    def news(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """Return a state with only the changed groups, to be sent to every connection."""
        board: Mapping[str, str] = state["board"]
        fresh = {name: each for name, each in board.items() if self._groups.get(name) != each}
        self._groups = dict(board)
        return {**state, "board": fresh}

    def forget(self) -> None:
        """Note that one connection got its own state: the next state must have all groups."""
        self._groups = {}
