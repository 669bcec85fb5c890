"""The declared attack: strengths, shifts, table, column, result [7.2, 7.6, 7.8]."""

from __future__ import annotations

from bridgehead.core.kernels.kernel import kernel
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.records import Board, State, Work
from bridgehead.titles.middle_east_battles.rules.attacks.fire import (
    barrage_strength,
    by_fire_alone,
    fpf_strength,
    marker_strength,
)
from bridgehead.titles.middle_east_battles.rules.zones import adjacent, direction_to, in_fort
from bridgehead.titles.middle_east_battles.state import (
    ADJACENT,
    DEFENDER,
    EGYPT,
    EX,
    FRONTAL,
    MOBILE,
    NO_TABLE,
    PROTECTOR,
    RANGED,
    WEST,
)

COLUMNS = 12

# Strengths [7.2, 7.17, 8.13]


@kernel
def assault_strength(b: Board, s: State, unit: int) -> int:
    """[7.17, 8.9, 8.17] The strength of a unit in close combat, from the hex where it is.

    Egyptians attack at half strength, but from a fortification at full; artillery is never halved.
    """
    value = int(b.strength[unit])
    if b.side[unit] == EGYPT and not b.artillery[unit] and not in_fort(b, s, unit):
        return value // 2
    return value


@kernel
def attack_value(b: Board, s: State, w: Work, unit: int) -> int:
    """[7.2, 8.9] The strength that a unit adds to its attack."""
    if s.role[unit] == RANGED:
        return barrage_strength(b, s, w, unit)
    return assault_strength(b, s, unit)


@kernel
def attack_total(b: Board, s: State, w: Work) -> int:
    """[7.2] The total of the attack: units, airstrikes, naval guns."""
    total = marker_strength(b, s.strikes, b.guns_barrage)
    for unit in range(b.units):
        if s.role[unit] in (ADJACENT, RANGED):
            total += attack_value(b, s, w, unit)
    return total


@kernel
def defense_total(b: Board, s: State, w: Work) -> int:
    """[7.2, 8.11] The total of the defense: the defenders and their protective fire."""
    total = marker_strength(b, s.covers, b.guns_fpf)
    for unit in range(b.units):
        if s.role[unit] == DEFENDER:
            total += int(b.defense[unit])
        elif s.role[unit] == PROTECTOR:
            total += fpf_strength(b, s, w, unit)
    return total


# Shifts [7.6, 7.18, 7.19, 9.15, 10.11, 10.13]


@kernel
def hex_shift(b: Board, defender: int, hex_: int) -> int:
    """[7.6, 6.2] Column shift for a side's unit in a hex; fortifications help only Egyptians."""
    return int(b.fort_shift[hex_]) if defender == EGYPT else int(b.shift[hex_])


@kernel
def across_shift(b: Board, s: State) -> int:
    """[7.6, 8.15] Column shift for hexsides, if all adjacent attackers except artillery cross one.

    If they cross different ones, the least favorable for the defender counts.
    """
    worst, someone = -99, False
    for unit in range(b.units):
        if s.role[unit] != ADJACENT or b.artillery[unit]:
            continue
        someone = True
        for i in range(s.aims):
            direction = direction_to(b, s.origin[unit], s.aim[i])
            worst = max(worst, int(b.side_shift[s.origin[unit], direction]))
    return worst if someone else 0


@kernel
def terrain_shift(b: Board, s: State) -> int:
    """[7.6] The single terrain shift best for the defender, over all hexes and hexsides."""
    best = hex_shift(b, 1 - s.side, s.aim[0])
    for i in range(1, s.aims):
        best = min(best, hex_shift(b, 1 - s.side, s.aim[i]))
    across = across_shift(b, s)
    return min(best, across) if across < 0 else best


@kernel
def engineer_shift(b: Board, s: State) -> int:
    """[9.15, 10.13] Shift for a Western engineer beside a defending city or fort."""
    if s.side != WEST:
        return 0
    for unit in range(b.units):
        if s.role[unit] == ADJACENT and b.engineer[unit]:
            for i in range(s.aims):
                hex_ = int(s.aim[i])
                if b.engineer_ground[hex_] and adjacent(b, s.origin[unit], hex_):
                    return int(b.engineer_shift)
    return 0


