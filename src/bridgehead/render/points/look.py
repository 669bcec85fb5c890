"""The style of pictures with points, in addition to a title's `Style`: plain data, checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bridgehead.core.maps.pointmap import Point as MapPoint
from bridgehead.render.markup import Point
from bridgehead.render.style import Style

SCENERY = ("farmland", "massif", "lake", "dunes")
COURSES = ("channel", "border")
GROUNDS = ("desert", "upland")
LETTERING = ("water", "canal", "land", "line")


@dataclass(frozen=True)
class Shape:
    """A piece of scenery, which no rule uses."""

    theater: str
    kind: str
    shape: tuple[Point, ...]


@dataclass(frozen=True)
class Lettering:
    """Free lettering; `x` and `y` are the middle of its baseline on the theater's canvas."""

    theater: str
    text: str
    x: float
    y: float
    size: float
    kind: str
    turned: float = 0.0


@dataclass(frozen=True)
class Course:
    """The look of a line in the map file's scenery: "channel" or "border"."""

    drawn: str
    width: float


@dataclass(frozen=True)
class Counted:
    """A number that each stock has: its field in a view, its name in full and in short forms.

    `label` is for pictures, `column` for tables in a terminal, `head` for a narrow one there.
    """

    field: str
    name: str
    label: str
    column: str
    head: str = ""


@dataclass(frozen=True)
class DisplaysStyle:
    """The displays off the map: keys as in views, labels as shown, in this order."""

    counted: tuple[Counted, ...] = ()  # what each stock has
    stocks: Mapping[str, str] = field(default_factory=dict)
    theaters: Mapping[str, str] = field(default_factory=dict)
    missions: Mapping[str, str] = field(default_factory=dict)
    strikes: Mapping[str, str] = field(default_factory=dict)  # type of counter -> on its chip
    kinds: Mapping[str, str] = field(default_factory=dict)  # of strikes, as in actions
    air_boxes: Mapping[str, str] = field(default_factory=dict)
    boxes: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)  # field of a view -> what it means
    guests: str = ""  # the stock in whose air boxes allied strikes lie
    others: str = ""  # the counters of no stock

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> DisplaysStyle:
        """Return the style made from data."""
        counted = tuple(Counted(**one) for one in given.get("counted", ()))
        return cls(**{**given, "counted": counted})


@dataclass(frozen=True, eq=False)  # the key of what is drawn once: itself
class PointStyle:
    """The complete style: `style` as for hex titles, the rest for points.

    Make it once and reuse it.
    """

    style: Style
    letters: Mapping[str, str] = field(default_factory=dict)  # type -> in its symbol's middle
    short: Mapping[str, str] = field(default_factory=dict)  # counter -> what its band says
    drop: frozenset[str] = frozenset()  # words of an id that the band leaves out
    dark: Mapping[str, str] = field(default_factory=dict)  # terrain -> its color in the dark
    features: Mapping[str, str] = field(default_factory=dict)  # feature -> in words
    ground: Mapping[str, str] = field(default_factory=dict)  # theater -> desert or upland
    compass: Mapping[str, Point] = field(default_factory=dict)  # theater -> where it stands
    objectives: Mapping[str, str] = field(default_factory=dict)  # feature -> whose objective
    dark_tints: Mapping[str, str] = field(default_factory=dict)  # side -> its tint in the dark
    courses: Mapping[str, Course] = field(default_factory=dict)  # of the map file's scenery
    displays: DisplaysStyle = field(default_factory=DisplaysStyle)
    scenery: tuple[Shape, ...] = ()
    labels: tuple[Lettering, ...] = ()
    income: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # stock -> by turn
    casualty_limit: Mapping[str, int] = field(default_factory=dict)  # stock -> above it, lost
    events: Mapping[str, str] = field(default_factory=dict)  # event -> its name
    event_sides: Mapping[str, str] = field(default_factory=dict)  # event -> whose it is
    pools: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # side -> at the start

    @classmethod
    def of(cls, style: Mapping[str, Any], points: Mapping[str, Any]) -> PointStyle:
        """Return the style made from a title's `style()` and `points_style()`.

        ValueError names what is wrong in them.
        """
        shapes = tuple(
            Shape(s["theater"], s["kind"], tuple((float(x), float(y)) for x, y in s["shape"]))
            for s in points.get("scenery", ())
        )
        labels = tuple(Lettering(**label) for label in points.get("labels", ()))
        compass = points.get("compass", {})
        courses = {name: Course(**given) for name, given in points.get("courses", {}).items()}
        _known("scenery", (shape.kind for shape in shapes), SCENERY)
        _known("labels", (label.kind for label in labels), LETTERING)
        _known("courses", (course.drawn for course in courses.values()), COURSES)
        _known("ground", points.get("ground", {}).values(), GROUNDS)
        return cls(
            style=Style.of(style),
            letters=points.get("letters", {}),
            short=points.get("short", {}),
            drop=frozenset(points.get("drop", {}).get("words", ())),
            dark=points.get("dark", {}),
            features=points.get("features", {}),
            ground=points.get("ground", {}),
            objectives=points.get("objectives", {}),
            dark_tints=points.get("dark_tints", {}),
            compass={name: (float(x), float(y)) for name, (x, y) in compass.items()},
            courses=courses,
            displays=DisplaysStyle.of(points.get("displays", {})),
            scenery=shapes,
            labels=labels,
            income={stock: tuple(row) for stock, row in points.get("income", {}).items()},
            casualty_limit=points.get("casualty_limit", {}),
            events=points.get("events", {}),
            event_sides=points.get("event_sides", {}),
            pools={side: tuple(ids) for side, ids in points.get("pools", {}).items()},
        )

    def wanted(self, point: MapPoint) -> str:
        """Return the side whose objective a point is, "" if it is nobody's."""
        sides = (side for feature, side in self.objectives.items() if feature in point.features)
        return next(sides, "")

    def short_name(self, unit: str) -> str:
        """Return the text in a counter's band: the id without its kind and nation."""
        if unit in self.short:
            return self.short[unit]
        return " ".join(word for word in unit.split("-") if word not in self.drop).upper()


def _known(where: str, words: Iterable[str], known: tuple[str, ...]) -> None:
    for word in words:
        if word not in known:
            raise ValueError(f"style: {where}: {word!r} is not one of {', '.join(known)}")
