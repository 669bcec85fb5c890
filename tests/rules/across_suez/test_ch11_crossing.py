"""11.0 Crossing the canal."""

import pytest

from .helpers import (
    REPRINT,
    case,
    every_edition,
    fight,
    illegal,
    legal,
    night,
    play,
    pos,
    reach,
    verb,
)

NEAR = {"raviv-1": "0211", "raviv-2": "0212", "matt-2": "0111"}
FAR = {"16-1": "1203"}


def crossing(p):
    """Return the units that may cross."""
    return {action.split()[1] for action in verb(p, "cross")}


# --- 11.0 -------------------------------------------------------------------------------------


@every_edition
def test_11_0_out_by_matzmed_into_the_box(edition):
    p = pos(edition, {"raviv-1": "0112", **FAR})
    assert crossing(p) == {"raviv-1"}
    play(p, "cross raviv-1")
    assert p.units["raviv-1"] == "across"


@every_edition
def test_11_0_only_by_matzmed(edition):
    # The other strongpoint, the canal bank and the lake shore lead nowhere.
    for hex_ in ("0616", "0101", "0516"):
        p = pos(edition, {"reshef-1": hex_, **FAR})
        assert p.movement("reshef-1").crossing is None
        assert crossing(p) == set()
        illegal(p, "cross reshef-1", case(edition, "4.1"), case(edition, "11.1"))


@every_edition
def test_11_0_going_to_matzmed_and_over_is_one_action(edition):
    p = pos(edition, {"raviv-1": "0211", "reshef-1": "0110", **FAR})
    assert p.movement("raviv-1").crossing == 3.5
    assert p.movement("reshef-1").crossing == 5
    play(p, "cross raviv-1", "cross reshef-1")
    assert p.units["raviv-1"] == p.units["reshef-1"] == "across"


@every_edition
def test_11_0_egyptians_do_not_cross(edition):
    p = pos(edition, {"25-1": "0112", "raviv-1": "1405"}, side="egypt")
    assert crossing(p) == set()
    illegal(p, "cross 25-1", case(edition, "11.0"))


@every_edition
def test_11_0_a_unit_that_has_moved_does_not_cross(edition):
    p = pos(edition, {"raviv-1": "0211", **FAR})
    play(p, "move raviv-1 0112")
    assert crossing(p) == set()
    illegal(p, "cross raviv-1", case(edition, "4.0"))


@every_edition
def test_ruling_11_the_bridge_unit_does_not_cross(edition):
    for hex_ in ("0211", "0112"):
        p = pos(edition, {"baram-4": hex_, **FAR})
        assert crossing(p) == set()
        illegal(p, "cross baram-4", case(edition, "11.0 bridge unit"))


@every_edition
def test_ruling_1_matzmed_is_0112(edition):
    assert crossing(pos(edition, {"raviv-1": "0112"})) == {"raviv-1"}
    assert pos(edition, {"raviv-1": "0312"}).movement("raviv-1").crossing == 4.5


# --- 11.1 -------------------------------------------------------------------------------------


@every_edition
@pytest.mark.parametrize(("hex_", "points"), [("0615", 8), ("0616", None), ("0107", 8)])
def test_11_1_the_ferry_costs_three_points(edition, hex_, points):
    p = pos(edition, {"reshef-1": hex_, **FAR})
    assert p.movement("reshef-1").crossing == points
    if points is None:
        illegal(p, "cross reshef-1", case(edition, "11.1"), case(edition, "4.1"))
    else:
        play(p, "cross reshef-1")


@every_edition
def test_11_1_three_points_at_matzmed_itself(edition):
    p = pos(edition, {"reshef-1": "0112", **FAR})
    assert p.movement("reshef-1").crossing == 3


@every_edition
def test_11_1_two_units_a_phase(edition):
    p = pos(edition, {**NEAR, **FAR})
    assert crossing(p) == set(NEAR)
    play(p, "cross raviv-2", "cross matt-2")
    assert crossing(p) == set()
    illegal(p, "cross raviv-1", case(edition, "11.1"))
    # In the next turn the ferries are back.
    play(p, *["end"] * 5)
    assert p.turn == 3
    play(p, "cross raviv-1")


@every_edition
def test_11_1_ferries_used_are_remembered_in_a_position(edition):
    assert crossing(pos(edition, NEAR, ferried=1)) == set(NEAR)
    assert crossing(pos(edition, NEAR, ferried=2)) == set()


@every_edition
def test_11_1_not_in_the_first_turn(edition):
    p = pos(edition, {"raviv-1": "0112", **FAR}, turn=1)
    assert crossing(p) == set()
    illegal(p, "cross raviv-1", case(edition, "11.1"))
    assert p.movement("raviv-1").crossing is None
    play(p, *["end"] * 4)
    assert p.turn == 2
    assert crossing(p) == {"raviv-1"}


