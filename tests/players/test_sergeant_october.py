"""The sergeant of October War: never illegal, alike compiled and plain, strong enough."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bridgehead import players
from bridgehead.core.kernel import JIT
from bridgehead.lab.simulate import simulate
from tests.players.games import both_sergeants, play
from tests.tiers import first
from tests.titles.october_war.games import SETTINGS, load, scatter

ROOT = Path(__file__).parent.parent.parent
PHASES = ("movement 1", "combat 1", "movement 2", "combat 2")


# Legal, and the same in both modes


@pytest.mark.skipif(not JIT, reason="whole games take minutes in plain Python")
@pytest.mark.parametrize("setting", SETTINGS)
def test_whole_games_are_legal(setting: str) -> None:
    game = load(setting)
    for seed in range(4):
        position = game.start()
        sides = both_sergeants(game)
        if seed >= 2:
            side = game.sides[seed - 2]
            sides[side] = players.create(game, "recruit", seed)
        play(position, sides, seed)
        assert position.result is not None


@pytest.mark.parametrize("phase", PHASES)
def test_any_position_is_played_legally(phase: str) -> None:
    for seed in range(20 if JIT else 1):
        position = scatter("fog", seed, phase)
        play(position, both_sergeants(position.game), seed, decisions=60 if JIT else 5)


@pytest.mark.plain
@pytest.mark.parametrize("phase", ["movement 1", "combat 2"])
def test_any_position_is_played_legally_in_plain_python_too(phase: str) -> None:
    for seed in range(100, 101 if not JIT else 102):
        position = scatter("fog", seed, phase)
        play(position, both_sergeants(position.game), seed, decisions=5)


@pytest.mark.skipif(not JIT, reason="compares compiled decisions with plain ones")
def test_compiled_and_plain_sergeants_decide_alike() -> None:
    plain = subprocess.run(
        [sys.executable, "-m", "tests.players.test_sergeant_october"],
        env={**os.environ, "BRIDGEHEAD_JIT": "0"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout == openings()


def openings() -> str:
    """The first decisions of a game between sergeants, and of some fights, one a line."""
    game = load("fog")
    lines = play(game.start(), both_sergeants(game), 3, 25)
    for seed in (1, 2):
        lines += play(scatter("fog", seed, "combat 1"), both_sergeants(game), seed, 12)
    return "\n".join(lines) + "\n"


@pytest.mark.skipif(not JIT, reason="whole games take minutes in plain Python")
def test_the_same_dice_give_the_same_game() -> None:
    game = load("fog")
    games = [play(game.start(), both_sergeants(game), 5) for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.plain
def test_the_position_is_left_alone() -> None:
    for seed, phase in enumerate(PHASES):
        position = scatter("fog", seed, phase)
        before = position.to_dict()
        players.create(position.game, "sergeant").choose(position)
        assert position.to_dict() == before


# Sense


@pytest.mark.skipif(not JIT, reason="half a turn takes minutes in plain Python")
def test_the_arabs_cross_the_canal_on_the_first_turn() -> None:
    game = load("fog")
    position = game.start()
    sides = both_sergeants(game)
    taken: list[str] = []
    while not (position.turn == 1 and position.phase == "movement 1"):
        taken += play(position, sides, 1, 1)
    while position.phase == "movement 1":
        taken += play(position, sides, 1, 1)
    assert taken[0] == "deploy"
    assert sum(action.startswith("bridge ") for action in taken) >= 2
    assert sum(control == "arab" for control in position.to_dict()["control"].values()) >= 4


# Strength


@pytest.mark.skipif(not JIT, reason="whole games take minutes in plain Python")
@pytest.mark.parametrize("side", first(1, ["israel", "arab"]))
def test_beats_the_recruit_from_either_side(side: str) -> None:
    game = load("fog")
    others = dict.fromkeys(game.sides, "recruit")
    summary = simulate(game, games=50, seed=11, players={**others, side: "sergeant"})
    assert summary.wins[side] >= 45


if __name__ == "__main__":
    print(openings(), end="")
