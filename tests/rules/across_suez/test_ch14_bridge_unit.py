"""14.2 The bridge unit: its way to Matzmed, and what happens when it moves from there."""

import pytest

from .helpers import (
    OLD,
    REPRINT,
    Y1980,
    case,
    every_edition,
    fight,
    illegal,
    legal,
    old_editions,
    play,
    pos,
    reach,
)

FAR = {"16-1": "1203"}
SUDDEN = ("13.2", "14.2")


def lost(p, edition):
    """Check that Egypt has won because of the bridge."""
    assert p.result is not None
    assert p.result.winner == "egypt"
    assert p.result.case in (SUDDEN if edition == REPRINT else ("14.2",))
    assert p.to_move is None
    assert legal(p) == set()


# --- a placed bridge moves --------------------------------------------------------------------


@every_edition
def test_14_2_moving_the_placed_bridge_loses_the_game(edition):
    p = pos(edition, {"baram-4": "0112", **FAR})
    assert "move baram-4 0211" in legal(p)
    play(p, "move baram-4 0211")
    lost(p, edition)


@every_edition
def test_14_2_on_its_way_the_bridge_moves_freely(edition):
    p = pos(edition, {"baram-4": "0311", **FAR})
    play(p, "move baram-4 0211")
    assert p.result is None
    play(p, *["end"] * 5, "move baram-4 0112")
    assert p.result is None
    play(p, *["end"] * 5)
    assert p.result is None
    play(p, "move baram-4 0211")
    lost(p, edition)


@every_edition
def test_14_2_a_placed_bridge_forced_to_retreat_loses_the_game(edition):
    p = pos(edition, {"baram-4": "0112", "16-2": "0111"}, side="egypt", phase="combat")
    # Two against one in the fort: -2 to -1 counts for 0 to 1 less one column.
    fight(p, "0112", "16-2", roll=1)
    assert p.result is None
    assert legal(p) == {"retreat baram-4 0212"}
    play(p, "retreat baram-4 0212")
    lost(p, edition)


@every_edition
def test_14_2_an_attacking_bridge_that_must_retreat_loses_the_game(edition):
    units = {"baram-4": "0112", "keren-1": "0110", "25-1": "0111"}
    p = pos(edition, units, phase="combat")
    fight(p, "0111", "baram-4", roll=1)
    assert legal(p) == {"retreat baram-4 0212"}
    play(p, "retreat baram-4 0212")
    lost(p, edition)


@every_edition
def test_house_R12_an_advance_off_matzmed_loses_the_game(edition):
    units = {"baram-4": "0112", "keren-1": "0110", "16-2": "0111"}
    p = pos(edition, units, phase="combat")
    fight(p, "0111", "baram-4", "keren-1", roll=1)
    retreats = [action for action in legal(p) if action.startswith("retreat")]
    if retreats:
        play(p, retreats[0])
    assert "advance baram-4 0111" in legal(p)
    play(p, "advance baram-4 0111")
    lost(p, edition)


@every_edition
def test_14_2_a_bridge_not_yet_placed_may_retreat(edition):
    p = pos(edition, {"baram-4": "0211", "16-2": "0210"}, side="egypt", phase="combat")
    fight(p, "0211", "16-2", roll=1)
    assert reach(p, "baram-4", "retreat") == {"0112", "0212", "0312"}
    play(p, "retreat baram-4 0312")
    assert p.result is None


@old_editions
def test_14_2_without_the_bridge_the_game_goes_on_and_is_lost(edition):
    p = pos(edition, {"baram-4": "0112", "25-1": "0211"}, turn=7, side="egypt", phase="combat")
    fight(p, "0112", "25-1", roll=1)
    assert p.units["baram-4"] == "eliminated"
    assert p.result is None
    assert legal(p) == {"advance 25-1 0112", "stay"}
    play(p, "stay", "end")
    assert p.result.winner == "egypt"
    assert p.result.case == "14.0"


@old_editions
def test_house_R8_a_bridge_without_a_retreat_is_eliminated(edition):
    # The same with a turn left: play goes on, bridge or no bridge.
    p = pos(
        edition,
        {"baram-4": "0112", "25-1": "0211", "raviv-1": "1405"},
        side="egypt",
        phase="combat",
    )
    fight(p, "0112", "25-1", roll=1)
    play(p, "advance 25-1 0112", "end")
    assert (p.turn, p.side) == (3, "israel")
    assert p.result is None


def test_house_R8_with_a_retreat_the_game_ends_when_it_is_made():
    p = pos(Y1980, {"baram-4": "0112", "16-2": "0111"}, side="egypt", phase="combat")
    fight(p, "0112", "16-2", roll=1)
    assert p.result is None
    assert p.to_move == "israel"
    play(p, "retreat baram-4 0212")
    assert p.to_move is None


