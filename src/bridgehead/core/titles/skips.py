"""Decisions in which nothing is to be decided: the answer that the page may give by itself.

Which they are follows from the legal actions and from the title's `data/decisions.toml`. Only the
side to decide is told, because the answer can tell what it has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from bridgehead.core.titles.decisions import Skip
from bridgehead.core.titles.games import title_of


def skip_of(
    position: Any, step: str, reminders: Sequence[Any], odds: Mapping[str, Any] | None = None
) -> dict[str, str] | None:
    """Return the answer to the pending question and why nothing is decided, None if something is.

    Nothing is skipped that a reminder concerns.
    """
    if reminders:
        return None
    actions = position.legal_actions()
    found = title_of(position.game.id).decisions.skip(step, actions)
    if found is None and len(actions) > 1 and odds is not None:
        found = alike(actions, odds.get("choices"))
    return None if found is None else asdict(found)


def alike(actions: Sequence[str], choices: Mapping[str, Any] | None) -> Skip | None:
    """Return the first of some tables if all have the same single result."""
    if not choices or {*actions} != {*choices}:
        return None
    results = {
        tuple(name for name, share in choices[action]["results"].items() if share > 0)
        for action in actions
    }
    alike = len(results) == 1 and all(len(sure) == 1 for sure in results)
    return Skip(actions[0], "same") if alike else None
