"""Pictures of titles whose units move from point to point.

    from bridgehead.render.points import PointStyle, displays, points_layers, points_svg

    look = PointStyle.of(title.style(game.id), title.points_style(game.id))
    text = points_svg(game.map, look, game.counters, position.view("israel"), "sinai",
                      viewer="israel")

Of a view it reads "units" (id -> place), "hidden" (place -> count), "control" and "bridges"
(point -> side), "battle" and what the displays show: turn, side, phase, points, ew, barrage,
casualties, air_master, event, pool and the like. What a view does not name is not drawn.

In the SVG each point and reserve area is `<g id="hex-deversoir" data-hex="deversoir" x y>`, each
counter `<g id="unit-14-armor" data-unit data-side data-place data-hex>`, counters lying face down
`<g class="face-down" data-hidden=SIDE data-hex data-count>`, the number of a pile
`<g class="count" data-hex data-count>`, an opened stack's box `data-open`, boxes of the displays
`data-box="ready-egypt"`. Layers are `<g id="layer-NAME">`: ground, paths, bands, features,
control, line, highlights, names, hexes, units, marks, open (the stack spread out, with its
counters in it). The themes are rules of style: the root has the class "points", and "dark" for
the dark one.
"""

from bridgehead.render.points.look import PointStyle
from bridgehead.render.points.scene import HIGHLIGHTS, PARTS, PointScene, scene_of
from bridgehead.render.points.sheet import displays, draw, points_layers, points_svg

__all__ = [
    "HIGHLIGHTS",
    "PARTS",
    "PointScene",
    "PointStyle",
    "displays",
    "draw",
    "points_layers",
    "points_svg",
    "scene_of",
]
