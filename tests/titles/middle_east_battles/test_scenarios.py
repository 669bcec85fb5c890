"""Scenarios of Middle East Battles: what their conditions count, and how they end a game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.titles.games import title_of
from tests.core.test_scenarios import loaded

pytestmark = pytest.mark.plain

SUEZ, EL_ARISH = "suez-56", "el-arish-67"
BRIDGES, PORT_FUAD = "3711", "3108"  # objectives of Suez '56


def last(game: Any, **more: Any) -> Any:
    """Return the position in which Egypt is about to end the last turn."""
    data = {"game": game.id, "turn": 2, "side": "egypt", "phase": "combat"}
    return game.position({**data, **more})


def test_points_ahead_count_the_wests_objectives_before_they_are_scored() -> None:
    text = '[[victory.conditions]]\nside = "anglo_french"\npoints_ahead = 3\n'
    with loaded(text, SUEZ, "anglo_french") as game:
        western = [one["id"] for one in game.counters if one["side"] == "anglo_french"]
        for units in ({}, {western[0]: BRIDGES, western[1]: PORT_FUAD}):
            position = last(game, units=units)
            (goal,) = title_of(game.id).goals(position, None)
            position.push("end")
            points = position.points
            assert goal.have == points["anglo_french"] - points["egypt"]
            assert goal.met == (position.result.winner == "anglo_french")
            assert game.position(position.to_dict()) == position
        assert points["anglo_french"] > 0


def test_nobody_goes_on_after_the_last_turn_of_a_scenario() -> None:
    """Rule 9.2 lets the West go on after the usual last turn."""
    text = '[[victory.conditions]]\nside = "egypt"\nlose_at_most = 15\n'
    with loaded(text, SUEZ, "egypt") as game:
        position = last(game)
        position.push("end")
        assert position.result.winner == "egypt"


def test_a_city_hex_is_held_by_who_entered_it_last() -> None:
    usual: Any = bh.load(SUEZ)
    city = next(hex_ for k, hex_ in enumerate(usual.hexes) if usual.board[0].city[k])
    text = f'[[victory.conditions]]\nside = "egypt"\nhold = ["{city}"]\n'
    with loaded(text, SUEZ, "egypt") as game:
        (goal,) = title_of(game.id).goals(last(game, units={}), None)
        assert goal.met


def test_the_places_of_a_scenario_are_its_objectives() -> None:
    usual: Any = bh.load(EL_ARISH)
    place = next(iter(usual.map.objectives))
    text = f'[[victory.conditions]]\nside = "israel"\nhold = ["{place}"]\n'
    with loaded(text, EL_ARISH) as game:
        marked = np.flatnonzero(game.board[0].objective)
        assert [game.hexes[k] for k in marked] == [place]
        position = last(game)
        position.push("end")
        named = game.place_name(place)
        assert position.result.reason == f"the last turn has ended without “hold {named}”"
