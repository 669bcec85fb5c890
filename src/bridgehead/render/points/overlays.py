"""Overlays on the map: control, the last move's path, the battle, points to choose."""

from __future__ import annotations

from bridgehead.render.markup import path, xy
from bridgehead.render.points.ground import Ground
from bridgehead.render.points.routes import way
from bridgehead.render.points.scene import PointScene

# fill, its opacity, outline, its width, dashes
_LOOKS = {
    "reachable": ("#ffffff", 0.42, "#0f7a4f", 5.0, None),
    "path": ("#8fc4ff", 0.7, "#12448c", 5.0, "9 4"),
    "target": ("#e02b20", 0.34, "#a3110a", 6.0, None),
    "attacker": ("#f4a016", 0.4, "#8a4b00", 5.0, "12 4"),
    "selected": ("#ffe14a", 0.6, "#1a1a1a", 5.0, None),
}
RING = 45.0
_BURST = (
    "M0 -70L14 -47L33 -62L37 -38L62 -38L50 -16L70 0L50 15L64 38L38 37L34 62L14 47L0 70L-14 47"
    "L-34 62L-38 37L-64 38L-50 15L-70 0L-50 -16L-62 -38L-37 -38L-33 -62L-14 -47Z"
)


def control(scene: PointScene, ground: Ground) -> list[str]:
    """Return rings and flags in a side's color for points whose control has changed."""
    start = {p.id: p.control for p in scene.pointmap.points}
    out = []
    for place, side in scene.view.get("control", {}).items():
        if place not in ground.centers or start.get(place) == side:
            continue
        colors = scene.look.style.sides.get(side)
        tint = colors.tint if colors else "#6e6a60"
        ring = f'<circle r="{RING}" fill="none" stroke="#fffdf4" stroke-width="9"/>'
        ring += f'<circle r="{RING}" fill="none" stroke="{tint}" stroke-width="5.500"/>'
        out.append(
            f'<g transform="translate({xy(ground.centers[place])})" data-control="{place}" '
            f'data-of="{side}">{ring}{flag(tint)}</g>'
        )
    return out


def flag(color: str) -> str:
    """Return a flag at the upper left of a point."""
    cloth = path("M-38 -62h26l-6 8l6 8h-26z", fill=color, stroke="#fffdf4", stroke_width=1.4)
    return path("M-38 -64V-26", stroke="#1a1a1a", stroke_width=3) + cloth


def highlights(scene: PointScene, ground: Ground) -> list[str]:
    """Return the highlighted points, filled and outlined by kind."""
    out = []
    order = list(_LOOKS)
    for place, kind in sorted(scene.highlights.items(), key=lambda kv: (order.index(kv[1]), kv)):
        if place not in ground.centers:
            continue
        fill, opacity, edge, wide, dashes = _LOOKS[kind]
        look = (
            f'fill="{fill}" fill-opacity="{opacity}" stroke="{edge}" stroke-width="{wide}"'
            + (f' stroke-dasharray="{dashes}"' if dashes else "")
            + f' data-highlight="{place}" data-kind="{kind}"'
        )
        if place in ground.home:
            band = ground.home[place]
            out.append(
                f'<rect x="{band.x:g}" y="{band.y:g}" width="{band.width:g}" '
                f'height="{band.height:g}" rx="7" {look}/>'
            )
        else:
            x, y = ground.centers[place]
            out.append(f'<circle cx="{x:g}" cy="{y:g}" r="{RING}" {look}/>')
    return out


def line(scene: PointScene, ground: Ground) -> list[str]:
    """Return the path of the last move, and the present battle."""
    out = []
    points = [ground.centers[place] for place in scene.path if place in ground.centers]
    d, tip = way(points, 56.0), way(points[-2:], 34.0)
    if d:
        common = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "butt"}
        out.append(
            '<g data-way="">'
            + path(d, stroke="#ffffff", stroke_width=17, stroke_opacity=0.85, **common)
            + path(d, stroke="#12448c", stroke_width=11, **common)
            + path(d, stroke="#8fc4ff", stroke_width=3, stroke_dasharray="2 9", **common)
            + path(
                tip, stroke="none", fill="none", marker_end="url(#points-arrow)", stroke_width=11
            )
            + "</g>"
        )
    if scene.battle in ground.centers:
        burst = path(_BURST, fill="#f6b21b", stroke="#7d2114", stroke_width=4,
                     stroke_linejoin="round")  # fmt: skip
        burst += path(_BURST, fill="#e0452b", transform="scale(.8)")
        at = xy(ground.centers[scene.battle])
        out.append(f'<g transform="translate({at})" data-battle="{scene.battle}">{burst}</g>')
    return out


def arrow() -> str:
    """Return the definition of the arrowhead of a path."""
    return (
        '<marker id="points-arrow" orient="auto" markerUnits="userSpaceOnUse" markerWidth="40" '
        'markerHeight="40" refX="34" refY="20" viewBox="0 0 40 40">'
        '<path d="M4 4L34 20L4 36Z" fill="#12448c" stroke="#ffffff" stroke-width="3"/></marker>'
    )
