"""What the measurements share: the best of several runs, and lines that look alike.

On a machine that does other things too, the best run is the one that was disturbed least. What
runs in this process alone is measured in seconds of the processor, which others do not use up.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import bridgehead as bh
from bridgehead.players import agent, search

REPEATS = 7
DEFAULT_GAME = "across-suez-1980"


def named_game() -> str:
    """Return the game that the command line names, else the first edition of Across Suez."""
    return sys.argv[1] if len(sys.argv) > 1 else DEFAULT_GAME


def set_up(game: bh.Game) -> Any:
    """Return the position in which the first move is made: set up as suggested, where one is."""
    position = game.start()
    for action in ("deploy", "end"):
        if "place" in game.grammar.verbs and "deploy" in game.grammar.verbs:
            position.push(action)
    return position


def best_seconds(
    run: Callable[[], object],
    repeats: int = REPEATS,
    clock: Callable[[], float] = time.process_time,
) -> float:
    """Return the seconds of the fastest of several runs, of this process or by another clock."""
    best = float("inf")
    for _ in range(repeats):
        began = clock()
        run()
        best = min(best, clock() - began)
    return best


def think_by(clock: Callable[[], float]) -> None:
    """Let the players of this process measure their time by another clock."""
    for module in (agent, search):
        module.time = SimpleNamespace(perf_counter=clock)  # type: ignore[attr-defined]


def say(what: str, figure: str) -> None:
    """Print one line."""
    print(f"{what:<58} {figure}", flush=True)
