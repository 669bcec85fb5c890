"""A title's style: read from the title's own data, and checked."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
PATTERNS = (
    "", "gravel", "stipple", "dunes", "fields", "fort", "marsh", "waves", "blocks", "scrub",
    "ripples", "tanks", "trench",
)  # fmt: skip
DRAWN = ("hachures", "water", "canal", "channel", "arm", "wadi")
CORNERS = ("round", "cut")
FEATURES = ("", "airfield", "town", "village", "exit", "rotor")
SAMPLES = ("", "numbers", "corners")
GLYPHS = ("", "waves", "missile")
SIGNS = (
    "", "hills", "peaks", "walls", "dunes", "reeds", "star", "houses", "streets", "bastions",
    "waves",
)  # fmt: skip
ROUTES = ("road", "boats", "dashes", "dots")
NUMBERS = ("strength-movement", "strength")
STACKS = ("pile", "beside")
PLACES = ("off", "exited", "eliminated")


@dataclass(frozen=True)
class TerrainStyle:
    """A kind of terrain. If `exact`, it is drawn hex by hex; otherwise its outline is smoothed.

    `said` is the label within a sentence, where that is not the label in lower case: in types of
    units and features, too.
    """

    label: str
    fill: str
    edge: str = ""
    pattern: str = ""
    sign: str = ""  # of a point: one of SIGNS
    exact: bool = False
    high: bool = False  # ridges fall away from it
    water: bool = False
    said: str = ""


@dataclass(frozen=True)
class HexsideStyle:
    """A kind of hexside.

    `drawn` is "hachures" or "water" for each hexside, or a course along several: a ship "canal", a
    "channel", an "arm" of a lake, a "wadi". `said` is told of a hex beside it, if that is not the
    name of the kind.
    """

    label: str
    drawn: str
    said: str = ""


@dataclass(frozen=True)
class PathStyle:
    """A kind of path, or of route: `drawn` is "road", or "boats", "dashes" or "dots" on water."""

    label: str
    dashed: bool = False
    drawn: str = "road"
    bridged: bool = False  # bridges are laid along it


@dataclass(frozen=True)
class SideStyle:
    """The counters of one side; `tint` is the color of its zones on the map."""

    label: str
    fill: str
    ink: str
    rim: str
    tint: str
    corner: str = "round"


@dataclass(frozen=True)
class TypeStyle:
    """A unit type: entity and modifiers of MIL-STD-2525D (ten digits), echelon (two).

    `letters` and `glyph` are drawn at the foot of the symbol's frame, for types that the standard
    lacks. A counter of a `sample` type explains in the legend the number at its foot ("numbers"),
    or those in its four corners ("corners").
    """

    label: str
    symbol: str
    echelon: str = "16"
    letters: str = ""
    glyph: str = ""
    sample: str = ""
    said: str = ""


@dataclass(frozen=True)
class CornerStyle:
    """A number in a corner of a counter: its field in the unit's data, its name, short and full."""

    field: str
    short: str
    name: str


@dataclass(frozen=True)
class GroupStyle:
    """The counters of one nation or division; `of` has the unit data that select it.

    The band with the name has the color `band`, or that of the rest. `caption` is written above its
    slots in a box, `label` is used in descriptions of a unit: both, either or none.
    """

    fill: str
    ink: str
    rim: str
    of: tuple[tuple[str, str], ...]
    band: str = ""
    label: str = ""
    caption: str = ""


@dataclass(frozen=True)
class FeatureStyle:
    """A list in the map's [features]: its name, and its sign on the map if it has one.

    `outside` is the text along an "exit", outside the frame.
    """

    label: str
    drawn: str = ""
    outside: str = ""
    said: str = ""


def in_sentence(look: TerrainStyle | TypeStyle | FeatureStyle) -> str:
    """Return the label of a kind within a sentence; proper names keep their capitals."""
    return look.said or look.label.lower()


@dataclass(frozen=True)
class BoxStyle:
    """A box for the units of a side at a place that is not a hex.

    Without `lines` it has a slot for each unit of the side, in groups; otherwise that many lines.
    """

    place: str
    side: str
    label: str
    lines: int = 0


