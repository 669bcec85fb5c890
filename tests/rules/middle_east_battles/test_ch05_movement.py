"""5.0 Movement and stacking."""

import pytest

from .helpers import (
    CENTER,
    EL,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SUEZ,
    combat,
    cost,
    illegal,
    play,
    pos,
    reach,
)

# game, unit, start, goal, cost in points
STEPS = [
    pytest.param(EL, "1-2-inf", CENTER, NORTH, 1, id="clear"),
    pytest.param(EL, "1-2-inf", "2640", "2540", 2, id="rough"),
    pytest.param(EL, "1-2-inf", "2227", "2228", 2, id="city"),
    pytest.param(EL, "1-2-inf", "4044", "4045", 2, id="fortification"),
    pytest.param(EL, "79-7-tal", "4044", "4045", 2, id="fortification-for-israel-too"),
    pytest.param(EL, "1-2-inf", "2249", "2250", 0.5, id="village-by-road"),
    pytest.param(EL, "1-2-inf", "2150", "2050", 1, id="airfield-is-clear"),
    pytest.param(EL, "1-2-inf", "4046", "4146", 2, id="wadi"),
    pytest.param(EL, "1-2-inf", "4044", "3945", 0.5, id="road-over-a-wadi"),
    pytest.param(EL, "1-2-inf", "3735", "3635", 1, id="trail-in-rough"),
    pytest.param(EL, "1-2-inf", "3736", "3737", 2, id="trail-over-a-wadi"),
    pytest.param(EL, "1-2-inf", "2028", "1929", 0.5, id="road-in-rough"),
    pytest.param(EL, "sc-helicopter", "2640", "2540", 1, id="helicopter-rough"),
    pytest.param(EL, "sc-helicopter", "4046", "4146", 1, id="helicopter-wadi"),
    pytest.param(SUEZ, "1-p", "2704", "2804", 1, id="suez-clear"),
    pytest.param(SUEZ, "1-p", "2803", "2903", 1, id="suez-clear-2"),
    pytest.param(SUEZ, "1-p", "2417", "2517", 1, id="suez-clear-3"),
    pytest.param(SUEZ, "1-p", "2611", "2612", 2, id="suez-city"),
    pytest.param(SUEZ, "1-p", "2510", "2511", 0.5, id="suez-city-by-road"),
    pytest.param(SUEZ, "1-p", "3412", "3413", 2, id="oil-tank"),
    pytest.param(SUEZ, "1-p", "3713", "3812", 3, id="raswa-channel"),
    pytest.param(SUEZ, "1-p", "3711", "3811", 0.5, id="raswa-bridge"),
    pytest.param(SUEZ, "1-p", "3115", "3215", 3, id="manzala-canal"),
    pytest.param(SUEZ, "1-p", "2216", "2217", 1, id="beach"),
]


@pytest.mark.parametrize(("game_id", "unit", "start", "goal", "points"), STEPS)
def test_5_7_what_a_step_costs(game_id, unit, start, goal, points):
    side = "egypt" if unit == "1-2-inf" else "west"
    p = pos(game_id, {unit: start}, side=side, step="movement")
    assert cost(p, unit, goal) == points


def test_5_1_each_unit_moves_once_and_units_one_after_the_other():
    p = pos(EL, {"79-7-tal": CENTER, "82-7-tal": "2441", "1-2-inf": "2651"})
    play(p, f"move 79-7-tal {NORTH}")
    assert reach(p, "79-7-tal") == set()
    play(p, "move 82-7-tal 2440", "end", "end")


def test_5_1_each_side_moves_its_own_units():
    p = pos(EL, {"79-7-tal": CENTER, "1-2-inf": "2651"})
    illegal(p, "move 1-2-inf 2650", "5.1")
    p = pos(EL, {"79-7-tal": CENTER, "1-2-inf": "2651"}, side="egypt")
    illegal(p, f"move 79-7-tal {NORTH}", "5.1")


