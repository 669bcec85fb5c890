r"""The hex map as a grid of characters, with or without color.

A hex is a block of characters; even columns are half a block lower. Hexsides between blocks
(ridges, water) and paths (roads, trails) are drawn inside the blocks:

    0407:   number and terrain glyph, or the unit's code
    /═══\   the paths that leave the hex, or the unit's values, or the code of a second unit
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.style import Style

from bridgehead.core.maps.grid import parse_hex_number
from bridgehead.core.maps.hexmap import HexMap, hexside
from bridgehead.terminal.hexes import words
from bridgehead.terminal.hexes.counters import short_strength
from bridgehead.terminal.hexes.look import counter_colors
from bridgehead.terminal.screen import palette
from bridgehead.terminal.screen.canvas import Canvas, Frame
from bridgehead.terminal.screen.controller import Mark
from bridgehead.terminal.screen.look import TerminalLook, terminal_look
from bridgehead.terminal.screen.palette import ink, mix

N, NE, SE, S, SW, NW = range(6)
GUTTER = 2  # row numbers and the canal, west of the map


@dataclass(frozen=True)
class Zoom:
    """The size of a hex in characters; `said` is a description."""

    said: str
    width: int
    height: int


ZOOMS = (
    Zoom("the map", 5, 2),
    Zoom("the whole map: even columns lie half a hex lower than they are drawn", 5, 1),
    Zoom("a large map", 8, 4),
)
NORMAL, WHOLE, LARGE = ZOOMS


@dataclass(frozen=True)
class Scene:
    """The content of the map: units by hex, marks, the cursor."""

    units: Mapping[str, Sequence[dict[str, Any]]]  # hex -> counters
    night: bool = False
    tired: frozenset[str] = frozenset()  # units that have moved or fought
    marks: Mapping[str, Mark] = field(default_factory=dict)
    cursor: str = ""
    codes: Mapping[str, str] = field(default_factory=dict)  # unit -> what stands for its name

    @classmethod
    def of(cls, session: Any, marks: Mapping[str, Mark] | None = None, cursor: str = "") -> Scene:
        """Return the scene of a session's position."""
        counters = words.counters(session.game)
        data = session.decision.data
        return cls(
            units={
                place: [counters[unit] for unit in there]
                for place, there in words.occupants(session.position).items()
            },
            night=session.position.is_night,
            tired=frozenset(
                data.get("fought" if session.position.phase == "combat" else "moved", ())
            ),
            marks=marks or {},
            cursor=cursor,
            codes=words.codes(session.game),
        )


@dataclass(frozen=True)
class Hex:
    """The constant features of a hex: terrain, paths and hexsides by direction, sign, shade."""

    number: str
    terrain: str
    road: frozenset[int]
    trail: frozenset[int]
    sides: Mapping[int, str]  # direction -> kind of hexside
    entry: str  # what is written instead of the terrain's sign: an entry, an objective
    shade: int
    at: tuple[int, int]  # column and row, from 0
    low: bool


_known: dict[str, dict[str, Hex]] = {}  # by the digest of a map


def hexes_of(game_map: HexMap, look: TerminalLook) -> dict[str, Hex]:
    """Return the constant features of each hex of a map."""
    if game_map.digest not in _known:
        _known[game_map.digest] = _surveyed(game_map, look)
    return _known[game_map.digest]


def _surveyed(game_map: HexMap, look: TerminalLook) -> dict[str, Hex]:
    grid = game_map.grid
    roads, trails = game_map.path_steps("road"), game_map.path_steps("trail")
    kinds = {side: kind for kind, sides in game_map.hexsides.items() for side in sides}
    marks = _marks_of(game_map, look)
    found = {}
    for number in grid.hexes():
        sides = {
            d: hexside(number, other)
            for d in range(6)
            if (other := grid.neighbor(number, d)) is not None
        }
        column, row = parse_hex_number(number)
        found[number] = Hex(
            number=number,
            terrain=game_map.terrain_of(number),
            road=frozenset(d for d, side in sides.items() if side in roads),
            trail=frozenset(d for d, side in sides.items() if side in trails),
            sides={d: kinds[side] for d, side in sides.items() if side in kinds},
            entry=marks.get(number, ""),
            shade=(column % 2 + 2 * row) % 3,
            at=(column - grid.columns[0], row - grid.rows[0]),
            low=is_low(game_map, column),
        )
    return found


def is_low(game_map: HexMap, column: int) -> bool:
    """Whether the hexes of a column are half a hex lower than their neighbors."""
    return (column % 2 == 0) == (game_map.grid.shifted_down == "even")


