"""What a view of a game on hexes does differently from one on points: a module for each."""
# ruff: noqa: N802 (constants of modules have capitals)

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from bridgehead.core.titles.games import title_of
from bridgehead.server.views import points, positions


class MapViews(Protocol):
    """The functions that both modules have."""

    @property
    def HAS_SHOTS(self) -> bool:
        """Whether a state lists the combat rolls of its phase, explained."""

    def fixed(self, game: Any, /) -> dict[str, Any]:
        """Return the constant data of a game: units and places."""

    def position_facts(
        self, position: Any, view: Mapping[str, Any], viewer: str | None, /, *, decides: bool
    ) -> dict[str, Any]:
        """Return the data of a position without the drawing."""

    def board(
        self, position: Any, view: Mapping[str, Any], viewer: str | None, /
    ) -> dict[str, str]:
        """Return the groups of the drawn board that change between positions."""

    def roll_data(self, before: Any, action: str, reader: str | None, /) -> dict[str, Any]:
        """Return the display data of a roll."""

    def shot(self, before: Any, action: str, reader: str | None, /) -> dict[str, Any] | None:
        """Return a combat roll explained; None for any other action, and without HAS_SHOTS."""


_MODULES: Mapping[str, MapViews] = {"hexes": positions, "points": points}


def map_views(game_id: str) -> MapViews:
    """Return the module for what the units of a game stand on."""
    return _MODULES[title_of(game_id).kind]
