"""6.0, 6.2, 6.3 The combat results table, every cell of it through real combat."""

from fractions import Fraction

import pytest

from .helpers import COLUMNS, EDITIONS, column_of, every_edition, pos, result_of, results_in

# Armor alone in clear terrain: no shift. Differential, side, attackers, defender.
FORCES = [
    (-3, "israel", "baram-4", "25-1"),
    (-2, "israel", "erez-3", "25-1"),
    (-1, "israel", "erez-2", "25-1"),
    (0, "israel", "raviv-1", "25-1"),
    (1, "israel", "keren-1", "25-1"),
    (2, "israel", "raviv-1", "16-2"),
    (3, "israel", "keren-1", "16-2"),
    (4, "israel", "raviv-1 raviv-2", "25-1"),
    (5, "israel", "raviv-1 keren-1", "25-1"),
    (6, "israel", "keren-1 keren-2", "25-1"),
    (7, "israel", "keren-1 keren-2", "14-21-1"),
    (8, "israel", "keren-1 keren-2", "16-2"),
    (9, "israel", "raviv-1 raviv-2 keren-1", "25-1"),
    (13, "israel", "keren-1 keren-2 keren-3", "16-2"),
    (-3, "egypt", "16-2", "keren-1"),
    (-1, "egypt", "14-21-1", "raviv-1"),
    (0, "egypt", "14-21-1", "erez-2"),
    (2, "egypt", "25-1", "erez-3"),
    (4, "egypt", "25-1 25-2", "raviv-1"),
    (6, "egypt", "25-1 25-2", "erez-3"),
    (9, "egypt", "25-1 25-2 25-3", "reshef-2"),
]


def stand(edition, side, attackers, defender):
    """Put the defender on 0508 and the attackers to its north, all with a way to retreat."""
    units = dict(zip(attackers, ("0507", "0607", "0407"), strict=False))
    return pos(edition, {**units, defender: "0508"}, side=side, phase="combat")


@pytest.mark.parametrize("roll", range(1, 7))
@pytest.mark.parametrize("force", FORCES, ids=str)
@every_edition
def test_6_3_every_cell_of_the_table(edition, force, roll):
    differential, side, attackers, defender = force
    units = attackers.split()
    p = stand(edition, side, units, defender)
    expected = results_in(column_of(differential))[roll - 1]
    assert result_of(p, "0508", *units, roll=roll) == expected


def test_6_3_every_cell_is_reached():
    assert {column_of(force[0]) for force in FORCES if force[1] == "israel"} == set(range(7))
    assert {column_of(force[0]) for force in FORCES if force[1] == "egypt"} == set(range(7))
    assert len(EDITIONS) == 2


@pytest.mark.parametrize(("differential", "side", "attackers", "defender"), FORCES)
@every_edition
def test_6_0_differential_is_attack_less_defense(edition, differential, side, attackers, defender):
    units = attackers.split()
    odds = stand(edition, side, units, defender).odds("0508", units)
    assert odds.attack - odds.defense == differential
    assert odds.differential == differential
    assert list(odds.shifts) == []
    assert odds.column == column_of(differential)
    assert odds.column_label == COLUMNS[odds.column]


@pytest.mark.parametrize(("differential", "side", "attackers", "defender"), FORCES)
@every_edition
def test_6_0_chance_of_each_result(edition, differential, side, attackers, defender):
    units = attackers.split()
    results = stand(edition, side, units, defender).odds("0508", units).results
    rolled = results_in(column_of(differential))
    expected = {name: Fraction(rolled.count(name), 6) for name in set(rolled)}
    assert {name: chance for name, chance in results.items() if chance} == expected


@every_edition
def test_6_2_beyond_the_last_column_counts_as_the_last(edition):
    units = ["keren-1", "keren-2", "keren-3"]
    p = stand(edition, "israel", units, "16-2")
    assert p.odds("0508", units).differential == 13
    assert p.odds("0508", units).column == 6
    assert result_of(p, "0508", *units, roll=2) == "De"


@every_edition
def test_6_2_below_the_first_column_counts_as_the_first(edition):
    # Six points behind: no pair of units comes to that, so the Chinese Farm does the rest.
    p = pos(edition, {"baram-4": "0810", "25-1": "0910"}, phase="combat")
    odds = p.odds("0910", ["baram-4"])
    assert odds.differential == -3
    assert odds.column == 0
    assert result_of(p, "0910", "baram-4", roll=3) == "Ar"
    assert result_of(p, "0910", "baram-4", roll=4) == "Ae"


@every_edition
def test_ruling_17_column_stops_at_the_left_end(edition):
    p = pos(edition, {"raviv-1": "0810", "25-1": "0910"}, phase="combat")
    assert p.odds("0910", ["raviv-1"]).column == 0
    p = pos(edition, {"erez-3": "0810", "25-1": "0910"}, phase="combat")
    assert p.odds("0910", ["erez-3"]).column == 0


@every_edition
def test_ruling_17_shifts_are_added_up_before_the_column_moves(edition):
    # -2 to -1 is column 1: two to the left would stop at 0 and one back would be 1;
    # the sum, one to the left, is 0.
    p = pos(edition, {"erez-3": "0810", "25-1": "0910"}, phase="combat")
    odds = p.odds("0910", ["erez-3"], support=True)
    assert sum(shift.columns for shift in odds.shifts) == -1
    assert odds.column == 0
    assert result_of(p, "0910", "erez-3", roll=1, support=True) == "Ar"


@every_edition
def test_ruling_17_column_stops_at_the_right_end(edition):
    # Column 6 with combined arms and artillery stays 6; the farm then takes nothing off twice.
    units = ["keren-1", "keren-2", "matt-1"]
    p = stand(edition, "israel", units, "16-2")
    odds = p.odds("0508", units, support=True)
    assert sum(shift.columns for shift in odds.shifts) == 2
    assert odds.column == 6
    place = {"keren-1": "0810", "keren-2": "0809", "matt-1": "0909", "16-2": "0910"}
    p = pos(edition, place, phase="combat")
    odds = p.odds("0910", units, support=True)
    assert sum(shift.columns for shift in odds.shifts) == 0
    assert odds.column == 6
