"""The content of a picture with points and routes: the map, a view, marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict
from weakref import WeakKeyDictionary

from bridgehead.core.maps.pointmap import PointMap
from bridgehead.render.points.look import PointStyle

HIGHLIGHTS = ("reachable", "path", "target", "selected", "attacker")
MARKS = ("moved", "fought")  # those that are drawn
PARTS = frozenset(("header", "panel", "legend"))
THEMES = ("light", "dark")
KEPT = 8192  # pieces of a style that are not made anew


@dataclass(frozen=True)
class Piece:
    """A counter: its printed values, its place, what it has done."""

    id: str
    name: str
    short: str
    key: str  # the group of equal counters that it belongs to
    side: str
    nation: str
    group: str  # of the style: its colors
    type: str
    size: str
    strength: int
    place: str
    bracket: int | None = None
    hq: int | None = None
    elite: bool = False
    airmobile: bool = False
    air: bool = False
    back: bool = False  # a combined arms brigade
    marks: tuple[str, ...] = ()


class Shown(TypedDict, total=False):
    """The optional content of a picture besides a view; `points_svg` explains each field."""

    viewer: str | None
    open_at: str | None
    path: Sequence[str]
    battle: str | None
    highlights: Mapping[str, str] | None
    theme: str
    parts: frozenset[str]


@dataclass(frozen=True, eq=False)
class PointScene:
    """A picture to draw. ValueError if it names an unknown thing."""

    pointmap: PointMap
    look: PointStyle
    pieces: tuple[Piece, ...]
    view: Mapping[str, Any]
    theaters: tuple[str, ...]
    hidden: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # place -> side -> n
    open_at: str | None = None
    path: tuple[str, ...] = ()
    battle: str | None = None
    highlights: Mapping[str, str] = field(default_factory=dict)
    theme: str = "light"
    parts: frozenset[str] = PARTS


def scene_of(
    pointmap: PointMap,
    look: PointStyle,
    counters: Iterable[Mapping[str, Any]],
    view: Mapping[str, Any],
    *,
    theater: str = "both",
    viewer: str | None = None,
    open_at: str | None = None,
    path: Sequence[str] = (),
    battle: str | None = None,
    highlights: Mapping[str, str] | None = None,
    theme: str = "light",
    parts: frozenset[str] = PARTS,
) -> PointScene:
    """Return the scene of a view; the arguments are those of `points_svg`."""
    known = tuple(t.id for t in pointmap.theaters)
    if theater != "both" and theater not in known:
        raise ValueError(f"theater {theater!r} is unknown; there are both, {', '.join(known)}")
    if theme not in THEMES:
        raise ValueError(f"theme {theme!r} is unknown; there are {', '.join(THEMES)}")
    for part in parts:
        if part not in PARTS:
            raise ValueError(f"part {part!r} is unknown")
    viewer = viewer or view.get("viewer")
    places = {p.id for p in pointmap.points} | {r.id for r in pointmap.reserves}
    battle = battle or _place_in(view.get("battle"), places)
    marked = highlights or {}
    for where in filter(None, (open_at, battle, *path, *marked)):
        if where not in places:
            raise ValueError(f"{where!r} is not on the map")
    for kind in marked.values():
        if kind not in HIGHLIGHTS:
            raise ValueError(f"highlight {kind!r} is unknown")
    return PointScene(
        pointmap=pointmap,
        look=look,
        pieces=pieces_of(look, counters, view),
        view=view,
        theaters=known if theater == "both" else (theater,),
        hidden=_hidden(pointmap, look, view, viewer),
        open_at=open_at,
        path=tuple(path),
        battle=battle,
        highlights=marked,
        theme=theme,
        parts=parts,
    )


def _place_in(value: Any, places: set[str]) -> str | None:
    return value if isinstance(value, str) and value in places else None


def _hidden(
    pointmap: PointMap, look: PointStyle, view: Mapping[str, Any], viewer: str | None
) -> dict[str, dict[str, int]]:
    """Return the hidden counters of each place by side.

    A count without a side belongs to the viewer's enemy; for a spectator, to the side that controls
    the place: counters are hidden only where one side is alone.
    """
    owners = {p.id: p.control for p in pointmap.points}
    owners |= {r.id: r.side for r in pointmap.reserves}
    owners |= view.get("control", {})
    sides = tuple(look.style.sides)
    enemy = next((side for side in sides if side != viewer), "") if viewer in sides else ""
    found: dict[str, dict[str, int]] = {}
    for place, count in view.get("hidden", {}).items():
        if isinstance(count, Mapping):
            found[place] = {side: int(n) for side, n in count.items() if n}
            continue
        side = enemy or owners.get(place, "")
        if side in sides and count:
            found[place] = {side: int(count)}
    return found


# From position to position few counters are another piece: each with the data that it was made of.
_Key = tuple[str, str, bool, tuple[str, ...]]  # id, place, back, marks
_Kept = dict[_Key, tuple[Mapping[str, Any], Piece]]
_kept: WeakKeyDictionary[PointStyle, _Kept] = WeakKeyDictionary()


def pieces_of(
    look: PointStyle, counters: Iterable[Mapping[str, Any]], view: Mapping[str, Any]
) -> tuple[Piece, ...]:
    """Return the counters that a view names, in the order of the counter list.

    `counters` are those of the title, one mapping each, with the data of its group. A counter that
    the view does not name is not drawn: it is out of the game, or hidden.
    """
    places = view.get("units", {})
    back = view.get("back", ())
    done = {mark: frozenset(view.get(mark, ())) for mark in MARKS}
    done["moved"] |= frozenset(view.get("moved_now", ()))
    if str(view.get("phase", "")).startswith("combat"):
        done["moved"] = frozenset()  # who has moved fights as well as who has not
    marked = frozenset().union(*done.values())
    kept = _kept.setdefault(look, {})
    found = []
    for unit in counters:
        id_ = unit["id"]
        if id_ in places:
            marks = tuple(mark for mark in MARKS if id_ in done[mark]) if id_ in marked else ()
            found.append(_piece(look, unit, (id_, str(places[id_]), id_ in back, marks), kept))
    return tuple(found)


def _piece(look: PointStyle, unit: Mapping[str, Any], key: _Key, kept: _Kept) -> Piece:
    known = kept.get(key)
    if known is not None and known[0] is unit:
        return known[1]
    id_, place, back, marks = key
    hq = unit.get("hq")
    if isinstance(hq, list):
        hq = hq[unit.get("place_in_group", 0)]
    flags = unit.get("flags", ())
    bracket = unit.get("bracket")
    face = unit.get("back", {}) if back else {}
    piece = Piece(
        id=id_,
        name=str(unit.get("name", id_)),
        short=look.short_name(id_),
        key=str(unit.get("key", id_)),
        side=str(unit["side"]),
        nation=str(unit.get("nation", "")),
        group=look.style.group_of(unit),
        type=str(unit["type"]),
        size=str(unit.get("size", "")),
        strength=int(face.get("strength", unit.get("strength", 0))),
        place=place,
        bracket=int(bracket["value"]) if bracket else None,
        hq=None if hq is None else int(hq),
        elite="elite" in flags,
        airmobile="airmobile" in flags,
        air=unit.get("class") == "air",
        back=back,
        marks=marks,
    )
    if len(kept) >= KEPT:
        kept.clear()
    kept[key] = unit, piece
    return piece
