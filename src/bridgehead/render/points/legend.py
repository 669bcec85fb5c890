"""The legend of a map of points, in a strip below it."""

from __future__ import annotations

from bridgehead.core.words.grammar import subject
from bridgehead.render.hexes.counters import symbol_name
from bridgehead.render.markup import attrs, width_of, words, wrapped, xy
from bridgehead.render.points import pieces as art
from bridgehead.render.points.ground import Ground
from bridgehead.render.points.overlays import flag
from bridgehead.render.points.routes import bridge, stroked
from bridgehead.render.points.scene import Piece, PointScene
from bridgehead.render.points.signs import sign

_CELL = 58.0


def strip(
    scene: PointScene, ground: Ground, left: float, top: float, width: float
) -> tuple[str, float]:
    """Return the legend and its height."""
    out: list[str] = []
    items = _terrain(scene, ground) + _signs(scene) + _symbols(scene)
    x, y = left, top + 10.0
    for drawn, label, scale in items:
        wide = 62.0 + width_of(label, 17) + 26.0
        if x > left and x + wide > left + width:
            x, y = left, y + _CELL
        place = f"translate({xy((x + 28, y + 26))}) scale({scale:g})"
        out.append(f'<g transform="{place}">{drawn}</g>')
        out.append(words((x + 60, y + 32), label, 17, anchor="start", extra=' class="ink"'))
        x += wide
    y += _CELL + 16
    text = " ".join(scene.pointmap.reconstructed.split())
    for k, line in enumerate(wrapped(f"{scene.pointmap.name}. {text}", 15, width)):
        out.append(words((left, y + 19 * k), line, 15, anchor="start", extra=' class="muted"'))
        high = y + 19 * k
    return f'<g id="legend"{attrs(class_="legend")}>{"".join(out)}</g>', high + 12 - top


def _terrain(scene: PointScene, ground: Ground) -> list[tuple[str, str, float]]:
    there = {point.terrain for point in ground.points}
    found, style = [], scene.look.style
    for kind, look in style.terrain.items():
        if look.sign == "star" and kind in there:
            label = f"{look.label} of"
            for side in scene.look.objectives.values():
                told = f"{label} {subject(style.sides[side].label)}"
                found.append((sign(look.sign, kind, side), told, 0.52))
                label = "of"
        elif kind in there:
            found.append((sign(look.sign, kind), look.label, 0.6))
    kinds = {route.kind for route in ground.routes}
    for kind, path in style.paths.items():
        if kind in kinds:
            drawn = stroked("M-26 0H26", path.drawn)
            found.append((f'<g fill="none">{drawn}</g>', path.label, 1.0))
    return found


def _signs(scene: PointScene) -> list[tuple[str, str, float]]:
    found = []
    for side in scene.look.style.side_order:
        colors = scene.look.style.sides[side]
        taken = f'<g transform="translate(28 46)">{flag(colors.tint)}</g>'
        found.append((taken, f"Taken: {colors.label}", 0.8))
    side = scene.look.style.side_order[-1]
    found.append((bridge(scene.look.style.sides[side].tint), "Bridge", 0.7))
    down = art.hidden(side, 3, scene.look, "", "", (0.0, 0.0), 1.0).replace(' data-hex=""', "")
    found.append((down, "Hidden counters", 0.8))
    found.append(('<use href="#mark-moved"/>', "Moved", 1.3))
    found.append(('<use href="#mark-fought"/>', "Fought", 1.3))
    return found


def _symbols(scene: PointScene) -> list[tuple[str, str, float]]:
    """Return the symbols of the types in use, and the meaning of a counter's numbers."""
    look = scene.look
    kinds: dict[str, tuple[str, str]] = {}
    for unit in scene.pieces:
        if not unit.air:
            kinds.setdefault(unit.type, art.kind_of(unit))
    found = []
    for name, type_ in look.style.types.items():
        if name in kinds:
            letters = look.letters.get(name, "")
            text = words((0, 5), letters, 12, bold=True, fill="#1a1a1a") if letters else ""
            drawn = f'<use href="#{symbol_name(kinds[name])}" y="1"/>{text}'
            found.append((drawn, type_.label, 1.35))
    sample = next((u for u in scene.pieces if u.bracket is not None), None)
    if sample:
        found.append((art.face_of(sample, look), "strength [against armor, or in attack]", 0.95))
    hq = next((unit for unit in scene.pieces if unit.hq is not None), None)
    if hq:
        found.append((art.face_of(hq, look), "headquarters: shift in a circle", 0.95))
    found += _qualities(scene)
    return found


def _qualities(scene: PointScene) -> list[tuple[str, str, float]]:
    found = []
    tests = (("star: elite", "elite"), ("wings: airmobile", "airmobile"))
    for label, quality in tests:
        unit: Piece | None = next((u for u in scene.pieces if getattr(u, quality)), None)
        if unit:
            found.append((art.face_of(unit, scene.look), label, 0.95))
    return found
