"""Operations with strikes: dividing missions differently, massed raids on one target."""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import Random, kernel
from bridgehead.core.kernels.record_types import Matrix, Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.air.air_phases import ready_strikes
from bridgehead.titles.october_war.state import ARAB

TARGETS = 3  # that a massed raid chooses from, at most


@kernel
def put_commitment(
    codes: Vector[int], n: int, kind: int, nation: int, theater: int, mission: int, number: int
) -> int:
    """Write that so many strikes fly a mission, if any; return the new number of actions."""
    if number == 0:
        return n
    front = ((kind * 16 + nation) * 2 + theater) * 4 + mission
    codes[n] = st.NO_UNIT * st.UNIT + st.COMMIT_STRIKES * st.VERB + front * 32 + number
    return n + 1


@kernel
def divide_strikes(b: Board, s: State, random: Random, codes: Vector[int]) -> int:
    """Write commitments of all ready strikes, divided at random, and the end."""
    n, sky, sinai = 0, random.random(), random.random()
    for kind in range(3):
        for nation in range(len(st.NATIONS)):
            if (nation == st.N_ISRAEL) == (s.owner == ARAB):
                continue
            ready = ready_strikes(b, s, s.owner, kind, nation)
            if ready == 0:
                continue
            if nation == st.N_ISRAEL:
                here = int(ready * sinai + 0.5)
                n = _divide(codes, n, kind, nation, st.SINAI, here, sky)
                n = _divide(codes, n, kind, nation, st.GOLAN, ready - here, random.random())
            else:
                theater = st.GOLAN if nation == st.SYRIA else st.SINAI
                if nation == st.SYRIA:
                    sky = random.random()
                n = _divide(codes, n, kind, nation, theater, ready, sky)
    codes[n] = st.NO_UNIT * st.UNIT + st.END * st.VERB
    return n + 1


@kernel
def _divide(
    codes: Vector[int], n: int, kind: int, nation: int, theater: int, number: int, sky: float
) -> int:
    """Write commitments of some strikes: a share for air superiority, the rest for the ground."""
    first = st.STRATEGIC if kind == 2 else st.AIR_SUPERIORITY  # missiles do not fight in the sky
    up = int(number * sky + 0.5)
    n = put_commitment(codes, n, kind, nation, theater, first, up)
    return put_commitment(codes, n, kind, nation, theater, st.GROUND_ATTACK, number - up)


@kernel
def direct_strikes(
    b: Board, s: State, w: Work, moves: Vector[int], count: int, random: Random,
    codes: Vector[int],
) -> int:  # fmt: skip
    """Write a raid by as many strikes as possible on one point, preferably before a battle."""
    most = np.zeros((st.MAX_PLACES, 3), np.int64)
    places = np.zeros(st.MAX_PLACES, np.int64)
    found = _list_targets(s, moves, count, most, places)
    if found == 0:
        return 0
    best, target = -1.0, 0
    for _ in range(1 + int(random.random() * TARGETS)):
        p = int(places[int(random.random() * found)])
        value = random.random() + (1.0 if w.count[s.side, p] > 0 else 0.0)
        if value > best:
            best, target = value, p
    n = 0
    for kind in range(3):
        number = int(most[target, kind])
        if number > 0 and (kind == 0 or random.random() < 0.5):
            place = (target * 4 + kind) * 32 + number
            codes[n] = st.NO_UNIT * st.UNIT + st.RAID_ON * st.VERB + place
            n += 1
    return n


@kernel
def _list_targets(
    s: State, moves: Vector[int], count: int, most: Matrix[int], places: Vector[int]
) -> int:
    """Write the points that can be raided, and by how many of each kind; return how many."""
    found, last = 0, -1
    for i in range(count):
        if int(moves[i]) // st.VERB % 64 != st.RAID_ON:
            continue
        place = int(moves[i]) % st.VERB
        p, kind, number = place // 128, place // 32 % 4, place % 32
        if p != last:
            places[found] = p
            found, last = found + 1, p
        most[p, kind] = max(int(most[p, kind]), number)
    return found
