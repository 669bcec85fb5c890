"""7.2, 7.6, 7.8, 7.9: every cell of both tables by real combats; columns, shifts, conversions."""

import pytest

from bridgehead.titles.middle_east_battles.rules.attacks.combat import plain_column

from .helpers import (
    CENTER,
    EL,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTHWEST,
    SUEZ,
    combat,
    declare,
    fight,
    game,
    illegal,
    legal,
    odds_now,
    play,
    protect,
    verb,
)

COLUMNS = [
    "..-7",
    "-6..-5",
    "-4..-3",
    "-2",
    "-1",
    "0",
    "1",
    "2..3",
    "4..5",
    "6..8",
    "9..11",
    "12..",
]
MOBILE = [
    "A1 A1 A1 BR BR D1 D2 D2 D3 D3 D4 DE",
    "A1 A1 A1 A1 BR D1 D1 D2 D2 D3 D3 D4",
    "A1 A1 A1 A1 A1 BR D1 D1 D2 D2 D3 D3",
    "A1 A1 A1 A1 A1 BR BR D1 D1 D2 D2 D3",
    "AE A1 A1 A1 A1 A1 BR BR D1 D1 D1 D2",
    "AE AE A1 A1 A1 A1 A1 BR BR BR D1 D1",
]
FRONTAL = [
    "A1 A1 A1 BR EX AX D2 D3 D4 D4 D4 DE",
    "A1 A1 A1 A1 BR EX AX D2 D2 D3 D3 DE",
    "A1 A1 A1 A1 A1 BR EX AX AX D2 D3 D4",
    "A1 A1 A1 A1 A1 BR BR EX EX AX D2 D3",
    "AE A1 A1 A1 A1 A1 A1 EX EX EX EX D3",
    "AE AE A1 A1 A1 A1 A1 BR BR EX EX EX",
]
TABLES = {"mobile": MOBILE, "frontal": FRONTAL}
SIX = {"1-2-inf": CENTER}
# For each column: the defenders, and Tal's attackers that make the difference
SETTINGS = [
    ({"1-2-inf": CENTER, "2-2-inf": NORTHEAST}, {"79-7-tal": NORTH}),  # 5 - 12
    ({"1-2-inf": CENTER, "pla-inf": NORTHEAST}, {"79-7-tal": NORTH}),  # 5 - 10
    (SIX, {"tal-recon": NORTH}),
    (SIX, {"1-av-tal": NORTH}),
    (SIX, {"79-7-tal": NORTH}),
    (SIX, {"9-7-tal": NORTH, "3-av-tal": NORTHWEST}),
    (SIX, {"9-7-tal": NORTH, "1-av-tal": NORTHWEST}),
    (SIX, {"79-7-tal": NORTH, "9-7-tal": NORTHWEST}),
    (SIX, {"79-7-tal": NORTH, "82-7-tal": NORTHWEST}),
    (SIX, {"79-7-tal": NORTH, "82-7-tal": NORTHWEST, "tal-recon": SOUTHWEST}),
    (SIX, {"79-7-tal": NORTH, "82-7-tal": NORTHWEST, "1-ba-tal": SOUTHWEST}),
    (SIX, {"79-7-tal": NORTH, "82-7-tal": NORTHWEST, "1-ba-tal": SOUTHWEST}),  # and three strikes
]
CELLS = [(table, c, die) for table in TABLES for c in range(12) for die in range(1, 7)]


