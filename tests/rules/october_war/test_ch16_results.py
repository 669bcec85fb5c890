"""16.1, 16.2, 7.4, 51, 8, 21, 22: hits, r and R, what they cost, and where the lost ones go."""

import pytest

from .battle_helpers import at, battle, fire, legal, losses, play, pos, where

ROOM = {"control": {"missouri": "arab"}}


def struck(face, *victims, shooter="14-armor", **more):
    """Arabs at El Firdan that have just been hit by one shot; they fired nothing."""
    p = battle("el-firdan", (shooter, *victims), "israel", flew=[shooter], **more)
    return fire(p, shooter, face)


def test_16_1_an_r_is_one_unit_or_one_hit():
    p = struck(5, "eg-inf-1", "eg-mech-1", shooter="recon-1")  # column 3: r
    assert p.to_dict()["must_go"] == 1
    assert {"eliminate eg-inf-1", "eliminate eg-mech-1"} <= legal(p)
    assert {"withdraw eg-inf-1 ismailia", "withdraw eg-mech-1 qantara-west"} <= legal(p)
    assert "retreat" not in legal(p)
    play(p, "withdraw eg-inf-1 ismailia")
    assert (p.step, p.to_move) == ("defender stays", "arab"), "the attacker has no way home"
    assert where(p, "eg-inf-1", "eg-mech-1") == ["ismailia", "el-firdan"]
    assert losses(p) == {}


def test_16_1_an_r_taken_as_a_hit():
    p = struck(5, "eg-inf-1", "eg-mech-1", shooter="recon-1")
    play(p, "eliminate eg-mech-1")
    assert losses(p) == {"egypt": 1}
    assert p.units["eg-mech-1"] == "refit"
    assert p.step == "defender stays"


def test_16_1_an_R_is_everybody_or_one_hit():
    p = struck(5, "eg-inf-1", "eg-mech-1", shooter="armor-1")  # column 4: R
    assert p.to_dict()["must_go"] == 2
    assert legal(p) == {"eliminate eg-inf-1", "eliminate eg-mech-1", "retreat"}
    q = play(p.copy(), "eliminate eg-inf-1")
    assert q.step == "defender stays"
    assert q.units["eg-mech-1"] == "el-firdan"
    play(p, "retreat", "withdraw eg-inf-1 ismailia", "withdraw eg-mech-1 ismailia")
    assert p.step == "battles"
    assert losses(p) == {}


def test_16_1_a_number_is_that_many_hits():
    p = struck(6, "eg-inf-1", "eg-mech-1", "eg-inf-2", "eg-inf-3")  # column 12: 3
    assert p.to_dict()["hits"] == 3
    play(p, "eliminate eg-inf-1")
    assert p.to_dict()["hits"] == 2
    assert "retreat" not in legal(p), "before the first hit only"
    play(p, "eliminate eg-mech-1")  # and one of two equal ones without asking
    assert p.step == "defender stays"
    assert losses(p) == {"egypt": 3}


def test_16_1_an_infantry_division_with_two_hits():
    # the last of the lines of play that must be possible
    units = {**at("el-firdan", "14-armor", "2-inf-div"), **at("available", "eg-inf-1", "eg-inf-2",
             "eg-inf-3")}  # fmt: skip
    p = pos(units, flew=["14-armor"])
    play(p, "attack el-firdan", "hold", "fire 14-armor", "roll 4")
    assert p.to_dict()["hits"] == 2
    assert "break 2-inf-div" in legal(p)
    assert "eliminate 2-inf-div" not in legal(p)
    play(p, "break 2-inf-div")
    assert p.units["2-inf-div"] == "breakdown"
    assert p.step == "defender stays", "of three equal brigades one is lost without asking"
    assert sorted(where(p, "eg-inf-1", "eg-inf-2", "eg-inf-3")) == [
        "el-firdan", "el-firdan", "refit"]  # fmt: skip
    assert losses(p) == {"egypt": 1}


def test_16_2_an_israeli_brigade_with_two_hits():
    units = {**at("tasa", "14-armor", "4-armor-div"), **at("available", "armor-1", "armor-2",
             "armor-3")}  # fmt: skip
    p = pos(units, flew=["4-armor-div"])
    play(p, "attack tasa", "fire 4-armor-div", "roll 4")
    assert p.to_dict()["hits"] == 2
    play(p, "break 14-armor")
    assert p.units["14-armor"] == "breakdown-sinai"
    assert losses(p) == {"israel": 1}, "breaking down is no casualty point"


def test_22_a_large_unit_takes_four_hits():
    units = {**at("tasa", "infantry-1"), **at("tasa", "gal-t", "4-armor-div"),
             **at("available", "infantry-2", "infantry-3"), "infantry-1": "available"}  # fmt: skip
    p = pos(units, flew=["4-armor-div"])
    play(p, "attack tasa", "fire 4-armor-div", "roll 6")  # 13: 3 hits
    assert p.to_dict()["hits"] == 3
    play(p, "break gal-t")
    assert p.units["gal-t"] == "breakdown-sinai"
    assert losses(p) == {"israel": 2}
    assert where(p, "infantry-1", "infantry-2", "infantry-3").count("refit") == 2


