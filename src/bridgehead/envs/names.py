"""What the environments are called: by their game, or by their title for its first game."""

from __future__ import annotations

import re
from functools import cache

from bridgehead.core.registry import games

# Of each environment. It changes when what agents see, do or are rewarded for changes, and when the
# data, the rules or the default opponent change what happens: tests/envs/test_versions.py tells.
VERSIONS = {
    "across-suez-1980": 0,
    "across-suez-1995": 0,
    "across-suez-reprint": 0,
    "suez-56": 0,
    "el-arish-67": 0,
    "october-war": 0,
}


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
    return _module(tuple(_words(game_id)), game_id)


def _module(words: tuple[str, ...], game_id: str) -> str:
    return f"{'_'.join(words)}_v{VERSIONS.get(game_id, 0)}"


def module_names() -> dict[str, str]:
    """Return every name of an environment as that of a module, with its game."""
    return {_module(words, game): game for words, game in game_ids().items()}


def gymnasium_ids() -> dict[str, str]:
    """Return every name of an environment as an id of Gymnasium's, with its game."""
    return {
        f"bridgehead/{''.join(word.capitalize() for word in words)}-v{VERSIONS.get(game, 0)}": game
        for words, game in game_ids().items()
    }
