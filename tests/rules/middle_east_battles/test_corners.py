"""Corners of the rules of Middle East Battles, found by switching rules off."""

from .helpers import (
    CENTER,
    EL,
    NORTH,
    NORTHEAST,
    SOUTH,
    SUEZ,
    combat,
    cost,
    declare,
    illegal,
    legal,
    play,
    pos,
    reach,
    verb,
)

EGYPTIANS = {"side": "egypt", "step": "movement", "withdrawn": True}


def test_5_12_a_friend_who_moves_onto_the_way_makes_it_dearer():
    p = pos(EL, {"1-av-tal": "4222", "82-7-tal": "4122"})
    assert "4130" in reach(p, "1-av-tal")
    play(p, "move 82-7-tal 4123")
    illegal(p, "move 1-av-tal 4130", "5.12")


def test_5_12_a_friend_who_leaves_the_way_makes_it_cheaper():
    p = pos(EL, {"1-av-tal": "4222", "82-7-tal": "4123"})
    illegal(p, "move 1-av-tal 4130", "5.12")
    play(p, "move 82-7-tal 4122", "move 1-av-tal 4130")


def test_6_2_the_move_ends_in_a_zone_at_the_edge_of_the_map():
    p = pos(EL, {"7-armor": "2028", "79-7-tal": "1930"}, **EGYPTIANS)
    assert "1928" in reach(p, "7-armor", "exit")
    assert "1929" not in reach(p, "7-armor", "exit")


def test_9_10_passing_through_a_friend_on_the_exit_hex_costs_a_point():
    p = pos(SUEZ, {"1-p": "4711"})
    assert cost(p, "1-p", "4811", "exit") == 1
    p = pos(SUEZ, {"1-p": "4711", "2-p": "4811"})
    assert cost(p, "1-p", "4811", "exit") == 2


def test_9_12_the_helicopter_flies_to_whom_it_lifts():
    start = pos(SUEZ, {"js-helicopter": "off"})
    p = pos(SUEZ, {"js-helicopter": "off", "45-cdo": "off"})
    assert cost(p, "45-cdo", "2411", "lift") == cost(start, "js-helicopter", "2411", "enter")
    p = pos(SUEZ, {"js-helicopter": "off", "45-cdo": "2411"})  # there, and nine hexes on
    assert cost(p, "45-cdo", "2420", "lift") == cost(start, "js-helicopter", "2411", "enter") + 9
    p = pos(SUEZ, {"js-helicopter": "2412", "45-cdo": "2411"})
    assert cost(p, "45-cdo", "2420", "lift") == 1 + 9


def test_8_18_airstrikes_alone_on_an_enemy_whose_neighbor_has_attacked():
    units = {"4-inf": "2418", "1-p": "2419"}
    p = combat(SUEZ, units, fought=["1-p"], airstrikes={"british-air": 2})
    play(p, "attack 2418", "british-air 2", "fire")


def test_7_18_israeli_guns_protect_no_other_division():
    units = {"1-2-inf": NORTH, "79-7-tal": CENTER}
    for guns, may in (("1-tal-artillery", True), ("yof-artillery", False), ("sc-artillery", True)):
        p = combat(EL, {**units, guns: "2645"}, "egypt", airstrikes={"air": 0})
        declare(p, CENTER, "1-2-inf")
        assert (p.step == "fpf") is may
        assert (f"fpf {guns}" in legal(p)) is may


def test_7_12_who_has_begun_to_retreat_goes_on_before_others():
    units = {"7-antitank": CENTER, "7-tank": NORTHEAST, "79-7-tal": NORTH}
    p = declare(combat(EL, units), f"{CENTER} {NORTHEAST}", "79-7-tal")
    play(p, "mobile", "roll 1")  # D2 for both
    assert {action.split()[1] for action in verb(p, "retreat")} == {"7-antitank", "7-tank"}
    play(p, f"retreat 7-antitank {SOUTH}")
    assert {action.split()[1] for action in verb(p, "retreat")} == {"7-antitank"}
