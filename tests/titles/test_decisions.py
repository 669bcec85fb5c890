"""The table of decisions of each title has every step, who decides there, and every verb."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.positions.decision import step_of
from bridgehead.core.titles.decisions import Decisions, filled
from bridgehead.core.titles.games import games, title_of
from bridgehead.titles.across_suez.words.refusals import STEP_NAMES
from bridgehead.titles.middle_east_battles import state as battles
from bridgehead.titles.october_war import state as october
from tests.tiers import first

NOT_ASKED = ("next", "damage done", "sam done", "flight done", "over")  # no decisions
STEPS = {
    "across-suez-1980": STEP_NAMES,
    "suez-56": battles.STEPS,
    "october-war": october.STEPS,
}
RECORDS = Path(__file__).parent.parent / "records"
# the longest come first: by day one of each title
REPLAYED = first(3, sorted(
    (path.stem for path in RECORDS.glob("*.json")),
    key=lambda name: (name not in ("reprint-held", "suez-long", "october-whole"), name),
))  # fmt: skip


@pytest.mark.plain
@pytest.mark.parametrize("game", STEPS)
def test_each_step_stands_in_the_table(game: str) -> None:
    found: Decisions = title_of(game).decisions
    assert {*found.steps} == {*STEPS[game]} - {*NOT_ASKED}


@pytest.mark.plain
@pytest.mark.parametrize("game", [info.id for info in games()])
def test_each_verb_of_the_grammar_has_words(game: str) -> None:
    title = title_of(game)
    assert {*bh.load(game).grammar.verbs} <= {*title.decisions.verbs}
    assert {*title.decisions.plans} == {*title.decisions.verbs}
    assert all(verb.says or verb.helped for verb in title.decisions.verbs.values())


@pytest.mark.parametrize("name", REPLAYED)
def test_games_are_played_as_the_table_says(name: str) -> None:
    record = bh.Record.load(RECORDS / f"{name}.json")
    position, steps = record.position_at(0), title_of(record.game.id).decisions.steps
    for action in record.actions:
        check(position, steps)
        position.push(action)


def check(position: Any, steps: Any) -> None:
    """Check who decides, and the verbs, of one decision."""
    name = step_of(position, position.to_dict())
    if position.to_move == "dice":
        return
    phasing = "side" if position.to_move == position.side else "other"
    assert steps[name].who in (phasing, "either"), name
    assert {text.split()[0] for text in position.legal_actions()} <= {*steps[name].verbs}, name


@pytest.mark.plain
def test_a_text_takes_its_values() -> None:
    text = "{n} {n:strike raids|strikes raid} {place}: {what}"
    assert filled(text, {"n": 1, "place": "Suez"}) == "1 strike raids Suez: {what}"
    assert filled(text, {"n": 2, "place": "Suez"}) == "2 strikes raid Suez: {what}"
