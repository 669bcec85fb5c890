"""The question and the themes of a puzzle, from the intents of its best plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bridgehead.core.titles.games import title_of
from bridgehead.core.words.grammar import capital
from bridgehead.players.advice.hints import side_name
from bridgehead.players.advice.intents import STRONG, intents_of
from bridgehead.players.puzzles.rated_plan import RatedPlan

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


def question_of(position: Any, best: RatedPlan, usual: RatedPlan, degree: str) -> str:
    """Return the question of a puzzle.

    Where it is easy, that is the main purpose that its best plan has and usual play has not. Where
    it is medium, no attack is told. Otherwise it is how much the best plan is worth.
    """
    name = f"{capital(side_name(position.game, str(position.to_move)))} to move"
    known = {one.key for one in intents_of(position, usual.plan)}
    for one in intents_of(position, best.plan):
        told = degree == "easy" or (degree == "medium" and one.kind != "attack")
        if told and one.weight >= STRONG and one.key not in known:
            return f"{name}: {one.text}."
    wins, before = round(100 * best.chance), round(100 * usual.chance)
    return f"{name}: find a plan that wins {wins} of 100 games. Usual play wins {before}."
