"""6.0 Zones of control."""

import pytest

from .helpers import (
    CENTER,
    EL,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    SUEZ,
    combat,
    illegal,
    neighbors,
    play,
    pos,
    reach,
)


@pytest.mark.parametrize("hex_", [NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST])
def test_6_1_all_six_hexes(hex_):
    p = pos(EL, {"7-armor": hex_, "79-7-tal": CENTER}, side="egypt", step="movement")
    assert reach(p, "7-armor") == set()


def test_6_1_zones_reach_over_water_and_wadi():
    p = pos(SUEZ, {"4-inf": "2609", "1-p": "2610"}, side="egypt", step="movement")
    illegal(p, "move 4-inf 2608", "6.2")
    p = pos(EL, {"7-armor": "4046", "79-7-tal": "4146"}, side="egypt", step="movement")
    illegal(p, "move 7-armor 3946", "6.2")


def test_6_1_a_friend_in_the_hex_does_not_cancel_a_zone():
    units = {"7-armor": "2644", "7-tank": SOUTH, "79-7-tal": CENTER}
    p = pos(EL, units, side="egypt", step="movement")
    assert SOUTH not in reach(p, "7-armor")
    assert SOUTHEAST in reach(p, "7-armor")


def test_6_1_a_zone_of_a_helicopter_on_the_ground():
    p = pos(EL, {"7-armor": NORTH, "sc-helicopter": CENTER}, side="egypt", step="movement")
    illegal(p, "move 7-armor 2640", "6.2")


def test_6_1_markers_have_no_zone():
    p = pos(SUEZ, {"4-inf": "2612"}, side="egypt", step="movement", turn=1)
    assert p.air["british-air"] == 7
    assert reach(p, "4-inf")


def test_6_2_an_egyptian_stops_in_the_first_western_zone():
    p = pos(EL, {"7-armor": "2644", "79-7-tal": NORTH}, side="egypt", step="movement")
    assert CENTER in reach(p, "7-armor")
    for hex_ in (NORTHEAST, NORTHWEST):  # round the zone, from outside
        assert not set(p.movement("7-armor").path(hex_)[1:-1]) & set(neighbors(EL, NORTH))
    p = pos(EL, {"1-7-inf": SOUTH, "79-7-tal": NORTH}, side="egypt", step="movement")
    illegal(p, "move 1-7-inf 2640", "6.2")


def test_6_2_the_zone_costs_nothing():
    p = pos(EL, {"7-armor": SOUTH, "79-7-tal": NORTH}, side="egypt", step="movement")
    assert p.movement("7-armor").cost(CENTER) == 1


def test_6_2_an_egyptian_in_a_zone_does_not_move():
    p = pos(EL, {"7-armor": CENTER, "79-7-tal": NORTH}, side="egypt", step="movement")
    assert reach(p, "7-armor") == set()
    illegal(p, f"move 7-armor {SOUTH}", "6.2")
    p = pos(SUEZ, {"4-inf": "2418", "1-p": "2419"}, side="egypt", step="movement")
    illegal(p, "move 4-inf 2417", "6.2")


def test_6_2_egyptians_next_to_an_enemy_must_attack():
    p = combat(EL, {"7-armor": CENTER, "79-7-tal": NORTH}, "egypt")
    illegal(p, "end", "7.3")


def test_6_2_not_out_of_a_fortification():
    units = {"7-armor": "4421", "79-7-tal": "4420"}
    play(combat(EL, units, "egypt"), "end")
    play(combat(EL, units, "egypt"), "attack 4420", "with 7-armor", "fire")


def test_6_2_not_at_night():
    p = combat(EL, {"7-armor": CENTER, "79-7-tal": NORTH}, "egypt", turn=4)
    play(p, "end")


def test_6_2_a_fortification_gives_israel_nothing():
    p = combat(EL, {"7-armor": "4420", "79-7-tal": "4421"}, "egypt")
    play(p, "attack 4421", "with 7-armor")
    odds = p.pending_odds()
    assert odds.shifts == ()


def test_6_3_egyptian_zones_do_not_hinder_the_west():
    p = pos(EL, {"79-7-tal": NORTHWEST, "7-armor": CENTER})
    assert {NORTH, NORTHEAST, SOUTHEAST} <= reach(p, "79-7-tal")
    p = pos(SUEZ, {"1-p": "2418", "4-inf": "2419"})
    assert {"2417", "2416", "2517"} <= reach(p, "1-p")


def test_6_3_the_zone_of_a_fort_stops_israelis():
    units = {"14-armor": "4620", "pla-inf": "4421"}
    p = pos(EL, {"79-7-tal": "4819", **units})
    assert "4419" in reach(p, "79-7-tal")
    assert p.movement("79-7-tal").path("4320")[-3:-1] == ["4418", "4319"]
    p = pos(EL, {"1-ad-shr": "4819", **units})
    illegal(p, "move 1-ad-shr 4320", "6.3")


def test_6_3_the_zone_of_a_fort_holds_israelis():
    p = pos(EL, {"79-7-tal": "4420", "14-armor": "4421"})
    assert reach(p, "79-7-tal") == set()
    illegal(p, "move 79-7-tal 4419", "6.3")


def test_6_3_in_a_captured_fortification_too():
    p = pos(EL, {"79-7-tal": "4444", "14-armor": "4443"})
    illegal(p, "move 79-7-tal 4545", "6.3")
    p = pos(EL, {"79-7-tal": "4444", "14-armor": "4442"})  # not in a fort itself
    assert "4545" in reach(p, "79-7-tal")


def test_6_3_helicopters_are_not_held():
    p = pos(EL, {"sc-helicopter": "4420", "14-armor": "4421"})
    assert reach(p, "sc-helicopter")


def test_6_3_western_units_next_to_an_enemy_must_attack():
    illegal(combat(EL, {"7-armor": CENTER, "79-7-tal": NORTH}), "end", "7.3")
    illegal(combat(EL, {"7-armor": "4421", "79-7-tal": "4420"}), "end", "7.3")
    illegal(combat(SUEZ, {"4-inf": "2418", "1-p": "2419"}), "end", "7.3")
    illegal(combat(SUEZ, {"4-inf": "2609", "1-p": "2610"}), "end", "7.3")  # over the canal
    illegal(combat(SUEZ, {"4-inf": "2418", "js-helicopter": "2419"}), "end", "7.3")
