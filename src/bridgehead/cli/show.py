"""`bridgehead show`: the position of a record as readable text."""

from __future__ import annotations

import argparse
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.arguments import add_at, add_json, check_side, names_of
from bridgehead.cli.files import load_record
from bridgehead.cli.story import clock, count_at, event_line, next_line, position_at, steps_of
from bridgehead.core.record import Record

LOG_ACTIONS = 5
COLUMNS = 3
WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a record, - for standard input")
    parser.add_argument("--side", metavar="S", help="what this side sees (what everybody sees)")
    add_at(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the position, who decides what, and the last lines of the log."""
    record = load_record(args.file)
    check_side(args.side, record.game.sides)
    position = position_at(record, args.at)
    view = position.view(args.side)
    if args.json:
        console.say_json(view)
        return 0
    for line in _lines(record, position, view, args.at):
        console.say(line)
    return 0


def _lines(record: Record, position: Any, view: Mapping[str, Any], at: int | None) -> list[str]:
    done = count_at(record, at)
    lines = [
        f"{record.game.name}: {clock(position)}",
        f"{done} of {len(record.actions)} actions, {record.dice.kind} dice, "
        f"map: {record.game.map.name}",
    ]
    if record.game.options:
        lines.append(f"Options: {', '.join(record.game.options)}")
    if record.players:
        lines.append(f"Players: {names_of(record.players)}")
    for side in record.game.sides:
        lines += ["", *_side_lines(position.game, side, view)]
    lines += ["", *_decision(position)]
    log = [
        event_line(event)
        for step in steps_of(record, at, last=LOG_ACTIONS)
        for event in step.events
    ]
    if log:
        lines += ["", "Log", *(f"  {line}" for line in log)]
    return lines


def _side_lines(game: Any, side: str, view: Mapping[str, Any]) -> list[str]:
    """Return a side's units: those on the map in columns, the others by where they are."""
    places = view["units"]
    own = [unit for unit in game.counters if unit["side"] == side and unit["id"] in places]
    lines = [side.capitalize()]
    on_map = [
        f"{unit['id']:<9} {unit['strength']:>2}-{unit['movement']:<3} {places[unit['id']]}"
        f"{_marks(unit['id'], view)}"
        for unit in own
        if places[unit["id"]].isdigit()
    ]
    lines += _in_columns(on_map)
    elsewhere: dict[str, list[str]] = {}
    for unit in own:
        place = places[unit["id"]]
        if not place.isdigit():
            where = _arrival(unit) if place == "off" else place
            elsewhere.setdefault(where, []).append(unit["id"])
    for where, units in elsewhere.items():
        told = f"{where}: {', '.join(units)}"
        lines += textwrap.wrap(told, WIDTH, initial_indent="  ", subsequent_indent="    ")
    return lines


def _marks(unit: str, view: Mapping[str, Any]) -> str:
    """Return what a unit has done this turn, as words in brackets."""
    words = ("moved", "landed", "fought", "attacked", "bombarded")
    done = [word for word in words if unit in view.get(word, ())]
    return f" ({', '.join(done)})" if done else ""


def _arrival(unit: Mapping[str, Any]) -> str:
    turn = unit.get("turn", unit.get("by_air_from", unit.get("by_sea_from")))
    return "to come" if turn is None else f"to come, turn {turn}"


def _in_columns(cells: Sequence[str]) -> list[str]:
    """Return cells in columns, read downward."""
    if not cells:
        return []
    rows = -(-len(cells) // COLUMNS)
    width = max(map(len, cells)) + 3
    return [
        "  " + "".join(cell.ljust(width) for cell in cells[row::rows]).rstrip()
        for row in range(rows)
    ]


def _decision(position: Any) -> list[str]:
    """Return what is to be decided, and the odds where an attack is being made."""
    lines = [next_line(position)]
    actions = position.legal_actions()
    if len(actions):
        verbs = Counter(text.split()[0] for text in actions)
        lines.append("  " + ", ".join(f"{verb} ({n})" for verb, n in verbs.items()))
    odds = position.pending_odds()
    if odds is not None and (position.to_move == "dice" or "fire" in actions):
        shifts = "".join(f", {shift.name} {shift.columns:+d}" for shift in odds.shifts)
        chances = ", ".join(f"{name} {chance}" for name, chance in odds.results.items())
        lines.append(
            f"  {odds.attack} against {odds.defense}{shifts}: column {odds.column_label}: {chances}"
        )
    return lines
