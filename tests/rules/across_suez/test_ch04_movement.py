"""4.0 The movement of units."""

import pytest

from .helpers import case, every_edition, illegal, play, pos, reach, verb

# One unit, and what a step costs it: start, goal, cost in points, enemies that bar the detours.
STEPS = [
    pytest.param("0302", "0402", 1, {}, id="clear"),
    pytest.param("0111", "0112", 1, {}, id="bar-lev"),
    pytest.param("0516", "0616", 1, {}, id="bar-lev-lakekan"),
    pytest.param("0501", "0601", 3, {}, id="sand"),
    pytest.param("0705", "0604", 3, {}, id="sand-from-clear"),
    pytest.param("0604", "0705", 1, {}, id="clear-from-sand"),
    pytest.param("0204", "0205", 3, {}, id="elevated-sand"),
    pytest.param("0909", "0910", 3, {"16-1": "0709", "16-2": "1010"}, id="chinese-farm"),
    pytest.param("1605", "1606", 0.5, {}, id="road-clear"),
    pytest.param("0406", "0306", 0.5, {}, id="road-elevated-sand"),
    pytest.param("0810", "0910", 0.5, {}, id="road-chinese-farm"),
    pytest.param("0211", "0112", 0.5, {}, id="road-bar-lev"),
    pytest.param("1203", "1303", 2, {}, id="trail-sand"),
    pytest.param("1004", "1104", 2, {}, id="trail-elevated-sand"),
    pytest.param("0805", "0905", 2, {}, id="trail-across-ridge"),
    pytest.param("0507", "0606", 1, {}, id="trail-clear-pays-the-hex"),
    pytest.param("1105", "1104", 5, {}, id="ridge-up-to-elevated-sand"),
    pytest.param("1104", "1105", 5, {}, id="ridge-down-to-sand"),
    pytest.param("1609", "1509", 3, {"16-1": "1607"}, id="ridge-down-to-clear"),
    pytest.param("1509", "1609", 5, {"16-1": "1607"}, id="ridge-and-elevated-sand"),
]


@every_edition
def test_4_0_each_unit_moves_once(edition):
    p = pos(edition, {"reshef-1": "0210", "reshef-2": "0308", "16-1": "1203"})
    play(p, "move reshef-1 0209")
    assert reach(p, "reshef-1") == set()
    illegal(p, "move reshef-1 0208", case(edition, "4.0"))
    assert p.units["reshef-1"] == "0209"
    assert "0307" in reach(p, "reshef-2")
    play(p, "move reshef-2 0307")
    assert list(p.legal_actions()) == ["end"]


@every_edition
def test_4_0_units_move_again_in_the_next_turn(edition):
    p = pos(edition, {"reshef-1": "0210", "16-1": "1203"})
    play(p, "move reshef-1 0209", *["end"] * 5)
    assert (p.turn, p.side) == (3, "israel")
    play(p, "move reshef-1 0208")


@every_edition
def test_4_0_each_player_moves_only_his_own_units(edition):
    units = {"reshef-1": "0210", "16-1": "1203"}
    p = pos(edition, units)
    assert reach(p, "16-1") == set()
    illegal(p, "move 16-1 1202", case(edition, "4.0"))
    p = pos(edition, units, side="egypt")
    assert reach(p, "reshef-1") == set()
    illegal(p, "move reshef-1 0209", case(edition, "4.0"))
    play(p, "move 16-1 1202")


@every_edition
def test_4_0_as_many_or_as_few_units_as_one_likes(edition):
    p = pos(edition, {"reshef-1": "0210", "reshef-2": "0308", "16-1": "1203"})
    assert "end" in p.legal_actions()
    play(p, "move reshef-2 0309")
    assert "end" in p.legal_actions()
    assert "0209" in reach(p, "reshef-1")
    play(p, "move reshef-1 0308")
    assert p.units["reshef-1"] == "0308"


