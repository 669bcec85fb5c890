"""Places of counters: points, boxes, stacking, control, lines of communication, visibility.

Chapters 2.6, 11.2, 12 and 27, and the rulings 12 to 19 and 69 to 70. Every change of place uses
`go`, which keeps `work` up to date.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.state import ARAB, ISRAEL, NOBODY


@kernel
def refresh(b: Board, s: State, w: Work) -> None:
    """Compute work from state."""
    w.count[:] = 0
    w.weight[:] = 0
    w.load[:] = 0
    w.free[:] = 0
    w.hqs[:] = 0
    w.unknown[:] = 0
    w.loc_fresh = 0
    w.umbrella_fresh = 0
    w.listed = 0
    w.worth_fresh = 0
    w.luck = -1
    for u in range(b.units):
        if s.where[u] >= 0:
            _tally(b, s, w, u, int(s.where[u]), 1)


@kernel
def _tally(b: Board, s: State, w: Work, u: int, p: int, by: int) -> None:
    """Add a ground counter to the sums of a place, or remove it."""
    side = b.side[u]
    w.count[side, p] += by
    if s.known[u] == 0:
        w.unknown[side, p] += by
    stack_up(b, w, u, p, by)


@kernel
def stack_up(b: Board, w: Work, u: int, p: int, by: int) -> None:
    """[12] Add a ground counter to the stacking of a place, or remove it."""
    side = b.side[u]
    if b.free_type[u] >= 0:
        before = int(w.free[side, p, b.free_type[u]])
        w.free[side, p, b.free_type[u]] = before + by
        w.load[side, p] += max(before + by - 1, 0) - max(before - 1, 0)
    elif b.type[u] == st.HQ:
        w.hqs[side, p, b.army[u]] += by
    elif b.home[u] != p:
        w.weight[side, p] += by * b.stack[u]
        w.load[side, p] += by * b.stack[u]


@kernel
def go(b: Board, s: State, w: Work, u: int, to: int) -> None:
    """Move a counter to a place or a box; moving hides a counter, meeting an enemy reveals it [70].

    A point with units of only one side belongs to it from now on [2.6]; a bridge without its
    owner's units at either end is removed [21.4].
    """
    old = int(s.where[u])
    if old == to:
        return
    if is_sam(b, u):
        w.umbrella_fresh = 0
    if old >= 0:
        _tally(b, s, w, u, old, -1)
        if w.count[b.side[u], old] == 0:  # the enemy's lines may lead through it now
            _forget_lines(w, 1 - int(b.side[u]))
    s.where[u] = to
    s.known[u] = 0
    if to < 0 and not b.air[u]:  # what it did this turn is forgotten, a drop used up is not
        s.mark[u] = int(s.mark[u]) & st.DROPPED
        s.came[u] = -1
    if to >= 0:
        _tally(b, s, w, u, to, 1)
        if w.count[b.side[u], to] == 1:
            _forget_lines(w, 1 - int(b.side[u]))
        settle_control(b, s, w, to)
        if w.count[0, to] > 0 and w.count[1, to] > 0:
            reveal_all(b, s, w, to)
    if old >= 0:
        settle_control(b, s, w, old)
    for k in range(b.canals):
        if s.bridge[k] != NOBODY:
            owner = int(s.bridge[k])
            if w.count[owner, b.canal_end[k, 0]] + w.count[owner, b.canal_end[k, 1]] == 0:
                s.bridge[k] = NOBODY
                w.loc_fresh = 0


@kernel
def is_sam(b: Board, u: int) -> bool:
    """[20.2] Return whether a counter is a SAM unit, mobile or static."""
    return bool(b.type[u] in (st.MOBILE_SAM, st.STATIC_SAM))


@kernel
def _forget_lines(w: Work, side: int) -> None:
    """Mark the lines of a side as out of date."""
    w.loc_fresh &= ~(1 << side)


@kernel
def settle_control(b: Board, s: State, w: Work, p: int) -> None:
    """[2.6, 12] Give a point to a side if only its units are there."""
    if p >= b.points or b.water[p]:
        return
    for side in range(2):
        if w.count[side, p] > 0 and w.count[1 - side, p] == 0 and s.control[p] != side:
            _hand_over(b, s, w, side, p)


@kernel
def _hand_over(b: Board, s: State, w: Work, side: int, p: int) -> None:
    """Give a point to a side."""
    s.control[p] = side
    w.loc_fresh = 0
    if p == b.hermon:  # who holds Mt. Hermon sees more
        w.umbrella_fresh = 0


# Knowledge [69, 70]


@kernel
def reveal(b: Board, s: State, w: Work, u: int) -> None:
    """Reveal a ground counter to the enemy until it moves."""
    if s.known[u] == 0:
        s.known[u] = 1
        if is_sam(b, u):
            w.umbrella_fresh = 0
        if s.where[u] >= 0:
            w.unknown[b.side[u], int(s.where[u])] -= 1


@kernel
def hide(b: Board, s: State, w: Work, u: int) -> None:
    """[70] Hide a counter that was reorganized in its place, unless it meets an enemy."""
    at = int(s.where[u])
    if s.known[u] == 0 or (at >= 0 and w.count[1 - b.side[u], at] > 0):
        return
    s.known[u] = 0
    if is_sam(b, u):
        w.umbrella_fresh = 0
    if at >= 0:
        w.unknown[b.side[u], at] += 1


@kernel
def reveal_all(b: Board, s: State, w: Work, p: int) -> None:
    """Reveal all counters in a point to both sides."""
    if w.unknown[0, p] + w.unknown[1, p] == 0:
        return
    for u in range(b.units):
        if s.where[u] == p:
            reveal(b, s, w, u)


@kernel
def hermon_of(b: Board, s: State) -> int:
    """Return who controls Mt. Hermon, -1 for nobody."""
    return int(s.control[b.hermon]) if b.hermon >= 0 else NOBODY


@kernel
def sees(b: Board, s: State, u: int) -> bool:
    """[69, 70, 23.1] Return whether a counter's enemy knows its identity."""
    p = int(s.where[u])
    if p < 0 or not b.fog or s.known[u]:
        return True
    north = p < b.points and b.features[p] & st.NORTH_OF_LINE != 0
    return bool(north and hermon_of(b, s) == 1 - b.side[u])


