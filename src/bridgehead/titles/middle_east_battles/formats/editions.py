"""The games of Middle East Battles: an edition is one of them, read from `edition.toml`.

An edition says what a game has beside its map, counters, charts and set-up. What the rules ask is
in its switches, which are fields of the board (`records.Switches`). A game's folder may lie
anywhere: `register` of the title's package takes one from outside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import isfinite
from pathlib import Path
from typing import Any

from bridgehead.core.errors import InvalidData
from bridgehead.core.files.bounded_text import read_text, read_toml
from bridgehead.core.maps.hexmap import MapSchema
from bridgehead.core.positions.schema import (
    Each,
    Flag,
    Like,
    Name,
    OneOf,
    Several,
    Table,
    Text,
    Whole,
)
from bridgehead.core.titles.bids import ANY_LEAD, SENTENCES
from bridgehead.core.titles.dataset import named
from bridgehead.core.titles.options import BID
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats import heuristic_weights
from bridgehead.titles.middle_east_battles.records import Switches

FILE = "edition.toml"
DATA = files("bridgehead.titles.middle_east_battles").joinpath("data")
RESERVED = ("dice", "draw", "both")  # ids of no side: who rolls, a draw, `--side both`
FOLDERS = ("suez56", "el_arish67")  # of the package's own games, in `data`
SWITCHES = tuple(Switches.__annotations__)
MARKERS = ("air", "air-b", "guns", "guns-b")  # verbs, airstrikes first
MARKER_NAMES = ("air", "british-air", "french-air", "british-guns", "french-guns")  # decisions.toml
GAME_CASES = (
    "win", "length", "set_up", "exit", "drop", "engineers", "points_of_egypt", "points_of_west",
)  # fmt: skip


@dataclass(frozen=True)
class Side:
    """How sentences name a side."""

    name: str  # "the Anglo-French"
    adjective: str  # "Anglo-French"
    plural: bool = False  # whether the name is a plural: "the Anglo-French win"


@dataclass(frozen=True)
class SetupCode:
    """What a counter's `setup` means: where it is set up, or from when it may come."""

    order: int = 0  # of set-up, 1 first; 0 is not set up
    inside: str = ""  # a feature of the map, and the distance from it
    within: int = 0
    outside: str = ""  # a feature of the map
    near: str = ""  # a hex
    terrain: str = ""
    arrives: int = 0  # game turn, 0 never
    pool: bool = False  # militia [9.4]
    by_side: bool = False  # the counter need not name its entry hexes
    option: str = ""  # the option with which it is in play


@dataclass(frozen=True)
class MapRules:
    """What a map file of the game may have, and what its features are for."""

    terrain: tuple[str, ...]
    features: tuple[str, ...]
    exits: str  # the feature by whose hexes units leave the map [9.10, 10.9]
    hexsides: tuple[str, ...] = ()
    spans: tuple[str, ...] = ()  # lists of hexes by which units enter
    landmarks: Mapping[str, str] = field(default_factory=dict)
    coast: str = ""  # the feature where units land [9.13]
    flights: str = ""  # the feature from where helicopters come [9.12]
    edges: Mapping[str, str] = field(default_factory=dict)  # features by which units enter
    east_column_free: bool = False  # nobody is set up in the last column [10.3]

    @property
    def schema(self) -> MapSchema:
        """The allowed content of map files."""
        return MapSchema(
            terrain=self.terrain,
            hexsides=self.hexsides,
            paths=("road", "trail"),
            entries=(),
            areas={"features": self.features},
            landmarks=dict(self.landmarks),
            spans=self.spans,
            objectives=True,
        )


@dataclass(frozen=True)
class Line:
    """A line of play: a way by road on which a vehicle must be able to drive and leave the map."""

    origin: str
    by_road_from: str  # the first hex of the road
    target: str
    enters: bool  # the origin is an entry hex, and is paid for
    road_steps: int
    points: float