def outcome(p, attackers, defenders):
    """Tell the result of a combat that was rolled from what happens to the units, to its end.

    The field is open, so that every retreat can be made.
    """
    start = p.units
    steps = dict.fromkeys((*attackers, *defenders), 0)
    first = p.to_move
    while p.step == "retreat":
        action = sorted(legal(p))[0]
        steps[action.split()[1]] += 1
        play(p, action)
    asked = p.step
    while p.step == "loss":
        play(p, sorted(verb(p, "lose"))[0])
    gone = {unit for unit in steps if p.units[unit] == "eliminated"}
    back = {steps[unit] for unit in defenders}
    pushed = {steps[unit] for unit in attackers}
    if gone == set(attackers) and back == {0}:
        return "AE"
    if set(defenders) <= gone:
        return "DE" if gone == set(defenders) and asked != "loss" else "EX"
    if back == {0}:
        assert pushed == {1}, (steps, gone)
        assert first == "israel"
        return "A1"
    assert len(back) == 1
    if gone & set(attackers):
        assert back == {1}
        return "AX"
    if pushed == {1}:
        assert first == "egypt"
        assert p.step == "combat"
        return "BR"
    assert pushed == {0}
    assert all(p.units[unit] == start[unit] for unit in attackers)
    return f"D{back.pop()}"


@pytest.mark.parametrize(("table", "column", "die"), CELLS)
def test_7_9_every_cell_of_the_tables(table, column, die):
    defenders, attackers = SETTINGS[column]
    p = combat(EL, {**defenders, **attackers}, airstrikes={"air": 3})
    markers = ["air 3"] if column == 11 else []
    declare(p, " ".join(defenders.values()), *attackers, markers=markers)
    assert odds_now(p).column_label == COLUMNS[column]
    play(p, table, f"roll {die}")
    assert outcome(p, attackers, defenders) == TABLES[table][die - 1].split()[column]


def test_7_9_the_odds_name_the_results_of_the_column():
    defenders, attackers = SETTINGS[7]
    p = declare(combat(EL, {**defenders, **attackers}), CENTER, *attackers)
    play(p, "frontal")
    expected = [line.split()[7] for line in FRONTAL]
    assert list(odds_now(p).table) == expected
    assert {r: float(c) for r, c in odds_now(p).results.items()} == pytest.approx(
        {r: expected.count(r) / 6 for r in expected}
    )


# [difference, shift, column] of tables.toml: what the shifts do beyond the table. Night dice shift
# Israel's attacks by 1 or 2; rough ground by 2 more.
STRONG = {"79-7-tal": "2539", "82-7-tal": "2639", "1-ba-tal": "2640"}


@pytest.mark.parametrize(
    ("air", "column"), [(0, "4..5"), (1, "6..8"), (2, "9..11"), (3, "12.."), (4, "12..")]
)
def test_7_2_shifts_beyond_the_right_end(air, column):
    # 15 - 4 = 11 and airstrikes, two columns left for rough: 13 is a column of its own
    p = combat(EL, {"pla-inf": "2540", **STRONG}, airstrikes={"air": 9})
    declare(p, "2540", *STRONG, markers=[f"air {air}"] if air else [])
    difference = 11 + air
    assert odds_now(p).differential == difference
    assert odds_now(p).column_label == column


def test_7_2_thirty_with_four_columns_left():
    # rough and the night die: -2 and -2; 26 of air on top of 15 against 4: far beyond the end
    p = combat(EL, {"pla-inf": "2540", **STRONG}, airstrikes={"air": 19}, turn=4)
    declare(p, "2540", *STRONG, markers=["air 19"])
    play(p, "mobile", "roll 1")
    odds = odds_now(p)
    assert odds.differential == 30
    assert sum(shift.columns for shift in odds.shifts) == -4
    assert odds.column_label == "12.."


def test_7_2_nine_with_two_columns_left():
    p = combat(EL, {"1-2-inf": "2540", **STRONG})
    declare(p, "2540", *STRONG)
    assert (odds_now(p).differential, odds_now(p).column_label) == (9, "4..5")


def test_7_6_the_oil_tank_helps_the_attacker():
    p = declare(combat(SUEZ, {"4-inf": "3413", "gds": "3412"}), "3413", "gds")
    odds = odds_now(p)
    assert odds.differential == -1
    assert [entry.columns for entry in odds.shifts] == [1]
    assert odds.column_label == "0"
    play(p, "frontal")  # the tables are a free choice