@every_edition
@pytest.mark.parametrize("turn", [4, 7])
def test_11_1_crossing_at_night(edition, turn):
    p = pos(edition, {"raviv-1": "0211", "reshef-1": "0110", **FAR}, turn=turn)
    assert p.movement("raviv-1").crossing == 3.5
    enough = night(edition, 8) >= 5
    assert crossing(p) == ({"raviv-1", "reshef-1"} if enough else {"raviv-1"})


@every_edition
def test_11_1_enemy_zones_do_not_hinder_the_crossing(edition):
    p = pos(edition, {"raviv-1": "0112", "raviv-2": "0212", "16-1": "0111"})
    assert crossing(p) == {"raviv-1", "raviv-2"}
    assert p.movement("raviv-1").crossing == 3
    assert p.movement("raviv-2").crossing == 4
    play(p, "cross raviv-1", "cross raviv-2")


@every_edition
def test_house_R16_a_friend_on_matzmed_is_passed(edition):
    p = pos(edition, {"raviv-1": "0112", "raviv-2": "0212", "16-1": "0111"})
    assert "0112" not in reach(p, "raviv-2")
    play(p, "cross raviv-2")


@every_edition
def test_house_R16_an_enemy_on_matzmed_bars_the_crossing(edition):
    p = pos(edition, {"raviv-1": "0212", "16-1": "0112"})
    assert crossing(p) == set()
    assert p.movement("raviv-1").crossing is None
    illegal(p, "cross raviv-1", case(edition, "4.3"))


@every_edition
def test_house_R16_from_zone_to_zone_it_takes_a_detour(edition):
    # 0211 and 0112 are both in the zone of 16-1; 0212 is not.
    p = pos(edition, {"raviv-1": "0211", "16-1": "0111"})
    assert p.movement("raviv-1").crossing == 5
    p = pos(edition, {"raviv-1": "0211", "16-1": "0111", "16-2": "0212"})
    assert crossing(p) == set()
    illegal(p, "cross raviv-1", case(edition, "4.5"))


@every_edition
def test_ruling_11_arriving_units_may_cross_in_the_same_move(edition):
    p = pos(edition, {"amir-1": "off", "amir-4": "off"})
    movement = p.movement("amir-1")
    assert movement.cost("0112") == 9
    assert movement.crossing == 12
    assert p.movement("amir-4").crossing is None
    play(p, "cross amir-1")
    assert p.units["amir-1"] == "across"


@every_edition
def test_ruling_line_of_play_every_edition_must_allow(edition):
    # Artillery Road and Tirtur: 17 road steps.
    movement = pos(edition, {"amir-1": "1708"}).movement("amir-1")
    assert movement.cost("0112") == 8.5
    assert "0910" in movement.path("0112")
    # With the farm in enemy hands the way round by Akavish and Lexicon is longer than that.
    held = pos(edition, {"amir-1": "1708", "16-4": "0910"}).movement("amir-1")
    assert held.why_not("0112") is not None or held.cost("0112") > 8.5
    p = pos(edition, {"amir-1": "off"})
    play(p, "cross amir-1")


# --- 11.2 -------------------------------------------------------------------------------------


@every_edition
def test_11_2_the_bridge_costs_one_point(edition):
    p = pos(edition, {"baram-4": "0112", **NEAR, "reshef-1": "0105", **FAR})
    assert p.movement("raviv-1").crossing == 1.5
    assert p.movement("raviv-2").crossing == 2
    assert p.movement("reshef-1").crossing == 8


@every_edition
def test_11_2_any_number_of_units_by_the_bridge(edition):
    units = {**NEAR, "erez-1": "0311", "erez-2": "0210", "erez-3": "0110"}
    p = pos(edition, {"baram-4": "0112", **units, **FAR})
    assert crossing(p) == set(units)
    play(p, *(f"cross {unit}" for unit in units))
    assert {p.units[unit] for unit in units} == {"across"}


@every_edition
def test_11_2_not_in_the_phase_in_which_the_bridge_arrives(edition):
    p = pos(
        edition, {"baram-4": "0211", "raviv-1": "0210", "raviv-2": "0212", **FAR, "matt-2": "0111"}
    )
    play(p, "move baram-4 0112")
    assert p.movement("raviv-2").crossing == 4
    play(p, "cross raviv-2", "cross raviv-1")
    illegal(p, "cross matt-2", case(edition, "11.1"), case(edition, "11.2"))
    play(p, *["end"] * 5)
    assert p.turn == 3
    assert p.movement("matt-2").crossing == 2
    play(p, "cross matt-2")


@every_edition
def test_11_2_a_position_may_say_that_the_bridge_has_just_come(edition):
    units = {"baram-4": "0112", "raviv-1": "0211", **FAR}
    assert pos(edition, units, bridge_open=False).movement("raviv-1").crossing == 3.5
    assert pos(edition, units, bridge_open=True).movement("raviv-1").crossing == 1.5
    assert pos(edition, units).movement("raviv-1").crossing == 1.5


@every_edition
def test_11_2_bridge_crossings_do_not_use_up_ferries(edition):
    p = pos(edition, {"baram-4": "0112", **NEAR}, ferried=2)
    assert crossing(p) == set(NEAR)