def test_5_1_nobody_has_to_move_or_moves_onto_itself():
    p = pos(EL, {"79-7-tal": CENTER})
    illegal(p, f"move 79-7-tal {CENTER}", "5.1")
    play(p, "end")


def test_5_1_off_the_map_is_nowhere():
    p = pos(EL, {"79-7-tal": "3052"})
    illegal(p, "move 79-7-tal 3053", "5.1")
    illegal(p, "move 14-armor 3052", "5.1")


def test_5_1_eliminated_units_are_gone():
    p = pos(EL, {"79-7-tal": CENTER, "82-7-tal": "eliminated"})
    illegal(p, f"move 82-7-tal {NORTH}", "5.1")


def test_5_1_the_cheapest_way_is_taken():
    # from 2428 by road to 2329 ½, 2228 1; straight through El Arish would cost 2
    p = pos(EL, {"79-7-tal": "2428"})
    assert cost(p, "79-7-tal", "2228") == 1
    assert p.movement("79-7-tal").path("2228") == ["2428", "2329", "2228"]


def test_5_1_points_are_not_saved():
    p = pos(EL, {"tal-recon": CENTER, "1-2-inf": "4820"}, turn=2)
    play(p, f"move tal-recon {NORTH}", "end", "end", "stay", "end", "end", "roll 1", "roll 1")
    assert p.movement("tal-recon").allowance == 8


@pytest.mark.parametrize(
    ("unit", "side", "points"),
    [
        ("a-6-rtr", "west", 12),
        ("1-p", "west", 6),
        ("js-helicopter", "west", 60),
        ("ps-armor", "egypt", 8),
        ("4-inf", "egypt", 4),
    ],
)
def test_5_2_allowances_of_suez(unit, side, points):
    p = pos(SUEZ, {unit: "2418"}, side=side, step="movement", militia_over=True)
    assert p.movement(unit).allowance == points


def test_5_2_static_units_never_move():
    p = pos(SUEZ, {"ps-coastal": "2411"}, side="egypt", step="movement")
    assert reach(p, "ps-coastal") == set()
    illegal(p, "move ps-coastal 2412", "5.2")


@pytest.mark.parametrize(
    ("unit", "side", "points"),
    [
        ("79-7-tal", "west", 8),
        ("1-ad-shr", "west", 6),
        ("sc-helicopter", "west", 30),
        ("7-armor", "egypt", 6),
        ("1-7-inf", "egypt", 4),
    ],
)
def test_5_3_allowances_of_el_arish(unit, side, points):
    p = pos(EL, {unit: CENTER}, side=side, step="movement")
    assert p.movement(unit).allowance == points


def test_5_4_only_in_the_own_movement_phase():
    p = combat(EL, {"79-7-tal": CENTER})
    illegal(p, f"move 79-7-tal {NORTH}", "5.4")
    illegal(p, "exit 79-7-tal 1929", "5.4")
    p = play(p, "end")
    assert p.side == "egypt"
    illegal(p, f"move 79-7-tal {NORTH}", "4.2")


def test_5_5_nobody_enters_an_enemy_hex():
    p = pos(EL, {"79-7-tal": CENTER, "1-2-inf": NORTH})
    assert NORTH not in reach(p, "79-7-tal")
    illegal(p, f"move 79-7-tal {NORTH}", "5.5")


def test_5_5_enemies_bar_the_way():
    # the causeway: land is one hex wide between canal and lake
    p = pos(SUEZ, {"1-p": "4511", "4-inf": "4611", "1r-inf": "4612"})
    assert "4711" not in reach(p, "1-p")
    illegal(p, "move 1-p 4711", "5.5")


def test_5_5_a_helicopter_flies_over_an_enemy_and_does_not_end_there():
    p = pos(EL, {"sc-helicopter": CENTER, "1-2-inf": NORTH})
    assert "2640" in reach(p, "sc-helicopter")
    assert cost(p, "sc-helicopter", "2640") == 2
    illegal(p, f"move sc-helicopter {NORTH}", "5.5")


