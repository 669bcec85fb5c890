"""The command line: `bridgehead COMMAND …`, one module for each command (docs/command-line.md).

A command's module has `add_arguments(parser)` and `run(args) -> int`, which returns the exit
status: 0 done, 1 the game refuses, 2 wrong usage. Only the module of the given command is imported,
and it imports slow modules where it uses them.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from bridgehead._version import __version__
from bridgehead.cli import console
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.extras import extra_of, missing
from bridgehead.core.kernels import compiled

COMMANDS = {
    "play": "play a game; this is what `bridgehead` alone does",
    "learn": "play a guided first game, step by step",
    "serve": "run a server for people elsewhere, with accounts and a lobby",
    "worker": "do the background work of a large server: computer players, mail, notices",
    "games": "list the games and their options",
    "scenarios": "list short games with a start and a victory of their own, or check them",
    "puzzles": "list, show, solve and find puzzles",
    "brief": "print how a game is won, what to worry about and first moves",
    "new": "start a game in a record file",
    "branch": "start a new game from a moment of another game",
    "show": "print the position of a record",
    "legal": "list the legal actions of a record, one per line",
    "do": "carry out actions in a record and roll the dice when they are due",
    "undo": "take back the last action of a record",
    "replay": "print the log of a record, action by action",
    "verify": "check the actions and the dice of a record",
    "render": "draw a position of a record as SVG or PNG",
    "hint": "say what a computer player would do, and why",
    "analyse": "analyze a game: turning points, luck, mistakes and better plans",
    "record": "show your results, rating, luck and skill",
    "simulate": "let computer players play many games",
    "perft": "count the sequences of decisions up to a depth",
    "ladder": "let computer players play each other and rate them",
    "train": "learn to evaluate the positions of a game by self-play",
    "dataset": "write games as a table of decisions, to learn from",
    "map": "check or draw a map file of your own",
    "data": "export or check a game's data: map, counters, charts, set-up",
    "schema": "print the JSON Schema of records, positions or puzzles",
    "new-title": "make the skeleton of a title of your own",
    "warm": "compile the rules ahead of time",
    "engine": "serve computer players to other programs, or check your own",
    "mcp": "serve games to language models (Model Context Protocol)",
}

DEFAULT = "play"
# The modules of these are in folders of their own; all others are about one game.
RESEARCH = ("analyse", "dataset", "engine", "ladder", "perft", "simulate", "train")
PROGRAM = (
    "data",
    "games",
    "map",
    "mcp",
    "new-title",
    "puzzles",
    "record",
    "scenarios",
    "schema",
    "serve",
    "warm",
    "worker",
)
# Commands that do not wait for compiled rules: plain Python gives a single answer sooner,
# and `play` loads them in the background.
PLAIN = ("play", "learn", "serve", "worker", "games", "scenarios", "brief", "new", "branch", "show",
         "legal", "do", "undo", "replay", "verify", "render", "map", "data", "new-title",
         "mcp", "puzzles", "record", "schema")  # fmt: skip
INTERRUPTED = 130  # exit status of a program ended by Ctrl-C
CLOSED_PIPE = 141  # exit status of a program whose output pipe was closed


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status. Bad input raises no exception."""
    words = list(sys.argv[1:] if argv is None else argv)
    console.prepare()
    status = 0
    as_json = False
    try:
        args = _parse(words)
        as_json = getattr(args, "json", False) is True
        status = args.run(args)
        console.flush()
    except SystemExit as leaving:  # argparse: 0 after --help, 2 after wrong usage
        status = leaving.code if isinstance(leaving.code, int) else 2
    except console.WrongUsageError as error:
        console.complain(str(error))
        status = 2
    except BridgeheadError as error:
        status = console.refuse(error, as_json=as_json)
    except ModuleNotFoundError as error:
        extra = extra_of(error.name)
        if extra is None:
            raise
        status = console.refuse(missing(error.name or "", extra), as_json=as_json)
    except BrokenPipeError:
        console.abandon()
        status = CLOSED_PIPE
    except KeyboardInterrupt:
        status = INTERRUPTED
    finally:
        console.finish()
    return status


def _parse(words: list[str]) -> argparse.Namespace:
    """Parse the command line; the result includes the command's `run`."""
    general = ("-h", "--help", "--version")
    if not words or (words[0].startswith("-") and words[0] not in general):
        words = [DEFAULT, *words]
    name = words[0]
    if name not in COMMANDS:
        _general_parser().parse_args(words)
        raise AssertionError  # argparse exits after help, the version or wrong usage
    parser = argparse.ArgumentParser(
        prog=f"bridgehead {name}",
        description=f"{COMMANDS[name][0].upper()}{COMMANDS[name][1:]}.",
        allow_abbrev=False,
    )
    compiled.use_what_is_kept(name not in PLAIN)
    module = importlib.import_module(module_of(name))
    parser.set_defaults(run=module.run)
    module.add_arguments(parser)
    return parser.parse_args(words[1:])


def _general_parser() -> argparse.ArgumentParser:
    """Return the parser for command lines without a command."""
    parser = argparse.ArgumentParser(
        prog="bridgehead",
        description="The operational wargames of the Suez Canal, with every rule enforced.",
        epilog="Run `bridgehead COMMAND --help` for details. Exit status: 0 done, 1 refused, "
        "2 usage error.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"bridgehead {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, sentence in COMMANDS.items():
        commands.add_parser(name, help=sentence)
    return parser


def module_of(command: str) -> str:
    """Return the full name of a command's module."""
    group = "research" if command in RESEARCH else "program" if command in PROGRAM else "game"
    name = {"map": "maps"}.get(command, command.replace("-", "_"))  # `map` is a word of Python
    return f"bridgehead.cli.{group}_commands.{name}"
