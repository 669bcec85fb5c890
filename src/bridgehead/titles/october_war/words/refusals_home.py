"""Refusals away from the front: set-up, reorganization, mobilization, refit, events, bridges.

Chapters 5, 8 to 11 and 28, and 21.4.
"""

from __future__ import annotations

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.components import (
    cannot_combine,
    cannot_convert,
    part_count,
    part_group,
)
from bridgehead.titles.october_war.rules.places import cannot_stack, has_line, line_from
from bridgehead.titles.october_war.rules.turn.allies import jordan_full
from bridgehead.titles.october_war.rules.turn.arrivals import site
from bridgehead.titles.october_war.rules.turn.events import is_brought
from bridgehead.titles.october_war.rules.turn.mobilization import (
    can_pay,
    cannot_be_free,
    cannot_buy,
    cannot_buy_barrage,
    next_arrival,
)
from bridgehead.titles.october_war.rules.turn.refit import cannot_refit
from bridgehead.titles.october_war.rules.turn.reorganization import cannot_break
from bridgehead.titles.october_war.rules.turn.setup import cannot_place, next_in, zone_of
from bridgehead.titles.october_war.words.refusals_base import Asked

# Set-up


def place(a: Asked) -> int:
    """[5.1 to 5.3] Return why a counter cannot be set up in a point."""
    b, s, u = a.b, a.s, a.unit
    if s.where[u] != st.UNPLACED:
        return no.NOT_TO_SET_UP
    zone = zone_of(b, u)
    a.w.witness = next_in(b, s, zone)
    return no.SET_UP_FIRST if a.w.witness != u else cannot_place(b, s, a.w, u, zone, a.place)


def end_setup(a: Asked) -> int:
    """[5.0] Return why the set-up cannot be ended."""
    b, s = a.b, a.s
    left = [u for u in range(b.units) if s.where[u] == st.UNPLACED and b.side[u] == s.side]
    a.w.witness = len(left)
    return no.STILL_TO_SET_UP


# Reorganization


def _israel_sets_up(a: Asked) -> bool:
    return bool(a.s.step == st.SETTING_UP and a.s.side == st.ISRAEL)


def combine(a: Asked, arms: bool) -> int:
    """[9.3, 9.5, 9.9] Return why a large counter cannot be formed in a place."""
    if _israel_sets_up(a):
        return no.ISRAEL_DOES_NOT
    found = cannot_combine(a.b, a.s, a.w, a.unit, a.place, int(arms)) or no.PARTS_MISSING
    if found == no.PARTS_MISSING:
        a.told(parts=_parts(a, arms))
    return found


def _parts(a: Asked, arms: bool) -> str:
    """Return which components are missing in a place, or have no line of communication."""
    b, s, u = a.b, a.s, a.unit
    wanted, cut = [], []
    for k in range(2):
        g = part_group(b, u, k, int(arms))
        if g < 0:
            continue
        first, count = int(b.group_first[g]), part_count(b, u, k, int(arms))
        there = [v for v in range(first, first + int(b.group_count[g])) if s.where[v] == a.place]
        wanted.append(f"{count} like {a.name(first)}")
        cut += [v for v in there if not has_line(b, s, a.w, v)]
    text = f"{' and '.join(wanted)} in one place"
    return f"{text}; {a.names(cut)} has no line of communication" if cut else text


def breaking(a: Asked) -> int:
    """[9.4, 9.8] Return why a counter cannot be broken down at will."""
    found = cannot_break(a.b, a.s, a.w, a.unit)
    if _israel_sets_up(a) and found != no.NOT_BREAKABLE:
        return no.ISRAEL_DOES_NOT
    return found or no.NOT_NOW


def convert(a: Asked) -> int:
    """[9.9] Return why a brigade cannot be turned to its Combined Arms side."""
    return cannot_convert(a.b, a.s, a.unit) or no.NO_MECH_WITH_IT


# Arrivals


def arrive(a: Asked) -> int:
    """[10.8 to 10.12] Return why a counter cannot arrive at a place now."""
    s, u = a.s, a.unit
    if s.step not in (st.ARRIVALS, st.REFIT_ARRIVAL):
        return arrival(a) if is_brought(a.b, s, u) else no.NOT_BROUGHT
    at_once = s.step == st.REFIT_ARRIVAL
    a.w.witness = s.event_unit if at_once else next_arrival(a.b, s)
    if a.w.witness != u:
        return no.BACK_FIRST if at_once else no.ARRIVES_FIRST
    return arrival(a)


