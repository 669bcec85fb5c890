"""The whole sheet, put together layer by layer."""

from __future__ import annotations

import base64
from functools import cache
from importlib.resources import files

from bridgehead.render import counters as art
from bridgehead.render import lettering, overlays, panel, terrain
from bridgehead.render.geometry import CORNERS, COUNTER, HIGH, WEST, Box, Ground
from bridgehead.render.lettering import PAPER
from bridgehead.render.markup import (
    FONT,
    Point,
    attrs,
    group,
    num,
    polygon,
    tooltip,
    words,
    wrapped,
)
from bridgehead.render.scene import Counter, Scene

MARGIN = 30.0
HEADER = 112.0
GAP = 26.0
SHEET = "#f7efd8"


def svg(scene: Scene, *, embed_fonts: bool = False) -> str:
    """Return the picture as SVG text.

    With `embed_fonts` the letters travel inside the file (about 50 KB more), for a picture that
    is opened on its own; a page brings the fonts once, and `png` has them.
    """
    west = scene.style.west
    ground = Ground(scene.hexmap, west=west is not None)
    frame = ground.frame
    placed, strip = _on_the_map(ground, scene)
    top = frame.y - MARGIN - (HEADER if "header" in scene.parts else 0.0)
    left, right, bottom = frame.x - MARGIN, frame.right + MARGIN, frame.bottom + MARGIN
    around = []
    side = panel.Panel(scene, frame.right + GAP, frame.y)
    if "panel" in scene.parts:
        side.fill()
        placed += side.units
        right = frame.right + GAP + panel.WIDTH + MARGIN
        bottom = max(bottom, side.y + MARGIN)
        around.append(f'<g id="panel">{"".join(side.out)}</g>')
    wide = right - left - 2 * MARGIN
    if "header" in scene.parts:
        place = Box(frame.x, frame.y - HEADER, wide, HEADER - 8)
        around.append(panel.header(scene, place))
    if "footer" in scene.parts:
        around.append(panel.footer(scene, Box(frame.x, bottom - 8, wide, 0)))
        bottom += panel.footer_height(scene, wide)
    sheet = Box(left, top, right - left, bottom - top)
    view = f"{num(sheet.x)} {num(sheet.y)} {num(sheet.width)} {num(sheet.height)}"
    root = attrs(viewBox=view, width=float(sheet.width), height=float(sheet.height), role="img")
    about = f"{scene.style.title}, map and counters"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{root}{attrs(font_family=FONT)}>'
        f"{tooltip(about)}{_definitions(scene, frame, embed_fonts)}"
        f"{_rect(sheet, SHEET)}{''.join(_map(ground, scene, strip))}{''.join(around)}"
        f"{''.join(_units(scene, placed))}</svg>"
    )


def _rect(box: Box, fill: str, **given: object) -> str:
    place = attrs(x=float(box.x), y=float(box.y), width=float(box.width), height=float(box.height))
    return f"<rect{place}{attrs(fill=fill, **given)}/>"


def _definitions(scene: Scene, frame: Box, embed: bool) -> str:
    hexagon = f'<path id="hexagon" d="{polygon(list(CORNERS))}"/>'
    clip = f'<clipPath id="clip-map">{_rect(frame, "#000000")}</clipPath>'
    style = f"<style>{_font_faces()}</style>" if embed else ""
    units = art.definitions(scene.style, scene.counters)
    zones = overlays.definitions(scene)
    return f"<defs>{style}{clip}{hexagon}{terrain.patterns()}{zones}{units}</defs>"


@cache
def _font_faces() -> str:
    faces = []
    for name, weight in (("Regular", 400), ("Bold", 700)):
        font = files("bridgehead.render").joinpath(f"fonts/RobotoCondensed-{name}.ttf")
        data = base64.b64encode(font.read_bytes()).decode("ascii")
        faces.append(
            f"@font-face{{font-family:'Roboto Condensed';font-weight:{weight};"
            f"src:url(data:font/ttf;base64,{data})}}"
        )
    return "".join(faces)


Placed = list[tuple[Counter, Point, float]]