@kernel
def mixed_shift(b: Board, s: State) -> int:
    """[7.18] Shift for British and French in one attack, including markers."""
    if s.side != WEST:
        return 0
    british = s.strikes[st.AIR_A] + s.strikes[st.GUNS_A] > 0
    french = s.strikes[st.AIR_B] + s.strikes[st.GUNS_B] > 0
    for unit in range(b.units):
        if s.role[unit] in (ADJACENT, RANGED):
            if b.nation[unit] == st.BRITISH:
                british = True
            elif b.nation[unit] == st.FRENCH:
                french = True
    return int(b.mixed_shift) if british and french else 0


@kernel
def withdrawal_shift(b: Board, s: State) -> int:
    """[10.11] Shift for Egyptian attacks after the withdrawal is declared."""
    return int(b.withdrawal_shift) if s.side == EGYPT and s.withdrawn else 0


@kernel
def night_shift_of(b: Board, s: State, face: int) -> int:
    """[7.19] Shift by the night die: Egypt the die less one, Israel two if odd, one if even."""
    if s.side == EGYPT:
        return 1 - face
    return -2 if face % 2 == 1 else -1


@kernel
def all_shifts(b: Board, s: State) -> int:
    """Return the sum of the shifts; left is negative."""
    return (
        terrain_shift(b, s)
        + engineer_shift(b, s)
        + mixed_shift(b, s)
        + withdrawal_shift(b, s)
        + int(s.night_shift)
    )


# Table and column [7.2, 7.8, 8.6]


@kernel
def is_strongpoint(b: Board, defender: int, hex_: int) -> bool:
    """[7.8] Whether a hex that a side defends is a city, or a fortification of Egypt's."""
    return b.city[hex_] != 0 or (b.fort[hex_] != 0 and defender == EGYPT)


@kernel
def strongpoint(b: Board, s: State) -> bool:
    """[7.8] Whether a defending hex is a strongpoint."""
    for i in range(s.aims):
        if is_strongpoint(b, 1 - s.side, s.aim[i]):
            return True
    return False


@kernel
def forced_table(b: Board, s: State) -> int:
    """[7.8, 8.6] Return the table that the attack must use, NO_TABLE if the West may choose."""
    if by_fire_alone(b, s):
        return MOBILE
    if s.side == EGYPT or strongpoint(b, s):
        return FRONTAL
    return NO_TABLE


@kernel
def plain_column(b: Board, difference: int) -> int:
    """[7.2] Column of a differential before shifts; beyond the table each number is a column."""
    low = int(b.column_low[1]) - 1  # the greatest number of the first column
    if difference <= low:
        return difference - low
    high = int(b.column_low[COLUMNS - 1])
    if difference >= high:
        return difference - high + COLUMNS - 1
    column = 0
    while difference >= b.column_low[column + 1]:
        column += 1
    return column


@kernel
def column_of(b: Board, difference: int, shift: int) -> int:
    """[7.2] The column of a differential: all shifts first, then limited to the table."""
    return max(0, min(COLUMNS - 1, plain_column(b, difference) + shift))


@kernel
def attack_column(b: Board, s: State, w: Work) -> int:
    """[7.2] The column of the attack."""
    return column_of(b, attack_total(b, s, w) - defense_total(b, s, w), all_shifts(b, s))


@kernel
def result_against(b: Board, strong: bool, table: int, column: int, face: int) -> int:
    """[7.8] The result of a roll: against a strongpoint, frontal D2 to D4 are exchanges."""
    result = int(b.results[table, face, column])
    if table == FRONTAL and strong and result in (st.D2, st.D3, st.D4):
        return EX
    return result


@kernel
def result_of(b: Board, s: State, table: int, column: int, face: int) -> int:
    """[7.8] The result of a roll in the present attack."""
    return result_against(b, strongpoint(b, s), table, column, face)
