"""Hint, terminal, command line, engine and analysis name one win probability for a position."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.analysis.record import ROLLOUTS
from bridgehead.analysis.win_probability import WinProbabilities
from bridgehead.core.titles.games import title_of
from bridgehead.engine.protocol import encode
from bridgehead.engine.serve import Engine
from bridgehead.players.advice.hints import hint
from bridgehead.players.ranks.thinker import STANDARD_LOOKS, Thinker
from bridgehead.terminal.session import make_thinker

TITLES = ("across-suez-1980", "suez-56", "el-arish-67", "october-war")
OPEN = ("across-suez-1980", "el-arish-67")  # nothing is hidden


LOOKS = 12


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure by fewer rollouts than in play, to be quick."""
    for module in (Thinker.__module__, Engine.__module__):
        monkeypatch.setattr(sys.modules[module], "STANDARD_LOOKS", LOOKS)


def played(game_id: str, decisions: int, seed: int = 1) -> Any:
    """Return a position in which a side decides, some decisions from the start."""
    game, draw = bh.load(game_id), random.Random(seed)
    position, player = game.start(), players.create(game, "sergeant", seed)
    while decisions or position.to_move == "dice":
        if position.to_move == "dice":
            position.push(draw.choice(list(position.legal_actions())))
        else:
            position.push(player.choose(position))
            decisions -= 1
    return position


def by_name(position: Any) -> Any:
    """Return whom `bridgehead hint` asks."""
    return players.thinker(position.game, "general@6n", seed=7)


def of_the_page(position: Any) -> Any:
    """Return whom the server asks."""
    return players.thinker(position.game, "general", seconds=0.05)


def of_the_terminal(position: Any) -> Any:
    found = make_thinker(position.game, 3)
    found.limit(0.05)
    return found


ASKED: tuple[Callable[[Any], Any], ...] = (by_name, of_the_page, of_the_terminal)


def named(position: Any) -> set[float]:
    """Return what all who are asked name, a whole hint among them."""
    told = {make(position).win_probability(position) for make in ASKED}
    return told | {hint(position, by_name(position)).win_probability}


def test_an_analysis_measures_by_as_many_rollouts_as_a_hint() -> None:
    assert ROLLOUTS == STANDARD_LOOKS


@pytest.mark.slow_for("el-arish-67", "october-war", "suez-56")
@pytest.mark.parametrize("game_id", TITLES)
def test_hints_and_analysis_name_the_same(game_id: str) -> None:
    position = played(game_id, 40)
    (told,) = named(position)
    found = WinProbabilities(by_name(position), LOOKS).chance(position)
    analysed = found.value if position.to_move == position.game.sides[0] else 1 - found.value
    if position.game.id not in title_of(game_id).hiding:
        assert told == analysed
    else:  # an analysis knows what is hidden from the side that asks
        assert abs(told - analysed) < 4 * found.error + 0.02


@pytest.mark.parametrize("game_id", OPEN)
def test_an_engine_names_the_same(game_id: str) -> None:
    position = played(game_id, 40)
    (told,) = named(position)
    engine = Engine("general@6n")
    request = {"id": 1, "request": "chance", "game": game_id, "start": position.to_dict()}
    answer = engine.answer_line(encode(request).rstrip(b"\n"))
    assert answer["looks"] == LOOKS
    assert answer["chance"][position.to_move] == pytest.approx(told, abs=1e-12)


@pytest.mark.parametrize("game_id", OPEN)
def test_the_best_plan_is_measured_like_the_position_after_it(game_id: str) -> None:
    position = played(game_id, 60)
    thinker = by_name(position)
    found = hint(position, thinker)
    side, after = position.to_move, position.copy()
    for action in found.plan:
        after.push(action)
    value = thinker.measure(after, LOOKS)[0]
    assert found.chance == (value if side == position.game.sides[0] else 1 - value)
