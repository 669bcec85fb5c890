"""The puzzles of the package, and the puzzle of the day.

They are lines of JSON in `collections/GAME.jsonl`, in no particular order. `bridgehead puzzles GAME
--games N` finds more.

>>> from bridgehead.players import puzzles
>>> found = puzzles.of_game("across-suez-1980")
>>> puzzles.find(found[0].id) == found[0]
True
"""

from __future__ import annotations

import datetime
import hashlib
from functools import cache
from pathlib import Path

from bridgehead.core.errors import InvalidPuzzle, UnknownPuzzle
from bridgehead.core.files.bounded_text import read_text
from bridgehead.core.titles.games import game_info, games
from bridgehead.players.puzzles.puzzle import Puzzle

MOST_BYTES = 16 * 2**20  # of a file of puzzles; one has some 4 KB


def path_of(game_id: str) -> Path:
    """Return the path of a game's collection; it may not exist."""
    return Path(__file__).parent / "collections" / f"{game_id}.jsonl"


def read(path: Path) -> tuple[Puzzle, ...]:
    """Read and check a file of puzzles; InvalidPuzzle names the line and the reason."""
    found: dict[str, Puzzle] = {}
    text = read_text(path, InvalidPuzzle, MOST_BYTES)
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            puzzle = Puzzle.from_line(line)
        except InvalidPuzzle as error:
            raise InvalidPuzzle(f"{path.name}, line {number}: {error}") from None
        if puzzle.id in found:
            raise InvalidPuzzle(f"{path.name}, line {number}: id {puzzle.id} is there twice")
        found[puzzle.id] = puzzle
    return tuple(found.values())


@cache
def of_game(game_id: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, the easiest first. UnknownGame if there is no such game."""
    path = path_of(game_info(game_id).id)
    if not path.is_file():
        return ()
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [Puzzle.from_line(line, check=False) for line in lines if line]
    return tuple(sorted(found, key=lambda one: (one.rating, one.id)))


def everything() -> tuple[Puzzle, ...]:
    """Return the puzzles of all games."""
    return tuple(puzzle for info in games() for puzzle in of_game(info.id))


def find(puzzle_id: str) -> Puzzle:
    """Return the puzzle with this id. UnknownPuzzle if there is none."""
    for puzzle in everything():
        if puzzle.id == puzzle_id:
            return puzzle
    raise UnknownPuzzle(f"there is no puzzle {puzzle_id!r}; `bridgehead puzzles` lists them")


def today() -> datetime.date:
    """Return the date by which the puzzle of the day is chosen: the same everywhere (UTC)."""
    return datetime.datetime.now(datetime.UTC).date()


def of_the_day(day: datetime.date, game_id: str | None = None) -> Puzzle:
    """Return the puzzle of a day: the same everywhere. UnknownPuzzle if there are no puzzles.

    Of all games, or of one. Games take turns by chance, each as often as the others, however many
    puzzles they have. A puzzle that is added changes few days.
    """
    choice = {info.id: of_game(info.id) for info in games() if game_id in (None, info.id)}
    choice = {name: found for name, found in choice.items() if found}
    if not choice:
        raise UnknownPuzzle(f"there are no puzzles{'' if game_id is None else f' of {game_id}'}")
    name = min(choice, key=lambda one: _lot(day, one))
    return min(choice[name], key=lambda one: _lot(day, one.id))


def _lot(day: datetime.date, name: str) -> bytes:
    return hashlib.sha256(f"{day.isoformat()} {name}".encode()).digest()
