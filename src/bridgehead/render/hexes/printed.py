"""The printed map without counters, drawn once for a map and a style."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from bridgehead.core.maps.grid import parse_hex_number
from bridgehead.render.hexes import features, lettering, overlays, terrain, waterways
from bridgehead.render.hexes.geometry import HIGH, WEST, Box, Ground, rect
from bridgehead.render.hexes.legend import RED, box
from bridgehead.render.hexes.lettering import PAPER
from bridgehead.render.markup import group, words, wrapped
from bridgehead.render.style import Style, WestStyle

SHEET = "#f7efd8"
_GRID = "#4a3a24"
_GRID_AT_NIGHT = "#c9d3ee"


@dataclass(frozen=True)
class Printed:
    """The constant layers in drawing order; changing layers come between them."""

    ground: str
    features: str  # what lies along hexsides and in hexes, paths, the hexes
    lettering: str  # hex numbers and names
    rim: str  # beyond the map's edge: the box, the frame, entry hexes


@lru_cache(maxsize=16)
def printed(ground: Ground, style: Style, keep_clear: frozenset[str], interactive: bool) -> Printed:
    """Return the printed map with its colors by day; `looks` has the changes at night."""
    return Printed(
        group("terrain", [*terrain.terrain(ground, style), _beyond(ground, style)]),
        _features(ground, style, interactive),
        _lettering(ground, style, keep_clear),
        _rim(ground, style),
    )


@lru_cache(maxsize=1)
def looks() -> str:
    """Return the style element; the night's colors apply if the root has the class "night"."""
    return (
        "<style>#layer-numbers .wet{fill:#134a66;stroke:none}"
        f"svg.night #layer-ridges{{color:{terrain.RIDGE_AT_NIGHT}}}"
        "svg.night #layer-paths{opacity:.8}"
        f"svg.night #layer-hexes{{stroke:{_GRID_AT_NIGHT}}}"
        f"{lettering.numbers_at_night()}{lettering.names_at_night()}</style>"
    )


def box_beyond(ground: Ground) -> Box:
    """Return the place of the box on the canal's far bank."""
    frame = ground.frame
    width, height = WEST - terrain.CANAL - 33, min(HIGH * 11, frame.height / 2)
    return Box(frame.x + 9, frame.y + 14, width, height)


def _features(ground: Ground, style: Style, interactive: bool) -> str:
    line = {"stroke": _GRID, "stroke_width": 1.1, "fill": "none", "stroke_opacity": 0.75}
    hexes = overlays.hexes(ground, style, interactive)
    sides = [*terrain.hexside_features(ground, style), *waterways.courses(ground, style)]
    ways = [*lettering.paths(ground, style), *waterways.bridges(ground, style)]
    signs = features.features(ground, style)
    return (
        group("ridges", sides, color=terrain.RIDGE)
        + (group("features", signs) if signs else "")
        + group("paths", ways)
        + _compass(ground, style)
        + group("hexes", hexes, pointer_events="all", **line)
    )


def _lettering(ground: Ground, style: Style, keep_clear: frozenset[str]) -> str:
    numbers = group(
        "numbers",
        lettering.numbers(ground, style),
        fill=_GRID,
        font_size=10,
        text_anchor="middle",
        stroke=PAPER,
        stroke_width=2.4,
        stroke_opacity=0.6,
        stroke_linejoin="round",
        paint_order="stroke",
        pointer_events="none",
    )
    names = lettering.names(ground, style, keep_clear)
    return numbers + group("names", names, pointer_events="none")


def _rim(ground: Ground, style: Style) -> str:
    frame = ground.frame
    rim = [*lettering.entries(ground), *features.spans(ground, style)]
    return (
        group("boxes", [_box(ground, style.west)] if style.west else [])
        + rect(frame, "none", stroke="#2b2118", stroke_width=6, pointer_events="none")
        + rect(frame, "none", stroke="#f7efd8", stroke_width=1.2, pointer_events="none")
        + group("entries", rim, pointer_events="none")
    )


def _box(ground: Ground, west: WestStyle) -> str:
    place = box_beyond(ground)
    out = [box(place, "#fbf5e3", fill_opacity=0.72, data_box=west.box)]
    for k, line in enumerate(wrapped(west.title.upper(), 17, place.width - 10, bold=True)):
        at = (place.x + place.width / 2, place.y + 24 + 20 * k)
        out.append(words(at, line, 17, bold=True, fill=RED, spacing=0.5))
    return "".join(out)


def _beyond(ground: Ground, style: Style) -> str:
    """Return a veil over everything beyond the map, except water and the strip in the west."""
    first = ground.hexmap.grid.columns[0]
    fringe = [
        cell
        for cell in ground.cells()
        if cell[0] >= first
        and not ground.number(cell)
        and not style.terrain[ground.hexmap.terrain_of(ground.nearest(cell))].water
    ]
    d = ground.area(fringe, smooth=False)
    return f'<path d="{d}" fill="{SHEET}" fill-opacity=".5" fill-rule="evenodd"/>'


def _compass(ground: Ground, style: Style) -> str:
    frame = ground.frame
    if style.compass:  # any hex of the grid, also one that is absent
        at = ground.center(parse_hex_number(style.compass))
        return lettering.compass(at, ground.hexmap.north, 2.0)
    if style.west is None or frame.height < 12 * HIGH:
        return ""
    return lettering.compass((frame.x + WEST * 0.46, frame.bottom - 120))
