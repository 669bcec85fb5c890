"""Why an action is not legal: the third table, over the verbs.

It uses the predicates by which `legal` lists actions, and those about the order of declarations.
Whether a verb belongs to the pending decision at all is checked before, in `words/refusals`.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import entry, kernel
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules import forbidden as no
from bridgehead.titles.middle_east_battles.rules import legal, zones
from bridgehead.titles.middle_east_battles.rules.attacks import (
    advance,
    declare,
    duties,
    fire,
    retreat,
)
from bridgehead.titles.middle_east_battles.rules.forbidden import ALLOWED
from bridgehead.titles.middle_east_battles.rules.kinds import Boards, States, Works
from bridgehead.titles.middle_east_battles.rules.movement import landings, legal_moves, movement


@entry
def cannot_be_used(board: Boards, state: States, work: Works, unit: int) -> int:
    """[5.1, 5.6, 10.4] Return why a unit can do nothing in a Movement Phase."""
    b, s = board[0], state[0]
    if s.step == st.ONWARD and unit != s.entering and b.side[unit] == s.side:
        return no.OTHER_ENTERS
    found = movement.cannot_act(b, s, unit)
    if found == ALLOWED and s.hex[unit] >= 0:
        return movement.cannot_leave_hex(b, s, work[0], unit)
    return found


@entry
def holds_up(board: Boards, state: States, work: Works, unit: int) -> bool:
    """[7.3, 9.4] Whether a phase cannot end because of what a unit must still do, and can."""
    b, s, w = board[0], state[0], work[0]
    if s.step == st.COMBAT:
        return duties.holds_phase(b, s, w, unit)
    if s.hex[unit] < 0 or w.count[s.hex[unit]] < 2:
        return False
    other = int(w.head[s.hex[unit]])
    while other >= 0:
        if s.placed[other]:
            return legal_moves.can_go_elsewhere(b, s, w, unit)
        other = int(w.next[other])
    return False


@entry
def place_in(board: Boards, state: States, unit: int) -> int:
    """[7.4, 8.3, 8.8] Return a unit's role by its place alone, or minus the rule against it."""
    b, s = board[0], state[0]
    found = declare.cannot_reach(b, s, unit, s.aim, s.aims)
    if found:
        return -found
    return st.ADJACENT if duties.next_to_all(b, s, s.aim, s.aims, unit) else st.RANGED


@entry
def cannot_do(
    board: Boards, state: States, work: Works, unit: int, verb: int, place: int, helper: int
) -> int:
    """Return the first rule that forbids an action; `helper` is the engineer of a crossing."""
    b, s, w = board[0], state[0], work[0]
    if st.MOVE <= verb <= st.RETURN:
        return _movement(b, s, w, unit, verb, place, helper)
    if verb == st.PLACE:
        return _place(b, s, w, unit, place)
    if verb == st.ATTACK or verb == st.ALSO:  # noqa: PLR1714 - kernels
        return _aim(b, s, w, place)
    if verb == st.WITH:
        return _join(b, s, w, unit)
    if verb == st.FIRE:
        return _fire(b, s, w)
    if st.STRIKE_A <= verb <= st.SHELL_B:
        found = legal.cannot_give_marker(b, s, w, verb - st.STRIKE_A, place)
        return found if found else _undone(b, s, w)
    if verb == st.FIRE_FPF:
        return _protect(b, s, w, unit)
    if verb == st.LOSE:
        return no.NOT_A_LOSS
    if verb == st.RETREAT_TO:
        return _retreat(b, s, w, unit, place)
    if verb == st.DISPLACE_TO:
        return _displace(b, s, w, unit, place)
    found = advance.cannot_advance(b, s, unit)
    return advance.cannot_advance_to(b, s, w, unit, place) if found == ALLOWED else found


# Movement Phase and set-up


@kernel
def _movement(b: Board, s: State, w: Work, unit: int, verb: int, hex_: int, helper: int) -> int:
    """[5.0, 9.10 to 9.14, 10.4 to 10.11] Return why a unit cannot use a verb, or a hex for it."""
    if verb == st.MOVE:
        return _move(b, s, w, unit, hex_)
    found = legal_moves.cannot_use_verb(b, s, w, unit, verb)
    if found or verb == st.RETURN:
        return found
    if verb == st.EXIT:
        return _exit(b, s, w, unit, hex_)
    if verb != st.CROSS:
        return legal_moves.cannot_use_hex(b, s, w, unit, verb, hex_)
    found = landings.cannot_help(b, s, helper, unit)
    if found:
        return found
    return landings.cannot_cross_to(b, w, unit, int(s.hex[helper]), hex_)


