"""13.0 Movement, 14.0 second echelon movement and command."""

import pytest

from .helpers import illegal, legal, movement, moves, play, reach, second, where


def test_13_1_units_move_one_at_a_time_and_name_every_point():
    p = movement({"15-armor": "fayid", "25-armor": "fayid"})
    play(p, "move 15-armor deversoir ismailia")
    assert where(p, "15-armor", "25-armor") == ["ismailia", "fayid"]
    illegal(p, "move tac-1 fayid", "6.1")
    illegal(p, "move eg-tac-1 fayid", "18.1")
    illegal(p, "move 4-armor-div fayid", "13.1")


def test_13_2_two_points():
    p = movement({"15-armor": "qantara-west"})
    assert moves(p, "15-armor") == {
        "el-cap", "el-firdan", "salhiya", "ismailia", "abu-suweir", "tel-el-kebir",
        "egyptian-reserve", "qantara-west",
    }  # fmt: skip
    illegal(p, "move 15-armor salhiya abu-suweir cairo-road", "13.2")


def test_13_3_along_routes_only():
    p = movement({"15-armor": "fayid"})
    illegal(p, "move 15-armor ismailia", "13.3")


FAR = [
    ("armor-1", "el-arish bir-el-abd romani baluza"),
    ("armor-1", "nakhl mitla-pass mitla-junction port-tawfik"),
    ("armor-1", "gonen wasit kuneitra fort-107"),
    ("armor-1", "jebel-libni refidim"),
]


@pytest.mark.parametrize(("unit", "way"), FAR)
def test_13_3_from_a_reserve_area_four_points(unit, way):
    p = movement({unit: "israeli-reserve"}, "israel")
    assert f"move {unit} {way}" in legal(p)


def test_13_3_by_jebel_libni_it_stops_at_refidim():
    p = movement({"armor-1": "israeli-reserve"}, "israel")
    ways = {way for way in reach(p, "armor-1") if "refidim" in way}
    assert ways
    assert all(way.endswith("refidim") for way in ways)


def test_13_3_bonuses_are_not_multiplied():
    p = movement({"armor-1": "israeli-reserve", "depot-1": "israeli-reserve"}, "israel")
    assert max(len(way.split()) for way in reach(p, "armor-1")) == 4


def test_13_4_a_unit_moves_once_in_a_phase():
    p = movement({"15-armor": "fayid", "25-armor": "fayid"})
    play(p, "move 15-armor geneifa")
    assert not reach(p, "15-armor")
    illegal(p, "move 15-armor shallufa", "13.4")


def test_13_4_a_move_may_be_shorter_or_left_out():
    p = movement({"15-armor": "qantara-west"})
    assert "move 15-armor salhiya" in legal(p)
    assert "end" in legal(p)


# unit, start, point entered, point beyond, whether the move goes on, control
TERRAIN = [
    ("15-armor", "ismailia", "deversoir", "fayid", True),  # town
    ("15-armor", "el-firdan", "ismailia", "deversoir", False),  # city
    ("15-armor", "qantara-west", "el-cap", "port-said", False),  # marsh
    ("15-armor", "deversoir", "gebel-shabrawet", "cairo-road", False),  # rough
    ("15-armor", "abu-suweir", "cairo-road", "gebel-shabrawet", False),  # objective
    ("armor-1", "um-hashiba", "gidi-pass", "bir-el-thamada", True),  # pass
    ("armor-1", "tasa", "missouri", "makhshir", True),  # desert
    ("para-1", "tasa", "missouri", "makhshir", False),
    ("armor-1", "missouri", "fort-purkan", "fort-hizayon", True),  # own fort
    ("sy-armor-1", "um-butne", "kudna", "south-of-el-hara", True),  # own fort
    ("armor-1", "fort-111", "kudna", "um-butne", False),  # enemy fort
    ("sy-armor-1", "um-butne", "fort-109-110", "kuneitra", False),  # enemy fort
    ("para-1", "beit-jinn", "mt-hermon", "masaade", False),  # mountain
]


@pytest.mark.parametrize(("unit", "start", "point", "beyond", "on"), TERRAIN)
def test_13_5_who_must_stop_where(unit, start, point, beyond, on):
    side = "arab" if unit.startswith(("15", "sy")) else "israel"
    p = movement({unit: start}, side, control={start: side, "sasa": side, "jubata-hadar": side})
    assert f"move {unit} {point}" in legal(p)
    listed = f"move {unit} {point} {beyond}" in legal(p)
    assert listed == on


