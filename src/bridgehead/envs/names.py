"""Names of environments: by game, by title for its first game, and by game and scenario."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from bridgehead.core.titles.games import game_info, games
from bridgehead.core.titles.options import SCENARIO


def version(game_id: str) -> int:
    """Return the version of a game's environments."""
    return game_info(game_id).environment_version


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower().replace("'", ""))


@dataclass(frozen=True)
class Played:
    """What an environment plays: a game, with a scenario if it is not ""."""

    game: str
    scenario: str = ""

    @property
    def options(self) -> dict[str, Any]:
        """The game's options as keywords."""
        return {SCENARIO: self.scenario} if self.scenario else {}


Words = tuple[str, ...]


@cache
def environments() -> dict[tuple[Words, Words], Played]:
    """Return what can be played, by the words of a game's id or title and of its scenario's id."""
    found: dict[tuple[Words, Words], Played] = {}
    for info in games():
        own = tuple(_words(info.id))
        found.setdefault((tuple(_words(info.title)), ()), Played(info.id))
        found[own, ()] = Played(info.id)
        for name in info.scenarios:
            found[own, tuple(_words(name))] = Played(info.id, name)
    return found


def module_name(game_id: str, scenario: str = "") -> str:
    """Return a game's name as that of a module of PettingZoo's.

    >>> module_name("suez-56") in module_names()
    True
    """
    return _module((*_words(game_id), *_words(scenario)), game_id)


def _module(words: Words, game_id: str) -> str:
    return f"{'_'.join(words)}_v{version(game_id)}"


def module_names() -> dict[str, Played]:
    """Return all module names of environments in PettingZoo's form, with what they play."""
    return {
        _module((*words, *more), played.game): played
        for (words, more), played in environments().items()
    }


def gymnasium_ids() -> dict[str, Played]:
    """Return all Gymnasium ids of environments, with what they play."""
    found = {}
    for (words, more), played in environments().items():
        name = "-".join("".join(map(str.capitalize, part)) for part in (words, more) if part)
        found[f"bridgehead/{name}-v{version(played.game)}"] = played
    return found
