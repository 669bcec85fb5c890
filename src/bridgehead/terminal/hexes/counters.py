"""Units as text: their printed values, and codes short enough for a hex of the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

LENGTH = 5  # characters of a unit's code at most


def is_artillery(counter: Mapping[str, Any]) -> bool:
    """Whether a unit has a barrage strength and a range instead of a strength."""
    return "barrage" in counter


def strength(counter: Mapping[str, Any]) -> str:
    """Return a unit's values as printed: "4-12"; "3", or "2-1-1-20" for artillery.

    These are strength and movement; where allowances are not printed, the strength alone, or
    barrage, protective fire, defense and range.
    """
    if "movement" in counter:
        return f"{counter['strength']}-{counter['movement']}"
    if is_artillery(counter):
        return "-".join(str(counter[key]) for key in ("barrage", "fpf", "defense", "range"))
    return str(counter["strength"])


def short_strength(counter: Mapping[str, Any]) -> str:
    """Return a unit's values in four characters: "4-12", "inf3", or "2r30" for artillery."""
    if "movement" in counter:
        return strength(counter)
    if is_artillery(counter):
        return f"{counter['barrage']}r{counter['range']}"
    return f"{abbreviated(counter['type'])[1]:<3}{counter['strength']}"


ABBREVIATIONS = {  # type -> the letter that tells units of one name apart, and a word
    "infantry": ("i", "inf"), "national_guard": ("n", "ng"), "militia": ("m", "mil"),
    "paratroop": ("p", "par"), "commando": ("c", "cdo"), "special_forces": ("s", "sf"),
    "mechanized": ("m", "mec"), "armor": ("a", "arm"), "armored_cavalry": ("c", "cav"),
    "reconnaissance": ("r", "rec"), "antitank": ("t", "at"), "antitank_missile": ("x", "atm"),
    "antiaircraft": ("f", "aa"), "artillery": ("g", "art"), "coastal_artillery": ("k", "art"),
    "engineer": ("e", "eng"), "helicopter": ("h", "hel"),
}  # fmt: skip


def abbreviated(kind: str) -> tuple[str, str]:
    """Return the letter and the word of a type of unit, also of an unknown one."""
    return ABBREVIATIONS.get(kind, (kind[:1], kind[:3]))


def codes(counters: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return a code of at most five characters for each unit, all different.

    The code is the shortened name of the counter; a letter for the type is added if names are
    alike.
    """
    short = {str(counter["id"]): short_name(str(counter["name"])) for counter in counters}
    found: dict[str, str] = {}
    for counter in counters:
        unit = str(counter["id"])
        name = short[unit]
        if list(short.values()).count(name) > 1:
            letter = abbreviated(counter["type"])[0]
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