@old_editions
def test_14_2_a_bombarded_bridge_is_no_sudden_end(edition):
    p = pos(edition, {"baram-4": "0112", "25-1": "0211"}, side="egypt", phase="bombardment")
    play(p, "bombard 0112", "roll 1")
    assert p.units["baram-4"] == "eliminated"
    assert p.result is None


# --- its way there ----------------------------------------------------------------------------


@old_editions
@pytest.mark.parametrize(
    ("start", "goal"),
    [("0705", "0604"), ("0705", "0804"), ("0701", "0601"), ("0909", "1010"), ("1708", "1709")],
)
def test_14_2_the_bridge_enters_clear_and_road_hexes_only(edition, start, goal):
    p = pos(edition, {"baram-4": start, **FAR})
    assert goal not in reach(p, "baram-4")
    assert p.movement("baram-4").why_not(goal).case == "14.2"
    illegal(p, f"move baram-4 {goal}", "14.2")
    # Any other unit may.
    other = pos(edition, {"matt-2": start, **FAR})
    assert goal in reach(other, "matt-2")


@every_edition
@pytest.mark.parametrize(
    ("start", "goal"),
    [
        ("0406", "0306"),
        ("0405", "0306"),
        ("0810", "0910"),
        ("0911", "0910"),
        ("0615", "0616"),
        ("0516", "0616"),
        ("0211", "0112"),
        ("0212", "0112"),
        ("0111", "0112"),
    ],
)
def test_14_2_road_hexes_and_matzmed_are_open(edition, start, goal):
    p = pos(edition, {"baram-4": start, **FAR})
    assert goal in reach(p, "baram-4")


@old_editions
def test_14_2_nor_through_other_terrain(edition):
    # 0503 lies six points of sand and one of clear away.
    p = pos(edition, {"baram-4": "0701", **FAR})
    assert reach(p, "baram-4") == set()
    assert p.movement("baram-4").why_not("0503").case == "14.2"
    illegal(p, "move baram-4 0503", "14.2")


def test_reprint_13_2_the_bridge_goes_where_it_likes():
    p = pos(REPRINT, {"baram-4": "0701", **FAR})
    assert p.movement("baram-4").cost("0503") == 7
    assert {"0601", "0702", "0801"} <= reach(p, "baram-4")
    p = pos(REPRINT, {"baram-4": "1708", **FAR})
    assert p.movement("baram-4").cost("1709") == 3


@old_editions
def test_house_R13_the_bridge_is_bound_when_it_enters_too(edition):
    p = pos(edition, {"baram-4": "off", "16-1": "1708"}, turn=3)
    assert p.movement("baram-4").destinations == {"1707": 1}
    p = pos(edition, {"baram-4": "off", "amir-1": "off", "16-1": "1708"}, turn=3)
    assert p.movement("amir-1").destinations == {"1707": 1, "1709": 3}


def test_reprint_13_2_the_bridge_enters_like_any_unit():
    p = pos(REPRINT, {"baram-4": "off", "16-1": "1708"}, turn=3)
    assert p.movement("baram-4").destinations == {"1707": 1, "1709": 3}


@every_edition
def test_house_R13_its_retreats_are_bound(edition):
    # Around 0705 only sand and elevated sand are out of the zone of 16-2.
    p = pos(edition, {"baram-4": "0705", "16-2": "0706"}, side="egypt", phase="combat")
    fight(p, "0705", "16-2", roll=1)
    if edition in OLD:
        assert p.units["baram-4"] == "eliminated"
        assert p.result is None
    else:
        assert reach(p, "baram-4", "retreat") == {"0604", "0704", "0804"}


@every_edition
def test_house_R13_its_advances_are_bound(edition):
    units = {"baram-4": "0705", "keren-1": "0605", "keren-2": "0505", "16-2": "0604"}
    p = pos(edition, units, phase="combat")
    fight(p, "0604", "baram-4", "keren-1", "keren-2", roll=1)
    expected = {"advance keren-1 0604", "advance keren-2 0604", "stay"}
    assert legal(p) == expected | ({"advance baram-4 0604"} if edition == REPRINT else set())
    if edition in OLD:
        illegal(p, "advance baram-4 0604", "14.2", "6.5")


@every_edition
def test_14_2_other_reasons_come_first(edition):
    p = pos(edition, {"baram-4": "0705", "16-2": "0604"})
    illegal(p, "move baram-4 0604", case(edition, "4.3"))
