"""`bridgehead learn`: play a lesson, in the terminal or on the page."""

from __future__ import annotations

import argparse
from pathlib import Path

from bridgehead.cli import console
from bridgehead.cli.arguments import natural
from bridgehead.cli.files import load_record
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import default_game, game_info
from bridgehead.core.titles.lesson import (
    Lesson,
    examples_of,
    guide_of,
    lesson_of,
    lessons_of,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    help_ = f"game id; games with the same rules share lessons ({default_game()})"
    parser.add_argument("game", metavar="GAME", nargs="?", default=default_game(), help=help_)
    parser.add_argument(
        "lesson",
        metavar="LESSON",
        nargs="?",
        default="",
        help="id of a lesson or of an example of the rules (the first lesson)",
    )
    parser.add_argument(
        "--list", action="store_true", help="list the lessons and examples of the game"
    )
    parser.add_argument("--page", action="store_true", help="open the lesson in the browser")
    parser.add_argument("--plain", action="store_true", help="line by line, without colors")
    parser.add_argument(
        "--record", metavar="FILE", help="keep the lesson in this file, or continue it if it exists"
    )
    parser.add_argument(
        "--port", metavar="N", type=natural, help="the page's port (the first free from 8073 on)"
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="serve the page without opening it"
    )


def run(args: argparse.Namespace) -> int:
    """List the lessons of a title, or begin or continue one."""
    if args.list:
        for one in lessons_of(args.game):
            console.say(f"{one.id}  {one.title} ({one.minutes} minutes): {one.teaches}")
        for one in examples_of(args.game):
            console.say(f"{one.id}  Example: {one.title}")
        return 0
    lesson = lesson_of(args.game, args.lesson)
    if lesson.game != args.game:
        own, taught = game_info(args.game), game_info(lesson.game)
        console.remark(
            f"{own.title} ({own.edition}) has no such lesson. This one plays "
            f"{taught.title} ({taught.edition}); most rules are the same."
        )
    on_page = args.page or args.no_browser or args.port is not None
    if on_page and (args.plain or args.record):
        raise console.WrongUsageError(
            "--plain and --record are for the terminal and cannot be used with --page"
        )
    if on_page:
        return _on_the_page(lesson, args)
    return _in_the_terminal(lesson, args)


def _on_the_page(lesson: Lesson, args: argparse.Namespace) -> int:
    console.hand_over()
    from bridgehead.server import serve

    record = lesson.record()
    return serve(port=args.port, browser=not args.no_browser, record=record, say=console.say)


def _in_the_terminal(lesson: Lesson, args: argparse.Namespace) -> int:
    path = Path(args.record) if args.record else None
    record = _kept(path) if path is not None and path.exists() else lesson.record()
    console.hand_over()
    from bridgehead import terminal

    plain = True if args.plain else None
    return terminal.run(
        record.game, players=record.players, record_path=path, record=record, plain=plain
    )


def _kept(path: Path) -> Record:
    record = load_record(str(path), to_change=True)
    if guide_of(record) is None:
        raise console.WrongUsageError(
            f"{path} is not a lesson; continue it with bridgehead play --record"
        )
    return record
