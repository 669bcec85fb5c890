"""The sergeant: sound play of both games without search, by rules of thumb.

`choose` takes the pending decision of a side and returns a legal action. It is a kernel, so that
whole games run compiled; it remembers nothing, so that it can take over any position at any
decision. For Egypt's decisions it does not use the West's secret last turn.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats import heuristic_weights as hw
from bridgehead.titles.middle_east_battles.player.sergeant_combat import (
    choose_attack,
    choose_declared,
    choose_loss,
    choose_protection,
    choose_table,
    trapped,
)
from bridgehead.titles.middle_east_battles.player.sergeant_common import (
    EXIT_COLUMN,
    FAR,
    NOTHING,
    claims,
    open_goals,
    promise,
    stake,
    ways_out,
)
from bridgehead.titles.middle_east_battles.player.sergeant_egypt import (
    choose_militia,
    egypt_value,
    standing,
)
from bridgehead.titles.middle_east_battles.player.sergeant_west import prospect, west_value
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules.attacks.combat import (
    assault_strength,
    hex_shift,
    is_strongpoint,
)
from bridgehead.titles.middle_east_battles.rules.movement.legal_moves import (
    may_end_movement,
    unit_moves,
)
from bridgehead.titles.middle_east_battles.rules.victory import points
from bridgehead.titles.middle_east_battles.rules.zones import distance, is_helicopter, is_night
from bridgehead.titles.middle_east_battles.state import EGYPT, OFF, WEST

MOST_BY_FIGHT = 4.0  # no fight makes up for more than this
# places in `choose_move`'s memory behind its marks of units: somebody has moved since then
STIRRED = st.MAX_UNITS
WAYS_KNOWN = STIRRED + 1
MEMORY = EXIT_COLUMN + 1 + WAYS_KNOWN + 2  # the last tells whose turn it is of


@kernel
def choose(b: Board, s: State, w: Work, out: Vector[int], n: int) -> int:
    """Return a legal action of the pending decision of a side (not of the dice).

    The `n` legal actions are in `out`, except in a Movement Phase, when it is scratch for
    MAX_ACTIONS numbers. `w` must be up to date, and is so again afterwards.
    """
    if s.step == st.MOVEMENT or (n > 1 and s.step in (st.ONWARD, st.MILITIA)):
        return choose_move(b, s, w, out, n, np.zeros(MEMORY, np.int64))
    if n == 1:
        return int(out[0])
    if s.step == st.COMBAT:
        return choose_attack(b, s, w, out, n)
    if s.step == st.DECLARE:
        return choose_declared(b, s, w, out, n)
    if s.step == st.FPF:
        return choose_protection(b, s, w, out, n)
    if s.step == st.TABLE:
        return choose_table(b, s, w)
    if s.step == st.LOSS:
        return choose_loss(b, s, out, n)
    if s.step in (st.RETREAT, st.DISPLACE, st.ADVANCE):
        return choose_place(b, s, w, out, n)
    if s.step == st.CONTINUE:
        return choose_continue(b, s, out, n)
    if s.step == st.WITHDRAWAL:
        return int(out[0])  # to stay: the objectives are worth more than who could leave
    return int(out[n - 1])  # the suggested set-up


@kernel
def choose_continue(b: Board, s: State, out: Vector[int], n: int) -> int:
    """[9.2] Stop, unless the game is lost now: then one more turn can only help."""
    lead = points(b, s, WEST) - points(b, s, EGYPT)
    for unit in range(b.units):
        if b.side[unit] == WEST and s.hex[unit] >= 0 and b.objective[s.hex[unit]]:
            lead += b.west_objective
    return int(out[0]) if lead <= -b.win_by else int(out[n - 1])


# Fights, as they look while units move


@kernel
def _help_beside(b: Board, s: State, w: Work, unit: int, hex_: int, there: int) -> int:
    """Return the strength of friends around an enemy's hex who could attack it with a unit."""
    helped = 0
    for around in range(6):
        near = int(b.neighbor[there, around])
        if near < 0 or near == hex_:
            continue
        friend = int(w.head[near])
        while friend >= 0:
            if b.side[friend] == b.side[unit] and friend != unit and ally(b, unit, friend):
                helped += assault_strength(b, s, friend)
            friend = int(w.next[friend])
    return helped


