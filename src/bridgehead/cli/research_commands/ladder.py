"""`bridgehead ladder`: rate computer players by games against each other."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bridgehead.cli import INTERRUPTED, console
from bridgehead.cli.arguments import add_game, add_json, chosen_game, natural, positive
from bridgehead.cli.research_commands.ladder_table import tables
from bridgehead.cli.research_commands.sharing import add_processes, workers_of

if TYPE_CHECKING:
    from bridgehead.lab.sprt import Sprt


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_game(parser)
    parser.add_argument(
        "players",
        metavar="PLAYER",
        nargs="+",
        help='two or more: a name (captain@0.05), or "engine:COMMAND LINE"',
    )
    parser.add_argument(
        "--pairs",
        metavar="N",
        type=positive,
        default=50,
        help="pairs of games between every two players, sides swapped (50)",
    )
    parser.add_argument(
        "--seed", metavar="S", type=natural, default=1, help="seed of dice and players (1)"
    )
    parser.add_argument(
        "--sprt",
        metavar=("ELO0", "ELO1"),
        nargs=2,
        type=float,
        help="two players: stop once the test decides between these two leads",
    )
    parser.add_argument(
        "--alpha", type=float, default=0.05, help="with --sprt: chance of a false ELO1 (0.05)"
    )
    parser.add_argument(
        "--beta", type=float, default=0.05, help="with --sprt: chance of a false ELO0 (0.05)"
    )
    parser.add_argument(
        "--save", metavar="FILE", help="save each pair there; continue there if interrupted"
    )
    add_processes(parser, "one per core")
    parser.add_argument("--markdown", action="store_true", help="print the tables as Markdown")
    add_json(parser)


def _sprt(args: argparse.Namespace) -> Sprt | None:
    from bridgehead.lab.sprt import Sprt

    if not args.sprt:
        return None
    elo0, elo1 = args.sprt
    return Sprt(elo0, elo1, args.alpha, args.beta)


def run(args: argparse.Namespace) -> int:
    """Play the pairs and print ratings, pairings and times."""
    if len(args.players) < 2 or len(set(args.players)) < len(args.players):
        raise console.WrongUsageError("ladder: name at least two different players")
    if args.sprt and len(args.players) > 2:
        raise console.WrongUsageError("ladder: --sprt needs exactly two players")
    if args.json and args.markdown:
        raise console.WrongUsageError("ladder: --json or --markdown, not both")
    game = chosen_game(args.game, args)
    from bridgehead.lab.ladder import Ladder
    from bridgehead.lab.matches import cores

    try:
        sprt = _sprt(args)
    except ValueError as error:
        raise console.WrongUsageError(f"ladder: {error}") from error
    match = Ladder(
        game, players=args.players, pairs=args.pairs, seed=args.seed, sprt=sprt, save=args.save
    )
    meetings = len(args.players) * (len(args.players) - 1) // 2
    status = 0
    with workers_of(args, game.id, cores()) as match.workers:
        try:
            match.play(console.counter(2 * args.pairs * meetings, "games"))
        except KeyboardInterrupt:
            status = INTERRUPTED
            kept = f"; run the same command again to continue {args.save}" if args.save else ""
            console.remark(f"interrupted after {match.games} games{kept}")
    found = match.found()
    if args.json:
        console.say_json(found)
        return status
    most = "at most " if sprt else ""
    count = f"{most}{args.pairs} pairs of games between every two players"
    title = f"{game.name}: {count}, seed {args.seed}"
    console.say(f"{title}\n\n{tables(found, markdown=args.markdown)}")
    return status