@kernel
def _move(b: Board, s: State, w: Work, unit: int, hex_: int) -> int:
    """[5.0, 6.0] Return why a unit that may move cannot end its move in a hex."""
    entering = s.step == st.ONWARD
    if s.hex[unit] < 0 and not entering:
        return no.NOT_ON_MAP
    if hex_ == s.hex[unit]:
        return no.STANDS_THERE
    found = movement.cannot_end_in(b, w, unit, hex_)
    if found:
        return found
    if zones.is_helicopter(b, unit):
        start, flown = (int(s.entry_hex), 2) if entering else (int(s.hex[unit]), 0)
        w.price = flown + 2 * zones.distance(b, start, hex_)
        return no.FLIGHT_COSTS
    return _way(b, s, w, unit, hex_)


@kernel
def _cost(b: Board, s: State, w: Work, unit: int, hex_: int, left_out: int) -> int:
    """Return the cost of a hex for a ground unit with some rules left out, or UNREACHED."""
    if s.step == st.ONWARD:
        landings.search_entry(b, s, w, unit, int(s.entry_hex), left_out)
    else:
        movement.search_from_map(b, s, w, unit, left_out)
    return int(w.cost[hex_])


@kernel
def _way(b: Board, s: State, w: Work, unit: int, hex_: int) -> int:
    """Return the first rule that, if left out, lets a ground unit reach a hex."""
    for left_out in range(movement.WITHOUT_ZONES, movement.WITHOUT_ALLOWANCE + 1):
        w.price = _cost(b, s, w, unit, hex_, left_out)
        if w.price == st.UNREACHED:
            continue
        if left_out == movement.WITHOUT_ZONES:
            return _zone(b, s, w, unit)
        if left_out == movement.WITHOUT_PASSING:
            return no.FRIENDS_STOP
        return no.ENEMIES_STOP if left_out == movement.WITHOUT_ENEMIES else no.WAY_COSTS
    return no.WATER_ALL_ROUND if b.crossings else no.NO_WAY


@kernel
def _zone(b: Board, s: State, w: Work, unit: int) -> int:
    """[5.15, 6.2, 6.3, 10.11] Return which rule on zones ends a unit's move."""
    if b.side[unit] == st.WEST:
        return no.FORTS_STOP
    if zones.is_night(b, s):
        return no.NIGHT_ZONE
    return no.SECOND_ZONE if movement.disengages(b, s, w, unit) else no.ZONES_STOP


@kernel
def _exit(b: Board, s: State, w: Work, unit: int, hex_: int) -> int:
    """[9.10, 10.9] Return why a unit that may exit the map cannot exit by a hex."""
    if b.exit_cost[hex_] == 0:
        return no.NO_EXIT_HEX
    if zones.is_helicopter(b, unit):
        return movement.cannot_exit_by(
            b, s, w, unit, hex_, 2 * zones.distance(b, s.hex[unit], hex_)
        )
    cost = _cost(b, s, w, unit, hex_, movement.ALL_RULES)
    if cost < st.UNREACHED:
        return movement.cannot_exit_by(b, s, w, unit, hex_, cost)
    if zones.holds_side(b, w, hex_, 1 - b.side[unit]):
        return no.ENEMY_AT_EXIT
    return _way(b, s, w, unit, hex_)


@kernel
def _place(b: Board, s: State, w: Work, unit: int, hex_: int) -> int:
    """[3.1, 9.3, 9.4, 10.3] Return why a unit cannot be set up, or placed as militia."""
    if s.step == st.SETUP:
        found = legal_moves.cannot_set_up(b, s, unit)
        return legal_moves.cannot_set_up_in(b, w, unit, hex_) if found == ALLOWED else found
    if not b.militia[unit] or s.hex[unit] != st.OFF:
        return no.NO_MILITIA
    w.witness = legal_moves.next_militia(b, s)
    if w.witness != unit:
        return no.OTHER_MILITIA_FIRST
    return legal_moves.cannot_place_militia(b, w, hex_)


# Combat Phase


@kernel
def _aim(b: Board, s: State, w: Work, hex_: int) -> int:
    """[7.1 to 7.4, 8.4] Return why a hex cannot be attacked, with those named already."""
    if declare.anybody_in(b, s):
        return no.HEXES_COME_FIRST
    if not zones.holds_side(b, w, hex_, 1 - s.side):
        return no.NO_ENEMY
    if not declare.holds_target(b, s, w, hex_):
        return no.ALL_ATTACKED
    count = int(s.aims) + 1
    if count > 1 and hex_ <= s.aim[count - 2]:
        return no.NOT_ASCENDING
    aims = np.zeros(8, np.int64)
    aims[: count - 1] = s.aim[: count - 1]
    aims[count - 1] = hex_
    able, assault = declare.marker_can(b, s, w, aims, count), False
    w.joiner[:] = 0
    for unit in range(b.units):
        role = declare.role_in(b, s, w, unit, aims, count)
        if role != st.NO_ROLE:
            w.joiner[unit] = 1
            able = True
            assault = assault or role == st.ADJACENT
    if count > 1 and not assault:
        return no.NO_ASSAULT if able else no.NOBODY_NEXT_TO_ALL
    return declare.cannot_declare(b, s, w, aims, count) if able else _nobody(b, s, hex_)


