"""The whole sheet, assembled layer by layer."""

from __future__ import annotations

from functools import lru_cache

from bridgehead.render.hexes import counters as art
from bridgehead.render.hexes import legend, overlays, panel, terrain
from bridgehead.render.hexes.geometry import CORNERS, COUNTER, Box, Ground, ground_of, rect
from bridgehead.render.hexes.printed import SHEET, box_beyond, looks, printed
from bridgehead.render.hexes.scene import Counter, Scene
from bridgehead.render.markup import FONT, Point, attrs, group, num, polygon, tooltip
from bridgehead.render.picture import font_faces
from bridgehead.render.style import Style

MARGIN = 30.0
HEADER = 112.0
GAP = 26.0


def svg(scene: Scene, *, embed_fonts: bool = False, interactive: bool = False) -> str:
    """Return the picture as SVG text.

    With `embed_fonts` the fonts are inside the file (about 50 KB more), for a picture that is
    opened by itself; a page loads the fonts once, and `png` has them.

    To assistive technology the picture is one image. `interactive` is for a page on which hexes and
    units can be chosen: the root is a group, and each hex and unit an image with a name.
    """
    ground = _ground_of(scene)
    frame = ground.frame
    large = scene.style.furniture
    changing, lowest = _changing(scene, ground, interactive)
    bottom = max(frame.bottom, lowest) + MARGIN
    footer = ""
    if "footer" in scene.parts:
        hexmap, wide = scene.hexmap, _width(scene, frame)
        text, high = panel.footer(
            hexmap.name, hexmap.reconstructed, frame.x, bottom - 8, wide, large
        )
        footer, bottom = text, bottom + high
    top = frame.y - MARGIN - (HEADER * large if "header" in scene.parts else 0.0)
    left = frame.x - MARGIN
    sheet = Box(left, top, _width(scene, frame) + 2 * MARGIN, bottom - top)
    view = f"{num(sheet.x)} {num(sheet.y)} {num(sheet.width)} {num(sheet.height)}"
    root = attrs(
        class_="night" if scene.night else None,
        viewBox=view,
        width=float(sheet.width),
        height=float(sheet.height),
        role="group" if interactive else "img",
        font_family=FONT,
    )
    fixed = printed(ground, scene.style, scene.keep_clear, interactive)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{root}>'
        f"{tooltip(f'{scene.style.title}, map and counters')}"
        f"{_definitions(scene, frame, embed_fonts)}{rect(sheet, SHEET)}{looks()}"
        f'<g clip-path="url(#clip-map)">{fixed.ground}{changing["night"]}{fixed.features}'
        f"{changing['zones']}{changing['highlights']}{changing['line']}{fixed.lettering}</g>"
        f"{fixed.rim}{changing.get('panel', '')}{changing.get('header', '')}{footer}"
        f"{changing['units']}{changing['marks']}</svg>"
    )


def layers(scene: Scene, *, interactive: bool = False) -> dict[str, str]:
    """Return the groups that change between positions, as in `svg`.

    The keys are "units", "marks", "zones", "highlights", "line" and "night", whose groups have the
    ids `layer-units` and so on, and, if the scene has these parts, "panel" and "header", whose
    groups have these ids. A page that shows the `svg` of one position of a game replaces them to
    show another, and gives the root the class "night" if `scene.night` is true. Everything else
    stays, if the scenes have the same map, style, units in play and parts.
    """
    return _changing(scene, _ground_of(scene), interactive)[0]


def _ground_of(scene: Scene) -> Ground:
    return ground_of(scene.hexmap, scene.style.west is not None)


def _width(scene: Scene, frame: Box) -> float:
    """Return the width of the sheet between its margins."""
    panel_too = "panel" in scene.parts
    return frame.width + ((GAP + legend.WIDTH) * scene.style.furniture if panel_too else 0.0)


