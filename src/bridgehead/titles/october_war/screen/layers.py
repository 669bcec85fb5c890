"""The layers of the map: supply, command, air defense, and where units could go.

Everything is computed by kernels of the rules from what the viewer knows (`view.mask`).
"""

from __future__ import annotations

from collections.abc import Sequence

from bridgehead.core.cache import Recent
from bridgehead.core.positions.position import EVERYTHING
from bridgehead.core.titles.layers import (
    CANNOT_MOVE,
    NO_UNIT,
    OF_UNIT,
    OVER,
    PLACE,
    About,
    Area,
    Condition,
    Layer,
    LayerInfo,
    Tag,
    of_each_side,
)
from bridgehead.core.words.sentence import Sentence
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats.components import Components, Situation
from bridgehead.titles.october_war.screen import knowledge
from bridgehead.titles.october_war.screen.knowledge import Known

SUPPLY = LayerInfo(
    "supply", "Supply: {side}",
    "Where units of this side have a line of communication, who has none, and what cuts it.",
    "S",
)  # fmt: skip
COMMAND = LayerInfo(
    "command", "Command: {side}",
    "The points that headquarters of this side command, each for units of its own country.", "C",
)  # fmt: skip
UMBRELLAS = LayerInfo(
    "umbrella", "Air defense: {side}", "The points that known SAM units of this side cover.", "☂"
)
GOES = LayerInfo(
    "reach", "Next moves: {side}",
    "Where units of this side are, and where they can get to in their next movement phase if the "
    "others stay where they are. Of a hidden counter, where an ordinary unit could get to.", "➤",
)  # fmt: skip
THREAT = LayerInfo(
    "threat", "What could attack here",
    "The enemies that could enter the point that you point at in their next movement phase, and "
    "the air strikes that could raid it.", "⚠",
    of=PLACE,
)  # fmt: skip
SECOND = LayerInfo(
    "second", "Second movement",
    "The units of the side that is moving that have not moved and are in command where they are: "
    "they can move in the second movement phase. A cross marks those out of command.", "Ⅱ",
)  # fmt: skip
_FIRST = frozenset((SUPPLY.id, COMMAND.id, UMBRELLAS.id, GOES.id))


def layers(game: Components) -> Sequence[LayerInfo]:
    """Return the layers of a game."""
    sides = {side: game.side_name(side) for side in game.sides}
    each = [one for info in (SUPPLY, COMMAND, UMBRELLAS, GOES) for one in of_each_side(info, sides)]
    return [*each, OF_UNIT, THREAT, SECOND]


def layer(position: Situation, viewer: str | None, name: str, about: About) -> Layer:
    """Return one of the layers, from what a viewer knows. KeyError if it is none of them."""
    known = _known_to(position, viewer)
    if name == OF_UNIT.id:
        return _of_unit(known, about.unit)
    if name == THREAT.id:
        return _threat(known, viewer, about.place)
    if name == SECOND.id:
        return _second(known, viewer)
    kind, _, side = name.partition("-")
    if kind not in _FIRST or side not in st.SIDES:
        raise KeyError(name)
    number = st.SIDES.index(side)
    if kind == SUPPLY.id:
        return _supply(known, number)
    if kind == GOES.id:
        return _reach(known, number)
    find = known.commanded if kind == COMMAND.id else known.covered
    return Layer((Area(known.named(find(number)), side),))


_worlds: Recent[Known] = Recent(8)


def _known_to(position: Situation, viewer: str | None) -> Known:
    """Return what a viewer knows of a position; the last few are kept, with what they compute."""
    key = position.game, position.state.tobytes(), position.result is None, viewer
    return _worlds.get(key, lambda: knowledge.of(position, viewer))


def _supply(known: Known, side: int) -> Layer:
    """[11.2] Return where a line leads, and which known units have none."""
    lacking = [u for u in known.on_map(side) if not known.has_line(u)]
    places = sorted({int(known.s.where[u]) for u in lacking})
    cuts = known.cuts(side, places)
    areas = [Area(known.named(known.supplied(side)), st.SIDES[side])]
    if cuts:
        areas.append(Area(known.named(cuts), tone="cut"))
    tags = [Tag(known.name(p), "✕", "cut", (Sentence("no line of communication"),)) for p in places]
    note = Sentence("All are in supply.")
    if lacking:
        note = Sentence(
            "{n} {n:unit has|units have} no line of communication.", {"n": len(lacking)}
        )
    return Layer(tuple(areas), tags=tuple(tags), note=(note,))


def _reach(known: Known, side: int) -> Layer:
    phase = known.moving(side)
    if phase is None:
        return Layer(note=(OVER,))
    places = {int(known.s.where[u]) for u in known.on_map(side)} | set(known.hidden(side))
    for ends in (*phase.ends.values(), *phase.ends_of_hidden.values()):
        places |= ends
    return Layer((Area(known.named(places), st.SIDES[side], "reach"),))


def _of_unit(known: Known, unit: str) -> Layer:
    if not unit:
        return Layer(note=(NO_UNIT,))
    u = known.game.unit_index(unit)
    side = int(known.b.side[u])
    phase = known.moving(side)
    if phase is None:
        return Layer(note=(OVER,))
    ends = phase.of(u)
    note = () if ends else (CANNOT_MOVE,)
    return Layer((Area(known.named(ends), st.SIDES[side], "reach"),), note=note)


