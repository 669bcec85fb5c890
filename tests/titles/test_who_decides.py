"""A refusal names who decides as people do, not by the side's id."""

from __future__ import annotations

import pytest

import bridgehead as bh
from bridgehead.core.errors import IllegalAction

pytestmark = pytest.mark.plain

NAMED = {
    "across-suez-1980": "(Israel to move)",
    "el-arish-67": "(Egypt to move)",
    "suez-56": "(Egypt to move)",
    "october-war": "(Israel to move)",
}


@pytest.mark.parametrize("game", NAMED)
def test_a_refusal_names_the_side(game: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        bh.load(game).start().push("roll 4")
    assert NAMED[game] in refused.value.reason


def test_the_anglo_french_are_named_in_the_combat_phase() -> None:
    position = bh.load("suez-56").position({"game": "suez-56", "phase": "combat"})
    with pytest.raises(IllegalAction, match=r"the Anglo-French to move"):
        position.push("land 40-cdo 2411")
