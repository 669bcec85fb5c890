"""A theater as one side sees it, painted on its sheet, with or without color.

A cell is two lines high:

    [BHizayon   the side that holds the point ("[" or "("), terrain, name
    12/3]?2)    strength and number of one side's counters, two hidden counters of the other
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rich.style import Style

from bridgehead.core.maps.pointmap import Point, PointMap
from bridgehead.render import point_style_of
from bridgehead.terminal.points.look import courses
from bridgehead.terminal.points.names import short_name
from bridgehead.terminal.points.theater_sheet import HEIGHT, NORMAL, TheaterSheet, Zoom, sheet_of
from bridgehead.terminal.screen import palette
from bridgehead.terminal.screen.canvas import Canvas, Frame
from bridgehead.terminal.screen.controller import Mark
from bridgehead.terminal.screen.look import SideLook, terminal_look
from bridgehead.terminal.screen.palette import ink, mix, readable

WATER = "#274a63"
BRIDGED = "#ffe08a"
BORDER = "#b48ae0"
COURSE = "#6fb6e6"
ROAD, FERRY, EDGE = "#b08a5a", "#7fc4ff", "#8a8f98"


@dataclass(frozen=True)
class Stack:
    """The counters of a side in a place.

    It has number and strength of the visible counters, and the number of hidden ones.
    """

    count: int = 0
    strength: int = 0
    hidden: int = 0

    def text(self, look: SideLook) -> str:
        """Return the stack in a few characters: "24/3]", "?2)", "12/1?4)"."""
        seen = f"{self.strength}/{self.count}" if self.count else ""
        unseen = f"?{self.hidden}" if self.hidden else ""
        return f"{seen}{unseen}{look.brackets[1]}"


@dataclass(frozen=True)
class PointScene:
    """The content of the map: stacks, control, bridges, marks, the cursor."""

    stacks: Mapping[str, Mapping[str, Stack]]  # place -> side
    control: Mapping[str, str]
    bridges: Mapping[str, str] = field(default_factory=dict)  # one of its ends -> whose
    marks: Mapping[str, Mark] = field(default_factory=dict)
    cursor: str = ""
    battle: str = ""

    @classmethod
    def of(
        cls,
        pointmap: PointMap,
        drawn: Any,
        marks: Mapping[str, Mark] | None = None,
        cursor: str = "",
        battle: str = "",
    ) -> PointScene:
        """Return the scene of a `render.points.PointScene`, which is made from one side's view."""
        stacks: dict[str, dict[str, Stack]] = {}
        places = {point.id for point in pointmap.points} | {area.id for area in pointmap.reserves}
        for piece in drawn.pieces:
            if piece.place in places and not piece.air:
                was = stacks.setdefault(piece.place, {}).get(piece.side, Stack())
                strength = was.strength + piece.strength
                stacks[piece.place][piece.side] = Stack(was.count + 1, strength)
        for place, sides in drawn.hidden.items():
            for side, number in sides.items():
                was = stacks.setdefault(place, {}).get(side, Stack())
                stacks[place][side] = Stack(was.count, was.strength, number)
        control = {point.id: point.control for point in pointmap.points}
        control |= {area.id: area.side for area in pointmap.reserves}
        return cls(
            stacks=stacks,
            control=control | dict(drawn.view.get("control", {})),
            bridges=dict(drawn.view.get("bridges", {})),
            marks=marks or {},
            cursor=cursor,
            battle=battle,
        )


