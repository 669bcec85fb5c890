"""2.0 Counters and control, 3.0 theaters."""

from .helpers import (
    combat,
    control,
    field,
    game,
    illegal,
    legal,
    movement,
    moves,
    play,
    pos,
    reach,
    shoot,
    where,
)


def test_2_3_of_counters_that_are_alike_in_a_place_the_first_is_named():
    p = movement({"eg-inf-2": "fayid", "eg-inf-1": "fayid", "eg-inf-3": "deversoir"})
    assert reach(p, "eg-inf-1")
    assert not reach(p, "eg-inf-2")
    assert reach(p, "eg-inf-3")
    assert "eg-inf-1" in illegal(p, "move eg-inf-2 deversoir", "2.3").reason


def test_2_3_counters_that_differ_are_named_each():
    p = movement({"eg-inf-2": "fayid", "eg-inf-1": "fayid"}, known=["eg-inf-2"])
    assert reach(p, "eg-inf-1") == reach(p, "eg-inf-2") != set()


def test_2_3_static_units_never_move():
    p = movement({"garrison-1": "port-tawfik", "depot-1": "tasa", "mh": "mt-hermon"}, "israel")
    assert legal(p) == {"end"}
    illegal(p, "move garrison-1 ayun-musa", "2.3")
    p = movement({"eg-sam-site-1": "fayid", "15-armor": "fayid"})
    illegal(p, "move eg-sam-site-1 geneifa", "2.3")


def test_2_6_a_side_controls_what_it_has_passed_through():
    p = movement({"armor-1": "tasa"}, "israel", control={"missouri": "arab", "fort-purkan": "arab"})
    play(p, "move armor-1 missouri fort-purkan")
    assert control(p, "missouri") is None
    assert control(p, "fort-purkan") is None
    assert where(p, "armor-1") == ["fort-purkan"]


def test_2_6_an_arab_takes_the_point_it_enters_and_keeps_it_when_it_leaves():
    p = movement({"15-armor": "deversoir"}, bridges={"deversoir": "arab"})
    play(p, "move 15-armor fort-matzmed")
    assert control(p, "fort-matzmed") == "arab"
    play(p, "end", "end")
    assert p.phase == "movement 2"


def test_2_6_in_a_shared_point_nothing_changes_until_the_battle_is_over():
    units = {"15-armor": "deversoir", "garrison-1": "fort-matzmed"}
    p = movement(units, bridges={"deversoir": "arab"})
    play(p, "move 15-armor fort-matzmed")
    assert control(p, "fort-matzmed") is None
    play(p, "end", "attack fort-matzmed", "hold")
    assert control(p, "fort-matzmed") is None
    shoot(p, "15-armor", 6)
    assert where(p, "garrison-1") == ["eliminated"]  # no garrison is ever refitted
    assert control(p, "fort-matzmed") == "arab"


def test_2_6_crossing_points_belong_to_nobody():
    p = movement({"130-amph": "fayid"})
    play(p, "move 130-amph great-bitter-lake chinese-farm")
    assert control(p, "great-bitter-lake") is None
    assert control(p, "chinese-farm") == "arab"


def test_2_6_a_landing_takes_the_landing_point_only():
    p = movement({"eg-cdo-1": "fayid"})
    play(p, "fly eg-cdo-1 tasa", "pass", "roll 6")
    assert control(p, "tasa") == "arab"
    assert control(p, "chinese-farm") is None


def test_2_6_an_enemy_fort_in_which_a_friend_stands_stops_nobody():
    way = "move 25-armor fort-matzmed chinese-farm"
    bridge = {"bridges": {"deversoir": "arab"}}
    alone = movement({"25-armor": "deversoir"}, **bridge)
    illegal(alone, way, "13.5")
    held = movement(
        {"25-armor": "deversoir", "15-armor": "fort-matzmed"},
        control={"fort-matzmed": "arab"}, **bridge,
    )  # fmt: skip
    assert way in legal(held)


