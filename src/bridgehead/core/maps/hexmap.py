"""Hex maps as TOML files: read, checked line by line, and rejected with a reason.

A map file has a grid, the terrain of hexes, features of hexsides, roads and trails from hex to hex,
names and entry hexes. The kinds of terrain, hexside and path are defined by the title in a
`MapSchema`. A hex that the file does not name is `clear`. A map whose north is not at the top of
the sheet says so before its first table: `north = "left"`.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from bridgehead.core.errors import InvalidMap
from bridgehead.core.files.bounded_text import read_text, read_toml, shown
from bridgehead.core.maps.grid import Grid, parse_hex_number

Hexside = tuple[str, str]  # its two hexes, the lower number first

NORTHS = ("top", "right", "bottom", "left")  # the edge of the sheet at which north is


@dataclass(frozen=True)
class MapSchema:
    """The allowed content of a title's map files."""

    terrain: tuple[str, ...]
    hexsides: tuple[str, ...]
    paths: tuple[str, ...]
    entries: tuple[str, ...]  # names in [entries], each of one hex
    areas: dict[str, tuple[str, ...]]  # table name -> its keys, each a list of hexes
    landmarks: dict[str, str] = field(default_factory=dict)  # hexes that must exist, and why
    spans: tuple[str, ...] = ()  # more names in [entries], each with a list of hexes
    objectives: bool = False  # whether there are objectives, hex = "name"

    def tables(self) -> frozenset[str]:
        """Return the names of the tables that a map file of this title may have."""
        own = ("map", "grid", "terrain", "hexsides", "paths", "names", "path_names", "entries")
        objectives = ("objectives",) if self.objectives else ()
        return frozenset((*own, "stated", *objectives, *self.areas))


