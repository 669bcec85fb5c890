"""Refusals for strikes, SAM units and barrages [18 to 20, 22.2, 24]."""

from __future__ import annotations

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.air.air_defense import cannot_answer
from bridgehead.titles.october_war.rules.air.air_phases import cannot_commit
from bridgehead.titles.october_war.rules.air.looks import cannot_show
from bridgehead.titles.october_war.rules.air.strikes import box_of, number_in, raiders, type_of
from bridgehead.titles.october_war.rules.ground.barrage import cannot_barrage
from bridgehead.titles.october_war.rules.places import sees
from bridgehead.titles.october_war.words.names import STRIKES, strikes
from bridgehead.titles.october_war.words.refusals_base import Asked

LOSS_RULES = {
    st.SUPERIORITY_LOSS: ("air_losses", "losses come from this mission first, then other ones"),
    st.STRATEGIC_LOSS: ("bomber_losses", "a TAC of this attack is lost"),
    st.RECON_LOSS: ("defense_losses", "a strike of this look is lost"),
    st.AIR_DEFENSE_LOSS: ("defense_losses", "a strike of this raid is lost, never a missile"),
}


def commit(a: Asked) -> int:
    """[18.3 to 18.5, 18.9, 20.11] Return why strikes cannot be committed like that."""
    front, number = divmod(a.place, 32)
    nation, kind = front // 8 % 16, front // 128
    theater, mission = st.THEATERS[front // 4 % 2].title(), st.MISSIONS[front % 4]
    a.told(nation=a.nation(nation), theater=theater, mission=mission.replace("-", " "))
    a.told(kind=STRIKES[st.KINDS[kind]][1])
    found = cannot_commit(a.s, front)
    if found:
        return found
    b, s = a.b, a.s
    ready = [
        u for u in range(b.units)
        if b.nation[u] == nation and b.type[u] == type_of(kind) and s.where[u] == st.READY
    ]  # fmt: skip
    a.w.witness = len(ready)
    return no.FEW_READY if number > len(ready) else no.FIRST_TURN_TAC


def shift(a: Asked) -> int:
    """[19.3(7)] Return why so many strikes cannot switch to ground attack."""
    box = box_of(int(a.s.air_theater), st.AIR_SUPERIORITY)
    a.w.witness = number_in(a.b, a.s, int(a.s.owner), st.TAC, box)
    return no.HALF_GO_OVER


def lose(a: Asked) -> int:
    """[19.4, 20.7, 20.9] Return why a strike cannot be the one that is lost."""
    rule, text = LOSS_RULES[int(a.s.step)]
    a.told(loss=rule, lost=text)
    return (a.equal() or no.NOT_THE_LOSS) if a.b.air[a.unit] else no.NO_STRIKE


# Raids


def raid(a: Asked) -> int:
    """[18.2, 18.6, 19.8, 22.2] Return why strikes cannot be sent against a point."""
    point_kind, number = divmod(a.place, 32)
    p, kind = divmod(point_kind, 4)
    b, s, side = a.b, a.s, int(a.s.side)
    a.w.witness = p
    if p >= b.points or a.w.count[1 - side, p] == 0:
        return no.NOBODY_TO_RAID
    theater = int(b.theater[p])
    box = box_of(theater, st.GROUND_ATTACK)
    here = [
        u for u in range(b.units)
        if b.type[u] == type_of(kind) and b.side[u] == side and s.where[u] == box
    ]  # fmt: skip
    idle = [u for u in here if s.task[u] == 0 and not int(s.mark[u]) & st.SORTIE]
    most = int(b.air_limit[side])
    kind_name = st.KINDS[kind]
    have = "has" if len(idle) == 1 else "have"
    a.told(kind=STRIKES[kind_name][0], idle=f"{strikes(len(idle), kind_name)} {have}")
    a.told(theater=st.THEATERS[theater].title(), most=most)
    if number > len(idle):
        return no.FEW_IDLE if here else no.NONE_ON_MISSION
    going = [u for u in range(b.units) if b.air[u] and _joins(a, u, p)]
    return no.TOO_MANY_FLY if len(going) + number > most else no.ONE_NATION_FLIES


def _joins(a: Asked, u: int, p: int) -> bool:
    """Whether a strike flies in the raid on a point."""
    task = int(a.s.task[u])
    return bool(a.b.side[u] == a.s.side and task > 0 and a.s.raid_at[task - 1] == p)


def strike(a: Asked) -> int:
    """[20.11] Return why so many Wild Weasels cannot strike."""
    a.w.witness = raiders(a.b, a.s, int(a.s.side), st.WILD_WEASEL, int(a.s.raid))
    return no.FEW_WEASELS


def sam(a: Asked) -> int:
    """[20.2 to 20.12, 23.4] Return why a counter cannot fire or reveal itself as SAM unit."""
    b, s, u = a.b, a.s, a.unit
    defends = s.step == st.AIR_DEFENSE
    a.told(target=a.at(int(s.target if defends else s.landing)))
    found = cannot_answer(b, s, u) if defends else cannot_show(b, s, u)
    if not found and a.verb == st.FIRE_SAM and int(s.mark[u]) & st.SAM_FIRED:
        found = no.SAM_HAS_FIRED
    if not found and a.verb == st.SHOW_SAM and sees(b, s, u):
        found = no.KNOWN_ALREADY
    return found or a.equal_or_not_now()


def barrage(a: Asked) -> int:
    """[24.1 to 24.3] Return why a barrage cannot be laid on a point."""
    nation, p = divmod(a.place, 128)
    a.w.witness = p
    a.told(nation=a.nation(nation))
    return cannot_barrage(a.b, a.s, a.w, nation, p)
