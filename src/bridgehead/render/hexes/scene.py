"""The content of a picture: a map, the counters on it and beside it, marks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from bridgehead.core.maps.hexmap import HexMap
from bridgehead.core.words.grammar import capital, with_verb
from bridgehead.render.style import Style

OFF = "off"
EXITED = "exited"
ELIMINATED = "eliminated"
HIGHLIGHTS = ("reachable", "path", "target", "selected", "attacker")
MARKS = ("moved", "fought", "attacked", "bombarded", "landed")
PARTS = frozenset(("header", "panel", "footer"))


@dataclass(frozen=True)
class Counter:
    """A unit: its printed values, its place, what it has done this turn.

    `place` is a hex, "off" (waiting for its turn), "exited", "eliminated" or the name of a box.
    """

    id: str
    name: str
    side: str
    type: str
    numbers: str  # strength-movement or strength, as printed; "" where it has corners
    place: str
    arrives: int | None = None  # game turn, None where it starts on the map
    entry: str = ""
    marks: tuple[str, ...] = ()
    size: str = ""  # where the style has sizes
    group: str = ""  # its nation or division, where the style has groups
    corners: tuple[str, ...] = ()  # the numbers of `Style.corners`, where it has them


@dataclass(frozen=True)
class Scene:
    """A picture to draw; `parts` says what is around the map.

    ValueError for an unknown hex, side, unit type or kind of highlight.
    """

    hexmap: HexMap
    style: Style
    counters: tuple[Counter, ...] = ()
    turn: int | None = None  # None for a set-up: no turn is marked, no night
    status: str = ""  # a line on the right of the title: "Israel · movement"
    subtitle: str = ""  # "" for the style's own
    highlights: Mapping[str, str] = field(default_factory=dict)  # hex -> kind
    zones: Mapping[str, Collection[str]] = field(default_factory=dict)  # side -> hexes
    line: Sequence[str] = ()  # the line of communication, hex by hex
    keep_clear: frozenset[str] = frozenset()  # hexes that names along paths avoid
    parts: frozenset[str] = PARTS
    points: Mapping[str, float] = field(default_factory=dict)  # side -> victory points
    last_turn: int | None = None  # where it is known and not the style's

    def __post_init__(self) -> None:
        style = self.style
        for number, kind in self.highlights.items():
            self._on_map(number, "highlight")
            _known(kind, HIGHLIGHTS, "highlight")
        for side, hexes in self.zones.items():
            _known(side, style.sides, "side")
            for number in hexes:
                self._on_map(number, "zone")
        for number in self.line:
            self._on_map(number, "line of communication")
        for side in self.points:
            _known(side, style.sides, "points of")
        boxes = (OFF, EXITED, ELIMINATED, style.west.box if style.west else OFF)
        seen = set()
        for counter in self.counters:
            if counter.id in seen:
                raise ValueError(f"unit {counter.id} appears twice")
            seen.add(counter.id)
            _known(counter.side, style.sides, f"side of {counter.id}")
            _known(counter.type, style.types, f"type of {counter.id}")
            _known(counter.size, ("", *style.sizes), f"size of {counter.id}")
            for mark in counter.marks:
                _known(mark, MARKS, f"mark of {counter.id}")
            if counter.place not in boxes:
                self._on_map(counter.place, counter.id)
        for terrain in set(self.hexmap.terrain.values()):
            _known(terrain, style.terrain, "terrain")
        for part in self.parts:
            _known(part, PARTS, "part")

    def _on_map(self, number: str, what: str) -> None:
        if number not in self.hexmap.grid:
            raise ValueError(f"{what}: {number!r} is not on the map")

    @property
    def night(self) -> bool:
        """Whether the picture is darkened for night."""
        return self.turn in self.style.night

    def sides(self) -> tuple[str, ...]:
        """Return the sides in drawing order."""
        return self.style.side_order or tuple(self.style.sides)


def _known(word: str, words: Iterable[str], what: str) -> None:
    if word not in words:
        raise ValueError(f"{what}: {word!r} is unknown")


# From position to position few counters change: each with the data that it was made of.
_Key = tuple[str, str, int | None, tuple[str, ...]]  # id, place, turn of arrival, marks
_kept: WeakKeyDictionary[Style, dict[_Key, tuple[Mapping[str, Any], Counter]]] = WeakKeyDictionary()
KEPT = 8192  # counters of a style that are not made anew


def counters_of(
    units: Iterable[Mapping[str, Any]],
    position: Mapping[str, Any],
    in_play: Collection[str] | None = None,
    style: Style | None = None,
) -> tuple[Counter, ...]:
    """Return the counters of a position given as data.

    `style` says what is printed on a unit: strength and movement allowance, strength alone, or four
    corner numbers, its size and its group.

    `units` are the entries of a title's units.toml. `in_play` names the units of this game; without
    it, an optional unit is drawn only if the position names it. As in positions, a unit that is
    missing in given "units" is eliminated, and without "units" all are at their starting places.
    """
    places = position.get("units")
    # who has moved fights as well as who has not: in combat it is not marked
    shown = [mark for mark in MARKS if mark != "moved" or position.get("phase") != "combat"]
    done = {mark: frozenset(position.get(mark, ())) for mark in shown}
    marked = frozenset().union(*done.values())
    kept = _kept.setdefault(style, {}) if style is not None else {}
    counters = []
    for unit in units:
        name = unit["id"]
        there = places is not None and name in places
        if in_play is None:
            if "option" in unit and not there:
                continue
        elif name not in in_play:
            continue
        if places is None:
            place = str(unit.get("hex", OFF))
        else:
            place = str(places.get(name, ELIMINATED))
        arrives = unit.get("turn", unit.get("by_air_from", unit.get("by_sea_from")))
        if arrives is None and "hex" not in unit and position.get("phase") == "setup":
            arrives = 1  # it can be placed now; later it is nowhere
        marks = tuple(mark for mark in shown if name in done[mark]) if name in marked else ()
        key = name, place, arrives, marks
        known = kept.get(key)
        if known is None or known[0] is not unit:
            if len(kept) >= KEPT:
                kept.clear()
            known = kept[key] = unit, _counter(unit, style, key)
        counters.append(known[1])
    return tuple(counters)


def _counter(unit: Mapping[str, Any], style: Style | None, key: _Key) -> Counter:
    name, place, arrives, marks = key
    numbers, corners = _printed(unit, style)
    return Counter(
        id=name,
        name=unit["name"],
        side=unit["side"],
        type=unit["type"],
        numbers=numbers,
        corners=corners,
        size=str(unit.get("size", "")) if style and style.sizes else "",
        group=style.group_of(unit) if style else "",
        place=place,
        arrives=arrives,
        entry=str(unit.get("entry", "")),
        marks=marks,
    )


def _printed(unit: Mapping[str, Any], style: Style | None) -> tuple[str, tuple[str, ...]]:
    """Return the numbers on a counter: in one line, or in its four corners."""
    if style is None or style.numbers == "strength-movement":
        return f"{unit['strength']}-{unit['movement']}", ()
    if style.corners and style.corners[0].field in unit:
        return "", tuple(str(unit.get(corner.field, 0)) for corner in style.corners)
    return str(unit["strength"]), ()


def position_scene(
    hexmap: HexMap,
    style: Style,
    units: Iterable[Mapping[str, Any]],
    position: Mapping[str, Any],
    *,
    in_play: Collection[str] | None = None,
    subtitle: str = "",
    highlights: Mapping[str, str] | None = None,
    zones: Mapping[str, Collection[str]] | None = None,
    line: Sequence[str] = (),
    parts: frozenset[str] = PARTS,
) -> Scene:
    """Return the scene of a position given as data (`position.to_dict()`)."""
    side = str(position.get("side", (*style.side_order, "")[0]))
    phase = str(position.get("phase", "movement"))
    result = position.get("result")
    units = list(units)
    if result:
        winner = str(result.get("winner", "draw"))
        known = style.sides.get(winner)
        status = capital(with_verb(known.label, "has", "have")) + " won" if known else "A draw"
    else:
        status = f"{style.sides[side].label} · {phase}" if side in style.sides else phase
    return Scene(
        hexmap=hexmap,
        style=style,
        counters=counters_of(units, position, in_play, style),
        turn=int(position.get("turn", 1)),
        status=status,
        subtitle=subtitle,
        highlights=highlights or {},
        zones=zones or {},
        line=line,
        keep_clear=frozenset(str(unit["hex"]) for unit in units if "hex" in unit),
        parts=parts,
        points=dict(position.get("points") or {}),
        last_turn=position.get("last_turn"),
    )


def map_scene(hexmap: HexMap, style: Style, parts: frozenset[str] = PARTS) -> Scene:
    """Return the scene of a map alone, by day, without counters."""
    return Scene(hexmap=hexmap, style=style, parts=parts)
