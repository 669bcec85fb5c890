"""Corners of the rules of October War, found by switching rules off."""

from .battle_helpers import raid
from .helpers import (
    combat,
    field,
    game,
    illegal,
    movement,
    play,
    pos,
    reach,
    second,
    stock,
    verb,
    where,
)
from .test_ch08_ch28_events import event
from .test_ch27_fog import looks


def test_28_0_no_jordanian_is_drawn_where_only_jordanians_that_may_not_come_are_left():
    cup = {"jordan-40": "allies-cup", "jordan-99": "allies-cup"}
    p = event("arab-allies", cup, jordan_limit=1, jordan_came=1)
    play(p, "roll 1", "roll 1", "roll 2")
    assert not verb(p, "draw-unit")
    assert p.phase != "event"


def test_32_a_static_sam_without_any_place_does_not_come_back():
    lost = {point.id: "israel" for point in game().map.points}
    units = {"eg-sam-site-1": "refit", "eg-tac-6": "event-only"}
    p = play(event("soviet-resupply", units, control=lost), "roll 4")
    assert verb(p, "arrive") == {"arrive eg-tac-6 ready"}
    illegal(p, "arrive eg-sam-site-1 fayid", "10.10", "10.12", "32")


def test_10_5_armor_counts_against_twelve():
    stocks = {"israel": 9, "egypt": 9, "syria": 9}
    units = {"armor-16": "available", "mech-1": "available"}
    p = pos(units, side="israel", phase="mobilization", turn=3, points=stocks)
    play(p, "mobilize armor-16 israeli-reserve")
    assert field(p, "bought") == {"armor": 1, "mechanized": 0}


def test_13_10_who_drops_from_the_reserve_flies_where_he_lands():
    drop = ("fly 202-a tasa", "pass", "roll 3")
    p = play(movement({"202-a": "israeli-reserve"}, "israel"), *drop)
    assert where(p, "202-a") == ["tasa"]
    p = movement({"202-a": "israeli-reserve"}, "israel", air_master={"sinai": "arab"})
    assert where(play(p, *drop), "202-a") == ["israeli-reserve"]


def test_14_1_a_lake_is_no_way_to_a_headquarters():
    # two steps over the Great Bitter Lake, three by land
    control = {"fayid": "israel", "deversoir": "israel"}
    p = second({"armor-1": "chinese-farm", "hq-143": "fayid"}, "israel", control=control)
    assert not reach(p, "armor-1")
    p = second({"armor-1": "chinese-farm", "hq-143": "deversoir"}, "israel", control=control)
    assert reach(p, "armor-1")


def test_21_2_only_engineers_lay_bridges():
    p = movement({"15-armor": "deversoir", "eg-eng-1": "fayid"})
    assert verb(p, "bridge") == set()
    illegal(p, "bridge 15-armor fort-matzmed", "21.2")


def test_27_2_a_look_into_the_israeli_reserve_costs_egypts_marker_first():
    units = {"gal-t": "israeli-reserve", "eg-inf-1": "fayid"}
    p = looks(units, "arab", ew={"egypt": 1, "syria": 1})
    play(p, "look-ew israeli-reserve")
    assert (stock(p, "ew", "egypt"), stock(p, "ew", "syria")) == (0, 1)
    p = looks(units, "arab", ew={"syria": 1})
    play(p, "look-ew israeli-reserve")
    assert (stock(p, "ew", "egypt"), stock(p, "ew", "syria")) == (0, 0)


def test_53_the_battle_is_over_when_the_attacker_had_no_way():
    units = {"armor-1": "tasa", "eg-mech-1": "tasa", "eg-inf-1": "missouri"}
    ring = ("missouri", "chinese-farm", "baluza", "makhshir", "refidim", "um-hashiba")
    p = combat(units, "israel", control=dict.fromkeys(ring, "arab"))
    play(p, "attack tasa", "hold", "hold")
    assert p.units["armor-1"] == "eliminated"
    assert (p.step, field(p, "fought_at")) == ("battles", ["tasa"])


def test_58_a_strike_of_wild_weasels_without_effect_goes_on_to_the_air_defense():
    box = "sinai:ground-attack"
    units = {**dict.fromkeys(("eg-mech-1", "eg-sam-1"), "el-firdan"), "ww-1": box, "ww-2": box,
             "tac-1": box}  # fmt: skip
    p = raid(units, "el-firdan tac 1", "el-firdan wild-weasel 2", known=["eg-sam-1"])
    play(p, "strike 2", "roll 1")
    assert p.step == "air defense"
    assert p.units["eg-sam-1"] == "el-firdan"
    assert verb(p, "fire-sam") == {"fire-sam eg-sam-1"}
