"""The sergeant of Middle East Battles: never illegal, alike compiled and plain, strong enough."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.kernels.kernel import JIT
from bridgehead.lab.simulate import simulate
from bridgehead.titles.middle_east_battles.formats import heuristic_weights
from bridgehead.titles.middle_east_battles.player.sergeant_common import stake
from bridgehead.titles.middle_east_battles.state import EGYPT, WEST
from tests.players.games import both_sergeants, play
from tests.players.ranks import RANKS
from tests.tiers import at_night
from tests.titles.middle_east_battles.games import SETTINGS, load, scatter

ROOT = Path(__file__).parent.parent.parent
WESTERN = {"suez": "anglo_french", "what if": "anglo_french", "el arish": "israel"}


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


@pytest.mark.parametrize("setting", SETTINGS)
def test_any_position_is_played_legally(setting: str) -> None:
    for seed in range(60 if JIT else 2):
        position = scatter(setting, seed)
        play(position, both_sergeants(position.game), seed, decisions=60 if JIT else 8)


@pytest.mark.slow_for("what if")
@pytest.mark.plain
@pytest.mark.parametrize("setting", ["what if", "el arish"])
def test_any_position_is_played_legally_in_plain_python_too(setting: str) -> None:
    for seed in range(100, 103):
        position = scatter(setting, seed)
        play(position, both_sergeants(position.game), seed, decisions=6)


@pytest.mark.slow
@pytest.mark.skipif(not JIT, reason="compares compiled decisions with plain ones")
def test_compiled_and_plain_sergeants_decide_alike() -> None:
    plain = subprocess.run(
        [sys.executable, "-m", "tests.players.test_sergeant_meb"],
        env={**os.environ, "BRIDGEHEAD_JIT": "0"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout == openings()


def openings() -> str:
    """The first decisions of games between sergeants, one a line."""
    lines = []
    for setting, decisions in (("suez", 25), ("el arish", 5)):
        game = load(setting)
        lines += play(game.start(), both_sergeants(game), 3, decisions)
    return "\n".join(lines) + "\n"


@pytest.mark.slow_for("what if")
@pytest.mark.plain
@pytest.mark.parametrize("setting", SETTINGS)
def test_the_position_is_left_alone(setting: str) -> None:
    for seed in range(4):
        position = scatter(setting, seed)
        if position.to_move in position.game.sides:
            before = position.to_dict()
            players.create(position.game, "sergeant").choose(position)
            assert position.to_dict() == before


def test_egypt_does_not_look_at_the_last_turn_of_the_west(monkeypatch: pytest.MonkeyPatch) -> None:
    """[9.2] The number is the West's secret: Egypt plays alike whatever it is."""
    game: Any = load("suez")
    decided = 0
    # who makes much of the turns to come would show what it knows of them
    board = game.board.copy()
    board[0]["weights"][:, heuristic_weights.TEMPO] = 50.0
    monkeypatch.setattr(game, "board", board)
    for seed in range(120 if JIT else 3):
        position = scatter("suez", seed)
        position.state.turn = 8
        egypt = players.create(game, "sergeant")
        chosen = set()
        for last in (8, 9, 12):
            position.state.last_turn = last
            if position.to_move == "egypt":
                chosen.add(egypt.choose(position))
        assert len(chosen) <= 1
        decided += len(chosen)
    assert decided > 0


@pytest.mark.parametrize("of", [WEST, EGYPT])
def test_a_stake_is_what_the_side_that_decides_knows_of_it(of: int) -> None:
    """[9.2] What an objective is worth to the West tells Egypt nothing of the last turn."""
    position = scatter("suez", 1)
    board, state = position.game.board[0], position.arrays[1][0]
    objective, state.turn = int(board.goal[0]), 8
    seen: dict[int, set[float]] = {WEST: set(), EGYPT: set()}
    for state.last_turn in (8, 9, 12):
        for viewer in (WEST, EGYPT):
            seen[viewer].add(stake(board, state, of, objective, viewer))
    assert (len(seen[EGYPT]), len(seen[WEST])) == (1, 3)


# Sense


@pytest.mark.skipif(not JIT, reason="whole games take minutes in plain Python")
def test_neither_side_gives_points_away() -> None:
    """[10.7, 10.8] Matt stays away, and so do the 4th Division and the Shazli Force."""
    game = load("el arish")
    for seed in range(3):
        position = game.start()
        play(position, both_sergeants(game), seed)
        ledger = position.ledger
        given = {name: value for part in ledger.values() for name, value in part.items()}
        for name in ("matt enters", "air drop", "4th division enters", "shazli force enters"):
            assert given.get(name, 0) == 0


# Strength


@pytest.mark.slow_for("el arish-False", "el arish-True")
@pytest.mark.skipif(not JIT, reason="whole games take minutes in plain Python")
@pytest.mark.parametrize("west", [True, False])
@pytest.mark.parametrize("setting", ["suez", at_night("what if"), "el arish"])
def test_beats_the_recruit_from_either_side(setting: str, west: bool) -> None:
    side = WESTERN[setting] if west else "egypt"
    game = load(setting)
    others = dict.fromkeys(game.sides, "recruit")
    summary = simulate(game, games=100, seed=11, players={**others, side: "sergeant"})
    # the what-if force is large, and stands in the way even of those who draw lots
    assert summary.wins[side] >= (90 if setting == "what if" else 95)


def test_the_players_of_both_games_are_known() -> None:
    for info in bh.games():
        if info.id in ("suez-56", "el-arish-67"):
            assert players.names(info.id) == RANKS


if __name__ == "__main__":
    print(openings(), end="")


def test_egypt_stands_in_a_way_out() -> None:
    """[9.9] With nothing else to do there, whoever could bar a way out of Suez does so."""
    game = bh.load("suez-56", what_if=True)
    data = {"game": game.id, "options": ["what_if"], "side": "egypt", "turn": 2}
    sergeant = players.create(game, "sergeant", 1)
    exits = game.map.areas["features"]["exit"]
    holders = {f"{i}-2-inf": hex_ for i, hex_ in enumerate(game.map.objectives, start=1)}
    for start in ("4811", "4810", "4712", "4612"):
        units = {**holders, "9-2-inf": start, "gds": "1828"}
        position = game.position({**data, "units": units})
        while position.phase == "movement":
            position.push(sergeant.choose(position))
        assert position.units["9-2-inf"] in exits
