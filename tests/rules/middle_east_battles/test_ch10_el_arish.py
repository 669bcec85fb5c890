"""10.7 to 10.14: points, exits, withdrawal, missiles, engineers of El Arish '67."""

import pytest

from .helpers import (
    CENTER,
    EL,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    combat,
    cost,
    declare,
    fight,
    gained,
    illegal,
    legal,
    neighbors,
    odds_now,
    play,
    pos,
    protect,
    reach,
    verb,
)


def test_10_7_four_points_for_each_israeli_unit():
    p = fight(combat(EL, {"1-2-inf": CENTER, "79-7-tal": NORTH}), CENTER, "79-7-tal", roll=1,
              table="frontal")  # fmt: skip
    assert p.units["79-7-tal"] == "eliminated"
    assert p.points == {"israel": 1, "egypt": 4}


def test_10_7_objectives_each_turn_the_last_too():
    units = {"1-2-inf": "2228", "sf-artillery": "4444", "79-7-tal": "3844"}
    p = play(combat(EL, units, "egypt", turn=3), "end")
    assert gained(p, "objectives, egypt") == 2
    p = play(combat(EL, units, "egypt", turn=11), "end")
    assert gained(p, "objectives, egypt") == 2


def test_10_8_points_of_israel():
    p = combat(EL, {"7-antitank": CENTER, "79-7-tal": NORTH}, airstrikes={"air": 9})
    fight(p, CENTER, "79-7-tal", roll=1, markers=["air 9"])
    assert p.points["israel"] == 1
    units = {"79-7-tal": "2228", "sc-helicopter": "4620", "1-2-inf": CENTER}
    p = play(combat(EL, units, "egypt", turn=11), "end")
    assert gained(p, "objectives, west") == 2


@pytest.mark.parametrize(("turn", "points"), [(1, 2), (4, 2), (5, 1), (8, 1), (9, 0.5), (11, 0.5)])
def test_10_8_units_that_leave(turn, points):
    p = play(pos(EL, {"79-7-tal": "1929"}, turn=turn), "exit 79-7-tal 1929")
    assert gained(p, "units exited") == points


def test_10_9_by_the_western_edge():
    for hex_, points in (("1928", 1), ("1929", 0.5), ("1951", 0.5), ("1947", 1), ("1952", 1)):
        p = pos(EL, {"79-7-tal": hex_})
        assert cost(p, "79-7-tal", hex_, "exit") == points
        play(p, f"exit 79-7-tal {hex_}")
        assert p.units["79-7-tal"] == "exited"
    illegal(pos(EL, {"79-7-tal": "4819"}), "exit 79-7-tal 4819", "10.9")
    illegal(pos(EL, {"79-7-tal": "2052"}), "exit 79-7-tal 2052", "10.9")


def test_10_9_in_the_own_movement_phase_and_for_good():
    illegal(combat(EL, {"79-7-tal": "1929"}), "exit 79-7-tal 1929", "5.4")
    p = pos(EL, {"79-7-tal": "exited", "82-7-tal": "1952"})
    illegal(p, "enter 79-7-tal 4819", "10.9")
    p = pos(EL, {"79-7-tal": "off"})
    illegal(p, "exit 79-7-tal 1929", "10.9")


def test_10_9_zones_of_forts_hold_but_not_helicopters():
    p = pos(EL, {"sc-helicopter": "2132"})
    play(p, "exit sc-helicopter 1934")
    assert gained(p, "units exited") == 2
    p = pos(EL, {"79-7-tal": "2129", "14-armor": "2128"})
    play(p, "exit 79-7-tal 1929")  # an ordinary zone is no bar


def test_10_9_the_cost_is_counted():
    illegal(pos(EL, {"1-ad-shr": CENTER}), "exit 1-ad-shr 1944", "5.10")


def withdrawn(units, **more):
    """Return an Egyptian Movement Phase after the declaration."""
    return pos(EL, units, side="egypt", step="movement", withdrawn=True, **more)