def _second(known: Known, viewer: str | None) -> Layer:
    """[17.1] Return who can move in the second movement phase, by place."""
    side = st.SIDES[int(known.s.side)]
    found = known.second_movement(own=viewer in (side, EVERYTHING))
    if found is None:
        told = Sentence("It is shown from the first movement phase to the second.")
        return Layer(note=(told,))
    places = [sorted(int(known.s.where[u]) for u in units) for units in found]
    tags = []
    for p in sorted({*places[0], *places[1]}):
        able, lacking = (there.count(p) for there in places)
        text = " ".join([str(able)] * bool(able) + [f"{lacking} ✕"] * bool(lacking))
        tags.append(Tag(known.name(p), text, "" if able else "cut", _second_words(able, lacking)))
    note = _second_words(*map(len, found))
    return Layer((Area(known.named(set(places[0])), side),), tags=tuple(tags), note=note)


def _second_words(able: int, lacking: int) -> tuple[Sentence, ...]:
    """Return how many units can move in the second movement phase, and how many more cannot."""
    can = Sentence("{n} {n:unit|units} can move in the second movement phase.", {"n": able})
    cannot = Sentence("{n} more {n:is|are} not in command.", {"n": lacking})
    return (can, cannot) if lacking else (can,)


def _threat(known: Known, viewer: str | None, place: str) -> Layer:
    """Return the known units and hidden counters of an enemy that could enter a point."""
    p = known.game.place_numbers.get(place, -1)
    if not 0 <= p < known.b.points:
        return Layer(note=(Sentence("Point at a point of the map."),))
    return _threat_of(known, _enemy(known, viewer, p), place)


def _threat_of(known: Known, side: int, place: str) -> Layer:
    p = known.game.place_numbers[place]
    phase = known.moving(side)
    if phase is None:
        return Layer(note=(OVER,))
    units = [u for u in known.on_map(side) if p in phase.of(u) or known.s.where[u] == p]
    unseen = [at for at, ends in phase.ends_of_hidden.items() if p in ends or at == p]
    count = sum(known.hidden(side)[at] for at in unseen)
    strength = sum(int(known.b.strength[u]) for u in units)
    places = {int(known.s.where[u]) for u in units} | set(unseen)
    strikes = known.strikes(side, p)
    told = _threat_words(len(units), strength, count) + _strike_words(*strikes)
    tag = f"{len(units)} + {count}?" if count else str(len(units))
    tag += f" ✈{strikes[0]}" if strikes[0] else ""
    areas = (Area(known.named(places), st.SIDES[side]), Area((place,), tone="cut"))
    return Layer(areas if units or count else (), tags=(Tag(place, tag, about=told),), note=told)


def _threat_words(units: int, strength: int, hidden: int) -> tuple[Sentence, ...]:
    """Return a threat in sentences."""
    if not units and not hidden:
        return (Sentence("No enemy could enter here."),)
    told = []
    if units:
        told.append(
            Sentence(
                "{n} known {n:unit|units} of strength {strength} could enter here.",
                {"n": units, "strength": strength},
            )
        )
    if hidden:
        told.append(Sentence("{n} hidden {n:unit|units} could enter here.", {"n": hidden}))
    return tuple(told)


def _strike_words(now: int, later: int) -> tuple[Sentence, ...]:
    """Return in sentences which air strikes could come."""
    told = []
    if now:
        told.append(Sentence("{n} {n:strike|strikes} on ground attack could raid it.", {"n": now}))
    if later:
        told.append(
            Sentence(
                "When strikes are committed next, up to {n} could be sent against it.", {"n": later}
            )
        )
    return tuple(told)


def _enemy(known: Known, viewer: str | None, p: int) -> int:
    """Return the side that could attack a point: the enemy of who is there, or of the viewer."""
    for side in range(2):
        if known.w.count[side, p] and not known.w.count[1 - side, p]:
            return 1 - side
    return 1 - st.SIDES.index(viewer) if viewer in st.SIDES else 1 - int(known.s.side)


def ahead(position: Situation, viewer: str | None, unit: str, place: str) -> Layer:
    """Return which enemies could enter a point to which a unit can move, as a viewer knows them."""
    known = _known_to(position, viewer)
    u = position.game.unit_index(unit)
    phase = known.moving(int(known.b.side[u]))
    p = position.game.place_numbers.get(place, -1)
    if position.step != "movement" or phase is None or p not in phase.of(u):
        return Layer()
    return _threat_of(known, 1 - int(known.b.side[u]), place)


def conditions(position: Situation, viewer: str | None, unit: str) -> Sequence[Condition]:
    """Return whether a unit is in supply, in command and covered, by place.

    Only of ground units on the map that the viewer knows.
    """
    known = _known_to(position, viewer)
    u = position.game.unit_index(unit)
    b, s = known.b, known.s
    if b.air[u] or s.where[u] < 0:
        return ()
    side, reserves = int(b.side[u]), range(int(b.points), int(b.places))
    supplied = known.named(p for p in range(int(b.places)) if known.line_at(u, p))
    found = [Condition("supply", "in supply", "no line of communication", supplied)]
    if b.type[u] != st.HQ:  # [17.1] whoever is in a reserve area qualifies
        commanded = known.commanded(side, int(b.nation[u])) | set(reserves)
        told = known.named(commanded)
        found.append(Condition("command", "in command", "not in command", told))
    covered = known.named(known.covered(side))
    cover = Condition("cover", "covered by air defense", "not covered by air defense", covered)
    return (*found, cover)
