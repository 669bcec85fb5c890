"""`bridgehead replay`: the log of a record, action by action."""

from __future__ import annotations

import argparse

from bridgehead.cli import console
from bridgehead.cli.arguments import add_at, add_json
from bridgehead.cli.files import load_record
from bridgehead.cli.story import event_line, next_line, position_at, steps_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a record, - for standard input")
    add_at(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print each action with what it did."""
    record = load_record(args.file)
    position = position_at(record, args.at)
    if args.json:
        result = position.result
        console.say_json(
            {
                "game": record.game.id,
                "options": list(record.game.options),
                "steps": [step.to_dict() for step in steps_of(record, args.at)],
                "to_move": position.to_move,
                "result": result.to_dict() if result is not None else None,
            }
        )
        return 0
    for step in steps_of(record, args.at):
        told = " ".join(event_line(event) for event in step.events)
        line = f"{step.number:4d}  {step.actor:<7} {step.action:<24} {told}"
        console.say(line.rstrip())
    console.say(next_line(position))
    return 0
