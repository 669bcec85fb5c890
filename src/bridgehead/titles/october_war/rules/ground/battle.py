"""Ground battles, round by round [15, 16.3, rulings 45 to 54]."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.air.looks import apply_looks, legal_looks
from bridgehead.titles.october_war.rules.codes import ask, has_ew, put, put_plain, spend_ew
from bridgehead.titles.october_war.rules.ground.damage import begin_damage
from bridgehead.titles.october_war.rules.ground.fire import column_of, ground_result, show_hq
from bridgehead.titles.october_war.rules.ground.going_back import put_back, send_back, send_one
from bridgehead.titles.october_war.rules.ground.losses import eliminate
from bridgehead.titles.october_war.rules.ground.retreat import begin_retreat
from bridgehead.titles.october_war.rules.ground.retreat_ways import side_has_way
from bridgehead.titles.october_war.rules.places import first_of, reveal_all
from bridgehead.titles.october_war.state import ARAB, NOBODY

NATIONS = len(st.NATIONS)
# s.battle_stage: what goes on when damage or a retreat is done
FIRING, FORFEIT, ATTACKER_LEFT, DEFENDER_LEFT, GOING_BACK = range(5)


@kernel
def begin_battles(b: Board, s: State, w: Work) -> None:
    """Begin the ground battles of a combat phase; the question is always asked."""
    s.fought_at[:] = 0
    s.battle, s.theater = -1, -1
    ask(s, st.BATTLES, int(s.side))


# Which battle


@kernel
def cannot_battle(b: Board, s: State, w: Work, p: int) -> int:
    """[15.0, 15.1, 45] Return why no battle can be fought in a point now, else 0.

    All battles of one theater are fought before those of the other.
    """
    if p >= b.points or w.count[0, p] == 0 or w.count[1, p] == 0:
        return no.NOT_BOTH_THERE
    if s.fought_at[p]:
        return no.BATTLE_FOUGHT
    return no.ALLOWED if s.theater < 0 or b.theater[p] == s.theater else no.OTHER_BATTLES_FIRST


@kernel
def battles_left(b: Board, s: State, w: Work) -> int:
    """Return how many battles can be fought now."""
    found = 0
    for p in range(b.points):
        found += cannot_battle(b, s, w, p) == 0
    return int(found)


@kernel
def _declare(b: Board, s: State, w: Work, p: int) -> None:
    """[15.1, 15.2] Begin a battle; record the participants of the first phase [39]."""
    s.looking = 0
    s.battle = p
    s.theater = b.theater[p]
    s.rounds = 0
    s.nation, s.shooter = -1, -1
    s.battle_stage = FIRING
    reveal_all(b, s, w, p)
    nations, only, seen = 0, -1, 0
    for u in range(b.units):
        if s.where[u] == p and b.side[u] == s.side and seen >> b.nation[u] & 1 == 0:
            seen |= 1 << b.nation[u]
            nations += 1
            only = max(only, int(b.nation[u]))
    if s.phase == st.COMBAT_1:
        for u in range(b.units):
            if s.where[u] == p and b.side[u] == s.side:
                s.mark[u] = int(s.mark[u]) | st.FOUGHT
    if s.side == ARAB and nations > 1:
        ask(s, st.CHOOSE_NATION, ARAB)
    else:
        _settle_first(b, s, only)


@kernel
def _has_nation(b: Board, s: State, nation: int, p: int) -> bool:
    """Return whether a nation has attackers in a point."""
    for u in range(b.units):
        if s.where[u] == p and b.nation[u] == nation and b.side[u] == s.side:
            return True
    return False


@kernel
def _settle_first(b: Board, s: State, nation: int) -> None:
    """[15.2(2), 46] Decide who fires; continue with EW markers, or with the first fire."""
    p = int(s.battle)
    attacker = int(s.side)
    s.nation = nation if attacker == ARAB else -1
    if surprised(b, s, p):
        s.first = attacker
        _begin_round(b, s)
    elif has_ew(b, s, attacker, p):
        ask(s, st.ATTACKER_EW, attacker)
    else:
        s.first = 1 - attacker
        _begin_round(b, s)


@kernel
def surprised(b: Board, s: State, p: int) -> bool:
    """[6.3(1), 46] Return whether Syria fires first in a point of the southern Golan on turn 1."""
    if s.turn != 1 or s.side != ARAB or s.nation != st.SYRIA:
        return False
    return bool(b.theater[p] == st.GOLAN and b.features[p] & st.NORTH_OF_LINE == 0)


# Rounds


@kernel
def _begin_round(b: Board, s: State) -> None:
    """[15.2, 47] Begin a round of fire."""
    _lower_guns(b, s)
    s.rounds += 1
    s.any_result = 0
    s.battle_stage = FIRING
    s.firing = int(s.first)
    ask(s, st.FIRE, int(s.first))


@kernel
def _lower_guns(b: Board, s: State) -> None:
    for u in range(b.units):
        s.mark[u] = int(s.mark[u]) & ~st.FIRED


@kernel
def cannot_fire(b: Board, s: State, u: int) -> int:
    """[15.4, 22.1, 45] Return why a counter of the side that fires may not fire now, else 0."""
    if s.where[u] != s.battle:
        return no.NOT_IN_BATTLE
    if s.firing == s.side and s.nation >= 0 and b.nation[u] != s.nation:
        return no.OTHER_NATION_FIRES
    return no.HAS_FIRED if int(s.mark[u]) & st.FIRED else no.ALLOWED


@kernel
def cannot_forgo(b: Board, s: State, w: Work) -> int:
    """[16.3, 53] Return why the defender may not retreat now instead of firing back, else 0."""
    if s.firing == s.side or s.first != s.side:
        return no.NO_RETREAT_BEFORE_FIRE
    for u in range(b.units):
        mine = s.where[u] == s.battle and b.side[u] == s.firing
        if mine and int(s.mark[u]) & st.FIRED:
            return no.DEFENDER_FIRED
    found = side_has_way(b, s, w, int(s.firing), int(s.battle), False)
    return no.ALLOWED if found else no.FORCE_HAS_NO_WAY


@kernel
def _fire(b: Board, s: State, w: Work, face: int) -> None:
    """[15.3] Resolve a shot and apply its result at once."""
    u = int(s.shooter)
    result = ground_result(b, column_of(b, s, w, u), face)
    s.shooter = -1
    if result == 0:
        ask(s, st.FIRE, int(s.firing))
        return
    s.any_result = 1
    s.source = st.GROUND
    s.target = int(s.battle)
    s.only_air_defense = 0
    victim = 1 - int(s.firing)
    s.chooser = victim
    if result > 0:
        begin_damage(b, s, w, victim, result, 0)
    else:
        begin_damage(b, s, w, victim, 0, 1 if result == st.LITTLE_R else 2)


@kernel
def _cease(b: Board, s: State, w: Work) -> None:
    """Stop a side's fire: the other one fires, or the round is over."""
    if s.firing == s.first:
        s.firing = 1 - int(s.first)
        ask(s, st.FIRE, int(s.firing))
    else:
        _end_round(b, s, w)


