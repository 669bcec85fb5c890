"""Units as text: their printed values, and codes short enough for a hex of the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from bridgehead.core.titles.games import title_of
from bridgehead.terminal.screen.look import terminal_look

LENGTH = 5  # characters of a unit's code at most


@lru_cache(maxsize=16)
def corner_names(game_id: str) -> Mapping[str, str]:
    """Return the numbers in the corners of counters: field of the unit's data -> name."""
    style = title_of(game_id).style(game_id)
    return {corner["field"]: corner["name"] for corner in style.get("corners", ())}


def corners(game: Any, counter: Mapping[str, Any]) -> dict[str, str]:
    """Return the numbers in a unit's corners by their names, {} if it has no such numbers."""
    names = corner_names(game.id)
    return {names[field]: str(counter[field]) for field in names if field in counter}


def strength(game: Any, counter: Mapping[str, Any]) -> str:
    """Return a unit's values as printed: "4-12"; "3", or "2-1-1-20" for numbers in corners.

    These are strength and movement; where allowances are not printed, the strength alone.
    """
    if "movement" in counter:
        return f"{counter['strength']}-{counter['movement']}"
    return "-".join(corners(game, counter).values()) or str(counter["strength"])


def short_strength(game: Any, counter: Mapping[str, Any]) -> str:
    """Return a unit's values in four characters: "4-12", "inf3", or "2r30": strength and range."""
    if "movement" in counter:
        return strength(game, counter)
    values = tuple(corners(game, counter).values())
    if values:
        return f"{values[0]}r{values[-1]}"
    return f"{terminal_look(game.id).words_of(counter['type']).word:<3}{counter['strength']}"


def codes(game: Any) -> dict[str, str]:
    """Return a code of at most five characters for each unit, all different.

    The code is the shortened name of the counter; a letter for the type is added if names are
    alike.
    """
    counters: Sequence[Mapping[str, Any]] = game.counters
    look = terminal_look(game.id)
    short = {str(counter["id"]): short_name(str(counter["name"])) for counter in counters}
    found: dict[str, str] = {}
    for counter in counters:
        unit = str(counter["id"])
        name = short[unit]
        if list(short.values()).count(name) > 1:
            letter = look.words_of(counter["type"]).letter
            tails = [letter, letter.upper(), *(f"{letter}{n}" for n in range(2, 10))]
            tried = (f"{name[: LENGTH - len(tail)]}{tail}" for tail in tails)
            name = next(code for code in tried if code not in found.values())
        found[unit] = name
    return found


def short_name(name: str) -> str:
    """Return a counter's name in at most five characters: "1/Av/Tal" is 1AvT."""
    first, *rest = name.split("/")
    if len(rest) == 2:
        joint = "/" if rest[0][:1].isdigit() else ""
        return f"{first}{joint}{rest[0]}{rest[1][0]}"[:LENGTH]
    if rest:
        plain = name if rest[0][:1].isdigit() else f"{first}{rest[0]}"
        return plain[:LENGTH] if len(plain) <= LENGTH else f"{first}/{rest[0]}"[:LENGTH]
    words = name.split()
    if len(words) == 2 and len(name) > LENGTH and words[0].isalpha():
        return f"{words[0][:3]}{words[1]}"[:LENGTH]
    return "".join(words)[:LENGTH]
