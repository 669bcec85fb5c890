"""A row of a data set with side views depends on nothing that its mover cannot know."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is in the dev group: pip install --group dev")

from bridgehead import players
from bridgehead.core.kernels.kernel import JIT
from bridgehead.lab.dataset import Contents, Task, _Game
from bridgehead.lab.matches import Recipe
from tests.secrecy.worlds import PAIRS

FEW, MANY = 4, 100


def row(position: Any, side: str, looks: int) -> dict[str, Any]:
    """Return the row of the side's first legal action."""
    contents = Contents(side_views=True, legal=True, evaluate=looks)
    task = Task(Recipe.of(position.game), ("recruit", "recruit"), 1, 0, 1, contents)
    thinker = players.thinker(position.game, "general", 0) if looks else None
    one = _Game(position.game, task, 0, thinker)
    one.position = position
    return one._row(side, int(position.legal_codes()[0]))


def compare(title: str, wanted: int) -> None:
    draw, found = random.Random(f"dataset {title}"), 0
    while found < wanted:
        pair = PAIRS[title](draw)
        if pair.viewer is None or pair.one.to_move != pair.viewer:
            continue
        if pair.one == pair.other:
            continue
        looks = 6 if JIT and found % 4 == 0 else 0
        assert row(pair.one, pair.viewer, looks) == row(pair.other, pair.viewer, looks), found
        found += 1


@pytest.mark.parametrize("title", ["october-war", "middle-east-battles"])
def test_rows_of_two_worlds_are_the_same(title: str) -> None:
    compare(title, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("title", ["october-war", "middle-east-battles"])
def test_rows_of_many_worlds_are_the_same(title: str) -> None:
    compare(title, MANY)
