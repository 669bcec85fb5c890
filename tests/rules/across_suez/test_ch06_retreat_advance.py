"""6.4 Retreats, 6.5 advances, 6.6 neither costs movement points."""

import pytest

from .helpers import case, every_edition, fight, illegal, legal, night, play, pos, reach

FACING = {"raviv-1": "0507", "25-1": "0508"}


# --- 6.4 --------------------------------------------------------------------------------------


@every_edition
@pytest.mark.parametrize(
    ("attacker", "defender", "side"), [("raviv-1", "25-1", "israel"), ("25-1", "raviv-1", "egypt")]
)
def test_6_4_retreat_outside_enemy_zones(edition, attacker, defender, side):
    p = pos(edition, {attacker: "0507", defender: "0508"}, side=side, phase="combat")
    fight(p, "0508", attacker, roll=1)
    assert reach(p, defender, "retreat") == {"0408", "0509", "0608"}
    for hex_ in ("0407", "0607"):
        illegal(p, f"retreat {defender} {hex_}", case(edition, "6.4"))
    illegal(p, f"retreat {defender} 0507", case(edition, "6.4"))


@every_edition
def test_6_4_zones_of_units_that_did_not_attack_count(edition):
    p = pos(edition, {**FACING, "raviv-2": "0609"}, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    assert reach(p, "25-1", "retreat") == {"0408"}
    illegal(p, "retreat 25-1 0509", case(edition, "6.4"))
    illegal(p, "retreat 25-1 0608", case(edition, "6.4"))


@every_edition
def test_6_4_retreat_into_a_vacant_hex_only(edition):
    p = pos(edition, {**FACING, "25-2": "0509"}, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    assert reach(p, "25-1", "retreat") == {"0408", "0608"}
    illegal(p, "retreat 25-1 0509", case(edition, "6.4"))


@every_edition
def test_6_4_retreat_is_one_hex(edition):
    p = pos(edition, FACING, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    illegal(p, "retreat 25-1 0510", case(edition, "6.4"))


@every_edition
def test_6_4_only_the_beaten_unit_retreats(edition):
    p = pos(edition, {**FACING, "25-2": "0609"}, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    illegal(p, "retreat 25-2 0610", case(edition, "6.4"))
    illegal(p, "stay", case(edition, "6.4"), case(edition, "6.5"), case(edition, "3.0"))


@every_edition
def test_6_4_without_a_safe_hex_the_defender_is_eliminated(edition):
    p = pos(edition, {**FACING, "raviv-2": "0509"}, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    assert p.units["25-1"] == "eliminated"
    assert p.to_move == "israel"
    assert legal(p) == {"advance raviv-1 0508", "stay"}


@every_edition
def test_6_4_friends_may_close_the_last_way_out(edition):
    units = {**FACING, "16-1": "0608", "16-2": "0408", "16-3": "0509"}
    p = pos(edition, units, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    assert p.units["25-1"] == "eliminated"
    assert p.units["16-1"] == "0608"


@every_edition
def test_6_4_without_a_safe_hex_an_attacker_is_eliminated(edition):
    # In the corner every way out of 0101 is 0102, where 25-1 stands, or 0201, in its zone.
    p = pos(edition, {"raviv-1": "0101", "25-1": "0102"}, phase="combat")
    fight(p, "0102", "raviv-1", roll=4)
    assert p.units["raviv-1"] == "eliminated"
    assert p.to_move == "egypt"
    assert legal(p) == {"advance 25-1 0101", "stay"}


@every_edition
def test_6_4_sixteen_one_between_zones_and_swamp_example(edition):
    units = {"raviv-1": "0411", "raviv-2": "0513", "16-1": "0412"}
    p = pos(edition, units, phase="combat")
    fight(p, "0412", "raviv-1", "raviv-2", roll=2)
    assert p.units["16-1"] == "eliminated"


@every_edition
@pytest.mark.parametrize("swamp", ["0313", "0413"])
def test_6_4_no_retreat_into_swamp(edition, swamp):
    p = pos(edition, {"raviv-1": "0411", "16-1": "0412"}, phase="combat")
    fight(p, "0412", "raviv-1", roll=1)
    assert reach(p, "16-1", "retreat") == {"0513"}
    illegal(p, f"retreat 16-1 {swamp}", case(edition, "6.4"), case(edition, "4.2"))


@every_edition
def test_6_4_no_retreat_into_the_lake(edition):
    p = pos(edition, {"raviv-1": "0616", "16-1": "0617"}, phase="combat")
    fight(p, "0617", "raviv-1", roll=1)
    assert reach(p, "16-1", "retreat") == {"0718"}
    illegal(p, "retreat 16-1 0618", case(edition, "6.4"), case(edition, "4.2"))


@every_edition
def test_ruling_19_attackers_retreat_in_the_order_their_owner_chooses(edition):
    units = {"erez-2": "0507", "erez-3": "0607", "25-1": "0508"}
    first = fight(pos(edition, units, phase="combat"), "0508", "erez-2", "erez-3", roll=4)
    second = first.copy()
    play(first, "retreat erez-2 0606")
    assert legal(first) == {"retreat erez-3 0707", "retreat erez-3 0708"}
    play(second, "retreat erez-3 0606")
    assert legal(second) == {"retreat erez-2 0406", "retreat erez-2 0506"}
    illegal(second, "retreat erez-3 0707", case(edition, "6.4"))


@every_edition
def test_ruling_19_any_safe_hex_will_do(edition):
    # Beside the attackers as well as straight back, up a ridge, out of a friend's company.
    p = pos(edition, {"raviv-1": "1508", "16-1": "1509"}, phase="combat")
    fight(p, "1509", "raviv-1", roll=1)
    assert reach(p, "16-1", "retreat") == {"1409", "1510", "1609"}


# --- 6.5 --------------------------------------------------------------------------------------


@every_edition
def test_6_5_one_unit_that_took_part_advances(edition):
    units = {"keren-1": "0507", "keren-2": "0607", "erez-1": "0408", "25-1": "0508"}
    p = pos(edition, units, phase="combat")
    fight(p, "0508", "keren-1", "keren-2", roll=1)
    assert legal(p) == {"advance keren-1 0508", "advance keren-2 0508", "stay"}
    illegal(p, "advance erez-1 0508", case(edition, "6.5"))
    illegal(p, "advance keren-1 0506", case(edition, "6.5"))
    play(p, "advance keren-2 0508")
    assert p.units["keren-2"] == "0508"
    assert p.units["keren-1"] == "0507"
    assert legal(p) == {"end"}


@every_edition
def test_6_5_out_of_the_corner_too(edition):
    p = pos(edition, {"raviv-1": "0101", "raviv-2": "0201", "16-2": "0102"}, phase="combat")
    fight(p, "0102", "raviv-1", "raviv-2", roll=1)
    assert p.units["16-2"] == "eliminated"
    play(p, "advance raviv-1 0102")
    assert p.units["raviv-1"] == "0102"


@every_edition
def test_6_5_nobody_is_forced_to_advance(edition):
    units = {"keren-1": "0507", "keren-2": "0607", "25-1": "0508"}
    p = pos(edition, units, phase="combat")
    fight(p, "0508", "keren-1", "keren-2", roll=1)
    play(p, "stay")
    assert p.units["keren-1"] == "0507"
    assert p.units["keren-2"] == "0607"
    assert legal(p) == {"end"}


@every_edition
def test_6_5_advance_is_now_or_never(edition):
    units = {**FACING, "raviv-2": "0908", "16-4": "0909"}
    p = pos(edition, units, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    play(p, "retreat 25-1 0509")
    assert legal(p) == {"advance raviv-1 0508", "stay"}
    illegal(p, "end", *(case(edition, rule) for rule in ("3.0", "6.1", "6.5")))
    play(p, "stay")
    illegal(p, "advance raviv-1 0508", case(edition, "3.0"), case(edition, "6.5"))


@every_edition
def test_6_5_advance_from_zone_to_zone(edition):
    # 0507 and 0508 both lie in the zone of 16-1, which keeps the advance from nothing.
    p = pos(edition, {**FACING, "16-1": "0607"}, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    play(p, "retreat 25-1 0509")
    play(p, "advance raviv-1 0508")
    assert p.units["raviv-1"] == "0508"


@every_edition
def test_6_5_the_defender_advances_when_attackers_retreat(edition):
    p = pos(edition, FACING, phase="combat")
    fight(p, "0508", "raviv-1", roll=4)
    play(p, "retreat raviv-1 0506")
    assert p.to_move == "egypt"
    assert legal(p) == {"advance 25-1 0507", "stay"}
    play(p, "advance 25-1 0507")
    assert p.units["25-1"] == "0507"
    assert (p.side, p.phase, p.to_move) == ("israel", "combat", "israel")


@every_edition
def test_6_5_the_defender_advances_when_attackers_are_eliminated(edition):
    p = pos(
        edition, {"16-2": "0507", "16-3": "0607", "keren-1": "0508"}, side="egypt", phase="combat"
    )
    fight(p, "0508", "16-2", "16-3", roll=6)
    assert p.to_move == "israel"
    play(p, "advance keren-1 0607")
    assert p.units["keren-1"] == "0607"
    assert (p.side, p.to_move) == ("egypt", "egypt")


@every_edition
def test_6_5_after_an_exchange_survivors_advance(edition):
    units = {"erez-1": "0507", "raviv-1": "0607", "25-1": "0508"}
    p = pos(edition, units, phase="combat")
    fight(p, "0508", "erez-1", "raviv-1", roll=6)
    play(p, "lose erez-1")
    assert legal(p) == {"advance raviv-1 0508", "stay"}


@every_edition
def test_ruling_20_into_the_hexes_the_combat_vacated(edition):
    units = {"erez-2": "0507", "erez-3": "0607", "25-1": "0508"}
    p = pos(edition, units, phase="combat")
    fight(p, "0508", "erez-2", "erez-3", roll=4)
    play(p, "retreat erez-2 0506", "retreat erez-3 0606")
    assert legal(p) == {"advance 25-1 0507", "advance 25-1 0607", "stay"}
    illegal(p, "advance 25-1 0509", case(edition, "6.5"))
    play(p, "advance 25-1 0607")
    assert p.units["25-1"] == "0607"
    assert legal(p) == {"end"}


# --- 6.6 --------------------------------------------------------------------------------------


@every_edition
@pytest.mark.parametrize("turn", [3, 4])
def test_6_6_a_retreat_costs_no_points(edition, turn):
    # Across the ridge and up: five points, more than the reprint's eight leave at night.
    units = {"raviv-1": "1508", "raviv-2": "1409", "16-1": "1509"}
    p = pos(edition, units, turn=turn, phase="combat")
    fight(p, "1509", "raviv-1", "raviv-2", roll=1)
    assert legal(p) == {"retreat 16-1 1609"}
    play(p, "retreat 16-1 1609", "stay", "end")
    assert p.units["16-1"] == "1609"
    assert p.movement("16-1").allowance == (night(edition, 8) if turn == 4 else 8)


@every_edition
def test_6_6_an_advance_costs_no_points(edition):
    # The unit spends all it has on the way, and advances up the ridge none the less.
    units = {"matt-1": "0606", "keren-1": "1608", "keren-2": "1709", "16-2": "1609"}
    p = pos(edition, units)
    assert p.movement("matt-1").cost("1509") == 8
    play(p, "move matt-1 1509", "end")
    fight(p, "1609", "matt-1", "keren-1", "keren-2", roll=1)
    assert p.units["16-2"] == "eliminated"
    play(p, "advance matt-1 1609")
    assert p.units["matt-1"] == "1609"
