"""`bridgehead show`: print the position of a record as readable text."""

from __future__ import annotations

import argparse
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json, add_position, check_side, names_of
from bridgehead.cli.files import load_record
from bridgehead.cli.game_commands import points
from bridgehead.cli.game_commands.story import (
    annotation_lines,
    clock,
    count_at,
    event_line,
    next_line,
    origin_line,
    position_at,
    reader_of,
    steps_of,
)
from bridgehead.core.positions.ending import side_name
from bridgehead.core.positions.position import EVERYTHING
from bridgehead.core.records.origin import check_open
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import hex_title, title_of
from bridgehead.terminal.hexes.counters import strength
from bridgehead.terminal.hexes.words import DONE
from bridgehead.terminal.texts.goals import goal_lines

LOG_ACTIONS = 5
COLUMNS = 3
WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_position(parser)
    add_json(parser)
    parser.add_argument(
        "--line", action="store_true", help="print the position as one line of text, bh1:…"
    )


def run(args: argparse.Namespace) -> int:
    """Print the position, the pending decision, and the last lines of the log."""
    record = load_record(args.file)
    check_side(args.side, record.game.sides)
    position = position_at(record, args.at)
    if args.line:
        console.say(_line(record, position, args))
        return 0
    view = position.view(args.side)
    if args.json:
        console.say_json(view)
        return 0
    for line in _lines(record, position, view, args):
        console.say(line)
    return 0


def _line(record: Record, position: Any, args: argparse.Namespace) -> str:
    """Return a position as one line, which holds everything.

    InvalidRecord while a side may not know everything.
    """
    if args.side is not None or args.json:
        raise console.WrongUsageError(
            "--line holds the whole position: leave out --side and --json"
        )
    check_open(record, "line of a position")
    return str(position.to_line())


def _lines(
    record: Record, position: Any, view: Mapping[str, Any], args: argparse.Namespace
) -> list[str]:
    done, reader = count_at(record, args.at), reader_of(record, args.side)
    lines = [
        f"{record.game.name}: {clock(position)}",
        f"{done} of {len(record.actions)} actions, {record.dice.kind} dice, "
        f"map: {record.game.map.name}",
    ]
    data = record.game.data
    if data.texts and not data.own_tables:
        lines.append(f"data of its own: {', '.join(data.texts)}")
    elif not data.own and not data.texts:
        lines.append(f"data of an earlier version: {data.name}")
    if record.game.options:
        lines.append(f"Options: {', '.join(record.game.options)}")
    if record.name:
        lines.append(f"Name: {record.name}")
    if record.origin is not None:
        lines.append(origin_line(record))
    if record.players:
        lines.append(f"Players: {names_of(record.players)}")
    told = {"hexes": _on_hexes, "points": _on_points}[title_of(record.game.id).kind]
    lines += told(position, view, args.side, reader)
    log = [
        event_line(event)
        for step in steps_of(record, args.at, LOG_ACTIONS, reader)
        for event in step.events
    ]
    if log:
        lines += ["", "Log", *(f"  {line}" for line in log)]
    if comments := annotation_lines(record, done):
        lines += ["", "Comments", *(f"  {line}" for line in comments)]
    goals = goal_lines(position, args.side)
    if goals:
        lines += ["", "Victory conditions"]
        for line in goals:
            lines += textwrap.wrap(f"  {line}", WIDTH, subsequent_indent="    ")
    return lines


def _on_hexes(
    position: Any, view: Mapping[str, Any], viewer: str | None, reader: str | None
) -> list[str]:
    del viewer
    lines = _standing(position, view)
    for side in position.game.sides:
        lines += ["", *_side_lines(position.game, side, view)]
    return [*lines, "", *_decision(position, reader)]


def _on_points(
    position: Any, view: Mapping[str, Any], viewer: str | None, reader: str | None
) -> list[str]:
    lines = ["", *points.position_lines(position, view, viewer)]
    return [*lines, "", *points.decision_lines(position, reader)]


