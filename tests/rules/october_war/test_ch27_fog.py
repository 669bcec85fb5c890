"""27, 69 to 72: who sees what, and looks: on the ground, by air, by electronic warfare."""

import pytest

from .battle_helpers import at, battle, legal, play, pos, raid, tac, verb, where

SCENE = {**at("ismailia", "eg-inf-1", "eg-mech-1"), **at("fort-purkan", "armor-1", "mech-1"),
         "recon-1": "missouri", "eg-cdo-1": "el-firdan"}  # fmt: skip


def looks(units, side="israel", phase="movement 1", **more):
    return pos(units, side, phase, looking=1, **more)


def test_69_of_a_point_a_side_sees_how_many_stand_there():
    p = looks(SCENE)
    view = p.view("israel")
    assert view["hidden"] == {"ismailia": 2, "el-firdan": 1}
    assert "eg-inf-1" not in view["units"]
    assert view["units"]["armor-1"] == "fort-purkan"
    view = p.view("arab")
    assert view["hidden"] == {"fort-purkan": 2, "missouri": 1}
    assert p.view(None)["hidden"] == {"el-firdan": 1, "fort-purkan": 2, "ismailia": 2,
                                      "missouri": 1}  # fmt: skip


def test_69_reserve_areas_show_their_number_and_boxes_lie_open():
    p = looks({"pg": "egyptian-reserve", "gal-t": "israeli-reserve", "eg-inf-1": "available",
               "armor-1": "refit"})  # fmt: skip
    assert p.view("israel")["hidden"] == {"egyptian-reserve": 1}
    assert p.view("israel")["units"]["eg-inf-1"] == "available"
    assert p.view("arab")["hidden"] == {"israeli-reserve": 1}


def test_69_without_fog_all_is_open():
    p = looks(SCENE, options=("no_fog",))
    assert p.view("israel")["hidden"] == p.view("arab")["hidden"] == {}
    assert not any(a.startswith("look") for a in legal(p)), "there is nothing to look for"


# What becomes known [70]


def test_27_1_1_whoever_meets_knows_all():
    units = {"armor-1": "missouri", **at("tasa", "eg-inf-1", "eg-sam-1"), "mech-1": "missouri"}
    p = pos(units, "israel", "movement 1", control={"tasa": "arab"})
    assert p.shown("israel") == frozenset()
    play(p, "move armor-1 tasa")
    assert p.shown("israel") == {"eg-inf-1", "eg-sam-1"}
    assert p.shown("arab") == {"armor-1"}


def test_70_known_until_it_next_moves():
    p = pos({"eg-inf-1": "ismailia", "eg-inf-2": "ismailia"}, "arab", "movement 1",
            known=["eg-inf-1", "eg-inf-2"])  # fmt: skip
    play(p, "move eg-inf-1 el-firdan")
    assert p.shown("israel") == {"eg-inf-2"}


def test_70_a_raid_shows_all_in_the_point():
    units = {**at("el-firdan", "eg-mech-1", "eg-inf-1"), "eg-inf-2": "ismailia",
             "tac-1": "sinai:ground-attack"}  # fmt: skip
    p = raid(units, "el-firdan tac 1")
    assert p.shown("israel") == frozenset()
    play(p, "end")
    assert p.shown("israel") == {"eg-mech-1", "eg-inf-1"}


def test_70_who_retreats_is_no_longer_known():
    p = battle("el-firdan", ("armor-1", "eg-inf-1", "eg-mech-1"), flew=["armor-1"])
    assert p.shown("israel") == {"eg-inf-1", "eg-mech-1"}
    play(p, "hold", "fire armor-1", "roll 5", "retreat", "withdraw eg-inf-1 ismailia")
    assert p.shown("israel") == {"eg-mech-1"}


# Ground looks


