"""The rules in short, in our own words, by the case numbers of an edition: the help of screens."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from bridgehead.across_suez.cases import case_of
from bridgehead.across_suez.editions import EDITIONS

_NAMES = ("first", "reprint")  # by numbering, as in cases.py


@dataclass(frozen=True)
class RuleText:
    """One rule in short: its case number in the edition, a title, one to five sentences."""

    case: str
    title: str
    text: str


def _order(rule: RuleText) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", rule.case))


@cache
def rules_text(game: str) -> tuple[RuleText, ...]:
    """Return the rules of a game (its id, "across-suez-1980"), in the order of their cases.

    Two rules may share a case number. KeyError where no edition has this id.
    """
    numbering = EDITIONS[game].numbering
    edition = _NAMES[numbering]
    source = files("bridgehead.across_suez").joinpath("data", "rules.toml")
    found = []
    for entry in tomllib.loads(source.read_text(encoding="utf-8"))["rule"]:
        case = case_of(entry["key"], numbering) if "key" in entry else entry["cases"][numbering]
        if case and entry.get("only", edition) == edition:
            text = " ".join(part for part in (entry["text"], entry.get(edition, "")) if part)
            found.append(RuleText(case, entry["title"], text))
    return tuple(sorted(found, key=_order))


def rules_for(game: str, case: str) -> tuple[RuleText, ...]:
    """Return the rules under a case number: its own, and those that refine it or are around it.

    "4.5" gives that case; "4" the whole section; "5.2(1)" falls back to 5.2 where the edition has
    no text of its own for it. Nothing is returned where nothing fits.
    """
    wanted = case.strip().strip("[]").rstrip(".")
    rules = rules_text(game)
    exact = tuple(rule for rule in rules if rule.case == wanted)
    if exact and not wanted.endswith(".0"):
        return exact
    stem = wanted.removesuffix(".0")
    pattern = re.compile(re.escape(stem) + r"(?![0-9])")
    within = tuple(rule for rule in rules if pattern.match(rule.case))
    if within and "." not in wanted:
        return within
    if exact or within:
        return exact or within
    shorter = re.sub(r"(\(\d+\)|\.\d+)$", "", wanted)
    return rules_for(game, shorter) if shorter not in (wanted, "") else ()
