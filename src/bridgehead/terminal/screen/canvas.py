"""A map painted in characters: rows of them, each with a style."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style

Frame = tuple[int, int, int, int]  # what is to be seen: left, top, right, bottom


class Canvas:
    """A painted map. Its first `RULER` rows do not move when it is scrolled."""

    RULER: ClassVar[int] = 0

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width, self.height = width, height
        self.chars = [[" "] * width for _ in range(height)]
        self.styles: list[list[Style]] = [[style] * width for _ in range(height)]

    def write(self, x: int, y: int, text: Sequence[str], style: Style) -> None:
        """Write a text; parts beyond the edges are left out."""
        if x >= 0 and 0 <= y < self.height:
            text = text[: max(0, self.width - x)]
            self.chars[y][x : x + len(text)] = text
            self.styles[y][x : x + len(text)] = [style] * len(text)

    def place_at(self, x: int, y: int) -> str | None:
        """Return the place at a character, None if there is none."""
        raise NotImplementedError

    def frame(self, place: str) -> Frame | None:
        """Return the part of the map around a place, None if it is not on this map."""
        raise NotImplementedError
