"""A pending decision, sorted: actions with more than one object keep all of them."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.positions.decision import Decision

pytestmark = [pytest.mark.plain]


def test_objects_stay_together() -> None:
    texts = ["move b1 suez fayid", "move b1 suez", "lose b2", "raid suez tac 3", "recon suez 2",
             "recon fayid 1", "attack 0910", "end"]  # fmt: skip
    position = SimpleNamespace(
        game=SimpleNamespace(units=("b1", "b2")),
        step="raids",
        legal_actions=lambda: texts,
        to_dict=dict,
    )
    found = Decision.of(position)
    assert found.units == {"b1": {"move": ("suez fayid", "suez")}, "b2": {"lose": ("",)}}
    assert found.hexes == {
        "raid": ("suez tac 3",), "recon": ("suez 2", "fayid 1"), "attack": ("0910",),
    }  # fmt: skip
    assert found.plain == ("end",)
    assert found.step == "raids"


@pytest.mark.parametrize("game", ["across-suez-reprint", "suez-56", "october-war"])
def test_a_list_by_numbers_is_sorted_as_its_texts_are(game: str) -> None:
    position: Any = bh.load(game).start()
    draw = random.Random(5)
    longest = 0
    for _ in range(60):
        actions = position.legal_actions()
        longest = max(longest, len(actions))
        by_text = SimpleNamespace(
            game=position.game,
            phase=position.phase,
            step=getattr(position, "step", None),
            legal_actions=lambda actions=actions: list(actions),
            to_dict=position.to_dict,
        )
        assert Decision.of(position) == Decision.of(by_text)
        position.push(draw.choice(actions))
        if position.result is not None:
            break
    assert longest > 100
