"""19.8 to 19.11, 20, 58, 59, 71: raids, umbrellas, SAM fire, Wild Weasels, missiles."""

import pytest

from .battle_helpers import (
    AIR,
    at,
    columns,
    eg_tac,
    legal,
    losses,
    play,
    pos,
    raid,
    tac,
    unanswered,
    verb,
    where,
)

BOX = "sinai:ground-attack"
TARGET = {**at("el-firdan", "eg-mech-1", "eg-mech-2", "eg-inf-1"), "eg-inf-2": "ismailia"}


def air(p):
    """Return the columns of the raid that is about to attack."""
    return columns(unanswered(p.copy()), AIR, first=0)


# Naming


def test_19_8_points_with_enemy_ground_units_only():
    p = pos({**TARGET, **tac(2, BOX), "sy-inf-1": "kudna", "tac-3": "golan:ground-attack"},
            step="raids")  # fmt: skip
    assert verb(p, "raid") == {
        "raid el-firdan tac 1", "raid el-firdan tac 2", "raid ismailia tac 1",
        "raid ismailia tac 2", "raid kudna tac 1",
    }  # fmt: skip


def test_18_6_seven_israeli_strikes_a_point():
    p = pos({**TARGET, **tac(12, BOX), "ww-1": BOX}, step="raids")
    assert "raid el-firdan tac 7" in legal(p)
    assert "raid el-firdan tac 8" not in legal(p)
    play(p, "raid el-firdan tac 5")
    assert {"raid el-firdan tac 2", "raid el-firdan wild-weasel 1"} <= legal(p)
    assert "raid el-firdan tac 3" not in legal(p)
    play(p, "raid el-firdan tac 2")
    assert not any("el-firdan" in action for action in legal(p))
    assert "raid ismailia tac 5" in legal(p)


def test_18_6_three_arab_strikes_of_one_nation():
    units = {**at("tasa", "armor-1"), **eg_tac(7, BOX), "eg-ssm-1": BOX}
    p = pos(units, "arab", step="raids")
    assert "raid tasa tac 3" in legal(p)
    assert "raid tasa tac 4" not in legal(p)
    play(p, "raid tasa tac 2")
    assert {"raid tasa tac 1", "raid tasa ssm 1"} <= legal(p)
    assert "raid tasa ssm 2" not in legal(p)


def test_18_6_one_israeli_may_fly_in_both_phases():
    p = raid({**TARGET, **tac(1, BOX)}, "el-firdan tac 1")
    play(unanswered(p), "roll 1")
    assert where(p, "tac-1") == [BOX]
    assert "tac-1" in p.to_dict()["raided"]
    p = raid({**TARGET, **tac(1, BOX)}, "el-firdan tac 1", phase="combat 2")
    play(unanswered(p), "roll 1")
    assert where(p, "tac-1") == ["used"]


def test_58_an_arab_strike_flies_once_and_the_others_may_fly_later():
    p = raid({"armor-1": "tasa", **eg_tac(3, BOX)}, "tasa tac 2", side="arab")
    play(unanswered(p), "roll 1")
    assert where(p, "eg-tac-1", "eg-tac-2", "eg-tac-3") == ["used", "used", BOX]


def test_58_raids_are_carried_out_in_the_order_named():
    p = pos({**TARGET, **tac(4, BOX)}, step="raids")
    play(p, "raid ismailia tac 2", "raid el-firdan tac 1", "end")
    assert p.to_dict()["target"] == "ismailia"
    assert p.step == "air defense"
    play(p, "end")
    assert p.to_dict()["target"] == "el-firdan", "all meet the air defense before any attacks"
    play(p, "end")
    assert (p.step, p.to_dict()["target"]) == ("raid roll", "ismailia")
    play(p, "roll 1")
    assert p.to_dict()["target"] == "el-firdan"


# Shifts of the attack [19.10, 58]