@pytest.mark.parametrize(("looker", "may"), [
    ("recon-1", True), ("sm", True), ("para-1", False), ("armor-2", False), ("engineer-1", False),
])  # fmt: skip
def test_27_1_2_recon_and_commandos_look(looker, may):
    p = looks({looker: "fort-purkan", **at("ismailia", "eg-inf-1")})
    assert (f"look {looker} ismailia" in legal(p)) == may


def test_27_1_2_arab_commandos_too():
    p = looks({"eg-cdo-1": "ismailia", "armor-1": "fort-purkan"}, "arab")
    assert verb(p, "look") == {"look eg-cdo-1 fort-purkan"}


def test_27_1_2_one_neighbor_and_no_move_then():
    p = looks({"recon-1": "fort-purkan", **at("ismailia", "eg-inf-1", "eg-mech-1"),
               "eg-inf-2": "fort-hizayon"})  # fmt: skip
    assert verb(p, "look") == {"look recon-1 ismailia", "look recon-1 fort-hizayon"}
    play(p, "look recon-1 ismailia")
    assert p.shown("israel") == {"eg-inf-1", "eg-mech-1"}
    assert p.shown("arab") == {"recon-1"}, "the looker is known too"
    assert verb(p, "look") == set()
    assert verb(p, "move") == set()


def test_27_1_2_not_from_among_enemies_and_not_over_a_lake():
    p = looks({**at("fort-purkan", "recon-1", "eg-inf-1"), "eg-inf-2": "ismailia"})
    assert verb(p, "look") == set()
    p = looks({"recon-1": "chinese-farm", "eg-inf-1": "fayid"})
    assert verb(p, "look") == set()


def test_o3_looks_end_with_the_first_other_action():
    p = looks({"recon-1": "fort-purkan", "armor-1": "tasa", "eg-inf-1": "ismailia"})
    play(p, "move armor-1 missouri")
    assert verb(p, "look") == set()


def test_27_1_2_no_ground_looks_in_a_combat_phase():
    p = looks({"recon-1": "fort-purkan", "eg-inf-1": "ismailia"}, phase="combat 1", step="raids")
    assert verb(p, "look") == set()


# Air looks


def test_27_1_3_strikes_on_recon_in_movement_and_combat():
    units = {**at("ismailia", "eg-inf-1"), **tac(2, "sinai:recon"), "ww-1": "sinai:recon",
             "sy-inf-1": "kudna", "tac-9": "sinai:ground-attack"}  # fmt: skip
    expected = {f"recon ismailia {n}" for n in (1, 2, 3)}
    for phase, step in (("movement 1", "movement"), ("combat 1", "raids"), ("movement 2",
                        "movement"), ("combat 2", "raids")):  # fmt: skip
        assert verb(looks(units, phase=phase, step=step), "recon") == expected


def test_27_1_3_all_there_are_seen_and_the_strikes_are_used():
    p = looks({**at("ismailia", "eg-inf-1", "eg-sam-1"), **tac(2, "sinai:recon")})
    play(p, "recon ismailia 1")
    assert (p.step, p.to_move) == ("sam ask", "arab"), "asked whatever it has"
    play(p, "pass")
    assert p.shown("israel") == {"eg-inf-1", "eg-sam-1"}
    assert where(p, "tac-1", "tac-2") == ["used", "sinai:recon"]
    assert p.step == "movement"


def test_27_1_3_a_shown_unit_may_hit_and_may_still_fire_later():
    p = looks({**at("ismailia", "eg-inf-1", "eg-sam-1"), **tac(1, "sinai:recon")})
    play(p, "recon ismailia 1")
    assert legal(p) == {"show-sam eg-sam-1", "pass"}
    play(p, "show-sam eg-sam-1")
    assert p.step == "recon roll"
    play(p, "roll 6")
    assert p.units["tac-1"] == "refit"
    assert p.shown("israel") == {"eg-sam-1"}, "no strike is left to see the others"
    assert "sam_fired" not in p.to_dict()


