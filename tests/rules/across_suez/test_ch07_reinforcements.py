"""7.0 Reinforcements."""

import pytest

from .helpers import (
    EDITIONS,
    case,
    custom,
    every_edition,
    fight,
    game,
    illegal,
    legal,
    night,
    play,
    pos,
    reach,
    verb,
)

SCHEDULE = [
    *((f"amir-{n}", "israel", 2, "1708") for n in (1, 2, 3, 4)),
    *((f"baram-{n}", "israel", 3, "1708") for n in (1, 2, 3, 4)),
    *((f"keren-{n}", "israel", 5, "1708") for n in (1, 2, 3)),
    *((f"23-{n}", "egypt", 2, "0401") for n in (1, 2, 3)),
    ("23-4", "egypt", 2, "1301"),
    *((f"25-{n}", "egypt", 5, "0921") for n in (1, 2, 3, 4)),
]
ENTRY_B = 'B = "1301"'


def entering(p):
    """Return the units that may enter."""
    return {action.split()[1] for action in verb(p, "enter")}


# --- 7.1 --------------------------------------------------------------------------------------


@every_edition
@pytest.mark.parametrize(
    ("unit", "side", "hex_"),
    [
        ("amir-1", "israel", "1708"),
        ("23-1", "egypt", "0401"),
        ("23-4", "egypt", "1301"),
        ("25-1", "egypt", "0921"),
    ],
)
def test_7_1_entering_on_a_road_costs_half_a_point(edition, unit, side, hex_):
    p = pos(edition, {unit: "off"}, turn=5, side=side)
    movement = p.movement(unit)
    assert movement.cost(hex_) == 0.5
    assert movement.path(hex_) == [hex_]
    play(p, f"enter {unit} {hex_}")
    assert p.units[unit] == hex_


@every_edition
@pytest.mark.parametrize(("hex_", "points"), [("1501", 3), ("0701", 1)])
def test_7_1_entering_costs_the_terrain(edition, hex_, points, tmp_path):
    own = custom(tmp_path, edition, {ENTRY_B: f'B = "{hex_}"'})
    p = pos(edition, {"23-4": "off"}, side="egypt", on=own)
    assert p.movement("23-4").cost(hex_) == points


@every_edition
def test_7_1_the_whole_allowance_is_there_on_arrival(edition):
    p = pos(edition, {"amir-1": "off"})
    movement = p.movement("amir-1")
    assert movement.allowance == 12
    assert movement.cost("1607") == 1
    assert movement.cost("1707") == 1.5
    assert movement.cost("1709") == 3.5
    assert max(movement.destinations.values()) == 12
    assert set(movement.destinations) == reach(p, "amir-1", "enter")
    assert set(movement.path("1606")) == {"1708", "1607", "1606"}
    play(p, "enter amir-1 1606")
    assert p.units["amir-1"] == "1606"


@every_edition
def test_7_1_a_unit_that_entered_has_moved(edition):
    p = pos(edition, {"amir-1": "off"})
    play(p, "enter amir-1 1708")
    assert legal(p) == {"end"}
    illegal(p, "move amir-1 1707", case(edition, "4.0"))


@every_edition
@pytest.mark.parametrize("place", ["0303", "across", "eliminated"])
def test_7_1_only_who_waits_off_the_map_enters(edition, place):
    p = pos(edition, {"amir-1": place, "raviv-1": "0402"}, turn=3)
    assert verb(p, "enter") == set()
    illegal(p, "enter amir-1 1708", *(case(edition, rule) for rule in ("4.0", "7.1", "11.3")))


@every_edition
def test_7_1_enemy_zones_stop_arriving_units(edition):
    p = pos(edition, {"amir-1": "off", "16-1": "1506"})
    movement = p.movement("amir-1")
    assert "1507" in movement.destinations
    assert "1606" in movement.destinations
    for hex_ in movement.destinations:
        assert {"1507", "1605", "1606", "1505", "1405", "1406"}.isdisjoint(movement.path(hex_)[:-1])


@every_edition
def test_7_1_arriving_units_fight_in_the_same_turn(edition):
    p = pos(edition, {"amir-1": "off", "16-1": "1607"})
    play(p, "enter amir-1 1708", "end")
    assert legal(p) == {"attack 1607", "end"}
    fight(p, "1607", "amir-1", roll=1)
    assert p.to_move == "egypt"


