"""24, 60: barrages: where, by whose eyes, with what shift, and what becomes of the marker."""

import pytest

from .battle_helpers import at, columns, legal, losses, play, pos, verb

ALL = {"israel": 2, "egypt": 2, "syria": 2}


def guns(units, side="israel", phase="combat 1", barrage=ALL, **more):
    return pos(units, side, phase, step="barrages", barrage=barrage, **more)


def targets(p):
    return {action.removeprefix("barrage ") for action in verb(p, "barrage")}


def test_24_2_occupied_by_enemies_and_near_a_ground_unit_of_the_nation():
    units = {"armor-1": "fort-hizayon", "eg-inf-1": "el-firdan", "eg-inf-2": "ismailia",
             "eg-inf-3": "fort-milano", "eg-inf-4": "missouri"}  # fmt: skip
    assert targets(guns(units)) == {"israel el-firdan", "israel fort-milano"}
    units = {"eg-inf-1": "ismailia", "libya": "el-firdan", "garrison-1": "fort-purkan",
             "garrison-2": "fort-hizayon"}  # fmt: skip
    assert targets(guns(units, "arab")) == {"egypt fort-purkan"}, "an ally does not direct it"


def test_24_2_the_point_itself():
    assert "israel tasa" in targets(guns(at("tasa", "armor-1", "eg-inf-1")))


def test_24_2_not_over_a_lake():
    units = {"eg-inf-1": "fayid", "armor-1": "chinese-farm"}
    assert targets(guns(units, "arab", control={"chinese-farm": "israel"})) == set()


def test_24_2_who_directs_it_needs_a_line():
    units = {"armor-1": "abu-suweir", "eg-inf-1": "ismailia"}
    assert targets(guns(units)) == set()
    assert targets(guns(units, flew=["armor-1"])) == {"israel ismailia"}


def test_24_2_in_the_second_phase_in_command_or_a_headquarters():
    units = {"armor-1": "missouri", "eg-inf-1": "fort-purkan"}
    assert targets(guns(units, phase="combat 2")) == set()
    near = {**units, "hq-sc": "chinese-farm"}
    assert "israel fort-purkan" in targets(guns(near, phase="combat 2"))
    alone = {"hq-sc": "missouri", "eg-inf-1": "fort-purkan"}
    assert targets(guns(alone, phase="combat 2")) == {"israel fort-purkan"}


@pytest.mark.parametrize(("point", "friend", "nation", "may"), [
    ("el-firdan", "ismailia", "egypt", True),  # Africa
    ("fort-purkan", "ismailia", "egypt", True),  # a fort at the canal
    ("chinese-farm", "fort-matzmed", "egypt", False),
    ("um-butne", "kudna", "syria", True),  # east of the Purple Line
    ("fort-111", "kudna", "syria", True),
    ("hushniya", "fort-111", "syria", False),
    ("mt-hermon", "beit-jinn", "syria", False),
])  # fmt: skip
def test_24_3_where_the_arabs_may_fire(point, friend, nation, may):
    unit = {"egypt": "eg-inf-1", "syria": "sy-inf-1"}[nation]
    p = guns({"armor-1": point, unit: friend}, "arab", flew=[unit])
    assert (f"{nation} {point}" in targets(p)) == may


def test_24_3_the_example_of_the_rulebook():
    units = {"eg-inf-1": "port-said", "armor-1": "fort-budapest", "armor-2": "chinese-farm"}
    assert targets(guns(units, "arab")) == {"egypt fort-budapest"}


def test_24_1_one_marker_on_a_point_in_a_phase_and_each_resolved_before_the_next():
    units = {"armor-1": "fort-hizayon", **at("el-firdan", "eg-inf-1", "eg-inf-2", "eg-mech-1"),
             "eg-inf-3": "qantara-west"}  # fmt: skip
    p = guns(units, control={"fort-milano": "israel"})
    play(p, "barrage israel el-firdan")
    assert p.step == "barrage roll"
    assert set(at("x", "eg-inf-1", "eg-inf-2", "eg-mech-1")) <= p.shown("israel"), "[70]"
    play(p, "roll 1")
    assert p.to_dict()["barrage"]["israel"] == 1
    assert targets(p) == set()
    assert p.step in ("barrages", "battles")


def test_24_1_the_marker_goes_to_available_and_there_is_no_return_fire():
    p = guns(at("tasa", "armor-1", "eg-inf-1", "eg-inf-2"), barrage={"israel": 1})
    play(p, "barrage israel tasa", "roll 5")
    if p.step == "damage":
        play(p, "eliminate eg-inf-1")
    assert p.step == "battles"
    assert "barrage" not in p.to_dict()
    assert losses(p) == {"egypt": 1}
    assert p.units["armor-1"] == "tasa"


# Shifts


def column(point, friend, side="arab", nation="syria", victims=("airmobile-1", "airmobile-2"),
           **more):  # fmt: skip
    unit = {"egypt": "eg-inf-1", "syria": "sy-inf-1", "israel": "mech-1"}[nation]
    p = guns({**at(point, *victims), unit: friend}, side, flew=[unit], **more)
    return columns(play(p, f"barrage {nation} {point}"))


def test_24_4_mt_hermon_helps_whoever_holds_it_on_the_golan():
    near = {"khan-arnabeh": "israel"}
    assert column("um-butne", "kudna", control={**near}) == {6, 7}
    assert column("um-butne", "kudna", control={**near, "mt-hermon": "arab"}) == {8}
    arabs = ("sy-cdo", "sy-inf-2", "sy-inf-3")
    assert column("um-butne", "fort-109-110", "israel", "israel", arabs) == {6, 7}
    assert column("um-butne", "fort-109-110", "israel", "israel", arabs,
                  control={"mt-hermon": "arab"}) == {6, 7}  # fmt: skip
    assert column("el-firdan", "fort-hizayon", "israel", "israel", ("eg-inf-1", "eg-inf-2", "pg"),
                  ) == {6, 7}  # fmt: skip


def test_24_1_the_terrain_of_the_point():
    assert column("fort-111", "kudna", control={"hushniya": "israel"}) == {4}
    assert column("fort-purkan", "ismailia", nation="egypt") == {6, 7}
    arabs = ("eg-inf-1", "eg-inf-2", "pg")
    assert column("ismailia", "fort-purkan", "israel", "israel", arabs) == {3}


def test_60_no_headquarters_water_supply_or_marsh_shift():
    arabs = ("eg-inf-1", "eg-inf-2", "pg")
    p = guns({**at("el-cap", *arabs), "mech-1": "fort-orkal", "hq-sc": "fort-orkal"})
    assert columns(play(p, "barrage israel el-cap")) == {6, 7}


def test_51_results_are_answered_as_on_the_ground():
    p = guns({**at("el-firdan", "eg-inf-1", "eg-inf-2", "eg-mech-1"), "mech-1": "fort-hizayon"})
    play(p, "barrage israel el-firdan", "roll 4")  # column 6: R
    assert "retreat" in legal(p)
    assert p.to_move == "arab"