def test_2_6_a_unit_occupies_an_enemy_town_by_standing_in_it():
    p = pos({"armor-1": "fayid"}, control={"fayid": "israel"})
    assert p.points["israel"] == 5


def test_3_1_arabs_keep_to_their_theater():
    p = movement({"eg-cdo-1": "egyptian-reserve", "sy-cdo": "syrian-reserve"})
    illegal(p, "fly eg-cdo-1 sasa", "25.7", "23.4")
    illegal(p, "fly sy-cdo tasa", "25.7", "23.4")
    illegal(p, "move sy-cdo egyptian-reserve", "25.3")
    p = pos({"eg-tac-1": "ready", "sy-tac-1": "ready"}, phase="air commitment")
    illegal(p, "commit tac egypt golan recon 1", "18.5")
    illegal(p, "commit tac syria sinai recon 1", "18.5")


def test_3_2_israelis_change_theater_by_way_of_the_reserve_area():
    p = movement({"armor-1": "gonen"}, "israel")
    play(p, "move armor-1 israeli-reserve")
    illegal(p, "move armor-1 el-arish", "13.4")
    play(p, "end", "end")
    assert p.phase == "movement 2"
    assert not reach(p, "armor-1")
    p = movement({"armor-1": "israeli-reserve"}, "israel")
    assert {"el-arish", "jebel-libni", "nakhl", "gonen", "banias"} <= moves(p, "armor-1")


def test_3_2_a_brigade_is_formed_where_it_was_broken_down_or_in_the_reserve():
    three = ["armor-1", "armor-2", "armor-3"]

    def offers(place):
        units = dict.fromkeys(three, place) | {"7-armor": "breakdown-golan"}
        p = pos(units, side="israel", phase="reorganization")
        return {a for a in p.legal_actions() if "7-armor" in a}

    assert offers("gonen") == {"combine 7-armor gonen"}
    assert offers("israeli-reserve") == {"combine 7-armor israeli-reserve"}
    assert offers("tasa") == set()


def test_3_2_formed_in_the_reserve_it_takes_the_theater_it_enters():
    units = dict.fromkeys(["armor-1", "armor-2", "armor-3"], "israeli-reserve")
    p = pos(units | {"7-armor": "breakdown-golan"}, side="israel", phase="reorganization")
    play(p, "combine 7-armor israeli-reserve")
    units = {"7-armor": "el-arish"}
    units |= dict.fromkeys(["armor-1", "armor-2", "armor-3"], "breakdown-any")
    p = pos(units, side="israel", phase="reorganization")
    play(p, "break 7-armor")
    assert where(p, "7-armor", "armor-1") == ["breakdown-sinai", "el-arish"]


def test_3_3_the_purple_line_is_an_ordinary_step():
    p = movement({"sy-armor-1": "um-butne"}, control={"fort-109-110": "arab"})
    assert "fort-109-110" in moves(p, "sy-armor-1")
    assert field(p, "bridges", {}) == {}


def test_3_3_setting_up_stays_behind_the_front_lines():
    p = pos({"armor-1": "unplaced", "armor-10": "unplaced"}, side="israel", phase="setup")
    points = {point.id: set(point.features) for point in game().map.points}
    sinai, golan = reach(p, "armor-1", "place"), reach(p, "armor-10", "place")
    assert not any("africa" in points[point] for point in sinai)
    assert all("west_of_purple_line" in points[point] for point in golan)


def test_3_1_battles_of_the_two_theaters_do_not_touch_each_other():
    units = {"15-armor": "tasa", "armor-1": "tasa", "sy-armor-1": "gonen", "armor-2": "gonen"}
    p = combat(units, control={"tasa": "israel"})
    play(p, "attack tasa")
    assert where(p, "sy-armor-1", "armor-2") == ["gonen", "gonen"]
