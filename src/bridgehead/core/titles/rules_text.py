"""Summaries of rules for the help of the screens, by the case numbers of a rulebook.

A title has a function `rules_text(game)` that returns its rules. This module has the common part of
all titles, and selects rules by case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bridgehead.core.titles.title_file import title_file


@dataclass(frozen=True)
class RuleText:
    """The summary of one rule: its case number in the edition, a title, one to five sentences.

    `examples` are the ids of worked examples (`core.titles.lesson`).
    """

    case: str
    title: str
    text: str
    examples: tuple[str, ...] = ()


def entries(package: str) -> list[dict[str, Any]]:
    """Return the rules in a title's data/rules.toml."""
    found: list[dict[str, Any]] = title_file(package, "rules.toml")["rule"]
    return found


def _order(rule: RuleText) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", rule.case))


def in_order(rules: Iterable[RuleText]) -> tuple[RuleText, ...]:
    """Return rules in the order of their case numbers."""
    return tuple(sorted(rules, key=_order))


def select(rules: tuple[RuleText, ...], case: str) -> tuple[RuleText, ...]:
    """Return the rules for a case number: its own, its subcases, and the case around it.

    "4.5" returns that case; "4" the whole section; "5.2(1)" falls back to 5.2 if it has no text of
    its own. The result is empty if nothing fits.
    """
    wanted = case.strip().strip("[]").rstrip(".")
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
    return select(rules, shorter) if shorter not in (wanted, "") else ()
