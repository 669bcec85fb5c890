"""`bridgehead do`: carry out actions in a record."""

from __future__ import annotations

import argparse

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json
from bridgehead.cli.files import load_record, record_path
from bridgehead.cli.game_commands.story import Step, lines_of, next_line, step_ahead
from bridgehead.core.errors import IllegalAction, InvalidRecord
from bridgehead.core.files.file_lock import locked
from bridgehead.core.records.record import Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a record")
    parser.add_argument(
        "actions",
        metavar="ACTION",
        nargs="*",
        help='an action as one argument: "move reshef-2 0309", or a whole attack; without actions, '
        "the dice are rolled",
    )
    parser.add_argument(
        "--no-roll",
        action="store_true",
        help="do not roll; a later `do` rolls the dice",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out all the actions or none, roll due dice, save, and print the log."""
    path = record_path(args.file)
    with locked(path):
        record = load_record(args.file, to_change=True)
        if not args.actions and record.position.to_move != "dice":
            raise console.WrongUsageError("do: no action given and no roll due")
        steps: list[Step] = []
        viewer: str | None = None  # the side that decided last; the log is written for it
        for text in args.actions:
            if record.position.to_move in record.game.sides:
                viewer = record.position.to_move
            steps += carry_out(record, text, viewer)
        # The dice come last and nothing can fail after them: a roll is never made and then
        # discarded.
        while record.position.to_move == "dice" and not args.no_roll:
            steps += carry_out(record, _due(record), viewer)
        if steps:
            record.save(path)
    if args.json:
        result = record.position.result
        console.say_json(
            {
                "steps": [step.to_dict() for step in steps],
                "to_move": record.position.to_move,
                "result": result.to_dict() if result is not None else None,
            }
        )
        return 0
    for line in lines_of(steps):
        console.say(line)
    if record.position.result is None:
        console.say(next_line(record.position))
    return 0


def carry_out(record: Record, text: str, viewer: str | None = None) -> list[Step]:
    """Carry out one action text, which may be a whole attack; return its log steps.

    `viewer` is the side that reads them, None everybody.
    """
    words = text.split()
    position = record.position
    if position.to_move == "dice" and words[:1] not in (["resign"], []):
        if words[0] in {action.split(maxsplit=1)[0] for action in position.legal_actions()}:
            _check_due(record, " ".join(words))
        else:
            # report malformed texts first
            position.game.grammar.encode(position.game.expand(position, text)[0])
            raise IllegalAction(
                "notation", f"{text!r}: roll the dice first: run `do` without an action"
            )
    steps = []
    before = position.copy()
    number = len(record.actions)
    for decision in record.do(text):
        number += 1
        steps.append(step_ahead(before, number, decision, viewer))
        before.push(decision)
    return steps


def _check_due(record: Record, text: str) -> None:
    """Refuse a named roll or draw that is not due. Open dice may be rolled on a table."""
    if record.dice.kind == "open" or text not in record.position.legal_actions():
        return
    if text == _due(record):
        return
    raise IllegalAction(
        "dice",
        f"{text!r} does not match the {record.dice.kind} dice; run `do` without an action to roll",
    )


def _due(record: Record) -> str:
    try:
        return record.next_action()
    except InvalidRecord as error:
        raise InvalidRecord(f"{error}; use --no-roll to leave the roll to the host") from error
