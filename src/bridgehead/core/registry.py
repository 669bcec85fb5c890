"""The games there are: each title registers its own, and `load` finds them by id."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from bridgehead.core import compiled
from bridgehead.core.errors import BridgeheadError, UnknownGame, UnknownOption
from bridgehead.core.gamemap import GameMap
from bridgehead.core.position import Game


def no_former_map(_digest: str) -> GameMap | None:
    """Return None: the package has never had another map of this game."""
    return None


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
    make: Callable[[frozenset[str], Any], Game]  # options, and a map, its Path or None
    parse_map: Callable[[str], GameMap]
    # the package's map of an earlier version with this digest; the whole board goes with it
    former_map: Callable[[str], GameMap | None] = no_former_map


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
        hint = _near(game, list(_games))
        raise UnknownGame(f"no game is called {game!r}{hint}; there are {', '.join(_games)}")
    return _games[game]


def package_of(game: str) -> str:
    """Return the package of the title that a game belongs to: the unit of its kernels, too."""
    return game_info(game).make.__module__


def part_of(game: str, name: str) -> Any:
    """Return a module of the title that a game belongs to; BridgeheadError where it has none.

    `style` says how the title is drawn, `screen` what screens ask of its positions, `rules_text`
    what its rules say in short, `mapfile` and `map_check` what its map files may hold.
    """
    package = package_of(game)
    try:
        return importlib.import_module(f"{package}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.{name}":
            raise
        raise BridgeheadError(f"{game} has no {name.replace('_', ' ')}") from error


def _near(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word.lower(), known, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def load(game: str, *, map: GameMap | Path | str | None = None, **options: bool) -> Game:
    """Return a game by its id, with options by keyword and, if given, a map of one's own.

    >>> import bridgehead as bh
    >>> bh.load("across-suez-reprint", commandos=True).options
    ('commandos',)
    """
    on = frozenset(option for option, value in options.items() if value)
    check_options(game, options)
    compiled.load_for(package_of(game))
    if map is None:
        return _prepared(game, on)
    return game_info(game).make(on, Path(map) if isinstance(map, str) else map)


@lru_cache(maxsize=64)
def _prepared(game: str, options: frozenset[str]) -> Game:
    """Return a game on the package's own map. It never changes, so one of each is enough."""
    return game_info(game).make(options, None)


def check_options(game: str, options: Iterable[str]) -> None:
    """Raise UnknownOption, with what was perhaps meant, for an option the game does not have."""
    known = list(game_info(game).options)
    for option in options:
        if option not in known:
            offered = ", ".join(known) or "none"
            raise UnknownOption(
                f"{game} has no option {option!r}{_near(option, known)}; it has: {offered}"
            )