@pytest.mark.parametrize(("point", "shift"), [
    ("el-firdan", 0), ("geneifa", -1), ("qantara-west", -1), ("ismailia", -3), ("cairo-road", -1),
    ("el-cap", 0), ("fort-milano", 0),
])  # fmt: skip
def test_19_10_the_terrain_of_the_target(point, shift):
    units = {**at(point, "140-para", "150-para", "130-amph"), **tac(5, BOX)}
    p = raid(units, f"{point} tac 5")
    assert 5 + shift in air(p)


def test_19_10_arab_raids_on_a_fort():
    p = raid({**at("fort-milano", "airmobile-1", "airmobile-2", "armor-1"), **eg_tac(3, BOX)},
             "fort-milano tac 3", side="arab")  # fmt: skip
    assert air(p) == {2}


@pytest.mark.parametrize(("sam", "at_", "known", "expected"), [
    ("eg-sam-1", "ismailia", True, 3), ("eg-sam-1", "ismailia", False, 5),
    ("eg-sam-1", "el-firdan", True, 3), ("eg-sam-1", "deversoir", True, 5),
    ("eg-sam-site-1", "deversoir", True, 3), ("eg-sam-site-1", "fayid", True, 5),
    ("eg-sam-1", "egyptian-reserve", True, 5), ("eg-sam-1", "fort-hizayon", True, 3),
    ("ad-a", "ismailia", True, 5),
])  # fmt: skip
def test_20_3_known_umbrellas_shift_by_two(sam, at_, known, expected):
    units = {**at("el-firdan", "eg-mech-1", "eg-inf-1", "140-para"), **tac(5, BOX), sam: at_}
    p = raid(units, "el-firdan tac 5", known=[sam] if known else [])
    assert expected in air(p)


def test_20_4_umbrellas_over_water():
    # over the canal and a lake, never the Red Sea; the example of Suez City
    for sam, home, point, covers in (
        ("eg-sam-1", "suez-city", "port-tawfik", True),
        ("eg-sam-site-1", "fayid", "chinese-farm", True),
        ("eg-sam-site-1", "adabiya", "ayun-musa", False),
    ):
        units = {**at(point, "140-para", "150-para"), sam: home, **tac(6, BOX)}
        p = raid(units, f"{point} tac 6")
        assert (f"fire-sam {sam}" in legal(p)) == covers


def test_20_3_never_into_the_other_theater():
    units = {"sy-inf-1": "kudna", "eg-sam-1": "ismailia", "sy-sam-1": "um-butne",
             "tac-1": "golan:ground-attack"}  # fmt: skip
    p = raid(units, "kudna tac 1")
    assert verb(p, "fire-sam") == {"fire-sam sy-sam-1"}


def test_20_12_a_unit_may_show_itself_for_the_shift_alone():
    units = {**at("el-firdan", "eg-mech-1", "eg-inf-1"), **tac(5, BOX), "eg-sam-1": "ismailia"}
    p = raid(units, "el-firdan tac 5")
    assert legal(p) == {"fire-sam eg-sam-1", "show-sam eg-sam-1", "end"}
    play(p, "show-sam eg-sam-1")
    assert legal(p) == {"fire-sam eg-sam-1", "end"}
    play(p, "end")
    assert "eg-sam-1" in p.shown("israel")
    assert columns(p, AIR, first=0) == {3}


def test_58_ew_takes_the_umbrella_shift_away():
    units = {**at("el-firdan", "eg-mech-1", "eg-inf-1"), **tac(5, BOX), "eg-sam-1": "ismailia"}
    p = raid(units, "el-firdan tac 5", known=["eg-sam-1"], ew={"israel": 1})
    assert (p.step, p.to_move) == ("raid ew", "israel")
    play(p, "ew", "end")
    assert columns(p, AIR, first=0) == {5}