def test_5_6_a_move_is_over_when_it_is_made():
    p = pos(EL, {"79-7-tal": CENTER})
    play(p, f"move 79-7-tal {NORTH}")
    illegal(p, "move 79-7-tal 2640", "5.6")


def test_5_8_a_road_counts_along_its_hexside_only():
    # 2431 and 2331: a trail joins them; 2430 and 2330 a road; 2430 and 2331 nothing
    p = pos(EL, {"79-7-tal": "2330"})
    assert cost(p, "79-7-tal", "2430") == 0.5
    p = pos(EL, {"79-7-tal": "4750"})  # road 4649 4750 4751, and 4851
    assert cost(p, "79-7-tal", "4751") == 0.5
    p = pos(EL, {"1-ad-shr": "4851"})
    assert cost(p, "1-ad-shr", "4852") == 0.5


def test_5_8_sixteen_road_steps():
    p = pos(EL, {"79-7-tal": "4819"})
    assert cost(p, "79-7-tal", "3225") == 8
    illegal(p, "move 79-7-tal 3126", "5.10")


def test_5_9_a_trail_does_not_cancel_the_hexside():
    p = pos(EL, {"tal-recon": "3736"})
    assert cost(p, "tal-recon", "3737") == 2
    assert cost(p, "tal-recon", "3835") == 1


def test_5_10_no_step_that_cannot_be_paid():
    p = pos(EL, {"1-7-inf": "2640"}, side="egypt", step="movement")
    assert cost(p, "1-7-inf", "2540") == 2
    p = pos(EL, {"1-7-inf": CENTER}, side="egypt", step="movement")
    illegal(p, "move 1-7-inf 2647", "5.10")
    p = pos(EL, {"1-7-inf": "3128"}, side="egypt", step="movement", turn=4)
    assert p.movement("1-7-inf").allowance == 2
    assert "3129" in reach(p, "1-7-inf")
    illegal(p, "move 1-7-inf 3130", "5.10")


def test_5_11_one_unit_a_hex():
    p = pos(EL, {"79-7-tal": CENTER, "82-7-tal": NORTH})
    illegal(p, f"move 79-7-tal {NORTH}", "5.11")


def test_5_11_one_unit_and_a_helicopter_in_either_order():
    p = pos(EL, {"79-7-tal": CENTER, "sc-helicopter": NORTH})
    play(p, f"move 79-7-tal {NORTH}")
    p = pos(EL, {"79-7-tal": CENTER, "sc-helicopter": NORTH})
    play(p, f"move sc-helicopter {CENTER}")
    assert p.units["sc-helicopter"] == p.units["79-7-tal"] == CENTER


def test_5_11_two_helicopters_and_no_third_unit():
    units = {"js-helicopter": "2418", "845-helicopter": "2419", "1-p": "2420"}
    p = play(pos(SUEZ, units), "move js-helicopter 2419")
    illegal(p, "move 1-p 2419", "5.11")
    p = play(pos(SUEZ, units), "move js-helicopter 2420")
    illegal(p, "move 845-helicopter 2420", "5.11")


def test_5_12_passing_through_costs_the_west_a_point():
    p = pos(EL, {"1-av-tal": "4222", "82-7-tal": "4123"})
    assert cost(p, "1-av-tal", "4023") == 2  # ½ + 1 + ½, by road too
    p = pos(EL, {"1-av-tal": "4222"})
    assert cost(p, "1-av-tal", "4023") == 1


def test_5_12_passing_through_costs_egypt_two_points():
    p = pos(EL, {"7-armor": "4222", "14-armor": "4123"}, side="egypt", step="movement")
    assert cost(p, "7-armor", "4023") == 3  # ½ + 2 + ½
    p = pos(EL, {"7-armor": "4222"}, side="egypt", step="movement")
    assert cost(p, "7-armor", "4023") == 1


