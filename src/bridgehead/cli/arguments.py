"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from bridgehead.cli.console import WrongUsageError
from bridgehead.core.positions.position import Game
from bridgehead.core.titles.games import load_with
from bridgehead.core.titles.options import SCENARIO

MOST_THREADS = 64
FILE_HELP = "a record, a file with a position, - for standard input, or a line bh1:…"


def add_game(
    parser: argparse.ArgumentParser,
    *,
    default: str | None = None,
    page: bool = False,
    position: bool = False,
) -> None:
    """Add GAME, --option, --scenario, --map, --data.

    With a default, GAME is optional and then None.

    With `page`, the help says that the page asks for the game. With `position`, GAME may be left
    out because a position names it.
    """
    if position:
        parser.add_argument(
            "game", metavar="GAME", nargs="?", help="game id; a position names its game"
        )
    elif default is None:
        parser.add_argument("game", metavar="GAME", help="game id, as listed by `games`")
    else:
        without = "without one the page asks; in the terminal" if page else "without one:"
        parser.add_argument("game", metavar="GAME", nargs="?", help=f"{without} {default}")
    add_options(parser)
    parser.add_argument("--map", metavar="FILE", help="play on your own map file")
    parser.add_argument("--data", metavar="DIR", help="play with your own data folder")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add --option and --scenario."""
    parser.add_argument(
        "--option",
        metavar="NAME",
        action="append",
        default=[],
        help="switch on an option of the edition; repeat it, or separate names with commas",
    )
    parser.add_argument(
        "--scenario",
        metavar="NAME",
        dest="option",
        action="append",
        type=lambda name: f"{SCENARIO}={name}",
        help="play a scenario, as listed by `scenarios`",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add --json."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add FILE, --side and --at: a position of a record, and the side that sees it."""
    parser.add_argument("file", metavar="FILE", help=FILE_HELP)
    parser.add_argument(
        "--side", metavar="S", help="show what this side sees (what everybody sees)"
    )
    add_at(parser)


def add_start(parser: argparse.ArgumentParser) -> None:
    """Add --position: the position where a game starts (read by `files.start_of`)."""
    parser.add_argument(
        "--position",
        metavar="FILE",
        help="start from a position: a JSON file, - for standard input, or its line bh1:…",
    )


def add_at(parser: argparse.ArgumentParser) -> None:
    """Add --at."""
    parser.add_argument(
        "--at", metavar="N", type=natural, help="after the first N actions (after all)"
    )


def options_of(names: Sequence[str]) -> list[str]:
    """Return option names; each argument is one name, or several separated by commas."""
    return [word.strip() for name in names for word in name.split(",") if word.strip()]


def chosen_game(game: str, args: argparse.Namespace, options: Sequence[str] | None = None) -> Game:
    """Return the game that the arguments name, with the player's own data if given."""
    on = options_of(args.option) if options is None else options
    if args.map is not None and args.data is not None:
        raise WrongUsageError(
            "--map and --data: give only one of them; the data folder may contain the map"
        )
    return load_with(game, on, map=args.map, data=args.data)


def natural(text: str) -> int:
    """Read a whole number, 0 or more."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 0 or more")
    return number


def positive(text: str) -> int:
    """Read a whole number, 1 or more."""
    number = natural(text)
    if number == 0:
        raise argparse.ArgumentTypeError("0 is too small: the least is 1")
    return number


def threads(text: str) -> int:
    """Read a number of threads, from 1 to MOST_THREADS."""
    number = positive(text)
    if number > MOST_THREADS:
        raise argparse.ArgumentTypeError(f"{number} is too large: at most {MOST_THREADS} threads")
    return number


def by_side(given: Sequence[str], sides: Sequence[str]) -> dict[str, str]:
    """Read arguments of the form SIDE=NAME; WrongUsageError if they are invalid."""
    found: dict[str, str] = {}
    for word in given:
        side, equals, name = word.partition("=")
        if not equals or side not in sides or not name:
            form = " or ".join(f"{side}=NAME" for side in sides)
            raise WrongUsageError(f"--player {word}: write {form}")
        if side in found:
            raise WrongUsageError(f"--player: {side} is named twice")
        found[side] = name
    return found


def check_side(side: str | None, sides: Sequence[str], option: str = "--side") -> None:
    """Raise WrongUsageError if the game has no such side."""
    if side is not None and side not in sides:
        raise WrongUsageError(f"{option} {side}: the sides are {', '.join(sides)}")


def dice_kind(dice: str | None, seed: int | None, default: str) -> str:
    """Return the kind of dice for --dice and --seed."""
    kind = dice or ("seeded" if seed is not None else default)
    if (kind == "seeded") != (seed is not None):
        raise WrongUsageError(
            "--dice seeded needs --seed N" if seed is None else f"--dice {kind} has no --seed"
        )
    return kind


def names_of(players: Mapping[str, str]) -> str:
    """Return players as text: "israel=Anna egypt=Omar"."""
    return " ".join(f"{side}={name}" for side, name in players.items())
