"""The sequence of play [4.0]: the effect of each action, and the next decision.

`apply` is the second of the two tables over `step`. It assumes that its action is legal; `legal`
decides that. The part of a combat after the roll is in `aftermath.py`.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules.attacks.advance import (
    attackers_advance,
    take_cities_on_path,
)
from bridgehead.titles.middle_east_battles.rules.attacks.aftermath import (
    carry_out_result,
    no_combat,
    settle_advances,
    settle_losses,
    settle_retreats,
    step_aside,
    step_back,
)
from bridgehead.titles.middle_east_battles.rules.attacks.combat import (
    attack_column,
    forced_table,
    night_shift_of,
    result_of,
)
from bridgehead.titles.middle_east_battles.rules.attacks.declare import has_assault, role_in
from bridgehead.titles.middle_east_battles.rules.attacks.duties import can_be_attacked, look_at
from bridgehead.titles.middle_east_battles.rules.attacks.fire import anything_protects, is_fire
from bridgehead.titles.middle_east_battles.rules.forbidden import ALLOWED
from bridgehead.titles.middle_east_battles.rules.movement.effects import (
    apply_movement,
    apply_onward,
)
from bridgehead.titles.middle_east_battles.rules.movement.legal_moves import (
    cannot_place_militia,
    cannot_set_up_in,
    next_militia,
    setup_group,
)
from bridgehead.titles.middle_east_battles.rules.scenario import end_at_once, end_by_conditions
from bridgehead.titles.middle_east_battles.rules.victory import (
    count_egypts_objectives,
    egypt_holds_a_city,
    eliminate,
    end_game,
    end_on_points,
    go,
)
from bridgehead.titles.middle_east_battles.rules.zones import distance, is_night, refresh
from bridgehead.titles.middle_east_battles.state import EGYPT, NOBODY, OFF, WEST


@kernel
def start(b: Board, s: State, w: Work) -> None:
    """Set the game up: nobody is on the map, and Egypt places its units first [9.3, 10.3]."""
    s.hex[:] = st.ELIMINATED
    for unit in range(b.units):
        s.hex[unit] = OFF
    s.turn = 1
    s.side = EGYPT
    s.step = st.SETUP
    s.winner = NOBODY
    s.entering = -1
    s.entry_hex = -1
    s.column_hex[:] = -1
    s.ledger[st.OPINION] = b.opening
    no_combat(s)
    refresh(b, s, w)


@kernel
def owner(s: State) -> int:
    """Return whose decision is pending: a side, the dice, or nobody."""
    step = s.step
    if step == st.OVER:
        return st.NOBODY
    if step in (st.AIR_ROLL, st.MILITIA_ROLL, st.NIGHT_ROLL, st.ATTACK_ROLL, st.CONTINUE_ROLL):
        return st.DICE
    if step == st.FPF:
        return 1 - int(s.side)
    if step in (st.RETREAT, st.DISPLACE):
        return int(s.retreating)
    if step == st.ADVANCE:
        return int(s.side) if attackers_advance(s) else 1 - int(s.side)
    if step == st.CONTINUE:
        return WEST
    return int(s.side)


@kernel
def _apply_advance(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
    if verb == st.STAY:
        no_combat(s)
        s.step = st.COMBAT
    else:
        take_cities_on_path(b, s, w, unit, place)
        go(b, s, w, unit, place)
        s.advanced[unit] = 1
        settle_advances(b, s, w)


@kernel
def _apply_continue_roll(b: Board, s: State, w: Work, face: int) -> None:
    s.ledger[st.CONTINUATION] += 2 * (face + 1)
    if s.turn >= s.last_turn:
        end_on_points(b, s, w)
    else:
        _next_turn(b, s, w)


@kernel
def apply(b: Board, s: State, w: Work, number: int) -> None:
    """Carry out a legal action."""
    unit = number // st.UNIT
    verb = number // st.VERB % 64
    place = number % st.VERB
    step = s.step
    if step == st.MOVEMENT:
        apply_movement(b, s, w, unit, verb, place)
    elif step == st.ONWARD:
        apply_onward(b, s, w, unit, place)
    elif step == st.COMBAT:
        _apply_combat(b, s, w, verb, place)
    elif step == st.DECLARE:
        _apply_declare(b, s, w, unit, verb, place)
    elif step == st.FPF:
        _apply_fpf(b, s, unit, verb, place)
    elif step == st.TABLE:
        _take_table(b, s, st.FRONTAL if verb == st.TAKE_FRONTAL else st.MOBILE)
    elif step == st.NIGHT_ROLL:
        s.night_shift = night_shift_of(b, s, place)
        s.step = st.ATTACK_ROLL
    elif step == st.ATTACK_ROLL:
        s.result = result_of(b, s, s.crt, attack_column(b, s, w), place)
        carry_out_result(b, s, w)
    elif step == st.RETREAT:
        step_back(b, s, w, unit, place)
        settle_retreats(b, s, w)
    elif step == st.DISPLACE:
        step_aside(b, s, w, unit, place)
        settle_retreats(b, s, w)
    elif step == st.LOSS:
        s.loss_due = max(0, int(s.loss_due) - int(b.strength[unit]))
        eliminate(b, s, w, unit)
        settle_losses(b, s, w)
    elif step == st.ADVANCE:
        _apply_advance(b, s, w, unit, verb, place)
    elif step == st.SETUP:
        _apply_setup(b, s, w, unit, verb, place)
    elif step == st.AIR_ROLL:
        s.air[st.AIR_A] += place
        s.air_dice -= 1
        if s.air_dice == 0:
            begin_movement(b, s, w)
    elif step == st.WITHDRAWAL:
        s.withdrawn = int(verb == st.WITHDRAW)
        begin_movement(b, s, w)
    elif step == st.MILITIA_ROLL:
        s.militia_left = place
        _more_militia(b, s, w)
    elif step == st.MILITIA:
        _place_militia(b, s, w, unit, place)
    elif step == st.CONTINUE:
        _apply_continue(b, s, w, verb, place)
    elif step == st.CONTINUE_ROLL:
        _apply_continue_roll(b, s, w, place)
    if b.conditions > 0 and s.step != st.OVER:
        end_at_once(b, s, w)
    if s.step == st.OVER:
        no_combat(s)


@kernel
def resign(s: State) -> None:
    """[4.1] Let the side whose decision is pending concede; the other side wins."""
    end_game(s, 1 - owner(s), st.RESIGNED)
    no_combat(s)


# Set-up [9.3, 10.3]


@kernel
def _apply_setup(b: Board, s: State, w: Work, unit: int, verb: int, hex_: int) -> None:
    if verb == st.PLACE:
        go(b, s, w, unit, hex_)
    elif verb == st.DEPLOY:
        _deploy(b, s, w)
    else:
        _begin_turn(b, s, w)


@kernel
def _deploy(b: Board, s: State, w: Work) -> None:
    """Set up all remaining units as suggested; if a hex is taken, beside it."""
    group = setup_group(b, s)
    while group > 0:
        for unit in range(b.units):
            if b.setup_group[unit] != group or s.hex[unit] != OFF:
                continue
            best, nearest = -1, st.UNREACHED
            for hex_ in range(b.hexes):
                if cannot_set_up_in(b, w, unit, hex_) == ALLOWED:
                    away = distance(b, hex_, b.suggested[unit])
                    if away < nearest:
                        best, nearest = hex_, away
            go(b, s, w, unit, best)
        group = setup_group(b, s)


# Turns and Player-Turns


@kernel
def _next_turn(b: Board, s: State, w: Work) -> None:
    s.turn += 1
    _begin_turn(b, s, w)


@kernel
def _begin_turn(b: Board, s: State, w: Work) -> None:
    """Begin a game turn: airstrikes are available, or are rolled for [9.6, 10.6]."""
    s.side = WEST
    s.air[0] = b.air_markers[0]
    s.air[1] = b.air_markers[1]
    if b.air_from > 0 and s.turn >= b.air_from:
        s.air_dice = b.air_dice_night if is_night(b, s) else b.air_dice_day
        s.step = st.AIR_ROLL
    else:
        begin_movement(b, s, w)


@kernel
def _begin_egypts_turn(b: Board, s: State, w: Work) -> None:
    """[9.4, 10.11] Begin the Egyptian Player-Turn: the withdrawal, or the militia, come first."""
    s.side = EGYPT
    _forget_player_turn(s)
    if b.withdrawal and not s.withdrawn:
        s.step = st.WITHDRAWAL
        return
    if b.militia_from > 0 and s.turn >= b.militia_from and not s.militia_over:
        if next_militia(b, s) < 0 or not egypt_holds_a_city(b, s):
            s.militia_over = 1
        else:
            s.step = st.MILITIA_ROLL
            return
    begin_movement(b, s, w)


@kernel
def _forget_player_turn(s: State) -> None:
    s.landed[:] = 0
    s.fixed[:] = 0
    s.disengaged[:] = 0
    s.placed[:] = 0


@kernel
def begin_movement(b: Board, s: State, w: Work) -> None:
    """Begin a Movement Phase: nobody has moved, and drops come first [9.11, 10.10]."""
    s.step = st.MOVEMENT
    s.moved[:] = 0
    s.dropping = int(s.side == WEST)
    s.drops = 0
    s.landings = 0
    s.entered[:] = 0
    s.column_hex[:] = -1
    w.reach_size[:] = -1


@kernel
def _more_militia(b: Board, s: State, w: Work) -> None:
    """[9.4] Ask for the next militia, as long as there are some and a hex for them."""
    if s.militia_left > 0 and next_militia(b, s) >= 0:
        for hex_ in range(b.hexes):
            if cannot_place_militia(b, w, hex_) == ALLOWED:
                s.step = st.MILITIA
                return
    s.militia_left = 0
    begin_movement(b, s, w)


@kernel
def _place_militia(b: Board, s: State, w: Work, unit: int, hex_: int) -> None:
    order = 1
    for other in range(b.units):
        order = max(order, int(s.placed[other]) + 1)
    s.placed[unit] = order
    go(b, s, w, unit, hex_)
    s.militia_left -= 1
    _more_militia(b, s, w)


@kernel
def _end_game_turn(b: Board, s: State, w: Work) -> None:
    """[4.2, 9.2, 9.8, 10.7] Score Egypt's objectives.

    Then the West decides, or a roll, or the game ends.
    """
    count_egypts_objectives(b, s, w)
    _forget_player_turn(s)
    if s.turn < b.turns:
        _next_turn(b, s, w)
    elif b.conditions > 0:
        end_by_conditions(b, s, w)
    elif b.optional_last == 0:
        end_on_points(b, s, w)
    elif s.turn == b.turns:
        s.step = st.CONTINUE
    else:
        s.step = st.CONTINUE_ROLL


@kernel
def _apply_continue(b: Board, s: State, w: Work, verb: int, turn: int) -> None:
    """[9.2] Stop the game, or set the West's secret last turn."""
    if verb == st.STOP:
        end_on_points(b, s, w)
    else:
        s.last_turn = turn
        _next_turn(b, s, w)


