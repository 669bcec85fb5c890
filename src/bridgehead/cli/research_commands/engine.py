"""`bridgehead engine`: serve computer players to another program, or check such a program."""

from __future__ import annotations

import argparse
import contextlib
import re
import sys

from bridgehead.cli import console
from bridgehead.cli.arguments import MOST_THREADS, natural, threads
from bridgehead.cli.research_commands import engine_check
from bridgehead.core.errors import UnknownPlayer
from bridgehead.core.titles.games import games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "--player",
        metavar="PLAYER",
        help="the player for requests that name none: sergeant, general@2 (the strongest)",
    )
    parser.add_argument("--seed", metavar="S", type=natural, help="seed for requests without one")
    parser.add_argument(
        "--threads",
        metavar="N",
        type=threads,
        default=1,
        help=f"threads in which captain and general make rollouts, at most {MOST_THREADS} (1)",
    )
    engine_check.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Answer requests on standard input until `quit` or end of input; or check another program."""
    engine_check.check_usage(args)
    if args.check is not None:
        return engine_check.run(args)
    from bridgehead import players
    from bridgehead.engine.serve import Engine

    if args.player is not None:
        known = dict.fromkeys(name for info in games() for name in players.names(info.id))
        if re.split("[:@%]", args.player)[0] not in known:
            raise UnknownPlayer(
                f"unknown player {args.player!r}; the players are {', '.join(known)}"
            )
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    console.hand_over()
    with contextlib.redirect_stdout(sys.stderr):  # only answers may go to standard output
        Engine(args.player, args.seed, args.threads).run(source, sink)
    return 0