@dataclass(frozen=True, eq=False)
class Edition:
    """One game. Its chart values are in tables.toml, under the name `charts`."""

    folder: Traversable  # with its map, counters, set-up and style
    id: str
    name: str
    about: str
    charts: str
    named_sides: Mapping[str, Side]  # West, Egypt
    switches: Mapping[str, int]
    setup: Mapping[str, SetupCode]
    types: tuple[str, ...]
    map: MapRules
    publisher: str = ""
    year: str = ""
    like: str = ""  # the game whose cases and summaries of rules it has
    own_options: Mapping[str, str] = field(default_factory=dict)
    nations: tuple[str, ...] = ()
    divisions: tuple[str, ...] = ()
    paid_division: str = ""
    carrier: str = ""
    engineers_attack: str = ""
    markers: Mapping[str, str] = field(default_factory=dict)  # verb -> its name in this game
    own_cases: Mapping[str, str] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    terrain_cases: Mapping[str, str] = field(default_factory=dict)  # terrain a map must have
    line: Line | None = None

    @property
    def own(self) -> bool:
        """Whether the game is the package's, with values that the rulebook states."""
        return self.id in OWN

    @cached_property
    def sides(self) -> tuple[str, str]:
        """The ids of West and Egypt."""
        west, egypt = self.named_sides
        return west, egypt

    @cached_property
    def options(self) -> dict[str, str]:
        """The options, and what each does; without bids."""
        return {**self.own_options, **SENTENCES}

    @cached_property
    def cases(self) -> dict[str, str]:
        """The case numbers of all rules in this game."""
        from bridgehead.titles.middle_east_battles.words.cases import CASES

        like = EDITIONS[self.like].cases if self.like else {}
        return {**CASES, **like, **self.own_cases}

    @property
    def stem(self) -> str:
        """The publisher and the year, or what stands for them in a game that has neither."""
        return ", ".join(filter(None, (self.publisher, self.year))) or "your own scenario"

    def text(self, file: str) -> str:
        """Return the text of a file of the game's folder, or the package's if it has none.

        InvalidData says what is wrong with a file from outside.
        """
        own, shared = self.folder.joinpath(file), DATA.joinpath(file)
        if own.is_file():
            return read_text(own, InvalidData) if isinstance(own, Path) else own.read_text("utf-8")
        if not shared.is_file():
            raise InvalidData(f"{own}: is missing: a game from outside has this file")
        return shared.read_text(encoding="utf-8")


# What edition.toml may have

WORD = Like(r"[a-z0-9][a-z0-9_]{0,39}", "lower-case letters, digits and underscores")
WORDS = Several(WORD, 0, 40)
HEX = Like(r"\d{4}", "a hex number of four digits")
SIDE = Table({"name": Text(40), "adjective": Text(40)}, {"plural": Flag()})
SETUP_CODE = Table(
    {},
    {
        "order": Whole(1, 9), "inside": WORD, "within": Whole(0, 99), "outside": WORD, "near": HEX,
        "terrain": WORD, "from": Whole(1, 15), "pool": Flag(), "by_side": Flag(), "option": WORD,
    },
)  # fmt: skip
MAP = Table(
    {"terrain": WORDS, "features": WORDS, "exits": WORD},
    {
        "hexsides": WORDS, "spans": Several(Text(40), 0, 20), "landmarks": Each(Text(80), 20, HEX),
        "coast": WORD, "flights": WORD, "edges": Each(WORD, 4), "east_column_free": Flag(),
    },
)  # fmt: skip


class _Number:
    """A finite number, not a text or a flag."""

    def check(self, value: Any, where: str) -> None:
        if type(value) not in (int, float) or not isfinite(value):
            raise InvalidData(f"[{where}] must be a finite number, not {value!r}")


LINE = Table(
    {
        "origin": HEX, "by_road_from": HEX, "target": HEX, "enters": Flag(),
        "road_steps": Whole(0, 999), "points": _Number(),
    }
)  # fmt: skip
SHAPE = Table(
    {
        "id": Name(), "name": Text(), "about": Text(200), "charts": WORD,
        "sides": Each(SIDE, 2, WORD), "setup": Each(SETUP_CODE, 40), "map": MAP,
        "types": Several(WORD, 1, 40),
        "switches": Table({}, dict.fromkeys(SWITCHES, Whole(0, 99))),
    },
    {
        "system": WORD, "publisher": Text(), "year": Text(), "like": Name(),
        "options": Each(Text(200), 9, WORD), "nations": Several(WORD, 2, 2), "divisions": WORDS,
        "paid_division": WORD, "carrier": Name(), "engineers_attack": WORD,
        "markers": Table({}, dict.fromkeys(MARKERS, OneOf(MARKER_NAMES))),
        "map_check": Table({}, {"terrain": Each(Text(9), 20, WORD), "line": LINE}),
        "cases": Table({}, dict.fromkeys(GAME_CASES, Text(9))),
        "weights": Table({}, dict.fromkeys(heuristic_weights.NAMES, _Number())),
    },
)  # fmt: skip