def test_21_components_that_cannot_be_found():
    p = struck(6, "2-inf-div", "eg-mech-1")  # no brigades in any box: all eliminated is a box too
    assert "break 2-inf-div" in legal(p), "the Eliminated box serves"
    used = at("ismailia", *(f"eg-inf-{n}" for n in range(1, 5)))
    gone = at("permanently-eliminated", *(f"eg-inf-{n}" for n in range(5, 10)))
    units = {**at("el-firdan", "14-armor", "2-inf-div"), **used, **gone}
    p = pos(units, flew=["14-armor"])
    play(p, "attack el-firdan", "hold", "fire 14-armor", "roll 6")
    assert p.to_dict()["hits"] == 3
    assert legal(p) == {"eliminate 2-inf-div", "retreat"}
    play(p, "eliminate 2-inf-div")
    assert p.units["2-inf-div"] == "permanently-eliminated"
    assert losses(p) == {"egypt": 3}
    assert p.step == "battles", "it absorbed all the hits"


def test_21_components_come_from_breakdown_first_eliminated_last():
    boxes = {"eg-inf-1": "eliminated", "eg-inf-2": "refit", "eg-inf-3": "available",
             "eg-inf-4": "breakdown", "eg-inf-5": "available"}  # fmt: skip
    gone = at("permanently-eliminated", *(f"eg-inf-{n}" for n in range(6, 10)))
    p = pos({**at("el-firdan", "armor-1", "2-inf-div"), **boxes, **gone, "eg-armor-1": "el-firdan"},
            flew=["armor-1"])  # fmt: skip
    play(p, "attack el-firdan", "hold", "fire armor-1", "roll 6", "break 2-inf-div")
    assert where(p, *boxes) == ["eliminated", "refit", "el-firdan", "el-firdan", "el-firdan"]


def test_16_2_hits_beyond_what_stands_there_are_lost():
    p = struck(6, "eg-inf-1")
    play(p, "eliminate eg-inf-1")
    assert p.step == "battles"
    assert losses(p) == {"egypt": 1}


def test_16_1_a_depot_may_be_chosen():
    p = battle("tasa", ("depot-1", "armor-1", "4-armor-div"), "arab", flew=["4-armor-div"])
    play(p, "hold", "fire 4-armor-div", "roll 3")
    assert {"eliminate depot-1", "eliminate armor-1"} <= legal(p)


# Where the lost ones go, and what they cost [8, 11.1, 33]


@pytest.mark.parametrize(("unit", "box", "points"), [
    ("eg-inf-1", "refit", 1), ("eg-sam-1", "refit", 1), ("eg-sam-site-1", "eliminated", 0),
    ("libya", "permanently-eliminated", 1), ("hq-2", "refit", 1), ("pg", "refit", 1),
])  # fmt: skip
def test_33_boxes_with_a_line(unit, box, points):
    p = struck(6, unit)
    if p.step == "damage":
        play(p, f"eliminate {unit}")
    assert p.units[unit] == box
    assert losses(p) == ({"egypt": points} if points else {})


def test_33_without_a_line_eliminated():
    p = battle("tasa", ("14-armor", "eg-inf-1", "armor-1"))
    fire(p, "14-armor", 6)
    assert p.units["eg-inf-1"] == "eliminated"


@pytest.mark.parametrize(("unit", "box"), [
    ("armor-1", "refit"), ("ad-a", "refit"), ("garrison-1", "eliminated"),
    ("depot-1", "eliminated"), ("mh", "eliminated"), ("antitank-1", "refit"),
])  # fmt: skip
def test_33_israeli_boxes(unit, box):
    p = battle("tasa", (unit, "4-armor-div"), "arab", flew=["4-armor-div"])
    fire(p, "4-armor-div", 6)
    if p.step == "damage":
        play(p, f"eliminate {unit}")
    assert p.units[unit] == box
    assert losses(p) == {"israel": 1}


def test_8_in_the_golan_syrias_index():
    p = battle("um-butne", ("14-armor", "iraq-6"), flew=["14-armor"])
    fire(p, "14-armor", 6)
    if p.step == "damage":
        play(p, "eliminate iraq-6")
    assert losses(p) == {"syria": 1}


def test_7_2_the_game_ends_the_moment_an_index_is_above():
    p = battle("tasa", ("armor-1", "mech-1", "4-armor-div"), "arab", flew=["4-armor-div"],
               casualties={"israel": 70})  # fmt: skip
    play(p, "hold", "fire 4-armor-div", "roll 5")
    play(p, "eliminate armor-1")
    assert p.result.winner == "arab"
    assert p.result.ending == "israeli casualties"


def test_7_3_arab_casualties_unless_israel_stands_above_sixty():
    for israel, ended in ((60, True), (61, False)):
        p = battle("el-firdan", ("14-armor", "eg-inf-1", "eg-mech-1"), flew=["14-armor"],
                   casualties={"israel": israel, "egypt": 60})  # fmt: skip
        fire(p, "14-armor", 6)
        play(p, "eliminate eg-inf-1")
        assert (p.result is not None) == ended
    assert p.to_dict()["closed"] == 1
