"""What the page and the terminal tell of a scenario, in which some units are out of play."""

from __future__ import annotations

import io
import random

import pytest

import bridgehead as bh
from bridgehead import terminal
from bridgehead.core.records.record import Record
from bridgehead.server.views import positions

pytestmark = pytest.mark.plain

SCENARIOS = [
    (info.id, name) for info in bh.games() for name in info.scenarios if info.id != "october-war"
]


@pytest.mark.slow_for("el-arish-67-abu-ageila", "el-arish-67-rafah")
@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_attacks_are_offered(game: str, scenario: str) -> None:
    position, choose = bh.load(game, scenario=scenario).start(), random.Random(1).choice
    offered = 0
    for _ in range(400):
        actions = position.legal_actions()
        for hex_ in [action.split()[1] for action in actions if action.startswith("attack ")]:
            offer = positions.attack(position, [hex_])
            assert offer["hex"] == hex_
            assert set(offer["candidates"]) <= set(position.units)
            offered += 1
        if offered or position.result is not None:
            break
        position.push(choose(actions))
    assert offered


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS[::4])
def test_the_terminal_lists_the_units_in_play(
    game: str, scenario: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("units\nquit\n"))
    record = Record.new(bh.load(game, scenario=scenario), "open")
    people = dict.fromkeys(record.game.sides, "human")
    assert terminal.run(record.game, players=people, record=record, plain=True) == 0
    listed = capsys.readouterr().out
    assert all(f"{unit} " in listed for unit in record.position.units)
