"""`bridgehead analyse`: find the turning points of a game."""

from __future__ import annotations

import argparse
import sys
import textwrap
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json, natural, positive
from bridgehead.cli.console import WrongUsageError
from bridgehead.cli.files import check_new, load_record, write_new

PLAYER = "general"
SECONDS = 120.0  # the default
WIDTH = 80


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a record file, or - for standard input")
    parser.add_argument(
        "--player", metavar="P", default=PLAYER, help=f"the player that analyzes ({PLAYER})"
    )
    parser.add_argument(
        "--looks", metavar="N", type=positive,
        help="rollouts per position, eight times as many per decision: reproducible",
    )  # fmt: skip
    parser.add_argument(
        "--seconds", metavar="S", type=seconds, help=f"approximate time limit ({SECONDS:.0f})"
    )
    parser.add_argument("--from", metavar="N", dest="first", type=positive, default=1,
                        help="the first action (1)")  # fmt: skip
    parser.add_argument("--to", metavar="N", dest="last", type=positive, help="the last action")
    parser.add_argument(
        "--seed", metavar="S", type=natural, default=1, help="seed of the rollouts (1)"
    )
    parser.add_argument(
        "--annotate", metavar="OUT",
        help="also write the record with its turning points as comments, and better plans as lines",
    )  # fmt: skip
    parser.add_argument("--force", action="store_true", help="overwrite OUT if it exists")
    add_json(parser)


def seconds(text: str) -> float:
    """Read a time in seconds, above 0."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return found


def run(args: argparse.Namespace) -> int:
    """Analyse the record and print the graph, the turning points and the summary."""
    if args.looks is not None and args.seconds is not None:
        raise WrongUsageError("--looks and --seconds: give only one of them")
    timed = args.seconds if args.looks is not None or args.seconds is not None else SECONDS
    if args.annotate is not None:
        check_new(args.annotate, force=args.force)
    record = load_record(args.file)
    console.compile_rules(record.game.id)
    from bridgehead.analysis import analyse, annotate

    found = analyse(
        record,
        player=args.player,
        looks=args.looks,
        seconds=timed,
        seed=args.seed,
        first=args.first,
        last=args.last,
        progress=_progress(),
    )
    if args.annotate is not None:
        annotate(record, found.to_dict())
        write_new(args.annotate, lambda: record, force=args.force)
    if args.json:
        console.say_json(found.to_dict())
        return 0
    for line in lines(found, plain=not _shows_signs()):
        console.say(line)
    return 0


def _progress() -> Any:
    """Return a progress counter for a terminal; None if there is no terminal."""
    shown: dict[int, Any] = {}

    def tell(done: int, total: int) -> None:
        if total not in shown:
            shown[total] = console.counter(total, "positions and decisions")
        if shown[total] is not None:
            shown[total](done)

    return tell


def _shows_signs() -> bool:
    """Whether the output can show the signs of the graph."""
    try:
        "⣿─│".encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def lines(found: Any, *, plain: bool = False) -> list[str]:
    """Return an analysis as text, 80 columns wide."""
    from bridgehead.analysis.chart import chart, letter

    first, last = found.steps[0].step.first, found.steps[-1].step.last
    told = [f"{found.game.name}: actions {first} to {last}, {found.player}", ""]
    told += [*chart(found, WIDTH, plain=plain), ""]
    if not found.turning_points:
        told.append("No single action clearly turned the game.")
    for number, point in enumerate(found.turning_points):
        step = point.weighed.step
        actions = f"action {step.last}" if step.first == step.last else (
            f"actions {step.first} to {step.last}"
        )  # fmt: skip
        swing = f"{round(100 * point.swing)} points for {_name(found, point.favours)}"
        told += _wrapped(f"{letter(number)}  ", f"{point.sentence} ({swing}; {actions})")
        if point.better is not None:
            told += _wrapped("   ", f"Better: {point.better['sentence']}")
    told.append("")
    for sentence in (*found.summary(), found.note):
        told += _wrapped("", sentence)
    return told


def _name(found: Any, side: str) -> str:
    from bridgehead.players.advice.hints import side_name

    return side_name(found.game, side)


def _wrapped(head: str, text: str) -> list[str]:
    """Wrap a text; a percent sign stays with its number, a name with its hyphen."""
    told = textwrap.wrap(
        text.replace(" %", "\xa0%"), WIDTH - 1, initial_indent=head,
        subsequent_indent=" " * len(head), break_on_hyphens=False,
    )  # fmt: skip
    return [line.replace("\xa0", " ") for line in told]
