"""The allowed content of map files of October War, and the package's map."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from bridgehead.core.maps.pointmap import PointMap, PointSchema, parse_points
from bridgehead.titles.october_war import state as st

TERRAIN = ("open", "rough", "pass", "mountain", "desert", "marsh", "objective", "town", "city",
           "arab_fort", "israeli_fort_sinai", "israeli_fort_golan", "lake", "red_sea")  # fmt: skip
RESERVES = ("israeli-reserve", "egyptian-reserve", "syrian-reserve")
SCHEMA = PointSchema(
    terrain=TERRAIN,
    features=st.FEATURES,
    routes=st.ROUTES[:4],
    controls=("israel", "arab", "none"),
    theaters=st.THEATERS,
    reserves=RESERVES,
)


@cache
def own_map(game: str = "october-war") -> PointMap:
    """Return the package's map."""
    path = files("bridgehead.titles.october_war").joinpath("data/map.toml")
    return parse_points(path.read_text(encoding="utf-8"), SCHEMA, source="map.toml")