def test_10_11_the_first_decision_of_each_egyptian_turn():
    p = pos(EL, {"7-armor": CENTER}, side="egypt", phase="start")
    assert (p.step, legal(p)) == ("withdrawal", {"stay", "withdraw"})
    play(p, "stay", "end", "end", "roll 1", "roll 1", "end", "end")
    assert p.step == "withdrawal"
    play(p, "withdraw")
    assert p.to_dict()["withdrawn"] is True
    illegal(p, "withdraw", "10.11")
    play(p, "end", "end", "roll 1", "end", "end")
    assert p.step == "movement"  # it is final, and not asked again
    illegal(pos(EL, {}, side="egypt", step="movement"), "withdraw", "10.11")


def test_10_11_leaving_a_zone_by_a_hex_without_one():
    p = withdrawn({"7-armor": CENTER, "79-7-tal": NORTH})
    assert SOUTH in reach(p, "7-armor")
    illegal(p, f"move 7-armor {NORTHEAST}", "10.11")
    play(p, f"move 7-armor {SOUTH}")
    assert p.to_dict()["disengaged"] == ["7-armor"]


def test_10_11_into_no_other_zone_in_that_move():
    p = withdrawn({"7-armor": CENTER, "79-7-tal": NORTH, "82-7-tal": "2646"})
    assert "2645" not in reach(p, "7-armor")
    illegal(p, "move 7-armor 2645", "10.11")
    p = withdrawn({"7-armor": SOUTH, "79-7-tal": NORTH, "82-7-tal": "2646"})
    assert {"2645", CENTER} <= reach(p, "7-armor")  # others move as ever


def test_10_11_not_at_night():
    p = withdrawn({"7-armor": CENTER, "79-7-tal": NORTH}, turn=4)
    illegal(p, f"move 7-armor {SOUTH}", "5.15")


def test_10_11_no_advance_after_leaving_a_zone():
    units = {"7-armor": CENTER, "7-tank": NORTHEAST, "2-armor": NORTHWEST, "tal-recon": NORTH}
    p = combat(EL, units, "egypt", withdrawn=True, disengaged=["7-armor"], airstrikes={"air": 0})
    fight(p, NORTH, "7-armor", "7-tank", "2-armor", roll=1)  # 3 + 1 + 3 - 2 = 5, one left: D3
    while p.step == "retreat":
        play(p, sorted(legal(p))[0])
    illegal(p, f"advance 7-armor {NORTH}", "10.11")
    assert verb(p, "advance")


def test_10_11_leaving_the_map_only_after_it():
    p = pos(EL, {"7-armor": "1929"}, side="egypt", step="movement")
    illegal(p, "exit 7-armor 1929", "10.11")
    p = play(withdrawn({"7-armor": "1929"}), "exit 7-armor 1929")
    assert p.units["7-armor"] == "exited"
    assert p.points == {"israel": 0, "egypt": 0}
    p = withdrawn({"7-armor": "1940", "79-7-tal": "2040"})
    play(p, "exit 7-armor 1940")  # straight out of a zone


def test_10_11_duties_stay_and_attacks_lose_a_column():
    p = combat(EL, {"7-armor": CENTER, "79-7-tal": NORTH}, "egypt", withdrawn=True)
    illegal(p, "end", "7.3")
    declare(p, NORTH, "7-armor")
    protect(p)
    assert [(s.columns, s.case) for s in odds_now(p).shifts] == [(-1, "10.11")]
    p = declare(
        combat(EL, {"7-armor": CENTER, "79-7-tal": NORTH}, withdrawn=True), CENTER, "79-7-tal"
    )
    assert odds_now(p).shifts == ()


def test_10_11_reinforcements_may_still_enter():
    p = withdrawn({"1-3-inf": "off"})
    play(p, "enter 1-3-inf 1944", "move 1-3-inf 1944")
    illegal(p, "exit 1-3-inf 1944", "5.6")


MISSILE = {"7-antitank": CENTER, "sf-missile": "2644"}


