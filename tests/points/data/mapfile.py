"""The small map of points, and what its files may hold."""

from __future__ import annotations

from bridgehead.core.maps.pointmap import PointMap, PointSchema, parse_points

SCHEMA = PointSchema(
    terrain=("open", "city"),
    features=("bank", "pass"),
    routes=("road", "red_sea"),
    controls=("red", "blue", "none"),
    theaters=("north", "south"),
    reserves=("red-reserve",),
)
TEXT = """
[map]
name = "Small"
reconstructed = "all of it"

[theater.north]
name = "North"
width = 100
height = 100

[theater.south]
name = "South"
width = 100
height = 100

[points]
north = [
  { id = "a", terrain = "city", control = "red", x = 1, y = 1, features = ["bank"] },
  { id = "b", terrain = "open", control = "blue", x = 2, y = 1 },
  { id = "c", terrain = "open", control = "none", x = 3, y = 1 },
]
south = [
  { id = "d", terrain = "open", control = "red", x = 1, y = 1 },
  { id = "e", terrain = "open", control = "red", x = 2, y = 1 },
]

[routes]
north_road = ["a b", "b c"]
south_road = ["d e"]

[[reserve]]
id = "red-reserve"
name = "Red Reserve"
side = "red"
edges = { north = ["a"], south = ["d", "e"] }
"""


def own_map(game: str = "") -> PointMap:
    """Return the package's own map."""
    del game
    return parse_points(TEXT, SCHEMA, source="small.toml")
