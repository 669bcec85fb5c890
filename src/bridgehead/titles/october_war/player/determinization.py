"""Determinization.

A random position that is possible according to what a side knows [27, 69 to 72]. Counters in boxes
are known, and so is the number in each place. So the set of the enemy's hidden counters is known,
and only their places are not: they are distributed over the places with hidden ones, each
preferably where it is likely. Everything is made from the result of `view.mask`, so nothing depends
on the true position.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import Random, entry, kernel
from bridgehead.core.kernels.record_types import Records, Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.kinds import Boards, States, Works
from bridgehead.titles.october_war.rules.places import (
    fits,
    in_command,
    load,
    refresh,
    stack_up,
)
from bridgehead.titles.october_war.rules.turn.arrivals import site
from bridgehead.titles.october_war.rules.view import before_set_up, mask
from bridgehead.titles.october_war.state import ARAB, ISRAEL

NEVER = 1e-9  # for where a counter cannot be: only where nobody else is left
HARDLY = 1e-3
TIGHT = 6.0  # how much rather who needs no room goes where there is none
SPARE = 2  # counters that are free are counted on in a stack
MOVED_BEFORE = 0.5  # chance that a counter has moved, in the middle of its player turn
FLY_UP, STRIKE_DOWN = (
    0.35,
    0.85,
)  # random numbers up to which a strike fights in the sky, on the ground


@entry
def determinize(board: Boards, state: States, work: Works, side: int, random: Random) -> None:
    """Draw what is hidden from a side at random; `work` is up to date afterwards."""
    states, works = np.zeros(2, state.dtype), np.zeros(2, work.dtype)
    states[0] = state[0]
    _draw(board[0], state, work, states, works, side, random)


@kernel
def _draw(
    b: Board, state: Records[State], work: Records[Work],
    states: Records[State], works: Records[Work], side: int, random: Random,
) -> None:  # fmt: skip
    """Do the work of `determinize`; `states[0]` is the position, the rest of both is scratch."""
    if state[0].phase == st.SETUP and state[0].side != side:
        before_set_up(b, states[0])
    refresh(b, states[0], works[0])
    start = -1  # that a counter takes off there is seen by all
    if states[0].flyer >= 0:
        start = int(states[0].where[states[0].flyer])
    mask(b, states, works, side)
    s, w = states[1], works[1]
    room = np.zeros(st.MAX_PLACES, np.int64)
    refresh(b, s, w)
    for p in range(b.places):
        room[p] = works[0].count[1 - side, p] - w.count[1 - side, p]
    if start >= 0 and s.flyer < 0:
        _deal_flyer(b, s, w, start, room, random)
    done = _done_before(s, side)
    for rank in range(5):
        for u in range(b.units):
            if s.where[u] == st.HIDDEN and _rank(b, u) == rank:
                _deal(b, s, w, u, room, random)
                if done != 0 and _rank(b, u) > 0 and random.random() < MOVED_BEFORE:
                    s.mark[u] = done
    if s.phase == st.AIR_COMMITMENT and s.owner == side and side == ISRAEL:
        _commit(b, s, random)
    state[0] = s
    refresh(b, state[0], work[0])
    if s.side != side and s.phase == st.MOVEMENT_2:
        _suppose_command(b, state[0], work[0])


# Dealing out


@kernel
def _rank(b: Board, u: int) -> int:
    """Return a counter's rank in the distribution.

    Restricted counters come first, then those that need much room.
    """
    if b.traits[u] & (st.STATIC | st.CITY_BOUND):
        return 0
    if b.large[u]:
        return 1
    if b.type[u] == st.HQ:
        return 2
    return 3 if b.free_type[u] >= 0 else 4


@kernel
def _deal(b: Board, s: State, w: Work, u: int, room: Vector[int], random: Random) -> None:
    """Put a hidden counter into a random place with room for it."""
    total = 0.0
    for p in range(b.places):
        if room[p] > 0:
            total += _weight(b, s, w, u, p, int(room[p]))
    ticket, last = random.random() * total, -1
    for p in range(b.places):
        if room[p] > 0:
            last = p
            ticket -= _weight(b, s, w, u, p, int(room[p]))
            if ticket < 0.0:
                break
    _put(b, s, w, u, last, room)


@kernel
def _put(b: Board, s: State, w: Work, u: int, p: int, room: Vector[int]) -> None:
    """Put a counter into a place, and count it for stacking."""
    s.where[u] = p
    room[p] -= 1
    stack_up(b, w, u, p, 1)


@kernel
def _deal_flyer(b: Board, s: State, w: Work, start: int, room: Vector[int], random: Random) -> None:
    """Put a counter that can fly where one is taking off; if there is none, any counter."""
    best, most = -1, -1.0
    for u in range(b.units):
        if s.where[u] == st.HIDDEN:
            flies = b.traits[u] & (st.CAN_FLY | st.ONE_DROP) != 0
            value = _liking(b, s, u, start) * random.random() + (1.0 if flies else 0.0)
            if value > most:
                best, most = u, value
    if best >= 0:
        _put(b, s, w, best, start, room)
        s.flyer = best


@kernel
def _weight(b: Board, s: State, w: Work, u: int, p: int, room: int) -> float:
    """Return the likelihood that a counter is one of the `room` hidden counters left in a place."""
    value = _liking(b, s, u, p) * room
    if p >= b.points:
        return value
    if not fits(b, w, u, p):
        return value * HARDLY
    side = int(b.side[u])
    space = int(b.stack_limit[side]) - load(b, w, side, p)
    if b.large[u] and int(b.stack[u]) + room - 1 > space + SPARE:
        return value * HARDLY
    if room > space and (b.free_type[u] >= 0 or b.type[u] == st.HQ):
        return value * TIGHT
    return value


@kernel
def _liking(b: Board, s: State, u: int, p: int) -> float:
    """Return how well a place suits a counter: less, the farther it is from its start."""
    if not may_be(b, u, p):
        return NEVER
    at = origin(b, u)
    if b.traits[u] & (st.STATIC | st.CITY_BOUND):
        if p == at:
            return 1.0
        if b.type[u] == st.STATIC_SAM:  # one given back stands where there is a site
            near = b.zone[u] >= 0 and b.zone_place[b.zone[u], p]
            return 1.0 if near else HARDLY if site(b, s, u, p) else NEVER
        if b.zone[u] >= 0:
            return 1.0 if b.zone_place[b.zone[u], p] else NEVER
        return HARDLY
    moved = s.turn > 1 or s.phase > st.MOVEMENT_1
    if not moved and b.zone[u] < 0 and b.start[u] >= 0:
        return 1.0 if p == at else HARDLY
    if not moved and b.zone[u] >= 0:
        return 1.0 if b.zone_place[b.zone[u], p] else HARDLY
    far = b.steps[b.side[u], at, p] / (1.0 + 0.5 * s.turn)
    return float(1.0 / (1.0 + far * far))


@kernel
def may_be(b: Board, u: int, p: int) -> bool:
    """Return whether a counter can be in a place at all: by terrain, theater and its own rules."""
    if p >= b.points:
        return bool(b.start_control[p] == b.side[u] and _serves(b, u, int(b.theater[p])))
    if b.water[p] or (b.no_mech[p] and b.mech[u]):
        return False
    if b.traits[u] & st.CITY_BOUND and b.features[p] & st.AFRICA == 0:
        return False
    return _serves(b, u, int(b.theater[p]))


@kernel
def _serves(b: Board, u: int, theater: int) -> bool:
    """Return whether a counter can be in a theater: each Arab army fights on its own front."""
    if b.side[u] == ISRAEL or b.traits[u] & st.EITHER_FRONT:
        return True
    golan = b.stock[u] == 2 or b.traits[u] & st.GOLAN_ONLY != 0
    return bool(golan == (theater == st.GOLAN))


@kernel
def origin(b: Board, u: int) -> int:
    """Return a counter's starting place, or its suggested one; for those in boxes their reserve."""
    if b.zone[u] >= 0 and b.suggested[u] >= 0:
        return int(b.suggested[u])
    if b.start[u] >= 0:
        return int(b.start[u])
    if b.side[u] == ISRAEL:
        return int(b.reserve[0])
    return int(b.reserve[1 if _serves(b, u, st.SINAI) else 2])