def arrival(a: Asked) -> int:
    """[10.8 to 10.11, 32, 42] Return why a counter does not arrive at a place."""
    b, s, w, u, p = a.b, a.s, a.w, a.unit, a.place
    if b.air[u] or p == st.READY_PLACE:
        return no.INTO_READY
    if b.side[u] == st.ISRAEL:
        return _israeli_arrival(a)
    if b.type[u] == st.STATIC_SAM:
        if not site(b, s, u, p):
            return no.NO_SITE
    elif p < b.points and b.traits[u] & st.SHEIKH_MESKIN and b.features[p] & st.JORDANIAN_ENTRY:
        if w.count[st.ISRAEL, p] > 0:
            return no.ISRAELIS_THERE
        if cannot_stack(b, w, u, p):
            return cannot_stack(b, w, u, p)
    return a.equal() or no.NOT_ARRIVING_THERE


def _israeli_arrival(a: Asked) -> int:
    b, s, p = a.b, a.s, a.place
    depots = [v for v in range(b.units) if b.type[v] == st.DEPOT and s.where[v] == p]
    if p >= b.points or not depots:
        return a.equal() or no.NO_DEPOT_THERE
    if not line_from(b, s, a.w, depots[0], p):
        return no.DEPOT_CUT_OFF
    return cannot_stack(b, a.w, a.unit, p) or a.equal() or no.CLOSED_TO_IT


# Mobilization and refit


def mobilize(a: Asked) -> int:
    """[10] Return why a counter cannot be mobilized there."""
    stock, price = int(a.b.stock[a.unit]), int(a.b.mobilize[a.unit])
    found = cannot_buy(a.b, a.s, a.w, a.unit)
    if not found and not can_pay(a.s, stock, price):
        found = _poor(a, stock, price, no.TOO_POOR)
    return found or arrival(a)


def _poor(a: Asked, stock: int, price: int, number: int) -> int:
    left = 2 * int(a.s.points[stock]) - int(a.s.spent[stock])
    a.told(price=halves(price), nation=a.nation(stock), left=halves(left))
    return number


def free(a: Asked) -> int:
    """[10.6] Return why a counter cannot be the free unit of the turn."""
    b, s, w, u = a.b, a.s, a.w, a.unit
    return cannot_be_free(b, s, u) or cannot_buy(b, s, w, u) or arrival(a)


def barrage_marker(a: Asked) -> int:
    """[10.2, 10.5] Return why a barrage marker cannot be mobilized."""
    nation = a.place
    a.told(nation=a.nation(nation))
    found = cannot_buy_barrage(a.b, a.s, nation)
    if found in (no.NO_MARKERS_NOW, no.ALL_MARKERS):
        return found
    return _poor(a, nation, int(a.b.barrage_price[a.s.side]), no.TOO_POOR)


def refit(a: Asked) -> int:
    """[11.1, 11.3, 22.4] Return why a counter cannot be refitted."""
    b, u = a.b, a.unit
    found = cannot_refit(b, a.s, u)
    if found == no.TOO_POOR_TO_REFIT:
        return _poor(a, int(b.stock[u]), int(b.refit[u]), found)
    return found or a.equal_or_not_now()


def halves(half: int) -> str:
    """Return half points as points: 3 is "1½ points"."""
    whole, rest = divmod(half, 2)
    number = f"{whole or ''}½" if rest else str(whole)
    return f"{number} point{'' if half in (1, 2) else 's'}"


# Events


def draw(a: Asked) -> int:
    """[8.1, 8.3] Return why an event cannot be drawn."""
    a.told(event=st.EVENTS[a.place])
    other = (a.place >= st.ISRAELI_CEASEFIRE) != (a.s.side == st.ISRAEL)
    return no.NOT_ITS_EVENT if other else no.NOT_IN_POOL


def draw_unit(a: Asked) -> int:
    """[10.12, 28] Return why an ally cannot be drawn."""
    if a.s.where[a.unit] != st.CUP:
        return no.NOT_IN_CUP
    jordanian = a.b.nation[a.unit] == st.JORDAN
    return no.JORDAN_FULL if jordanian and jordan_full(a.b, a.s) else no.COUNTS_FOR_MORE


def divide(a: Asked) -> int:
    """[28] Return why so many points cannot go to Egypt."""
    a.w.witness = a.s.event_number
    return no.POINTS_TO_DIVIDE