def test_13_5_why_a_unit_must_stop():
    p = movement({"para-1": "tasa"}, "israel")
    assert "desert" in illegal(p, "move para-1 missouri makhshir", "13.5").reason


def test_13_5_a_mountain_is_closed_to_mechanized_units():
    p = movement({"armor-1": "masaade", "para-1": "masaade"}, "israel")
    assert "mt-hermon" in moves(p, "para-1")
    illegal(p, "move armor-1 mt-hermon", "13.5")


def test_13_5_a_unit_moves_out_normally_in_a_later_phase():
    p = movement({"15-armor": "gebel-shabrawet"})
    assert "move 15-armor fayid geneifa" in legal(p)


def test_13_6_a_unit_stops_where_an_enemy_stands():
    p = movement({"15-armor": "deversoir", "armor-1": "fayid"})
    assert "move 15-armor fayid" in legal(p)
    illegal(p, "move 15-armor fayid geneifa", "13.6")
    play(p, "move 15-armor fayid", "end")
    illegal(p, "end", "15.0")


def test_13_6_an_enemy_it_cannot_see_into_stops_it_all_the_same():
    p = movement({"15-armor": "deversoir", "mh": "fayid"})
    illegal(p, "move 15-armor fayid geneifa", "13.6")
    assert p.view("arab")["hidden"] == {"fayid": 1}


def test_13_7_the_unbridged_canal_is_no_step():
    p = movement({"15-armor": "deversoir", "eg-inf-1": "deversoir"})
    illegal(p, "move 15-armor fort-matzmed", "13.7")
    illegal(p, "cross 15-armor fort-matzmed", "21.1")
    illegal(p, "cross eg-inf-1 fort-matzmed", "21.1")


def test_13_7_lakes_are_closed_to_others():
    p = movement({"15-armor": "fayid"})
    illegal(p, "move 15-armor great-bitter-lake chinese-farm", "21.6")


def test_13_8_airmobile_units_may_walk_or_fly():
    p = movement({"eg-cdo-1": "fayid", "15-armor": "fayid"})
    assert reach(p, "eg-cdo-1", "fly")
    assert reach(p, "eg-cdo-1", "move")
    illegal(p, "fly 15-armor geneifa", "13.8")
    play(p, "move eg-cdo-1 deversoir")
    illegal(p, "fly eg-cdo-1 fayid", "13.4")


def test_13_9_with_a_depot_four_points():
    p = movement({"armor-1": "tasa", "depot-1": "tasa"}, "israel")
    assert "move armor-1 um-hashiba" in legal(p)
    assert "move armor-1 baluza romani bir-el-abd el-arish" in legal(p)
    p = movement({"armor-1": "tasa", "depot-1": "refidim"}, "israel")
    illegal(p, "move armor-1 baluza romani bir-el-abd", "13.2")


def test_13_9_without_a_line_even_a_depot_gives_one_point():
    cut = dict.fromkeys(
        ["refidim", "um-hashiba", "makhshir", "missouri", "chinese-farm", "baluza"], "arab"
    )
    p = movement({"armor-1": "tasa", "depot-1": "tasa"}, "israel", control=cut)
    illegal(p, "move armor-1 baluza romani", "13.2")


def test_13_9_the_depot_serves_only_who_begins_with_it():
    p = movement({"armor-1": "refidim", "depot-1": "tasa"}, "israel")
    assert max(len(way.split()) for way in reach(p, "armor-1")) == 2


def test_13_10_the_202nd_drops_one_battalion_a_phase():
    p = movement({"202-a": "israeli-reserve", "202-b": "israeli-reserve", "armor-1": "tasa"},
                 "israel")  # fmt: skip
    play(p, "fly 202-a tasa", "pass", "roll 6")
    assert where(p, "202-a") == ["tasa"]
    illegal(p, "fly 202-b tasa", "13.10")
    assert reach(p, "202-b", "move")


# 14.0


def test_14_0_who_moved_in_the_first_phase_does_not_move_in_the_second():
    p = second({"15-armor": "fayid", "25-armor": "fayid", "hq-2": "deversoir"}, moved=["15-armor"])
    assert reach(p, "25-armor")
    illegal(p, "move 15-armor geneifa", "14.0")


