"""`bridgehead puzzles`: list, show, solve, check and find puzzles."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json, add_options, natural, options_of, positive
from bridgehead.cli.files import load_record, write_new
from bridgehead.core.errors import InvalidPuzzle
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import games

if TYPE_CHECKING:
    from bridgehead.players.puzzles import Puzzle
    from bridgehead.server.puzzles.puzzle_store import PuzzleStore

WIDTH = 80
TODAY = "today"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "what", metavar="WHAT", nargs="?",
        help=f"a game, the id of a puzzle, or {TODAY!r} for the puzzle of the day (all games)",
    )  # fmt: skip
    parser.add_argument("-o", "--output", metavar="FILE", help="write the puzzle as a new record")
    parser.add_argument("--force", action="store_true", help="with -o: overwrite the file")
    parser.add_argument(
        "--plan", metavar="TEXT",
        help="grade a plan: a record begun with -o in which you played it, or its actions, "
        "separated by semicolons",
    )  # fmt: skip
    parser.add_argument(
        "--play", action="store_true",
        help="play your plan in the terminal; it is graded when it is complete",
    )  # fmt: skip
    parser.add_argument("--plain", action="store_true", help="with --play: line by line")
    parser.add_argument("--rating", action="store_true", help="print your puzzle rating")
    parser.add_argument("--solution", action="store_true", help="print the best plan")
    parser.add_argument("--check", metavar="FILE", help="check a file of puzzles (JSON lines)")
    parser.add_argument(
        "--games", metavar="N", type=positive,
        help="find puzzles in N new games of captains and generals; prints JSON lines",
    )  # fmt: skip
    parser.add_argument("--seed", metavar="S", type=natural, default=1, help="of these games (1)")
    parser.add_argument(
        "--first", metavar="K", type=natural, default=0, help="number of the first of them (0)"
    )
    add_options(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Do what the arguments ask for."""
    if args.check is not None:
        return _check(Path(args.check), as_json=args.json)
    if args.rating:
        return _rating(as_json=args.json)
    known = {info.id for info in games()}
    if args.games is not None:
        if args.what not in known:
            raise console.WrongUsageError("--games needs a game: bridgehead puzzles GAME --games N")
        return _find(args)
    if args.option:
        raise console.WrongUsageError("--option and --scenario are for the games of --games N")
    if args.what is None or args.what in known:
        if args.plan or args.output or args.solution or args.play:
            raise console.WrongUsageError("name a puzzle by its id, or 'today'")
        return _list(args.what, as_json=args.json)
    return _one(args)


def _list(game: str | None, *, as_json: bool) -> int:
    from bridgehead.players import puzzles

    found = puzzles.everything() if game is None else puzzles.of_game(game)
    if as_json:
        console.say_json({"puzzles": [_summary(one) for one in found]})
        return 0
    if game is not None:
        for one in found:
            themes = ", ".join(one.themes)
            scenario = f"{one.scenario}: " if one.scenario else ""
            told = f"{scenario}{one.question}  [{themes}]"
            console.say(f"{one.id}  {one.degree:<6}  {one.rating:>4}  {told}")
        return 0
    for info in games():
        mine = [one for one in found if one.game_id == info.id]
        degrees = Counter(one.degree for one in mine)
        told = ", ".join(f"{count} {degree}" for degree, count in degrees.items())
        many = console.counted(len(mine), "puzzle")
        console.say(f"{info.id:<20} {many:>12}{': ' if told else ''}{told}")
    return 0


def _summary(puzzle: Puzzle) -> dict[str, object]:
    data = puzzle.to_dict()
    hidden = ("position", "usual", "plans", "format", "version", "rollouts", "source")
    return {name: value for name, value in data.items() if name not in hidden}


def _one(args: argparse.Namespace) -> int:
    """Show a puzzle, write it as a record, or grade a plan for it."""
    from bridgehead.players import puzzles
    from bridgehead.players.advice.sentences import sentence_of

    puzzle = puzzles.of_the_day(puzzles.today()) if args.what == TODAY else puzzles.find(args.what)
    if args.plan is not None:
        return _grade(puzzle, _plan(args.plan, puzzle), as_json=args.json)
    if args.play:
        return _play(puzzle, plain=args.plain)
    if args.output:
        write_new(
            args.output,
            lambda: Record.new(puzzle.game, "open", start=puzzle.position),
            force=args.force,
        )
    if args.json:
        console.say_json(puzzle.to_dict() if args.solution else
                         {**_summary(puzzle), "position": dict(puzzle.data)})  # fmt: skip
        return 0
    _say(f"{puzzle.game.name}, puzzle {puzzle.id} ({puzzle.degree}, {puzzle.rating})")
    _say(puzzle.question)
    if args.output:
        _say(f"Written to {args.output}: play your plan with `bridgehead do`, then have it graded: "
             f"bridgehead puzzles {puzzle.id} --plan {args.output}")  # fmt: skip
    elif not args.solution:
        _say(f"Play your plan: bridgehead puzzles {puzzle.id} --play")
        _say(f"See the best plan: bridgehead puzzles {puzzle.id} --solution")
    if args.solution:
        _say(f"{sentence_of(puzzle.position, puzzle.best.plan)}")
        console.say("; ".join(puzzle.best.plan))
    return 0


