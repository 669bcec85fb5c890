"""The words of titles in the reader's language: questions, verbs, types of units, terrain.

A title has them in `languages/de.toml`, by the English words of its other files; what titles have
in common is in `core/words/languages/de.toml`. English words that are not there stay as they are:
names of units and places are never there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from bridgehead.core.titles.games import title_of
from bridgehead.server.languages.languages import language

COMMON = "bridgehead.core.words"  # has the words of all titles
TOWARD = " toward "  # "ridge toward 0911"


def words(game_id: str) -> Mapping[str, str]:
    """Return the words of a game's title in the reader's language, by the English ones."""
    return _words(title_of(game_id).package, language())


def in_language(game_id: str, data: Any, fields: Collection[str] | None = None) -> Any:
    """Return JSON data with the title's words in the reader's language.

    With `fields`, only texts of these fields change.
    """
    known = words(game_id)
    return _told(data, known, fields, is_told=fields is None) if known else data


def described(game_id: str, text: str) -> str:
    """Return the description of a hex, "0910, Chinese Farm, road", in the reader's language."""
    known = words(game_id)
    return ", ".join(_part(part, known) for part in text.split(", ")) if known else text


def _part(part: str, known: Mapping[str, str]) -> str:
    what, toward, hexes = part.partition(TOWARD)
    if toward:
        return f"{known.get(what, what)} → {hexes}"
    found = known.get(part) or known.get(part[:1].upper() + part[1:])
    if found is None and part.startswith("entry "):
        return f"{known.get('entry', 'entry')} {part.removeprefix('entry ')}"
    return found or part


def _told(
    data: Any, known: Mapping[str, str], fields: Collection[str] | None, *, is_told: bool
) -> Any:
    if isinstance(data, str):
        return known.get(data, data) if is_told else data
    if isinstance(data, Mapping):
        return {
            name: _told(value, known, fields, is_told=fields is None or name in fields)
            for name, value in data.items()
        }
    if isinstance(data, list | tuple):
        return [_told(one, known, fields, is_told=is_told) for one in data]
    return data


@cache
def _words(package: str, language: str) -> Mapping[str, str]:
    return {**own_words(COMMON, language), **own_words(package, language)}


def own_words(package: str, language: str) -> dict[str, str]:
    """Return the words that a package has in a language; {} if it has none."""
    file = files(package) / "languages" / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