@dataclass(frozen=True)
class WestStyle:
    """The strip beyond the first column: a canal and the box on its far bank.

    `canal` names the area of the map file, and the list in it, with the hexes along the canal;
    `beyond` is a further hex that it passes.
    """

    title: str
    box: str
    side: str
    fill: str
    canal: tuple[str, str]
    beyond: str = ""
    canal_label: str = ""


@dataclass(frozen=True)
class LabelStyle:
    """Free lettering, centered on a hex; left out if the hex does not have that terrain."""

    text: str
    hex: str
    terrain: str
    size: float = 20.0
    turned: float = 0.0
    dx: float = 0.0
    dy: float = 0.0


@dataclass(frozen=True)
class ScaleStyle:
    """The scale bar: its length in hexes and in reality."""

    hexes: int
    label: str
    note: str = ""


@dataclass(frozen=True, eq=False)  # the key of what is drawn once: itself, not what is in it
class Style:
    """The complete style.

    `Style.of(data)` makes one from a title's data; make it once and reuse it.
    """

    title: str
    terrain: Mapping[str, TerrainStyle]
    sides: Mapping[str, SideStyle]
    types: Mapping[str, TypeStyle]
    subtitle: str = ""
    side_order: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()  # a label a turn
    night: frozenset[int] = frozenset()
    hexsides: Mapping[str, HexsideStyle] = field(default_factory=dict)
    paths: Mapping[str, PathStyle] = field(default_factory=dict)
    formations: Mapping[str, str] = field(default_factory=dict)
    labels: tuple[LabelStyle, ...] = ()
    scale: ScaleStyle | None = None
    west: WestStyle | None = None
    # what a title has beyond that
    numbers: str = "strength-movement"  # what the counters bear
    corners: tuple[CornerStyle, ...] = ()  # of counters with four numbers: upper, lower corners
    stacks: str = "pile"  # how units of one hex lie
    furniture: float = 1.0  # how large all around the map is drawn
    paths_leave: bool = False  # paths that end at the map's edge go on over it
    bridges: bool = False  # drawn where a road crosses water
    compass: str = ""  # the hex with the compass rose
    objective: str = ""  # what an objective hex is called
    entry: str = "Entry hex"
    sure_turns: int = 0  # turns after it come only if the game goes on
    more_turns: str = ""  # what is said of those
    sizes: Mapping[str, str] = field(default_factory=dict)  # size of a unit -> echelon
    groups: Mapping[str, GroupStyle] = field(default_factory=dict)
    features: Mapping[str, FeatureStyle] = field(default_factory=dict)
    boxes: tuple[BoxStyle, ...] = ()

    def is_dark(self, turn: int) -> bool:
        """Whether a turn is a night turn, by its rules or only by its name."""
        named = 0 < turn <= len(self.turns) and self.turns[turn - 1].endswith("night")
        return turn in self.night or named

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Style:
        """Return the style of these data; ValueError names what is wrong in them."""
        given = dict(data)
        _colors("", given)
        for key, kind in (
            ("terrain", TerrainStyle),
            ("hexsides", HexsideStyle),
            ("paths", PathStyle),
            ("sides", SideStyle),
            ("types", TypeStyle),
            ("features", FeatureStyle),
        ):
            table = given.get(key, {})
            if not isinstance(table, Mapping):
                raise ValueError(f"style: {key}: must be a table, not {table!r}")
            given[key] = {name: _made(kind, f"{key}.{name}", table[name]) for name in table}
        labels = given.get("labels", ())
        given["labels"] = tuple(_made(LabelStyle, "labels", label) for label in labels)
        corners = given.get("corners", ())
        given["corners"] = tuple(_made(CornerStyle, "corners", corner) for corner in corners)
        given["boxes"] = tuple(_made(BoxStyle, "boxes", box) for box in given.get("boxes", ()))
        given["groups"] = {
            name: _made(GroupStyle, f"groups.{name}", {**group, "of": _conditions(name, group)})
            for name, group in given.get("groups", {}).items()
        }
        if "scale" in given:
            given["scale"] = _made(ScaleStyle, "scale", given["scale"])
        if "west" in given:
            west = {**given["west"], "canal": tuple(given["west"].get("canal", ("", "")))}
            given["west"] = _made(WestStyle, "west", west)
        given["night"] = frozenset(given.get("night", ()))
        for key in ("turns", "side_order"):
            given[key] = tuple(given.get(key, ()))
        style = _made(cls, "style", given)
        _one_of(PATTERNS, {f"terrain.{k}.pattern": t.pattern for k, t in style.terrain.items()})
        _one_of(SIGNS, {f"terrain.{k}.sign": t.sign for k, t in style.terrain.items()})
        _one_of(ROUTES, {f"paths.{k}.drawn": p.drawn for k, p in style.paths.items()})
        _one_of(DRAWN, {f"hexsides.{k}.drawn": h.drawn for k, h in style.hexsides.items()})
        _one_of(CORNERS, {f"sides.{k}.corner": s.corner for k, s in style.sides.items()})
        _one_of(FEATURES, {f"features.{k}.drawn": f.drawn for k, f in style.features.items()})
        _one_of(GLYPHS, {f"types.{k}.glyph": t.glyph for k, t in style.types.items()})
        _one_of(SAMPLES, {f"types.{k}.sample": t.sample for k, t in style.types.items()})
        _one_of(PLACES, {f"boxes[{k}].place": b.place for k, b in enumerate(style.boxes)})
        _one_of(tuple(style.sides), {f"boxes[{k}].side": b.side for k, b in enumerate(style.boxes)})
        _one_of(NUMBERS, {"numbers": style.numbers})
        _one_of(STACKS, {"stacks": style.stacks})
        return style

    def group_of(self, unit: Mapping[str, Any]) -> str:
        """Return the first group that matches a unit's data, "" if there is none."""
        for name, group in self.groups.items():
            if all(str(unit.get(key)) == value for key, value in group.of):
                return name
        return ""

    def formation_color(self, unit: str) -> str:
        """Return the color of a unit id's formation; the longest match counts."""
        found = [key for key in self.formations if unit == key or unit.startswith(f"{key}-")]
        return self.formations[max(found, key=len)] if found else "#d9d9d0"


