"""Pictures of hex games: a map and its counters as SVG, and as PNG.

A title says what its pictures look like in plain data; this package draws, and knows no title.
What a picture shows is a `Scene`: a map, counters, what is marked.

    look = render.style_of(game.id)                      # the title's colors, symbols and words
    scene = render.position_scene(game.map, look, units, position.to_dict(), in_play=ids)
    text = render.svg(scene, embed_fonts=True)           # a file that is opened on its own
    data = render.png(text, width=1600)                  # PNG bytes

`units` are the entries of the title's units.toml, `ids` the units of this game (without them an
optional unit shows only where the position names it). A map without counters, as
`bridgehead map draw FILE` draws it, is `render.map_scene(hexmap, look)`.

For a screen: `parts=frozenset()` draws the map alone; `highlights={"0910": "target"}` (kinds in
`HIGHLIGHTS`), `zones={"egypt": hexes}` and `line=[...]` lay things over it. In the SVG each hex
is `<use id="hex-0910" data-hex="0910">`, each unit `<g id="unit-16-4" data-unit="16-4">` with
`data-place`, each mark `data-mark` and `data-of`, each layer `<g id="layer-NAME">`: terrain,
ridges, features (where there are any), paths, night, hexes, zones, highlights, line, numbers,
names, boxes, entries, units, marks. Units and marks come last and stand alone.

A page shows `svg(scene, interactive=True)` once, so that hexes and units have names of their own,
and then replaces what `layers(scene, interactive=True)` returns: the groups that change from
position to position, by name. The night's colors are rules of style that count where the root
`<svg>` has the class "night". What stays is drawn once for each map and `Style`, so keep both.

`view_picture(game, view, viewer)` draws a view of any title.

A title whose units stand on points is drawn by `render.points`: `points_svg`, `points_layers` and
`displays` take its map, its `PointStyle`, its counters and a view.
"""

from bridgehead.render.hexes.overlays import describe_hex
from bridgehead.render.hexes.scene import (
    HIGHLIGHTS,
    MARKS,
    PARTS,
    Counter,
    Scene,
    counters_of,
    map_scene,
    position_scene,
)
from bridgehead.render.hexes.sheet import layers, svg
from bridgehead.render.picture import font_files, png
from bridgehead.render.points import PointStyle, displays, points_layers, points_svg
from bridgehead.render.style import Style
from bridgehead.render.title_styles import point_style_of, style_of, view_picture

__all__ = [
    "HIGHLIGHTS",
    "MARKS",
    "PARTS",
    "Counter",
    "PointStyle",
    "Scene",
    "Style",
    "counters_of",
    "describe_hex",
    "displays",
    "font_files",
    "layers",
    "map_scene",
    "png",
    "point_style_of",
    "points_layers",
    "points_svg",
    "position_scene",
    "style_of",
    "svg",
    "view_picture",
]