@every_edition
def test_4_0_a_unit_does_not_move_to_where_it_stands(edition):
    p = pos(edition, {"reshef-1": "0210", "16-1": "1203"})
    illegal(p, "move reshef-1 0210", case(edition, "4.0"))


@every_edition
def test_4_0_an_eliminated_unit_does_not_move(edition):
    p = pos(edition, {"reshef-1": "0210", "16-1": "1203"})
    illegal(p, "move reshef-2 0309", case(edition, "4.0"))
    illegal(p, "enter amir-1 1708", case(edition, "4.0"), case(edition, "7.4"))


@every_edition
@pytest.mark.parametrize(
    ("unit", "side", "points"),
    [
        ("reshef-1", "israel", 8),
        ("amir-4", "israel", 10),
        ("matt-2", "israel", 12),
        ("sharon", "israel", 18),
        ("baram-4", "israel", 8),
        ("16-1", "egypt", 8),
        ("16-4", "egypt", 10),
    ],
)
def test_4_1_allowance_is_the_printed_one(edition, unit, side, points):
    p = pos(edition, {unit: "0210"}, side=side)
    movement = p.movement(unit)
    assert movement.allowance == points
    assert max(movement.destinations.values()) == points
    assert set(movement.destinations) == reach(p, unit)


@every_edition
def test_4_1_never_more_than_the_allowance(edition):
    p = pos(edition, {"reshef-1": "0110"})
    movement = p.movement("reshef-1")
    assert movement.cost("0102") == 8
    assert "0102" in reach(p, "reshef-1")
    assert "0101" not in movement.destinations
    assert movement.why_not("0101").case == case(edition, "4.1")
    illegal(p, "move reshef-1 0101", case(edition, "4.1"))
    p = pos(edition, {"16-4": "0110"}, side="egypt")
    assert p.movement("16-4").cost("0101") == 8.5
    play(p, "move 16-4 0101")


@every_edition
def test_4_1_unused_points_are_not_kept_for_the_next_turn(edition):
    p = pos(edition, {"reshef-1": "0110", "16-1": "1203"})
    play(p, *["end"] * 5)
    assert p.turn == 3
    assert p.movement("reshef-1").allowance == 8
    illegal(p, "move reshef-1 0101", case(edition, "4.1"))


@every_edition
def test_4_1_units_may_move_less_than_their_allowance(edition):
    p = pos(edition, {"sharon": "0110"})
    assert {"0109", "0111", "0209", "0210"} <= reach(p, "sharon")


@every_edition
@pytest.mark.parametrize(("start", "goal", "points", "enemies"), STEPS)
def test_4_2_cost_of_a_step(edition, start, goal, points, enemies):
    p = pos(edition, {"matt-2": start, **enemies})
    movement = p.movement("matt-2")
    assert movement.cost(goal) == points
    assert movement.path(goal) == [start, goal]
    play(p, f"move matt-2 {goal}")
    assert p.units["matt-2"] == goal


@every_edition
def test_4_2_the_cheapest_way_is_taken(edition):
    p = pos(edition, {"matt-2": "0909"})
    movement = p.movement("matt-2")
    assert movement.cost("0910") == 1.5
    assert movement.path("0910") in (["0909", "0810", "0910"], ["0909", "1009", "0910"])


@every_edition
def test_4_2_a_road_helps_only_through_a_road_hexside(edition):
    # The road leads into 0306 from 0305 and 0406 alone; 0205 is beside it, off the road.
    movement = pos(edition, {"matt-2": "0205"}).movement("matt-2")
    assert movement.cost("0306") == 3
    assert movement.path("0306") == ["0205", "0306"]
    # Across the ridge from 0307, where the detours by the road are barred.
    p = pos(edition, {"matt-2": "0307", "16-1": "0106", "16-2": "0405"})
    assert p.movement("matt-2").cost("0306") == 5


