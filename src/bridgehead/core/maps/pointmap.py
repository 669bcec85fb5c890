"""Maps of points and routes: the theaters of a title whose units move from point to point.

A map file names its theaters, their points (terrain, features, controlling side, drawn position),
the routes by kind, and the reserve areas off the map. The title defines the kinds in a
`PointSchema`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bridgehead.core.errors import InvalidMap
from bridgehead.core.files.bounded_text import read_toml, shown


@dataclass(frozen=True)
class PointSchema:
    """The allowed content of a title's map files."""

    terrain: tuple[str, ...]
    features: tuple[str, ...]
    routes: tuple[str, ...]  # kinds of routes; the tables of routes are named "<theater>_<kind>"
    controls: tuple[str, ...]  # the sides that may control a point
    theaters: tuple[str, ...]
    reserves: tuple[str, ...]  # ids of the required reserve areas


@dataclass(frozen=True)
class Point:
    """A point: its position and its features."""

    id: str
    name: str
    theater: str
    terrain: str
    control: str
    x: float
    y: float
    label: str  # the side on which its name is written: n, ne, e, …
    features: frozenset[str]
    status: str  # "stated", "inferred" or "reconstructed"


@dataclass(frozen=True)
class Route:
    """A connection between two points."""

    a: str
    b: str
    kind: str
    theater: str


@dataclass(frozen=True)
class Reserve:
    """An area off the map, one step from each of its edge points."""

    id: str
    name: str
    side: str
    rect: Mapping[str, tuple[float, float, float, float]]  # by theater: x, y, width, height
    edges: Mapping[str, tuple[str, ...]]  # by theater


@dataclass(frozen=True)
class Theater:
    """One of the map sheets."""

    id: str
    name: str
    width: float
    height: float


