"""`bridgehead legal`: list the legal actions of a record, one per line."""

from __future__ import annotations

import argparse
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.arguments import FILE_HELP, add_json
from bridgehead.cli.files import load_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("file", metavar="FILE", help=FILE_HELP)
    parser.add_argument("--unit", metavar="U", help="only the actions of this unit")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the legal actions in their fixed order. `resign` is always legal and not listed."""
    position = load_record(args.file).position
    actions = list(position.legal_actions())
    unit = None
    if args.unit is not None:
        unit = position.game.units[position.game.grammar.unit(args.unit)]
        actions = [text for text in actions if unit in text.split()[1:]]
    if args.json:
        console.say_json({"to_move": position.to_move, "actions": actions})
        return 0
    if actions:
        console.say("\n".join(actions))
    elif unit is not None and position.to_move is not None:
        console.remark(f"{unit} has no legal action now{_reason(unit, position)}")
    elif position.to_move is None:
        console.remark("the game is over")
    return 0


def _reason(unit: str, position: Any) -> str:
    """Return why a unit cannot move, if moves are being decided."""
    if position.phase != "movement":
        return ""
    refusal = position.movement(unit).refusal
    return f": [{refusal.case}] {refusal.text}" if refusal is not None else ""
