"""The log says what each die has decided: who, on which column, with which shifts and result."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.positions.position import EVERYTHING
from bridgehead.titles.october_war.words.rolls import OTHERS
from bridgehead.titles.october_war.words.shots import SHOTS
from tests.titles.october_war.games import choose

RECORD = Path(__file__).parents[2] / "records" / "october-whole.json"
COLUMN = re.compile(r"The die shows \d: .+, column \d+: [a-z0-9 ']+\.$")


def check(position: Any, text: str) -> str:
    """Check what the log tells of a roll; return its step."""
    step = position.step
    told = position.describe(text, EVERYTHING)[0]
    assert told.text.startswith(f"The die shows {text.split()[1]}")
    assert ": " in told.text, (step, told.text)
    assert told.case
    if step in SHOTS or step in ("superiority roll", "strategic roll"):
        assert COLUMN.match(told.text), told.text
    if step in SHOTS:
        assert told.hexes
    for viewer in (*position.game.sides, None):
        assert position.describe(text, viewer)[0].text.startswith("The die shows")
    return str(step)


def rolls() -> Iterator[tuple[Any, str]]:
    """Yield the rolls of a recorded game, each with the position before it."""
    record = bh.Record.load(RECORD)
    position = record.opening()
    for text in record.actions:
        if text.startswith("roll "):
            yield position, text
        position.push(text)


def test_every_roll_of_a_recorded_game_is_told() -> None:
    seen = {check(position, text) for position, text in rolls()}
    assert {"fire roll", "barrage roll", "strategic roll"} <= seen


@pytest.mark.slow
def test_every_kind_of_roll_is_told() -> None:
    seen: set[str] = set()
    draw = random.Random("rolls")
    for _ in range(12):
        position: Any = bh.load("october-war").start()
        while position.to_move is not None:
            text = position.game.grammar.decode(choose(position, draw))
            if text.startswith("roll "):
                seen.add(check(position, text))
            position.push(text)
        if seen >= {*SHOTS, *OTHERS}:
            return
    assert seen >= {*SHOTS, *OTHERS}


def test_a_strategic_attack_says_what_it_did() -> None:
    before = next(position.copy() for position, _ in rolls() if position.step == "strategic roll")
    indices = []
    for face in range(1, 7):
        text = f"roll {face}"
        told = before.describe(text, EVERYTHING)[0].text
        after = before.copy()
        after.push(text)
        gained = int((after.state.casualties - before.state.casualties).sum())
        said = re.search(r"(\d+) to the enemy's casualty index", told)
        assert (int(said[1]) if said else 0) == gained
        indices.append(gained)
    assert len(set(indices)) > 1


def test_the_dice_of_an_event_say_what_they_add_up_to() -> None:
    """Two dice for US Resupply: the first says so far how many, the second how many at most."""
    position: Any = bh.load("october-war").start()
    draw = random.Random("events")
    while position.step != "event draw" or "draw us-resupply" not in position.legal_actions():
        position.push(position.game.grammar.decode(choose(position, draw)))
    position.push("draw us-resupply")
    said = []
    for text in ("roll 5", "roll 4"):
        said.append(position.describe(text, EVERYTHING)[0])
        position.push(text)
    assert [one.text for one in said] == [
        "The die shows 5: US Resupply, 5 so far.",
        "The die shows 4: US Resupply, 5 + 4 = 9 counters at most come in.",
    ]
    assert {one.case for one in said} == {"8.1"}
