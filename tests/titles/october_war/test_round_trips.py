"""At every decision: saved and loaded equal, pushed and popped equal, views and schema."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.words.notation import RESIGN
from tests.tiers import first
from tests.titles.october_war.games import SETTINGS, load, scatter, walk

MOST = 0 if JIT else 45


def looked_at(number: int, position: Any) -> bool:
    """Whether a decision is looked at: plain Python is slow, compiled rules do them all."""
    return JIT or position.step not in ("movement", "fire") or number % 12 == 0


def check(position: Any, code: int, number: int) -> None:
    """See that data, push and pop bring the position back."""
    data = json.loads(json.dumps(position.to_dict()))
    again = position.game.position(data)
    assert again == position
    assert hash(again) == hash(position)
    assert again.to_dict() == position.to_dict()
    if number % 3 == 0:
        assert again.legal_codes().tolist() == position.legal_codes().tolist()
    if code != RESIGN:
        before = position.copy()
        position.push_code(code)
        assert position != before
        position.pop()
        assert position == before


@pytest.mark.parametrize("setting", first(1, SETTINGS))
@pytest.mark.parametrize("seed", range(1))
def test_data_push_and_pop_at_every_decision(setting: str, seed: int) -> None:
    for number, (position, code) in enumerate(walk(setting, seed, most=MOST)):
        if looked_at(number, position):
            check(position, code, number)


@pytest.mark.parametrize("seed", first(1, range(5) if JIT else range(1)))
def test_data_push_and_pop_in_battles(seed: int) -> None:
    start = scatter("fog", seed)
    for number, (position, code) in enumerate(walk("fog", seed, start, 250 if JIT else 40)):
        if looked_at(number, position):
            check(position, code, number)


def test_games_that_were_conceded_keep_their_data() -> None:
    for number, (position, _) in enumerate(walk("fog", 17, most=400 if JIT else 15)):
        if number % 5 == 0 and position.to_move in position.game.sides:
            given_up = position.copy()
            given_up.push("resign")
            assert given_up.result.ending == "resigned"
            assert given_up.result.winner != position.to_move
            assert given_up.game.position(given_up.to_dict()) == given_up


@pytest.mark.slow_for("fog")
@pytest.mark.parametrize("setting", first(1, SETTINGS))
def test_the_published_schema_fits(setting: str) -> None:
    game = load(setting)
    jsonschema.Draft202012Validator.check_schema(game.schema())
    validator = jsonschema.Draft202012Validator(game.schema())
    validator.validate({"game": game.id})
    seen: set[tuple[str, str]] = set()
    for seed in range(4 if JIT else 1):
        start = scatter(setting, seed) if seed else None
        for position, _ in walk(setting, seed, start, MOST or 1500):
            key = (position.step, position.phase)
            if key not in seen:
                seen.add(key)
                validator.validate(position.to_dict())
    assert len(seen) > (25 if JIT else 5)


def test_views_are_data_and_hold_actions_only_for_who_decides() -> None:
    for number, (position, _) in enumerate(walk("fog", 13, most=MOST)):
        if number % 10:
            continue
        for side in (*position.game.sides, None):
            view = position.view(side)
            assert json.loads(json.dumps(view)) == view
            assert ("legal_actions" in view) == (side is not None and position.to_move == side)
            assert view["to_move"] == position.to_move
            assert view["viewer"] == (side or "spectator")


def test_a_view_is_no_position() -> None:
    position = scatter("fog", 1)
    with pytest.raises(Exception, match="view"):
        position.game.position(position.view("israel"))


def test_positions_do_not_share_what_changes() -> None:
    position, code = next(walk("fog", 3))
    twin = position.copy()
    position.push_code(code)
    assert twin != position
    position.pop()
    assert twin == position
    with pytest.raises(IndexError, match="no action"):
        twin.pop()