@kernel
def _end_round(b: Board, s: State, w: Work) -> None:
    """[15.3(7), 16.3, 53] End a round: without any result the attackers go back."""
    if s.any_result:
        ask(s, st.ATTACKER_STAYS, int(s.side))
        return
    s.battle_stage = GOING_BACK
    send_back(b, s, w)


@kernel
def _over(b: Board, s: State, w: Work) -> None:
    """[54] End a battle: the winner remains in the point."""
    p = int(s.battle)
    _lower_guns(b, s)
    s.fought_at[p] = 1
    s.battle, s.nation, s.shooter = -1, -1, -1
    s.rounds, s.any_result = 0, 0
    s.first, s.firing = 0, 0
    s.battle_stage = FIRING
    if battles_left(b, s, w) == 0:
        s.theater = -1
    ask(s, st.BATTLES, int(s.side))


@kernel
def after_damage(b: Board, s: State, w: Work) -> None:
    """Continue a battle after damage, or after a retreat."""
    p = int(s.battle)
    s.source = st.NO_SOURCE
    s.target = -1
    stage = int(s.battle_stage)
    if stage == GOING_BACK:  # who has no way at all is eliminated [53]
        for u in range(b.units):
            if s.where[u] == p and b.side[u] == s.side:
                eliminate(b, s, w, u)
        if s.step == st.OVER:
            return
    if w.count[0, p] == 0 or w.count[1, p] == 0:
        _over(b, s, w)
    elif stage == FORFEIT:
        _end_round(b, s, w)
    elif stage == ATTACKER_LEFT:
        ask(s, st.DEFENDER_STAYS, 1 - int(s.side))
    elif stage == DEFENDER_LEFT:
        _begin_round(b, s)
    else:
        ask(s, st.FIRE, int(s.firing))