def test_18_an_overstacked_force_free_units_included():
    full = ("2-inf-div", "eg-mech-1")
    p = raid({**at("el-firdan", *full), **tac(4, BOX)}, "el-firdan tac 4")
    assert air(p) == {4}, "four is the limit"
    p = raid({**at("el-firdan", *full, "eg-at-1"), **tac(4, BOX)}, "el-firdan tac 4")
    assert air(p) == {5}
    p = raid({**at("el-firdan", *full, "hq-2"), **tac(4, BOX)}, "el-firdan tac 4")
    assert air(p) == {5}


def test_19_10_the_canal_never_counts():
    p = raid({**at("fort-milano", "eg-mech-1", "140-para"), "eg-inf-1": "qantara-west",
              **tac(4, BOX)}, "fort-milano tac 4", control={"fort-orkal": "arab"})  # fmt: skip
    assert air(p) == {4}


# Fire [20.6, 20.8, 20.9]


def test_20_6_each_unit_fires_once_a_turn():
    p = pos({**TARGET, **tac(4, BOX), "eg-sam-1": "ismailia"}, step="raids")
    play(p, "raid ismailia tac 2", "raid el-firdan tac 1", "end", "fire-sam eg-sam-1", "roll 1")
    assert legal(p) == {"end"}
    play(p, "end")
    assert (p.to_dict()["target"], legal(p)) == ("el-firdan", {"end"})
    assert "eg-sam-1" in p.to_dict()["sam_fired"]
    assert "eg-sam-1" in p.shown("israel")


def test_20_8_every_unit_that_covers_the_point():
    p = raid({**TARGET, **tac(3, BOX), **at("ismailia", "eg-sam-1", "eg-sam-site-1"),
              "eg-sam-2": "el-firdan", "eg-sam-3": "fayid"}, "el-firdan tac 3")  # fmt: skip
    assert verb(p, "fire-sam") == {f"fire-sam {u}" for u in ("eg-sam-1", "eg-sam-2",
                                                             "eg-sam-site-1")}  # fmt: skip


def test_20_9_the_raider_chooses_which_strike_is_hit():
    p = raid({**TARGET, **tac(2, BOX), "ww-1": BOX, "eg-sam-1": "el-firdan"}, "el-firdan tac 2",
             "el-firdan wild-weasel 1")  # fmt: skip
    play(p, "fire-sam eg-sam-1", "roll 5")
    assert (p.step, p.to_move) == ("air defense loss", "israel")
    assert legal(p) == {"lose tac-1", "lose ww-1"}
    play(p, "lose ww-1")
    assert p.units["ww-1"] == "refit"


def test_20_11_wild_weasels_ignore_elim():
    p = raid({**TARGET, **tac(1, BOX), "ww-1": BOX, "eg-sam-1": "el-firdan"}, "el-firdan tac 1",
             "el-firdan wild-weasel 1")  # fmt: skip
    play(p, "fire-sam eg-sam-1", "roll 6")
    assert where(p, "tac-1", "ww-1") == ["eliminated", BOX]
    assert losses(p) == {"israel": 1}


def test_20_10_ew_lets_elim_be_ignored_but_not_ar():
    for face, box in ((6, BOX), (5, "refit")):
        p = raid({**TARGET, **tac(1, BOX), "eg-sam-1": "el-firdan"}, "el-firdan tac 1",
                 ew={"israel": 1})  # fmt: skip
        play(p, "ew", "fire-sam eg-sam-1", f"roll {face}")
        assert p.units["tac-1"] == box


def test_18_9_missiles_are_no_target_and_are_used_up():
    p = raid({"armor-1": "tasa", "mech-1": "tasa", "eg-ssm-1": BOX, "ad-a": "missouri"},
             "tasa ssm 1", side="arab")  # fmt: skip
    assert p.step == "raid roll", "nobody is asked about missiles alone"
    assert columns(p, AIR, first=0) == {2}
    play(p, "roll 1")
    assert p.units["eg-ssm-1"] == "available"


