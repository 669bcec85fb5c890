"""The sergeant of October War: rules of thumb, chapter by chapter.

It decides from what its side knows. Its evaluation of the map is in `sergeant_sight`, moves are in
`sergeant_moves`, fights in `sergeant_combat`, air missions in `sergeant_air`, the rest in
`sergeant_home`.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import Random, kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import heuristic_weights as hw
from bridgehead.titles.october_war.player.sergeant.air import (
    choose_air_ew,
    choose_commitment,
    choose_shift,
    choose_strike_loss,
)
from bridgehead.titles.october_war.player.sergeant.combat import (
    choose_barrage,
    choose_battle,
    choose_damage,
    choose_defense,
    choose_ew,
    choose_fire,
    choose_nation,
    choose_raid,
    choose_raid_ew,
    choose_retreat,
    has_verb,
    stays,
)
from bridgehead.titles.october_war.player.sergeant.home import (
    choose_arrival,
    choose_event,
    choose_mobilization,
    choose_refit,
    choose_reorganization,
    choose_setup,
)
from bridgehead.titles.october_war.player.sergeant.moves import choose_move
from bridgehead.titles.october_war.records import Board, State, Work


@kernel
def choose(b: Board, s: State, w: Work, out: Vector[int], count: int, random: Random) -> int:
    """Return the sergeant's choice among `count` legal actions, from what its side knows."""
    step = int(s.step)
    if count == 1:
        return int(out[0])
    if step == st.MOVE:
        return choose_move(b, s, w, out, count)
    if step == st.SETTING_UP:
        return choose_setup(out, count)
    if step <= st.STRATEGIC_ROLL:
        return _in_the_sky(b, s, out, count)
    if step <= st.ALLY_ARRIVAL_ROLL:
        return choose_event(b, s, out, count)
    if step <= st.REFIT_ARRIVAL:
        return _at_home(b, s, out, count)
    if step <= st.BARRAGE_ROLL:
        return _before_the_battles(b, s, w, out, count)
    return _in_battle(b, s, w, out, count)


@kernel
def _in_the_sky(b: Board, s: State, out: Vector[int], count: int) -> int:
    step = int(s.step)
    if step == st.COMMIT:
        return choose_commitment(b, s, out, count)
    if step in (st.SUPERIORITY_LOSS, st.STRATEGIC_LOSS):
        return choose_strike_loss(b, s, out, count)
    if step == st.SHIFT:
        return choose_shift(b, s, out, count)
    return choose_air_ew(b, s, out, count)


@kernel
def _at_home(b: Board, s: State, out: Vector[int], count: int) -> int:
    step = int(s.step)
    if step == st.REORGANIZE:
        return choose_reorganization(b, out, count)
    if step == st.MOBILIZE:
        return choose_mobilization(b, s, out, count)
    if step == st.REFIT_CHOICE:
        return choose_refit(b, s, out, count)
    return choose_arrival(b, out, count)


@kernel
def _before_the_battles(b: Board, s: State, w: Work, out: Vector[int], count: int) -> int:
    step = int(s.step)
    if step == st.RAIDS:
        return choose_raid(b, s, w, out, count)
    if step == st.RAID_EW:
        return choose_raid_ew(b, s, w, out, count)
    if step in (st.RECON_LOSS, st.AIR_DEFENSE_LOSS):
        return choose_strike_loss(b, s, out, count)
    if step == st.AIR_DEFENSE:
        return choose_defense(b, s, w, out, count)
    if step == st.BARRAGES:
        return choose_barrage(b, s, w, out, count)
    if step == st.WILD_WEASELS:  # all of them strike
        return int(out[count - 2])
    return int(out[0])  # a look is countered, a SAM unit forbids the flight


@kernel
def _in_battle(b: Board, s: State, w: Work, out: Vector[int], count: int) -> int:
    step = int(s.step)
    if step == st.BATTLES:
        return choose_battle(b, s, w, out, count)
    if step == st.CHOOSE_NATION:
        return choose_nation(b, s, out, count)
    if step == st.ATTACKER_EW:
        return choose_ew(b, s, w, out, count)
    if step == st.FIRE:
        return choose_fire(b, s, w, out, count)
    if step == st.DAMAGE:
        return choose_damage(b, s, w, out, count)
    if step == st.RETREAT:
        return choose_retreat(b, s, w, out, count)
    if step in (st.ATTACKER_STAYS, st.DEFENDER_STAYS):
        away = has_verb(out, count, st.RETREAT_ALL)
        least = b.weights[s.owner, hw.STAYS_ATTACKING if step == st.ATTACKER_STAYS else hw.STAYS]
        if away >= 0 and not stays(b, s, w, int(s.owner), least):
            return away
        return int(out[count - 1])
    if step == st.BRIDGES:
        return int(out[count - 1])
    return int(out[0])
