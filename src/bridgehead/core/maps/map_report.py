"""A report on a map file, for any title: broken rulebook statements, differences from ours.

Everything here is plain data for a screen to show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

from bridgehead.core.maps.hexmap import HexMap


@dataclass(frozen=True)
class Statement:
    """A rulebook statement that a map breaks: its source, the place, and a sentence."""

    what: str
    where: str
    text: str

    def to_dict(self) -> dict[str, str]:
        """Return the statement as JSON data."""
        return asdict(self)


@dataclass(frozen=True)
class Difference:
    """A difference from the package's map; "" if one of them has nothing there."""

    what: str  # "terrain", "ridge", "road", "entries", …
    where: str  # a hex, a hexside "0306/0307", or the name of an entry
    ours: str
    theirs: str

    def to_dict(self) -> dict[str, str]:
        """Return the difference as JSON data."""
        return asdict(self)


def differences(own: HexMap, hexmap: HexMap) -> list[Difference]:
    """Return all differences from the package's map: grid, terrain, hexsides, paths, places."""
    return [
        *_grid(own, hexmap),
        *_terrain(own, hexmap),
        *_hexsides(own, hexmap),
        *_places(own, hexmap),
    ]


def _grid(own: HexMap, hexmap: HexMap) -> Iterator[Difference]:
    for what in ("columns", "rows", "shifted_down"):
        ours, theirs = getattr(own.grid, what), getattr(hexmap.grid, what)
        if ours != theirs:
            yield Difference("grid", what, _words(ours), _words(theirs))
    if own.north != hexmap.north:
        yield Difference("grid", "north", own.north, hexmap.north)
    yield from _present("hex", own.grid.hexes(), hexmap.grid.hexes())


def _words(value: object) -> str:
    return f"{value[0]} to {value[1]}" if isinstance(value, tuple) else str(value)


def _terrain(own: HexMap, hexmap: HexMap) -> Iterator[Difference]:
    for number in own.grid.hexes():
        if number in hexmap.grid and own.terrain_of(number) != hexmap.terrain_of(number):
            yield Difference("terrain", number, own.terrain_of(number), hexmap.terrain_of(number))


def _hexsides(own: HexMap, hexmap: HexMap) -> Iterator[Difference]:
    for kind, sides in own.hexsides.items():
        yield from _present(kind, map("/".join, sides), map("/".join, hexmap.hexsides[kind]))
    for kind in own.paths:
        ours, theirs = own.path_steps(kind), hexmap.path_steps(kind)
        yield from _present(kind, map("/".join, ours), map("/".join, theirs))


def _places(own: HexMap, hexmap: HexMap) -> Iterator[Difference]:
    for name, number in own.entries.items():
        if hexmap.entries[name] != number:
            yield Difference("entries", name, number, hexmap.entries[name])
    for name, span in own.spans.items():
        yield from _present(f"entry {name}", span, hexmap.spans[name])
    for area, kinds in own.areas.items():
        for kind, numbers in kinds.items():
            yield from _present(kind, numbers, hexmap.areas[area][kind])
    yield from _present("objective", own.objectives, hexmap.objectives)


def _present(kind: str, ours: Iterable[str], theirs: Iterable[str]) -> Iterator[Difference]:
    """Yield the hexes or hexsides that only one of the maps has."""
    own, other = set(ours), set(theirs)
    for where in sorted(own ^ other):
        is_ours = where in own
        yield Difference(kind, where, kind if is_ours else "", "" if is_ours else kind)