def test_58_wild_weasels_have_no_factors_against_the_ground():
    p = raid({**TARGET, **tac(2, BOX), **at(BOX, "ww-1", "ww-2")}, "el-firdan tac 2",
             "el-firdan wild-weasel 2")  # fmt: skip
    assert air(p) == {2}
    p = raid({**TARGET, "ww-1": BOX}, "el-firdan wild-weasel 1")
    play(p, "end")
    assert p.step == "battles", "nothing is left to attack with"


# Wild Weasels [20.11(3), 58, O2]


def test_20_11_wild_weasels_strike_before_the_air_defense():
    units = {**at("el-firdan", "eg-mech-1", "eg-sam-1", "eg-sam-site-1"), **tac(2, BOX),
             **at(BOX, "ww-1", "ww-2"), "eg-inf-2": "ismailia"}  # fmt: skip
    p = raid(units, "el-firdan tac 2", "el-firdan wild-weasel 2", known=["eg-sam-1"])
    assert (p.step, p.to_move) == ("wild weasels", "israel")
    assert legal(p) == {"strike 1", "strike 2", "pass"}
    play(p, "strike 2")
    assert p.step == "wild weasel roll"
    play(p, "roll 4")  # 4 factors, a known umbrella: column 2, A: it retreats
    assert p.step == "damage"
    assert p.to_move == "arab"
    assert legal(p) == {"eliminate eg-sam-1", "retreat"}
    play(p, "retreat")
    while p.step == "retreat":
        play(p, "withdraw eg-sam-1 ismailia")
    assert "eg-sam-1" in p.to_dict()["sam_fired"], "driven off, it does not fire this turn"
    assert p.step == "air defense"
    assert verb(p, "fire-sam") == {"fire-sam eg-sam-site-1"}


def test_20_11_hits_fall_on_known_air_defense_units_only():
    units = {**at("el-firdan", "eg-mech-1", "eg-sam-1", "eg-sam-2"), **at(BOX, "ww-1", "ww-2"),
             "eg-inf-2": "ismailia"}  # fmt: skip
    p = raid(units, "el-firdan wild-weasel 2", known=["eg-sam-2"])
    play(p, "strike 2", "roll 5")  # column 2: A
    assert p.step == "damage"
    assert legal(p) == {"eliminate eg-sam-2", "retreat"}
    play(p, "eliminate eg-sam-2")
    assert p.units["eg-sam-2"] == "refit"
    assert p.units["eg-mech-1"] == "el-firdan"


def test_58_static_air_defense_takes_a_hit_instead():
    units = {**at("el-firdan", "eg-mech-1", "eg-sam-site-1"), **at(BOX, "ww-1", "ww-2")}
    p = raid(units, "el-firdan wild-weasel 2", known=["eg-sam-site-1"])
    play(p, "strike 2", "roll 5")
    assert p.units["eg-sam-site-1"] == "eliminated"
    assert losses(p) == {}, "static SAM units cost nothing [7.4]"


def test_o2_without_a_known_unit_in_the_point_they_escort():
    units = {**at("el-firdan", "eg-mech-1", "eg-sam-1"), **tac(1, BOX), "ww-1": BOX}
    p = raid(units, "el-firdan tac 1", "el-firdan wild-weasel 1")
    assert p.step == "air defense"
    units = {**at("el-firdan", "eg-mech-1"), "eg-sam-1": "ismailia", **tac(1, BOX), "ww-1": BOX}
    p = raid(units, "el-firdan tac 1", "el-firdan wild-weasel 1", known=["eg-sam-1"])
    assert p.step == "air defense"


def test_20_11_with_an_escort_only_units_in_the_point_fire():
    units = {**at("el-firdan", "eg-mech-1", "eg-sam-1"), "eg-sam-2": "ismailia", **tac(1, BOX),
             "ww-1": BOX}  # fmt: skip
    p = raid(units, "el-firdan tac 1", "el-firdan wild-weasel 1")
    assert verb(p, "fire-sam") == {"fire-sam eg-sam-1"}


