"""A counter's fire in a ground battle: strengths, brackets, shifts, the column.

Chapters 15.6, 15.7, 17.2, 23, rulings 48 to 50 and 67.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.places import has_line, neighbors, reveal, sees
from bridgehead.titles.october_war.state import ARAB, ISRAEL

# What `shifts` writes, in this order
TERRAIN, WATER, ENGINEER, ELITE, MORALE, HQ, SUPPLY = range(7)
SHIFTS = ("terrain", "water", "engineer", "elite", "morale", "hq", "supply")

LAST_COLUMN = 20
OVER_WATER, NO_SUPPLY, FIRST_ENGINEER, ELITE_ATTACK, MORALE_CHECK = -1, -2, 1, 1, -1


@kernel
def strength_of(b: Board, s: State, w: Work, u: int) -> int:
    """[15.7, 23.2, 50] Return the strength of a counter in its point, considering the bracket."""
    side = b.side[u]
    armor = b.anti_armor[u] > 0 and has_armor(b, s, w, 1 - side, int(s.where[u]))
    return bare_strength(b, s, u, side == s.side, armor)


@kernel
def bare_strength(b: Board, s: State, u: int, attacks: bool, armor: bool) -> int:
    """[15.7, 23.2, 50] Return the strength of a counter that attacks or defends.

    `armor` says whether there is any among its enemies.
    """
    if attacks and b.attack_bracket[u] > 0:
        return int(b.attack_bracket[u])
    if armor and b.anti_armor[u] > 0:
        return int(b.anti_armor[u])
    return int(b.back_strength[u] if s.back[u] else b.strength[u])


@kernel
def has_armor(b: Board, s: State, w: Work, side: int, p: int) -> bool:
    """[50] Return whether a force has a counter of type armor that is not Combined Arms."""
    return w.count[side, p] > 0 and armor_in(b, s, side, p)


@kernel
def armor_in(b: Board, s: State, side: int, p: int) -> bool:
    """[50] Return the same, also without up-to-date numbers of counters."""
    for i in range(b.typed_from[st.ARMOR], b.typed_from[st.ARMOR + 1]):
        u = int(b.typed[i])
        if b.side[u] == side and s.where[u] == p and not s.back[u]:
            return True
    return False


@kernel
def shifts(b: Board, s: State, w: Work, u: int, out: Vector[int]) -> int:
    """[15.6, 48] Write every shift of a counter's fire, by TERRAIN to SUPPLY; return their sum."""
    p = int(s.where[u])
    for k in range(7):
        out[k] = 0
    if b.side[u] == s.side:
        out[TERRAIN] = terrain_shift(b, u, p)
        out[WATER] = water_shift(b, s, u, p)
        out[ENGINEER] = engineer_shift(b, s, u, p)
        out[ELITE] = elite_shift(b, u, p)
        out[MORALE] = morale_shift(b, s, u)
    out[HQ] = hq_shift(b, s, u, p)
    if not has_line(b, s, w, u):
        out[SUPPLY] = NO_SUPPLY
    total = 0
    for k in range(7):
        total += int(out[k])
    return total


@kernel
def column_of(b: Board, s: State, w: Work, u: int) -> int:
    """[48] Return the column of a counter's fire: from 1 to 20, before and after the shifts."""
    start = min(max(strength_of(b, s, w, u), 1), LAST_COLUMN)
    total = shifts(b, s, w, u, w.slots)
    return min(max(start + total, 1), LAST_COLUMN)


@kernel
def terrain_shift(b: Board, u: int, p: int) -> int:
    """Return the terrain's shift for an attacker; marsh shifts only the mechanized class."""
    found = b.shift[p, b.side[u]]
    if b.mech[u]:
        found += b.mech_shift[p]
    return int(found)


@kernel
def water_shift(b: Board, s: State, u: int, p: int) -> int:
    """[49] Return the shift if every attacker in the point crossed water without an engineer."""
    for v in range(b.units):
        if s.where[v] == p and b.side[v] == b.side[u] and int(s.mark[v]) & st.BY_WATER == 0:
            return 0
    return OVER_WATER


@kernel
def strong_place(b: Board, p: int, side: int) -> bool:
    """Return whether a point is a city or a fort of a side."""
    return bool(b.fort_of[p] == side or (b.city[p] and side == ARAB))


@kernel
def engineer_shift(b: Board, s: State, u: int, p: int) -> int:
    """[23.3, 49] Return an engineer's shift: one of the nation that fires, once."""
    if not strong_place(b, p, 1 - int(b.side[u])):
        return 0
    for i in range(b.typed_from[st.ENGINEER], b.typed_from[st.ENGINEER + 1]):
        v = int(b.typed[i])
        if s.where[v] == p and b.nation[v] == b.nation[u]:
            return FIRST_ENGINEER
    return 0


@kernel
def elite_shift(b: Board, u: int, p: int) -> int:
    """[15.6, 23.1, 49] Return the shift of an Elite attacker.

    With the option it depends on the place.
    """
    if b.traits[u] & st.ELITE == 0:
        return 0
    if b.elite_everywhere or strong_place(b, p, ISRAEL) or strong_place(b, p, ARAB):
        return ELITE_ATTACK
    return 0


@kernel
def morale_shift(b: Board, s: State, u: int) -> int:
    """[28, 67] Return the shift of Israeli attackers while the Morale Check applies."""
    if b.side[u] == ISRAEL:
        for p in range(b.points):
            if s.morale[p]:
                return MORALE_CHECK
    return 0


@kernel
def hq_shift(b: Board, s: State, u: int, p: int) -> int:
    """[17.2, 17.3, 48] Return the best headquarters of its nation in the point or a neighbor."""
    best = 0
    for i in range(b.typed_from[st.HQ], b.typed_from[st.HQ + 1]):
        v = int(b.typed[i])
        if b.hq[v] > best and b.nation[v] == b.nation[u]:
            at = int(s.where[v])
            if at == p or (0 <= at < b.points and neighbors(b, p, at)):
                best = int(b.hq[v])
    return best


@kernel
def show_hq(b: Board, s: State, w: Work, u: int) -> None:
    """[17.2, O45] Reveal the headquarters that shifts a counter's fire: the column is announced.

    One that the enemy knows is preferred to an equal one.
    """
    p = int(s.where[u])
    best, used = hq_shift(b, s, u, p), -1
    if b.fog == 0 or best == 0:
        return
    for i in range(b.typed_from[st.HQ], b.typed_from[st.HQ + 1]):
        v = int(b.typed[i])
        if b.hq[v] != best or b.nation[v] != b.nation[u]:
            continue
        at = int(s.where[v])
        if at == p or (0 <= at < b.points and neighbors(b, p, at)):
            if sees(b, s, v):
                return
            if used < 0:
                used = v
    reveal(b, s, w, used)


@kernel
def ground_result(b: Board, column: int, face: int) -> int:
    """Return the result of the ground table: 0, a number of hits, LITTLE_R or BIG_R."""
    return int(b.crt[face - 1, column - 1])
