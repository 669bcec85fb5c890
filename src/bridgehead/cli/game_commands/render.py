"""`bridgehead render`: draw a position of a record."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.arguments import add_position, check_side, positive
from bridgehead.cli.files import load_record
from bridgehead.cli.game_commands import points
from bridgehead.cli.game_commands.story import position_at
from bridgehead.core.files.whole_file import write_whole

WIDTH = 1600
WIDEST = 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_position(parser)
    add_theater(parser)
    add_output(parser)


def add_theater(parser: argparse.ArgumentParser) -> None:
    """Add --theater."""
    parser.add_argument(
        "--theater",
        metavar="T",
        default="both",
        help="draw only this theater, on maps that have several",
    )


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add -o and --width."""
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True, help="a file name ending in .svg or .png"
    )
    parser.add_argument(
        "--width", metavar="PX", type=positive, default=WIDTH, help=f"width of a PNG ({WIDTH})"
    )


def check_output(name: str, width: int) -> None:
    """Raise WrongUsageError if no picture can be written with this name and width."""
    if Path(name).suffix.lower() not in (".svg", ".png"):
        raise console.WrongUsageError(f"-o {name}: the name must end in .svg or .png")
    if not 16 <= width <= WIDEST:
        raise console.WrongUsageError(
            f"--width {width}: a picture must be 16 to {WIDEST} pixels wide"
        )


def run(args: argparse.Namespace) -> int:
    """Draw the position and write the picture."""
    check_output(args.output, args.width)
    record = load_record(args.file)
    check_side(args.side, record.game.sides)
    points.check_theater(args.theater, record.game.map)
    position = position_at(record, args.at)
    from bridgehead import render

    text = render.view_picture(
        record.game,
        position.view(args.side),
        args.side,
        theater=args.theater,
        embed_fonts=Path(args.output).suffix.lower() != ".png",
    )
    write(text, args.output, args.width)
    return 0


def draw(scene: Any, name: str, width: int) -> None:
    """Write a scene as SVG or PNG, depending on the file name."""
    from bridgehead import render

    write(render.svg(scene, embed_fonts=Path(name).suffix.lower() != ".png"), name, width)


def write(text: str, name: str, width: int) -> None:
    """Write an SVG text as SVG or PNG, depending on the file name."""
    from bridgehead import render

    as_png = Path(name).suffix.lower() == ".png"
    write_whole(Path(name), render.png(text, width=width) if as_png else text.encode())
    console.say(name)
