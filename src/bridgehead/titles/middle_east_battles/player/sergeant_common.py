"""The basic data of the sergeant: exits, objectives, and the value of table results.

Values are in half points, as in the ledger. A few small arrays are computed from the position and
discarded with the decision or, if whole turns are played, with the phase.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.core.kernels.record_types import Vector
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats import heuristic_weights as hw
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules.attacks.combat import column_of, result_against
from bridgehead.titles.middle_east_battles.rules.zones import holds_side
from bridgehead.titles.middle_east_battles.state import BUCKETS, EGYPT, WEST

FAR = 9999
EXIT_COLUMN = st.MAX_HEXES  # the place in `ways_out` of the column of the exits, for who flies
NOTHING = -1000.0


@kernel
def ways_out(b: Board, s: State, w: Work, pot: Vector[int]) -> None:
    """Write for each hex the half points that a ground unit needs from there to exit the map.

    Enemies block the way, zones of fortifications stop it; friends are ignored.
    """
    bucket, size, step, neighbor = w.bucket, w.bucket_size, b.step, b.neighbor
    pot[:] = FAR
    size[:] = 0
    for hex_ in range(b.hexes):
        price = int(b.exit_cost[hex_])
        if price:
            pot[EXIT_COLUMN] = b.q[hex_]
            pot[hex_] = price
            bucket[price, size[price]] = hex_
            size[price] += 1
    empty, spent = 0, 0
    while empty < BUCKETS:
        slot = spent % BUCKETS
        if size[slot] == 0:
            empty += 1
            spent += 1
            continue
        empty = 0
        size[slot] -= 1
        here = int(bucket[slot, size[slot]])
        if pot[here] != spent or holds_side(b, w, here, EGYPT):
            continue
        halt = 5 if w.fort_zone[here] > 0 else 0
        for direction in range(6):
            there = int(neighbor[here, direction])
            if there < 0:
                continue
            price = int(step[there, (direction + 3) % 6])
            total = spent + price + halt
            if price and total < pot[there]:
                pot[there] = total
                slot_there = total % BUCKETS
                bucket[slot_there, size[slot_there]] = there
                size[slot_there] += 1


@kernel
def open_goals(b: Board, w: Work, side: int, open_: Vector[int]) -> None:
    """Mark the objectives without a unit of a side."""
    for i in range(b.goals):
        open_[i] = 0 if holds_side(b, w, b.goal[i], side) else 1


@kernel
def claims(
    b: Board, s: State, w: Work, side: int, open_: Vector[int], pot: Vector[int], claim: Vector[int]
) -> None:
    """Send the nearest units to each open objective, more to an enemy-held one than to a free one.

    Nobody is sent to a fort, which is left to artillery. `claim[u]` is the objective of a unit, -1
    for none. Artillery and helicopters have none, nor do units that land to leave the map, while
    that pays best.
    """
    claim[:] = -1
    weights = b.weights[side]
    leaving = side == WEST and b.lands_to_leave and s.turn < weights[hw.LEAVES_UNTIL]
    for i in range(b.goals):
        if not open_[i]:
            continue
        wanted = 2 if side == EGYPT else int(weights[hw.WANTED] + 0.5)
        if holds_side(b, w, b.goal[i], 1 - side):
            wanted = 0 if b.fort[b.goal[i]] else int(weights[hw.WANTED_HELD] + 0.5)
        while wanted > 0:
            best, nearest = -1, 99
            for unit in range(b.units):
                hex_ = int(s.hex[unit])
                if hex_ < 0 or b.side[unit] != side or claim[unit] >= 0 or b.artillery[unit]:
                    continue
                if b.mobility[unit] in (st.HELICOPTER, st.STATIC) or b.objective[hex_]:
                    continue
                if leaving and pot[hex_] <= b.allowance[unit]:
                    continue
                away = int(b.goal_distance[i, hex_])
                if away < nearest:
                    best, nearest = unit, away
            if best < 0:
                break
            claim[best] = i
            wanted -= 1


@kernel
def turns_left(b: Board, s: State, side: int) -> int:
    """Return how many game turns follow this one, as far as a side can know."""
    if s.turn < b.turns:
        return int(b.turns) - int(s.turn)
    if side == WEST and s.last_turn > 0:
        return int(s.last_turn) - int(s.turn)
    return 1 if s.turn > b.turns else 0


@kernel
def stake(b: Board, s: State, side: int, hex_: int, viewer: int) -> float:
    """Return the value for a side of holding a hex after this turn's moves.

    It is computed from the knowledge of `viewer`, the side to decide.
    """
    if not b.objective[hex_]:
        return 0.0
    left = turns_left(b, s, viewer)
    if side == EGYPT:
        return 2.0 + 1.6 * left
    tempo = float(b.weights[viewer, hw.TEMPO]) * float(b.egypt_objective)
    return float(b.west_objective) + tempo * (left + 1)


@kernel
def promise(
    b: Board, table: int, difference: int, shift: int, strong: bool, alone: bool,
    kill: float, push: float, back: float, due: float, everything: float,
) -> float:  # fmt: skip
    """Return the value of an attack over the six faces of the die.

    `kill` and `push` are the values of the defenders' loss and retreat; `back`, `due` and
    `everything` the costs of the attackers' retreat, exchange and loss.
    """
    column = column_of(b, difference, shift)
    value = 0.0
    for face in range(1, 7):
        result = result_against(b, strong, table, column, face)
        if result == st.DE:
            value += kill
        elif result >= st.D1:
            if result > st.D1 or not alone:
                value += push
        elif result == st.EX:
            value += kill - due
        elif result == st.AX:
            value += push - due
        elif result == st.AE:
            value -= everything
        elif result == st.A1 or alone:
            value -= back
        else:
            value += push - back
    return value / 6.0