def _standing(position: Any, view: Mapping[str, Any]) -> list[str]:
    """Return lines with victory points, markers, and private knowledge of the side."""
    lines = []
    if hasattr(position, "points"):
        points = [f"{side_name(position.game.id, s)} {n:g}" for s, n in position.points.items()]
        lines.append(f"Victory points: {', '.join(points)}")
        lines += [
            f"  {side_name(position.game.id, side)}: "
            + ", ".join(f"{name} {worth:g}" for name, worth in entries.items())
            for side, entries in position.ledger.items()
            if entries
        ]
    if hasattr(position, "air"):
        left = ", ".join(f"{name.replace('-', ' ')} {n}" for name, n in position.air.items())
        lines.append(f"Airstrikes left: {left}")
    if view.get("last_turn"):
        lines.append(f"Last turn: {view['last_turn']}")
    return lines


def _side_lines(game: Any, side: str, view: Mapping[str, Any]) -> list[str]:
    """Return a side's units: those on the map in columns, the others by location."""
    places = view["units"]
    own = [unit for unit in game.counters if unit["side"] == side and unit["id"] in places]
    lines = [side_name(game.id, side)]
    on_map = [
        f"{_values(game, unit)} {places[unit['id']]}{_marks(unit['id'], view)}"
        for unit in own
        if places[unit["id"]].isdigit()
    ]
    lines += _in_columns(on_map)
    elsewhere: dict[str, list[str]] = {}
    for unit in own:
        place = places[unit["id"]]
        if not place.isdigit():
            where = _arrival(game, unit) if place == "off" else place
            elsewhere.setdefault(where, []).append(unit["id"])
    for where, units in elsewhere.items():
        told = f"{where}: {', '.join(units)}"
        lines += textwrap.wrap(told, WIDTH, initial_indent="  ", subsequent_indent="    ")
    return lines


def _marks(unit: str, view: Mapping[str, Any]) -> str:
    """Return what a unit has done this turn, in brackets."""
    done = [word for word in DONE if unit in view.get(word, ())]
    return f" ({', '.join(done).replace('_', ' ')})" if done else ""


def _values(game: Any, unit: Mapping[str, Any]) -> str:
    """Return a unit's id and its printed values."""
    if "movement" in unit:
        return f"{unit['id']:<9} {unit['strength']:>2}-{unit['movement']:<3}"
    return f"{unit['id']:<14} {strength(game, unit):<8}"


def _arrival(game: Any, unit: Mapping[str, Any]) -> str:
    turn = unit.get("turn", unit.get("by_air_from", unit.get("by_sea_from")))
    if turn is None and "movement" not in unit:
        turn = hex_title(game.id).screen.first_turn(game, unit)
    return "to come" if turn is None else f"to come, turn {turn}"


def _in_columns(cells: Sequence[str]) -> list[str]:
    """Arrange cells in columns, read downward."""
    if not cells:
        return []
    rows = -(-len(cells) // COLUMNS)
    width = max(map(len, cells)) + 3
    return [
        "  " + "".join(cell.ljust(width) for cell in cells[row::rows]).rstrip()
        for row in range(rows)
    ]


def _decision(position: Any, reader: str | None) -> list[str]:
    """Return the pending decision, with the odds if an attack is being declared.

    The number of actions is left out if it would disclose something hidden.
    """
    lines = [next_line(position)]
    actions = position.legal_actions()
    own = reader in (EVERYTHING, position.to_move)
    if len(actions) and (own or all(position.public(text, reader) == text for text in actions)):
        verbs = Counter(text.split()[0] for text in actions)
        lines.append("  " + ", ".join(f"{verb} ({n})" for verb, n in verbs.items()))
    odds = position.pending_odds()
    if odds is not None and "result" not in position.to_dict().get("combat", {}):
        lines += [f"  {line}" for line in _odds(odds)]
    return lines


def _odds(odds: Any) -> list[str]:
    """Return an attack's odds, one line for each table on which it can be resolved."""
    shifts = "".join(f", {shift.name} {shift.columns:+d}" for shift in odds.shifts)
    told = f"{odds.attack} against {odds.defense}{shifts}: "
    tables = getattr(odds, "tables", {"": odds})
    return [
        f"{told}{name and name + ', '}column {table.column_label}: "
        + ", ".join(f"{result} {chance}" for result, chance in table.results.items())
        for name, table in tables.items()
    ]