@kernel
def fight(b: Board, s: State, w: Work, unit: int, hex_: int) -> float:
    """Return the value of a unit's place beside enemies at the start of combat.

    All adjacent enemies without other adjacent friends are assumed to be attacked together, with
    adjacent friends and a part of those that could still come.
    """
    side = int(b.side[unit])
    other = 1 - side
    weights = b.weights[side]
    if is_helicopter(b, unit):
        return -1.5
    if is_night(b, s):
        return float(weights[hw.NIGHT])
    shove = float(weights[hw.SHOVE])
    helped, total, need, kill, push, shift = 0.0, assault_strength(b, s, unit), 0, 0.0, 0.0, 0
    strong, enemies = False, 0
    for direction in range(6):
        there = int(b.neighbor[hex_, direction])
        if there < 0 or w.head[there] < 0 or b.side[w.head[there]] != other:
            continue
        enemy = int(w.head[there])
        enemies += 1
        shift = min(shift, hex_shift(b, other, there))
        strong = strong or is_strongpoint(b, other, there)
        while enemy >= 0:
            need += int(b.defense[enemy])
            at_stake = stake(b, s, other, there, side) + stake(b, s, side, there, side)
            held = float(weights[hw.SEIZED]) * at_stake
            price = float(weights[hw.KILL]) * float(b.worth[other])
            kill += price + held
            driven = float(weights[hw.DRIVEN]) * held + shove
            push += price + held if trapped(b, w, enemy, there) else driven
            enemy = int(w.next[enemy])
        helped += _help_beside(b, s, w, unit, hex_, there)
    if enemies == 0:
        return 0.0
    helped += float(weights[hw.COMING]) * min(2.0 * need, at_hand(b, s, unit, hex_))
    if side == WEST and not strong and s.turn >= b.air_from:
        helped += float(weights[hw.SUPPORT])
    held = stake(b, s, side, hex_, side)
    price = float(b.worth[side])
    moved_in = s.hex[unit] != hex_ and s.hex[unit] == OFF and not b.edge_entry
    back = price + held if moved_in or trapped(b, w, unit, hex_) else held + shove
    table = st.MOBILE if side == WEST and not strong else st.FRONTAL
    due = price * max(1.0, need / max(1, total))
    value = promise(
        b, table, total + int(helped) - need, shift, strong, False,
        kill, push, back, due, float(weights[hw.DREAD]) * price,
    )  # fmt: skip
    early = b.lands_to_leave and s.turn < weights[hw.LEAVES_UNTIL]
    if early and side == WEST and s.hex[unit] == OFF:
        return min(value, 0.0)  # it comes to leave the map again
    return value


@kernel
def ally(b: Board, unit: int, friend: int) -> bool:
    """[7.18] Whether two units of a side may attack together."""
    return not b.divisions or b.side[unit] == EGYPT or b.division[unit] == b.division[friend]


@kernel
def at_hand(b: Board, s: State, unit: int, hex_: int) -> float:
    """Return the strength of friends that have not moved and could be near a hex."""
    total = 0.0
    for friend in range(b.units):
        if s.hex[friend] < 0 or b.side[friend] != b.side[unit] or s.moved[friend]:
            continue
        if friend == unit or not ally(b, unit, friend) or b.artillery[friend]:
            continue
        if 2 * distance(b, s.hex[friend], hex_) <= b.allowance[friend]:
            total += assault_strength(b, s, friend)
    return total


# Moves


@kernel
def choose_move(
    b: Board, s: State, w: Work, out: Vector[int], listed: int, memory: Vector[int]
) -> int:
    """Move the unit that is nearest to its goal and gains by it, or end the phase.

    In other steps in which units enter the map, `listed` actions are already in `out`. `memory`
    (MEMORY numbers, all 0 at first), passed again, avoids repeated work in a phase: it has the
    exits, and the units that did not want to move. Those are asked again when no other unit is
    left.
    """
    side = int(s.side)
    now = 2 * int(s.turn) + side + 1
    if memory[-1] != now:
        memory[:] = 0
        memory[-1] = now
    pot, asked = memory[: EXIT_COLUMN + 1], memory[EXIT_COLUMN + 1 :]
    open_ = np.zeros(st.MAX_GOALS, np.int64)
    claim = np.zeros(st.MAX_UNITS, np.int64)
    open_goals(b, w, side, open_)
    if s.step == st.MILITIA:
        return choose_militia(b, open_, out, listed)
    if side == WEST and not asked[WAYS_KNOWN]:
        ways_out(b, s, w, pot)
        asked[WAYS_KNOWN] = 1
    claims(b, s, w, side, open_, pot, claim)
    onward = s.step == st.ONWARD
    may_end = onward or may_end_movement(b, s, w)
    poorest, poor = 10 * NOTHING, st.NO_UNIT * st.UNIT + st.END * st.VERB
    while True:
        unit = int(s.entering) if onward else next_unit(b, s, pot, asked)
        if unit < 0:
            again = asked[STIRRED]
            asked[:WAYS_KNOWN] = 0
            if again:
                continue
            return st.NO_UNIT * st.UNIT + st.END * st.VERB if may_end else poor
        asked[unit] = 1
        count = listed if onward else unit_moves(b, s, w, unit, out, 0)
        if count == 0:
            continue
        gain, number = best_move(b, s, w, pot, open_, claim, unit, out, count)
        if gain > b.weights[side, hw.STIR] or onward:
            asked[STIRRED] = 1
            return number
        if gain > poorest:
            poorest, poor = gain, number


