"""Names of sides in the terminal, and their colors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from bridgehead.core.titles.games import title_of
from bridgehead.terminal.screen import palette
from bridgehead.terminal.screen.look import terminal_look


@lru_cache(maxsize=16)
def _labels(game_id: str) -> Mapping[str, str]:
    sides = title_of(game_id).style(game_id)["sides"]
    return {side: str(given["label"]) for side, given in sides.items()}


def label(game: Any, side: str | None) -> str:
    """Return the name of a side or of the dice."""
    return "the dice" if side == "dice" else _labels(game.id).get(str(side), str(side))


def ink(game: Any, side: str | None) -> str:
    """Return the color of texts about a side, "" if it has none."""
    if side == "dice":
        return palette.DICE
    return terminal_look(game.id).sides[str(side)].text if side in game.sides else ""