@pytest.mark.parametrize(
    ("hq", "at", "moving"), [("hq-2", "fayid", True), ("hq-2", "deversoir", True),
                             ("hq-2", "ismailia", False), ("hq-7", "fayid", False)]
)  # fmt: skip
def test_14_1_within_the_value_of_a_headquarters_of_its_nation(hq, at, moving):
    p = second({"15-armor": "fayid", hq: at, "pg": "egyptian-reserve"})
    assert bool(reach(p, "15-armor")) == moving
    if not moving:
        illegal(p, "move 15-armor geneifa", "14.1")


@pytest.mark.parametrize(
    ("at", "moving"),
    [("um-hashiba", True), ("gidi-pass", True), ("mitla-pass", False), ("israeli-reserve", False)],
)
def test_14_1_an_israeli_headquarters_of_two(at, moving):
    p = second({"armor-1": "tasa", "hq-143": at}, "israel")
    assert bool(reach(p, "armor-1")) == moving


def test_14_1_the_unbridged_canal_counts_as_a_step():
    p = second({"15-armor": "fort-matzmed", "hq-2": "deversoir"}, control={"fort-matzmed": "arab"})
    assert reach(p, "15-armor")


def test_14_1_taken_once_when_the_phase_begins():
    p = second({"15-armor": "fayid", "hq-2": "deversoir", "25-armor": "suez-city"})
    play(p, "move hq-2 ismailia")
    assert reach(p, "15-armor")
    p = second({"15-armor": "fayid", "hq-2": "el-firdan"})
    play(p, "move hq-2 ismailia")
    illegal(p, "move 15-armor geneifa", "14.1")


def test_14_1_every_israeli_headquarters_serves_all_no_arab_one_an_ally():
    p = second({"armor-1": "wasit", "hq-nc": "wasit", "hq-sc": "gonen"}, "israel")
    assert reach(p, "armor-1")
    p = second({"libya": "fayid", "hq-2": "fayid"})
    illegal(p, "move libya geneifa", "14.1")


def test_14_2_an_enemy_with_the_headquarters_limits_it_to_its_point():
    units = {"hq-sc": "tasa", "armor-1": "tasa", "armor-2": "baluza", "eg-inf-1": "tasa"}
    p = second(units, "israel", fought_at=["tasa"])
    assert reach(p, "armor-1")
    illegal(p, "move armor-2 romani", "14.1")


def test_14_2_an_enemy_between_blocks_the_way():
    units = {"hq-sc": "romani", "armor-1": "tasa"}
    assert reach(second(units, "israel"), "armor-1")
    p = second(units | {"eg-inf-1": "baluza"}, "israel")
    illegal(p, "move armor-1 refidim", "14.1")


def test_14_2_an_enemy_with_the_unit_itself_does_not():
    units = {"hq-sc": "romani", "armor-1": "baluza", "eg-inf-1": "baluza"}
    assert reach(second(units, "israel", fought_at=["baluza"]), "armor-1")


def test_14_3_a_unit_in_a_reserve_area_is_in_command():
    p = second({"15-armor": "egyptian-reserve", "25-armor": "tel-el-kebir",
                "hq-2": "egyptian-reserve"})  # fmt: skip
    assert max(len(way.split()) for way in reach(p, "15-armor")) == 4
    illegal(p, "move 25-armor salhiya", "14.1")


def test_14_4_israeli_recon_moves_in_both_phases():
    p = second({"recon-1": "tasa", "sm": "tasa", "armor-1": "tasa"}, "israel",
               moved=["recon-1", "sm"])  # fmt: skip
    assert reach(p, "recon-1")
    assert reach(p, "sm")
    illegal(p, "move armor-1 refidim", "14.1")
    p = second({"eg-cdo-1": "fayid", "15-armor": "geneifa"}, moved=["eg-cdo-1"])
    illegal(p, "move eg-cdo-1 geneifa", "14.0")
    play(second({"recon-1": "tasa", "armor-1": "refidim"}, "israel"), "move recon-1 refidim")


def test_14_0_every_headquarters_that_did_not_move():
    p = second({"hq-2": "fayid", "hq-3": "suez-city"}, moved=["hq-3"])
    assert reach(p, "hq-2")
    illegal(p, "move hq-3 adabiya", "14.0")
