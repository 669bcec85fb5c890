"""The question and the themes of a puzzle, from the intents of its best plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bridgehead.core.titles.games import title_of
from bridgehead.core.words.grammar import capital
from bridgehead.players.advice.hints import side_name
from bridgehead.players.advice.intents import intents_of

THEMES = {
    "attack": "attack",
    "reach": "objective",
    "deny": "deny",
    "guard": "hold",
    "leave": "withdraw",
    "disengage": "withdraw",
    "engage": "concentrate",
    "hold": "wait",
}


def themes_of(position: Any, best: Sequence[str], usual: Sequence[str]) -> tuple[str, ...]:
    """Return the themes of a plan: what it does and usual play does not, else what it does."""
    book = title_of(position.game.id).phrasebook
    mine, theirs = intents_of(position, best), intents_of(position, usual)
    known = {one.key for one in theirs}
    chosen = [one for one in mine if one.key not in known] or list(mine)
    found = [THEMES.get(one.kind) or book.intents[one.kind].theme or one.kind for one in chosen]
    return tuple(dict.fromkeys(found))


def question_of(position: Any, plan: Sequence[str], easy: bool) -> str:
    """Return the question of a puzzle; that of an easy one says what the best plan is for."""
    name = f"{capital(side_name(position.game, str(position.to_move)))} to move"
    intents = intents_of(position, plan)
    if easy and intents:
        return f"{name}: {intents[0].text}."
    return f"{name}: find the best plan."