@every_edition
def test_7_1_arriving_units_may_pass_a_friend_on_the_entry_hex(edition):
    p = pos(edition, {"amir-1": "off", "amir-2": "1708"})
    illegal(p, "enter amir-1 1708", case(edition, "4.4"))
    assert p.movement("amir-1").cost("1607") == 1
    assert p.movement("amir-1").cost("1707") == 1.5


# --- 7.2 --------------------------------------------------------------------------------------


@every_edition
def test_7_2_an_enemy_on_the_entry_hex_diverts_the_arrival(edition):
    p = pos(edition, {"amir-1": "off", "16-1": "1708"})
    movement = p.movement("amir-1")
    # Both neighbors on the edge are in the enemy's zone: the arrival ends there.
    assert movement.destinations == {"1707": 1, "1709": 3}
    assert legal(p) == {"enter amir-1 1707", "enter amir-1 1709", "end"}
    illegal(p, "enter amir-1 1708", case(edition, "4.3"))
    play(p, "enter amir-1 1709")
    assert p.units["amir-1"] == "1709"


@every_edition
def test_7_2_egypt_is_diverted_likewise(edition):
    p = pos(edition, {"23-1": "off", "raviv-1": "0401"}, side="egypt")
    assert p.movement("23-1").destinations == {"0301": 1, "0501": 3}
    p = pos(edition, {"25-1": "off", "raviv-1": "0921"}, side="egypt", turn=5)
    assert p.movement("25-1").destinations == {"0820": 1, "1020": 3}


@every_edition
def test_7_2_no_diversion_while_the_entry_hex_allows_a_move(edition):
    p = pos(edition, {"amir-1": "off", "amir-2": "1708"})
    assert p.movement("amir-1").cost("1707") == 1.5
    assert p.movement("amir-1").path("1707") == ["1708", "1707"]


@every_edition
def test_7_2_one_unit_enters_a_controlled_entry_hex_and_stops(edition):
    p = pos(edition, {"amir-1": "off", "amir-2": "off", "16-1": "1608"})
    assert reach(p, "amir-1", "enter") == {"1708"}
    assert reach(p, "amir-2", "enter") == {"1708"}
    illegal(p, "enter amir-1 1707", case(edition, "4.5"))
    play(p, "enter amir-1 1708")
    # The next one comes in beside it. 1707 is free and leads on, 1709 is controlled.
    movement = p.movement("amir-2")
    assert movement.cost("1707") == 1
    assert movement.path("1707") == ["1707"]
    assert movement.cost("1709") == 3
    assert movement.path("1706") == ["1707", "1706"]
    assert movement.cost("1706") == 2
    assert "1708" not in movement.destinations
    play(p, "enter amir-2 1706")


@every_edition
def test_7_2_only_the_closest_hexes_are_open(edition):
    p = pos(edition, {"amir-1": "off", "amir-2": "1707", "16-1": "1708"})
    assert p.movement("amir-1").destinations == {"1709": 3}
    p = pos(edition, {"amir-1": "off", "amir-2": "1707", "amir-3": "1709", "16-1": "1708"})
    movement = p.movement("amir-1")
    assert movement.path("1706") == ["1706"]
    assert movement.cost("1706") == 1
    assert movement.path("1710") == ["1710"]
    assert movement.cost("1710") == 3
    assert {"1707", "1708", "1709"}.isdisjoint(movement.destinations)
    assert "1705" in movement.destinations
    assert movement.path("1705")[0] == "1706"


@every_edition
def test_ruling_15_equal_distances_are_the_owners_choice(edition):
    for hex_ in ("1707", "1709"):
        p = pos(edition, {"amir-1": "off", "16-1": "1708"})
        play(p, f"enter amir-1 {hex_}")
        assert p.units["amir-1"] == hex_


@every_edition
def test_ruling_15_diverted_to_edge_hexes_only(edition):
    # 1607 and 1608 are as near as 1707 and 1709, but inside the map.
    p = pos(edition, {"amir-1": "off", "16-1": "1708"})
    assert {"1607", "1608"}.isdisjoint(reach(p, "amir-1", "enter"))


