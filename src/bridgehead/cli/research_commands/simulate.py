"""`bridgehead simulate`: let computer players play many games."""

from __future__ import annotations

import argparse

from bridgehead.cli import console
from bridgehead.cli.arguments import (
    add_game,
    add_json,
    by_side,
    chosen_game,
    names_of,
    natural,
    positive,
)
from bridgehead.cli.research_commands.sharing import add_processes, workers_of

DEFAULT_PLAYER = "recruit"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_game(parser)
    parser.add_argument(
        "--games", metavar="N", type=positive, default=100, help="number of games (100)"
    )
    parser.add_argument(
        "--seed", metavar="S", type=natural, default=1, help="seed of dice and players (1)"
    )
    parser.add_argument(
        "--player",
        metavar="SIDE=PLAYER",
        action="append",
        default=[],
        help=f"computer player of a side ({DEFAULT_PLAYER})",
    )
    add_processes(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play the games and print the number of wins of each side."""
    game = chosen_game(args.game, args)
    players = dict.fromkeys(game.sides, DEFAULT_PLAYER) | by_side(args.player, game.sides)
    from bridgehead.lab.simulate import simulate

    with workers_of(args, game.id) as workers:
        found = simulate(
            game,
            games=args.games,
            seed=args.seed,
            players=players,
            progress=console.counter(args.games, "games"),
            workers=workers,
        ).to_dict()
    if args.json:
        console.say_json(found)
        return 0
    console.say(f"{game.name}: {found['games']} games, {names_of(players)}")
    widest = max(8, *map(len, found["wins"]))
    for winner, wins in found["wins"].items():
        share = 100 * wins / max(1, found["games"])
        console.say(f"  {winner:<{widest}} {wins:>8}  {share:5.1f} %")
    for ending, count in found["endings"].items():
        console.say(f"  ended by {ending}: {count}")
    seconds = max(found["seconds"], 1e-9)
    console.say(
        f"{found['turns']} turns, {found['decisions']} decisions in {found['seconds']:.2f} s: "
        f"{found['games'] / seconds:.1f} games/s, {found['decisions'] / seconds:.0f} decisions/s"
    )
    return 0