@kernel
def next_unit(b: Board, s: State, pot: Vector[int], asked: Vector[int]) -> int:
    """Return the next unit to consider: first drops, then the nearest to an exit; -1 for none."""
    best, unit = 4 * FAR, -1
    for candidate in range(b.units):
        if asked[candidate] or b.side[candidate] != s.side or s.moved[candidate]:
            continue
        hex_ = int(s.hex[candidate])
        if hex_ < OFF:
            continue
        order = int(pot[hex_]) if hex_ >= 0 else FAR - int(b.allowance[candidate])
        if hex_ < 0 and not b.edge_entry:
            order += 2 * FAR - (4 * FAR if s.dropping and b.drops[candidate] else 0)
            order -= int(b.strength[candidate])
        if is_helicopter(b, candidate) and not b.edge_entry:
            order = 3 * FAR
        if order < best:
            best, unit = order, candidate
    return unit


@kernel
def best_move(
    b: Board, s: State, w: Work, pot: Vector[int], open_: Vector[int], claim: Vector[int],
    unit: int, out: Vector[int], count: int,
) -> tuple[float, int]:  # fmt: skip
    """Return the best of the listed moves of a unit, and its gain over staying."""
    side = int(b.side[unit])
    hex_ = int(s.hex[unit])
    before = 0.0
    best, number = 10 * NOTHING, int(out[0])
    for i in range(-1, count):  # first of all, what it is worth to stay
        code = int(out[max(0, i)])
        verb, place = code // st.VERB % 64, code % st.VERB
        value = 0.0
        if i < 0:
            place = hex_
            if hex_ < 0:
                continue
            if side == WEST:
                value = prospect(b, s, w, pot, open_, claim, unit, hex_)
            else:
                value = standing(b, s, claim, unit, hex_)
        elif side == WEST:
            value = west_value(b, s, w, pot, open_, claim, code)
        else:
            value = egypt_value(b, s, claim, code)
        if i >= 0 and verb == st.CROSS:
            place = place % st.SLOT
        stays = verb not in (st.EXIT, st.LIFTOFF, st.RETURN) and (
            verb != st.ENTER or not b.edge_entry
        )
        if (i < 0 or (stays and value > best - MOST_BY_FIGHT)) and w.zone[1 - side, place] > 0:
            value += fight(b, s, w, unit, place)
        if i < 0:
            before = value
        elif value > best:
            best, number = value, code
    return best - before, number


@kernel
def choose_place(b: Board, s: State, w: Work, out: Vector[int], n: int) -> int:
    """Retreat, give way or advance to the most useful hex; stay if nothing better is offered."""
    best, number = 10 * NOTHING, int(out[n - 1])
    if s.step == st.ADVANCE:
        best = float(b.weights[b.side[out[0] // st.UNIT], hw.ADVANCE])
    for i in range(n):
        if out[i] // st.UNIT == st.NO_UNIT:
            continue
        unit, hex_ = int(out[i]) // st.UNIT, int(out[i]) % st.VERB
        side = int(b.side[unit])
        value = here(b, s, w, unit, hex_)
        if s.step == st.ADVANCE:
            value -= here(b, s, w, unit, int(s.hex[unit]))
        if w.zone[1 - side, hex_] == 0:
            value += float(b.weights[side, hw.FREE])
        if value > best:
            best, number = value, int(out[i])
    return number


@kernel
def here(b: Board, s: State, w: Work, unit: int, hex_: int) -> float:
    """Return the value of a hex for a unit that goes there in or after a combat."""
    side = int(b.side[unit])
    weights = b.weights[side]
    value = stake(b, s, side, hex_, side) - float(weights[hw.ZONE]) * float(w.zone[1 - side, hex_])
    value -= float(weights[hw.NEAR]) * float(b.near_goal[side, hex_])
    return value - float(weights[hw.COVER]) * float(b.shift[hex_])
