"""`bridgehead perft`: count the sequences of decisions up to a depth."""

from __future__ import annotations

import argparse
import time

from bridgehead.cli import console
from bridgehead.cli.arguments import add_game, add_json, add_start, natural
from bridgehead.cli.files import start_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_game(parser, position=True)
    parser.add_argument(
        "depth", metavar="DEPTH", type=natural, help="number of decisions, dice included"
    )
    add_start(parser)
    parser.add_argument("--divide", action="store_true", help="also count by first decision")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Count from the start, or from a position, and print the number."""
    game, start = start_of(args)
    position = game.start() if start is None else start
    from bridgehead.lab.perft import divide, perft

    if args.depth > 1:
        console.compile_rules(game.id)
    began = time.perf_counter()
    parts: dict[str, int] = {}
    if args.divide and args.depth > 0:
        parts = divide(position, args.depth)
        nodes = sum(parts.values())
    else:
        nodes = perft(position, args.depth)
    seconds = time.perf_counter() - began
    if args.json:
        found = {"game": game.id, "depth": args.depth, "nodes": nodes, "seconds": seconds}
        console.say_json(found | ({"divide": parts} if args.divide else {}))
        return 0
    for text, count in parts.items():
        console.say(f"{text}: {count}")
    console.say(str(nodes))
    return 0
