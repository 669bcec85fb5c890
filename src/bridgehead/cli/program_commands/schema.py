"""`bridgehead schema`: print the JSON Schema of a format."""

from __future__ import annotations

import argparse
from typing import Any

from bridgehead.cli import console
from bridgehead.core.titles.games import load_with

RECORD, POSITION, PUZZLE = "record", "position", "puzzle"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("what", choices=(RECORD, POSITION, PUZZLE), help="the format")
    parser.add_argument(
        "game", metavar="GAME", nargs="?",
        help="of this game's records or positions; positions need it",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Print the schema."""
    if args.what == PUZZLE:
        if args.game is not None:
            raise console.WrongUsageError("puzzles of all games have the same schema: name no game")
        from bridgehead.players.puzzles.schema import SCHEMA

        console.say_json(SCHEMA)
        return 0
    if args.what == POSITION and args.game is None:
        raise console.WrongUsageError("name a game: bridgehead schema position GAME")
    game: Any = None if args.game is None else load_with(args.game, ())
    if args.what == POSITION:
        console.say_json(game.schema())
        return 0
    from bridgehead.core.records.record_schema import schema

    console.say_json(schema(game))
    return 0
