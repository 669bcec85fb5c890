"""Texts of the terminal for all titles: endings, reconstructed parts, columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bridgehead.core.titles.games import game_info, title_of
from bridgehead.core.titles.options import SCENARIO, name_of
from bridgehead.core.words.grammar import capital, with_verb
from bridgehead.terminal.screen import sides


def reconstructed(game: Any) -> list[str]:
    """Return sentences about the reconstructed parts of a game, and about its options."""
    said = [" ".join(game.map.reconstructed.split())] if game.map.reconstructed else []
    info = game_info(game.id)
    options = [one for one in game.options if name_of(one) != SCENARIO]  # its name says it
    return said + [f"{option}: {info.sentence(option)}." for option in options]


def winner(position: Any) -> str:
    """Return who has won, in two words."""
    side = position.result.winner
    if side not in position.game.sides:
        return "a draw"
    name = sides.label(position.game, side)
    return capital(with_verb(name, "wins", "win"))


def prompt(game: Any, side: str | None, step: str) -> str:
    """Return the side to decide and the question."""
    if side is None:
        return "the game is over"
    decisions = title_of(game.id).decisions
    if side == "dice":
        named = decisions.steps[step].who == side
        return decisions.ask(step) if named else "the die is to be rolled"
    return f"{sides.label(game, side)}: {decisions.ask(step)}"


def ending(position: Any) -> list[str]:
    """Return how a game ended: the winner and the reason."""
    result = position.result
    case = f" [{result.case}]" if result.case else ""
    return [winner(position).upper(), f"{result.reason}{case}", ""]


def columns(texts: Iterable[str], width: int) -> list[str]:
    """Arrange texts in as many columns as fit into a width."""
    texts = list(texts)
    if not texts:
        return []
    each = max(map(len, texts)) + 2
    across = max(1, width // each)
    return [
        "".join(text.ljust(each) for text in texts[at : at + across]).rstrip()
        for at in range(0, len(texts), across)
    ]
