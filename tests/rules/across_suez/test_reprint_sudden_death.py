"""The reprint's 7.3 and 14.2: equal losses, and the game that ends with the bridge unit."""

import pytest

from .helpers import REPRINT, declare, fight, legal, play, pos

FAR = {"16-1": "1203", "raviv-1": "1405"}


def lost(p):
    """Check that Egypt has won at once."""
    assert p.result is not None
    assert p.result.winner == "egypt"
    assert p.result.case in {"13.2", "14.2"}
    assert p.phase == "over"
    assert p.to_move is None
    assert legal(p) == set()


@pytest.mark.parametrize("place", ["0112", "0508", "1708"])
def test_reprint_14_2_bombarded(place):
    near = {"0112": "0211", "0508": "0507", "1708": "1607"}[place]
    p = pos(REPRINT, {"baram-4": place, "25-1": near}, side="egypt", phase="bombardment")
    play(p, f"bombard {place}", "roll 1")
    assert p.units["baram-4"] == "eliminated"
    lost(p)


def test_reprint_14_2_a_bombardment_that_misses_is_nothing():
    p = pos(REPRINT, {"baram-4": "0112", "25-1": "0211"}, side="egypt", phase="bombardment")
    play(p, "bombard 0112", "roll 2")
    assert p.result is None


def test_reprint_14_2_eliminated_in_defense():
    units = {"baram-4": "0508", "25-1": "0507", "25-2": "0607", **FAR}
    p = pos(REPRINT, units, side="egypt", phase="combat")
    fight(p, "0508", "25-1", "25-2", roll=1)
    assert p.units["baram-4"] == "eliminated"
    lost(p)


def test_reprint_14_2_eliminated_for_want_of_a_retreat():
    p = pos(REPRINT, {"baram-4": "0112", "25-1": "0211"}, side="egypt", phase="combat")
    fight(p, "0112", "25-1", roll=1)
    assert p.units["baram-4"] == "eliminated"
    lost(p)


def test_reprint_14_2_eliminated_attacking():
    p = pos(REPRINT, {"baram-4": "0507", "25-1": "0508", **FAR}, phase="combat")
    fight(p, "0508", "baram-4", roll=6)
    assert p.units["baram-4"] == "eliminated"
    lost(p)


def test_reprint_14_2_given_up_as_a_loss():
    units = {"baram-4": "0507", "matt-1": "0607", "16-2": "0508", **FAR}
    p = pos(REPRINT, units, phase="combat")
    fight(p, "0508", "baram-4", "matt-1", roll=5)
    assert legal(p) == {"lose matt-1", "lose baram-4"}
    q = play(p.copy(), "lose matt-1")
    assert q.result is None
    play(p, "lose baram-4")
    lost(p)


def test_reprint_14_2_eliminated_in_the_exchange_that_kills_it():
    # Egypt's exchange: the bridge unit is the defender.
    units = {"baram-4": "0508", "14-21-1": "0507", **FAR}
    p = pos(REPRINT, units, side="egypt", phase="combat")
    fight(p, "0508", "14-21-1", roll=5)
    assert p.units["baram-4"] == "eliminated"
    lost(p)


def test_reprint_14_2_a_retreat_before_it_is_placed_is_nothing():
    p = pos(REPRINT, {"baram-4": "0508", "16-2": "0507", **FAR}, side="egypt", phase="combat")
    fight(p, "0508", "16-2", roll=1)
    play(p, "retreat baram-4 0509")
    assert p.result is None


def test_reprint_14_2_israel_has_no_sudden_death():
    box = dict.fromkeys(["matt-1", "matt-2", "matt-3", "erez-1", "erez-2", "erez-3"], "across")
    p = pos(REPRINT, {**box, "baram-4": "0112", "16-1": "0508", "raviv-1": "0507"}, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    assert p.result is None
    p = pos(REPRINT, {**box, "baram-4": "0112", "raviv-1": "0507"}, phase="combat")
    play(p, "end", "end", "end", "end")
    assert p.result is None
    assert p.turn == 3


def test_reprint_14_2_undone_the_game_goes_on():
    p = pos(REPRINT, {"baram-4": "0112", **FAR})
    p.push("move baram-4 0211")
    lost(p)
    p.pop()
    assert p.result is None
    assert p.to_move == "israel"


def test_reprint_7_3_at_least_the_defenders_strength():
    # Two are due; the only unit at hand is worth five.
    p = pos(REPRINT, {"keren-1": "0507", "16-2": "0508"}, phase="combat")
    fight(p, "0508", "keren-1", roll=5)
    assert legal(p) == {"lose keren-1"}


def test_reprint_7_3_no_exact_change_is_asked_for():
    # Two are due and a two is at hand: the three will do as well.
    units = {"erez-2": "0507", "erez-3": "0607", "16-2": "0508"}
    p = pos(REPRINT, units, phase="combat")
    fight(p, "0508", "erez-2", "erez-3", roll=5)
    assert legal(p) == {"lose erez-2", "lose erez-3"}
    play(p, "lose erez-2")
    assert legal(p) == {"advance erez-3 0508", "stay"}


def test_reprint_7_3_printed_strength_pays_at_night():
    # Commandos count double in the attack, and for what is printed when they are lost.
    units = {"ha-1": "0507", "ha-2": "0607", "erez-3": "0407", "16-2": "0508"}
    p = pos(REPRINT, units, turn=4, phase="combat", options=["commandos"])
    odds = p.odds("0508", ["ha-1", "ha-2", "erez-3"])
    assert (odds.attack, odds.defense) == (6, 2)
    declare(p, "0508", "ha-1", "ha-2", "erez-3")
    play(p, "roll 6")
    assert legal(p) == {"lose erez-3", "lose ha-1", "lose ha-2"}
    play(p, "lose ha-1")
    assert legal(p) == {"lose erez-3", "lose ha-2"}
    play(p, "lose ha-2")
    assert legal(p) == {"advance erez-3 0508", "stay"}
