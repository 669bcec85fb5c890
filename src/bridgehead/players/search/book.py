"""Opening books: good plans for the first decisions of a game, from long searches.

`books/GAME.json` in this folder has a few plans for each position in it, with weights for a random
choice, so that games differ. `python -m benchmarks.opening_book GAME` makes it. A position is found
by the digest of what the side to decide may see, together with the game, its options and the digest
of its data, so a player's own map, counters or charts have no book.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bridgehead.core.positions.position import Position

FORMAT, VERSION = "bridgehead-opening-book", 1
DIGITS = 24  # of a digest
USERS = ("captain", "general")  # who plays by the book, in no style


@dataclass(frozen=True)
class Line:
    """A plan in a book: actions up to a roll or another side's decision, and its weight."""

    plan: tuple[str, ...]
    weight: float


@dataclass(frozen=True)
class Book:
    """The lines of a game by position, and the last game turn that has any."""

    lines: dict[str, tuple[Line, ...]]
    last_turn: int


def path_of(game_id: str) -> Path:
    """Return the path of a game's book; it may not exist."""
    return Path(__file__).parent / "books" / f"{game_id}.json"


@cache
def load(game_id: str) -> Book:
    """Return the book of a game, without lines if there is none."""
    path = path_of(game_id)
    if not path.is_file():
        return Book({}, 0)
    data = json.loads(path.read_text(encoding="utf-8"))
    lines = {
        key: tuple(Line(tuple(one["plan"]), float(one["weight"])) for one in found["lines"])
        for key, found in data["positions"].items()
    }
    return Book(lines, int(data["last_turn"]))


def key_of(position: Position) -> str:
    """Return the digest under which a book stores a position, from what its side may see."""
    game = position.game
    seen = position.view(position.to_move)
    text = json.dumps([*game.key, seen], sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def lines_for(position: Any) -> tuple[Line, ...]:
    """Return the book lines for a position; none if the game has a player's own data."""
    game = position.game
    if not game.own_data:
        return ()
    book = load(game.id)
    if not book.lines or position.turn > book.last_turn:
        return ()
    return book.lines.get(key_of(position), ())


def drawn(lines: tuple[Line, ...], lot: float) -> Line:
    """Return a random line by weight; `lot` is a random number from 0 to below 1."""
    left = lot * sum(line.weight for line in lines)
    for line in lines:
        left -= line.weight
        if left < 0.0:
            return line
    return lines[-1]
