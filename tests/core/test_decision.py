"""A pending decision, sorted: actions with more than one object keep all of them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bridgehead.core.decision import Decision

pytestmark = [pytest.mark.plain]


def test_objects_stay_together() -> None:
    texts = ["move b1 suez fayid", "move b1 suez", "lose b2", "raid suez tac 3", "recon suez 2",
             "recon fayid 1", "attack 0910", "end"]  # fmt: skip
    position = SimpleNamespace(
        game=SimpleNamespace(units=("b1", "b2")),
        phase="movement",
        legal_actions=lambda: texts,
        to_dict=lambda: {"step": "raids"},
    )
    found = Decision.of(position)
    assert found.units == {"b1": {"move": ("suez fayid", "suez")}, "b2": {"lose": ("",)}}
    assert found.hexes == {
        "raid": ("suez tac 3",), "recon": ("suez 2", "fayid 1"), "attack": ("0910",),
    }  # fmt: skip
    assert found.plain == ("end",)
    assert found.step == "raids"
