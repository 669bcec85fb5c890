"""Names of environments: by game, and by title for its first game."""

from __future__ import annotations

import re
from functools import cache

from bridgehead.core.titles.games import game_info, games


def version(game_id: str) -> int:
    """Return the version of a game's environments."""
    return game_info(game_id).environment_version


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower().replace("'", ""))


@cache
def game_ids() -> dict[tuple[str, ...], str]:
    """Return the games by the words of their ids, and by those of their titles."""
    found: dict[tuple[str, ...], str] = {}
    for info in games():
        found.setdefault(tuple(_words(info.title)), info.id)
        found[tuple(_words(info.id))] = info.id
    return found


def module_name(game_id: str) -> str:
    """Return a game's name as that of a module of PettingZoo's.

    >>> module_name("suez-56") in module_names()
    True
    """
    return _module(tuple(_words(game_id)), game_id)


def _module(words: tuple[str, ...], game_id: str) -> str:
    return f"{'_'.join(words)}_v{version(game_id)}"


def module_names() -> dict[str, str]:
    """Return all module names of environments in PettingZoo's form, with their games."""
    return {_module(words, game): game for words, game in game_ids().items()}


def gymnasium_ids() -> dict[str, str]:
    """Return all Gymnasium ids of environments, with their games."""
    return {
        f"bridgehead/{''.join(word.capitalize() for word in words)}-v{version(game)}": game
        for words, game in game_ids().items()
    }
