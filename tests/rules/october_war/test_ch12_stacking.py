"""12.0 Stacking."""

import pytest

from .helpers import combat, illegal, legal, movement, moves, play


def may_enter(there, unit="15-armor", side="arab", start="deversoir", goal="fayid"):
    p = movement(dict.fromkeys(there, goal) | {unit: start}, side)
    return f"move {unit} {goal}" in legal(p)


def test_12_1_arabs_four_brigades_a_division_is_three():
    assert may_enter(["16-inf-div"])
    assert not may_enter(["16-inf-div", "25-armor"])
    assert may_enter(["eg-inf-1", "eg-inf-2", "eg-inf-3"])
    assert not may_enter(["eg-inf-1", "eg-inf-2", "eg-inf-3", "eg-inf-4"])
    assert not may_enter(["16-inf-div"], "4-armor-div")
    assert may_enter(["25-armor"], "4-armor-div")


def test_12_1_israelis_nine_battalions_a_brigade_is_three():
    there = ["217-armor", "421-armor", "armor-2", "armor-3"]
    assert may_enter(there, "armor-1", "israel", "refidim", "tasa")
    assert not may_enter([*there, "armor-4"], "armor-1", "israel", "refidim", "tasa")
    assert not may_enter([*there, "depot-1"], "armor-1", "israel", "refidim", "tasa")
    assert not may_enter(there, "500-armor", "israel", "refidim", "tasa")


def test_12_1_one_headquarters_of_each_size():
    assert not may_enter(["hq-252"], "hq-143", "israel", "refidim", "tasa")
    assert may_enter(["hq-sc"], "hq-143", "israel", "refidim", "tasa")
    full = ["217-armor", "421-armor", "500-armor"]
    assert may_enter(full, "hq-143", "israel", "refidim", "tasa")
    p = movement({"hq-252": "tasa", "hq-143": "refidim"}, "israel")
    illegal(p, "move hq-143 tasa", "17.4")


def test_12_1_moving_through_is_free():
    there = {"16-inf-div": "fayid", "25-armor": "fayid", "15-armor": "deversoir"}
    p = movement(there)
    assert "move 15-armor fayid geneifa" in legal(p)
    reason = illegal(p, "move 15-armor fayid", "12.1").reason
    assert "4" in reason


def test_12_1_it_is_tested_where_units_cross_and_land():
    there = {"16-inf-div": "fort-matzmed", "25-armor": "fort-matzmed"}
    p = movement({**there, "eg-inf-1": "deversoir", "eg-eng-1": "deversoir"})
    illegal(p, "cross eg-inf-1 fort-matzmed", "12.1")
    p = movement({"16-inf-div": "fayid", "25-armor": "fayid", "eg-cdo-1": "deversoir"})
    illegal(p, "fly eg-cdo-1 fayid", "12.1")


def test_12_2_enemies_do_not_count():
    there = dict.fromkeys(["217-armor", "421-armor", "500-armor"], "tasa")
    p = movement({**there, "15-armor": "missouri", "16-inf-div": "missouri"})
    play(p, "move 16-inf-div tasa")
    assert "move 15-armor tasa" in legal(p)


def test_12_3_nations_stack_but_one_fires_in_attack():
    units = {"libya": "fayid", "15-armor": "fayid", "25-armor": "deversoir"}
    assert "fayid" in moves(movement(units), "25-armor")
    p = combat({"libya": "tasa", "15-armor": "tasa", "armor-1": "tasa"}, turn=3)
    play(p, "attack tasa")
    assert legal(p) == {"nation egypt", "nation libya"}


def test_12_4_bridges_neither_count_nor_block():
    there = {"16-inf-div": "deversoir", "15-armor": "ismailia"}
    p = movement(there, bridges={"deversoir": "arab"})
    assert "deversoir" in moves(p, "15-armor")


FREE = [
    ("eg-sam-2", "eg-sam-1"), ("eg-eng-2", "eg-eng-1"), ("eg-at-2", "eg-at-1"),
    ("eg-mlrs-2", "eg-mlrs-1"),
]  # fmt: skip


@pytest.mark.parametrize(("unit", "other"), FREE)
def test_12_5_one_each_is_free_a_second_counts(unit, other):
    full = ["16-inf-div", "25-armor"]
    assert may_enter(full, unit)
    assert not may_enter([*full, other], unit)
    assert may_enter(["16-inf-div", other], unit)
    assert not may_enter(["16-inf-div", other, unit])


def test_12_5_israeli_recon_and_sites():
    full = ["217-armor", "421-armor", "500-armor"]
    assert may_enter(full, "recon-1", "israel", "refidim", "tasa")
    assert not may_enter([*full, "recon-2"], "recon-1", "israel", "refidim", "tasa")
    assert may_enter(["16-inf-div", "eg-sam-site-1", "eg-sam-site-2", "eg-sam-1"])


def test_12_5_one_of_each_kind_at_once():
    there = ["16-inf-div", "25-armor", "eg-sam-1", "eg-eng-1", "eg-at-1", "hq-2"]
    assert may_enter(there, "eg-mlrs-1")
