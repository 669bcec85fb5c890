"""Summaries of the rules in our own words, by the case numbers of an edition, for help texts."""

from __future__ import annotations

from functools import cache

from bridgehead.core.titles.rules_text import RuleText, entries, in_order
from bridgehead.titles.across_suez.formats.editions import EDITIONS
from bridgehead.titles.across_suez.words.cases import case_of

_NAMES = ("first", "reprint")  # by numbering, as in cases.py


@cache
def rules_text(game: str) -> tuple[RuleText, ...]:
    """Return the rules of a game (its id, "across-suez-1980"), in the order of their cases.

    Two rules may share a case number. KeyError if no edition has this id.
    """
    numbering = EDITIONS[game].numbering
    edition = _NAMES[numbering]
    found = []
    for entry in entries("bridgehead.titles.across_suez"):
        case = case_of(entry["key"], numbering) if "key" in entry else entry["cases"][numbering]
        if case and entry.get("only", edition) == edition:
            text = " ".join(part for part in (entry["text"], entry.get(edition, "")) if part)
            examples = tuple(entry.get("examples", ()))
            found.append(RuleText(case, entry["title"], text, examples))
    return in_order(found)


__all__ = ["RuleText", "rules_text"]
