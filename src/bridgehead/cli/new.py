"""`bridgehead new`: begin a game in a record file."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.arguments import (
    add_game,
    by_side,
    chosen_game,
    dice_kind,
    names_of,
    natural,
    options_of,
)
from bridgehead.cli.files import STDIN, game_of_position, load_position, read_json, record_path
from bridgehead.cli.story import next_line
from bridgehead.core.errors import BridgeheadError, InvalidPosition
from bridgehead.core.locking import locked
from bridgehead.core.record import Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_game(parser)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the record file")
    parser.add_argument(
        "--dice",
        choices=("open", "seeded", "committed"),
        help="how rolls are made (open, or seeded with --seed)",
    )
    parser.add_argument("--seed", metavar="N", type=natural, help="seed of seeded dice")
    parser.add_argument(
        "--position",
        metavar="FILE",
        help="start from a position given as JSON; - for standard input",
    )
    parser.add_argument(
        "--player",
        metavar="SIDE=NAME",
        action="append",
        default=[],
        help="name of a side's player, kept in the record",
    )
    parser.add_argument("--force", action="store_true", help="overwrite the file if it exists")


def run(args: argparse.Namespace) -> int:
    """Write a record without actions."""
    kind = dice_kind(args.dice, args.seed, "open")
    options = options_of(args.option)
    data: Any = None
    if args.position is not None:
        data = read_json(args.position, InvalidPosition)
        if not options and isinstance(data, Mapping):
            options = _options_in(data)
    game = game_of_position(chosen_game(args.game, args, options), data)
    players = by_side(args.player, game.sides)
    start = None if data is None else load_position(args.position, game, data)
    if args.output == STDIN:
        raise console.WrongUsageError("-o -: a record needs a file name")
    path = record_path(args.output)
    with locked(path):
        if path.exists() and not args.force:
            raise BridgeheadError(f"{args.output} already exists; --force overwrites it")
        record = Record.new(game, kind, seed=args.seed, start=start, players=players)
        record.save(path)
    console.say(f"{args.output}: {game.name}, {kind} dice")
    if game.options:
        console.say(f"Options: {', '.join(game.options)}")
    if players:
        console.say(f"Players: {names_of(players)}")
    console.say(next_line(record.position))
    return 0


def _options_in(data: Mapping[str, Any]) -> list[str]:
    """Return the options that a position names, so that they need not be repeated."""
    given = data.get("options", [])
    if isinstance(given, list) and all(isinstance(option, str) for option in given):
        return list(given)
    return []