def _grade(puzzle: Puzzle, plan: Sequence[str], *, as_json: bool = False) -> int:
    """Grade a plan, keep the attempt, and print what came of it."""
    from bridgehead import players
    from bridgehead.players import puzzles

    console.compile_rules(puzzle.game_id)
    console.remark("The plan is played out many times; this may take a minute.")
    grade = puzzles.grade(puzzle, plan, threads=players.spare_cores())
    kept = _attempts()
    rating = kept and kept.attempt(puzzle, solved=grade.solved, share=grade.share)
    if as_json:
        console.say_json({**grade.to_dict(), **({"rating": rating.to_dict()} if rating else {})})
        return 0
    _say(grade.told)
    if not grade.solved:
        _say(f"The best plan: {grade.sentence}")
        for reason in grade.reasons:
            _say(f"- {reason.text}", "  ")
        if grade.reply:
            _say(f"The answer to your plan: {grade.reply}")
    if rating:
        change = f" ({rating.change:+})" if rating.change else ""
        _say(f"Your puzzle rating: {rating.points} ± {rating.margin}{change}")
    return 0


def _play(puzzle: Puzzle, *, plain: bool) -> int:
    """Let the player make a plan in the terminal, and grade it."""
    from bridgehead import terminal
    from bridgehead.players.puzzles.grading import check_compiling
    from bridgehead.server.puzzles.puzzles import new_record

    check_compiling(puzzle)
    record = new_record(puzzle)
    _say(puzzle.question)
    terminal.run(
        record.game, players=record.players, record=record, plain=True if plain else None,
        planner=puzzle.side,
    )  # fmt: skip
    if record.position.to_move == puzzle.side:
        _say("Your plan is not complete: it was not graded.")
        return 1
    return _grade(puzzle, record.actions)


def _attempts() -> PuzzleStore | None:
    """Return what the data folder keeps of puzzles; None without the extra `play`."""
    from bridgehead.core.dice.dice import Secrets

    try:
        from bridgehead.server.games.store import open_store
        from bridgehead.server.puzzles.puzzle_store import PuzzleStore
    except ModuleNotFoundError:
        console.remark("Attempts are kept only with the extra 'play' (docs/install.md).")
        return None
    return PuzzleStore(open_store(Secrets()))


def _rating(*, as_json: bool) -> int:
    kept = _attempts()
    if kept is None:
        return 1
    rating = kept.rating()
    if as_json:
        console.say_json({**rating.to_dict(), "history": kept.history()})
        return 0
    sure = ", still uncertain" if rating.is_provisional else ""
    many = console.counted(rating.attempts, "puzzle")
    _say(f"Your puzzle rating: {rating.points} ± {rating.margin}, from {many}{sure}")
    return 0


def _plan(text: str, puzzle: Puzzle) -> Sequence[str]:
    """Return the plan in a record, or in a text of actions."""
    try:
        is_file = Path(text).is_file()
    except OSError:  # longer than the name of a file may be
        is_file = False
    if not is_file:
        return [one.strip() for one in text.split(";") if one.strip()]
    record = load_record(text)
    if record.opening() != puzzle.position:
        raise InvalidPuzzle(f"{text}: does not begin with puzzle {puzzle.id}")
    position, plan = record.opening(), []
    for action in record.actions:
        if position.to_move != puzzle.side:
            break
        position.push(action)
        plan.append(action)
    return plan


def _check(path: Path, *, as_json: bool) -> int:
    from bridgehead.players import puzzles

    found = puzzles.read(path)
    if as_json:
        console.say_json({"puzzles": len(found)})
    else:
        console.say(f"{path}: {console.counted(len(found), 'puzzle')}, all in order")
    return 0


def _find(args: argparse.Namespace) -> int:
    from bridgehead.core.titles.games import load_with
    from bridgehead.players.puzzles.finder import Finder

    game = load_with(args.what, options_of(args.option))
    console.compile_rules(args.what)
    finder = Finder(game, args.seed)
    for number in range(args.first, args.first + args.games):
        for puzzle in finder.puzzles(1, number):
            console.say(json.dumps(puzzle.to_dict(), separators=(",", ":"), sort_keys=True))
        console.remark(
            f"game {number}: {finder.positions} decisions so far, {finder.candidates} of them "
            "looked at closely"
        )
    return 0


def _say(text: str, indent: str = "") -> None:
    for line in textwrap.wrap(text, WIDTH - 1, subsequent_indent=indent):
        console.say(line)
