"""`bridgehead legal`: the legal actions of a record, one a line."""

from __future__ import annotations

import argparse
import difflib
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json
from bridgehead.cli.files import load_record
from bridgehead.core.errors import MalformedAction


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a record, - for standard input")
    parser.add_argument("--unit", metavar="U", help="only what this unit may do")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the legal actions in their fixed order. `resign` is always legal and not listed."""
    position = load_record(args.file).position
    actions = list(position.legal_actions())
    if args.unit is not None:
        _check_unit(args.unit, position)
        actions = [text for text in actions if args.unit in text.split()[1:]]
    if args.json:
        console.say_json({"to_move": position.to_move, "actions": actions})
        return 0
    if actions:
        console.say("\n".join(actions))
    elif args.unit is not None and position.to_move is not None:
        console.remark(f"{args.unit} has no legal action now{_reason(args.unit, position)}")
    elif position.to_move is None:
        console.remark("the game is over")
    return 0


def _check_unit(unit: str, position: Any) -> None:
    units = position.game.units
    if unit not in units:
        near = difflib.get_close_matches(unit, units, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise MalformedAction(f"no unit is called {unit!r}{hint}")


def _reason(unit: str, position: Any) -> str:
    """Return why a unit cannot move, where that is what is being decided."""
    if "phase" not in dir(position) or position.phase != "movement":
        return ""
    refusal = position.movement(unit).refusal
    return f": [{refusal.case}] {refusal.text}" if refusal is not None else ""
