"""Games between players, every action checked, and both sides of one for the sergeant."""

from __future__ import annotations

import random
from typing import Any

from bridgehead import players


def play(position: Any, sides: Any, seed: int, decisions: int = 10_000) -> list[str]:
    """Play on, every action checked by `push`; return the actions."""
    dice = random.Random(seed)
    taken: list[str] = []
    while position.to_move is not None and len(taken) < decisions:
        if position.to_move == "dice":
            codes = position.legal_codes().tolist()
            action = position.game.grammar.decode(dice.choice(codes))
        else:
            action = sides[position.to_move].choose(position)
        position.push(action)
        taken.append(action)
    return taken


def both_sergeants(game: Any) -> dict[str, players.Player]:
    return {side: players.create(game, "sergeant") for side in game.sides}
