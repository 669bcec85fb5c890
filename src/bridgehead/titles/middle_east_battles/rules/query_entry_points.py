"""Entry points for questions of screens: path costs, the odds of an attack, duties.

As in `entry_points.py` each takes one-element arrays. Nothing is decided here.
"""

from __future__ import annotations

from bridgehead.core.kernels.kernel import Numbers, entry, kernel
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules import victory, zones
from bridgehead.titles.middle_east_battles.rules.attacks import combat, duties, fire
from bridgehead.titles.middle_east_battles.rules.kinds import Boards, States, Works
from bridgehead.titles.middle_east_battles.rules.movement import landings, movement

(
    ATTACK, DEFENSE, TERRAIN, ACROSS, ENGINEERS, MIXED, WITHDRAWAL, NIGHT, UNSHIFTED, COLUMN,
    TABLE, PROTECTION,
) = range(12)  # fmt: skip
FIGURES = 12


@entry
def allowance(board: Boards, state: States, unit: int) -> int:
    """Half points of a unit in this game turn."""
    return movement.allowance(board[0], state[0], unit)


@entry
def search_ways(
    board: Boards, state: States, work: Works, unit: int, verb: int, left_out: int
) -> None:
    """Write into `work.cost` the half points of each hex for a unit by one verb.

    `work.previous` then has the paths of ground units. It does not check whether a unit may end
    there, or may use the verb at all. With rules left out only ground units are considered.
    """
    b, s, w = board[0], state[0], work[0]
    movement.begin_search(w)
    w.previous[:] = -1
    on_map = s.hex[unit] >= 0
    if verb == st.MOVE or verb == st.EXIT:  # noqa: PLR1714 - kernels
        if s.entering == unit:
            landings.search_entry(b, s, w, unit, int(s.entry_hex), left_out)
        elif on_map and b.mobility[unit] == st.HELICOPTER:
            movement.flight(b, s, w, unit, int(s.hex[unit]), 0)
        elif on_map:
            movement.search_from_map(b, s, w, unit, left_out)
        if verb == st.EXIT:
            _exit_prices(b, s, w, unit)
        return
    if s.hex[unit] != st.OFF and not on_map:
        return
    for hex_ in range(b.hexes):
        price = _price(b, s, unit, verb, hex_)
        if price >= 0:
            w.cost[hex_] = price


@kernel
def _exit_prices(b: Board, s: State, w: Work, unit: int) -> None:
    """Replace the cost of each hex by the cost of exiting the map there."""
    flies = b.mobility[unit] == st.HELICOPTER
    for hex_ in range(b.hexes):
        cost = int(w.cost[hex_])
        if flies and s.hex[unit] >= 0:  # over enemies too, who bar only the end of a flight
            cost = 2 * zones.distance(b, int(s.hex[unit]), hex_)
        if b.exit_cost[hex_] == 0 or cost >= st.UNREACHED:
            w.cost[hex_] = st.UNREACHED
        else:
            w.cost[hex_] = movement.exit_price(b, s, w, unit, hex_, cost)


@kernel
def _price(b: Board, s: State, unit: int, verb: int, hex_: int) -> int:
    """Return the half points of an arrival, a lift, a placement; -1 if it is impossible."""
    if verb == st.ENTER:
        if not b.edge_entry:
            return landings.fly_in_cost(b, hex_)
        if b.rim[hex_] < 0:
            return -1
        return landings.entry_price(b, s, unit, int(b.rim[hex_]))
    if verb == st.RETURN:
        return landings.fly_in_cost(b, int(s.hex[unit])) if s.hex[unit] == hex_ else -1
    if verb == st.LIFT or verb == st.LIFTOFF:  # noqa: PLR1714 - kernels
        if b.joint < 0:
            return -1
        price = landings.pick_up_cost(b, s, unit) + landings.carry_cost(b, s, unit, hex_)
        return price + 2 if verb == st.LIFTOFF else price
    return 0


@entry
def figures(board: Boards, state: States, work: Works, out: Numbers) -> None:
    """Write the values of the attack in the state: totals, shifts, column, table, protection."""
    b, s, w = board[0], state[0], work[0]
    out[ATTACK] = combat.attack_total(b, s, w)
    out[DEFENSE] = combat.defense_total(b, s, w)
    out[TERRAIN] = combat.terrain_shift(b, s)
    out[ACROSS] = combat.across_shift(b, s)
    out[ENGINEERS] = combat.engineer_shift(b, s)
    out[MIXED] = combat.mixed_shift(b, s)
    out[WITHDRAWAL] = combat.withdrawal_shift(b, s)
    out[NIGHT] = s.night_shift
    out[UNSHIFTED] = combat.plain_column(b, out[ATTACK] - out[DEFENSE])
    out[COLUMN] = combat.attack_column(b, s, w)
    out[TABLE] = combat.forced_table(b, s)
    out[PROTECTION] = _protection(b, s, w)


@kernel
def _protection(b: Board, s: State, w: Work) -> int:
    """Return the most that the defender could still add by protective fire [8.10, 8.16, 8.17]."""
    if fire.by_fire_alone(b, s):
        return 0
    total, plain = 0, 0
    for unit in range(b.units):
        if s.role[unit] != st.NO_ROLE or not fire.may_protect(b, s, w, unit):
            continue
        if b.side[unit] == st.EGYPT and fire.protection_kind(b, s, w, unit) == fire.PLAIN_FIRE:
            plain = max(plain, fire.fpf_strength(b, s, w, unit))
        else:
            total += fire.fpf_strength(b, s, w, unit)
    total += plain
    if s.side == st.EGYPT:
        total += int(s.air[0]) + int(s.air[1])
        for nation in range(2):
            if s.covers[st.GUNS_A + nation] == 0 and fire.guns_cover(b, s, w, nation):
                total += int(b.guns_fpf)
    return total


@entry
def faces(board: Boards, state: States, table: int, column: int, out: Numbers) -> None:
    """Write the results of faces 1 to 6 in a column of a table, after conversion."""
    for face in range(1, 7):
        out[face - 1] = combat.result_of(board[0], state[0], table, column, face)


@entry
def night_shift(board: Boards, state: States, face: int) -> int:
    """Shift by the night die [7.19]."""
    return combat.night_shift_of(board[0], state[0], face)


@entry
def set_duties(board: Boards, state: States, work: Works) -> None:
    """Compute who must attack and be attacked at the start of a Combat Phase [7.3]."""
    duties.set_duties(board[0], state[0], work[0])


@entry
def points(board: Boards, state: States, side: int) -> int:
    """Return a side's half points, including a bid."""
    return victory.points(board[0], state[0], side)


@entry
def objectives_held(board: Boards, work: Works, side: int) -> int:
    """Return how many objectives hold a unit of a side."""
    return victory.objectives_held(board[0], work[0], side)
