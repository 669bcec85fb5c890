"""`bridgehead new`: start a game in a record file."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from bridgehead.cli import console
from bridgehead.cli.arguments import add_game, add_start, by_side, dice_kind, names_of, natural
from bridgehead.cli.files import start_of, write_new
from bridgehead.cli.game_commands.story import next_line, origin_line
from bridgehead.core.records.record import Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_game(parser, position=True)
    add_start(parser)
    add_new_record(parser)


def add_new_record(parser: argparse.ArgumentParser) -> None:
    """Add what a new record needs: -o, dice, players, its name."""
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the record file")
    parser.add_argument(
        "--dice",
        choices=("open", "seeded", "committed"),
        help="how rolls are made (open, or seeded with --seed)",
    )
    parser.add_argument("--seed", metavar="N", type=natural, help="seed of seeded dice")
    parser.add_argument(
        "--player",
        metavar="SIDE=NAME",
        action="append",
        default=[],
        help="name of a side's player, kept in the record",
    )
    parser.add_argument("--name", default="", help="a name for the game, kept in the record")
    parser.add_argument("--force", action="store_true", help="overwrite the file if it exists")


def run(args: argparse.Namespace) -> int:
    """Write a record without actions."""
    kind = dice_kind(args.dice, args.seed, "open")
    game, start = start_of(args)
    players = by_side(args.player, game.sides)

    def begin() -> Record:
        return Record.new(game, kind, seed=args.seed, start=start, players=players, name=args.name)

    save_new(args, begin)
    return 0


def save_new(args: argparse.Namespace, begin: Callable[[], Record]) -> None:
    """Write a new record, as `write_new` does, and describe it."""
    record = write_new(args.output, begin, force=args.force)
    console.say(f"{args.output}: {record.game.name}, {record.dice.kind} dice")
    if record.name:
        console.say(f"Name: {record.name}")
    if record.origin is not None:
        console.say(origin_line(record))
    if record.game.options:
        console.say(f"Options: {', '.join(record.game.options)}")
    if record.players:
        console.say(f"Players: {names_of(record.players)}")
    console.say(next_line(record.position))
