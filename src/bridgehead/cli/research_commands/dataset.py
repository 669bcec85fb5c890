"""`bridgehead dataset`: write games to a Parquet file, one row per decision."""

from __future__ import annotations

import argparse
from pathlib import Path

from bridgehead.cli import console
from bridgehead.cli.arguments import add_game, add_json, chosen_game, natural, positive
from bridgehead.cli.research_commands.sharing import add_processes, workers_of

LOOKS = 64  # rollouts, the default of --evaluate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_game(parser)
    parser.add_argument(
        "players",
        metavar="PLAYER",
        nargs="+",
        help='the player of both sides, or of each in their order: sergeant, captain@200n, "engine:'
        'COMMAND LINE"',
    )
    parser.add_argument("--out", metavar="FILE", type=Path, required=True, help="file to write")
    parser.add_argument(
        "--games", metavar="N", type=positive, default=100, help="number of games (100)"
    )
    parser.add_argument(
        "--seed", metavar="S", type=natural, default=1, help="seed of dice and players (1)"
    )
    parser.add_argument(
        "--positions",
        choices=("json", "state"),
        default="json",
        help="positions as JSON, or as the bytes of the state record (json)",
    )
    parser.add_argument(
        "--side-views",
        action="store_true",
        help="write what the side to move may see instead of the whole position",
    )
    parser.add_argument("--legal", action="store_true", help="write the codes of all legal actions")
    parser.add_argument("--rolls", action="store_true", help="write a row for each roll and draw")
    parser.add_argument(
        "--evaluate",
        metavar="N",
        type=positive,
        nargs="?",
        const=LOOKS,
        default=0,
        help=f"write the mover's win probability, by N rollouts for each decision ({LOOKS})",
    )
    parser.add_argument("--force", action="store_true", help="replace an existing file")
    add_processes(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play the games, write the file, and say what is in it."""
    game = chosen_game(args.game, args)
    if len(args.players) not in (1, len(game.sides)):
        raise console.WrongUsageError(
            f"dataset: name one player for both sides, or one for each of {', '.join(game.sides)}"
        )
    who = args.players * len(game.sides) if len(args.players) == 1 else args.players
    from bridgehead.lab import dataset, dataset_file
    from bridgehead.lab.matches import check_entrant

    contents = dataset.Contents(
        args.positions, args.side_views, args.legal, args.rolls, args.evaluate
    )
    try:
        contents.check()
    except ValueError as error:
        raise console.WrongUsageError(f"dataset: {error}") from error
    dataset_file.check_free(args.out, force=args.force)
    for name in who:
        check_entrant(game, name)
    own = {"--map": args.map, "--data": args.data}
    with workers_of(args, game.id) as workers:
        found = dataset.write_dataset(
            game,
            args.out,
            args.games,
            args.seed,
            dict(zip(game.sides, who, strict=True)),
            contents,
            progress=console.counter(args.games, "games"),
            workers=workers,
            force=args.force,
            given=[word for flag, value in own.items() if value for word in (flag, value)],
        )
    if args.json:
        console.say_json(found.to_dict())
        return 0
    console.say(f"{game.name}: {found.games} games written to {found.file}")
    wins = ", ".join(f"{winner} {count}" for winner, count in found.wins.items())
    console.say(f"  {found.rows} rows, {found.bytes / 1e6:.1f} MB in {found.seconds:.1f} s")
    console.say(f"  won: {wins}")
    return 0