@every_edition
def test_4_2_road_and_other_movement_combine(edition):
    p = pos(edition, {"reshef-1": "0609"})
    movement = p.movement("reshef-1")
    assert movement.cost("0610") == 1
    assert movement.cost("0710") == 1
    assert movement.cost("0810") == 1.5
    assert movement.cost("0811") == 2.5


@every_edition
def test_4_2_amir_3_across_the_ridge_example(edition):
    p = pos(edition, {"amir-3": "1509", "16-1": "1607"})
    assert p.movement("amir-3").path("1609") == ["1509", "1609"]
    assert p.movement("amir-3").cost("1609") == 5


@every_edition
def test_4_2_matt_1_along_the_road_example(edition):
    assert pos(edition, {"matt-1": "0305"}).movement("matt-1").cost("0306") == 0.5
    assert pos(edition, {"matt-1": "0406"}).movement("matt-1").cost("0306") == 0.5
    p = pos(edition, {"matt-1": "0405", "16-1": "0307"})
    assert p.movement("matt-1").cost("0306") == 3


@every_edition
def test_4_2_a_unit_without_the_points_does_not_enter(edition):
    p = pos(edition, {"reshef-1": "0501"})
    movement = p.movement("reshef-1")
    assert movement.cost("0702") == 6
    assert movement.why_not("0803").case == case(edition, "4.1")
    illegal(p, "move reshef-1 0803", case(edition, "4.1"))


@every_edition
@pytest.mark.parametrize(
    ("start", "goal"),
    [("0112", "0113"), ("0616", "0517"), ("0718", "0618"), ("0212", "0213"), ("0412", "0413")],
)
def test_4_2_lake_and_swamp_are_closed(edition, start, goal):
    p = pos(edition, {"matt-2": start})
    assert goal not in reach(p, "matt-2")
    assert p.movement("matt-2").why_not(goal).case == case(edition, "4.2")
    illegal(p, f"move matt-2 {goal}", case(edition, "4.2"))


@every_edition
@pytest.mark.parametrize(
    ("mover", "other", "side"), [("matt-2", "16-1", "israel"), ("16-1", "reshef-1", "egypt")]
)
def test_4_3_never_into_an_enemy_hex(edition, mover, other, side):
    p = pos(edition, {mover: "0302", other: "0304"}, side=side)
    assert "0303" in reach(p, mover)
    assert "0304" not in reach(p, mover)
    assert p.movement(mover).why_not("0304").case == case(edition, "4.3")
    illegal(p, f"move {mover} 0304", case(edition, "4.3"))


@every_edition
def test_4_3_never_through_an_enemy_hex(edition):
    # The corner 0101 has two ways out; even without enemy zones both would be barred.
    p = pos(edition, {"matt-2": "0101", "16-1": "0102", "16-2": "0201"})
    assert reach(p, "matt-2") == set()
    assert p.movement("matt-2").why_not("0301").case == case(edition, "4.3")
    illegal(p, "move matt-2 0301", case(edition, "4.3"))


@every_edition
@pytest.mark.parametrize(
    ("mover", "friend", "side"), [("matt-2", "erez-1", "israel"), ("16-1", "16-2", "egypt")]
)
def test_4_4_never_end_on_a_friend(edition, mover, friend, side):
    p = pos(edition, {mover: "0302", friend: "0303"}, side=side)
    assert "0303" not in reach(p, mover)
    assert p.movement(mover).why_not("0303").case == case(edition, "4.4")
    illegal(p, f"move {mover} 0303", case(edition, "4.4"))


@every_edition
def test_4_4_moving_through_friends(edition):
    p = pos(edition, {"matt-2": "0101", "erez-1": "0102", "erez-2": "0201"})
    assert {"0103", "0202", "0301", "0302"} <= reach(p, "matt-2")
    assert p.movement("matt-2").cost("0103") == 2
    assert {"0102", "0201"}.isdisjoint(reach(p, "matt-2"))


