"""`bridgehead replay`: print the log of a record, action by action."""

from __future__ import annotations

import argparse
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json, add_position, check_side
from bridgehead.cli.files import load_record
from bridgehead.cli.game_commands.story import (
    Step,
    annotation_lines,
    count_at,
    event_line,
    next_line,
    position_at,
    reader_of,
    steps_of,
)
from bridgehead.core.records.origin import is_open
from bridgehead.core.records.record import Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_position(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print each action with its effects."""
    record = load_record(args.file)
    check_side(args.side, record.game.sides)
    position = position_at(record, args.at)
    if args.json:
        result = position.result
        console.say_json(
            {
                "game": record.game.id,
                "options": list(record.game.options),
                "steps": [step.to_dict() for step in _steps(record, args)],
                **_annotations(record, args.at),
                "to_move": position.to_move,
                "result": result.to_dict() if result is not None else None,
            }
        )
        return 0
    widest = max(7, *map(len, record.game.sides))
    _say_annotations(record, 0)
    for step in _steps(record, args):
        told = " ".join(event_line(event) for event in step.events)
        line = f"{step.number:4d}  {step.actor:<{widest}} {step.action:<24} {told}"
        console.say(line.rstrip())
        _say_annotations(record, step.number)
    if not is_open(record) and record.comments + record.lines:
        console.remark("the comments and lines are shown when the game is over")
    console.say(next_line(position))
    return 0


def _annotations(record: Record, at: int | None) -> dict[str, Any]:
    """Return comments and lines as JSON data; none of them while the game hides something."""
    until = count_at(record, at) if is_open(record) else -1
    return {
        "comments": [one.to_dict() for one in record.comments if one.at <= until],
        "lines": [one.to_dict() for one in record.lines if one.at <= until],
    }


def _say_annotations(record: Record, at: int) -> None:
    for line in annotation_lines(record, at):
        console.say(f"      | {line}")


def _steps(record: Record, args: argparse.Namespace) -> list[Step]:
    return list(steps_of(record, args.at, viewer=reader_of(record, args.side)))
