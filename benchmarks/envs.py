"""Decisions a second of `BatchEnv`, observation and mask of each included, beside OpenSpiel.

`python -m benchmarks.envs [GAME …]`; without games all of them. Actions are drawn evenly among the
legal ones. Seconds are the processor's, all threads together, so that other work on the machine
counts little; the seconds of the clock stand in brackets. OpenSpiel's backgammon is measured in the
same way where `pyspiel` is installed: legal actions, an observation tensor, one random action.
"""

from __future__ import annotations

import random
import sys
import time

import bridgehead as bh
from benchmarks.common import say
from bridgehead.envs import BatchEnv

GAMES = 256  # of a batch
BEFORE = 120  # steps that are not measured
STEPS, REPEATS = 60, 7


def main() -> None:
    for game_id in sys.argv[1:] or [info.id for info in bh.games()]:
        for threads in (1, 2):
            measure(game_id, threads)
    peer()


def measure(game_id: str, threads: int) -> None:
    with BatchEnv(bh.load(game_id), GAMES, seed=1, threads=threads) as env:
        for _ in range(BEFORE):
            env.step(env.random_actions())
        own, clock, listed = float("inf"), float("inf"), 0.0
        for _ in range(REPEATS):
            began, began_own = time.perf_counter(), time.process_time()
            for _ in range(STEPS):
                env.step(env.random_actions())
                listed += env.counts.mean()
            own = min(own, time.process_time() - began_own)
            clock = min(clock, time.perf_counter() - began)
    done = STEPS * GAMES
    each = listed / STEPS / REPEATS
    say(
        f"{game_id}, {threads} thread{'s' * (threads > 1)}",
        f"{threads * done / own:8.0f} decisions/s of {threads} whole core{'s' * (threads > 1)} "
        f"({done / clock:.0f} by the clock), {each:.0f} legal actions each",
    )


def peer() -> None:
    try:
        import pyspiel  # type: ignore[import-not-found]
    except ImportError:
        say("OpenSpiel", "not installed")
        return
    for name in ("backgammon", "breakthrough"):
        game, draw, best = pyspiel.load_game(name), random.Random(1), 0.0
        for _ in range(REPEATS):
            began, decisions = time.process_time(), 0
            for _ in range(3):
                decisions += spiel_game(game, draw)
            best = max(best, decisions / (time.process_time() - began))
        say(f"OpenSpiel {name}, Python bindings, 1 thread", f"{best:8.0f} decisions/s")


def spiel_game(game: object, draw: random.Random) -> int:
    """Play a game at random, with an observation and the legal actions of every decision."""
    state, decisions = game.new_initial_state(), 0  # type: ignore[attr-defined]
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(draw.choices(outcomes, chances)[0])
            continue
        state.observation_tensor(state.current_player())
        state.legal_actions_mask()
        state.apply_action(draw.choice(legal))
        decisions += 1
    return decisions


if __name__ == "__main__":
    main()
