"""Simulation: the same whatever the number of processes, legal, and counted right."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.lab.matches import Recipe, Task, play, random_of, split
from bridgehead.lab.simulate import simulate
from tests.lab import compiled_only, many
from tests.processes import anybody_left
from tests.titles.across_suez.games import SETTINGS, load
from tests.waiting import wait_until

ROOT = Path(__file__).parent.parent.parent


def all_but_seconds(summary: Any) -> dict[str, Any]:
    found: dict[str, Any] = summary.to_dict()
    assert found.pop("seconds") > 0
    return found


def python_recruit(game: bh.Game, seed: int) -> players.Player:
    """A player without a kernel: its games are played through the API."""
    return players.create(game, "recruit", seed)


@pytest.mark.parametrize("setting", SETTINGS)
def test_counts_add_up(setting: str) -> None:
    game = load(setting)
    found = simulate(game, games=many(40), seed=3).to_dict()
    assert list(found) == [
        "game", "options", "games", "seed", "players", "wins", "endings", "turns", "decisions",
        "rolls", "seconds",
    ]  # fmt: skip
    assert found["game"] == game.id
    assert found["options"] == list(game.options)
    assert found["players"] == {"israel": "recruit", "egypt": "recruit"}
    assert set(found["wins"]) == {"israel", "egypt", "draw"}
    assert (
        sum(found["wins"].values()) == sum(found["endings"].values()) == found["games"] == many(40)
    )
    assert many(40) <= found["turns"] <= many(40) * 7
    assert found["decisions"] > found["rolls"] > 0


def test_depends_on_the_seed_alone() -> None:
    game = bh.load("across-suez-1980")
    first = all_but_seconds(simulate(game, many(30), seed=5))
    assert all_but_seconds(simulate(game, many(30), seed=5)) == first
    assert all_but_seconds(simulate(game, many(30), seed=6)) != first


@pytest.mark.slow
@compiled_only
def test_processes_do_not_change_the_result() -> None:
    game = bh.load("across-suez-reprint", commandos=True)
    seen: list[int] = []
    one = simulate(game, 30, seed=5)
    two = simulate(game, 30, seed=5, processes=2, progress=seen.append)
    assert all_but_seconds(one) == all_but_seconds(two)
    assert seen[-1] == 30
    assert seen == sorted(seen)


@compiled_only
def test_game_i_depends_on_seed_and_i_alone() -> None:
    recipe = Recipe.of(bh.load("across-suez-1980"))
    for who in (("recruit", "sergeant"), (python_recruit, "recruit")):
        whole = play(Task(recipe, who, 9, 0, 6))
        parts = [play(Task(recipe, who, 9, first, 2)) for first in (0, 2, 4)]
        assert whole.winners == [winner for part in parts for winner in part.winners]
        assert whole.decisions == sum(part.decisions for part in parts)
        assert whole.turns == sum(part.turns for part in parts)


def test_a_task_is_split_without_loss() -> None:
    task = Task(Recipe.of(bh.load("across-suez-1980")), ("recruit", "recruit"), 1, 5, 1234)
    pieces = split(task, 2)
    games = [i for piece in pieces for i in range(piece.first, piece.first + piece.count)]
    assert games == list(range(5, 1239))


def test_a_map_of_ones_own_goes_along_to_other_processes(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(bh.load("across-suez-1980").map.text + "\n# mine\n", encoding="utf-8")
    game = bh.load("across-suez-1980", map=own)
    recipe = pickle.loads(pickle.dumps(Recipe.of(game)))
    assert recipe == Recipe.of(game) != Recipe.of(bh.load("across-suez-1980"))
    assert recipe.data.map.text == game.map.text
    assert len(play(Task(recipe, ("recruit", "recruit"), 1, 0, 2)).winners) == 2


def test_players_of_ones_own() -> None:
    game = bh.load("across-suez-1980")
    mixed = {"israel": python_recruit, "egypt": "recruit"}
    found = simulate(game, 2, seed=5, players=mixed)
    assert found.players == {"israel": "python_recruit", "egypt": "recruit"}
    assert all_but_seconds(found) == all_but_seconds(simulate(game, 2, seed=5, players=mixed))


@compiled_only
def test_by_kernels_and_through_the_api_look_alike() -> None:
    """The same players, once compiled and once through Python, play the same kind of game."""
    game = bh.load("across-suez-1980")
    fast = simulate(game, 60, seed=1)
    slow = simulate(game, 60, seed=1, players=dict.fromkeys(game.sides, python_recruit))
    for count in ("decisions", "rolls"):
        assert getattr(slow, count) == pytest.approx(getattr(fast, count), rel=0.1)
    assert slow.turns == pytest.approx(fast.turns, rel=0.05)


@compiled_only
def test_the_sergeant_plays() -> None:
    game = bh.load("across-suez-1980")
    assert simulate(game, 20, players={"israel": "sergeant"}).wins["israel"] > 10


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ({"games": 0}, "games is 0"),
        ({"games": 1, "processes": 0}, "processes is 0"),
        ({"games": 1, "seed": -1}, "seed is -1"),
        ({"games": 1, "players": {"syria": "recruit"}}, "no side 'syria'"),
        ({"games": 1, "players": {"egypt": "private"}}, "has no player 'private'"),
    ],
)
def test_what_makes_no_sense_is_refused(numbers: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        simulate(bh.load("across-suez-1980"), **numbers)


PLAIN = """
import numpy as np, bridgehead as bh
from bridgehead.lab.matches import Recipe, Task, play
for options in ({}, {"commandos": True, "amphibious_operations": True}):
    game = bh.load("across-suez-reprint" if options else "across-suez-1980", **options)
    outcomes = play(Task(Recipe.of(game), ("recruit", "recruit"), 11, 3, 1))
    print(outcomes.winners, outcomes.turns, outcomes.decisions, outcomes.rolls)
"""


@pytest.mark.slow
@compiled_only
def test_compiled_and_plain_games_are_the_same() -> None:
    told = []
    for jit in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", PLAIN],
            env=os.environ | {"BRIDGEHEAD_JIT": jit},
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(done.stdout)
    assert told[0] == told[1]
    assert len(told[0].splitlines()) == 2


def test_numbers_are_the_same_compiled_and_plain() -> None:
    """NumPy's own promise, which the draws in kernels rely on."""
    assert random_of(1, 2).random() == random_of(1, 2).random()
    assert random_of(1, 2).random() != random_of(1, 3).random()


ENDLESS = """
import signal
import bridgehead as bh
from bridgehead.lab.simulate import simulate
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    game = bh.load("across-suez-1980")
    simulate(game, 10**7, processes=2, progress=lambda done: print(done, flush=True))
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals")
@compiled_only
def test_an_interrupt_ends_it_cleanly(tmp_path: Path) -> None:
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS)
    running = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout is not None
    running.stdout.readline()  # it is at work
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to workers too
    began = time.monotonic()
    _, errors = running.communicate(timeout=30)
    assert time.monotonic() - began < 20
    assert errors.count("KeyboardInterrupt") == 1, errors
    assert running.returncode != 0
    wait_until(lambda: not anybody_left(running.pid))  # helpers of multiprocessing end later
