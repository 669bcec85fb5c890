"""The Mobilization Phase: income, arrivals, what is bought, the free unit of the Israelis.

Chapter 10, rulings 24 to 26 and 29 to 32.
"""

from __future__ import annotations

from typing import Any

from bridgehead.core.kernel import kernel
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules.arrivals import arrive, find_depots, put_arrivals
from bridgehead.titles.october_war.rules.codes import ask, put, put_plain
from bridgehead.titles.october_war.rules.places import first_of, go
from bridgehead.titles.october_war.state import ARAB, ISRAEL

# Points of a phase: counted in halves, charged rounded up when it ends [30]


@kernel
def can_pay(s: Any, stock: int, price: int) -> bool:
    """[10.2, 30] Return whether a stock has the points for one more purchase of this phase."""
    return bool((s.spent[stock] + price + 1) // 2 <= s.points[stock])


@kernel
def charge(s: Any) -> None:
    """[30] Take what the phase has spent out of the stocks, each rounded up to a whole point."""
    for k in range(3):
        s.points[k] -= (s.spent[k] + 1) // 2
        s.spent[k] = 0


@kernel
def begin_mobilization(b: Any, s: Any, w: Any) -> None:
    """[10.1, 29] Count the income of the side, then let its reinforcements arrive."""
    s.spent[:] = 0
    s.free_used = 0
    if s.side == ISRAEL:
        s.points[0] = max(0, int(s.points[0] + b.income[0, s.turn] - s.jordan_cut))
        s.jordan_cut = 0
    else:
        for k in range(1, 3):
            if s.gate[k] >= 0:  # [67]
                s.points[k] += b.income[k, s.turn] + s.gate[k]
            s.gate[k] = 0
    _ask_next(b, s)


@kernel
def _ask_next(b: Any, s: Any) -> None:
    """Ask for the next reinforcement, or for what is to be mobilized."""
    if next_arrival(b, s) >= 0:
        ask(s, st.ARRIVALS, int(s.side))
    else:
        ask(s, st.MOBILIZE, int(s.side))


@kernel
def next_arrival(b: Any, s: Any) -> int:
    """Return the first counter of the side that is due on the turn track, -1 none."""
    for u in range(b.units):
        if b.side[u] == s.side and s.where[u] == st.TRACK and s.arrives[u] == s.turn:
            return u
    return -1


@kernel
def offered(b: Any, s: Any, u: int) -> bool:
    """[10.5, 17.5, 31] Return whether a counter lies where the side can mobilize it from."""
    if b.side[u] != s.side or b.stock[u] < 0 or b.mobilize[u] == 0:
        return False
    if s.where[u] != st.AVAILABLE and s.where[u] != st.REFIT:
        return False
    kind = b.limit[u]
    if kind >= 0 and s.bought[kind] >= b.limits[kind] + s.extra[kind]:
        return False
    return first_of(b, s, u)


@kernel
def may_be_free(b: Any, s: Any, u: int) -> bool:
    """[10.6, 31] Return whether a counter can be the free unit of this turn."""
    return bool(b.free[u] > 0 and s.free_used == 0 and s.turn >= b.free_from)


@kernel
def legal_mobilization(b: Any, s: Any, w: Any, out: Any) -> int:
    """Write the places of the counter that arrives, or what can be mobilized."""
    depots = find_depots(b, s, w) if s.side == ISRAEL else 0
    if s.step == st.ARRIVALS:
        return put_arrivals(b, s, w, out, 0, next_arrival(b, s), st.ARRIVE, depots)
    n = 0
    for u in range(b.units):
        if offered(b, s, u):
            if can_pay(s, int(b.stock[u]), int(b.mobilize[u])):
                n = put_arrivals(b, s, w, out, n, u, st.MOBILIZE_UNIT, depots)
            if may_be_free(b, s, u):
                n = put_arrivals(b, s, w, out, n, u, st.FREE, depots)
    for k in range(3):
        lies = (k == 0) == (s.side == ISRAEL) and s.barrage[k] < b.barrage_most[k]
        if lies and can_pay(s, k, int(b.barrage_price[s.side])):
            n = put(out, n, st.NO_UNIT, st.MOBILIZE_BARRAGE, k)
    return put_plain(out, n, st.END)


@kernel
def apply_mobilization(b: Any, s: Any, w: Any, unit: int, verb: int, place: int) -> None:
    """Let a counter arrive, mobilize one, or end the phase."""
    if verb == st.ARRIVE:
        arrive(b, s, w, unit, place)
        _ask_next(b, s)
    elif verb == st.MOBILIZE_UNIT:
        s.spent[b.stock[unit]] += b.mobilize[unit]
        arrive(b, s, w, unit, place)
        _tally(b, s, w, unit)
    elif verb == st.FREE:
        s.free_used = 1
        arrive(b, s, w, unit, place)
    elif verb == st.MOBILIZE_BARRAGE:
        s.barrage[place] += 1
        s.spent[place] += b.barrage_price[0 if place == 0 else ARAB]
    else:
        charge(s)
        s.step = st.NEXT


@kernel
def _tally(b: Any, s: Any, w: Any, u: int) -> None:
    """[10.5, 24] Count a battalion; each third of its type frees a brigade of the type."""
    if b.limit[u] >= 0:
        s.bought[b.limit[u]] += 1
    kind = int(b.third[u])
    if kind < 0:
        return
    s.thirds[kind] += 1
    if s.thirds[kind] % 3 > 0:
        return
    for v in range(b.units):
        if b.tied[v] == kind and s.where[v] == st.AVAILABLE:
            go(b, s, w, v, st.BREAKDOWN_ANY)
            return