# Stacking [12]


@kernel
def load(b: Board, w: Work, side: int, p: int) -> int:
    """Return the present stacking of a side in a place [12.1, 12.5]."""
    return int(w.load[side, p])


@kernel
def fits(b: Board, w: Work, u: int, p: int) -> bool:
    """[12, 17.4] Return whether another ground counter may end its move in a place."""
    if p >= b.points:
        return True
    side = b.side[u]
    if b.type[u] == st.HQ:
        return bool(w.hqs[side, p, b.army[u]] == 0)
    more = 0
    if b.free_type[u] >= 0:
        if w.free[side, p, b.free_type[u]] > 0:
            more = 1
    elif b.home[u] != p:
        more = b.stack[u]
    if more == 0:
        return True
    return bool(load(b, w, side, p) + more <= b.stack_limit[side])


@kernel
def cannot_stack(b: Board, w: Work, u: int, p: int) -> int:
    """[12, 17.4] Return why another ground counter may not end its move in a place, else 0."""
    if fits(b, w, u, p):
        return no.ALLOWED
    w.witness = p
    return no.HQ_THERE if b.type[u] == st.HQ else no.IS_FULL


@kernel
def off_map(b: Board, s: State, u: int) -> int:
    """[22.3] Return why a counter is not a ground counter in a place, else 0."""
    if b.air[u]:
        return no.IS_STRIKE
    return no.NOT_ON_MAP if s.where[u] < 0 else no.ALLOWED


