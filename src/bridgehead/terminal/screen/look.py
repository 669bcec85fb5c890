"""The look of a title in a terminal: signs, colors, short words.

They stand in its `data/terminal.toml`. What is missing there follows from its style: terrain has
the first letter and the color of the picture, the sides are blue and brown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, get_type_hints

from bridgehead.core.errors import InvalidData
from bridgehead.core.titles.games import game_info


class Terrain(NamedTuple):
    """A kind of terrain: its sign, its color, and its word in the list of signs."""

    sign: str
    color: str
    word: str = ""
    plain: bool = False  # on the smallest map its sign gives way to a road's
    strong: bool = False  # the sign is bold
    water: bool = False  # drawn as waves


class Place(NamedTuple):
    """Something in a hex besides its terrain: a sign, and its word in the list of signs."""

    sign: str
    word: str
    name_only: bool = False  # no rule asks for it: strong terrain is shown instead


class Hexside(NamedTuple):
    """A kind of hexside: its word, whether it is closed to units, its color if not water's."""

    word: str = ""
    closed: bool = False
    color: str = ""
    by_night: str = ""


class SideLook(NamedTuple):
    """The colors of texts about a side; fill, letters and brackets of its units."""

    text: str
    fill: str
    letters: str
    brackets: str
    ink: str = ""  # of what is written on light terrain, on maps of points


class TypeWords(NamedTuple):
    """A unit type: the letter that tells units of one name apart, and a word."""

    letter: str
    word: str


UNKNOWN = Terrain("?", "#dddddd")
PLACES = {"places": {"objective": {"sign": "*", "word": "objective"}}}
SIDES = (  # of a game's first and second side, if the title says nothing else
    SideLook("#8ab8ff", "#1d4f9e", "#ffffff", "[]", "#0b3c8c"),
    SideLook("#f2c46d", "#6b3f0e", "#ffe9b8", "()", "#8c1c0b"),
)
WATER_SIDE = Hexside()


@dataclass(frozen=True, eq=False)
class TerminalLook:
    """The look of a game. The order of terrain and places counts."""

    terrain: Mapping[str, Terrain]
    sides: Mapping[str, SideLook]
    places: Mapping[str, Place] = field(default_factory=dict)
    hexsides: Mapping[str, Hexside] = field(default_factory=dict)
    nations: Mapping[str, SideLook] = field(default_factory=dict)  # if not like their side's
    types: Mapping[str, TypeWords] = field(default_factory=dict)
    mobilities: Mapping[str, str] = field(default_factory=dict)  # in words
    theaters: Mapping[str, str] = field(default_factory=dict)  # the color between the points
    short_names: Mapping[str, str] = field(default_factory=dict)  # of points

    def ground(self, kind: str) -> Terrain:
        """Return the look of a kind of terrain, also of an unknown one."""
        return self.terrain.get(kind, UNKNOWN)

    def words_of(self, kind: str) -> TypeWords:
        """Return the letter and the word of a unit type, also of one that is not named."""
        return self.types.get(kind) or TypeWords(kind[:1], kind[:3])

    def hexside(self, kind: str) -> Hexside:
        """Return the look of a kind of hexside; those that are not named are water."""
        return self.hexsides.get(kind, WATER_SIDE)


KINDS: Mapping[str, Any] = {
    "terrain": Terrain, "sides": SideLook, "places": Place, "hexsides": Hexside,
    "nations": SideLook, "types": TypeWords,
}  # fmt: skip
WORDS = ("mobilities", "theaters", "short_names")  # tables of texts
COLORS = frozenset(("color", "by_night", "text", "fill", "letters", "ink"))
COLOR = re.compile(r"#[0-9a-fA-F]{6}")


def _entry(key: str, told: object, where: str) -> Any:
    """Return an entry of a table as its kind. InvalidData names the place and the reason."""
    if key in WORDS:
        _check(told, str, "color" if key == "theaters" else "", where)
        return told
    kind = KINDS[key]
    fields = get_type_hints(kind)
    if not isinstance(told, dict):
        raise InvalidData(f"{where}: must be a table with {', '.join(fields)}")
    if unknown := [name for name in told if name not in fields]:
        raise InvalidData(f"{where}.{unknown[0]}: must be one of {', '.join(fields)}")
    for name in fields:
        if name not in told and name not in kind._field_defaults:
            raise InvalidData(f"{where}.{name}: is missing")
    for name, value in told.items():
        _check(value, fields[name], "color" if name in COLORS else name, f"{where}.{name}")
    return kind(**told)


def _check(value: object, wanted: type, field: str, where: str) -> None:
    if type(value) is not wanted:
        raise InvalidData(f"{where}: must be {'true or false' if wanted is bool else 'a text'}")
    if field == "color" and value and not COLOR.fullmatch(str(value)):
        raise InvalidData(f"{where}: {value!r} is not a color such as #1d4f9e")
    if field == "sign" and len(str(value)) != 1:
        raise InvalidData(f"{where}: {value!r} must be one character")
    if field == "brackets" and len(str(value)) != len("[]"):
        raise InvalidData(f"{where}: {value!r} must be two characters such as []")


@lru_cache(maxsize=16)
def terminal_look(game_id: str) -> TerminalLook:
    """Return the look of a game. InvalidData says what is wrong in `data/terminal.toml`."""
    info = game_info(game_id)
    file = f"{info.title_object.package}: data/terminal.toml"
    given = {"terrain": {}, "sides": {}, **PLACES, **info.title_object.terminal_look}
    for key, table in given.items():
        if key not in (*KINDS, *WORDS):
            raise InvalidData(f"{file}, {key}: must be one of {', '.join((*KINDS, *WORDS))}")
        if not isinstance(table, dict):
            raise InvalidData(f"{file}, {key}: must be a table")
        given[key] = {
            name: _entry(key, told, f"{file}, {key}.{name}") for name, told in table.items()
        }
    for kind, drawn in info.title_object.style(game_id)["terrain"].items():
        if kind not in given["terrain"]:
            label, water = drawn["label"].lower(), drawn.get("water", False)
            given["terrain"][kind] = Terrain(label[:1], drawn["fill"], label, water=water)
    given["sides"] = dict(zip(info.sides, SIDES, strict=True)) | given["sides"]
    return TerminalLook(**given)
