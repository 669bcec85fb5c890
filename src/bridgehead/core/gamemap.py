"""What every map has in common, whether units stand on its hexes or on its points."""

from __future__ import annotations

from typing import Protocol


class GameMap(Protocol):
    """A map that has been read and found sound: a `HexMap` or a `PointMap`."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def text(self) -> str:
        """The whole file, which a record carries where the map is not the package's."""

    @property
    def reconstructed(self) -> str:
        """What of it is reconstructed, in a sentence."""

    @property
    def source(self) -> str:
        """What names it in errors."""

    @property
    def digest(self) -> str:
        """SHA-256 of its text: the same digest is the same map."""
