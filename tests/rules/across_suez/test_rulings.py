"""Rulings that no single case holds. The others stand with the case they settle.

`test_ruling_N_…` is ruling N of the title, `test_ruling_reprint_N_…` one on the reprint's optional
rules, `test_house_RN_…` one of our own.
"""

import itertools

import pytest

from .helpers import (
    OLD,
    REPRINT,
    Y1980,
    case,
    custom,
    every_edition,
    fight,
    illegal,
    legal,
    play,
    pos,
    reach,
    verb,
)

ENTRY_B = 'B = "1301"'


def entry_cost(edition, tmp_path, hex_, *roads):
    """Return what entering costs where the entry B is `hex_` and these roads are added."""
    changes = {ENTRY_B: f'B = "{hex_}"'}
    if roads:
        last = '"1301 1302 1402 1403 1504 1505 1605 1606 1607 1708",'
        changes[last] = " ".join([last, *(f'"{road}",' for road in roads)])
    own = custom(tmp_path, edition, changes)
    return pos(edition, {"23-4": "off"}, side="egypt", on=own).movement("23-4").cost(hex_)


@every_edition
def test_ruling_5_a_whole_move_is_one_action(edition):
    p = pos(edition, {"matt-2": "0606", "16-1": "1203"})
    path = p.movement("matt-2").path("0909")
    assert len(path) > 3
    play(p, "move matt-2 0909")
    assert p.units["matt-2"] == "0909"
    assert legal(p) == {"end"}


@every_edition
def test_ruling_5_the_cheapest_legal_way(edition):
    p = pos(edition, {"matt-2": "0101"})
    movement = p.movement("matt-2")
    for goal, cost in movement.destinations.items():
        path = movement.path(goal)
        assert path[0] == "0101"
        assert path[-1] == goal
        # Never dearer than by way of a hex that has been reached, and one step more.
        assert movement.destinations.get(path[-2], 0) < cost


@every_edition
def test_ruling_6_the_road_rate_alone(edition, tmp_path):
    # A ridge laid across the road between two hexes of elevated sand adds nothing on the road.
    own = custom(tmp_path, edition, {"0306/0307 0205/0206": "0306/0307 0305/0306 0205/0206"})
    p = pos(edition, {"matt-2": "0305"}, on=own)
    assert p.movement("matt-2").cost("0306") == 0.5


@every_edition
def test_ruling_6_the_trail_rate_alone(edition):
    p = pos(edition, {"matt-2": "0805"})
    assert p.movement("matt-2").cost("0905") == 2


@every_edition
def test_ruling_6_the_ordinary_cost_where_it_is_less(edition):
    for start, goal in (("0507", "0606"), ("0612", "0712"), ("0112", "0212")):
        assert pos(edition, {"matt-2": start}).movement("matt-2").cost(goal) == 1


@every_edition
def test_ruling_7_a_move_onto_another_unit_is_refused(edition):
    p = pos(edition, {"matt-2": "0302", "erez-1": "0402", "16-1": "0203"})
    illegal(p, "move matt-2 0402", case(edition, "4.4"))
    illegal(p, "move matt-2 0203", case(edition, "4.3"))
    assert p.units["erez-1"] == "0402"


@every_edition
def test_ruling_8_entering_a_controlled_hex_ends_the_move(edition):
    p = pos(edition, {"matt-2": "0303", "16-1": "0508"})
    movement = p.movement("matt-2")
    zone = {"0507", "0607", "0608", "0509", "0408", "0407"}
    assert zone <= set(movement.destinations)
    assert all(zone.isdisjoint(movement.path(goal)[:-1]) for goal in movement.destinations)


@every_edition
def test_ruling_8_not_straight_to_another_controlled_hex(edition):
    p = pos(edition, {"matt-2": "0507", "16-1": "0508"})
    assert p.movement("matt-2").path("0607") == ["0507", "0606", "0607"]


@every_edition
def test_ruling_14_the_entry_hex_is_paid(edition):
    for unit, side, hex_ in (
        ("23-1", "egypt", "0401"),
        ("23-4", "egypt", "1301"),
        ("amir-1", "israel", "1708"),
        ("25-1", "egypt", "0921"),
    ):
        p = pos(edition, {unit: "off"}, turn=6, side=side)
        assert p.movement(unit).cost(hex_) == 0.5


@every_edition
def test_ruling_20_no_advance_after_a_bombardment(edition):
    p = pos(edition, {"raviv-1": "0507", "25-1": "0508"}, side="egypt", phase="bombardment")
    play(p, "bombard 0507", "roll 1")
    assert verb(p, "advance") == set()
    assert "stay" not in legal(p)


