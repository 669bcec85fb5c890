"""Options of commands that play many games, for processes and clusters: --processes and --ray."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator

from bridgehead.cli import console
from bridgehead.cli.arguments import positive
from bridgehead.core.workers import Processes, Workers


def add_processes(parser: argparse.ArgumentParser, usual: str = "1") -> None:
    """Add --processes and --ray."""
    parser.add_argument(
        "--processes",
        metavar="N",
        type=positive,
        help=f"number of processes ({usual}; with --ray: the CPUs of the cluster)",
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on a Ray cluster: HOST:PORT, auto, or local to start Ray here",
    )


@contextlib.contextmanager
def workers_of(args: argparse.Namespace, game_id: str, usual: int = 1) -> Iterator[Workers]:
    """Yield the workers that play the games, with the rules compiled."""
    if args.ray is None:
        console.compile_rules(game_id)
        yield Processes(args.processes or usual)
        return
    from bridgehead.lab import cluster

    with cluster.connected(args.ray, args.processes) as workers:
        size = f"machines: {len(workers.nodes)}, tasks at a time: {workers.count}"
        console.remark(f"Ray cluster: {size}")
        workers.warm(game_id)
        yield workers