def test_10_12_protective_fire_against_vehicles():
    p = declare(combat(EL, {**MISSILE, "79-7-tal": NORTH}), CENTER, "79-7-tal")
    protect(p, "sf-missile")
    assert odds_now(p).defense == 2 + 3
    p = declare(combat(EL, {**MISSILE, "1-ad-shr": NORTH}), CENTER, "1-ad-shr")
    assert p.step == "table"
    p = declare(
        combat(EL, {**MISSILE, "1-ad-shr": NORTH, "7-artillery": "2647"}), CENTER, "1-ad-shr"
    )
    illegal(p, "fpf sf-missile", "10.12")


def test_10_12_range_two():
    units = {**MISSILE, "sf-missile": "2645", "7-artillery": "2647", "79-7-tal": NORTH}
    p = declare(combat(EL, units), CENTER, "79-7-tal")
    illegal(p, "fpf sf-missile", "8.3")


def test_10_12_no_barrage():
    units = {"sf-missile": "2640", "7-antitank": NORTH, "79-7-tal": CENTER}
    p = play(combat(EL, units, "egypt"), f"attack {CENTER}")
    illegal(p, "with sf-missile", "10.12")
    p = combat(EL, {"sf-missile": NORTH, "79-7-tal": CENTER}, "egypt")
    declare(p, CENTER, "sf-missile")  # next to an enemy it attacks with nothing
    assert odds_now(p).attack == 0


def test_10_12_not_across_a_town_city_or_rough_hex_but_into_one():
    # 2539 and 2541 lie beyond 2540, which is rough
    units = {"7-antitank": "2541", "sf-missile": "2539", "79-7-tal": "2542", "7-artillery": "2545"}
    p = declare(combat(EL, units), "2541", "79-7-tal")
    illegal(p, "fpf sf-missile", "10.12")
    units = {"7-antitank": "2540", "sf-missile": "2542", "79-7-tal": "2539"}
    p = declare(combat(EL, units), "2540", "79-7-tal")
    protect(p, "sf-missile")


def test_10_12_between_two_hexes_both_must_close_the_line():
    # from 2639 to 2541 the line runs between 2540, rough, and 2640, clear
    units = {"7-antitank": "2541", "sf-missile": "2639", "79-7-tal": "2542"}
    assert {"2540", "2640"} == set(neighbors(EL, "2639")) & set(neighbors(EL, "2541"))
    p = declare(combat(EL, units), "2541", "79-7-tal")
    protect(p, "sf-missile")


def test_10_12_a_fortification_does_not_close_the_line():
    units = {"7-antitank": "4445", "sf-missile": "4443", "79-7-tal": "4446"}
    p = declare(combat(EL, units), "4445", "79-7-tal")
    protect(p, "sf-missile")
    assert odds_now(p).defense == 2 + 6  # doubled there [8.17]


def test_10_13_an_engineer_against_a_fort():
    units = {"14-armor": "4421", "79-7-tal": "4420", "tal-engineer": "4422"}
    p = declare(combat(EL, units), "4421", "79-7-tal", "tal-engineer")
    assert sorted((s.columns, s.case) for s in odds_now(p).shifts) == [(-2, "7.6"), (1, "10.13")]
    p = declare(combat(EL, {"14-armor": "4421", "tal-engineer": "4422"}), "4421", "tal-engineer")
    assert sum(s.columns for s in odds_now(p).shifts) == -1


def test_10_13_not_against_a_city_or_in_the_open():
    p = declare(combat(EL, {"14-armor": "2228", "tal-engineer": "2227"}), "2228", "tal-engineer")
    assert sum(s.columns for s in odds_now(p).shifts) == -1
    p = declare(combat(EL, {"14-armor": CENTER, "tal-engineer": NORTH}), CENTER, "tal-engineer")
    assert odds_now(p).shifts == ()


def test_10_14_an_empty_map_ends_nothing():
    p = pos(EL, {"79-7-tal": "off"}, turn=2)
    play(p, "end", "end", "stay", "end", "end")
    assert (p.turn, p.result) == (3, None)
    p = pos(EL, {}, turn=10)
    play(
        p,
        "end",
        "end",
        "stay",
        "end",
        "end",
        "roll 1",
        "roll 1",
        "end",
        "end",
        "stay",
        "end",
        "end",
    )
    assert p.phase == "over"
    assert p.result.winner == "draw"