@dataclass(frozen=True)
class PointMap:
    """A map that was read and checked."""

    name: str
    text: str
    reconstructed: str
    theaters: tuple[Theater, ...]
    points: tuple[Point, ...]  # in file order
    routes: tuple[Route, ...]
    reserves: tuple[Reserve, ...]
    scenery: Mapping[str, Mapping[str, Any]]
    stated: Mapping[str, Any]
    source: str = field(default="map", compare=False)

    @property
    def digest(self) -> str:
        """SHA-256 of the map's text: maps with the same digest are the same."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def point(self, id_: str) -> Point:
        """Return a point by its id; KeyError if there is none."""
        return {point.id: point for point in self.points}[id_]


def parse_points(text: str, schema: PointSchema, source: str = "map") -> PointMap:
    """Read a map from its text; `source` names it in errors."""
    return _Reader(text, schema, source).read()


class _Reader:
    """One pass over one file; all errors are raised by `refuse`."""

    def __init__(self, text: str, schema: PointSchema, source: str) -> None:
        self.text, self.schema, self.source = text, schema, source

    def refuse(self, key: str, reason: str) -> InvalidMap:
        return InvalidMap(f"{self.source}: [{key}] {reason}")

    def read(self) -> PointMap:
        data = read_toml(self.text, self.source, InvalidMap)
        about = self._table(data, "map", {})
        theaters = tuple(self._theater(data, id_) for id_ in self.schema.theaters)
        points = tuple(
            self._point(theater.id, given)
            for theater in theaters
            for given in self._list(self._table(data, "points"), theater.id, "points")
        )
        ids = set()
        for point in points:
            if point.id in ids:
                raise self.refuse("points", f"{shown(point.id)} appears twice")
            ids.add(point.id)
        homes = {point.id: point.theater for point in points}
        return PointMap(
            name=str(about.get("name", Path(self.source).stem)),
            text=self.text,
            reconstructed=str(about.get("reconstructed", "")),
            theaters=theaters,
            points=points,
            routes=tuple(self._routes(self._table(data, "routes"), homes)),
            reserves=self._reserves(data.get("reserve", []), homes),
            scenery=self._table(data, "scenery", {}),
            stated=self._table(data, "stated", {}),
            source=self.source,
        )

    def _table(self, data: Any, key: str, default: Any = None) -> Any:
        value = data.get(key, default)
        if not isinstance(value, dict):
            raise self.refuse(key, "is missing" if value is None else "must be a table")
        return value

    def _list(self, table: Any, key: str, where: str) -> list[Any]:
        value = table.get(key)
        if not isinstance(value, list):
            raise self.refuse(f"{where}.{key}", "must be a list")
        return value

    def _theater(self, data: Any, id_: str) -> Theater:
        table = self._table(self._table(data, "theater"), id_)
        sizes = [self._number(f"theater.{id_}", table, key) for key in ("width", "height")]
        return Theater(id_, str(table.get("name", id_)), *sizes)

    def _number(self, where: str, table: Any, key: str) -> float:
        value = table.get(key)
        return self._finite(where, key, value)

    def _finite(self, where: str, key: str, value: Any) -> float:
        if type(value) not in (int, float) or not -10000 < value < 100000:
            raise self.refuse(where, f"{key} must be a number, not {shown(value)}")
        return float(value)

    def _texts(self, where: str, table: Any, key: str) -> list[str]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise self.refuse(where, f"{key} must be a list of strings, not {shown(value)}")
        return value

    def _point(self, theater: str, given: Any) -> Point:
        if not isinstance(given, dict) or not isinstance(given.get("id"), str):
            raise self.refuse(f"points.{theater}", f"a point has an id: {shown(given)}")
        where = f"points.{given['id'][:40]}"
        self._one_of(where, "terrain", given.get("terrain"), self.schema.terrain)
        self._one_of(where, "control", given.get("control"), self.schema.controls)
        features = self._texts(where, given, "features")
        for feature in features:
            self._one_of(where, "features", feature, self.schema.features)
        return Point(
            id=given["id"],
            name=str(given.get("name", given["id"])),
            theater=theater,
            terrain=given["terrain"],
            control=given["control"],
            x=self._number(where, given, "x"),
            y=self._number(where, given, "y"),
            label=str(given.get("label", "s")),
            features=frozenset(features),
            status=str(given.get("status", "")),
        )

    def _one_of(self, where: str, what: str, value: Any, known: tuple[str, ...]) -> None:
        if not isinstance(value, str) or value not in known:
            raise self.refuse(
                where, f"{what} {shown(value)} is unknown; there are {', '.join(known)}"
            )

    def _routes(self, table: Any, homes: Mapping[str, str]) -> list[Route]:
        found, seen = [], set()
        for key in table:
            theater, _, kind = key.partition("_")
            self._one_of(f"routes.{key}", "theater", theater, self.schema.theaters)
            self._one_of(f"routes.{key}", "kind", kind, self.schema.routes)
            for line in self._list(table, key, "routes"):
                ends = str(line).split()
                if len(ends) != 2 or any(homes.get(end) != theater for end in ends):
                    raise self.refuse(
                        f"routes.{key}", f"{shown(line)} must be two points of {theater}"
                    )
                if ends[0] == ends[1] or frozenset(ends) in seen:
                    raise self.refuse(f"routes.{key}", f"{shown(line)} is not a new route")
                seen.add(frozenset(ends))
                found.append(Route(ends[0], ends[1], kind, theater))
        return found

    def _reserves(self, given: Any, homes: Mapping[str, str]) -> tuple[Reserve, ...]:
        found = {}
        for table in given if isinstance(given, list) else []:
            if not isinstance(table, dict):
                raise self.refuse("reserve", f"must be a table, not {shown(table)}")
            id_ = table.get("id")
            self._one_of("reserve", "id", id_, self.schema.reserves)
            assert isinstance(id_, str)
            where = f"reserve.{id_}"
            self._one_of(where, "side", table.get("side"), self.schema.controls)
            edges, rect = {}, {}
            near = self._table(table, "edges")
            for theater in near:
                self._one_of(where, "theater", theater, self.schema.theaters)
                edges[theater] = tuple(self._texts(where, near, theater))
                for point in edges[theater]:
                    if homes.get(point) != theater:
                        raise self.refuse(where, f"{shown(point)} is not a point of {theater}")
            for key, four in self._table(table, "rect", {}).items():
                if not isinstance(four, list) or len(four) != 4:
                    raise self.refuse(where, f"rect must be four numbers, not {shown(four)}")
                rect[key] = tuple(self._finite(where, "rect", number) for number in four)
            found[id_] = Reserve(id_, str(table.get("name", id_)), table["side"],
                                 rect, edges)  # type: ignore[arg-type]  # fmt: skip
        for id_ in self.schema.reserves:
            if id_ not in found:
                raise self.refuse("reserve", f"reserve area {id_!r} is missing")
        return tuple(found[id_] for id_ in self.schema.reserves)