@every_edition
def test_ruling_15_the_road_rate_where_a_road_leaves_the_map(edition, tmp_path):
    own = custom(tmp_path, edition, {'1606 1607 1708",': '1606 1607 1708", "1707 1606",'})
    p = pos(edition, {"amir-1": "off", "16-1": "1708"}, on=own)
    assert p.movement("amir-1").destinations == {"1707": 0.5, "1709": 3}


@every_edition
def test_house_R5_a_friend_on_the_diverted_hex_may_be_passed(edition):
    # 1707 is held by a friend outside every enemy zone, so that one may go on from there.
    p = pos(edition, {"amir-1": "off", "reshef-1": "1708", "amir-3": "1707", "16-1": "1608"})
    movement = p.movement("amir-1")
    assert "1707" not in movement.destinations
    assert movement.path("1706") == ["1707", "1706"]
    assert movement.cost("1706") == 2
    assert movement.cost("1709") == 3


@every_edition
def test_house_R5_a_crossing_counts_as_a_move_through_the_entry_hex(edition):
    # Wherever it might go, a unit with a way to Matzmed needs no diversion.
    p = pos(edition, {"amir-1": "off", "amir-2": "1708"})
    assert "cross amir-1" in legal(p)
    assert p.movement("amir-1").crossing == 12


# --- 7.3 --------------------------------------------------------------------------------------


@every_edition
@pytest.mark.parametrize("turn", [2, 3, 4, 5, 6, 7])
def test_7_3_reinforcements_may_be_held_back(edition, turn):
    p = pos(edition, {"amir-1": "off", "23-1": "off"}, turn=turn)
    assert entering(p) == {"amir-1"}
    play(p, "end", "end")
    assert p.units["amir-1"] == "off"
    assert entering(p) == {"23-1"}
    play(p, "enter 23-1 0401")


@every_edition
def test_7_3_part_of_them_may_be_held_back(edition):
    p = pos(edition, {"amir-1": "off", "amir-2": "off", "16-1": "0101"})
    play(p, "enter amir-1 1606", *["end"] * 5)
    assert p.turn == 3
    assert p.units["amir-2"] == "off"
    play(p, "enter amir-2 1708")


@every_edition
def test_ruling_14_a_held_back_unit_pays_the_same(edition):
    p = pos(edition, {"amir-1": "off"}, turn=4)
    assert p.movement("amir-1").allowance == night(edition, 12)
    assert p.movement("amir-1").cost("1708") == 0.5


# --- 7.4 --------------------------------------------------------------------------------------


@every_edition
@pytest.mark.parametrize(("unit", "side", "turn", "hex_"), SCHEDULE)
def test_7_4_schedule(edition, unit, side, turn, hex_):
    early = pos(edition, {unit: "off"}, turn=turn - 1, side=side)
    assert legal(early) == {"end"}
    illegal(early, f"enter {unit} {hex_}", case(edition, "7.4"))
    on_time = pos(edition, {unit: "off"}, turn=turn, side=side)
    assert on_time.movement(unit).path(hex_) == [hex_]
    play(on_time, f"enter {unit} {hex_}")
    assert on_time.units[unit] == hex_


@every_edition
def test_7_4_nobody_else_waits_off_the_map(edition):
    units = game(edition).start().units
    assert {unit for unit, hex_ in units.items() if hex_ == "off"} == {row[0] for row in SCHEDULE}
    assert len(units) == 45


def test_ruling_2_the_same_entry_hexes_in_every_edition():
    for edition in EDITIONS:
        for unit, side, turn, hex_ in SCHEDULE:
            assert (
                pos(edition, {unit: "off"}, turn=turn, side=side).movement(unit).cost(hex_) == 0.5
            )
        p = pos(edition, {"23-1": "off", "23-4": "off"}, side="egypt")
        assert p.movement("23-1").path("0407")[0] == "0401"
        assert p.movement("23-4").path("1305")[0] == "1301"


@every_edition
def test_7_4_units_of_the_other_side_do_not_enter(edition):
    p = pos(edition, {"amir-1": "off", "23-1": "off"})
    illegal(p, "enter 23-1 0401", case(edition, "4.0"))
    p = pos(edition, {"amir-1": "off", "23-1": "off"}, side="egypt")
    illegal(p, "enter amir-1 1708", case(edition, "4.0"))
