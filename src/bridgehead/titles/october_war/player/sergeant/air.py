"""The sergeant's air decisions: missions, losses of strikes, use of markers."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import heuristic_weights as hw
from bridgehead.titles.october_war.records import Board, State
from bridgehead.titles.october_war.rules.air.strikes import type_of
from bridgehead.titles.october_war.state import ARAB, ISRAEL


@kernel
def _at_hand(b: Board, s: State, kind: int, nation: int) -> int:
    """Return how many strikes of a kind a nation has Ready or already committed."""
    found = 0
    for i in range(b.typed_from[type_of(kind)], b.typed_from[type_of(kind) + 1]):
        u = int(b.typed[i])
        at_hand = s.where[u] == st.READY or s.where[u] <= st.MISSION_BOX
        if at_hand and b.nation[u] == nation:
            found += 1
    return found


@kernel
def _wanted(b: Board, s: State, kind: int, nation: int, theater: int, mission: int) -> int:
    """Return how many strikes of a kind a nation sends on a mission."""
    n = _at_hand(b, s, kind, nation)
    if nation == st.N_ISRAEL:
        if s.turn == 1 and kind == 0:
            n = min(n, int(b.first_tac))
        if not _has_ground_units(b, s, theater):
            return 0
        alone = not _has_ground_units(b, s, 1 - theater)
        sent = _israeli(b, n, kind, theater, mission)
        return sent + _israeli(b, n, kind, 1 - theater, mission) if alone else sent
    if kind == 2:
        return n if mission == st.STRATEGIC else 0
    sky = min(n, int(n / b.weights[ARAB, hw.SKY_ARAB])) if n > 1 else n
    return sky if mission == st.AIR_SUPERIORITY else n - sky if mission == st.GROUND_ATTACK else 0


@kernel
def _has_ground_units(b: Board, s: State, theater: int) -> bool:
    """Return whether Israel has a ground unit in a theater.

    A scenario may leave a theater out of play. Strikes that are sent there do nothing.
    """
    for u in range(b.units):
        p = int(s.where[u])
        if p >= 0 and b.side[u] == ISRAEL and b.theater[p] == theater:
            return True
    return False


@kernel
def _israeli(b: Board, n: int, kind: int, theater: int, mission: int) -> int:
    """Return the number of Israeli strikes for a mission.

    Air superiority comes first, with more over the Sinai; the rest are for the ground.
    """
    if kind == 1:
        half = n - n // 2 if theater == st.SINAI else n // 2
        return half if mission == st.AIR_SUPERIORITY else 0
    weights = b.weights[ISRAEL]
    sky_sinai = min(n, int(n / weights[hw.SKY_SINAI]))
    sky_golan = min(n - sky_sinai, int(n / weights[hw.SKY_GOLAN]))
    left = n - sky_sinai - sky_golan
    if mission == st.AIR_SUPERIORITY:
        return sky_sinai if theater == st.SINAI else sky_golan
    if mission == st.GROUND_ATTACK:
        sinai = min(left, int(left * weights[hw.GROUND_SINAI]))
        return sinai if theater == st.SINAI else left - sinai
    return 0


@kernel
def choose_commitment(b: Board, s: State, out: Vector[int], count: int) -> int:
    """Commit strikes mission by mission, in the order of the questions."""
    best, wanted, key = int(out[count - 1]), 0, -1
    for i in range(count - 1):
        place = int(out[i]) % st.VERB
        this, number = place // 32, place % 32
        if key >= 0 and this != key:
            break
        if key < 0:
            wanted = _wanted(b, s, this // 128, this // 8 % 16, this // 4 % 2, this % 4)
            if wanted == 0:
                continue
            key = this
        if number <= wanted:
            best = int(out[i])
    return best


@kernel
def choose_strike_loss(b: Board, s: State, out: Vector[int], count: int) -> int:
    """Lose the least valuable strike: an ally's, then a TAC, Wild Weasels last."""
    best, least = int(out[0]), 99
    for i in range(count):
        u = int(out[i]) // st.UNIT
        if u >= st.NO_UNIT:
            continue
        price = int(b.strength[u]) * 2 - (1 if b.stock[u] < 0 else 0)
        if price < least:
            best, least = int(out[i]), price
    return best


@kernel
def choose_shift(b: Board, s: State, out: Vector[int], count: int) -> int:
    """Switch as many as possible from an uncontested sky to ground attack."""
    if count > 1:
        for i in range(count - 1, -1, -1):
            if int(out[i]) // st.VERB % 64 == st.SHIFT_STRIKES:
                return int(out[i])
    return int(out[0])


@kernel
def choose_air_ew(b: Board, s: State, out: Vector[int], count: int) -> int:
    """Keep markers for ground combat unless there are plenty."""
    if s.owner == ISRAEL and s.ew[0] >= 5:
        return int(out[0])
    return int(out[count - 1])