def test_5_12_what_cannot_be_paid_is_not_passed():
    # on the spit of El Gamil between sea and lake
    units = {"4-inf": "2022", "1r-inf": "2021", "2r-inf": "2121", "1ng-inf": "2120"}
    p = pos(SUEZ, units, side="egypt", step="movement", militia_over=True)
    assert reach(p, "4-inf") & {"2119", "2217", "2218"} == set()
    refused = illegal(p, "move 4-inf 2119", "5.12")
    assert "pass" in refused.reason


def test_5_12_helicopters_pass_free_and_staying_beside_one_is_free():
    p = pos(EL, {"sc-helicopter": "4222", "82-7-tal": "4123"})
    assert cost(p, "sc-helicopter", "4023") == 2
    p = pos(EL, {"1-av-tal": "4222", "sc-helicopter": "4123"})
    assert cost(p, "1-av-tal", "4123") == 0.5
    assert cost(p, "1-av-tal", "4023") == 2  # but passing it costs


def test_5_13_any_number_may_pass_through_a_hex():
    units = {"82-7-tal": "4123", "1-av-tal": "4222", "2-av-tal": "4322", "79-7-tal": "4421"}
    p = pos(EL, units)
    play(p, "move 1-av-tal 3924", "move 2-av-tal 4023", "move 79-7-tal 4024")


def test_5_14_helicopters_over_water():
    p = pos(SUEZ, {"js-helicopter": "2801"})
    assert {"1732", "4811"} <= reach(p, "js-helicopter")
    illegal(p, "move js-helicopter 2004", "5.14")
    illegal(p, "move js-helicopter 2726", "5.14")
    p = pos(SUEZ, {"1-p": "2704"})
    illegal(p, "move 1-p 2602", "5.7")


def test_5_14_a_helicopters_points_are_counted():
    p = pos(EL, {"sc-helicopter": "4820"})
    assert cost(p, "sc-helicopter", "1933") == 29
    illegal(p, "move sc-helicopter 1952", "5.10")


def test_5_14_no_zone_stops_or_holds_a_helicopter():
    units = {"sc-helicopter": "4420", "1-2-inf": "4421", "2-2-inf": "4322"}
    p = pos(EL, units)
    assert {"4521", "4222"} <= reach(p, "sc-helicopter")


def test_5_15_allowances_are_halved_at_night():
    for unit, side, points in (
        ("79-7-tal", "west", 4), ("1-ad-shr", "west", 3), ("sc-helicopter", "west", 15),
        ("7-armor", "egypt", 3), ("1-7-inf", "egypt", 2),
    ):  # fmt: skip
        for turn in (4, 8):
            p = pos(EL, {unit: CENTER}, side=side, step="movement", turn=turn)
            assert p.is_night
            assert p.movement(unit).allowance == points


def test_5_15_at_night_egypt_enters_no_zone_and_leaves_none():
    p = pos(EL, {"7-armor": "2644", "79-7-tal": NORTH}, side="egypt", step="movement", turn=4)
    assert CENTER not in reach(p, "7-armor")
    illegal(p, f"move 7-armor {CENTER}", "5.15")
    p = pos(EL, {"7-armor": CENTER, "79-7-tal": NORTH}, side="egypt", step="movement", turn=4)
    assert reach(p, "7-armor") == set()
    illegal(p, f"move 7-armor {SOUTH}", "5.15")


def test_5_15_israel_moves_freely_at_night():
    p = pos(EL, {"79-7-tal": NORTHWEST, "7-armor": CENTER}, turn=4)
    assert {NORTH, NORTHEAST} <= reach(p, "79-7-tal")


def test_5_15_not_in_suez():
    for turn in range(1, 13):
        more = {"last_turn": 12} if turn > 6 else {}
        assert not pos(SUEZ, {}, turn=turn, **more).is_night
