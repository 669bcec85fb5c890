"""The rules: a test for each case, named after it, and whole games.

python -m pytest PATH/skeleton/tests
"""
# ruff: noqa: D103

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.titles import own_games

own_games.add_folder(Path(__file__).parents[1])
ID = "skeleton"


def position(**fields: Any) -> Any:
    return bh.load(ID).position({"game": ID, **fields})


def refusal(found: Any, text: str) -> tuple[str, str]:
    error = found.why_not(text)
    return error.case, error.reason


def test_1_1_all_units_begin_on_the_map() -> None:
    start: Any = bh.load(ID).start()
    assert start.to_move == "blue"
    assert start.units == {"blue-1": "0101", "blue-2": "0103", "red-1": "0501", "red-2": "0503"}


def test_2_1_a_side_moves_its_own_units() -> None:
    assert refusal(position(), "move red-1 0401") == ("2.1", "red-1 is not yours to move")


def test_2_2_a_unit_moves_once() -> None:
    start = position()
    start.push("move blue-1 0201")
    assert refusal(start, "move blue-1 0101") == ("2.2", "blue-1 has moved in this turn")


def test_2_3_a_move_leads_to_the_next_hex() -> None:
    assert refusal(position(), "move blue-1 0301") == ("2.3", "0301 is not next to blue-1")


def test_2_4_no_unit_enters_the_lake() -> None:
    assert refusal(position(), "move blue-2 0203")[0] == "2.4"


def test_2_5_one_unit_to_a_hex() -> None:
    near = position(units={"blue-1": "0302", "red-1": "0301"})
    assert refusal(near, "move blue-1 0301") == ("2.5", "there is a unit in 0301 already")


@pytest.mark.parametrize(("turn", "face", "over"), [(1, 1, True), (1, 2, False), (6, 6, True)])
def test_3_1_and_3_2_the_game_ends_with_the_last_turn_or_a_storm(
    turn: int, face: int, over: bool
) -> None:
    found = position(turn=turn, side="red", phase="weather")
    found.push(f"roll {face}")
    assert (found.result is not None) == over


@pytest.mark.parametrize(("unit", "winner"), [("blue-1", "blue"), ("red-2", "red")])
def test_3_3_who_holds_the_hill_has_won(unit: str, winner: str) -> None:
    found = position(turn=6, side="red", phase="weather", units={unit: "0302"})
    found.push("roll 3")
    assert (found.result.winner, found.result.ending) == (winner, "hill")


def test_3_4_a_side_may_resign() -> None:
    found = position()
    found.push("resign")
    assert (found.result.winner, found.result.ending) == ("red", "resigned")


@pytest.mark.parametrize("seed", range(5))
def test_random_games_end_and_every_position_can_be_saved(seed: int) -> None:
    game, draw = bh.load(ID), random.Random(seed)
    found: Any = game.start()
    while found.to_move is not None:
        text = draw.choice(list(found.legal_actions()))
        assert found.describe(text)
        found.push(text)
        assert game.position(json.loads(json.dumps(found.to_dict()))) == found
        twin = found.copy()
        twin.work[0]["holder"][:] = 0
        twin.game.refresh(twin._state, twin.work)
        assert (twin.work[0]["holder"] == found.work[0]["holder"]).all()
    assert found.result.winner in (*game.sides, "draw")
