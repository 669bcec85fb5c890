"""Positions of all titles to try environments on: from random games, and from crowded maps."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.secrecy.worlds import PAIRS, choose

GAMES = ("across-suez-1980", "across-suez-reprint", "suez-56", "el-arish-67", "october-war")


def positions(title: str, seed: int, onward: int) -> Iterator[Any]:
    """Yield positions of a title: one somewhere, and those after it."""
    draw = random.Random(f"envs {title} {seed}")
    position = PAIRS[title](draw).one
    for _ in range(onward):
        yield position
        if position.to_move is None:
            return
        position.push(choose(position, draw))
    yield position
