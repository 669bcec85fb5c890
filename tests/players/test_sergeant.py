"""The sergeant: never illegal, the same compiled and plain, and strong enough."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.kernels.kernel import JIT
from bridgehead.lab.simulate import simulate
from tests.players.games import both_sergeants, play
from tests.players.opponents import RoadBlocker, StandingStill
from tests.tiers import first
from tests.titles.across_suez.games import SETTINGS, load, scatter

ROOT = Path(__file__).parent.parent.parent
EDITIONS = ("across-suez-1980", "across-suez-reprint")  # 1995 plays as 1980


# Legal, and the same in both modes


@pytest.mark.parametrize("setting", SETTINGS)
def test_whole_games_are_legal(setting: str) -> None:
    game = load(setting)
    sides = both_sergeants(game)
    for seed in range(6):
        position = game.start()
        play(position, sides, seed)
        assert position.result is not None


@pytest.mark.slow_for("reprint")
@pytest.mark.parametrize("setting", SETTINGS)
def test_any_position_is_played_legally(setting: str) -> None:
    for seed in range(80):
        position = scatter(setting, seed)
        play(position, both_sergeants(position.game), seed, decisions=60)


@pytest.mark.slow_for("1980")
@pytest.mark.plain
@pytest.mark.parametrize("setting", ["1980", "reprint with all options"])
def test_any_position_is_played_legally_in_plain_python_too(setting: str) -> None:
    for seed in range(100, 106):
        position = scatter(setting, seed)
        play(position, both_sergeants(position.game), seed, decisions=12)


@pytest.mark.slow
@pytest.mark.skipif(not JIT, reason="compares compiled decisions with plain ones")
def test_compiled_and_plain_sergeants_decide_alike() -> None:
    plain = subprocess.run(
        [sys.executable, "-m", "tests.players.test_sergeant"],
        env={**os.environ, "BRIDGEHEAD_JIT": "0"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout == opening()


def opening() -> str:
    """The first decisions of a game between sergeants, one a line."""
    game = load("reprint with all options")
    return "\n".join(play(game.start(), both_sergeants(game), 3, decisions=110)) + "\n"


@pytest.mark.plain
def test_the_position_is_left_alone() -> None:
    position = scatter("reprint", 4)
    before = position.to_dict()
    players.create(position.game, "sergeant").choose(position)
    assert position.to_dict() == before


# Sense


def test_egypt_cuts_a_line_that_it_can_cut_in_its_last_move() -> None:
    game = bh.load("across-suez-1980")
    units = {"baram-4": "0112", "14-21-1": "0907"}
    units |= dict.fromkeys(("amir-1", "amir-2", "amir-3", "baram-1", "baram-2", "sharon"), "across")
    position = game.position({"game": game.id, "turn": 7, "side": "egypt", "units": units})
    assert position.line_of_communication() is not None
    play(position, both_sergeants(game), 1)
    assert position.result is not None
    assert position.result.winner == "egypt"


def test_israel_crosses_when_it_is_called_for() -> None:
    game = bh.load("across-suez-1980")
    units = {"baram-4": "0112", "sharon": "0211", "amir-1": "0311"}
    units |= dict.fromkeys(("amir-2", "amir-3", "baram-1", "baram-2"), "across")
    position = game.position({"game": game.id, "turn": 7, "units": units})
    play(position, both_sergeants(game), 1)
    assert position.result is not None
    assert position.result.winner == "israel"


def test_the_placed_bridge_is_never_moved_by_its_owner() -> None:
    for setting in ("1980", "reprint"):
        game = load(setting)
        for seed in range(10):
            position = game.start()
            sides = both_sergeants(game)
            sides["egypt"] = players.create(game, "recruit", seed)
            for action in play(position, sides, seed):
                assert action.split()[:2] != ["advance", "baram-4"]
            assert position.result is not None
            assert position.result.ending != "bridge_moved"


# Strength


@pytest.mark.slow_for("egypt-across-suez-reprint", "israel-across-suez-reprint")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("side", ["israel", "egypt"])
def test_beats_the_recruit_from_either_side(edition: str, side: str) -> None:
    others = {"israel": "recruit", "egypt": "recruit"}
    summary = simulate(bh.load(edition), games=100, seed=11, players={**others, side: "sergeant"})
    assert summary.wins[side] >= 97


def wins_of_israel(edition: str, opponent: type[StandingStill], games: int) -> int:
    game = bh.load(edition)
    sides = {"israel": players.create(game, "sergeant"), "egypt": opponent(game)}
    wins = 0
    for seed in range(games):
        position = game.start()
        play(position, sides, seed)
        assert position.result is not None
        wins += position.result.winner == "israel"
    return wins


@pytest.mark.slow_for("across-suez-reprint-StandingStill")
@pytest.mark.parametrize("opponent", first(1, [StandingStill, RoadBlocker]))
@pytest.mark.parametrize("edition", EDITIONS)
def test_beats_an_egypt_without_a_plan(edition: str, opponent: type[StandingStill]) -> None:
    assert wins_of_israel(edition, opponent, 100) >= 80


if __name__ == "__main__":
    print(opening(), end="")
