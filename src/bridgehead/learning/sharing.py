"""The options --processes and --ray, which select the processes that play the games."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.titles.games import build_game
from bridgehead.core.workers import Processes, Workers


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add --processes and --ray, of which only one can be given."""
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--processes", type=int, default=1, help="number of processes that play the games (1)"
    )
    who.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster (docs/cluster.md)")


@contextlib.contextmanager
def workers_of(given: argparse.Namespace, game_id: str) -> Iterator[Workers]:
    """Yield the workers that play the games, with the rules compiled."""
    if given.processes < 1:
        raise BridgeheadError(f"processes is {given.processes}; it must be 1 or more")
    build_game(game_id)
    if given.ray is None:
        yield Processes(given.processes)
        return
    from bridgehead.lab import cluster

    with cluster.connected(given.ray) as workers:
        workers.warm(game_id)
        yield workers
