"""Schemas for data files: the allowed content, with errors that name the place.

Kernels look numbers up without checking them, so data from outside are checked first: a number
within bounds, a word of a list, a table of known keys.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Protocol

from bridgehead.core.errors import InvalidData
from bridgehead.core.files.bounded_text import shown

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}\Z")


class Shape(Protocol):
    """A schema for a value."""

    def check(self, value: Any, where: str) -> None:
        """Raise InvalidData, naming the place, if a value does not match."""


def fault(where: str, wanted: str, value: object) -> InvalidData:
    """Return the error about a value."""
    return InvalidData(f"[{where}] must be {wanted}, not {shown(value)}")


@dataclass(frozen=True)
class Whole:
    """A whole number within bounds."""

    least: int
    most: int

    def check(self, value: Any, where: str) -> None:
        """Check a value."""
        if type(value) is not int or not self.least <= value <= self.most:
            raise fault(where, f"a whole number from {self.least} to {self.most}", value)


@dataclass(frozen=True)
class Text:
    """A text of one line, or of several if allowed; without control characters."""

    most: int = 80
    lines: bool = False

    def check(self, value: Any, where: str) -> None:
        """Check a value."""
        if not isinstance(value, str) or len(value) > self.most:
            raise fault(where, f"a string of at most {self.most} characters", value)
        plain = value.replace("\n", " ") if self.lines else value
        if not plain.isprintable():
            raise fault(where, "printable text", value)


@dataclass(frozen=True)
class Name:
    """An id, as used in actions: lower-case letters, digits and hyphens."""

    def check(self, value: Any, where: str) -> None:
        """Check a value."""
        if not isinstance(value, str) or not ID.match(value):
            raise fault(where, "lower-case letters, digits and hyphens, 40 at most", value)


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def check(self, value: Any, where: str) -> None:
        """Check a value."""
        if not isinstance(value, bool):
            raise fault(where, "true or false", value)


@dataclass(frozen=True)
class OneOf:
    """One of several words."""

    words: Collection[str]

    def check(self, value: Any, where: str) -> None:
        """Check a value."""
        if not isinstance(value, str) or value not in self.words:
            raise fault(where, f"one of {', '.join(self.words)}", value)


@dataclass(frozen=True)
class Either:
    """A certain word, or a value of another shape."""

    word: str
    shape: Shape

    def check(self, value: Any, where: str) -> None:
        """Check a value."""
        if value != self.word:
            self.shape.check(value, where)


@dataclass(frozen=True)
class Same:
    """A value that cannot be changed, because the rules depend on it."""

    value: Any

    def check(self, value: Any, where: str) -> None:
        """Check a value."""
        if type(value) is not type(self.value) or value != self.value:
            raise fault(where, f"{shown(self.value)}, which the rules fix", value)


@dataclass(frozen=True)
class Like:
    """A text that matches a pattern."""

    pattern: str
    wanted: str

    def check(self, value: Any, where: str) -> None:
        """Check a value."""
        if not isinstance(value, str) or not re.fullmatch(self.pattern, value):
            raise fault(where, self.wanted, value)


@dataclass(frozen=True)
class Row:
    """A row of a chart: a fixed number of words, each from a list."""

    count: int
    words: Collection[str]

    def check(self, value: Any, where: str) -> None:
        """Check a value."""
        cells = value.split() if isinstance(value, str) else []
        if len(cells) != self.count:
            raise fault(where, f"a text of {self.count} words", value)
        for cell in cells:
            OneOf(self.words).check(cell, where)


@dataclass(frozen=True)
class Several:
    """A list with a minimum and a maximum length."""

    shape: Shape
    least: int
    most: int

    def check(self, value: Any, where: str) -> None:
        """Check a value."""
        if not isinstance(value, list):
            raise fault(where, "a list", value)
        if not self.least <= len(value) <= self.most:
            count = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
            raise InvalidData(f"[{where}] has {len(value)} entries; {count} are needed")
        for number, one in enumerate(value, start=1):
            self.shape.check(one, f"{where} {called(one, number)}")


@dataclass(frozen=True)
class Table:
    """A table of known keys."""

    needed: Mapping[str, Shape]
    allowed: Mapping[str, Shape] = field(default_factory=dict)

    def check(self, value: Any, where: str) -> None:
        """Check a value."""
        if not isinstance(value, dict):
            raise fault(where, "a table", value)
        for key in self.needed:
            if key not in value:
                raise InvalidData(f"[{_inside(where, key)}] is missing")
        known = {**self.needed, **self.allowed}
        for key, one in value.items():
            if key not in known:
                raise InvalidData(
                    f"[{_inside(where, key[:40])}] is unknown; there are "
                    f"{', '.join(known) or 'none'}"
                )
            known[key].check(one, _inside(where, key))


@dataclass(frozen=True)
class Each:
    """A table with any names, whose values all have the same shape."""

    shape: Shape
    most: int
    key: Shape = Text()

    def check(self, value: Any, where: str) -> None:
        """Check a value."""
        if not isinstance(value, dict) or len(value) > self.most:
            raise fault(where, f"a table of at most {self.most} entries", value)
        for key, one in value.items():
            self.key.check(key, where)
            self.shape.check(one, _inside(where, key))


@dataclass(frozen=True)
class Anything:
    """Any value: the game does not use it."""

    def check(self, value: Any, where: str) -> None:
        """Check nothing."""


@dataclass(frozen=True)
class Entries:
    """A list in which each entry has its own shape."""

    shapes: Sequence[Shape]
    names: Sequence[str]

    def check(self, value: Any, where: str) -> None:
        """Check a value."""
        if not isinstance(value, list):
            raise fault(where, "a list", value)
        if len(value) != len(self.shapes):
            raise InvalidData(f"[{where}] has {len(value)} entries; {len(self.shapes)} are needed")
        for one, shape, name in zip(value, self.shapes, self.names, strict=True):
            shape.check(one, _inside(where, name))


def like(ours: Any, shapes: Mapping[str, Shape], at: str = "") -> Shape:
    """Return the shape of our own data: the same keys, and fixed values where rules need them.

    `shapes` has the shapes of places where other values are allowed, by patterns such as
    "terrain.*.move"; the first matching pattern counts.
    """
    for pattern, shape in shapes.items():
        if fnmatchcase(at, pattern):
            return shape
    if isinstance(ours, dict):
        return Table({key: like(one, shapes, _inside(at, key)) for key, one in ours.items()})
    if isinstance(ours, list) and ours and all(isinstance(one, dict) for one in ours):
        names = [called(one, number) for number, one in enumerate(ours, start=1)]
        inner = [like(one, shapes, _inside(at, n)) for one, n in zip(ours, names, strict=True)]
        return Entries(inner, names)
    return Same(ours)


def distinct(ids: Iterable[str]) -> None:
    """Raise an error if a counter appears twice."""
    seen = set()
    for id_ in ids:
        if id_ in seen:
            raise InvalidData(f"[unit {id_}] appears twice")
        seen.add(id_)


def ascending(labels: Sequence[str]) -> None:
    """Raise an error if the columns of a combat results table are not ascending."""
    lows = [label.split("..")[0] for label in labels]
    if lows[0] or not all(lows[1:]) or sorted({*map(int, lows[1:])}) != [*map(int, lows[1:])]:
        raise InvalidData("[columns] must go up, the first one open as ..-3")


def _inside(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def called(value: object, number: int) -> str:
    """Return the name of a list entry: its id or key, or its number."""
    if isinstance(value, dict):
        for key in ("id", "key"):
            if isinstance(value.get(key), str):
                return str(value[key])[:40]
    return str(number)
