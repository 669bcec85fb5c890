"""Files of others: nothing in them controls the terminal; links without end are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.errors import LONGEST, BridgeheadError, IllegalAction, printable
from bridgehead.core.records.record import Record
from tests.cli.conftest import GAME, Run

pytestmark = pytest.mark.plain
EVIL = "\x1b[2J\x1b]0;title\x07\x9b1m\r\u202eevil\ud800\u2028"


def record(**fields: Any) -> str:
    data = {"format": "bridgehead-record", "version": 1, "game": GAME, "actions": ["end"]}
    return json.dumps({**data, **fields})


def is_clean(text: str) -> bool:
    return printable(text) == text


@pytest.mark.parametrize(
    "fields",
    [
        {"program": EVIL, "actions": ["move nobody 0101"]},
        {"program": EVIL, "version": 9},
        {"program": EVIL, "map": {"name": EVIL, "digest": EVIL}},
        {"program": EVIL, "players": {"israel": EVIL}},
        {"actions": [EVIL]},
        {"game": EVIL},
        {"options": [EVIL]},
        {"map": {"text": EVIL}},
        {"result": {"winner": EVIL}},
        {"dice": {"kind": EVIL}},
        {"start": {"game": GAME, EVIL: 1}},
        {EVIL: 1},
    ],
)
def test_nothing_in_a_record_controls_the_terminal(
    run: Run, tmp_path: Path, fields: dict[str, Any]
) -> None:
    path = tmp_path / "evil.json"
    path.write_text(record(**fields))
    for words in (("show", path), ("verify", path), ("legal", path), ("show", path, "--json")):
        answer = run(*words)
        assert is_clean(answer.out)
        assert is_clean(answer.err)
        assert answer.status in (0, 1)
        if "--json" in words and answer.out:
            json.loads(answer.out)


def test_a_reason_is_no_longer_than_a_screen_or_two() -> None:
    text = "x" * 1_000_000
    error = BridgeheadError(f"mine.json: {text}: is no hex")
    assert len(str(error)) < LONGEST + 10
    assert str(error).startswith("mine.json: xxx")
    assert str(error).endswith("xxx: is no hex")
    with pytest.raises(BridgeheadError) as refused:
        Record.from_dict({**json.loads(record()), "actions": [f"move {text} 0101"]})
    assert len(str(refused.value)) < LONGEST + 10
    illegal = IllegalAction("1.1", text)
    assert max(len(illegal.reason), len(str(illegal))) < LONGEST + 20


def test_reasons_are_printable() -> None:
    assert str(BridgeheadError(f"a{EVIL}")).startswith("a\\u001b[2J\\u001b]0;title\\u0007\\u009b1m")
    error = IllegalAction("1.1", f"{EVIL}\n\tstays")
    assert is_clean(error.reason)
    assert error.reason.endswith("\n\tstays")
    assert json.loads(f'"{printable(EVIL)}"') == EVIL


@pytest.mark.parametrize(
    "words",
    [
        ("do", "LOOP", "end"),
        ("do", "LOOP"),
        ("undo", "LOOP"),
        ("new", GAME, "-o", "LOOP"),
        ("show", "LOOP"),
        ("verify", "LOOP"),
        ("do", "LOOP/x", "end"),
        ("do", "/", "end"),
        ("undo", "FOLDER"),
    ],
)
def test_a_loop_of_links(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    one.symlink_to(two)
    two.symlink_to(one)
    named = {"LOOP": str(one), "FOLDER": str(tmp_path), "LOOP/x": str(one / "x.json")}
    answer = run(*(named.get(word, word) for word in words))
    assert answer.status == 1
    assert answer.err.startswith("error: ")
    assert "Traceback" not in answer.err
    assert answer.err.count("\n") == 1
