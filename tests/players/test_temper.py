"""The sergeants' numbers: each known, and those that were learned better than the usual ones."""

from __future__ import annotations

import math
import tomllib
from importlib.resources import files
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.across_suez import temper as across_suez
from bridgehead.core.kernel import JIT
from bridgehead.middle_east_battles import temper as middle_east_battles
from bridgehead.players import registry

# game -> where its title keeps learned numbers, and the keys that lead to those of the game
LEARNED = {
    "across-suez-reprint": (across_suez, "data/temper.toml", ("across-suez-reprint",)),
    "suez-56": (middle_east_battles, "data/suez56/temper.toml", ()),
    "el-arish-67": (middle_east_battles, "data/el_arish67/temper.toml", ()),
}
# What the first side's learned numbers are worth at least, in points or, in Across Suez, in games
# of a hundred: well less than what they brought where they were learned.
BETTER = {"across-suez-reprint": 10.0, "suez-56": 6.0, "el-arish-67": 10.0}
GAMES = {"across-suez-reprint": 100, "suez-56": 40, "el-arish-67": 16}


def learned(game_id: str) -> dict[str, dict[str, float]]:
    """Return the learned numbers of a game by side."""
    module, path, keys = LEARNED[game_id]
    package = module.__name__.rpartition(".")[0]
    found: Any = tomllib.loads(files(package).joinpath(path).read_text(encoding="utf-8"))
    for key in keys:
        found = found[key]
    return dict(found)


@pytest.mark.plain
@pytest.mark.parametrize("game_id", LEARNED)
def test_the_numbers_of_a_file_are_those_that_the_sergeant_reads(game_id: str) -> None:
    game: Any = bh.load(game_id)
    usual = LEARNED[game_id][0].usual(game_id)
    sides = learned(game_id)
    assert sides
    assert set(sides) <= set(game.sides)
    for number, side in enumerate(game.sides):
        own = sides.get(side, {})
        assert set(own) <= set(usual)
        assert all(math.isfinite(value) for value in own.values())
        assert all(
            value * usual[name] >= 0 for name, value in own.items()
        )  # none changes its sense
        on_board = dict(zip(usual, game.board[0]["temper"][number].tolist(), strict=True))
        assert on_board == {**usual, **own}


@pytest.mark.plain
@pytest.mark.parametrize("module", [across_suez, middle_east_battles])
def test_a_number_is_read_where_its_name_stands(module: Any) -> None:
    """The constants stand in a row of their own, for kernels."""
    assert [getattr(module, name.upper()) for name in module.NAMES] == [*range(len(module.NAMES))]


@pytest.mark.plain
@pytest.mark.parametrize("game_id", ["across-suez-1980", "across-suez-1995"])
def test_the_first_editions_play_by_the_usual_numbers(game_id: str) -> None:
    game: Any = bh.load(game_id)
    usual = list(across_suez.USUAL.values())
    assert game.board[0]["temper"].tolist() == [usual, usual]


@pytest.mark.skipif(not JIT, reason="whole games take minutes in plain Python")
@pytest.mark.parametrize("game_id", LEARNED)
def test_learned_numbers_play_better_than_the_usual_ones(game_id: str) -> None:
    game: Any = bh.load(game_id)
    plain = game.board.copy()
    plain[0]["temper"][0] = list(LEARNED[game_id][0].usual(game_id).values())
    gain = mean_worth(game, game.board) - mean_worth(game, plain)
    assert gain >= BETTER[game_id]


def mean_worth(game: Any, board: Any) -> float:
    """Return the first side's mean lead between sergeants, or the games of a hundred it won."""
    kernels: Any = registry.kernels(game.id)
    sergeant = kernels.KINDS["sergeant"]
    work, out = np.zeros(1, game.work_type), np.zeros(game.max_actions, np.int32)
    total, games = 0.0, GAMES[game.id]
    for seed in range(games):
        state = game.start().arrays[1]
        random = np.random.default_rng([7, seed])
        kernels.play_out(board, state, work, out, random, sergeant, sergeant)
        lead = kernels.lead(board, state, work)
        won = 100.0 if kernels.outcome(state[0])[0] == 0 else 0.0
        total += won if lead is None else lead
    return total / games
