"""At every decision: saved and loaded equal, pushed and popped equal, views and schema."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from bridgehead.core.kernels.kernel import JIT
from tests.tiers import at_night, first
from tests.titles.middle_east_battles.games import SETTINGS, load, scatter, walk


def looked_at(number: int, position: Any) -> bool:
    """Whether a decision is looked at: plain Python is slow, compiled rules do them all."""
    return JIT or number % 40 == 0 or (position.phase == "combat" and number % 6 == 0)


@pytest.mark.slow_for("0-el arish")
@pytest.mark.parametrize("setting", ["suez", at_night("what if"), "el arish"])
@pytest.mark.parametrize("seed", first(1, range(2) if JIT else range(1)))
def test_data_push_and_pop_at_every_decision(setting: str, seed: int) -> None:
    for number, (position, action) in enumerate(walk(setting, seed)):
        if not looked_at(number, position):
            continue
        data = json.loads(json.dumps(position.to_dict()))
        again = position.game.position(data)
        assert again == position
        assert hash(again) == hash(position)
        assert again.to_dict() == position.to_dict()
        if number % 3 == 0 or not JIT:
            assert again.legal_actions() == position.legal_actions()
        if action:
            before = position.copy()
            position.push(action)
            assert position != before
            position.pop()
            assert position == before
            if number % 3 == 0:
                assert position.legal_actions() == before.legal_actions()


@pytest.mark.parametrize("setting", SETTINGS)
def test_crowded_positions_keep_their_data(setting: str) -> None:
    for seed in range(10 if JIT else 3):
        position = scatter(setting, seed)
        assert position.game.position(position.to_dict()) == position


@pytest.mark.parametrize("setting", SETTINGS)
def test_games_that_were_conceded_keep_their_data(setting: str) -> None:
    for number, (position, _) in enumerate(walk(setting, seed=17)):
        if number % 29 == 0 and position.to_move in position.game.sides:
            given_up = position.copy()
            given_up.push("resign")
            assert given_up.result.ending == "resigned"
            assert given_up.game.position(given_up.to_dict()) == given_up
        if number > (4000 if JIT else 300):
            break


@pytest.mark.slow_for("suez", "el arish")
@pytest.mark.parametrize("setting", SETTINGS)
def test_the_published_schema_fits(setting: str) -> None:
    game = load(setting)
    jsonschema.Draft202012Validator.check_schema(game.schema())
    validator = jsonschema.Draft202012Validator(game.schema())
    validator.validate({"game": game.id})
    seen = set()
    for number, (position, _) in enumerate(walk(setting, seed=12)):
        if number % 40 == 0 or position.step not in seen:
            seen.add(position.step)
            validator.validate(position.to_dict())
        if number > 400 and not JIT:
            break


@pytest.mark.slow_for("suez", "el arish")
@pytest.mark.parametrize("setting", SETTINGS)
def test_views_hold_actions_only_for_the_side_that_decides(setting: str) -> None:
    for number, (position, _) in enumerate(walk(setting, seed=13)):
        if number % 10:
            continue
        for side in (*position.game.sides, None):
            view = position.view(side)
            assert ("legal_actions" in view) == (side is not None and position.to_move == side)
            assert view["to_move"] == position.to_move
        if number > 400 and not JIT:
            break


def test_the_last_turn_is_the_wests_secret() -> None:
    game = load("suez")
    start = {"game": game.id, "turn": 7, "side": "egypt", "phase": "combat"}
    short, long = (game.position({**start, "last_turn": last}) for last in (7, 11))
    assert short != long
    for side in ("egypt", None):
        assert short.view(side) == long.view(side)
    assert short.view("anglo_french")["last_turn"] == 7
    assert short.to_dict()["last_turn"] == 7
    short.push("resign")
    assert short.view("egypt")["last_turn"] == 7, "it is told when the game is over"


@pytest.mark.parametrize("chosen", ["continue 7", "continue 12"])
def test_the_log_does_not_tell_the_last_turn(chosen: str) -> None:
    game = load("suez")
    position = game.position({"game": game.id, "turn": 6, "phase": "end"})
    told = position.describe(chosen)
    assert told == position.describe("continue 9")
    position.push(chosen)
    assert "last_turn" not in position.view("egypt")


def test_what_the_first_units_are_where_nothing_is_said() -> None:
    for setting in SETTINGS:
        game = load(setting)
        position = game.position({"game": game.id})
        assert (position.turn, position.step, position.to_move) == (1, "movement", game.sides[0])
        on_map = {unit for unit, place in position.units.items() if place.isdigit()}
        b = game.board[0]
        assert on_map == {unit for u, unit in enumerate(game.units) if b.setup_group[u]}


def test_duties_are_found_where_a_combat_phase_begins() -> None:
    game = load("suez")
    data = {
        "game": game.id,
        "phase": "combat",
        "airstrikes": {"british-air": 0, "french-air": 0},
        "units": {"1-p": "4211", "4-inf": "4311", "1r-inf": "4811"},
    }
    position = game.position(data)
    assert "bound" not in position.to_dict()
    assert position.legal_actions() == ["attack 4311"]
    freed = game.position({**data, "bound": [], "owed": []})
    assert freed.to_dict()["bound"] == []
    assert "end" in freed.legal_actions()


def test_positions_do_not_share_what_changes() -> None:
    position, action = next(walk("suez", 3))
    twin = position.copy()
    position.push(action)
    assert twin != position
    position.pop()
    assert twin == position
    with pytest.raises(IndexError, match="no action"):
        twin.pop()
