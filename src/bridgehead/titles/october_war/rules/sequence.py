"""The sequence of play [6]: the chapter responsible for each step, and what comes next.

`legal` and `apply` are the two tables over `step`. After an action `settle` continues automatically
until somebody has a choice: phases with nothing to do are skipped, and forced actions are carried
out, except for decisions that are always asked: the ends of phases, and decisions whose absence
would tell the other side something that it cannot know (`waits`).
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.records import Board, State, Work
from bridgehead.titles.october_war.rules.air.air_phases import (
    apply_air,
    begin_commitment,
    begin_strategic,
    begin_superiority,
    legal_air,
)
from bridgehead.titles.october_war.rules.air.flights import after_sam_ask, take_off
from bridgehead.titles.october_war.rules.air.looks import after_sam_ask as look_after_sam_ask
from bridgehead.titles.october_war.rules.air.looks import apply_looks, legal_look_steps
from bridgehead.titles.october_war.rules.air.raids import after_damage as raid_after_damage
from bridgehead.titles.october_war.rules.air.raids import apply_raids, begin_combat, legal_raids
from bridgehead.titles.october_war.rules.codes import put_faces
from bridgehead.titles.october_war.rules.ground.battle import after_damage as battle_after_damage
from bridgehead.titles.october_war.rules.ground.battle import apply_battle, legal_battle
from bridgehead.titles.october_war.rules.ground.damage import apply_damage, legal_damage
from bridgehead.titles.october_war.rules.ground.movement import (
    apply_movement,
    begin_movement,
    forget_turn,
    legal_movement,
)
from bridgehead.titles.october_war.rules.ground.retreat import (
    after_sam_ask as retreat_after_sam_ask,
)
from bridgehead.titles.october_war.rules.ground.retreat import (
    apply_retreat,
    legal_retreat,
    retreat_open,
)
from bridgehead.titles.october_war.rules.ground.retreat_ways import all_known, side_has_way
from bridgehead.titles.october_war.rules.turn.administration import (
    apply_administration,
    begin_administration,
    legal_administration,
)
from bridgehead.titles.october_war.rules.turn.arrivals import is_open as arrival_open
from bridgehead.titles.october_war.rules.turn.events import (
    apply_event,
    begin_event,
    check_morale,
    legal_event,
)
from bridgehead.titles.october_war.rules.turn.mobilization import (
    apply_mobilization,
    begin_mobilization,
    legal_mobilization,
    next_arrival,
)
from bridgehead.titles.october_war.rules.turn.refit import apply_refit, begin_refit, legal_refit
from bridgehead.titles.october_war.rules.turn.reorganization import (
    apply_reorganization,
    begin_reorganization,
    legal_reorganization,
    may_change,
)
from bridgehead.titles.october_war.rules.turn.scenario import end_at_once
from bridgehead.titles.october_war.rules.turn.setup import apply_setup, legal_setup
from bridgehead.titles.october_war.rules.turn.victory import end_game
from bridgehead.titles.october_war.state import ARAB, DICE, ISRAEL, NOBODY


@kernel
def owner(s: State) -> int:
    """Return whose decision is pending: a side, DICE, or NOBODY."""
    return int(s.owner)


@kernel
def legal(b: Board, s: State, w: Work, out: Vector[int]) -> int:
    """Write the legal actions of the pending decision, ascending; return their count."""
    step = int(s.step)
    if step == st.OVER:
        return 0
    if is_die(step):
        return put_faces(out)
    if step == st.MOVE:
        return legal_movement(b, s, w, out)
    if step == st.SETTING_UP:
        return legal_setup(b, s, w, out)
    if step <= st.STRATEGIC_ROLL:
        return legal_air(b, s, w, out)
    if step <= st.ALLY_ARRIVAL_ROLL:
        return legal_event(b, s, w, out)
    if step == st.REORGANIZE:
        return legal_reorganization(b, s, w, out)
    if step <= st.MOBILIZE:
        return legal_mobilization(b, s, w, out)
    if step <= st.REFIT_ARRIVAL:
        return legal_refit(b, s, w, out)
    if step <= st.RECON_LOSS:
        return legal_look_steps(b, s, w, out)
    if step <= st.BARRAGE_ROLL:
        return legal_raids(b, s, w, out)
    if step == st.DAMAGE:
        return legal_damage(b, s, w, out)
    if step == st.RETREAT:
        return legal_retreat(b, s, w, out)
    if step == st.BRIDGES:
        return legal_administration(b, s, w, out)
    return legal_battle(b, s, w, out)


@kernel
def is_die(step: int) -> bool:
    """Return whether a decision is the roll of one die."""
    return step in (
        st.SUPERIORITY_ROLL, st.STRATEGIC_DEFENSE_ROLL, st.STRATEGIC_ROLL, st.EVENT_ROLL,
        st.ALLY_ROLL, st.ALLY_ARRIVAL_ROLL, st.REFIT_ROLL, st.RECON_ROLL, st.FLIGHT_ROLL,
        st.WILD_WEASEL_ROLL, st.AIR_DEFENSE_ROLL, st.RAID_ROLL, st.BARRAGE_ROLL, st.FIRE_ROLL,
        st.RETREAT_ROLL, st.GO_BACK_ROLL,
    )  # fmt: skip


@kernel
def apply(b: Board, s: State, w: Work, number: int) -> None:
    """Carry out a legal action, and all forced consequences."""
    w.listed = 0
    carry(b, s, w, number)
    settle(b, s, w)
    if b.conditions > 0 and s.step != st.OVER:
        end_at_once(b, s, w)


@kernel
def carry(b: Board, s: State, w: Work, number: int) -> None:
    """Carry out one action."""
    unit = number // st.UNIT
    verb = number // st.VERB % 64
    place = number % st.VERB
    step = int(s.step)
    if step == st.MOVE:
        if verb in (st.LOOK, st.RECON_FLIGHT, st.LOOK_EW):
            apply_looks(b, s, w, unit, verb, place)
        else:
            apply_movement(b, s, w, unit, verb, place)
    elif step == st.FLIGHT_ROLL:
        take_off(b, s, w, place)
    elif step == st.SETTING_UP:
        apply_setup(b, s, w, unit, verb, place)
    elif step <= st.STRATEGIC_ROLL:
        apply_air(b, s, w, unit, verb, place)
    elif step <= st.ALLY_ARRIVAL_ROLL:
        apply_event(b, s, w, unit, verb, place)
    elif step == st.REORGANIZE:
        apply_reorganization(b, s, w, unit, verb, place)
    elif step <= st.MOBILIZE:
        apply_mobilization(b, s, w, unit, verb, place)
    elif step <= st.REFIT_ARRIVAL:
        apply_refit(b, s, w, unit, verb, place)
    elif step <= st.RECON_LOSS:
        apply_looks(b, s, w, unit, verb, place)
    elif step <= st.BARRAGE_ROLL:
        apply_raids(b, s, w, unit, verb, place)
    elif step == st.DAMAGE:
        apply_damage(b, s, w, unit, verb, place)
    elif step in (st.RETREAT, st.RETREAT_ROLL):
        apply_retreat(b, s, w, unit, verb, place)
    elif step == st.BRIDGES:
        apply_administration(b, s, w, unit, verb, place)
    else:
        apply_battle(b, s, w, unit, verb, place)
    check_morale(b, s)


@kernel
def resign(s: State) -> None:
    """Let the side whose decision is pending concede."""
    end_game(s, 1 - owner(s), st.RESIGNED)


@kernel
def waits(b: Board, s: State, w: Work, step: int) -> bool:
    """Return whether a decision is asked even if there is only one answer.

    These are the ends of phases, and decisions whose absence would tell the other side something
    that it cannot know (ruling 71, O42, O43). So the result does not depend on facts hidden from
    it.
    """
    if int(s.owner) == DICE:
        return step not in (st.EVENT_DRAW, st.ALLY_DRAW)  # the last marker needs no draw
    if step == st.COMMIT:  # that all strikes are committed is not told before the end [72]
        return bool(s.committed >= 0)
    if step in (
        st.SETTING_UP, st.MOVE, st.BARRAGES, st.BATTLES, st.SAM_ASK, st.AIR_DEFENSE,
    ):  # fmt: skip
        return True
    return b.fog == 1 and _is_sealed(b, s, w, step)


@kernel
def _is_sealed(b: Board, s: State, w: Work, step: int) -> bool:
    """[O43] Return whether the other side cannot know if there is one answer or several."""
    if step == st.ARRIVALS:
        return arrival_open(b, s, w, next_arrival(b, s))
    if step == st.REFIT_ARRIVAL:
        return arrival_open(b, s, w, int(s.event_unit))
    if step == st.DAMAGE:
        return retreat_open(s) or not all_known(b, s)  # open: somebody seems to have a way
    if step in (st.ATTACKER_STAYS, st.DEFENDER_STAYS):
        return side_has_way(b, s, w, int(s.owner), int(s.battle), True)
    if step == st.REORGANIZE:
        return may_change(b, s)
    return step in (st.UMBRELLA, st.RETREAT, st.GO_BACK)


@kernel
def settle(b: Board, s: State, w: Work) -> None:
    """Continue until a side has a choice, a roll is due, or the game is over."""
    while s.step != st.OVER:
        step = int(s.step)
        if step == st.NEXT:
            next_phase(b, s, w)
        elif step == st.DAMAGE_DONE:
            if s.source == st.GROUND:
                battle_after_damage(b, s, w)
            else:
                raid_after_damage(b, s, w)
        elif step == st.SAM_DONE:
            if s.asked == st.FLYING:
                after_sam_ask(b, s, w)
            elif s.asked == st.LOOKING:
                look_after_sam_ask(b, s, w)
            else:
                retreat_after_sam_ask(b, s, w)
        elif waits(b, s, w, step):
            return
        else:
            count = legal(b, s, w, w.list)
            if count != 1:
                w.listed = count
                return
            carry(b, s, w, 0 + w.list[0])  # 64 bits wide, as everywhere


@kernel
def next_phase(b: Board, s: State, w: Work) -> None:
    """Begin the next phase; chapters with nothing to do leave the step at NEXT."""
    phase = int(s.phase) + 1
    if s.phase == st.COMBAT_2:
        forget_turn(b, s)
    if s.phase == st.COMBAT_2 and s.side == ARAB:
        s.side = ISRAEL
        phase = st.EVENT
    elif s.phase == st.ADMINISTRATION:
        phase = st.AIR_COMMITMENT
    elif phase == st.EVENT:
        s.side = ARAB
    if s.turn == 1 and st.EVENT <= phase <= st.REFITTING:  # [6.3]
        phase = st.MOVEMENT_2 if s.side == ISRAEL else st.MOVEMENT_1
    s.phase = phase
    s.step = st.NEXT
    s.owner = NOBODY
    if phase == st.AIR_COMMITMENT:
        begin_commitment(b, s, w)
    elif phase == st.SUPERIORITY:
        begin_superiority(b, s, w)
    elif phase == st.STRATEGIC_ATTACK:
        begin_strategic(b, s, w)
    elif phase == st.EVENT:
        begin_event(b, s, w)
    elif phase == st.REORGANIZATION:
        begin_reorganization(b, s, w)
    elif phase == st.MOBILIZATION:
        begin_mobilization(b, s, w)
    elif phase == st.REFITTING:
        begin_refit(b, s, w)
    elif phase in (st.MOVEMENT_1, st.MOVEMENT_2):
        begin_movement(b, s, w)
    elif phase in (st.COMBAT_1, st.COMBAT_2):
        begin_combat(b, s, w)
    else:
        begin_administration(b, s, w)
