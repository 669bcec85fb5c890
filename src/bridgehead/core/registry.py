"""The games there are: each title registers its own, and `load` finds them by id."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bridgehead.core.errors import UnknownGame, UnknownOption
from bridgehead.core.hexmap import HexMap
from bridgehead.core.position import Game


@dataclass(frozen=True)
class GameInfo:
    """What a title says of one of its games, without setting it up."""

    id: str
    title: str
    edition: str
    sides: tuple[str, ...]
    options: dict[str, str]  # option -> a sentence
    about: str
    reconstructed: str
    make: Callable[[frozenset[str], HexMap | Path | None], Game]
    parse_map: Callable[[str], HexMap]


_games: dict[str, GameInfo] = {}


def register(info: GameInfo) -> None:
    """Add a game to those that `load` knows."""
    _games[info.id] = info


def games() -> list[GameInfo]:
    """Return every game, titles together, editions in the order of their years."""
    return list(_games.values())


def game_info(game: str) -> GameInfo:
    """Return what there is to know of a game; UnknownGame where there is none of that id."""
    if game not in _games:
        near = difflib.get_close_matches(game, _games, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise UnknownGame(f"no game is called {game!r}{hint}; there are {', '.join(_games)}")
    return _games[game]


def load(game: str, *, map: HexMap | Path | str | None = None, **options: bool) -> Game:
    """Return a game by its id, with options by keyword and, if given, a map of one's own.

    >>> import bridgehead as bh
    >>> bh.load("across-suez-reprint", commandos=True).options
    ('commandos',)
    """
    info = game_info(game)
    for option in options:
        if option not in info.options:
            offered = ", ".join(info.options) or "none"
            raise UnknownOption(f"{game} has no option {option!r}; it has: {offered}")
    on = frozenset(option for option, value in options.items() if value)
    return info.make(on, Path(map) if isinstance(map, str) else map)
