"""`bridgehead new`: start a game in a record file."""

from __future__ import annotations

import argparse

from bridgehead.cli import console
from bridgehead.cli.arguments import add_game, add_start, by_side, dice_kind, names_of, natural
from bridgehead.cli.files import STDIN, record_path, start_of
from bridgehead.cli.game_commands.story import next_line
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.files.file_lock import locked
from bridgehead.core.records.record import Record


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
    add_start(parser)
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
    game, start = start_of(args)
    players = by_side(args.player, game.sides)
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
