"""At every decision: saved and loaded equal, pushed and popped equal, views and schema."""

from __future__ import annotations

import json

import jsonschema
import pytest

from bridgehead.core.kernels.kernel import JIT
from tests.titles.across_suez.games import SETTINGS, scatter, walk


@pytest.mark.slow_for("reprint")
@pytest.mark.parametrize("setting", SETTINGS)
def test_data_push_and_pop_at_every_decision(setting: str) -> None:
    for number, (position, action) in enumerate(walk(setting, seed=11)):
        if not JIT and number % 5 and position.phase == "movement":
            continue  # plain Python is slow; the compiled run looks at every decision
        data = json.loads(json.dumps(position.to_dict()))
        again = position.game.position(data)
        assert again == position
        assert hash(again) == hash(position)
        assert again.to_dict() == position.to_dict()
        assert again.legal_actions() == position.legal_actions()
        if action:
            before = position.copy()
            position.push(action)
            assert position != before
            position.pop()
            assert position == before
            assert position.legal_actions() == before.legal_actions()


@pytest.mark.parametrize("setting", SETTINGS)
def test_crowded_positions_keep_their_data(setting: str) -> None:
    for seed in range(10):
        position = scatter(setting, seed)
        assert position.game.position(position.to_dict()) == position


@pytest.mark.slow_for("1980", "reprint")
@pytest.mark.parametrize("setting", SETTINGS)
def test_the_published_schema_fits(setting: str) -> None:
    position, _ = next(walk(setting, 0))
    game = position.game
    validator = jsonschema.Draft202012Validator(game.schema())
    for number, (position, _) in enumerate(walk(setting, seed=12)):
        if number % 5 == 0 or position.phase == "combat":
            validator.validate(position.to_dict())


@pytest.mark.slow_for("reprint")
@pytest.mark.parametrize("setting", SETTINGS)
def test_views_hold_actions_only_for_the_side_that_decides(setting: str) -> None:
    for position, _ in walk(setting, seed=13):
        for side in ("israel", "egypt", None):
            view = position.view(side)
            assert ("legal_actions" in view) == (side is not None and position.to_move == side)
            assert view["to_move"] == position.to_move


def test_positions_do_not_share_what_changes() -> None:
    position, action = next(walk("1980", 3))
    twin = position.copy()
    position.push(action)
    assert twin != position
    position.pop()
    assert twin == position
    with pytest.raises(IndexError, match="no action"):
        twin.pop()
