"""The phases in which most was lost or gained."""

from __future__ import annotations

from pathlib import Path

import pytest

import bridgehead as bh
from bridgehead.analysis.swings import CONDITION, swings
from bridgehead.core.scenarios.goals import goals
from bridgehead.core.titles.games import title_of

RECORDS = Path(__file__).parents[1] / "records"


@pytest.mark.parametrize("name", ["1980-time", "el-arish"])
def test_swings_add_up(name: str) -> None:
    [path, *_] = sorted(RECORDS.glob(f"{name}*.json"))
    record = bh.Record.load(path)
    everything = swings(record, most=10_000)
    screen = title_of(record.game.id).screen
    for side in record.game.sides:
        lost = (screen.counts(at)[side]["eliminated"] for at in (record.opening(), record.position))
        begin, end = lost
        if screen.ledger(record.position) is None:
            assert sum(one.lost[side] for one in everything) == end - begin
    three = swings(record)
    assert len(three) == 3
    assert [one.first for one in three] == sorted(one.first for one in three)
    least = min(abs(one.lead) for one in three)
    others = [one for one in everything if one not in three]
    assert all(abs(one.lead) <= least for one in others)
    at = three[0]
    before, after = record.position_at(at.first), record.position_at(at.last)
    assert (before.turn, before.side, before.phase) == (at.turn, at.side, at.phase)
    for side in record.game.sides:
        change = (
            screen.counts(after)[side]["eliminated"] - screen.counts(before)[side]["eliminated"]
        )
        assert at.lost[side] == change


def test_in_a_scenario_conditions_count_and_points_that_decide_nothing_do_not() -> None:
    record = bh.Record.load(RECORDS / "1980-scenario.json")
    everything = swings(record, most=10_000)
    assert all(one.gained == {} for one in everything)
    for side in record.game.sides:
        begin, end = (
            {goal.text for goal in goals(at) if goal.met and goal.side == side}
            for at in (record.opening(), record.position)
        )
        now = set(begin)
        for one in everything:
            now |= {text for whose, text in one.met if whose == side}
            now -= {text for whose, text in one.unmet if whose == side}
        assert now == end
    changed = [one for one in everything if one.met or one.unmet]
    assert changed
    first, second = record.game.sides
    for one in changed:
        units = one.lost[second] - one.lost[first]
        signs = {first: 1, second: -1}
        kept = sum(signs[side] for side, _ in one.met) - sum(signs[side] for side, _ in one.unmet)
        assert one.lead == units + CONDITION * kept
