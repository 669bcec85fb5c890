"""The common part of all maps, whether units stand on hexes or on points."""

from __future__ import annotations

from typing import Protocol


class GameMap(Protocol):
    """A map that was read and checked: a `HexMap` or a `PointMap`."""

    @property
    def name(self) -> str:
        """The name of the map."""

    @property
    def text(self) -> str:
        """The text of the whole file; a record contains it if the map is not the package's."""

    @property
    def reconstructed(self) -> str:
        """A sentence about the reconstructed parts."""

    @property
    def source(self) -> str:
        """The name of the map in errors."""

    @property
    def digest(self) -> str:
        """SHA-256 of the text: maps with the same digest are the same."""
