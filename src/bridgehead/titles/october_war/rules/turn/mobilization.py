"""The Mobilization Phase: income, arrivals, purchases, the Israelis' free unit.

Chapter 10, rulings 24 to 26 and 29 to 32.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.codes import ask, put, put_plain
from bridgehead.titles.october_war.rules.places import first_of, go
from bridgehead.titles.october_war.rules.turn.arrivals import arrive, find_depots, put_arrivals
from bridgehead.titles.october_war.state import ARAB, ISRAEL

# Points of a phase: counted in halves, charged rounded up when it ends [30]


@kernel
def can_pay(s: State, stock: int, price: int) -> bool:
    """[10.2, 30] Return whether a stock has the points for one more purchase of this phase."""
    return bool((s.spent[stock] + price + 1) // 2 <= s.points[stock])


@kernel
def charge(s: State) -> None:
    """[30] Deduct the spending of the phase from the stocks, each rounded up to a whole point."""
    for k in range(3):
        s.points[k] -= (s.spent[k] + 1) // 2
        s.spent[k] = 0


@kernel
def begin_mobilization(b: Board, s: State, w: Work) -> None:
    """[10.1, 29] Add the income of the side, then let its reinforcements arrive."""
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
def _ask_next(b: Board, s: State) -> None:
    """Ask for the next reinforcement, or for mobilization."""
    if next_arrival(b, s) >= 0:
        ask(s, st.ARRIVALS, int(s.side))
    else:
        ask(s, st.MOBILIZE, int(s.side))


@kernel
def next_arrival(b: Board, s: State) -> int:
    """Return the first counter of the side that is due on the turn track, -1 for none."""
    for u in range(b.units):
        if b.side[u] == s.side and s.where[u] == st.TRACK and s.arrives[u] == s.turn:
            return u
    return -1


@kernel
def cannot_buy(b: Board, s: State, w: Work, u: int) -> int:
    """[10.0, 10.4, 10.5, 10.7, 17.5, 31] Return why a counter cannot be bought, else 0."""
    if b.stock[u] < 0:
        return no.ALLY_BY_EVENT
    if b.large[u]:
        return no.FORMED_ONLY
    if b.mobilize[u] == 0:
        return no.NEVER_MOBILIZED
    if s.where[u] != st.AVAILABLE and s.where[u] != st.REFIT:
        return no.NOT_AVAILABLE
    kind = b.limit[u]
    if kind >= 0 and s.bought[kind] >= b.limits[kind] + s.extra[kind]:
        w.witness = b.limits[kind] + s.extra[kind]
        return no.ALL_MOBILIZED
    return no.ALLOWED


@kernel
def cannot_be_free(b: Board, s: State, u: int) -> int:
    """[10.6, 31] Return why a counter cannot be the free unit of this turn, else 0."""
    if not b.free[u]:
        return no.NO_FREE_KIND
    if s.turn < b.free_from:
        return no.FREE_LATER
    return no.FREE_TAKEN if s.free_used else no.ALLOWED


@kernel
def cannot_buy_barrage(b: Board, s: State, nation: int) -> int:
    """[10.2, 10.5] Return why a nation's barrage marker cannot be mobilized, else 0."""
    if nation > st.SYRIA or (nation == st.N_ISRAEL) != (s.side == ISRAEL):
        return no.NO_MARKERS_NOW
    if s.barrage[nation] >= b.barrage_most[nation]:
        return no.ALL_MARKERS
    return no.ALLOWED if can_pay(s, nation, int(b.barrage_price[s.side])) else no.TOO_POOR


@kernel
def legal_mobilization(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the places of the arriving counter, or the counters that can be mobilized."""
    depots = find_depots(b, s, w) if s.side == ISRAEL else 0
    if s.step == st.ARRIVALS:
        return put_arrivals(b, s, w, out, 0, next_arrival(b, s), st.ARRIVE, depots)
    n = 0
    for u in range(b.units):
        if b.side[u] == s.side and cannot_buy(b, s, w, u) == 0 and first_of(b, s, u):
            if can_pay(s, int(b.stock[u]), int(b.mobilize[u])):
                n = put_arrivals(b, s, w, out, n, u, st.MOBILIZE_UNIT, depots)
            if cannot_be_free(b, s, u) == 0:
                n = put_arrivals(b, s, w, out, n, u, st.FREE, depots)
    for k in range(3):
        if cannot_buy_barrage(b, s, k) == 0:
            n = put(out, n, st.NO_UNIT, st.MOBILIZE_BARRAGE, k)
    return put_plain(out, n, st.END)


@kernel
def apply_mobilization(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
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
def _tally(b: Board, s: State, w: Work, u: int) -> None:
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
