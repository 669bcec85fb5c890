"""`bridgehead map check` and `bridgehead map draw`: your own map file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json
from bridgehead.cli.game_commands import points
from bridgehead.cli.game_commands.render import add_output, add_theater, check_output, draw, write
from bridgehead.core.errors import InvalidMap
from bridgehead.core.maps import point_report
from bridgehead.core.maps.pointmap import PointMap
from bridgehead.core.titles.games import default_game, title_of
from bridgehead.core.titles.title import MapCheck

PER_LINE = 6  # differences per line


def knowledge(game_id: str) -> MapCheck:
    """Return the module that checks maps of a title, or the general one."""
    title = title_of(game_id)
    return title.map_check or title.common_map_check


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the two commands."""
    commands = parser.add_subparsers(metavar="check|draw", required=True)
    check = commands.add_parser(
        "check", description=check_file.__doc__, help="report errors and differences"
    )
    check.add_argument("file", metavar="FILE", help="a map file")
    _add_game(check)
    add_json(check)
    check.set_defaults(run_map=check_file)
    drawing = commands.add_parser("draw", description=draw_file.__doc__, help="draw a map")
    drawing.add_argument("file", metavar="FILE", help="a map file")
    _add_game(drawing)
    add_theater(drawing)
    add_output(drawing)
    drawing.set_defaults(run_map=draw_file)


def run(args: argparse.Namespace) -> int:
    """Run the chosen command."""
    status: int = args.run_map(args)
    return status


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--game",
        metavar="G",
        default=default_game(),
        help=f"a game of the title the map is for ({default_game()})",
    )


def check_file(args: argparse.Namespace) -> int:
    """Report errors in a map, contradictions with the rulebook, and differences from ours."""
    known = knowledge(args.game)
    try:
        hexmap = known.read(Path(args.file), args.game)
    except InvalidMap as error:
        if args.json:
            console.say_json(
                {"errors": [str(error)], "statements": [], "warnings": [], "differences": []}
            )
            console.complain(str(error))
            return 1
        raise
    found = known.report(hexmap, args.game)
    sound = not found["errors"] and not found["statements"]
    if args.json:
        console.say_json(found)
    else:
        for line in _lines(args.file, found, known):
            console.say(line)
    if not sound:
        broken = len(found["errors"]) + len(found["statements"])
        console.complain(f"{args.file}: {broken} {'fault' if broken == 1 else 'faults'}")
    return 0 if sound else 1


def draw_file(args: argparse.Namespace) -> int:
    """Draw a map without counters, as SVG or PNG."""
    check_output(args.output, args.width)
    hexmap = knowledge(args.game).read(Path(args.file), args.game)
    points.check_theater(args.theater, hexmap)
    if isinstance(hexmap, PointMap):
        text = points.map_picture(hexmap, args.game, args.theater, args.output)
        write(text, args.output, args.width)
        return 0
    from bridgehead import render

    draw(render.map_scene(hexmap, render.style_of(args.game)), args.output, args.width)
    return 0


def _lines(name: str, found: dict[str, Any], known: MapCheck) -> list[str]:
    lines = [f"{name}: {found['name']}"]
    lines += [f"cannot be played on: {text}" for text in found["errors"]]
    lines += [f"against the rulebook: {one['text']}" for one in found["statements"]]
    if "contents" in found:
        lines += point_report.contents_in_words(found["contents"])
    elif not found["errors"] and not found["statements"]:
        lines.append("everything agrees with the rulebooks")
    lines += [f"warning: {text}" for text in found["warnings"]]
    if not found["warnings"] and "line_of_play" in found:
        lines.append(f"line of play: {known.line_in_words(found['line_of_play'])}")
    return lines + differences(found["differences"])


def differences(found: list[dict[str, str]]) -> list[str]:
    """Return the differences in groups, each with its hexes."""
    if not found:
        return ["no difference from Bridgehead's map"]
    groups: dict[str, list[str]] = {}
    for one in found:
        groups.setdefault(_heading(one), []).append(one["where"])
    lines = [f"differences from Bridgehead's map: {len(found)}"]
    for heading, places in groups.items():
        for start in range(0, len(places), PER_LINE * 2):
            told = heading if start == 0 else " " * len(heading)
            lines.append(f"  {told}  {' '.join(places[start : start + PER_LINE * 2])}")
    return lines


def _heading(one: dict[str, str]) -> str:
    what, ours, theirs = one["what"], one["ours"], one["theirs"]
    if ours and theirs:
        return f"{what} {ours} → {theirs}:"
    return f"{what}, not in ours:" if theirs else f"{what}, only in ours:"