# Combat Phase


@kernel
def _apply_combat(b: Board, s: State, w: Work, verb: int, hex_: int) -> None:
    if verb == st.ATTACK:
        _aim(b, s, w, hex_)
        s.step = st.DECLARE
        return
    s.bound[:] = 0
    s.owed[:] = 0
    if s.side == WEST:
        _begin_egypts_turn(b, s, w)
    else:
        _end_game_turn(b, s, w)


@kernel
def _aim(b: Board, s: State, w: Work, hex_: int) -> None:
    """[7.3] Add a defending hex: all units there that have not been attacked defend."""
    s.aim[s.aims] = hex_
    s.aims += 1
    unit = int(w.head[hex_])
    while unit >= 0:
        if can_be_attacked(b, s, unit):
            s.role[unit] = st.DEFENDER
            s.origin[unit] = hex_
        unit = int(w.next[unit])


@kernel
def _apply_declare(b: Board, s: State, w: Work, unit: int, verb: int, place: int) -> None:
    if verb == st.ALSO:
        _aim(b, s, w, place)
    elif verb == st.WITH:
        s.role[unit] = role_in(b, s, w, unit, s.aim, s.aims)
        s.origin[unit] = s.hex[unit]
    elif verb in (st.STRIKE_A, st.STRIKE_B):
        s.strikes[verb - st.STRIKE_A] = place
        s.air[verb - st.STRIKE_A] -= place
    elif verb in (st.SHELL_A, st.SHELL_B):
        s.strikes[st.GUNS_A + verb - st.SHELL_A] = 1
        s.guns_used[verb - st.SHELL_A] = 1
    else:
        _fire(b, s, w)