def test_ruling_reprint_4_a_unit_from_the_air_does_nothing_else():
    units = {"i-35": "off", "raviv-1": "0303", "16-1": "0506", "16-2": "1203"}
    p = pos(REPRINT, units, turn=5, options=["airborne_operations"])
    assert "0303" not in reach(p, "i-35", "land")
    assert "0505" not in reach(p, "i-35", "land")
    play(p, "land i-35 0504")
    assert {action.split()[1] for action in legal(p) - {"end"}} == {"raviv-1"}
    play(p, "end")
    assert legal(p) == {"end"}
    # It defends like any unit.
    play(p, "end", "move 16-1 0505", "end", "end")
    fight(p, "0504", "16-1", roll=1)
    assert p.to_move == "israel"


# --- our own ----------------------------------------------------------------------------------


@every_edition
@pytest.mark.parametrize(("hex_", "points"), [("1301", 0.5), ("0820", 1), ("1201", 1)])
def test_house_R1_a_road_leaves_where_it_ends(edition, hex_, points, tmp_path):
    assert entry_cost(edition, tmp_path, hex_) == points


@every_edition
def test_house_R1_a_road_of_ones_own_leaves_too(edition, tmp_path):
    assert entry_cost(edition, tmp_path, "1201", "1201 1202 1302") == 0.5
    assert entry_cost(edition, tmp_path, "1201", "1302 1202 1201") == 0.5


@every_edition
def test_house_R1_no_road_leaves_over_the_canal(edition, tmp_path):
    assert entry_cost(edition, tmp_path, "0112") == 1


@every_edition
def test_house_R2_a_lake_hex_is_a_hex_of_the_map(edition):
    # 0819 lies on the lake, not on the edge; the next edge hex is 1121, and that is sand.
    units = {"25-1": "off", "25-2": "0820", "25-3": "1020", "raviv-1": "0921"}
    p = pos(edition, units, turn=5, side="egypt")
    movement = p.movement("25-1")
    assert movement.path("1121") == ["1121"]
    assert movement.cost("1121") == 3
    assert all(movement.path(goal)[0] == "1121" for goal in movement.destinations)


@every_edition
def test_house_R2_distance_counts_hexes_not_points(edition):
    # 0501 is sand and three points, 0301 clear and one: both are next to 0401.
    p = pos(edition, {"23-1": "off", "raviv-1": "0401"}, side="egypt")
    assert p.movement("23-1").destinations == {"0301": 1, "0501": 3}


@every_edition
def test_house_R10_who_can_be_attacked(edition):
    units = {"raviv-1": "0507", "25-1": "0508", "raviv-2": "0908", "25-2": "0909", "25-3": "1203"}
    for fought, attacked in itertools.product(([], ["raviv-1"]), ([], ["25-2"])):
        p = pos(edition, units, phase="combat", fought=fought, attacked=attacked)
        expected = {"end"}
        expected |= set() if fought else {"attack 0508"}
        expected |= set() if attacked else {"attack 0909"}
        assert legal(p) == expected


@every_edition
def test_house_R14_night_allowance_in_half_points(edition):
    for unit, printed in (("reshef-1", 8), ("amir-4", 10), ("matt-2", 12), ("sharon", 18)):
        allowance = pos(edition, {unit: "0210"}, turn=4).movement(unit).allowance
        assert allowance * 2 == (2 * printed - 4 if edition in OLD else printed)


@every_edition
def test_4_0_a_position_says_who_has_moved(edition):
    units = {"raviv-1": "0507", "raviv-2": "0303", "16-1": "1203"}
    p = pos(edition, units, moved=["raviv-1"])
    assert {action.split()[1] for action in verb(p, "move")} == {"raviv-2"}
    illegal(p, "move raviv-1 0506", case(edition, "4.0"))


@every_edition
def test_5_4_a_position_says_who_was_attacked(edition):
    units = {"raviv-1": "0507", "25-1": "0508"}
    p = pos(edition, units, phase="combat", attacked=["25-1"])
    assert legal(p) == {"end"}
    illegal(p, "attack 0508", case(edition, "5.4"))


def test_house_R11_advances_are_offered_to_who_stands_beside():
    # The loser's neighbours take part or they do not advance; the winner stays in reach.
    units = {"erez-2": "0507", "erez-3": "0607", "25-1": "0508", "25-2": "0408"}
    p = pos(Y1980, units, phase="combat")
    fight(p, "0508", "erez-2", "erez-3", roll=4)
    play(p, "retreat erez-2 0506", "retreat erez-3 0707")
    assert legal(p) == {"advance 25-1 0507", "advance 25-1 0607", "stay"}
