"""What the environments are called: by their game, or by their title for its first game."""

from __future__ import annotations

import re
from functools import cache

from bridgehead.core.registry import games

VERSION = 0  # of the environments: what agents see and do, and what they are rewarded for


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower().replace("'", ""))


@cache
def game_ids() -> dict[tuple[str, ...], str]:
    """Return the games by the words of their ids, and of their titles."""
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
    return _module(tuple(_words(game_id)))


def _module(words: tuple[str, ...]) -> str:
    return f"{'_'.join(words)}_v{VERSION}"


def module_names() -> dict[str, str]:
    """Return every name of an environment as that of a module, with its game."""
    return {_module(words): game for words, game in game_ids().items()}


def gymnasium_ids() -> dict[str, str]:
    """Return every name of an environment as an id of Gymnasium's, with its game."""
    return {
        f"bridgehead/{''.join(word.capitalize() for word in words)}-v{VERSION}": game
        for words, game in game_ids().items()
    }