@dataclass(frozen=True)
class HexMap:
    """A map that was read and checked."""

    name: str
    text: str  # the whole file, so that a record can contain it
    reconstructed: str  # a sentence about reconstructed parts, "" if there are none
    grid: Grid
    terrain: dict[str, str]  # only hexes that are not clear
    hexsides: dict[str, frozenset[Hexside]]
    paths: dict[str, tuple[tuple[str, ...], ...]]
    names: dict[str, str]  # hex -> name
    path_names: dict[str, Hexside]  # name -> the two ends, in the file's order
    entries: dict[str, str]
    areas: dict[str, dict[str, tuple[str, ...]]]
    stated: dict[str, Any]
    spans: dict[str, tuple[str, ...]] = field(default_factory=dict)
    objectives: dict[str, str] = field(default_factory=dict)  # hex -> name
    north: str = "top"  # one of NORTHS
    source: str = field(default="map", compare=False)  # its name in errors

    @property
    def digest(self) -> str:
        """SHA-256 of the map's text: maps with the same digest are the same."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def terrain_of(self, number: str) -> str:
        """Return the terrain of a hex."""
        return self.terrain.get(number, "clear")

    def path_steps(self, kind: str) -> frozenset[Hexside]:
        """Return the hexsides that a path of this kind ("road", "trail") crosses."""
        return frozenset(
            hexside(a, b) for path in self.paths.get(kind, ()) for a, b in itertools.pairwise(path)
        )

    def on_path(self, kind: str) -> frozenset[str]:
        """Return the hexes that a path of this kind runs through."""
        return frozenset(number for path in self.paths.get(kind, ()) for number in path)


def hexside(a: str, b: str) -> Hexside:
    """Return the standard name of the hexside between two hexes."""
    return (a, b) if a < b else (b, a)


def load_map(path: Path, schema: MapSchema) -> HexMap:
    """Read a map file. InvalidMap names the file, the key and the reason."""
    return parse_map(read_text(path, InvalidMap), schema, source=str(path))


def parse_map(text: str, schema: MapSchema, source: str = "map") -> HexMap:
    """Read a map from its text; `source` names it in errors."""
    return _MapReader(text, schema, source).read()


class _MapReader:
    """One pass over one file; all errors are raised by `refuse`."""

    def __init__(self, text: str, schema: MapSchema, source: str) -> None:
        self.text = text
        self.schema = schema
        self.source = source
        self.grid = Grid((1, 1), (1, 1))

    def refuse(self, key: str, reason: str) -> InvalidMap:
        return InvalidMap(f"{self.source}{self._line_of(key)}: [{key}] {reason}")

    def _line_of(self, key: str) -> str:
        """Return `:12` for the line that sets the last part of a key, "" if it is not found."""
        table, _, name = key.partition(".")
        here = ""
        for number, line in enumerate(self.text.splitlines(), start=1):
            stripped = line.strip()
            if stripped.startswith("["):
                here = stripped[1:].split("]")[0].strip()
                if here == table and not name:
                    return f":{number}"
            elif here == table and name and stripped.split("=")[0].strip().strip('"') == name:
                return f":{number}"
        return ""

    def read(self) -> HexMap:
        data = read_toml(self.text, self.source, InvalidMap)
        north = self._north(data.pop("north", "top"))
        for table in data:
            if table not in self.schema.tables():
                known = ", ".join(sorted(self.schema.tables()))
                raise self.refuse(table, f"is unknown; a map has {known}")
            if not isinstance(data[table], dict):
                raise self.refuse(table, "must be a table")
        about = data.get("map", {})
        self.grid = self._grid(data)
        entries = data.get("entries", {})
        found = HexMap(
            name=self._text("map.name", about.get("name", Path(self.source).stem)),
            text=self.text,
            reconstructed=self._text("map.reconstructed", about.get("reconstructed", "")),
            grid=self.grid,
            terrain=self._terrain(data.get("terrain", {})),
            hexsides=self._hexsides(data.get("hexsides", {})),
            paths=self._paths(data.get("paths", {})),
            names=self._names("names", data.get("names", {})),
            path_names=self._path_names(data.get("path_names", {})),
            entries=self._entries(entries),
            areas={area: self._area(area, data.get(area, {})) for area in self.schema.areas},
            stated=data.get("stated", {}),
            spans={name: self._span(name, entries[name]) for name in self.schema.spans},
            objectives=self._names("objectives", data.get("objectives", {})),
            north=north,
            source=self.source,
        )
        for number, why in self.schema.landmarks.items():
            if number not in self.grid:
                raise self.refuse("grid", f"{number} must be on the map: {why}")
        return found

    def _north(self, value: object) -> str:
        if not isinstance(value, str) or value not in NORTHS:
            raise self.refuse("north", f"must be one of {', '.join(NORTHS)}, not {shown(value)}")
        return value

    def _grid(self, data: dict[str, Any]) -> Grid:
        table = data.get("grid")
        if table is None:
            raise self.refuse("grid", "is missing")
        ranges = {}
        for key in ("columns", "rows"):
            value = table.get(key)
            sound = (
                isinstance(value, list)
                and len(value) == 2
                and all(type(n) is int and 0 <= n <= 99 for n in value)
                and value[0] <= value[1]
            )
            if not sound:
                raise self.refuse(f"grid.{key}", "must be two numbers, first and last, as [1, 17]")
            ranges[key] = (value[0], value[1])
        shifted = table.get("shifted_down", "even")
        if shifted not in ("even", "odd"):
            raise self.refuse("grid.shifted_down", f'must be "even" or "odd", not {shown(shifted)}')
        for key in table:
            if key not in ("columns", "rows", "shifted_down", "absent"):
                raise self.refuse(f"grid.{key}", "is unknown")
        self.grid = Grid(ranges["columns"], ranges["rows"], shifted)
        absent = frozenset(self._hexes("grid.absent", table.get("absent", "")))
        return Grid(ranges["columns"], ranges["rows"], shifted, absent)

    def _hex(self, key: str, number: str) -> str:
        try:
            parse_hex_number(number)
        except ValueError as error:
            raise self.refuse(key, str(error)) from error
        if number not in self.grid:
            raise self.refuse(key, f"{number} is not on the grid")
        return number

    def _text(self, key: str, value: object) -> str:
        if not isinstance(value, str):
            raise self.refuse(key, f"must be a string, not {shown(value)}")
        return value

    def _words(self, key: str, value: object) -> list[str]:
        if not isinstance(value, str):
            raise self.refuse(key, f"must be hex numbers in a string, not {shown(value)}")
        return value.split()

    def _hexes(self, key: str, value: object) -> list[str]:
        return [self._hex(key, number) for number in self._words(key, value)]

    def _known(self, table: str, given: dict[str, Any], kinds: tuple[str, ...]) -> Iterator[str]:
        for kind in given:
            if kind not in kinds:
                raise self.refuse(f"{table}.{kind}", f"is unknown; there are {', '.join(kinds)}")
            yield kind

    def _terrain(self, table: dict[str, Any]) -> dict[str, str]:
        terrain: dict[str, str] = {}
        for kind in self._known("terrain", table, self.schema.terrain):
            for number in self._hexes(f"terrain.{kind}", table[kind]):
                if number in terrain:
                    twice = f"{number} is already {terrain[number]}: a hex has one terrain"
                    raise self.refuse(f"terrain.{kind}", twice)
                terrain[number] = kind
        return {number: kind for number, kind in terrain.items() if kind != "clear"}

    def _hexsides(self, table: dict[str, Any]) -> dict[str, frozenset[Hexside]]:
        found: dict[str, frozenset[Hexside]] = dict.fromkeys(self.schema.hexsides, frozenset())
        for kind in self._known("hexsides", table, self.schema.hexsides):
            key = f"hexsides.{kind}"
            sides = set()
            for word in self._words(key, table[kind]):
                a, slash, b = word.partition("/")
                if not slash:
                    raise self.refuse(
                        key, f"{shown(word)} is not a hexside: write two hexes, as in 1509/1609"
                    )
                self._adjacent(key, self._hex(key, a), self._hex(key, b))
                sides.add(hexside(a, b))
            found[kind] = frozenset(sides)
        return found

    def _adjacent(self, key: str, a: str, b: str) -> None:
        if self.grid.direction(a, b) is None:
            raise self.refuse(key, f"{a} and {b} do not share a hexside")

    def _paths(self, table: dict[str, Any]) -> dict[str, tuple[tuple[str, ...], ...]]:
        found: dict[str, tuple[tuple[str, ...], ...]] = dict.fromkeys(self.schema.paths, ())
        for kind in self._known("paths", table, self.schema.paths):
            key = f"paths.{kind}"
            if not isinstance(table[kind], list):
                raise self.refuse(key, "must be a list of strings, one per path")
            paths = []
            for line in cast(list[object], table[kind]):
                path = tuple(self._hexes(key, line))
                if len(path) < 2:
                    raise self.refuse(key, f"{shown(line)} has fewer than two hexes")
                for a, b in itertools.pairwise(path):
                    self._adjacent(key, a, b)
                paths.append(path)
            found[kind] = tuple(paths)
        return found

    def _path_names(self, table: dict[str, Any]) -> dict[str, Hexside]:
        found = {}
        for name, value in table.items():
            ends = self._hexes(f"path_names.{name}", value)
            if len(ends) != 2:
                raise self.refuse(f"path_names.{name}", "must be the two end hexes of a path")
            found[name] = (ends[0], ends[1])
        return found

    def _names(self, table: str, given: dict[str, Any]) -> dict[str, str]:
        return {
            self._hex(f"{table}.{number}", number): self._text(f"{table}.{number}", name)
            for number, name in given.items()
        }

    def _entries(self, table: dict[str, Any]) -> dict[str, str]:
        """Return the hexes of single-hex entries; also check that all spans are present."""
        found = {}
        for name in self._known("entries", table, (*self.schema.entries, *self.schema.spans)):
            if name in self.schema.spans:
                continue
            if not isinstance(table[name], str):
                raise self.refuse(f"entries.{name}", "must be one hex number in a string")
            found[name] = self._hex(f"entries.{name}", table[name])
        for name in self.schema.entries:
            if name not in found:
                raise self.refuse("entries", f"entry hex {name} is missing")
        for name in self.schema.spans:
            if name not in table:
                raise self.refuse("entries", f"entry span {name} is missing")
        return found

    def _span(self, name: str, value: object) -> tuple[str, ...]:
        hexes = tuple(self._hexes(f"entries.{name}", value))
        if not hexes:
            raise self.refuse(f"entries.{name}", "names no hex")
        return hexes

    def _area(self, area: str, table: dict[str, Any]) -> dict[str, tuple[str, ...]]:
        kinds = self.schema.areas[area]
        found: dict[str, tuple[str, ...]] = dict.fromkeys(kinds, ())
        for kind in self._known(area, table, kinds):
            found[kind] = tuple(self._hexes(f"{area}.{kind}", table[kind]))
        return found
