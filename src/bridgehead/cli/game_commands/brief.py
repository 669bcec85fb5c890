"""`bridgehead brief`: what a new player should know before the first move."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.titles.games import game_info, title_of
from bridgehead.terminal.texts.goals import briefing_lines


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("game", metavar="GAME", help="the game; `bridgehead games` lists them")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the briefing of a game. BridgeheadError if it has none."""
    info = game_info(args.game)
    found = title_of(info.id).briefing(info.id)
    if found is None:
        raise BridgeheadError(f"{info.id} has no briefing")
    if args.json:
        console.say_json({"game": info.id, **asdict(found)})
        return 0
    console.say(f"{info.title} ({info.edition})")
    console.say()
    for line in briefing_lines(info.id):
        console.say(line)
    return 0
