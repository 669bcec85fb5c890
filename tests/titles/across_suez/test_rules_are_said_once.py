"""What a rule computes is computed in `rules/` alone: players and screens ask it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridgehead.titles import across_suez
from bridgehead.titles.across_suez import state as st

pytestmark = pytest.mark.plain

TITLE = Path(across_suez.__file__).parent
ROOMS = ("player", "screen", "words", "envs")
# Charts and switches on the board from which a shift, a zone, a cost or an arrival is computed
CHARTS = {
    "ridge", "shift_across_ridge", "column_low", "columns", "zone_reaches", "night", "night_halves",
    "night_less", "bridge_limited", "bridge_may", "terrain_cost", "entry_cost", "entry_inside",
    "ferry_cost", "bridge_cost", "support_free", "bombard_kills", "confusion_turn",
}  # fmt: skip
ASKED_BY_PLAYERS = {("sergeant_moves.py", "confusion_turn")}  # a plan of turn 1, not a rule


def modules(*rooms: str) -> Iterator[tuple[Path, ast.Module]]:
    for room in rooms:
        for path in sorted((TITLE / room).glob("*.py")):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def test_charts_of_the_board_are_read_by_rules_alone() -> None:
    read = {
        (path.name, node.attr)
        for path, tree in modules(*ROOMS)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr in CHARTS
        and isinstance(node.value, ast.Name)
        and node.value.id in ("b", "board")
    }
    assert read == ASKED_BY_PLAYERS


def test_action_numbers_are_packed_in_one_module() -> None:
    """Also `state.py` has the numbers, because it declares them."""
    found = {
        path.name
        for path, tree in modules("rules", "formats", *ROOMS)
        for node in ast.walk(tree)
        if (isinstance(node, ast.Constant) and node.value in (st.VERB, st.UNIT))
        or (
            isinstance(node, ast.BinOp)
            and isinstance(node.right, ast.Attribute)
            and node.right.attr in ("VERB", "UNIT")
        )
    }
    assert found == {"actions.py"}