@kernel
def _fire(b: Board, s: State, w: Work) -> None:
    """[7.2] Fire the declared attack.

    At night it creates the duties of the day for its cluster [7.19].
    """
    if has_assault(b, s) and is_night(b, s):
        look_at(b, s, w, s.aim, s.aims, True)
        s.bound[:] = w.bound
        s.owed[:] = w.owed
    for unit in range(b.units):
        if s.role[unit] == st.DEFENDER:
            s.attacked[unit] = 1
        elif s.role[unit] != st.NO_ROLE:
            s.fought[unit] = 1
    if s.side == WEST and b.fire_into_city and is_fire(b, s):
        for i in range(s.aims):
            place = b.city_place[s.aim[i]]
            if place >= 0 and not s.city_fired[place]:  # [9.8] once a hex and Combat Phase
                s.city_fired[place] = 1
                s.ledger[st.CITY_FIRE] += b.fire_into_city
    if anything_protects(b, s, w):
        s.step = st.FPF
    else:
        _choose_table(b, s)


@kernel
def _apply_fpf(b: Board, s: State, unit: int, verb: int, place: int) -> None:
    if verb == st.FIRE_FPF:
        s.role[unit] = st.PROTECTOR
        s.origin[unit] = s.hex[unit]
        s.protected[unit] = 1
    elif verb in (st.STRIKE_A, st.STRIKE_B):
        s.covers[verb - st.STRIKE_A] = place
        s.air[verb - st.STRIKE_A] -= place
    elif verb in (st.SHELL_A, st.SHELL_B):
        s.covers[st.GUNS_A + verb - st.SHELL_A] = 1
        s.guns_used[verb - st.SHELL_A] = 1
    else:
        _choose_table(b, s)


@kernel
def _choose_table(b: Board, s: State) -> None:
    """[7.8] Use the required table, or ask the West."""
    table = forced_table(b, s)
    if table == st.NO_TABLE:
        s.step = st.TABLE
    else:
        _take_table(b, s, table)


@kernel
def _take_table(b: Board, s: State, table: int) -> None:
    """[7.19] Set the table; now only the night die and the die are left."""
    s.crt = table
    s.step = st.NIGHT_ROLL if is_night(b, s) else st.ATTACK_ROLL
