"""The sergeants' numbers: each known, and those that were learned better than the usual ones."""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.titles.games import title_of
from bridgehead.players import title_players
from bridgehead.players.learned import heuristic_weights
from bridgehead.players.search.agent import Agent, empty_net
from tests.tiers import first

# game, rank and side -> what the learned numbers are worth at least, in points or, in Across Suez,
# in games of a hundred: well less than what they brought where they were learned, against the usual
# sergeant.
BETTER = {
    ("across-suez-1980", "captain", "israel"): 10.0,
    ("across-suez-1995", "captain", "israel"): 10.0,
    ("across-suez-reprint", "captain", "israel"): 10.0,
    ("suez-56", "captain", "anglo_french"): 10.0,  # 17.2 by 200 games
    ("suez-56", "captain", "egypt"): 1.0,  # 2.0 by 200 games
    ("el-arish-67", "captain", "israel"): 10.0,
    # against the usual Israel, by 400 games 5.4; 9.7 against the learned one
    ("el-arish-67", "captain", "egypt"): 2.0,
    # on the present strengths, by 400 games 23.7 ± 1.9 and 64.3 ± 1.7
    ("october-war", "captain", "israel"): 16.0,
    ("october-war", "captain", "arab"): 50.0,
}
GAMES = {"suez-56": 200, "el-arish-67": 200, "october-war": 200}  # 100 in Across Suez
TITLES = ("across-suez-1980", "suez-56", "october-war")


def test_what_is_learned_is_tested() -> None:
    found = {
        (game.id, rank, side)
        for game in bh.games()
        for rank, sides in heuristic_weights.learned(game.id).items()
        for side in sides
    }
    assert found == {*BETTER}


@pytest.mark.plain
@pytest.mark.parametrize("game_id", [game.id for game in bh.games()])
def test_the_sergeant_plays_by_the_usual_numbers_and_who_searches_by_learned_ones(
    game_id: str,
) -> None:
    game: Any = bh.load(game_id)
    learned = heuristic_weights.learned(game_id)
    assert set(learned) <= {heuristic_weights.RANK}
    for number, side in enumerate(game.sides):
        all_known = title_of(game_id).heuristic_weights.usual(game_id, side)
        usual = list(all_known.values())
        assert tuple(all_known) == title_of(game_id).heuristic_weights.NAMES
        assert game.board[0]["weights"][number].tolist() == usual
        own = learned.get(heuristic_weights.RANK, {}).get(side, {})
        assert set(own) <= set(all_known)
        assert all(math.isfinite(value) for value in own.values())
        assert all(value * all_known[name] >= 0 for name, value in own.items())  # the sense
        all_known = {**all_known, **own}
        for rank in title_players.THINKERS:
            board = Agent(game, empty_net(game), rank=rank).board
            searches = rank in heuristic_weights.SEARCHING
            expected = list(all_known.values()) if searches else usual
            assert board[0]["weights"][number].tolist() == expected
    assert all(set(sides) <= set(game.sides) for sides in learned.values())


@pytest.mark.plain
@pytest.mark.parametrize("game_id", TITLES)
def test_a_number_is_read_where_its_name_stands(game_id: str) -> None:
    """The constants stand in a row of their own, for kernels."""
    module = import_module(f"{title_of(game_id).package}.formats.heuristic_weights")
    assert [getattr(module, name.upper()) for name in module.NAMES] == [*range(len(module.NAMES))]


@pytest.mark.skipif(not JIT, reason="whole games take minutes in plain Python")
@pytest.mark.parametrize(("game_id", "rank", "side"), BETTER)
@pytest.mark.slow
def test_learned_numbers_play_better(game_id: str, rank: str, side: str) -> None:
    game: Any = bh.load(game_id)
    number = game.sides.index(side)
    after = game.board.copy()
    after[0]["weights"][number] = list(heuristic_weights.numbers(game_id, side, rank).values())
    gain = mean_worth(game, after) - mean_worth(game, game.board)
    assert gain * (1 if number == 0 else -1) >= BETTER[game_id, rank, side]


@pytest.mark.skipif(not JIT, reason="whole games take minutes in plain Python")
@pytest.mark.parametrize("game_id", TITLES)
def test_a_side_decides_by_its_own_numbers_alone(game_id: str) -> None:
    game: Any = bh.load(game_id)
    kernels: Any = title_players.kernels(game_id)
    sergeant = kernels.KINDS["sergeant"]
    strange = [game.board.copy(), game.board.copy()]  # by the side whose numbers are as they were
    for side in range(2):
        strange[side][0]["weights"][1 - side] *= np.tile([7.0, 0.1, 3.0], 99)[: len(numbers(game))]
    position = game.start()
    dice = np.random.default_rng(3)
    out = np.zeros(game.max_actions, np.int32)
    decided = 0
    while (owner := game.owner(position.arrays[1])) >= 0:
        board, state, work = position.arrays
        codes = position.legal_codes()
        code = int(codes[int(dice.random() * len(codes))])
        if owner < 2:
            code, other = (
                int(kernels.decide(b, state, work, out, np.random.default_rng(5), sergeant))
                for b in (board, strange[owner])
            )
            assert code == other, (decided, game.grammar.decode(code), game.grammar.decode(other))
            decided += 1
        position.push(game.grammar.decode(code))
    assert decided > 50


@pytest.mark.skipif(not JIT, reason="whole games take minutes in plain Python")
@pytest.mark.parametrize("game_id", first(1, TITLES))
def test_games_end_with_any_numbers(game_id: str) -> None:
    game: Any = bh.load(game_id)
    for number in range(len(numbers(game))):
        for factor in (0.1, 10.0):
            board = game.board.copy()
            board[0]["weights"][:, number] *= factor
            state, _, decisions = between_sergeants(game, board, number)
            assert decisions > 50
            assert game.owner(state) < 0


def numbers(game: Any) -> tuple[str, ...]:
    """Return the names of a game's numbers."""
    return tuple(title_of(game.id).heuristic_weights.NAMES)


def mean_worth(game: Any, board: Any) -> float:
    """Return the first side's mean lead between sergeants, or the games of a hundred it won."""
    kernels: Any = title_players.kernels(game.id)
    total, games = 0.0, GAMES.get(game.id, 100)
    for seed in range(games):
        state, work, _ = between_sergeants(game, board, 7, seed)
        lead = kernels.lead(board, state, work)
        won = 100.0 if kernels.outcome(state[0])[0] == 0 else 0.0
        total += won if lead is None else lead
    return total / games


def between_sergeants(game: Any, board: Any, *seed: int) -> tuple[Any, Any, int]:
    """Return a finished game's state and work, and how many decisions were made."""
    kernels: Any = title_players.kernels(game.id)
    sergeant = kernels.KINDS["sergeant"]
    state, work = game.start().arrays[1], np.zeros(1, game.work_type)
    out, random = np.zeros(game.max_actions, np.int32), np.random.default_rng(seed)
    decisions, _ = kernels.play_out(board, state, work, out, random, sergeant, sergeant)
    return state, work, decisions
