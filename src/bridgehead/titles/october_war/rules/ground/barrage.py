"""Artillery barrages [24, ruling 60]: markers of Israel, Egypt and Syria against points."""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.air.looks import apply_looks, legal_looks, reveal_side
from bridgehead.titles.october_war.rules.codes import ask, put, put_plain
from bridgehead.titles.october_war.rules.ground.battle import begin_battles
from bridgehead.titles.october_war.rules.ground.damage import begin_damage
from bridgehead.titles.october_war.rules.places import has_line, hermon_of, in_command, neighbors
from bridgehead.titles.october_war.state import DICE, ISRAEL, NO_UNIT

TARGET, DIRECTED = 1, 2  # a point that may be shelled; one that somebody directs fire on


@kernel
def begin_barrages(b: Board, s: State, w: Work) -> None:
    """Go on to the barrages of a combat phase; without a marker the battles follow."""
    for nation in range(3):
        if _is_own(s, nation) and s.barrage[nation] > 0:
            ask(s, st.BARRAGES, int(s.side))
            return
    begin_battles(b, s, w)


@kernel
def _is_own(s: State, nation: int) -> bool:
    """Return whether a stock belongs to the phasing side: 0 is Israel's."""
    return bool((nation == 0) == (s.side == ISRAEL))


@kernel
def legal_barrage(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the barrages that may be laid."""
    n = legal_looks(b, s, w, out, 0)
    for nation in range(3):
        targets = np.zeros(st.MAX_PLACES, np.int64)
        count = 0
        for p in range(b.points):
            if cannot_shell(b, s, w, nation, p) == 0:
                targets[p] = TARGET
                count += 1
        if count > 0:
            _direct(b, s, w, nation, targets)
        for p in range(b.points):
            if targets[p] == DIRECTED:
                n = put(out, n, NO_UNIT, st.BARRAGE_ON, nation * 128 + p)
    return put_plain(out, n, st.END)


@kernel
def _direct(b: Board, s: State, w: Work, nation: int, targets: Vector[int]) -> None:
    """Mark the possible target points on which some counter directs fire."""
    for u in range(b.units):
        if b.nation[u] != nation or b.air[u] or s.where[u] < 0:
            continue
        at = int(s.where[u])
        wanted = targets[at] == TARGET
        for k in range(b.degree[at]):
            if targets[b.neighbor[at, k]] == TARGET and b.route[at, k] in (st.ROAD, st.CANAL):
                wanted = True
        if wanted and _directs(b, s, w, u):
            if targets[at] == TARGET:
                targets[at] = DIRECTED
            for k in range(b.degree[at]):
                q = int(b.neighbor[at, k])
                if targets[q] == TARGET and b.route[at, k] in (st.ROAD, st.CANAL):
                    targets[q] = DIRECTED


@kernel
def cannot_shell(b: Board, s: State, w: Work, nation: int, p: int) -> int:
    """[24.1, 24.3] Return why a nation's marker cannot be used on a point by anyone, else 0."""
    if nation > st.SYRIA or not _is_own(s, nation):
        return no.NO_BARRAGE_NOW
    if s.barrage[nation] == 0:
        return no.NO_BARRAGE_LEFT
    if p >= b.points or w.count[1 - s.side, p] == 0:
        return no.NOBODY_TO_SHELL
    if s.barraged[p]:
        return no.HAS_HAD_BARRAGE
    if not _in_bounds(b, s, p):
        return no.BEYOND_GUNS
    return no.ALLOWED


@kernel
def cannot_barrage(b: Board, s: State, w: Work, nation: int, p: int) -> int:
    """[24.1 to 24.3] Return why a nation's marker may not be used on a point, else 0."""
    found = cannot_shell(b, s, w, nation, p)
    if found > 0:
        return found
    for u in range(b.units):
        if b.nation[u] == nation and not b.air[u] and s.where[u] >= 0:
            at = int(s.where[u])
            if (at == p or neighbors(b, at, p)) and _directs(b, s, w, u):
                return no.ALLOWED
    return no.NOBODY_DIRECTS


@kernel
def _in_bounds(b: Board, s: State, p: int) -> bool:
    """[24.3] Return whether the Arabs may shell a point.

    They may in Africa, east of the Purple Line, and at the forts of both lines.
    """
    if s.side == ISRAEL or b.features[p] & (st.AFRICA | st.BAR_LEV | st.PURPLE_LINE_FORT):
        return True
    return bool(b.theater[p] == st.GOLAN and b.features[p] & st.WEST_OF_PURPLE_LINE == 0)


@kernel
def _directs(b: Board, s: State, w: Work, u: int) -> bool:
    """[24.2] Return whether a unit directs fire.

    It needs a LOC; in the second combat phase it must be in command, or a headquarters.
    """
    if not has_line(b, s, w, u):
        return False
    return s.phase == st.COMBAT_1 or b.type[u] == st.HQ or in_command(b, s, w, u)


@kernel
def apply_barrage(b: Board, s: State, w: Work, verb: int, place: int) -> None:
    """Lay a barrage, roll for one, or go on to the battles."""
    if verb == st.BARRAGE_ON:
        s.looking = 0
        s.actor = place // 128
        s.target = place % 128
        s.barrage[s.actor] -= 1
        s.barraged[s.target] = 1
        reveal_side(b, s, w, 1 - int(s.side), int(s.target))
        ask(s, st.BARRAGE_ROLL, DICE)
    elif verb == st.ROLL:
        _roll(b, s, w, place)
    elif verb == st.END:
        s.looking = 0
        begin_battles(b, s, w)
    else:
        apply_looks(b, s, w, NO_UNIT, verb, place)


@kernel
def _column(b: Board, s: State) -> int:
    """[24.1, 24.4] Return the column: the marker, terrain, and Mt. Hermon on the Golan map."""
    p, side = int(s.target), int(s.side)
    column = b.barrage_strength[s.actor] + b.shift[p, side]
    if b.theater[p] == st.GOLAN and hermon_of(b, s) == side:
        column += 1
    return int(min(20, max(1, column)))


@kernel
def _roll(b: Board, s: State, w: Work, face: int) -> None:
    """[24.1(2)] Apply one roll on the table of ground fire."""
    result = int(b.crt[face - 1, _column(b, s) - 1])
    victim = 1 - int(s.side)
    s.source = st.BARRAGE
    s.only_air_defense = 0
    s.chooser = victim
    if result == st.BIG_R:
        begin_damage(b, s, w, victim, 0, 2)
    elif result == st.LITTLE_R:
        begin_damage(b, s, w, victim, 0, 1)
    elif result > 0:
        begin_damage(b, s, w, victim, result, 0)
    else:
        after_barrage(b, s, w)


@kernel
def after_barrage(b: Board, s: State, w: Work) -> None:
    """Return to the barrages: each is resolved before the next."""
    s.source = st.NO_SOURCE
    s.actor = -1
    s.target = -1
    begin_barrages(b, s, w)