def _marks_of(game_map: HexMap, look: TerminalLook) -> dict[str, str]:
    """Return the sign of the most important feature in each hex besides terrain."""
    found: dict[str, str] = {}
    features = game_map.areas.get("features", {})
    for kind, place in reversed([*look.places.items()]):
        places = list(game_map.objectives if kind == "objective" else features.get(kind, ()))
        if place.name_only:
            places = [p for p in places if not look.ground(game_map.terrain_of(p)).strong]
        found.update(dict.fromkeys(places, place.sign))
    letters = {place: name for name, span in game_map.spans.items() for place in span}
    named = {place: name for name, place in game_map.entries.items()}
    return letters | found | named


class MapPicture(Canvas):
    """A painted scene: rows of characters, each with a style.

    Line 0 is the ruler with the column numbers; the map begins in line 1.
    """

    RULER = 1

    def __init__(self, game: Any, scene: Scene, zoom: Zoom = NORMAL) -> None:
        self.game, self.map, self.scene, self.zoom = game, game.map, scene, zoom
        self.look = terminal_look(game.id)
        self.hexes = hexes_of(self.map, self.look)
        grid = self.map.grid
        rows = grid.rows[1] - grid.rows[0] + 1
        nothing = ink("#8a8f98", "#1b1d22")
        super().__init__(
            GUTTER + zoom.width * (grid.columns[1] - grid.columns[0] + 1),
            1 + rows * zoom.height + self._drop(True),
            nothing,
        )
        self._rulers(nothing)
        for hex_ in self.hexes.values():
            self._paint(hex_)
        self._trim()

    def _trim(self) -> None:
        while self.height > 1 and not "".join(self.chars[-1]).strip():
            self.chars.pop()
            self.styles.pop()
            self.height -= 1

    def _drop(self, low: bool) -> int:
        return self.zoom.height // 2 if low else 0

    # Where a hex is

    def corner(self, number: str) -> tuple[int, int]:
        """Return (x, y) of a hex's first character."""
        hex_ = self.hexes[number]
        column, row = hex_.at
        x = GUTTER + column * self.zoom.width
        return x, 1 + row * self.zoom.height + self._drop(hex_.low)

    def frame(self, place: str) -> Frame:
        """Return the map around a hex: two hexes on each side."""
        x, y = self.corner(place)
        wide, high = self.zoom.width, self.zoom.height
        return x - 2 * wide, y - 1 - 2 * high, x + 3 * wide, y - 1 + 3 * high

    def hex_at(self, x: int, y: int) -> str | None:
        """Return the hex at a character, None outside the map."""
        column = (x - GUTTER) // self.zoom.width + self.map.grid.columns[0]
        if x < GUTTER or y < 1:
            return None
        low = is_low(self.map, column)
        row = (y - 1 - self._drop(low)) // self.zoom.height + self.map.grid.rows[0]
        number = f"{column:02d}{row:02d}" if 0 <= row <= 99 else ""
        return number if number in self.hexes else None

    place_at = hex_at

    # Painting

    def _rulers(self, style: Style) -> None:
        grid = self.map.grid
        for column in range(grid.columns[0], grid.columns[1] + 1):
            x = GUTTER + (column - grid.columns[0]) * self.zoom.width
            self.write(x, 0, f"{column:02d}".center(self.zoom.width), style)
        canal = {
            number
            for name, area in self.map.areas.items()
            if name != "features"
            for hexes in area.values()
            for number in hexes
        }
        water = ink("#0c3550", palette.WATER)
        for row in range(grid.rows[0], grid.rows[1] + 1):
            y = 1 + (row - grid.rows[0]) * self.zoom.height
            edge = f"{grid.columns[0]:02d}{row:02d}"
            wet = edge in canal or self.look.ground(self.map.terrain_of(edge)).water
            for n in range(self.zoom.height):
                text = f"{row:02d}" if n == 0 else ("~~" if wet else "  ")
                self.write(0, y + n, text, water if wet else style)

    def ground(self, hex_: Hex) -> str:
        """Return the background color of a hex: terrain, shade, night, mark."""
        base = self.look.ground(hex_.terrain).color
        base = mix(base, "#ffffff" if hex_.shade == 1 else "#6b5a3a", (0.0, 0.16, 0.10)[hex_.shade])
        if self.scene.night:
            base = mix(base, palette.NIGHT_TINT, palette.NIGHT_SHARE)
        mark = self.scene.marks.get(hex_.number)
        if mark is not None:
            color, share = palette.MARKS[mark.kind]
            base = mix(base, color, share)
        return base

    def _paint(self, hex_: Hex) -> None:
        x, y = self.corner(hex_.number)
        ground = self.ground(hex_)
        marked = hex_.number in self.scene.marks
        night = self.scene.night
        text = palette.readable(ground) if marked else palette.NIGHT_INK if night else palette.INK
        if hex_.number == self.scene.cursor:
            ground, text = palette.CURSOR, "#000000"
        for n in range(self.zoom.height):
            self.write(x, y + n, " " * self.zoom.width, ink(text, ground))
        self._head(hex_, x, y, text, ground)
        if self.zoom.height > 1:
            self._foot(hex_, x, y + self.zoom.height - 1, text, ground)
        units = self.scene.units.get(hex_.number)
        if units:
            self._units(hex_, units, x, y)

    def _head(self, hex_: Hex, x: int, y: int, text: str, ground: str) -> None:
        terrain = self.look.ground(hex_.terrain)
        glyph = hex_.entry or terrain.sign
        if self.zoom is WHOLE and terrain.plain:
            glyph = "═" if hex_.road else "┄" if hex_.trail else glyph
        number = hex_.number.ljust(self.zoom.width - 1) + glyph
        if terrain.water:
            number = terrain.sign * self.zoom.width
        mark = self.scene.marks.get(hex_.number)
        label = mark.label if mark is not None else ""
        if self.zoom is WHOLE and label:
            number = label.center(self.zoom.width)
        bold = bool(label) or hex_.number == self.scene.cursor
        wet = terrain.water and not bold
        color = palette.water_ink(ground) if wet else text
        self.write(x, y, number[: self.zoom.width], ink(color, ground, bold))
        if hex_.entry or terrain.strong:
            self.write(x + self.zoom.width - 1, y, glyph, ink(text, ground, True))

    def _foot(self, hex_: Hex, x: int, y: int, text: str, ground: str) -> None:
        width, night = self.zoom.width, self.scene.night
        terrain = self.look.ground(hex_.terrain)
        if terrain.water:
            waves = terrain.sign * width
            self.write(x, y, waves, ink(palette.water_ink(ground), ground))
            return
        road_ink = palette.NIGHT_ROAD if night else palette.ROAD
        marked = hex_.number in self.scene.marks or hex_.number == self.scene.cursor
        if marked:
            road_ink = text
        color = road_ink if hex_.road else palette.TRAIL if not night else "#d8b87a"
        if hex_.number in self.scene.marks:
            color = text
        ways = ways_text(hex_, width)
        self.write(x, y, ways, ink(color, ground, bool(hex_.road)))
        self._sides(hex_, x, y, ground, text if marked else "")
        mark = self.scene.marks.get(hex_.number)
        if mark is not None and mark.label:
            label = mark.label.center(width - 2)[: width - 2]
            self.write(x + 1, y, label, ink(text, ground, True))

    def _sides(self, hex_: Hex, x: int, y: int, ground: str, color: str) -> None:
        """Draw the features of the lower hexsides; the upper ones belong to the neighbors."""
        for direction, kind in hex_.sides.items():
            look, night = self.look.hexside(kind), self.scene.night
            style = ink(color or palette.hexside_ink(look, night), ground, True)
            left, below, right = "█▄█" if look.closed else "▌▁▐"
            if direction == SW:
                self.write(x, y, left, style)
            elif direction == SE:
                self.write(x + self.zoom.width - 1, y, right, style)
            elif direction == S:
                for n in range(self.zoom.width):
                    if self.chars[y][x + n] == " ":
                        self.write(x + n, y, below, style)

    def _units(self, hex_: Hex, units: Sequence[dict[str, Any]], x: int, y: int) -> None:
        """Draw the units of a hex: a single one with its values, or the codes of a stack."""
        width, first = self.zoom.width, units[0]
        style, head = self._unit_styles(hex_, first)
        brackets = counter_colors(self.game.id, first).brackets
        left, right = brackets[0], brackets[1]
        name = self._code(first)
        if self.zoom is LARGE:
            title = first["name"] if len(first["name"]) <= width else name
            self.write(x, y + 1, title.center(width), head)
            body = f"{left}{short_strength(self.game, first)}{right}".center(width)
            if len(units) > 1:
                second = units[1]
                body = f"{self._code(second)} {short_strength(self.game, second)}"
                title = f"{name} {short_strength(self.game, first)}".center(width)
                self.write(x, y + 1, title[:width], head)
                style = self._unit_styles(hex_, second)[0]
                self.write(x, y + 2, body.center(width)[:width], style)
                return
            self.write(x, y + 2, body, style)
        elif self.zoom is WHOLE:
            sign = "+" if len(units) > 1 else right
            text = f"{name}{sign}" if len(name) < width else name
            self.write(x, y, text.rjust(width), head)
        else:
            self.write(x, y, name.center(width), head)
            if len(units) > 1:
                style = self._unit_styles(hex_, units[1])[0]
                self.write(x, y + 1, self._code(units[1]).center(width), style)
            else:
                values = f"{short_strength(self.game, first)}{right}"
                self.write(x, y + 1, values.rjust(width), style)

    def _code(self, unit: Mapping[str, Any]) -> str:
        return self.scene.codes[str(unit["id"])]

    def _unit_styles(self, hex_: Hex, unit: Mapping[str, Any]) -> tuple[Style, Style]:
        """Return the styles of a unit and of its name, which shows the cursor."""
        _, fill, letters, *_ = counter_colors(self.game.id, unit)
        fill = mix(fill, "#ffffff", (0.0, 0.14, 0.07)[hex_.shade])  # neighbors are told apart
        if unit["id"] in self.scene.tired:
            fill = mix(fill, "#777777", 0.45)
        mark = self.scene.marks.get(hex_.number)
        if mark is not None and mark.kind in (
            "target",
            "attacker",
            "selected",
            "offer",
            "candidate",
        ):
            fill = palette.MARKS[mark.kind][0]
            letters = palette.readable(fill)
        style = ink(letters, fill, True)
        at_cursor = hex_.number == self.scene.cursor
        return style, ink("#000000", palette.CURSOR, True) if at_cursor else style

    # Lines

    def text(self, first: int = 0, last: int | None = None) -> list[str]:
        """Return the picture without color, one text per line.

        It has all columns, or some of them with the ruler.
        """
        width = self.zoom.width
        end = None if last is None else GUTTER + width * (last + 1)
        return [
            "".join([*row[:GUTTER], *row[GUTTER + width * first : end]]).rstrip()
            for row in self.chars
        ]

    def pieces(self, width: int) -> list[tuple[int, int]]:
        """Return first and last column (from 0) of parts of the map that fit into a width."""
        count = (self.width - GUTTER) // self.zoom.width
        each = (width - GUTTER) // self.zoom.width
        pieces = -(-count // each)
        each = -(-count // pieces)
        return [(at, min(at + each, count) - 1) for at in range(0, count, each)]

    def around(self, number: str, width: int) -> tuple[int, int]:
        """Return first and last column (from 0) of the part around a hex that fits into a width."""
        count = (self.width - GUTTER) // self.zoom.width
        each = (width - GUTTER) // self.zoom.width
        first = max(0, min(self.hexes[number].at[0] - each // 2, count - each))
        return first, min(first + each, count) - 1


def ways_text(hex_: Hex, width: int) -> str:
    """Return the roads and trails of a hex as one line, from its western to its eastern neighbors.

    Roads are double lines, trails dashed; the strokes at the ends show whether the path goes up or
    down to its neighbor.
    """
    ways = hex_.road | hex_.trail
    if not ways:
        return " " * width
    middle = width // 2
    out = [" "] * width

    def fill(directions: tuple[int, int]) -> str:
        kinds = [d for d in directions if d in ways]
        return "" if not kinds else "═" if any(d in hex_.road for d in kinds) else "┄"

    west, east = fill((NW, SW)), fill((NE, SE))
    for n in range(1, middle):
        out[n] = west or " "
    for n in range(middle + 1, width - 1):
        out[n] = east or " "
    if west:
        out[0] = ">" if {NW, SW} <= ways else palette.FALLING if NW in ways else palette.RISING
    if east:
        out[-1] = "<" if {NE, SE} <= ways else palette.RISING if NE in ways else palette.FALLING
    up, down = N in ways, S in ways
    double = bool(hex_.road)
    out[middle] = _joint(bool(west), bool(east), up, down, double)
    return "".join(out)


_DOUBLE = {
    (0, 0, 1, 0): "╨", (0, 0, 0, 1): "╥", (0, 0, 1, 1): "║", (1, 1, 0, 0): "═",
    (1, 0, 0, 0): "═", (0, 1, 0, 0): "═", (1, 0, 1, 0): "╝", (0, 1, 1, 0): "╚",
    (1, 0, 0, 1): "╗", (0, 1, 0, 1): "╔", (1, 1, 1, 0): "╩", (1, 1, 0, 1): "╦",
    (1, 0, 1, 1): "╣", (0, 1, 1, 1): "╠", (1, 1, 1, 1): "╬",
}  # fmt: skip
_SINGLE = str.maketrans("╨╥║═╝╚╗╔╩╦╣╠╬", "┊┊┊┄┘└┐┌┴┬┤├┼")


def _joint(west: bool, east: bool, up: bool, down: bool, double: bool) -> str:
    joint = _DOUBLE[int(west), int(east), int(up), int(down)]
    return joint if double else joint.translate(_SINGLE)
