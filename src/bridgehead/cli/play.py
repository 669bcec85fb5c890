"""`bridgehead play`: a game in the terminal, until there is the page."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.arguments import add_game, chosen_game, dice_kind, natural, options_of
from bridgehead.core.position import Game

DEFAULT_GAME = "across-suez-1980"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_game(parser, default=DEFAULT_GAME)
    parser.add_argument(
        "--terminal", action="store_true", help="play in the terminal, not in the browser"
    )
    parser.add_argument("--side", default="", help="the side you play, or both (the first side)")
    parser.add_argument(
        "--opponent",
        choices=("recruit", "sergeant", "human"),
        default="sergeant",
        help="who plays the other side (sergeant)",
    )
    parser.add_argument(
        "--dice",
        choices=("committed", "open", "seeded"),
        help="who draws the rolls (committed, or seeded where a seed is given)",
    )
    parser.add_argument("--seed", metavar="N", type=natural, help="the seed of seeded dice")
    parser.add_argument("--record", metavar="FILE", help="keep the game in this record file")
    parser.add_argument(
        "--plain", action="store_true", help="plain text, line by line, without colors"
    )
    parser.add_argument("--port", metavar="N", type=natural, help="the page's port (unused yet)")
    parser.add_argument(
        "--no-browser", action="store_true", help="do not open the page (unused yet)"
    )


def run(args: argparse.Namespace) -> int:
    """Set the game up and hand over to the terminal."""
    game = chosen_game(args.game, options_of(args.option), args.map)
    players = _players(game, args.side, args.opponent)
    kind = dice_kind(args.dice, args.seed, "committed")
    game.start().legal_actions()  # what must be compiled first is waited for here
    console.hand_over()
    terminal: Any = importlib.import_module("bridgehead.terminal")
    status: int = terminal.run(
        game,
        players=players,
        dice=kind,
        seed=args.seed,
        record_path=Path(args.record) if args.record else None,
        plain=True if args.plain else None,
    )
    return status


def _players(game: Game, side: str, opponent: str) -> dict[str, str]:
    """Return who plays each side."""
    own = side or game.sides[0]
    if own not in (*game.sides, "both"):
        raise console.WrongUsageError(f"--side {side}: one of {', '.join(game.sides)}, both")
    if own == "both":
        return dict.fromkeys(game.sides, "human")
    return {each: "human" if each == own else opponent for each in game.sides}
