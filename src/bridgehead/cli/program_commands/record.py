"""`bridgehead record`: the results, rating, luck and skill of the person who plays here."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json
from bridgehead.cli.console import counted
from bridgehead.core.dice.dice import Secrets
from bridgehead.core.files.whole_file import write_whole

STDOUT = "-"
HEADINGS = {
    "title": "By title",
    "side": "By side",
    "opponent": "By opponent",
    "scenario": "By scenario",
}
NAMES = {
    "title": "",
    "side": "both sides",
    "opponent": "",
    "scenario": "the whole game",
}  # of ""
COLUMNS = ("games", "won", "drawn", "lost", "running", "abandoned")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "--csv", metavar="FILE", help="write all games as CSV, one a line (-: print them)"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the record of the games in the data folder."""
    if args.json and args.csv == STDOUT:
        raise console.WrongUsageError("--json and --csv - both print: choose one")
    from bridgehead.server.games.store import open_store
    from bridgehead.server.views import own_games

    store = open_store(Secrets())
    try:
        data = own_games.data_of(store)
    finally:
        store.close()
    if args.csv == STDOUT:
        console.say(own_games.as_csv(data["games"]).rstrip("\n"))
        return 0
    if args.csv:
        write_whole(Path(args.csv), own_games.as_csv(data["games"]))
    if args.json:
        console.say_json(data)
        return 0
    for line in _lines(data):
        console.say(line)
    if args.csv:
        console.remark(f"{args.csv}: {len(data['games'])} games")
    return 0


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    puzzles = data["puzzles"]
    if puzzles["attempts"]:
        yield (
            f"Puzzle rating: {puzzles['rating']} ± {puzzles['margin']} "
            f"({counted(puzzles['attempts'], 'puzzle')})"
        )
    if not data["games"]:
        yield "No games yet. `bridgehead play` starts one; its result will stand here."
        return
    totals = data["totals"]
    yield ", ".join(f"{totals[name]} {name}" for name in COLUMNS)
    for one in data["ratings"]:
        few = ", provisional" if one["provisional"] else ""
        yield (
            f"Rating in {one['title']}: {one['rating']} ± {one['margin']} "
            f"({counted(one['games'], 'game')}{few})"
        )
    luck = data["luck"]
    if luck["games"]:
        yield (
            f"Luck in {counted(luck['games'], 'analyzed game')}: {_points(luck['luck'])} points "
            f"± {100 * luck['luck_error']:.0f}; lost by decisions: {100 * luck['loss']:.0f} ± "
            f"{100 * luck['loss_error']:.0f} ({luck['mistakes']} mistakes in "
            f"{counted(luck['decisions'], 'decision')})"
        )
    for month in data["months"][:1]:
        for kind in ("best", "worst"):
            if month[kind] is not None:
                yield _decision(f"{kind.title()} decision of {month['month']}", month[kind])
    for kind, heading in HEADINGS.items():
        yield ""
        yield heading
        yield from _table(data["tables"][kind], NAMES[kind])


def _decision(told: str, one: Mapping[str, Any]) -> str:
    sentence = f": {one['sentence']}" if one["sentence"] else ""
    return (
        f"{told} ({_points(one['points'])} points): game {one['id']}, after action "
        f"{one['action']}{sentence}"
    )


def _table(rows: Sequence[Mapping[str, Any]], nothing: str) -> Iterator[str]:
    named = [(f"{row['title']}, {row['name'] or nothing}", row) for row in rows]
    width = max(len(name) for name, _ in named)
    yield f"  {'':{width}}  " + "  ".join(f"{name:>9}" for name in COLUMNS)
    for name, row in named:
        yield f"  {name:{width}}  " + "  ".join(f"{row[column]:>9}" for column in COLUMNS)


def _points(share: float) -> str:
    return f"{100 * share:+.0f}"
