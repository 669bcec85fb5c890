"""Switches are independent: a game goes on with each of them turned the other way."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.positions.decision import Decision
from bridgehead.core.titles.games import title_of
from bridgehead.titles.middle_east_battles.formats.editions import SWITCHES
from tests.tiers import first
from tests.titles.middle_east_battles.games import choose

# Not `edge_entry`: it needs another map. `militia_from` and its like are game turns or numbers.
TURNED = [
    (game, name)
    for name in ("city_control", "withdrawal", "crossings", "one_drop", "militia_from",
                 "amphibious_from", "bars_exits", "lands_to_leave", "shells_objectives")
    for game in ("suez-56", "el-arish-67")
]  # fmt: skip


def test_each_switch_is_known() -> None:
    assert {name for _, name in TURNED} < set(SWITCHES)


@pytest.mark.parametrize(("game_id", "name"), first(2, TURNED))
def test_a_game_goes_on_without_it_or_with_it(
    game_id: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game: Any = bh.load(game_id)
    board = game.board.copy()
    board[0][name] = 0 if board[0][name] else 2
    board.flags.writeable = False
    monkeypatch.setattr(game, "board", board)
    title, draw, position = title_of(game_id), random.Random(name), game.start()
    position.push("deploy")
    for number in range(400):
        if position.to_move is None:
            break
        dice = position.to_move == "dice"
        actions = list(position.legal_actions())
        action = draw.choice(actions) if dice else choose(position, draw)
        assert position.describe(action) is not None
        position.push(action)
        if number % 20 == 0:
            decision = Decision.of(position)
            assert title.screen.reminders(position, decision) is not None
            assert title.goals(position, None)
            again = game.position(position.to_dict(full=True))
            assert again.state.tobytes() == position.state.tobytes()
