"""A puzzle of the tests: the start of Across Suez, with two plans of sergeants."""

from __future__ import annotations

from typing import Any

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.players.puzzles.puzzle import FORMAT, VERSION

GAME = "across-suez-1980"


@pytest.fixture(scope="session")
def puzzle_data() -> dict[str, Any]:
    game = bh.load(GAME)
    position = game.start()
    plans = {name: plan_of(position, name) for name in ("sergeant", "recruit")}
    assert plans["sergeant"] != plans["recruit"]
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": "0123abcd",
        "game": GAME,
        "options": [],
        "position": position.to_dict(),
        "side": position.to_move,
        "question": "Find the best plan.",
        "themes": ["attack"],
        "degree": "easy",
        "rating": 1200,
        "usual": {"plan": plans["recruit"], "chance": 0.25},
        "plans": [{"plan": plans["sergeant"], "chance": 0.5}],
        "rollouts": 600,
        "source": "",
    }


def plan_of(position: Any, name: str) -> list[str]:
    player = players.create(position.game, name, 1)
    trial, side, plan = position.copy(), position.to_move, []
    while trial.to_move == side:
        plan.append(player.choose(trial))
        trial.push(plan[-1])
    return plan
