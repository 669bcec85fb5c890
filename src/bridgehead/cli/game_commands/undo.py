"""`bridgehead undo`: take back the last action of a record."""

from __future__ import annotations

import argparse

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json
from bridgehead.cli.files import load_record, record_path
from bridgehead.cli.game_commands.story import next_line
from bridgehead.core.files.file_lock import locked


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a record")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Take one decision back, if no die was rolled and the side to decide did not change since."""
    path = record_path(args.file)
    with locked(path):
        record = load_record(args.file, to_change=True)
        taken = record.undo()
        record.save(path)
    if args.json:
        console.say_json({"undone": taken, "to_move": record.position.to_move})
    else:
        console.say(f"Taken back: {taken}")
        console.say(next_line(record.position))
    return 0