def read(folder: Traversable) -> Edition:
    """Return the edition of a folder. InvalidData says what is wrong in its edition.toml."""
    path = folder.joinpath(FILE)
    if not path.is_file():
        raise InvalidData(f"{folder}: has no {FILE}, which says what the game is")
    found = read_toml(path.read_text(encoding="utf-8"), str(path), InvalidData)
    with named(str(path)):
        SHAPE.check(found, "")
        _check(found)
    codes = {code: _setup_code(one) for code, one in found["setup"].items()}
    check = found.get("map_check", {})
    plain = ("id", "name", "about", "charts", "publisher", "year", "like", "paid_division",
             "carrier", "engineers_attack", "markers", "weights")  # fmt: skip
    return Edition(
        folder=folder,
        **{key: found[key] for key in plain if key in found},
        named_sides={side: Side(**one) for side, one in found["sides"].items()},
        switches={name: found["switches"].get(name, 0) for name in SWITCHES},
        setup=codes,
        types=tuple(found["types"]),
        nations=tuple(found.get("nations", ())),
        divisions=tuple(found.get("divisions", ())),
        own_options=found.get("options", {}),
        map=_map_rules(found["map"]),
        own_cases=found.get("cases", {}),
        terrain_cases=check.get("terrain", {}),
        line=Line(**check["line"]) if "line" in check else None,
    )


def _map_rules(given: Mapping[str, Any]) -> MapRules:
    found: Any = {key: tuple(one) if isinstance(one, list) else one for key, one in given.items()}
    return MapRules(**found)


def _setup_code(given: Mapping[str, Any]) -> SetupCode:
    return SetupCode(**{"arrives" if key == "from" else key: one for key, one in given.items()})


def _check(found: Mapping[str, Any]) -> None:
    """Raise InvalidData where the parts of an edition contradict each other."""
    _check_sides(found["sides"])
    options = found.get("options", {})
    for option in (ANY_LEAD, BID):
        if option in options:
            raise InvalidData(f"[options.{option}] is an option of every game: leave it out")
    rules, switches = found["map"], found["switches"]
    features = {*rules["features"]}
    asked = {key: rules.get(key, "") for key in ("exits", "coast", "flights")}
    asked |= {f"edges.{name}": feature for name, feature in rules.get("edges", {}).items()}
    for key, feature in asked.items():
        if feature and feature not in features:
            raise InvalidData(f"[map.{key}] {feature} is none of the features")
    for code, one in found["setup"].items():
        for key in ("inside", "outside"):
            if one.get(key, "") not in (*features, ""):
                raise InvalidData(f"[setup.{code}.{key}] {one[key]} is none of [map] features")
        if one.get("terrain", "") not in (*rules["terrain"], ""):
            raise InvalidData(f"[setup.{code}.terrain] {one['terrain']} is none of [map] terrain")
        if one.get("option", "") not in (*options, ""):
            raise InvalidData(f"[setup.{code}.option] {one['option']} is none of the options")
    if not switches.get("edge_entry") and not rules.get("flights"):
        raise InvalidData(
            "[map.flights] is missing: without the switch edge_entry units wait in a box at sea, "
            "and helicopters come from a feature of the map"
        )
    if switches.get("amphibious_from") and not rules.get("coast"):
        raise InvalidData("[map.coast] is missing: the switch amphibious_from needs a coast")
    paid = found.get("paid_division", "")
    if paid not in (*found.get("divisions", ()), ""):
        raise InvalidData(f"[paid_division] {paid} is none of the divisions")
    others = [game for game in EDITIONS if game != found["id"]]
    if "like" in found and found["like"] not in others:
        raise InvalidData(f"[like] must be one of {', '.join(others)}")
    missing = [key for key in GAME_CASES if key not in found.get("cases", {})]
    if missing and "like" not in found:
        raise InvalidData(f"[cases.{missing[0]}] is missing, and there is no `like`")


def _check_sides(sides: Mapping[str, Any]) -> None:
    if len(sides) != 2:
        raise InvalidData("[sides] must be two: first the side that comes onto the map")
    for side in sides:
        if side in RESERVED:
            raise InvalidData(f"[sides.{side}] is no side's id: the program uses {side} itself")
    first, second = sides.values()
    for key in ("name", "adjective"):
        if first[key] == second[key]:
            raise InvalidData(f"[sides] both have the {key} {first[key]}: they must differ")


EDITIONS: dict[str, Edition] = {}
for _folder in FOLDERS:
    _edition = read(DATA.joinpath(_folder))
    EDITIONS[_edition.id] = _edition
OWN = frozenset(EDITIONS)

# [9.2] What one side alone may know until the game is over: what is chosen by a verb, and by whom
SECRET_VERBS = {"continue": st.WEST}


def add(folder: Path) -> Edition:
    """Read the edition of a folder from outside, and list it with the others.

    InvalidData says what is wrong in it.
    """
    edition = read(folder)
    if edition.id in OWN:
        raise InvalidData(f"{folder / FILE}: [id] {edition.id} is a game of the package")
    known = EDITIONS.get(edition.id)
    if known is not None and known.folder != folder:
        raise InvalidData(f"{folder / FILE}: [id] {edition.id} is the game in {known.folder}")
    EDITIONS[edition.id] = edition
    return edition


def remove(edition: Edition) -> None:
    """Take an edition from outside off the list."""
    del EDITIONS[edition.id]