# What a field's annotation allows, if it is that of a plain value
_PLAIN = {"str": (str,), "bool": (bool,), "int": (int,), "float": (float, int)}
_CALLED = {str: "a text", bool: "true or false", int: "a whole number", float: "a number"}


def _made(kind: type[T], where: str, values: Mapping[str, Any]) -> T:
    if not isinstance(values, Mapping):
        raise ValueError(f"style: {where}: must be a table, not {values!r}")
    known = {f.name: f for f in dataclasses.fields(kind)}  # type: ignore[arg-type]
    for key, value in values.items():
        if key not in known:
            raise ValueError(f"style: {where}: {key!r} is unknown")
        allowed = _PLAIN.get(str(known[key].type))
        if allowed and type(value) not in allowed:
            raise ValueError(f"style: {where}.{key}: {value!r} is not {_CALLED[allowed[0]]}")
    for name, one in known.items():
        bare = one.default is one.default_factory is dataclasses.MISSING
        if bare and name not in values:
            raise ValueError(f"style: {where}.{name} is missing")
    return kind(**values)


def _conditions(name: str, group: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    given = group.get("of")
    if not isinstance(given, Mapping) or not given:
        raise ValueError(f"style: groups.{name}.of: must say what a unit has, as in {{type = ...}}")
    return tuple((key, str(value)) for key, value in given.items())


_COLORED = ("fill", "edge", "ink", "rim", "tint", "band")


def _colors(where: str, values: Mapping[str, Any]) -> None:
    for key, value in values.items():
        here = f"{where}.{key}".lstrip(".")
        if isinstance(value, Mapping):
            _colors(here, value)
            continue
        colored = where == "formations" or key in _COLORED
        if colored and not (isinstance(value, str) and _COLOR.fullmatch(value)):
            raise ValueError(f"style: {here}: {value!r} is not a #rrggbb color")


def _one_of(known: tuple[str, ...], found: Mapping[str, str]) -> None:
    for where, value in found.items():
        if value not in known:
            choice = ", ".join(filter(None, known))
            raise ValueError(f"style: {where}: {value!r} is not one of {choice}")
