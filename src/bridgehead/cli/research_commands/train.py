"""`bridgehead train`: train a position evaluation by self-play."""

from __future__ import annotations

import argparse
from pathlib import Path

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json, natural, positive
from bridgehead.cli.research_commands.sharing import add_processes, workers_of
from bridgehead.titles.loading import load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("game", metavar="GAME", help="game id, as listed by `games`")
    _add_number(parser, "--games", 6000, "games between sergeants")
    parser.add_argument(
        "--practice", metavar="N", type=natural, default=60, help="games between generals (60)"
    )
    _add_number(parser, "--looks", 60, "rollouts per decision of the generals")
    _add_number(parser, "--hidden", 64, "hidden units of the net")
    _add_number(parser, "--epochs", 15, "passes over the samples")
    parser.add_argument(
        "--seed", metavar="S", type=natural, default=1, help="seed of everything (1)"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=Path,
        help="file to write (the package's own weights)",
    )
    add_processes(parser)
    add_json(parser)


def _add_number(parser: argparse.ArgumentParser, name: str, default: int, text: str) -> None:
    parser.add_argument(
        name, metavar="N", type=positive, default=default, help=f"{text} ({default})"
    )


def run(args: argparse.Namespace) -> int:
    """Train, write the weights, and print how good they are."""
    game = load(args.game)
    from bridgehead.players.learned import training, weights

    settings = training.Settings(
        game.id, args.games, args.practice, args.looks, args.hidden, args.epochs, args.seed
    )
    counters = {
        "outcomes": console.counter(args.games, "games of sergeants"),
        "rollouts": console.counter(args.games // 4, "games with rollouts"),
        "practice": console.counter(args.practice, "games of generals"),
    }

    def tell(stage: str, done: int) -> None:
        show = counters[stage]
        if show is not None:
            show(done)

    with workers_of(args, game.id) as workers:
        judgement, made = training.train(settings, tell=tell, workers=workers)
    path = args.output or weights.path_of(game.id)
    weights.write(path, game.id, judgement, made)
    if args.json:
        console.say_json({"game": game.id, "file": str(path), **made})
        return 0
    console.say(f"{game.name}: weights written to {path}")
    found = made["held_out"]
    console.say(
        f"  Brier score {found['brier']:.4f} (knowing nothing: {found['base_brier']:.4f}), on "
        f"{found['positions']} positions of {found['games']} games held out"
    )
    return 0