def test_7_2_shifts_beyond_the_left_end():
    # 2 - 12 = -10, two columns left for the forts, one right for the engineer
    p = combat(EL, {"14-armor": "4443", "1-7-inf": "4444", "tal-engineer": "4344"})
    declare(p, "4443 4444", "tal-engineer")
    odds = odds_now(p)
    assert odds.differential == -10
    assert sum(shift.columns for shift in odds.shifts) == -1
    assert odds.column_label == "..-7"


@pytest.mark.parametrize(
    ("strikes", "difference", "label"),
    [(6, -9, "..-7"), (5, -8, "..-7"), (4, -7, "-6..-5"), (3, -6, "-4..-3"), (2, -5, "-4..-3")],
)
def test_7_2_one_column_right_beyond_the_left_end(strikes, difference, label):
    # a Western unit in the oil tank, with airstrikes in its defense
    p = declare(combat(SUEZ, {"4-inf": "3412", "1-p": "3413"}, "egypt"), "3413", "4-inf")
    protect(p, f"british-air {strikes}")
    odds = odds_now(p)
    assert (odds.differential, sum(shift.columns for shift in odds.shifts)) == (difference, 1)
    assert odds.column_label == label


EXAMPLES = [(9, -2, "4..5"), (14, -2, "12.."), (13, -2, "9..11"), (-9, 1, "..-7"),
            (-8, 2, "-6..-5"), (30, -4, "12..")]  # fmt: skip


@pytest.mark.parametrize(("difference", "shift", "label"), EXAMPLES)
def test_7_2_the_examples_of_the_charts(difference, shift, label):
    # the one look inside: two columns right beyond the left end occur in no combat
    board = game(EL).board[0]
    column = int(plain_column(board, difference)) + shift
    assert COLUMNS[max(0, min(11, column))] == label


def test_7_6_the_attackers_ground_is_no_matter():
    p = declare(combat(EL, {"1-2-inf": "2640", "79-7-tal": "2540"}), "2640", "79-7-tal")
    assert odds_now(p).shifts == ()


def test_7_6_the_single_best_terrain_counts():
    # rough, attacked over a wadi: two columns, not three
    p = declare(combat(EL, {"1-2-inf": "3736", "79-7-tal": "3737"}), "3736", "79-7-tal")
    assert [s.columns for s in odds_now(p).shifts] == [-2]
    p = declare(combat(EL, {"1-2-inf": "4046", "79-7-tal": "4146"}), "4046", "79-7-tal")
    assert [s.columns for s in odds_now(p).shifts] == [-1]


def test_7_6_a_bridge_does_not_help_the_attacker():
    p = declare(combat(EL, {"1-2-inf": "3945", "79-7-tal": "4044"}), "3945", "79-7-tal")
    assert [s.columns for s in odds_now(p).shifts] == [-1]


def test_7_6_over_several_hexes_the_best_for_the_defender():
    p = combat(EL, {"1-2-inf": "2540", "2-2-inf": "2641", "79-7-tal": "2640"})
    declare(p, "2540 2641", "79-7-tal")
    assert [s.columns for s in odds_now(p).shifts] == [-2]


def test_7_6_a_hexside_only_when_all_attack_over_one():
    units = {"1-2-inf": "4046", "79-7-tal": "4146", "82-7-tal": "3946"}
    p = declare(combat(EL, units), "4046", "79-7-tal", "82-7-tal")
    assert odds_now(p).shifts == ()


@pytest.mark.parametrize(
    ("defender", "attacker", "columns"),
    [
        ("2612", "2611", -1),
        ("2609", "2610", -2),
        ("3515", "3514", -2),
        ("3812", "3712", -1),
        ("3811", "3711", -1),
        ("3215", "3115", -1),
        ("3303", "3402", -2),
        ("2418", "2419", 0),
    ],
)
def test_7_6_terrain_of_suez(defender, attacker, columns):
    p = declare(combat(SUEZ, {"4-inf": defender, "1-p": attacker}), defender, "1-p")
    assert sum(s.columns for s in odds_now(p).shifts) == columns