# What the enemy has done


@kernel
def _commit(b: Board, s: State, random: Random) -> None:
    """[55, 72] Commit the Arab strikes, which is always done before the Israeli ones."""
    for u in range(b.units):
        if not b.air[u] or b.side[u] != ARAB or s.where[u] != st.READY:
            continue
        theater = st.GOLAN if b.nation[u] == st.SYRIA else st.SINAI
        ticket = random.random()
        if ticket >= STRIKE_DOWN:
            continue
        mission = st.AIR_SUPERIORITY if ticket < FLY_UP else st.GROUND_ATTACK
        if b.type[u] == st.SSM:
            mission = st.STRATEGIC
        s.where[u] = st.MISSION_BOX - (theater * 4 + mission)


@kernel
def _done_before(s: State, side: int) -> int:
    """Return the marks of a counter that the phasing enemy may have moved, 0 if there are none."""
    if s.side == side or s.phase < st.MOVEMENT_1 or s.phase > st.COMBAT_1:
        return 0
    return st.MOVED | st.MOVED_NOW if s.phase == st.MOVEMENT_1 else st.MOVED


@kernel
def _suppose_command(b: Board, s: State, w: Work) -> None:
    """[37] Assume that those now near the phasing enemy's headquarters are in command."""
    for u in range(b.units):
        at = int(s.where[u])
        if b.side[u] != s.side or at < 0 or int(s.mark[u]) & st.MOVED:
            continue
        if at >= b.points or b.type[u] == st.HQ or in_command(b, s, w, u):
            s.mark[u] = int(s.mark[u]) | st.IN_COMMAND


__all__ = ["determinize", "may_be", "origin"]
