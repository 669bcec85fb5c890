"""The whole picture of a title with points, and the layers that change between views."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Unpack

from bridgehead.core.maps.pointmap import PointMap
from bridgehead.core.words.grammar import capital, with_verb
from bridgehead.render.hexes.geometry import Box
from bridgehead.render.markup import FONT, attrs, group, num, tooltip, words, xy
from bridgehead.render.picture import font_faces
from bridgehead.render.points import legend, overlays, pieces, scenery, signs, stacks
from bridgehead.render.points.displays import WIDTH, Displays
from bridgehead.render.points.ground import Ground, ground_of
from bridgehead.render.points.look import PointStyle
from bridgehead.render.points.routes import bridges, routes
from bridgehead.render.points.scene import PointScene, Shown, pieces_of, scene_of
from bridgehead.render.points.theme import rules

MARGIN = 28.0
HEADER = 104.0


def points_svg(
    pointmap: PointMap,
    look: PointStyle,
    counters: Iterable[Mapping[str, Any]],
    view: Mapping[str, Any],
    theater: str = "both",
    *,
    interactive: bool = False,
    embed_fonts: bool = False,
    **shown: Unpack[Shown],
) -> str:
    """Return the picture of a view as SVG text.

    `counters` are the title's, one mapping each; `view` is `position.view(side)`, `viewer` that
    side if the view does not name it. `theater` is "both" or the id of one.

    `open_at` is a place whose counters are spread out beside it, `path` the places of the last
    move, `battle` the point of the battle (by default the view's own), `highlights` place -> kind,
    as for hex titles. `theme` is "light" or "dark"; `parts` says what is around the map: "header",
    "panel" (the displays) and "legend". ValueError for an unknown place or word.
    """
    scene = scene_of(pointmap, look, counters, view, theater=theater, **shown)
    return draw(scene, interactive=interactive, embed_fonts=embed_fonts)


def points_layers(
    pointmap: PointMap,
    look: PointStyle,
    counters: Iterable[Mapping[str, Any]],
    view: Mapping[str, Any],
    theater: str = "both",
    *,
    interactive: bool = True,
    **shown: Unpack[Shown],
) -> dict[str, str]:
    """Return the groups that change between views, as in `points_svg`.

    The keys are "control", "line", "highlights", "units", "marks" and "open", whose groups have the
    ids `layer-control` and so on, and, if `parts` has them, "panel" and "header", whose groups have
    these ids. Everything else stays, with the same map, look, theater and parts.
    """
    given: Shown = {"parts": frozenset(), **shown}
    scene = scene_of(pointmap, look, counters, view, theater=theater, **given)
    return _changing(scene, ground_of(pointmap, scene.theaters), interactive)[0]


def displays(
    view: Mapping[str, Any],
    look: PointStyle,
    counters: Iterable[Mapping[str, Any]],
    *,
    theme: str = "light",
    interactive: bool = False,
    embed_fonts: bool = False,
) -> str:
    """Return the displays off the map as a separate SVG, one column 420 units wide.

    A page shows it at any width: `<svg id="displays">` has a viewBox and no size.
    """
    column = Displays(look, pieces_of(look, counters, view), view, (0.0, 0.0), interactive)
    column.fill()
    margin = 10.0
    box = Box(-margin, -margin, WIDTH + 2 * margin, column.y + 2 * margin)
    root = _root(box, theme, interactive, sized=False)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="displays"{root}>'
        f"{_definitions(look, embed_fonts)}"
        f'<rect{_at(box)} class="paper"/>{"".join(column.out)}</svg>'
    )


def draw(scene: PointScene, *, interactive: bool = False, embed_fonts: bool = False) -> str:
    """Return the picture of a scene."""
    ground = ground_of(scene.pointmap, scene.theaters)
    changing, lowest = _changing(scene, ground, interactive)
    frame = ground.frame
    bare = not scene.parts
    wide = _width(scene, frame)
    bottom = frame.bottom
    strip = ""
    if "legend" in scene.parts:
        strip, high = legend.strip(scene, ground, frame.x, bottom + 16, frame.width)
        bottom += high + 16
    bottom = max(bottom, lowest)
    edge = 0.0 if bare else MARGIN
    top = -edge - (HEADER if "header" in scene.parts else 0.0)
    box = Box(-edge, top, wide + 2 * edge, bottom - top + edge)
    look = scene.look
    fixed = _fixed(ground, look)
    title = tooltip(f"{look.style.title}, map and counters")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{_root(box, scene.theme, interactive)}>{title}'
        f"{_definitions(look, embed_fonts)}"
        f'<rect{_at(box)} class="paper"/>{fixed}'
        f"{changing['control']}{changing['line']}{changing['highlights']}"
        f"{_names(ground, look)}{_areas(ground, look, interactive)}"
        f"{changing.get('panel', '')}{changing.get('header', '')}{strip}"
        f"{changing['units']}{changing['marks']}{changing['open']}</svg>"
    )


def _root(box: Box, theme: str, interactive: bool, sized: bool = True) -> str:
    return attrs(
        class_="points" + (" dark" if theme == "dark" else ""),
        viewBox=f"{num(box.x)} {num(box.y)} {num(box.width)} {num(box.height)}",
        width=box.width if sized else None,
        height=box.height if sized else None,
        role="group" if interactive else "img",
        font_family=FONT,
    )


def _at(box: Box) -> str:
    return attrs(x=float(box.x), y=float(box.y), width=float(box.width), height=float(box.height))


def _width(scene: PointScene, frame: Box) -> float:
    if "panel" not in scene.parts:
        return frame.width
    return frame.width + MARGIN + WIDTH * scene.look.style.furniture


@lru_cache(maxsize=16)
def _fixed(ground: Ground, look: PointStyle) -> str:
    """Return the constant part of the picture: the ground, routes, signs."""
    rims = "".join(
        f'<rect{_at(box)} fill="none" class="rim" stroke-width="3"/>' for _, box in ground.sheets
    )
    return (
        group("ground", [scenery.scenery(ground, look)])
        + group("paths", [scenery.ways_out(ground), routes(ground, look)])
        + group("bands", [scenery.bands(ground, look)])
        + group("features", [signs.signs(ground, look)])
        + rims
    )


@lru_cache(maxsize=16)
def _names(ground: Ground, look: PointStyle) -> str:
    halo = {"class_": "name", "paint_order": "stroke", "stroke_width": 4.5}
    drawn = signs.names(ground, look)
    return group("names", drawn, stroke_linejoin="round", pointer_events="none", **halo)


@lru_cache(maxsize=16)
def _areas(ground: Ground, look: PointStyle, interactive: bool) -> str:
    return group("hexes", signs.hexes(ground, look, interactive))


def _changing(scene: PointScene, ground: Ground, interactive: bool) -> tuple[dict[str, str], float]:
    """Return the groups that change, and the y of the displays' lower end."""
    silent = {"pointer_events": "none"}
    given = scene.view.get("bridges", {})
    spans = bridges(ground, scene.look, given) if isinstance(given, Mapping) else []
    drawn = stacks.draw(scene, ground, interactive)
    groups = {
        "control": group("control", spans + overlays.control(scene, ground), **silent),
        "line": group("line", overlays.line(scene, ground), **silent),
        "highlights": group("highlights", overlays.highlights(scene, ground), **silent),
        "units": group("units", drawn.units),
        "marks": group("marks", drawn.marks, **silent),
        "open": group("open", drawn.opened),
    }
    lowest = 0.0
    frame = ground.frame
    if "panel" in scene.parts:
        large = scene.look.style.furniture
        column = Displays(scene.look, scene.pieces, scene.view, (0.0, 0.0), interactive)
        column.fill()
        place = f"translate({xy((frame.right + MARGIN, 0.0))}) scale({large:g})"
        groups["panel"] = f'<g id="panel" transform="{place}">{"".join(column.out)}</g>'
        lowest = column.y * large
    if "header" in scene.parts:
        groups["header"] = _header(scene, _width(scene, frame))
    return groups, lowest


def _header(scene: PointScene, width: float) -> str:
    style = scene.look.style
    y = -HEADER + 56
    out = [words((0, y), style.title.upper(), 60, bold=True, anchor="start", spacing=3,
                 extra=' class="red"')]  # fmt: skip
    out.append(words((2, y + 30), style.subtitle, 22, anchor="start", extra=' class="ink"'))
    turn = int(scene.view.get("turn", 1))
    date = style.turns[turn - 1] if 0 < turn <= len(style.turns) else ""
    text = f"Turn {turn}" + (f" · {date}" if date else "")
    out.append(words((width, y - 4), text, 34, bold=True, anchor="end", extra=' class="ink"'))
    side = style.sides.get(str(scene.view.get("side", "")))
    said = " · ".join(filter(None, (side.label if side else "", str(scene.view.get("phase", "")))))
    result = scene.view.get("result")
    if isinstance(result, Mapping):
        winner = style.sides.get(str(result.get("winner")))
        said = capital(with_verb(winner.label, "has", "have")) + " won" if winner else "A draw"
    out.append(words((width, y + 28), said, 22, anchor="end", extra=' class="ink"'))
    return f'<g id="header">{"".join(out)}</g>'


@lru_cache(maxsize=8)
def _definitions(look: PointStyle, embed: bool) -> str:
    """Return the definitions of every counter and pattern, and the CSS rules of both themes."""
    style = look.style
    kinds = frozenset((kind, size) for kind in style.types for size in ("", *style.sizes))
    fonts = font_faces() if embed else ""
    return (
        f"<defs><style>{fonts}{rules(look)}</style>{scenery.patterns()}{overlays.arrow()}"
        f"{pieces.definitions(look, kinds)}</defs>"
    )
