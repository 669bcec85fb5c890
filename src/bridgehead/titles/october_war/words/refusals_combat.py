"""Refusals in battles: choosing one, firing, losses, retreats [15, 16, 22.1]."""

from __future__ import annotations

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.components import can_break
from bridgehead.titles.october_war.rules.ground.battle import (
    cannot_battle,
    cannot_fire,
    cannot_forgo,
)
from bridgehead.titles.october_war.rules.ground.retreat_ways import (
    air_defense,
    any_way,
    cannot_fly_off,
    cannot_withdraw,
    concerned,
    has_way,
    side_has_way,
    spot,
)
from bridgehead.titles.october_war.words.refusals_base import Asked


def attack(a: Asked) -> int:
    """[15.0, 15.1] Return why a battle cannot be fought in a point now."""
    if a.s.theater >= 0:
        a.told(theater=st.THEATERS[int(a.s.theater)].title())
    return cannot_battle(a.b, a.s, a.w, a.place)


def end_battles(a: Asked) -> int:
    """[15.0] Return why a combat phase cannot be ended."""
    still = (no.ALLOWED, no.OTHER_BATTLES_FIRST)
    left = [p for p in range(a.b.points) if cannot_battle(a.b, a.s, a.w, p) in still]
    a.told(battles=", ".join(a.at(p) for p in left))
    return no.BATTLES_LEFT


def nation_of_fire(a: Asked) -> int:
    """[22.1] Return why a nation cannot be the one that fires."""
    a.told(nation=a.nation(a.place))
    return no.NO_ATTACKER_OF


def fire(a: Asked) -> int:
    """[15.4, 22.1] Return why a counter cannot fire."""
    if a.s.nation >= 0:
        a.told(nation=a.nation(int(a.s.nation)))
    return cannot_fire(a.b, a.s, a.unit) or a.equal_or_not_now()


def retreat_all(a: Asked) -> int:
    """[16.3] Return why a side cannot retreat now."""
    b, s, w = a.b, a.s, a.w
    if s.step == st.FIRE:
        return cannot_forgo(b, s, w) or no.NOT_NOW
    if s.step == st.DAMAGE:
        if s.must_go == 1:
            return no.ONE_WITHDRAWS
        if s.must_go == 0 and s.cancels == 0:
            return no.LOSS_TAKEN
        way = any_way(b, s, w)
    else:
        way = side_has_way(b, s, w, int(s.owner), int(s.battle), False)
    return no.NOT_NOW if way else no.FORCE_HAS_NO_WAY


# Losses


def loss(a: Asked) -> int:
    """[9.7, 16.1] Return why a counter cannot be broken down or eliminated for a hit."""
    b, s, u = a.b, a.s, a.unit
    strange = s.owner != s.victim
    if strange and b.side[u] == s.victim and not _known_there(a, u):
        return no.NOT_KNOWN_THERE
    if b.side[u] != s.victim:
        return no.NOT_HIT
    if not concerned(b, s, u):
        a.told(spot=a.at(spot(s)))
        return no.ONLY_AIR_DEFENSE if s.only_air_defense else no.NOT_THERE
    breaks = can_break(b, s, a.w, u)
    if a.verb == st.BREAK and not breaks:
        return no.NO_PARTS if b.large[u] else no.NOT_BREAKABLE
    if a.verb != st.BREAK and breaks:
        return no.BREAKS_FIRST
    if strange and s.turn == 1 and air_defense(b, u):
        return no.NO_SAM_ON_TURN_1
    return a.equal_or_not_now()


def _known_there(a: Asked, u: int) -> bool:
    """Whether the side that chooses losses knows a counter in the point."""
    seen = a.position.shown(st.SIDES[int(a.s.owner)])
    return a.s.where[u] == spot(a.s) and a.game.units[u] in seen


# Retreats


def withdraw(a: Asked) -> int:
    """[16.1, 16.4] Return why a counter cannot withdraw to a place."""
    if a.s.step == st.GO_BACK:
        return a.equal() or no.GOES_BACK
    found = _not_going(a) or cannot_withdraw(a.b, a.s, a.w, a.unit, a.place, False)
    return found if found and found != no.NOT_NOW else a.equal_or_not_now()


def _not_going(a: Asked) -> int:
    """Return why a counter cannot be the one that leaves."""
    b, s, u = a.b, a.s, a.unit
    if s.step == st.DAMAGE and s.must_go != 1:
        return no.ONLY_FROM_R
    if s.flyer >= 0 and s.flyer != u:
        a.w.witness = s.flyer
        return no.OTHER_IS_LEAVING
    if not concerned(b, s, u):
        return no.NOT_RETREATING
    if b.traits[u] & st.STATIC:
        return no.STATIC_STAYS
    return no.ALLOWED if has_way(b, s, a.w, u) else no.HAS_NO_WAY


def fly_off(a: Asked) -> int:
    """[16.4(5)] Return why a counter cannot retreat by air to a place."""
    found = _not_going(a)
    if not found and a.s.flyer == a.unit:
        found = no.ABORTED if a.b.traits[a.unit] & st.CAN_FLY else no.NOT_AIRMOBILE
    found = found or cannot_fly_off(a.b, a.s, a.w, a.unit, a.place, False)
    return found or a.equal_or_not_now()