# The two tables


@kernel
def legal_battle(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the legal actions of a step of the ground battles."""
    step = int(s.step)
    n = 0
    if step == st.BATTLES:
        return _legal_battles(b, s, w, out)
    if step == st.CHOOSE_NATION:
        for nation in range(NATIONS):
            if _has_nation(b, s, nation, int(s.battle)):
                n = put(out, n, st.NO_UNIT, st.NATION, nation)
    elif step in (st.ATTACKER_EW, st.DEFENDER_EW):
        if has_ew(b, s, int(s.owner), int(s.battle)):
            n = put_plain(out, n, st.EW)
        n = put_plain(out, n, st.PASS)
    elif step == st.FIRE:
        for u in range(b.units):
            if b.side[u] == s.firing and cannot_fire(b, s, u) == 0 and first_of(b, s, u):
                n = put(out, n, u, st.FIRE_UNIT, 0)
        if cannot_forgo(b, s, w) == 0:
            n = put_plain(out, n, st.RETREAT_ALL)
        n = put_plain(out, n, st.HOLD)
    elif step == st.GO_BACK:
        n = put_back(b, s, w, out)
    else:
        if side_has_way(b, s, w, int(s.owner), int(s.battle), False):
            n = put_plain(out, n, st.RETREAT_ALL)
        n = put_plain(out, n, st.STAY)
    return n


@kernel
def _legal_battles(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write looks, the next possible battles, and the end if there are none."""
    n = 0
    if s.looking:
        n = legal_looks(b, s, w, out, n)
    first = n
    for p in range(b.points):
        if cannot_battle(b, s, w, p) == 0:
            n = put(out, n, st.NO_UNIT, st.ATTACK, p)
    return put_plain(out, n, st.END) if n == first else n


@kernel
def apply_battle(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
    """Carry out an action of a step of the ground battles."""
    step = int(s.step)
    if step == st.BATTLES:
        if verb == st.ATTACK:
            _declare(b, s, w, place)
        elif verb == st.END:
            s.looking = 0
            s.theater = -1
            ask(s, st.NEXT, NOBODY)
        else:
            apply_looks(b, s, w, unit, verb, place)
    elif step == st.CHOOSE_NATION:
        _settle_first(b, s, place)
    elif step in (st.ATTACKER_EW, st.DEFENDER_EW):
        _play(b, s, verb == st.EW)
    elif step == st.FIRE_ROLL:
        _fire(b, s, w, place)
    elif step == st.FIRE:
        _apply_fire(b, s, w, unit, verb)
    elif step == st.GO_BACK:
        if verb == st.STAY:  # nobody (else) can go back
            begin_retreat(b, s, w, int(s.side))
        else:
            send_one(b, s, w, unit, place)
    elif verb == st.RETREAT_ALL:
        s.battle_stage = ATTACKER_LEFT if step == st.ATTACKER_STAYS else DEFENDER_LEFT
        begin_retreat(b, s, w, int(s.owner))
    elif step == st.ATTACKER_STAYS:
        ask(s, st.DEFENDER_STAYS, 1 - int(s.side))
    else:
        _begin_round(b, s)


@kernel
def _play(b: Board, s: State, plays: bool) -> None:
    """[26.2, 46] Play an EW marker, or not: the attacker fires first if only they played one."""
    attacker = int(s.side)
    p = int(s.battle)
    if plays:
        spend_ew(b, s, int(s.owner), p)
    if s.step == st.ATTACKER_EW and plays:
        s.first = attacker
        if has_ew(b, s, 1 - attacker, p):
            ask(s, st.DEFENDER_EW, 1 - attacker)
            return
    elif s.step == st.ATTACKER_EW or plays:
        s.first = 1 - attacker
    _begin_round(b, s)


@kernel
def _apply_fire(b: Board, s: State, w: Work, unit: int, verb: int) -> None:
    """Fire, stop firing, or retreat before firing."""
    if verb == st.FIRE_UNIT:
        s.shooter = unit
        show_hq(b, s, w, unit)
        s.mark[unit] = int(s.mark[unit]) | st.FIRED
        ask(s, st.FIRE_ROLL, st.DICE)
    elif verb == st.RETREAT_ALL:
        s.battle_stage = FORFEIT
        begin_retreat(b, s, w, int(s.firing))
    else:
        _cease(b, s, w)
