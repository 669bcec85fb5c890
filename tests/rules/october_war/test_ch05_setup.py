"""5.0 Setting up the game."""

import pytest

from .helpers import field, game, illegal, legal, play, pos, reach, stock, verb, where

POINTS = {point.id: set(point.features) for point in game().map.points}
FORTS = [id_ for id_, features in POINTS.items() if "purple_line_fort" in features]


def setup(units, side="israel", **more):
    return pos(units, side=side, phase="setup", turn=1, **more)


def test_5_0_israel_first_then_the_arabs_then_the_air_phases():
    p = game().start()
    assert (p.phase, p.to_move, p.turn) == ("setup", "israel", 1)
    illegal(p, "end", "5.0")
    play(p, "deploy")
    assert legal(p) == {"end"}
    illegal(p, "deploy", "5.0")
    play(p, "end")
    assert p.to_move == "arab"
    play(p, "deploy", "end")
    assert (p.phase, p.to_move) == ("air commitment", "arab")


def test_5_0_in_a_zone_counters_are_placed_in_the_order_of_the_list():
    p = setup({"armor-1": "unplaced", "armor-2": "unplaced"})
    illegal(p, "place armor-2 tasa", "5.1")
    play(p, "place armor-1 tasa", "place armor-2 tasa", "end")
    assert p.to_move == "arab"


def test_5_1_one_garrison_to_a_bar_lev_fort():
    p = setup({"garrison-1": "fort-milano", "garrison-2": "unplaced"})
    bar_lev = {id_ for id_, features in POINTS.items() if "bar_lev" in features}
    assert reach(p, "garrison-2", "place") == bar_lev - {"fort-milano"}
    illegal(p, "place garrison-2 fort-milano", "5.1")
    illegal(p, "place garrison-2 tasa", "5.1")
    illegal(p, "place garrison-1 tasa", "5.1")


def test_5_1_two_counters_to_a_point_behind_the_canal():
    p = setup({"armor-1": "tasa", "hq-sc": "tasa", "armor-2": "unplaced"})
    places = reach(p, "armor-2", "place")
    assert "refidim" in places
    assert not places & {"tasa", "fort-milano", "fayid", "great-bitter-lake", "gonen"}
    illegal(p, "place armor-2 tasa", "5.1")


def golan(placed, waiting):
    units = dict.fromkeys(waiting, "unplaced")
    return setup({**units, **{f"armor-{10 + k}": point for k, point in enumerate(placed)}})


def test_5_1_four_purple_line_forts_get_one_counter_each():
    p = golan(FORTS[:4], ["para-1"])
    assert not reach(p, "para-1", "place") & set(FORTS)
    illegal(p, f"place para-1 {FORTS[5]}", "5.1")
    p = golan(FORTS[:2], ["para-1", "para-2", "para-3"])
    assert set(FORTS[2:]) <= reach(p, "para-1", "place")
    illegal(p, f"place para-1 {FORTS[0]}", "5.1")


def test_5_1_a_placement_that_leaves_too_few_for_the_forts_is_not_offered():
    p = golan(FORTS[:2], ["para-1", "para-2"])
    assert reach(p, "para-1", "place") == set(FORTS[2:])
    illegal(p, "place para-1 wasit", "5.1")


def test_5_1_the_signals_unit_stands_on_mt_hermon_and_is_one_of_two_there():
    p = game().start()
    assert where(p, "mh") == ["mt-hermon"]
    p = setup({"mh": "mt-hermon", "para-1": "unplaced", "armor-10": "unplaced"})
    assert not reach(p, "armor-10", "place") & {"mt-hermon"}
    illegal(p, "place armor-10 mt-hermon", "13.5")
    p = setup({"mh": "mt-hermon", "para-1": "mt-hermon", "para-2": "unplaced"})
    assert "mt-hermon" not in reach(p, "para-2", "place")


def test_5_1_one_headquarters_of_a_size_in_a_point():
    p = setup({"hq-252": "tasa", "hq-sc": "unplaced"})
    assert "tasa" in reach(p, "hq-sc", "place")


def test_5_1_israel_does_not_reorganize():
    three = {"armor-1": "tasa", "armor-2": "tasa", "armor-3": "tasa", "armor-4": "unplaced"}
    p = setup({**three, "14-armor": "breakdown-sinai"})
    assert not verb(p, "combine")
    illegal(p, "combine 14-armor tasa", "5.1")


def test_5_1_where_the_other_israeli_counters_begin():
    p = game().start()
    ids = ("14-armor", "401-armor", "460-armor", "7-armor", "188-armor", "golani", "31-para")
    assert where(p, *ids) == ["breakdown-sinai"] * 3 + ["breakdown-golan"] * 4
    for unit in ("hq-143", "hq-162", "hq-146", "hq-240", "217-armor", "202-para", "247-para"):
        assert p.units[unit] == "israeli-reserve"
    assert where(p, "armor-16", "mech-1", "17-armor", "4-mech") == ["available"] * 4
    assert where(p, "202-a", "tf-a", "tf-mech") == ["breakdown-any"] * 3
    assert where(p, "antitank-1", "ww-1") == ["event-only"] * 2
    assert [p.units[f"tac-{n}"] for n in range(1, 21)] == ["ready"] * 20
    assert (stock(p, "ew", "israel"), stock(p, "barrage", "israel")) == (0, 0)


def test_5_2_where_egypt_sets_up():
    p = setup({"15-armor": "unplaced"}, "arab")
    places = reach(p, "15-armor", "place")
    assert places == {id_ for id_, features in POINTS.items() if "africa" in features}
    illegal(p, "place 15-armor tasa", "5.2")