def test_70_a_known_umbrella_rolls_without_being_shown():
    p = looks({"eg-inf-1": "ismailia", "eg-sam-1": "el-firdan", **tac(2, "sinai:recon")},
              known=["eg-sam-1"])  # fmt: skip
    play(p, "recon ismailia 2", "pass")
    assert p.step == "recon roll"
    play(p, "roll 6")
    assert sorted(where(p, "tac-1", "tac-2")) == ["refit", "used"]
    assert "eg-inf-1" in p.shown("israel")


# EW looks


def test_27_1_4_a_point_with_its_neighbors():
    units = {"eg-inf-1": "ismailia", "eg-inf-2": "el-firdan", "eg-inf-3": "deversoir",
             "eg-inf-4": "qantara-west"}  # fmt: skip
    p = looks(units, ew={"israel": 1})
    assert "look-ew ismailia" in legal(p)
    play(p, "look-ew ismailia")
    assert p.shown("israel") == {"eg-inf-1", "eg-inf-2", "eg-inf-3"}
    assert verb(p, "look-ew") == set()


def test_27_1_4_the_other_side_may_cancel_it():
    p = looks({"eg-inf-1": "ismailia"}, ew={"israel": 2, "egypt": 1})
    play(p, "look-ew ismailia")
    assert (p.step, p.to_move, legal(p)) == ("ew counter", "arab", {"ew", "pass"})
    q = play(p.copy(), "ew")
    assert q.shown("israel") == frozenset()
    assert q.to_dict()["ew"] == {"israel": 1, "egypt": 0, "syria": 0}
    assert "look-ew ismailia" not in legal(q), "once a point a phase"
    assert "look-ew el-firdan" in legal(q)
    play(p, "pass")
    assert p.shown("israel") == {"eg-inf-1"}


def test_27_2_reserve_areas_by_ew_alone():
    p = looks({"pg": "egyptian-reserve", "sy-inf-1": "syrian-reserve", **tac(1, "sinai:recon"),
               "recon-1": "tasa"}, ew={"israel": 1})  # fmt: skip
    assert verb(p, "recon") == set()
    play(p, "look-ew egyptian-reserve")
    assert p.shown("israel") == {"pg"}
    p = looks({"gal-t": "israeli-reserve"}, "arab", ew={"syria": 1})
    play(p, "look-ew israeli-reserve")
    assert p.shown("arab") == {"gal-t"}


# Mt. Hermon [23.1, 70]


def test_23_1_whoever_holds_hermon_sees_the_north():
    units = {"sy-inf-1": "um-butne", "sy-inf-2": "kudna", "armor-1": "wasit", "armor-2": "nafah"}
    p = looks(units)
    assert p.shown("israel") == {"sy-inf-1"}
    assert p.shown("arab") == frozenset()
    p = looks(units, control={"mt-hermon": "arab"})
    assert p.shown("israel") == frozenset()
    assert p.shown("arab") == {"armor-1"}


# Flights [71]


def test_71_every_flight_asks_and_a_shown_unit_forbids_it():
    p = pos({"airmobile-1": "tasa", "eg-inf-1": "ismailia"}, "israel", "movement 1")
    play(p, "fly airmobile-1 missouri")
    assert (p.step, p.to_move, legal(p)) == ("sam ask", "arab", {"pass"})
    p = pos({"airmobile-1": "tasa", "eg-sam-1": "fort-purkan"}, "israel", "movement 1")
    play(p, "fly airmobile-1 missouri")
    assert legal(p) == {"show-sam eg-sam-1", "pass"}
    play(p, "show-sam eg-sam-1")
    assert p.units["airmobile-1"] == "tasa"
    assert p.step == "movement"
    assert "fly airmobile-1 missouri" not in legal(p), "the umbrella is known now"
    assert "fly airmobile-1 refidim" not in legal(p)
    assert "fly airmobile-1 baluza" in legal(p), "a forbidden flight has not happened"