@kernel
def overstacked(b: Board, s: State, w: Work, side: int, p: int) -> bool:
    """[18, O46] Return whether a force, including its free units, exceeds the limit.

    SAM units that stay hidden under a raid do not count, because the shift would reveal them.
    """
    found = w.weight[side, p] + w.hqs[side, p, 0] + w.hqs[side, p, 1]
    for kind in range(st.FREE_TYPES):
        found += w.free[side, p, kind]
    for u in range(b.type_first[st.INFANTRY], b.type_last[st.INFANTRY] + 1):
        if b.home[u] == p and b.side[u] == side and s.where[u] == p:
            found += b.stack[u]
    if b.fog and w.unknown[side, p] > 0:
        for u in range(b.type_first[st.MOBILE_SAM], b.type_last[st.MOBILE_SAM] + 1):
            if b.type[u] == st.MOBILE_SAM and b.side[u] == side and s.where[u] == p:
                found -= 0 if sees(b, s, u) else 1
    return bool(found > b.stack_limit[side])


# Lines of communication [11.2, rulings 13 to 15]


@kernel
def may_follow(b: Board, s: State, side: int, p: int, k: int, water: int) -> bool:
    """Return whether a line can run from a place by its k-th route."""
    kind = b.route[p, k]
    if kind == st.CANAL:
        return int(s.bridge[b.canal[p, k]]) == side
    if kind in (st.LAKE, st.RED_SEA):
        return water == 1
    return bool(kind == st.ROAD)


@kernel
def find_lines(b: Board, s: State, w: Work, side: int) -> None:
    """Find the points on a side's lines of communication."""
    if w.loc_fresh >> side & 1:
        return
    w.loc_fresh |= 1 << side
    w.loc[side] = 0
    for water in range(2):
        size = 0
        for r in range(3):
            if (r == 0) == (side == ISRAEL):
                home = b.reserve[r]
                for k in range(b.degree[home]):
                    size = _join(b, s, w, side, water, b.neighbor[home, k], size)
        at = 0
        while at < size:
            p = w.queue[at]
            at += 1
            for k in range(b.degree[p]):
                if may_follow(b, s, side, p, k, water):
                    size = _join(b, s, w, side, water, b.neighbor[p, k], size)


@kernel
def _join(b: Board, s: State, w: Work, side: int, water: int, p: int, size: int) -> int:
    """Add a point to the line if allowed; return the size of the queue."""
    if w.loc[side, water, p] or w.count[1 - side, p] > 0:
        return size
    if int(s.control[p]) != side and not b.water[p]:
        return size
    w.loc[side, water, p] = 1
    w.queue[size] = p
    return size + 1


@kernel
def line_from(b: Board, s: State, w: Work, u: int, p: int) -> bool:
    """Return whether a counter would have a line of communication in a place."""
    side = b.side[u]
    if p >= b.points:
        return True
    if side == ISRAEL and b.fort_of[p] == ISRAEL:
        return True
    find_lines(b, s, w, int(side))
    by_water = b.traits[u] & st.WATER != 0 or b.type[u] == st.COMMANDO
    water = 1 if by_water else 0
    for k in range(b.degree[p]):
        q = b.neighbor[p, k]
        if b.route[p, k] == st.EDGE:
            if b.start_control[q] == side:
                return True
        elif w.loc[side, water, q] and may_follow(b, s, side, p, k, water):
            return True
    return False


@kernel
def has_line(b: Board, s: State, w: Work, u: int) -> bool:
    """[11.2, 15] Return whether a counter on the map or in a reserve area has a LOC now."""
    if int(s.mark[u]) & st.FLEW:
        return True
    return line_from(b, s, w, u, int(s.where[u]))


# Neighbors and command [14, rulings 36 and 37]


@kernel
def neighbors(b: Board, p: int, q: int) -> bool:
    """Return whether a road or canal route joins two points."""
    for k in range(b.degree[p]):
        if b.neighbor[p, k] == q and b.route[p, k] in (st.ROAD, st.CANAL):
            return True
    return False


