"""Checks of a position's data for the pending decision: its side, and its subject.

The rules create a decision with everything that it needs. But data are also written by hand, and
may name a roll without a die, or losses without a unit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats.components import Situation
from bridgehead.titles.october_war.rules.air.air_phases import begin_superiority, first_rank
from bridgehead.titles.october_war.rules.air.looks import has_look_ew, is_scout
from bridgehead.titles.october_war.rules.air.strategic import open_attacks
from bridgehead.titles.october_war.rules.air.strikes import (
    air_factors,
    bomb_factors,
    box_of,
    number_in,
)
from bridgehead.titles.october_war.rules.codes import has_ew
from bridgehead.titles.october_war.rules.ground.damage import legal_damage
from bridgehead.titles.october_war.rules.ground.movement import take_command
from bridgehead.titles.october_war.rules.ground.retreat import namer
from bridgehead.titles.october_war.rules.ground.retreat_ways import concerned
from bridgehead.titles.october_war.rules.sequence import is_die
from bridgehead.titles.october_war.rules.turn.mobilization import next_arrival

Lack = tuple[str, str]  # a field, and what is wrong with it

# The first step of a phase: what is pending where the data say the phase alone. The two phases of
# the air that are missing here begin as the rules begin them, by what flies.
FIRST_STEPS = {
    "setup": "setup", "air commitment": "commit", "event": "event draw",
    "reorganization": "reorganization", "mobilization": "mobilization", "refit": "refit",
    "movement 1": "movement", "movement 2": "movement", "combat 1": "battles",
    "combat 2": "battles", "administration": "bridges", "over": "over",
}  # fmt: skip

OF_THE_OTHER = (st.EW_COUNTER, st.SAM_ASK, st.AIR_DEFENSE, st.DEFENDER_EW, st.DEFENDER_STAYS)
OF_ISRAEL = (st.SUPERIORITY_EW, st.STRATEGIC_EW, st.RAID_EW)
OF_THE_ARABS = (st.ALLY_ROLL, st.ALLY_DIVISION, st.ALLY_DRAW, st.ALLY_ARRIVAL_ROLL)
OF_EITHER = (st.DAMAGE,)  # the victim, or who names its losses

# the effects of events that bring a step about
EFFECTS = {
    st.EVENT_TAKE: (st.GAIN_EW, st.GAIN_MP),
    st.EVENT_DIVIDE: (st.GAIN_MP,),
    st.EVENT_GAIN: (st.RETURN_STRIKES, st.GAIN_UNITS),
    **dict.fromkeys(OF_THE_ARABS, (st.DRAW_ALLIES,)),
}


def first_side(phase: str) -> str:
    """Return the side that begins a phase, or the player turn of the phase."""
    return "israel" if phase in ("setup", "strategic attack") else "arab"


def is_of_dice(step: int) -> bool:
    """Whether a decision is made by the dice, or by a draw."""
    return bool(is_die(step)) or step in (st.EVENT_DRAW, st.ALLY_DRAW)


def owner_of(position: Situation) -> int:
    """Return the side to decide, by the step and the subject of the decision."""
    b, s = position.game.board[0], position.state
    step, side = int(s.step), int(s.side)
    if is_of_dice(step):
        return st.DICE
    if step in OF_ISRAEL:
        return st.ISRAEL
    if step in OF_THE_ARABS:
        return st.ARAB
    if step == st.UMBRELLA and s.flyer >= 0:
        return int(b.side[s.flyer])
    if step == st.SAM_ASK and s.flyer >= 0:
        return 1 - int(b.side[s.flyer])
    if step == st.FIRE:
        return int(s.firing)
    if step in (st.DAMAGE, st.RETREAT):
        return int(s.victim) if step == st.RETREAT else int(namer(b, s))
    return 1 - side if step in OF_THE_OTHER else side


def lack(position: Situation) -> Lack | None:
    """Return what the pending decision lacks, None if it is complete."""
    step = int(position.state.step)
    found = _owner(position)
    if found is None and st.SUPERIORITY_EW <= step <= st.STRATEGIC_ROLL:
        found = _air(position)
    elif found is None and step == st.ARRIVALS:
        found = _arrival(position)
    elif found is None and st.EVENT_ROLL <= step <= st.ALLY_ARRIVAL_ROLL:
        found = _event(position)
    elif found is None and st.EW_COUNTER <= step <= st.FLIGHT_ROLL:
        found = _look_or_flight(position)
    elif found is None and st.RAID_EW <= step <= st.RAID_ROLL:
        found = _raid(position)
    elif found is None and step in (st.DAMAGE, st.RETREAT, st.RETREAT_ROLL):
        found = _damage(position)
    return found


def _owner(position: Situation) -> Lack | None:
    s = position.state
    step, owner = int(s.step), owner_of(position)
    fits = s.owner == owner or (step in OF_EITHER and s.owner != st.DICE)
    if fits:
        return None
    known = "dice" if owner == st.DICE else st.SIDES[owner]
    return "owner", f"is {position.to_move!r}; the step {position.step!r} is for {known!r}"


def commanded(position: Situation) -> Any:
    """[37] Return marks of the counters in command when a second movement phase begins, else none.

    If a counter has moved in the phase, its beginning cannot be reconstructed.
    """
    s = position.state
    if s.step != st.MOVE or s.phase != st.MOVEMENT_2 or (s.mark & st.MOVED_NOW).any():
        return np.zeros_like(s.mark)
    board, state, work = position.arrays
    twin = state.copy()
    take_command(board[0], twin[0], work[0])
    return twin[0].mark & ~s.mark


# The sky


def _air(position: Situation) -> Lack | None:
    b, s = position.game.board[0], position.state
    step, side, theater = int(s.step), int(s.air_side), int(s.air_theater)
    if step in OF_ISRAEL and s.ew[0] == 0:
        return "ew", "gives Israel no marker that it could play at this step"
    if step in (st.SUPERIORITY_EW, st.STRATEGIC_EW):
        side = st.ISRAEL
    if step in (st.SUPERIORITY_LOSS, st.SHIFT):
        side = int(s.owner)
    if step <= st.SHIFT:
        return _superiority(position, side)
    box = box_of(theater, st.STRATEGIC)
    there = number_in(b, s, side, st.TAC, box)
    if step == st.STRATEGIC_ROLL:
        there = bomb_factors(b, s, side, box, 0)
    if there == 0:
        return "units", _nothing_flies(position, side, st.STRATEGIC)
    return _no_losses(s, side) if step == st.STRATEGIC_LOSS else None


def _superiority(position: Situation, side: int) -> Lack | None:
    b, s, step = position.game.board[0], position.state, int(position.state.step)
    if s.air_stage == 0:
        return "air_stage", "is missing: how far the battle has come, from 1"
    if step == st.SUPERIORITY_LOSS:
        if first_rank(b, s, side) < 0:
            return "units", f"{st.SIDES[side]} has no strike that it could lose"
        return _no_losses(s, side)
    box = box_of(int(s.air_theater), st.AIR_SUPERIORITY)
    if air_factors(b, s, side, box) == 0:
        return "units", _nothing_flies(position, side, st.AIR_SUPERIORITY)
    if step == st.SUPERIORITY_ROLL and s.air_dice == 0:
        return "air_dice", "is missing: the dice that are still to be rolled"
    return None


def _no_losses(s: Any, side: int) -> Lack | None:
    if s.air_refit[side] + s.air_lost[side] > 0:
        return None
    return "air_lost", f"is missing, as is air_refit: what {st.SIDES[side]} has lost"


def _nothing_flies(position: Situation, side: int, mission: int) -> str:
    theater = st.THEATERS[int(position.state.air_theater)]
    return f"no strike of {st.SIDES[side]} is in {theater}:{st.MISSIONS[mission]}"


def begin(position: Situation) -> Lack | None:
    """Begin an air phase as the rules do; return what it lacks, if no strike flies."""
    s = position.state
    _, _, work = position.arrays
    board = position.game.board[0]
    if s.phase == st.SUPERIORITY:
        begin_superiority(board, s, work[0])
    else:
        open_attacks(board, s)
    if s.step != st.NEXT:
        return None
    mission = st.AIR_SUPERIORITY if s.phase == st.SUPERIORITY else st.STRATEGIC
    boxes = " or ".join(f"{theater}:{st.MISSIONS[mission]}" for theater in st.THEATERS)
    return "phase", f"{position.phase}: there is nothing to decide, no strike is in {boxes}"


# Events


def _event(position: Situation) -> Lack | None:
    b, s = position.game.board[0], position.state
    step, event, stage = int(s.step), int(s.event), int(s.event_stage)
    if event < 0:
        return "event", f"is missing: the step is {position.step!r}"
    if stage >= b.effects[event]:
        return "event_stage", f"is {stage}; {st.EVENTS[event]} has {int(b.effects[event])} effects"
    if step in (st.EVENT_ROLL, st.ALLY_ROLL):
        if s.event_dice == 0:
            return "event_dice", "is missing: the dice that are still to be rolled"
        draws = b.effect[event, stage] == st.DRAW_ALLIES
        rolled = b.effect_dice[event, stage] > 0 or b.effect[event, stage] == st.CEASEFIRE
        fits = draws == (step == st.ALLY_ROLL) and rolled
    else:
        fits = int(b.effect[event, stage]) in EFFECTS[step]
    if fits:
        return None
    name = st.EVENTS[event]
    return "event", f"is {name!r}, which brings no {position.step} at event_stage {stage}"


def _arrival(position: Situation) -> Lack | None:
    b, s = position.game.board[0], position.state
    if next_arrival(b, s) >= 0:
        return None
    return "units", f"none of {st.SIDES[s.side]} is in turn-track:{int(s.turn)}, to arrive now"


# Looks and flights


def _look_or_flight(position: Situation) -> Lack | None:
    b, s, step = position.game.board[0], position.state, int(position.state.step)
    if step == st.EW_COUNTER and not has_look_ew(b, s, int(s.owner), int(s.landing)):
        return "ew", f"gives {st.SIDES[s.owner]} no marker that it could play at this step"
    if step == st.SAM_ASK and s.asked == st.NOT_ASKED:
        return "asked", "is missing: flight, look or retreat"
    by_unit = step in (st.FLIGHT_ROLL, st.UMBRELLA)
    by_unit = by_unit or (step == st.SAM_ASK and s.asked != st.LOOKING)
    if by_unit and s.flyer < 0:
        return "flyer", f"is missing: the step is {position.step!r}"
    if by_unit or step == st.EW_COUNTER:
        return None
    if any(b.air[u] and is_scout(b, s, u) for u in range(int(b.units))):
        return None
    return "task", "is missing: the strikes that look, 1 for each, in the recon box"


# Raids and damage


def _raid(position: Situation) -> Lack | None:
    b, s, step = position.game.board[0], position.state, int(position.state.step)
    if step == st.RAID_EW and not has_ew(b, s, st.ISRAEL, int(s.target)):
        return "ew", "gives Israel no marker that it could play at this step"
    raiding = [u for u in range(int(b.units)) if b.air[u] and s.task[u] == s.raid]
    if not any(b.side[u] == s.side for u in raiding):
        return "task", f"is missing: the strikes of raid {int(s.raid)}"
    return None


def _damage(position: Situation) -> Lack | None:
    board, state, work = position.arrays
    b, s, w = board[0], state[0], work[0]
    if s.source == st.NO_SOURCE:
        return "source", "is missing: battle, raid, wild weasels or barrage"
    if (s.battle if s.source == st.GROUND else s.target) < 0:
        field = "battle" if s.source == st.GROUND else "target"
        return field, f"is missing: the step is {position.step!r}"
    if not any(concerned(b, s, u) for u in range(int(b.units))):
        return "victim", f"is {st.SIDES[s.victim]!r}, which has no unit there that could be hit"
    if s.step == st.RETREAT_ROLL and (s.flyer < 0 or s.landing < 0):
        return "flyer" if s.flyer < 0 else "landing", "is missing: who flies, and where to"
    if s.step != st.DAMAGE:
        return None
    if s.hits + s.must_go == 0:
        return "hits", "is missing, as is must_go: what is to be taken"
    out = np.zeros(st.MAX_ACTIONS, np.int32)
    if legal_damage(b, s, w, out) == 0:
        return "owner", f"{position.to_move} has nothing to decide here"
    return None