def _changing(scene: Scene, ground: Ground, interactive: bool) -> tuple[dict[str, str], float]:
    """Return the groups that change, and the y of the panel's lower end."""
    frame = ground.frame
    placed = _on_the_map(ground, scene)
    groups = {
        "night": group("night", [overlays.night(frame)] if scene.night else []),
        "zones": group("zones", overlays.zones(ground, scene), pointer_events="none"),
        "highlights": group(
            "highlights", overlays.highlights(ground, scene), pointer_events="none"
        ),
        "line": group("line", overlays.line(ground, scene), pointer_events="none"),
    }
    lowest = frame.bottom
    large = scene.style.furniture
    if "panel" in scene.parts:
        x, y = corner = (frame.right + GAP * large, frame.y)
        side = panel.Panel(ground, scene, corner)
        side.fill()
        for unit, at, scale in side.units:
            there = (x + (at[0] - x) * large, y + (at[1] - y) * large)
            placed.append((unit, there, scale * large))
        lowest = y + (side.y - y) * large
        groups["panel"] = f'<g id="panel"{panel.enlarged(corner, large)}>{"".join(side.out)}</g>'
    if "header" in scene.parts:
        wide = _width(scene, frame) / large
        place = Box(frame.x, frame.y - HEADER * large, wide, HEADER - 8)
        groups["header"] = panel.header(scene, place)
    groups["units"], groups["marks"] = _units(scene, placed, interactive)
    return groups, lowest


def _definitions(scene: Scene, frame: Box, embed: bool) -> str:
    hexagon = f'<path id="hexagon" d="{polygon(list(CORNERS))}"/>'
    clip = f'<clipPath id="clip-map">{rect(frame, "#000000")}</clipPath>'
    style = f"<style>{font_faces()}</style>" if embed else ""
    units = art.definitions(scene.style, art.kinds(scene.counters))
    zones = overlays.definitions(scene)
    return f"<defs>{style}{clip}{hexagon}{terrain.patterns(scene.style)}{zones}{units}</defs>"


Placed = list[tuple[Counter, Point, float]]


def _on_the_map(ground: Ground, scene: Scene) -> Placed:
    """Return the positions of counters on hexes and in the box beyond the canal."""
    stacks: dict[str, list[Counter]] = {}
    for unit in scene.counters:
        stacks.setdefault(unit.place, []).append(unit)
    placed: Placed = []
    for place, units in stacks.items():
        if place in ground.centers:
            center = ground.centers[place]
            for k, unit in enumerate(units):
                if scene.style.stacks == "beside":
                    placed.append((unit, *art.beside(center, k, len(units))))
                else:
                    placed.append((unit, art.on_hex(center, k, len(units)), 1.0))
    west = scene.style.west
    if west is None:
        return placed
    box = box_beyond(ground)
    scale, columns = 0.82, 2
    step = box.width / columns
    there = stacks.get(west.box, [])
    rows = -(-len(there) // columns)
    down = min(COUNTER * scale + 5, (box.height - 72) / max(rows, 1))
    for k, unit in enumerate(there):
        at = (box.x + step * (k % columns + 0.5), box.y + 64 + down * (k // columns + 0.5))
        placed.append((unit, at, scale))
    return placed


def _units(scene: Scene, placed: Placed, interactive: bool) -> tuple[str, str]:
    """Return the layers of the counters and of their marks."""
    west = scene.style.west
    boxes = {"off": "not arrived", "exited": "off the map", "eliminated": "eliminated"}
    if west is not None:
        boxes[west.box] = west.title.lower()
    order = {unit.id: k for k, unit in enumerate(scene.counters)}
    placed = sorted(placed, key=lambda item: order[item[0].id])
    drawn, marks = [], []
    for unit, at, scale in placed:
        where = boxes.get(unit.place, f"in {unit.place}")
        counter, mark = _unit(unit, scene.style, at, scale, where, interactive)
        drawn.append(counter)
        marks.append(mark)
    return group("units", drawn), group("marks", marks, pointer_events="none")


@lru_cache(maxsize=4096)
def _unit(
    unit: Counter, style: Style, at: Point, scale: float, where: str, interactive: bool
) -> tuple[str, str]:
    """Return a counter and its marks; cached, because few change between positions."""
    about = art.describe(unit, style, where)
    counter = art.counter(unit, style, at, scale, about, interactive)
    return counter, art.marks(unit, at, scale, style.stacks == "beside")
