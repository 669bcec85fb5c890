"""`bridgehead verify`: check the actions and the dice of a record."""

from __future__ import annotations

import argparse
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.arguments import FILE_HELP, add_json
from bridgehead.cli.files import read_input, record_from
from bridgehead.core.dice.dice import Dice
from bridgehead.core.errors import BridgeheadError, IllegalAction, InvalidRecord
from bridgehead.core.records.record import Record, read_header
from bridgehead.core.records.verification import Verification


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("file", metavar="FILE", help=FILE_HELP)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Check every action and every roll; name the first that is wrong."""
    found = _verify(args.file, read_input(args.file, InvalidRecord))
    if args.json:
        console.say_json(
            {"valid": True, "checked": list(found.checked), "unchecked": list(found.unchecked)}
        )
        return 0
    for sentence in found.checked:
        console.say(f"checked: {sentence}")
    for sentence in found.unchecked:
        console.say(f"not checked: {sentence}")
    return 0


def _verify(name: str, data: Any) -> Verification:
    try:
        record = record_from(name, data)
    except InvalidRecord:
        _name_earlier_roll(name, data)
        raise
    try:
        return record.verify()
    except InvalidRecord as error:
        raise InvalidRecord(f"{name}: {error}") from error


def _name_earlier_roll(name: str, data: Any) -> None:
    """Raise an error for a changed roll before the action at which the replay failed.

    A changed roll is usually found by a later action that does not follow from it. The first fault
    is the roll.
    """
    try:
        game = read_header(data)
        start = game.position(data["start"]) if "start" in data else None
        part = Record(game, Dice.from_dict(data["dice"]), start=start)
        for text in data["actions"]:
            try:
                part.do(str(text))
            except IllegalAction:
                break
    except (BridgeheadError, TypeError, KeyError, OverflowError):
        return
    try:
        part.verify()
    except InvalidRecord as error:
        raise InvalidRecord(f"{name}: {error}") from error
