"""Decisions per second through the Python API: one `legal_actions()` and one `push` each."""

from __future__ import annotations

import random
import time

import bridgehead as bh
from benchmarks.common import REPEATS, parser_of, say
from bridgehead import players

GAMES = 12


def main() -> None:
    parser_of(__doc__).parse_args()
    for info in bh.games():
        game = bh.load(info.id)
        play_evenly(game, 0)
        best = max(rate(play_evenly, game) for _ in range(REPEATS))
        say(f"{info.id}, any listed action", f"{best:6.0f} decisions/s")
        best = max(rate(play_recruits, game) for _ in range(REPEATS))
        say(f"{info.id}, chosen by the recruit", f"{best:6.0f} decisions/s")


def rate(play: object, game: bh.Game) -> float:
    assert callable(play)
    began = time.process_time()
    decisions = sum(play(game, seed) for seed in range(GAMES))
    return decisions / (time.process_time() - began)


def play_evenly(game: bh.Game, seed: int) -> int:
    """Play a game with random actions; return its number of decisions, dice included."""
    draw = random.Random(seed).random
    position, decisions = game.start(), 0
    while position.to_move is not None:
        actions = position.legal_actions()
        position.push(actions[int(draw() * len(actions))])
        decisions += 1
    return decisions


def play_recruits(game: bh.Game, seed: int) -> int:
    """Play a game with the recruit choosing, which costs time too.

    Return its number of decisions.
    """
    draw = random.Random(seed).random
    recruit = players.create(game, "recruit", seed)
    position, decisions = game.start(), 0
    while position.to_move is not None:
        actions = position.legal_actions()
        if position.to_move == "dice":
            position.push(actions[int(draw() * len(actions))])
        else:
            position.push(recruit.choose(position))
        decisions += 1
    return decisions


if __name__ == "__main__":
    main()