@kernel
def commands(b: Board, s: State, w: Work, hq: int, p: int) -> bool:
    """[14.1, 14.2] Return whether a headquarters on the map commands a point."""
    at = int(s.where[hq])
    if at == p:
        return True
    side = b.side[hq]
    if at < 0 or at >= b.points or p >= b.points or w.count[1 - side, at] > 0:
        return False
    w.steps[: b.places] = 99
    w.steps[at] = 0
    w.queue[0] = at
    size, here = 1, 0
    while here < size:
        q = w.queue[here]
        here += 1
        if q == p:
            return True
        if w.steps[q] == b.hq[hq] or (q != at and w.count[1 - side, q] > 0):
            continue
        for k in range(b.degree[q]):
            n = b.neighbor[q, k]
            if b.route[q, k] in (st.ROAD, st.CANAL) and w.steps[n] == 99:
                w.steps[n] = w.steps[q] + 1
                w.queue[size] = n
                size += 1
    return False


@kernel
def in_command(b: Board, s: State, w: Work, u: int) -> bool:
    """[14.1, 37] Return whether a counter on the map is in command of a headquarters."""
    p = int(s.where[u])
    for hq in range(b.units):
        at = int(s.where[hq])
        leads = b.hq[hq] > 0 and 0 <= at < b.points and b.nation[hq] == b.nation[u]
        if leads and commands(b, s, w, hq, p):
            return True
    return False


# Boxes


@kernel
def first_of(b: Board, s: State, u: int) -> bool:
    """[2.3] Return whether actions name a counter: it is the first of equals in its place."""
    g = b.group[u]
    for v in range(b.group_first[g], u):
        if alike(b, s, v, u):
            return False
    return True


@kernel
def alike(b: Board, s: State, v: int, u: int) -> bool:
    """Return whether two counters of a group are interchangeable now."""
    nothing = st.RAIDED  # marks that tell nothing any more
    if b.fog and s.phase != st.MOVEMENT_2:
        nothing |= st.IN_COMMAND  # it hangs on hidden headquarters
    return bool(
        s.where[v] == s.where[u]
        and int(s.mark[v]) | nothing == int(s.mark[u]) | nothing
        and s.back[v] == s.back[u]
        and s.came[v] == s.came[u]
        and s.known[v] == s.known[u]
        and s.arrives[v] == s.arrives[u]
        and s.task[v] == s.task[u]
        and b.hq[v] == b.hq[u]
        and b.home[v] == b.home[u]
    )


@kernel
def breakdown_of(b: Board, s: State, u: int, p: int) -> int:
    """Return the breakdown box for a large counter in a place [20, 21]."""
    if b.side[u] == ARAB:
        return st.BREAKDOWN
    if p >= 0 and b.theater[p] == st.SINAI:
        return st.BREAKDOWN_SINAI
    if p >= 0 and b.theater[p] == st.GOLAN:
        return st.BREAKDOWN_GOLAN
    return st.BREAKDOWN_ANY


@kernel
def box_of_loss(b: Board, s: State, w: Work, u: int) -> int:
    """[22.4, 33] Return the box for a small ground counter that is eliminated now."""
    if b.stock[u] < 0:
        return st.PERMANENT
    if b.refit[u] > 0 and int(s.where[u]) >= 0 and has_line(b, s, w, u):
        return st.REFIT
    return st.ELIMINATED


@kernel
def casualty_stock(b: Board, s: State, u: int) -> int:
    """[8] Return whose index a lost counter raises: Israel's, Egypt's or Syria's."""
    if b.side[u] == ISRAEL:
        return 0
    p = int(s.where[u])
    if b.air[u]:
        return 2 if b.nation[u] == st.SYRIA else 1
    return 2 if p >= 0 and b.theater[p] == st.GOLAN else 1
