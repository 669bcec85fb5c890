"""`bridgehead warm`: compile the rules ahead of time."""

from __future__ import annotations

import argparse
import functools
import json
import os
import time

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.kernels import compiled
from bridgehead.core.kernels.kernel import ENVS, JIT
from bridgehead.core.titles.games import games, package_of

LOWEST = 19  # the lowest priority in Unix


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "game", metavar="GAME", nargs="*", help="a game; compiles its whole title (all titles)"
    )
    parser.add_argument(
        "--envs",
        action="store_true",
        help="also compile the environments for research (bridgehead.envs)",
    )
    parser.add_argument("--background", action="store_true", help="run at the lowest priority")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Compile each title that is not compiled yet, and print the time."""
    if not JIT:
        raise BridgeheadError("BRIDGEHEAD_JIT=0 turns compiling off: nothing to do")
    if not compiled.can_keep():
        raise BridgeheadError(
            f"{compiled.cache_root()}: cannot be written; set BRIDGEHEAD_CACHE to another folder"
        )
    wanted: dict[str, str] = {}
    for game in args.game or [info.id for info in games()]:
        wanted.setdefault(package_of(game), game)
        if args.envs:
            wanted.setdefault(f"{package_of(game)}.{ENVS}", f"{game}, for research")
    if args.background and hasattr(os, "nice"):
        os.nice(LOWEST)
    for unit, game in wanted.items():
        began = time.perf_counter()
        was_there = compiled.use(unit)
        if args.json:
            compiled.build(unit, functools.partial(_line, game))
        elif unit.endswith(ENVS):
            compiled.build(unit)
        else:
            console.compile_rules(game)
        if not compiled.is_kept(unit):
            raise BridgeheadError(
                f"{game}: the compiled rules cannot be saved in {compiled.cache_root()}: is there "
                "room on the disk?"
            )
        if args.json:
            print(json.dumps({"game": game, "ready": True}), flush=True)
            continue
        seconds = time.perf_counter() - began
        told = "is compiled already" if was_there else f"compiled in {seconds:.0f} s"
        console.say(f"{game}: {told}")
    return 0


def _line(game: str, done: int, known: int) -> None:
    """Print the progress as a line of JSON, immediately."""
    print(json.dumps({"game": game, "done": done, "known": known}), flush=True)
