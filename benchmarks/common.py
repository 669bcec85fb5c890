"""What the measurements share: the best of several runs, and a common form of the lines printed.

On a machine that also does other work, the best run is the one that was disturbed least. What runs
in this process alone is measured in processor time, to which other processes add nothing.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

import bridgehead as bh
from bridgehead.players.search import agent, search

REPEATS = 7
DEFAULT_GAME = "across-suez-1980"


def parser_of(about: str | None) -> argparse.ArgumentParser:
    """Return a parser whose help is a module's docstring."""
    formatter = argparse.RawTextHelpFormatter
    return argparse.ArgumentParser(description=about, formatter_class=formatter)


def named_game(about: str | None) -> str:
    """Return the game that the command line names, else the first edition of Across Suez."""
    parser = parser_of(about)
    parser.add_argument("game", nargs="?", default=DEFAULT_GAME)
    return str(parser.parse_args().game)


def named_games(about: str | None, default: Iterable[str]) -> list[str]:
    """Return the games that the command line names, or else the default."""
    parser = parser_of(about)
    parser.add_argument("games", nargs="*")
    return parser.parse_args().games or list(default)


def set_up(game: bh.Game) -> Any:
    """Return the position of the first move, after the suggested set-up where there is one."""
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
    """Return the time of the fastest of several runs, in processor time or by another clock."""
    best = float("inf")
    for _ in range(repeats):
        began = clock()
        run()
        best = min(best, clock() - began)
    return best


def think_by(clock: Callable[[], float]) -> None:
    """Let the players of this process measure their time with another clock."""
    for module in (agent, search):
        module.time = SimpleNamespace(perf_counter=clock)  # type: ignore[attr-defined]


def say(what: str, figure: str) -> None:
    """Print one line."""
    print(f"{what:<58} {figure}", flush=True)