def test_7_6_the_oil_tank_is_left_out_beside_better_ground():
    p = combat(SUEZ, {"4-inf": "3413", "1r-inf": "3412", "1-p": "3313"})
    declare(p, "3412 3413", "1-p")
    assert sum(s.columns for s in odds_now(p).shifts) == 0


def test_7_7_a_poor_attack_is_allowed_and_nobody_shifts_himself():
    p = declare(combat(EL, {**SIX, "tal-recon": NORTH}), CENTER, "tal-recon")
    assert legal(p) == {"frontal", "mobile"}
    play(p, "frontal")
    assert legal(p) == {f"roll {n}" for n in range(1, 7)}


def test_7_8_egypt_attacks_on_the_frontal_table():
    p = declare(combat(EL, {**SIX, "79-7-tal": NORTH}, "egypt"), NORTH, "1-2-inf")
    protect(p)
    assert p.step == "roll"
    illegal(p, "mobile", "7.8")
    assert list(odds_now(p).table) == [line.split()[3] for line in FRONTAL]  # 3 - 5


def test_7_8_the_west_chooses_last():
    p = combat(EL, {**SIX, "79-7-tal": NORTH})
    play(p, f"attack {CENTER}", "with 79-7-tal")
    illegal(p, "mobile", "7.8")
    play(p, "fire")
    assert legal(p) == {"frontal", "mobile"}
    assert p.to_move == "israel"


CONVERTED = ["EX" if r in ("D2", "D3", "D4") else r for r in
             [line.split()[10] for line in FRONTAL]]  # fmt: skip


def test_7_8_a_city_is_attacked_frontally_and_d2_to_d4_are_exchanges():
    units = {"militia-1": "2612", "1-p": "2611", "2-p": "2613", "3-p": "2512"}
    p = combat(SUEZ, units)
    declare(p, "2612", "1-p", "2-p", "3-p", markers=["british-air 2"])
    assert p.step == "roll"
    illegal(p, "mobile", "7.8")
    assert odds_now(p).differential == 12
    assert odds_now(p).column_label == "9..11"
    assert list(odds_now(p).table) == CONVERTED
    play(p, "roll 2")  # D3, so EX
    assert p.units["militia-1"] == "eliminated"
    assert p.step == "loss"


def test_7_8_egypts_attack_on_a_city_too():
    units = {"gds": "2612", "1-2-inf": "2611", "2-2-inf": "2613", "3-2-inf": "2512",
             "1-1a-armor": "2711", "2-1a-armor": "2712", "4-inf": "2511"}  # fmt: skip
    p = combat(
        SUEZ, units, "egypt", options=("what_if",), airstrikes={"british-air": 0, "french-air": 0}
    )
    near = [u for u, h in units.items() if h in p.game.map.grid.neighbors("2612")]
    declare(p, "2612", *near)
    assert not {"D2", "D3", "D4"} & set(odds_now(p).table)


def test_7_8_a_fort_is_attacked_frontally_but_not_one_without_egyptians():
    p = declare(combat(EL, {"14-armor": "4421", "79-7-tal": "4420"}), "4421", "79-7-tal")
    protect(p)
    assert p.step == "roll"
    assert [s.columns for s in odds_now(p).shifts] == [-2]
    p = declare(combat(EL, {"14-armor": "4443", "79-7-tal": "4444"}, "egypt"), "4444", "14-armor")
    assert odds_now(p).shifts == ()
    units = {"14-armor": "4420", "7-armor": "4422", "1-7-inf": "4522", "2-7-inf": "4321",
             "tal-recon": "4421"}  # fmt: skip
    p = combat(EL, units, "egypt")
    declare(p, "4421", "14-armor", "7-armor", "1-7-inf", "2-7-inf")
    assert odds_now(p).differential == 10
    assert list(odds_now(p).table) == [line.split()[10] for line in FRONTAL]


def test_7_8_no_conversion_in_the_open():
    defenders, attackers = SETTINGS[10]
    p = fight(combat(EL, {**defenders, **attackers}), CENTER, *attackers, table="frontal", roll=4)
    assert outcome(p, attackers, defenders) == "D2"
