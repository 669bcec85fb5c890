"""The look of a title in a terminal: signs, colors, short words.

They stand in its `data/terminal.toml`. What is missing there follows from its style: terrain has
the first letter and the color of the picture, the sides are blue and brown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, get_type_hints

from bridgehead.core.errors import InvalidData
from bridgehead.core.positions.schema import Each, Flag, Like, Shape, Table, Text
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


MOST = 1000  # entries of a table
TEXT = Text()
COLOR = Like("(#[0-9a-fA-F]{6})?", "a color such as #1d4f9e")
SHAPES: Mapping[str, Shape] = {  # of fields that are more than a text or a flag
    "sign": Like(".", "one character"),
    "brackets": Like("..", "two characters such as []"),
    **dict.fromkeys(("color", "by_night", "text", "fill", "letters", "ink"), COLOR),
}
KINDS: Mapping[str, Any] = {
    "terrain": Terrain, "sides": SideLook, "places": Place, "hexsides": Hexside,
    "nations": SideLook, "types": TypeWords,
}  # fmt: skip


def _shape(kind: Any) -> Table:
    """Return the shape of a table from which an object of this kind is made."""
    fields = {
        name: SHAPES.get(name, Flag() if given is bool else TEXT)
        for name, given in get_type_hints(kind).items()
    }
    allowed = {name: fields.pop(name) for name in kind._field_defaults}
    return Table(fields, allowed)


FILE = Table(
    {},
    {
        **{key: Each(_shape(kind), MOST) for key, kind in KINDS.items()},
        "mobilities": Each(TEXT, MOST),
        "theaters": Each(COLOR, MOST),
        "short_names": Each(TEXT, MOST),
    },
)


@lru_cache(maxsize=16)
def terminal_look(game_id: str) -> TerminalLook:
    """Return the look of a game. InvalidData says what is wrong in `data/terminal.toml`."""
    info = game_info(game_id)
    given = {"terrain": {}, "sides": {}, **PLACES, **info.title_object.terminal_look}
    try:
        FILE.check(given, "")
    except InvalidData as error:
        package = info.title_object.package
        raise InvalidData(f"{package}: data/terminal.toml: {error}") from None
    for key, kind in KINDS.items():
        if key in given:
            given[key] = {name: kind(**told) for name, told in given[key].items()}
    for kind, drawn in info.title_object.style(game_id)["terrain"].items():
        if kind not in given["terrain"]:
            label, water = drawn["label"].lower(), drawn.get("water", False)
            given["terrain"][kind] = Terrain(label[:1], drawn["fill"], label, water=water)
    given["sides"] = dict(zip(info.sides, SIDES, strict=True)) | given["sides"]
    return TerminalLook(**given)