@every_edition
def test_4_4_a_hex_is_free_again_once_the_friend_has_left(edition):
    p = pos(edition, {"matt-2": "0302", "erez-1": "0303"})
    play(p, "move erez-1 0305")
    play(p, "move matt-2 0303")


@every_edition
@pytest.mark.parametrize(
    ("mover", "enemies", "side"),
    [
        ("reshef-1", {"16-1": "0104", "16-2": "0303"}, "israel"),
        ("16-1", {"matt-1": "0104", "matt-2": "0303"}, "egypt"),
    ],
)
def test_4_5_must_stop_in_enemy_zoc(edition, mover, enemies, side):
    # Controlled: 0103, 0202, 0302, 0402, 0403 and more to the south; the way on leads around.
    p = pos(edition, {mover: "0101", **enemies}, side=side)
    expected = {
        "0102": 1,
        "0103": 2,
        "0201": 1,
        "0202": 2,
        "0301": 2,
        "0302": 2,
        "0401": 3,
        "0402": 4,
        "0403": 8,
        "0501": 6,
        "0502": 6,
        "0503": 7,
        "0504": 8,
        "0603": 8,
    }
    assert p.movement(mover).destinations == expected
    assert reach(p, mover) == set(expected)
    for beyond in ("0203", "0105", "0404"):
        assert p.movement(mover).why_not(beyond).case == case(edition, "4.5")
        illegal(p, f"move {mover} {beyond}", case(edition, "4.5"))


@every_edition
def test_4_5_all_six_hexes_around_a_unit_are_controlled(edition):
    ring = {"0507", "0607", "0608", "0509", "0408", "0407"}
    p = pos(edition, {"sharon": "0210", "16-1": "0508"})
    movement = p.movement("sharon")
    assert ring <= set(movement.destinations)
    for goal in movement.destinations:
        assert ring.isdisjoint(movement.path(goal)[1:-1])


@every_edition
@pytest.mark.parametrize(
    ("mover", "enemies", "side"),
    [
        ("reshef-1", {"16-1": "0103", "16-2": "0302"}, "israel"),
        ("16-1", {"matt-1": "0103", "matt-2": "0302"}, "egypt"),
    ],
)
def test_4_5_a_unit_that_starts_in_a_zone(edition, mover, enemies, side):
    # From 0102 only 0101 is free of enemy zones; 0201 may be entered from there, and ends the move.
    p = pos(edition, {mover: "0102", **enemies}, side=side)
    assert p.movement(mover).destinations == {"0101": 1, "0201": 2}
    assert p.movement(mover).path("0201") == ["0102", "0101", "0201"]
    for goal in ("0202", "0301", "0104"):
        illegal(p, f"move {mover} {goal}", case(edition, "4.5"))


@every_edition
def test_4_5_a_corner_in_enemy_hands(edition):
    # 0101 and 0201, its only other neighbor, are both controlled from 0102.
    p = pos(edition, {"matt-2": "0101", "16-1": "0102"})
    assert reach(p, "matt-2") == set()
    illegal(p, "move matt-2 0201", case(edition, "4.5"))


@every_edition
def test_4_5_not_straight_from_one_controlled_hex_to_another(edition):
    p = pos(edition, {"matt-2": "0507", "16-1": "0508"})
    movement = p.movement("matt-2")
    # 0407 and 0607 touch both 0507 and 0508: entered by way of a free hex only.
    assert movement.cost("0407") == 1.5
    assert movement.path("0407") == ["0507", "0406", "0407"]
    assert movement.cost("0607") == 2
    assert movement.path("0607") == ["0507", "0606", "0607"]
    p = pos(edition, {"matt-2": "0507", "16-1": "0508", "16-2": "0506"})
    assert verb(p, "move") == set()
    illegal(p, "move matt-2 0407", case(edition, "4.5"))