def test_6_3_3_no_wild_weasels_strike_on_turn_one():
    units = {**at("el-firdan", "eg-mech-1", "eg-sam-1"), **tac(1, BOX), "ww-1": BOX}
    p = raid(units, "el-firdan wild-weasel 1", known=["eg-sam-1"], turn=1)
    assert p.step == "air defense"


# Results [19.11, 26.3(2)]


def test_19_11_results_as_on_the_ground():
    p = unanswered(raid({**TARGET, **tac(7, BOX)}, "el-firdan tac 7"))
    play(p, "roll 6")
    assert (p.step, p.to_move, p.to_dict()["hits"]) == ("damage", "arab", 2)
    assert "retreat" in legal(p)
    play(p, "eliminate eg-mech-1")
    assert losses(p) == {"egypt": 1}


def test_51_without_defenders_there_is_no_ground_battle():
    units = {**at("el-firdan", "eg-mech-1", "armor-1"), **tac(7, BOX)}
    p = unanswered(raid(units, "el-firdan tac 7"))
    play(p, "roll 6")
    if p.step == "damage":
        play(p, "eliminate eg-mech-1")
    assert p.step == "battles"
    assert legal(p) == {"end"}


def test_26_3_with_ew_israel_names_the_losses():
    p = raid({**TARGET, **tac(7, BOX)}, "el-firdan tac 7", ew={"israel": 1})
    play(p, "ew", "end", "roll 5")
    assert (p.step, p.to_move) == ("damage", "arab")
    assert legal(p) == {"retreat", "stay"}
    play(p, "stay")
    assert (p.step, p.to_move) == ("damage", "israel")
    assert legal(p) == {"eliminate eg-mech-1", "eliminate eg-inf-1"}


def test_6_3_3_air_defense_units_are_excepted_on_turn_one():
    for turn, excepted in ((1, True), (2, False)):
        units = {**at("el-firdan", "eg-mech-1", "eg-inf-1", "eg-sam-1"), **tac(7, BOX)}
        p = raid(units, "el-firdan tac 7", ew={"israel": 1}, known=["eg-sam-1"], turn=turn)
        play(p, "ew", "end", "roll 5")
        if p.to_move == "arab":
            play(p, "stay")
        assert ("eliminate eg-sam-1" not in legal(p)) == excepted


def test_26_3_only_israel_plays_markers_with_raids():
    p = raid({"armor-1": "tasa", "mech-1": "tasa", **eg_tac(3, BOX)}, "tasa tac 3", side="arab",
             ew={"egypt": 3, "israel": 2})  # fmt: skip
    assert p.step == "air defense"


# Asking tells nothing [71]


def test_71_the_other_side_is_asked_whatever_it_has():
    for sam in ({}, {"eg-sam-1": "ismailia"}, {"eg-sam-site-8": "adabiya"}):
        p = raid({**TARGET, **sam, **tac(1, BOX)}, "el-firdan tac 1")
        assert (p.step, p.to_move) == ("air defense", "arab")
        assert "end" in legal(p)


def test_71_without_fog_only_where_it_can_do_something():
    p = raid({**TARGET, **tac(1, BOX)}, "el-firdan tac 1", options=("no_fog",))
    assert p.step == "raid roll"
    units = {**TARGET, **tac(1, BOX), "eg-sam-1": "ismailia"}
    p = raid(units, "el-firdan tac 1", options=("no_fog",))
    assert legal(p) == {"fire-sam eg-sam-1", "end"}


def test_71_sam_units_that_decline_stay_hidden():
    units = {**TARGET, **tac(1, BOX), "eg-sam-1": "el-firdan"}
    p = raid(units, "el-firdan tac 1")
    play(p, "end")
    assert set(TARGET) - {"eg-inf-2"} == p.shown("israel")
    play(p, "roll 1")
    assert "eg-sam-1" not in p.shown("israel")