def _on_the_map(ground: Ground, scene: Scene) -> tuple[Placed, str]:
    """Place the counters on hexes and in the box beyond the canal; draw that box."""
    stacks: dict[str, list[Counter]] = {}
    for unit in scene.counters:
        stacks.setdefault(unit.place, []).append(unit)
    placed: Placed = []
    for place, units in stacks.items():
        if place in ground.centers:
            center = ground.centers[place]
            for k, unit in enumerate(units):
                placed.append((unit, art.on_hex(center, k, len(units)), 1.0))
    west = scene.style.west
    if west is None:
        return placed, ""
    frame = ground.frame
    box = Box(
        frame.x + 9, frame.y + 14, WEST - terrain.CANAL - 33, min(HIGH * 11, frame.height / 2)
    )
    scale, columns = 0.82, 2
    step = box.width / columns
    there = stacks.get(west.box, [])
    rows = -(-len(there) // columns)
    down = min(COUNTER * scale + 5, (box.height - 72) / max(rows, 1))
    for k, unit in enumerate(there):
        at = (box.x + step * (k % columns + 0.5), box.y + 64 + down * (k // columns + 0.5))
        placed.append((unit, at, scale))
    out = [panel.box(box, "#fbf5e3", fill_opacity=0.72, data_box=west.box)]
    for k, line in enumerate(wrapped(west.title.upper(), 17, box.width - 10, bold=True)):
        at = (box.x + box.width / 2, box.y + 24 + 20 * k)
        out.append(words(at, line, 17, bold=True, fill=panel.RED, spacing=0.5))
    return placed, "".join(out)


def _map(ground: Ground, scene: Scene, strip: str) -> list[str]:
    frame = ground.frame
    night = scene.night
    grid = "#c9d3ee" if night else "#4a3a24"
    number = "#f2ecd6" if night else "#4a3a24"
    wet = "#e9f4fa" if night else "#134a66"
    ridge = terrain.RIDGE_AT_NIGHT if night else terrain.RIDGE
    beyond = _beyond(ground, scene)
    inked = f"<style>.wet{{fill:{wet};stroke:none}}</style>"
    shade = [overlays.night(frame)] if night else []
    line = {"stroke": grid, "stroke_width": 1.1, "fill": "none", "stroke_opacity": 0.75}
    clip = 'clip-path="url(#clip-map)"'
    return [
        f"{inked}<g {clip}>",
        group("terrain", [*terrain.terrain(ground, scene.style), beyond]),
        group("night", shade),
        group("ridges", terrain.hexside_features(ground, scene.style), color=ridge),
        group("paths", lettering.paths(ground, scene), opacity=0.85 if night else None),
        _compass(ground, scene),
        group("hexes", overlays.hexes(ground, scene), pointer_events="all", **line),
        group("zones", overlays.zones(ground, scene), pointer_events="none"),
        group("highlights", overlays.highlights(ground, scene), pointer_events="none"),
        group("line", overlays.line(ground, scene), pointer_events="none"),
        group(
            "numbers",
            lettering.numbers(ground, scene),
            fill=number,
            font_size=10,
            text_anchor="middle",
            stroke="#1d2438" if night else PAPER,
            stroke_width=2.4,
            stroke_opacity=0.6,
            stroke_linejoin="round",
            paint_order="stroke",
            pointer_events="none",
        ),
        group("names", lettering.names(ground, scene), pointer_events="none"),
        f'</g><g id="layer-boxes">{strip}</g>',
        _rect(frame, "none", stroke="#2b2118", stroke_width=6, pointer_events="none"),
        _rect(frame, "none", stroke="#f7efd8", stroke_width=1.2, pointer_events="none"),
        group("entries", lettering.entries(ground, scene), pointer_events="none"),
    ]


def _beyond(ground: Ground, scene: Scene) -> str:
    """Return a veil over what lies beyond the map, but for water and the strip in the west."""
    first = ground.hexmap.grid.columns[0]
    fringe = [
        cell
        for cell in ground.cells()
        if cell[0] >= first
        and not ground.number(cell)
        and not scene.style.terrain[ground.hexmap.terrain_of(ground.nearest(cell))].water
    ]
    d = ground.area(fringe, smooth=False)
    return f'<path d="{d}" fill="{SHEET}" fill-opacity=".5" fill-rule="evenodd"/>'


def _compass(ground: Ground, scene: Scene) -> str:
    frame = ground.frame
    if scene.style.west is None or frame.height < 12 * HIGH:
        return ""
    return lettering.compass((frame.x + WEST * 0.46, frame.bottom - 120))


def _units(scene: Scene, placed: Placed) -> list[str]:
    west = scene.style.west
    boxes = {"off": "not arrived", "eliminated": "eliminated"}
    if west is not None:
        boxes[west.box] = west.title.lower()
    order = {unit.id: k for k, unit in enumerate(scene.counters)}
    placed = sorted(placed, key=lambda item: order[item[0].id])
    drawn, marks = [], []
    for unit, at, scale in placed:
        where = boxes.get(unit.place, f"in {unit.place}")
        about = art.describe(unit, scene.style, where)
        drawn.append(art.counter(unit, scene.style, at, scale, about))
        marks.append(art.marks(unit, at, scale))
    return [group("units", drawn), group("marks", marks, pointer_events="none")]
