"""Overlays on the map: hexes to choose, zones of control, the line of communications, night."""

from __future__ import annotations

from functools import lru_cache

from bridgehead.core.maps.hexmap import HexMap
from bridgehead.render.hexes.geometry import Box, Ground, Same, curve, rect
from bridgehead.render.hexes.scene import Scene
from bridgehead.render.markup import described, num, path, polygon, tooltip
from bridgehead.render.style import Style, in_sentence

NIGHT = "#101f66"
NIGHT_OPACITY = 0.33

# fill, its opacity, outline, its width, dashes
_LOOKS = {
    "reachable": ("#ffffff", 0.42, "#0f7a4f", 2.6, None),
    "path": ("#8fc4ff", 0.75, "#12448c", 2.6, "7 3"),
    "target": ("#e02b20", 0.3, "#a3110a", 4.2, None),
    "attacker": ("#f4a016", 0.34, "#8a4b00", 3.4, "10 3"),
    "selected": ("#ffe14a", 0.5, "#1a1a1a", 4.2, None),
}


def definitions(scene: Scene) -> str:
    """Return the hatchings of the zones of control, a different one for each side."""
    out = []
    for k, name in enumerate(scene.sides()):
        tint = scene.style.sides[name].tint
        lines = "M0 0v9" if k % 2 == 0 else "M0 0v9M4.500 0v9"
        out.append(
            f'<pattern id="zone-{name}" patternUnits="userSpaceOnUse" width="9" height="9" '
            f'patternTransform="rotate({45 if k % 2 == 0 else -45})">'
            f'<path d="{lines}" stroke="{tint}" stroke-width="{2.6 if k % 2 == 0 else 1.2}"/>'
            "</pattern>"
        )
    return "".join(out)


def highlights(ground: Ground, scene: Scene) -> list[str]:
    """Return the highlighted hexes, filled and outlined by kind."""
    out = []
    order = list(_LOOKS)
    for number, kind in sorted(scene.highlights.items(), key=lambda kv: (order.index(kv[1]), kv)):
        fill, opacity, edge, wide, dashes = _LOOKS[kind]
        out.append(
            path(
                polygon(ground.outline(number, inset=wide / 2 + 0.6)),
                fill=fill,
                fill_opacity=opacity,
                stroke=edge,
                stroke_width=wide,
                stroke_dasharray=dashes,
                stroke_linejoin="round",
                data_highlight=number,
                data_kind=kind,
            )
        )
    return out


def zones(ground: Ground, scene: Scene) -> list[str]:
    """Return the zones of control, hatched, with an outline around each side's whole zone."""
    out = []
    for name, hexes in scene.zones.items():
        tint = scene.style.sides[name].tint
        cells = [(int(number[:2]), int(number[2:])) for number in hexes]
        d = ground.area(cells, smooth=False)
        out.append(
            f'<g data-zone="{name}">{path(d, fill=f"url(#zone-{name})", fill_opacity=0.5)}'
            f"{path(d, fill='none', stroke=tint, stroke_width=2.4, stroke_dasharray='9 4')}</g>"
        )
    return out


def line(ground: Ground, scene: Scene) -> list[str]:
    """Return the line of communications, with a bead on each of its hexes."""
    if len(scene.line) < 2:
        return []
    points = [ground.centers[number] for number in scene.line]
    d = curve(points)
    wide = (("#ffffff", 15.0, 0.75), ("#6a1b9a", 10.0, 0.75), ("#e7c6f5", 2.2, 1.0))
    out = [
        path(d, stroke=color, stroke_width=size, stroke_opacity=opacity)
        for color, size, opacity in wide
    ]
    beads = "".join(f"M{num(x)} {num(y)}h.01" for x, y in points)
    out.append(path(beads, stroke="#ffffff", stroke_width=11.0))
    out.append(path(beads, stroke="#6a1b9a", stroke_width=7.0))
    return [f'<g fill="none" stroke-linecap="round" data-line="">{"".join(out)}</g>']


def night(box: Box) -> str:
    """Return the darkening of the map at night."""
    return rect(box, NIGHT, fill_opacity=NIGHT_OPACITY, pointer_events="none")


def hexes(ground: Ground, style: Style, interactive: bool = False) -> list[str]:
    """Return every hex: its outline, a description, its number as data."""
    out = []
    for number, (x, y) in ground.centers.items():
        kind = ground.hexmap.terrain_of(number)
        text = describe_hex(ground.hexmap, style, number)
        out.append(
            f'<use id="hex-{number}" class="hex" data-hex="{number}" data-terrain="{kind}" '
            f'href="#hexagon" x="{num(x)}" y="{num(y)}"{described(text, interactive)}>'
            f"{tooltip(text)}</use>"
        )
    return out


def describe_hex(hexmap: HexMap, style: Style, number: str) -> str:
    """Return a description of a hex: "0910, Chinese Farm, road, trail"."""
    kind = hexmap.terrain_of(number)
    label = style.terrain[kind].label if kind in style.terrain else kind
    parts = [number, label]
    name = hexmap.names.get(number) or hexmap.objectives.get(number)
    if name and name.casefold() != label.casefold():
        parts.insert(1, name)
    parts.extend(_beside(hexmap, style).get(number, ()))
    return ", ".join(parts)


def _beside(hexmap: HexMap, style: Style) -> dict[str, list[str]]:
    return _in_hexes(Same(hexmap), style)


@lru_cache(maxsize=16)
def _in_hexes(same: Same[HexMap], style: Style) -> dict[str, list[str]]:
    """Return the contents of each hex besides its terrain, in words."""
    hexmap = same.map
    found: dict[str, list[str]] = {}
    areas = hexmap.areas.get("features", {})
    for feature, look in style.features.items():
        for number in areas.get(feature, ()):
            found.setdefault(number, []).append(in_sentence(look))
    for number in hexmap.objectives if style.objective else ():
        found.setdefault(number, []).append(style.objective.lower())
    for way in hexmap.paths:
        label = style.paths[way].label.lower() if way in style.paths else way
        for number in hexmap.on_path(way):
            found.setdefault(number, []).append(label)
    said: dict[str, dict[str, set[str]]] = {}
    for kind, sides in hexmap.hexsides.items():
        word = (kind in style.hexsides and style.hexsides[kind].said) or kind.replace("_", " ")
        for a, b in sides:
            for number, other in ((a, b), (b, a)):
                said.setdefault(number, {}).setdefault(word, set()).add(other)
    for number, words in said.items():
        for word, others in words.items():
            found.setdefault(number, []).append(f"{word} toward {' '.join(sorted(others))}")
    entries = {letter: (number,) for letter, number in hexmap.entries.items()} | hexmap.spans
    for letter, hexes in entries.items():
        for number in hexes:
            found.setdefault(number, []).append(f"entry {letter}")
    return found
