"""A small game on hexes, as `bridgehead new-title` makes it.

Two sides move on a map of twenty hexes. Whoever holds the hill when the game ends has won. A die
after each turn may end it early. Change one thing after the other; docs/adding-a-title.md says
what each file is for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from bridgehead.core.maps.hexmap import HexMap, MapSchema, parse_map
from bridgehead.core.positions.position import Game
from bridgehead.core.positions.schema import Like, Name, OneOf, Several, Table, Text, Whole
from bridgehead.core.titles.dataset import DataRules, DataSet
from bridgehead.core.titles.games import GameInfo, register
from bridgehead.core.titles.title import HexTitle
from bridgehead.titles.skeleton.records import ID, MAX_UNITS, SIDES, TITLE

FILES = ("map.toml", "units.toml")
SCHEMA = MapSchema(
    terrain=("clear", "hill", "lake"), hexsides=(), paths=(), entries=(), areas={}, objectives=True
)

# What units.toml may say of a counter; errors name the place
UNIT = Table(
    {
        "id": Name(), "name": Text(24), "side": OneOf(SIDES), "type": OneOf(("infantry", "armor")),
        "strength": Whole(0, 9), "movement": Whole(1, 1),
        "hex": Like(r"\d{4}", "a hex number of four digits"),
    }
)  # fmt: skip
SHAPES = {"units.toml": Table({"unit": Several(UNIT, 2, MAX_UNITS)})}


class SkeletonTitle(HexTitle):
    """What the rest of the program knows of this title: most members are modules with fixed names.

    `core.titles.title` says which there are. One that is missing is refused in words.
    """

    map_check = None  # there is no more to check of a map file than its form


def text_of(file: str) -> str:
    """Return the text of a data file."""
    return files(__name__).joinpath("data", file).read_text(encoding="utf-8")


def read_map(text: str, source: str) -> HexMap:
    """Return a map from its text."""
    return parse_map(text, SCHEMA, source)


@cache
def own_map() -> HexMap:
    """Return the game's own map."""
    return read_map(text_of("map.toml"), "map.toml")


def make(options: frozenset[str], data: DataSet) -> Game:
    """Make the game."""
    from bridgehead.titles.skeleton.game import Skeleton

    del options
    return Skeleton(data)


OPTIONS: Mapping[str, str] = {}  # option -> what it does
INFO = GameInfo(
    id=ID,
    title=TITLE,
    title_object=SkeletonTitle(),
    edition="made up",
    sides=SIDES,
    options=dict(OPTIONS),
    about="Two sides want the same hill; at most six turns.",
    reconstructed="",
    make=make,
    data=DataRules(
        files=FILES,
        own_text=text_of,
        own_map=own_map,
        parse_map=read_map,
        shapes=lambda: SHAPES,
        games=(ID,),
    ),
)
register(INFO)
