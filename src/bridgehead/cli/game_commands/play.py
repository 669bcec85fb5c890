"""`bridgehead play`: play a game on the page or in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path

from bridgehead.cli import console
from bridgehead.cli.arguments import add_game, chosen_game, dice_kind, natural
from bridgehead.cli.files import load_record
from bridgehead.core.positions.position import Game
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import default_game, game_info

HUMAN = "human"
OPPONENT = "captain"  # the default opponent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_game(parser, default=default_game(), page=True)
    parser.add_argument(
        "--terminal", action="store_true", help="play in the terminal instead of the browser"
    )
    example = game_info(default_game()).sides[-1]
    parser.add_argument(
        "--side",
        default="",
        help=f"the side you play, such as {example}, or both (the first side, "
        "or the one that the scenario proposes)",
    )
    parser.add_argument(
        "--opponent",
        help="who plays the other side: recruit, corporal, sergeant, lieutenant, captain, general, "
        "general@10 (thinks for ten seconds), general:style=bold (or cautious), human (captain)",
    )
    parser.add_argument(
        "--dice",
        choices=("committed", "open", "seeded"),
        help="how rolls are made (committed, or seeded with --seed)",
    )
    parser.add_argument("--seed", metavar="N", type=natural, help="seed of seeded dice")
    parser.add_argument(
        "--record",
        metavar="FILE",
        help="play in the terminal and keep the game in this record file, or continue it",
    )
    parser.add_argument(
        "--plain", action="store_true", help="play in the terminal line by line, without colors"
    )
    parser.add_argument(
        "--port", metavar="N", type=natural, help="the page's port (the first free from 8073 on)"
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="serve the page without opening it"
    )


def run(args: argparse.Namespace) -> int:
    """Start the page or the terminal."""
    if args.terminal or args.plain or args.record:
        return _in_the_terminal(args)
    return _on_the_page(args)


def _on_the_page(args: argparse.Namespace) -> int:
    """Serve the page. If a game is named, start it; otherwise the page asks for one."""
    record = None
    if _names_a_game(args):
        game = chosen_game(args.game or default_game(), args)
        players = _players(game, args.side, args.opponent)
        _check_opponents(game, players)
        kind = dice_kind(args.dice, args.seed, "committed")
        seed = args.seed if kind == "seeded" else None
        record = Record.new(game, kind, seed=seed, players=players)
    console.hand_over()
    from bridgehead.server import serve

    return serve(port=args.port, browser=not args.no_browser, record=record, say=console.say)


def _check_opponents(game: Game, who: dict[str, str]) -> None:
    """Raise UnknownPlayer if there is no such player for a side."""
    from bridgehead import players

    for name in who.values():
        if name != HUMAN:
            players.check(game.id, name)


def _names_a_game(args: argparse.Namespace) -> bool:
    """Whether the arguments say anything about the game to play."""
    given = (args.game, args.option, args.map, args.data, args.side, args.dice, args.seed)
    return any(value not in (None, [], "") for value in given)


def _in_the_terminal(args: argparse.Namespace) -> int:
    """Start the game in the terminal."""
    path = Path(args.record) if args.record else None
    record = _record(args) if path is not None and path.exists() else None
    kind = dice_kind(args.dice, args.seed, "committed")
    if record is not None:
        game = record.game
    else:
        game = chosen_game(args.game or default_game(), args)
    players = _players(game, args.side, args.opponent)
    console.hand_over()
    from bridgehead import terminal

    return terminal.run(
        game,
        players=players,
        dice=kind,
        seed=args.seed,
        record_path=path,
        record=record,
        plain=True if args.plain else None,
    )


def _record(args: argparse.Namespace) -> Record:
    """Return the record to continue; it determines game, map and dice."""
    given = [
        f"--{name}"
        for name in ("option", "map", "data", "dice", "seed")
        if getattr(args, name) not in (None, [])
    ]
    if given:
        raise console.WrongUsageError(
            f"{args.record} exists and will be continued: {', '.join(given)} cannot change it"
        )
    record = load_record(args.record, to_change=True)
    if args.game not in (None, record.game.id):
        raise console.WrongUsageError(f"{args.record} is a game of {record.game.id}")
    return record


def _players(game: Game, side: str, opponent: str | None) -> dict[str, str]:
    """Return the player of each side."""
    from bridgehead import players

    known = players.names(game.id)
    other = opponent or (OPPONENT if OPPONENT in known else known[-1])
    usual = game.scenario.side if game.scenario is not None else game.sides[0]
    own = side or usual
    if own not in (*game.sides, "both"):
        raise console.WrongUsageError(f"--side {side}: choose one of {', '.join(game.sides)}, both")
    if own == "both":
        return dict.fromkeys(game.sides, HUMAN)
    return {each: HUMAN if each == own else other for each in game.sides}
