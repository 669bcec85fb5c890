"""`bridgehead branch`: start a new game from a moment of another game."""

from __future__ import annotations

import argparse

from bridgehead.cli.arguments import FILE_HELP, add_at, by_side, check_side, dice_kind
from bridgehead.cli.files import load_record
from bridgehead.cli.game_commands.new import add_new_record, save_new
from bridgehead.cli.game_commands.story import count_at
from bridgehead.core.records.record import Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("file", metavar="FILE", help=FILE_HELP)
    add_at(parser)
    parser.add_argument(
        "--view",
        metavar="S",
        default="",
        help="begin from what this side knew: the rest is drawn at random",
    )
    add_new_record(parser)


def run(args: argparse.Namespace) -> int:
    """Write a record that begins after the first N actions of another one."""
    kind = dice_kind(args.dice, args.seed, "open")
    parent = load_record(args.file)
    players, at = by_side(args.player, parent.game.sides), count_at(parent, args.at)
    check_side(args.view or None, parent.game.sides, "--view")

    def begin() -> Record:
        return parent.branch(
            at, kind, seed=args.seed, view=args.view, players=players, name=args.name
        )

    save_new(args, begin)
    return 0
