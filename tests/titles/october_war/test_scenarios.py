"""Scenarios of October War: what their conditions count, and how they end a game."""

from __future__ import annotations

from typing import Any

import pytest

from bridgehead.core.titles.games import title_of
from bridgehead.titles.october_war.state import PERMANENT
from tests.core.test_scenarios import loaded

pytestmark = pytest.mark.plain

GAME = "october-war"


def ended(game: Any, **more: Any) -> Any:
    """Return the position after the last turn of a game in which nothing has happened."""
    position = game.position({"game": GAME, "turn": 2, "phase": "administration", **more})
    while position.to_move is not None:
        position.push(position.legal_actions()[-1])
    return position


def test_a_point_is_held_by_who_controls_it() -> None:
    text = '[[victory.conditions]]\nside = "arab"\nhold = ["port-said", "el-cap"]\ncount = 1\n'
    with loaded(text, GAME, "arab") as game:
        position = ended(game)
        assert position.result.winner == "arab"
        held = "“hold 1 of Port Said and El Cap”"
        assert position.result.reason == f"the last turn has ended with {held}"
        assert game.position(position.to_dict()) == position


def test_with_conditions_neither_casualties_nor_a_ceasefire_end_the_game() -> None:
    text = '[[victory.conditions]]\nside = "israel"\npoints_ahead = 3\n'
    with loaded(text, GAME) as game:
        data = {"game": GAME, "turn": 1, "phase": "administration", "ceasefire": 1}
        position = game.position(data)
        while position.turn == 1 and position.to_move is not None:
            position.push(position.legal_actions()[-1])
        assert position.result is None
        (goal,) = title_of(GAME).goals(position, None)
        assert (goal.text, goal.have) == ("3 or more victory points ahead", 0.0)
        assert ended(game).result.winner == "arab"


def test_units_that_are_not_in_play_are_shown_nowhere_and_do_not_come_back() -> None:
    text = 'units = ["hq-*", "golani*", "tac-1", "1-armor-div"]\n' + (
        '[[victory.conditions]]\nside = "israel"\npoints_ahead = 3\n'
    )
    with loaded(text, GAME) as game:
        position = game.start()
        in_play = {unit["id"] for unit in game.played}
        assert set(position.units) == set(position.to_dict()["units"]) == in_play
        for side in (*game.sides, None):
            assert set(position.view(side)["units"]) <= in_play
        out = [unit not in in_play for unit in game.units]
        for read in (position.to_dict(), {"game": GAME, "turn": 2}):
            where = game.position(read).state.where[: len(game.units)][out]
            assert set(where.tolist()) == {PERMANENT}