@every_edition
def test_ruling_12_passing_through_does_not_place_the_bridge(edition):
    # 0211 is in an enemy zone: the way from 0212 to 0111 leads through 0112.
    p = pos(edition, {"baram-4": "0212", "raviv-1": "0110", "16-1": "0311"})
    assert p.movement("baram-4").path("0111") == ["0212", "0112", "0111"]
    play(p, "move baram-4 0111")
    assert p.result is None
    play(p, *["end"] * 5)
    assert p.turn == 3
    assert p.movement("raviv-1").crossing == 5
    play(p, "move baram-4 0109")
    assert p.result is None


@every_edition
def test_ruling_12_a_retreat_places_the_bridge_too(edition):
    p = pos(
        edition,
        {"baram-4": "0111", "16-2": "0110", "raviv-1": "0212"},
        side="egypt",
        phase="combat",
    )
    fight(p, "0111", "16-2", roll=1)
    play(p, "retreat baram-4 0112", "stay", "end")
    assert (p.turn, p.side) == (3, "israel")
    assert p.movement("raviv-1").crossing == 2
    play(p, "move baram-4 0211")
    assert p.result.winner == "egypt"


@every_edition
def test_ruling_12_an_advance_places_the_bridge_too(edition):
    p = pos(edition, {"baram-4": "0111", "keren-1": "0211", "16-2": "0112", **FAR}, phase="combat")
    fight(p, "0112", "baram-4", "keren-1", roll=1)
    assert p.units["16-2"] == "eliminated"
    play(p, "advance baram-4 0112", *["end"] * 4)
    assert p.turn == 3
    assert p.movement("keren-1").crossing == 1.5


# --- 11.3 to 11.6 -----------------------------------------------------------------------------


@every_edition
def test_11_3_no_way_back(edition):
    p = pos(edition, {"raviv-1": "across", "raviv-2": "0211", **FAR})
    for action in ("move raviv-1 0112", "enter raviv-1 1708", "cross raviv-1"):
        illegal(p, action, case(edition, "11.3"))
    assert {action.split()[1] for action in legal(p) - {"end"}} == {"raviv-2"}


@every_edition
def test_11_3_no_part_in_combat(edition):
    p = pos(edition, {"raviv-1": "across", "raviv-2": "0211", "16-1": "0112"}, phase="combat")
    play(p, "attack 0112")
    assert legal(p) == {"with raviv-2"}
    illegal(p, "with raviv-1", case(edition, "11.3"), case(edition, "5.0"))
    p = pos(edition, {"raviv-1": "across", "16-1": "0112"}, phase="combat")
    assert legal(p) == {"end"}


@every_edition
@pytest.mark.parametrize("across", range(4))
def test_11_4_each_unit_across_brings_one_more_supported_attack(edition, across):
    box = ["matt-1", "matt-2", "matt-3"][:across]
    units = dict.fromkeys(box, "across")
    fights = [
        ("raviv-1", "0507", "25-1", "0508"),
        ("raviv-2", "0908", "25-2", "0909"),
        ("erez-1", "1107", "25-3", "1108"),
        ("erez-2", "0303", "14-21-1", "0304"),
    ]
    for unit, hex_, enemy, target in fights:
        units |= {unit: hex_, enemy: target}
    p = pos(edition, units, phase="combat")
    for number, (unit, _, _, target) in enumerate(fights):
        play(p, f"attack {target}", f"with {unit}")
        if number < across + 1:
            assert legal(p) == {"support", "fire"}
            play(p, "support")
        else:
            assert legal(p) == {"fire"}
            illegal(p, "support", case(edition, "13.4"))
        play(p, "fire", "roll 1")
        play(p, min(verb(p, "retreat")), "stay")


@every_edition
@pytest.mark.parametrize("across", [0, 5, 6, 7])
def test_11_5_six_units_across(edition, across):
    box = ["matt-1", "matt-2", "matt-3", "erez-1", "erez-2", "erez-3", "sharon"][:across]
    units = {**dict.fromkeys(box, "across"), "baram-4": "0112"}
    p = pos(edition, units, turn=7, side="egypt", phase="combat")
    play(p, "end")
    assert p.result.winner == ("israel" if across >= 6 else "egypt")


@every_edition
def test_11_6_no_crossing_in_the_combat_phase(edition):
    p = pos(edition, {"raviv-1": "0112", **FAR}, phase="combat")
    assert crossing(p) == set()
    illegal(p, "cross raviv-1", case(edition, "11.6"))


@pytest.mark.parametrize(("attacker", "safe"), [("0211", set()), ("0111", {"0212"})])
def test_reprint_13_1_units_do_not_retreat_across_the_canal(attacker, safe):
    p = pos(REPRINT, {"raviv-1": "0112", "25-1": attacker}, side="egypt", phase="combat")
    fight(p, "0112", "25-1", roll=1)
    assert p.units["raviv-1"] == ("0112" if safe else "eliminated")
    assert reach(p, "raviv-1", "retreat") == safe