def test_5_2_arab_stacking_is_the_normal_limit_and_sites_are_free():
    full = {"16-inf-div": "fayid", "15-armor": "fayid"}
    p = setup({**full, "25-armor": "unplaced"}, "arab")
    assert "fayid" not in reach(p, "25-armor", "place")
    illegal(p, "place 25-armor fayid", "12.1")
    p = setup({**full, "eg-sam-site-1": "fayid", "eg-sam-site-2": "unplaced"}, "arab")
    assert "fayid" in reach(p, "eg-sam-site-2", "place")


def test_5_2_city_brigades_are_free_in_their_city_and_stay_in_africa():
    cities = {"port-said-bde": "port-said", "ismailia-bde": "ismailia", "suez-bde": "suez-city"}
    p = game().start()
    assert where(p, *cities) == list(cities.values())
    full = {"suez-bde": "suez-city", "19-inf-div": "suez-city", "15-armor": "adabiya"}
    p = pos(full)
    assert "move 15-armor suez-city" in legal(p)
    p = pos({"suez-bde": "suez-city", "eg-eng-1": "suez-city"}, bridges={"suez-city": "arab"})
    assert "move eg-eng-1 port-tawfik" in legal(p)
    illegal(p, "move suez-bde port-tawfik", "5.2")
    p = pos({"suez-bde": "suez-city", "eg-eng-1": "suez-city"})
    illegal(p, "cross suez-bde port-tawfik", "5.2")


def test_5_2_a_city_brigade_counts_elsewhere():
    full = {"suez-bde": "adabiya", "19-inf-div": "suez-city", "eg-inf-1": "suez-city"}
    p = pos(full)
    assert "move suez-bde suez-city" in legal(p)
    p = pos({"suez-bde": "shallufa", "19-inf-div": "geneifa", "eg-inf-1": "geneifa"})
    illegal(p, "move suez-bde geneifa", "12.1")


def test_5_2_egypt_may_reorganize_before_and_between_placements():
    brigades = dict.fromkeys(["eg-inf-1", "eg-inf-2", "eg-inf-3"], "available")
    p = setup({"16-inf-div": "unplaced", **brigades}, "arab")
    play(p, "break 16-inf-div")
    assert where(p, "16-inf-div", "eg-inf-1") == ["breakdown", "unplaced"]
    illegal(p, "end", "5.0")
    play(p, "place eg-inf-1 fayid", "place eg-inf-2 deversoir", "place eg-inf-3 fayid", "end")
    assert p.phase != "setup"


def test_5_2_what_else_egypt_begins_with():
    p = game().start()
    reserve = ("3-mech-div", "pg", "150-para", "eg-cdo-group", "libya")
    assert where(p, *reserve) == ["egyptian-reserve"] * 5
    ready = ("eg-tac-5", "eg-ssm-2", "algeria-tac", "libya-tac")
    assert where(p, *ready) == ["ready"] * 4
    assert where(p, "eg-tac-6", "eg-sam-5") == ["event-only"] * 2
    assert (stock(p, "ew", "egypt"), stock(p, "barrage", "egypt")) == (3, 2)


def test_5_3_what_syria_begins_with():
    p = game().start()
    assert where(p, "sy-cdo") == ["sasa"]
    reserve = ("hq-ghq", "sy-armor-3", "sy-armor-4", "sy-mech-1", "pla-1")
    assert where(p, *reserve) == ["syrian-reserve"] * 5
    assert where(p, "iraq-3-div", "jordan-40", "algeria", "saudi") == ["allies-cup"] * 4
    assert (stock(p, "ew", "syria"), stock(p, "barrage", "syria")) == (2, 1)


def test_5_3_syria_sets_up_east_of_the_purple_line():
    p = setup({"rg": "unplaced"}, "arab")
    places = reach(p, "rg", "place")
    assert {"kudna", "sasa", "to-damascus-kiswe"} <= places
    assert not places & {"kuneitra", "mt-hermon", "fort-107", "syrian-reserve", "fayid"}
    illegal(p, "place rg kuneitra", "5.3")


def test_5_3_syria_may_reorganize():
    parts = {"sy-inf-1": "available", "sy-inf-2": "available", "sy-mech-2": "available"}
    p = setup({"5-mech-div": "tsil", **parts, "rg": "unplaced"}, "arab")
    play(p, "break 5-mech-div")
    assert where(p, "sy-inf-1", "sy-inf-2", "sy-mech-2") == ["tsil"] * 3


def test_5_4_turn_one_begins_with_the_air_phases_and_arab_movement():
    p = setup({"15-armor": "fayid", "eg-tac-1": "ready"}, "arab")
    play(p, "end")
    assert (p.phase, p.to_move) == ("air commitment", "arab")
    play(p, "end")
    assert (p.phase, p.to_move, p.turn) == ("movement 1", "arab", 1)


@pytest.mark.parametrize("side", ["arab", "israel"])
def test_5_4_what_turn_one_leaves_out(side):
    """[6.3(4)] The Israeli turn begins with its second movement phase."""
    p = pos({"15-armor": "fayid", "armor-1": "tasa"}, turn=1)
    seen = []
    while p.turn == 1:
        if p.side == side:
            seen.append(p.phase)
        play(p, "end")
    phases = {"arab": ["movement 1", "combat 1"], "israel": []}[side]
    assert seen == [*phases, "movement 2", "combat 2"]
    assert stock(p, "points", "israel") == 0
    assert field(p, "event", "none") == "none"
