"""Refusals for moving, flying, crossing, bridging and looking [13, 14, 21, 23, 25, 27]."""

from __future__ import annotations

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.air.flights import cannot_fly, cannot_fly_to
from bridgehead.titles.october_war.rules.air.looks import cannot_look, cannot_look_ew, scouts
from bridgehead.titles.october_war.rules.ground.movement import (
    allowance,
    cannot_bridge,
    cannot_cross,
    cannot_end,
    cannot_enter,
    cannot_move,
    cannot_step,
    must_stop,
)
from bridgehead.titles.october_war.rules.places import has_line
from bridgehead.titles.october_war.words.refusals_base import Asked


def move(a: Asked) -> int:
    """[13.2 to 13.6] Return why a counter cannot go that way."""
    b, s, w, u = a.b, a.s, a.w, a.unit
    stuck = cannot_move(b, s, u, False)
    if stuck:
        return stuck
    p, steps = int(s.where[u]), int(allowance(b, s, w, u))
    way = [int(q) for q in b.walk[a.place, : b.walk_size[a.place]]]
    for number, q in enumerate(way):
        found = _no_step(a, p, q, number)
        if not found and number >= steps:
            a.told(steps=steps)
            found = no.TOO_FAR if has_line(b, s, w, u) else no.NO_LINE_ONE_POINT
        if not found and number < len(way) - 1:
            found = must_stop(b, w, u, q)
        if found:
            return found
        p = q
    return cannot_end(b, s, w, u, p) or no.NOT_NOW


def _no_step(a: Asked, p: int, q: int, number: int) -> int:
    """Return why a counter cannot go from a place to the next one of its path."""
    b, u, k = a.b, a.unit, a.route(p, q)
    a.told(start=a.at(p), end=a.at(q), water=a.at(q if b.water[q] else p))
    if k >= 0:
        return cannot_step(b, a.s, a.w, u, p, k)
    jordanian = number == 0 and p == int(b.reserve[2]) and b.traits[u] & st.SHEIKH_MESKIN
    if jordanian and b.features[q] & st.JORDANIAN_ENTRY:
        return cannot_enter(b, a.s, a.w, u, q)
    if p >= b.points or q >= b.points:
        a.told(area=a.at(p if p >= b.points else q))
        return no.NO_EDGE_POINT
    return no.NO_ROUTE


def cross(a: Asked) -> int:
    """[21.1] Return why a counter cannot cross the canal to a point."""
    b, s, w, u = a.b, a.s, a.w, a.unit
    p = int(s.where[u])
    stuck = cannot_move(b, s, u, False)
    return stuck or cannot_cross(b, s, w, u, p, a.route(p, a.place)) or no.NOT_NOW


def bridge(a: Asked) -> int:
    """[21.2, 21.5] Return why an engineer cannot lay a bridge there."""
    b, s, w, u = a.b, a.s, a.w, a.unit
    p = int(s.where[u])
    if b.type[u] != st.ENGINEER:
        return no.IS_NO_ENGINEER
    stuck = cannot_move(b, s, u, True)
    return stuck or cannot_bridge(b, s, w, u, p, a.route(p, a.place)) or no.ALL_BRIDGES_LAID


def fly(a: Asked) -> int:
    """[23.4, 23.5] Return why a counter cannot fly to a place in a movement phase."""
    b, s, w, u, p = a.b, a.s, a.w, a.unit, a.place
    stuck = cannot_move(b, s, u, False) or cannot_fly(b, s, u)
    return stuck or cannot_fly_to(b, s, w, u, p) or cannot_enter(b, s, w, u, p) or no.NOT_NOW


# Looks


def _no_looks(a: Asked) -> int:
    if not a.b.fog:
        return no.NO_FOG
    return no.ALLOWED if a.s.looking else no.LOOKS_COME_FIRST


def look(a: Asked) -> int:
    """[27.1(2)] Return why a counter cannot look into a point."""
    b, u, q = a.b, a.unit, a.place
    found = _no_looks(a) or cannot_look(b, a.s, a.w, u)
    if found:
        return found
    at = int(a.s.where[u])
    k = a.route(at, q)
    if k < 0 or b.route[at, k] not in (st.ROAD, st.CANAL):
        return no.NO_NEIGHBOR
    a.w.witness = q
    return no.NOTHING_UNSEEN


def recon(a: Asked) -> int:
    """[27.1(3)] Return why so many strikes cannot look at a point."""
    p, number = divmod(a.place, 128)
    found = _no_looks(a)
    if found or p >= a.b.points:
        return found or no.RESERVE_BY_EW
    there = scouts(a.b, a.s, int(a.b.theater[p]))
    a.w.witness = there if number > there else p
    return no.FEW_SCOUTS if number > there else no.NOTHING_UNSEEN


def look_ew(a: Asked) -> int:
    """[27.1(4), 27.2] Return why a marker cannot look at a place."""
    return _no_looks(a) or cannot_look_ew(a.b, a.s, a.w, a.place) or no.NOT_NOW
