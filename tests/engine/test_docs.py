"""What docs/engine-protocol.md shows is what there is."""

from __future__ import annotations

import json
import re
from pathlib import Path

from bridgehead.engine.client import GRACE, TO_CHOOSE, TO_GET_READY, TO_START
from bridgehead.engine.protocol import KINDS, LONGEST_ANSWER, LONGEST_REQUEST
from bridgehead.engine.serve import Engine
from tests.engine.conftest import EXAMPLE

TEXT = (Path(__file__).parent.parent.parent / "docs" / "engine-protocol.md").read_text("utf-8")


def test_the_example_is_the_file() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert EXAMPLE.read_text("utf-8").endswith(code)


def test_our_requests_are_described() -> None:
    ours = TEXT[TEXT.index("## Our engine") :]
    known = Engine().answer_line(b'{"id": 1, "request": "?"}')["error"]["reason"]
    names = known.partition("there are ")[2].split(", ")
    assert len(names) == 9
    for name in names:
        assert f"| `{name}` |" in ours


def test_the_position_of_the_talk() -> None:
    (line,) = re.findall(r'→ (\{"id":"a".*\})', TEXT)
    (answer,) = re.findall(r'← (\{"id":"a".*\})', TEXT)
    engine = Engine("recruit")
    assert engine.answer_line(line.encode()) == json.loads(answer)
    (first,) = re.findall(r'"lines":\[\{"action":"([^"]*)"', TEXT)
    assert first in engine.answer_line(b'{"id": 1, "request": "legal"}')["legal"]


def test_limits_and_kinds() -> None:
    assert (
        f"{LONGEST_REQUEST >> 20} MiB at most, an answer of a player {LONGEST_ANSWER >> 20}" in TEXT
    )
    assert f"| `hello` | {TO_START:g} s |" in TEXT
    assert f"| `new` | {TO_GET_READY:g} s |" in TEXT
    assert f"`seconds` and {GRACE:g} s more; {TO_CHOOSE:g} s where" in TEXT
    for kind in KINDS.values():
        assert kind == "record" or f"`{kind}`" in TEXT  # a record is read as fields of a request
