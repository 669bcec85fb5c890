"""`bridgehead ladder`: computer players against each other, rated."""

from __future__ import annotations

import argparse

from bridgehead.cli import console
from bridgehead.cli.arguments import add_game, add_json, chosen_game, natural, options_of, positive
from bridgehead.cli.simulate import add_processes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_game(parser)
    parser.add_argument("players", metavar="PLAYER", nargs="+", help="two or more players")
    parser.add_argument(
        "--pairs",
        metavar="N",
        type=positive,
        default=50,
        help="pairs of games of each two players, sides changed (50)",
    )
    parser.add_argument(
        "--seed", metavar="S", type=natural, default=1, help="of dice and players (1)"
    )
    add_processes(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play the pairs and print each player's share of the points and rating."""
    if len(args.players) < 2 or len(set(args.players)) < len(args.players):
        raise console.WrongUsageError("ladder: two or more different players are needed")
    game = chosen_game(args.game, options_of(args.option), args.map)
    from bridgehead.lab.ladder import ladder

    meetings = len(args.players) * (len(args.players) - 1) // 2
    found = ladder(
        game,
        players=args.players,
        pairs=args.pairs,
        seed=args.seed,
        processes=args.processes,
        progress=console.counter(2 * args.pairs * meetings, "games"),
    )
    if args.json:
        console.say_json(found)
        return 0
    console.say(f"{game.name}: {found['pairs']} pairs of games of each two players")
    score, elo = found["score"], found["elo"]
    for player in sorted(score, key=lambda name: -score[name]):
        rating = elo[player]
        console.say(
            f"  {player:<12} {100 * score[player]:5.1f} %  "
            f"Elo {rating['rating']:+.0f} ± {rating['error']:.0f}"
        )
    return 0