class Chart(Canvas):
    """One painted theater."""

    def __init__(
        self,
        game: Any,
        theater: str,
        scene: PointScene,
        zoom: Zoom = NORMAL,
    ) -> None:
        self.map, self.scene, self.zoom = game.map, scene, zoom
        self.look, self.paths = terminal_look(game.id), point_style_of(game.id).style.paths
        self.sheet: TheaterSheet = sheet_of(self.map, theater, zoom, courses(game.id))
        self.land = self.look.theaters.get(theater, "#33322b")
        super().__init__(self.sheet.width, self.sheet.height, ink("#8a8f98", self.land))
        self._paint()

    def text(self) -> list[str]:
        """Return the rows without color and without trailing blanks."""
        rows = ["".join(row).rstrip() for row in self.chars]
        while rows and not rows[-1]:
            rows.pop()
        return rows

    def place_at(self, x: int, y: int) -> str | None:
        """Return the point or reserve area at a character, None between them."""
        return self.sheet.place_at(x, y)

    def frame(self, place: str) -> Frame | None:
        """Return the part of the map around a place, None if it is on the other theater."""
        if place not in self.sheet.cells:
            return None
        x, y = self.sheet.cells[place]
        return x - self.zoom.cell, y - 4, x + 2 * self.zoom.cell, y + 6

    def _paint(self) -> None:
        sheet = self.sheet
        for x, y in sheet.water:
            self.write(x, y, "≈", ink(mix(WATER, "#ffffff", 0.12), WATER))
        for x, y in sheet.border:
            self.write(x, y, "┊", ink(BORDER, self.land))
        for x, y in sheet.canal:
            if (x, y) not in sheet.water:
                self.write(x, y, "≈", ink(COURSE, self.land))
        for reserve, spots in sheet.bands.items():
            style = ink("#ffffff", self._strip(self.scene.control.get(reserve, "")))
            for x, y in spots:
                self.write(x, y, "░", style)
        for way in sheet.ways:
            self._way(way.kind, way.ends, way.steps)
        for point in self.map.points:
            if point.theater == sheet.theater:
                self._cell(point)
        for area in self.map.reserves:
            if area.id in sheet.cells:
                head = f"{self._opening(area.side)}{_area(area.name, self.zoom)}"
                self._lines(area.id, head, self._strip(area.side))

    def _strip(self, side: str) -> str:
        """Return the color of a side's reserve area."""
        look = self.look.sides.get(side)
        return look.fill if look else self.land

    def _opening(self, side: str) -> str:
        """Return the bracket that stands for the side that holds a place."""
        look = self.look.sides.get(side)
        return look.brackets[0] if look else " "

    def _way(
        self, kind: str, ends: tuple[str, str], steps: tuple[tuple[int, int, str], ...]
    ) -> None:
        side = next((self.scene.bridges[end] for end in ends if end in self.scene.bridges), "")
        path = self.paths.get(kind)  # None for the edge of a reserve area
        bridged = path is not None and path.bridged and bool(side)
        color = EDGE if path is None else ROAD if path.drawn == "road" else FERRY
        for x, y, stroke in steps:
            char = stroke
            if bridged:
                char = "╬"
            elif path is None:
                char = "·"
            elif path.drawn != "road":
                char = "≈"
            elif self.chars[y][x] in "─│" and self.chars[y][x] != stroke and stroke in "─│":
                char = "┼"
            ground = WATER if (x, y) in self.sheet.water else self.land
            self.write(x, y, char, ink(BRIDGED if bridged else color, ground, bridged))

    def _cell(self, point: Point) -> None:
        holder = self._opening(self.scene.control.get(point.id, ""))
        name = short_name(point, self.zoom.cell - 2, self.look.short_names)
        terrain = self.look.ground(point.terrain)
        self._lines(point.id, f"{holder}{terrain.sign}{name}", terrain.color)

    def _lines(self, place: str, head: str, ground: str) -> None:
        x, y = self.sheet.cells[place]
        mark = self.scene.marks.get(place)
        if mark is not None:
            color, share = palette.MARKS[mark.kind]
            ground = mix(ground, color, max(share, 0.75))
        if place == self.scene.cursor:
            ground = palette.CURSOR
        letters = readable(ground)
        holder = self.look.sides.get(self.scene.control.get(place, ""))
        dark = letters == "#101010"
        first = holder.ink if holder and dark else letters
        bold = place in (self.scene.cursor, self.scene.battle)
        self._line(x, y, head, ink(first, ground, bold))
        stacks = self.scene.stacks.get(place, {})
        row = y + 1
        self._line(x, row, "", ink(letters, ground))
        for side, stack in stacks.items():
            look = self.look.sides[side]
            self._line(x, row, stack.text(look), ink(look.ink if dark else letters, ground, True))
            row += 1
        if mark is not None and mark.label:
            at = x + self.zoom.cell - len(mark.label)
            self.write(at, y + 1, mark.label, ink(letters, ground, True))

    def _line(self, x: int, y: int, text: str, style: Style) -> None:
        self.write(x, y, text.ljust(self.zoom.cell)[: self.zoom.cell], style)


@lru_cache(maxsize=64)
def _area(name: str, zoom: Zoom) -> str:
    """Return a reserve area's name shortened for a cell: "Isr. Res"."""
    if len(name) < zoom.cell:
        return name
    first, *rest = name.split()
    return " ".join([f"{first[:3]}.", *(word[:3] for word in rest)])[: zoom.cell - 1]


__all__ = ["HEIGHT", "Chart", "PointScene", "Stack"]
