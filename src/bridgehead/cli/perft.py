"""`bridgehead perft`: count the sequences of decisions up to a depth."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.arguments import add_game, add_json, chosen_game, natural, options_of
from bridgehead.cli.files import game_of_position, load_position, read_json
from bridgehead.core.errors import InvalidPosition


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_game(parser)
    parser.add_argument(
        "depth", metavar="DEPTH", type=natural, help="number of decisions, dice included"
    )
    parser.add_argument(
        "--position",
        metavar="FILE",
        help="start from a position given as JSON; - for standard input",
    )
    parser.add_argument("--divide", action="store_true", help="also count by first decision")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Count from the start, or from a position, and print the number."""
    options = options_of(args.option)
    data: Any = None
    if args.position is not None:
        data = read_json(args.position, InvalidPosition)
        if not options and isinstance(data, Mapping) and isinstance(data.get("options"), list):
            options = [str(option) for option in data["options"]]
    game = game_of_position(chosen_game(args.game, args, options), data)
    position = game.start() if data is None else load_position(args.position, game, data)
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