@kernel
def _nobody(b: Board, s: State, hex_: int) -> int:
    """[7.3, 7.14] Return why no unit can attack a hex, judging by the adjacent ones."""
    near, fought = 0, 0
    for unit in range(b.units):
        if b.side[unit] == s.side and s.hex[unit] >= 0 and zones.adjacent(b, s.hex[unit], hex_):
            near += 1
            fought += int(s.fought[unit] != 0)
            if duties.cannot_attack(b, s, unit) == no.IS_SILENT:
                return no.NEIGHBOR_SILENT
    return no.NEIGHBORS_FOUGHT if 0 < near == fought else no.NOBODY_NEAR


@kernel
def _join(b: Board, s: State, w: Work, unit: int) -> int:
    """[7.3, 7.4, 7.18, 8.7, 8.8] Return why a unit cannot join the attack being declared."""
    if s.role[unit] in (st.ADJACENT, st.RANGED):
        return no.HAS_JOINED
    found = duties.cannot_attack(b, s, unit)
    if s.attacked[unit] and (found == ALLOWED or found == no.IS_SILENT):  # noqa: PLR1714
        return no.WAS_ATTACKED
    if found:
        return found
    if declare.role_in(b, s, w, unit, s.aim, s.aims) == st.NO_ROLE:
        if b.artillery[unit]:
            return fire.cannot_join_from_range(b, s, w, unit, s.aim, s.aims)
        return declare.cannot_reach(b, s, unit, s.aim, s.aims)
    if fire.any_marker(s.strikes):
        return no.UNITS_COME_FIRST
    division = duties.division_of_attack(b, s)
    if division > 0 and not duties.same_division(b, s, unit, division):
        for other in range(b.units - 1, -1, -1):
            if s.role[other] in (st.ADJACENT, st.RANGED) and b.division[other] == division:
                w.witness = other
        return no.OTHER_DIVISION
    if unit < declare.last_attacker(b, s):
        return no.NOT_IN_ORDER
    w.joiner[:] = 0
    w.joiner[unit] = 1
    return declare.cannot_declare(b, s, w, s.aim, s.aims)


@kernel
def _fire(b: Board, s: State, w: Work) -> int:
    """[7.3, 8.4] Return why the attack being declared cannot be fired."""
    if not declare.anybody_in(b, s):
        return no.NOBODY_YET
    if s.aims > 1 and not declare.has_assault(b, s):
        return no.FIRE_WITHOUT_ASSAULT
    return _undone(b, s, w)


@kernel
def _undone(b: Board, s: State, w: Work) -> int:
    """Return which duty the declared attack breaks."""
    w.joiner[:] = 0
    return declare.cannot_declare(b, s, w, s.aim, s.aims)


@kernel
def _protect(b: Board, s: State, w: Work, unit: int) -> int:
    """[8.10 to 8.13] Return why a unit cannot give protective fire."""
    if s.step != st.FPF:
        return no.NONE_AGAINST_FIRE if fire.by_fire_alone(b, s) else ALLOWED
    found = fire.cannot_protect(b, s, w, unit)
    if found:
        return found
    if fire.any_marker(s.covers):
        return no.UNITS_COME_FIRST
    found = fire.cannot_protect_here(b, s, w, unit)
    return found if found else no.PROTECTORS_IN_ORDER


# After the result


@kernel
def _retreat(b: Board, s: State, w: Work, unit: int, hex_: int) -> int:
    """[7.10 to 7.12] Return why a step of a retreat is not possible."""
    if s.due[unit] == 0:
        return no.NOT_DUE
    w.witness = s.mover
    if s.mover >= 0 and s.mover != unit:
        return no.OTHER_RETREATS
    direction = zones.direction_to(b, s.hex[unit], hex_)
    if direction < 0:
        return no.NOT_A_STEP
    mode, steps = retreat.retreat_mode(b, s, w, unit)
    found = retreat.cannot_retreat(b, s, w, unit, direction, mode, steps)
    if found == no.OPEN_WAYS_FIRST and not retreat.can_be_cleared(b, s, w, unit, hex_):
        return no.NOT_CLEARED
    return found


@kernel
def _displace(b: Board, s: State, w: Work, unit: int, hex_: int) -> int:
    """[7.13, 7.14] Return why a displacement is not possible."""
    if s.hex[unit] != s.chain_hex[s.chain - 1]:
        return no.NOT_WAITED_FOR
    direction = zones.direction_to(b, s.hex[unit], hex_)
    return no.NOT_ONE_HEX if direction < 0 else retreat.cannot_displace(b, s, w, unit, direction)
