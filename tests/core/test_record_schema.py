"""The JSON Schema of records: it fits what is written, and refuses what the reader refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import bridgehead as bh
from bridgehead.core.errors import InvalidRecord
from bridgehead.core.records.record_schema import schema
from tests.tiers import first

pytestmark = pytest.mark.plain
GAME = "across-suez-1980"
ANY = jsonschema.Draft202012Validator(schema())
OF_GAME = jsonschema.Draft202012Validator(schema(bh.load(GAME)))
RECORDED = sorted((Path(__file__).parent.parent / "records").glob("*.json"))


def branch() -> dict[str, Any]:
    """Return a record with every field that a person can fill."""
    parent = bh.Record.new(bh.load(GAME), "seeded", seed=1)
    parent.do("move matt-1 0514")
    record = parent.branch(
        1, "committed", players={"israel": "human", "egypt": "general"}, name="Again"
    )
    record.comment(0, "Here it begins.")
    record.add_line(0, ["end"], "Not at all")
    record.do("resign")
    return record.to_dict()


def test_the_schemas_are_valid() -> None:
    for one in (ANY, OF_GAME):
        one.check_schema(one.schema)


@pytest.mark.parametrize("path", first(12, RECORDED), ids=lambda path: path.stem)
def test_recorded_games_fit(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    ANY.validate(data)
    jsonschema.Draft202012Validator(schema(bh.load(data["game"]))).validate(data)


def test_a_record_with_everything_fits() -> None:
    data = branch()
    assert {"origin", "start", "comments", "lines", "players", "name", "result"} <= set(data)
    ANY.validate(data)
    OF_GAME.validate(data)


BAD: list[dict[str, Any]] = [
    {"format": "another"}, {"version": 2}, {"more": 1}, {"actions": "end"}, {"actions": [1]},
    {"name": "x" * 201}, {"options": "bid"}, {"players": {"israel": 1}}, {"game": 7},
    {"dice": {"kind": "loaded"}}, {"dice": {"kind": "seeded"}},
    {"dice": {"kind": "open", "seed": 1}}, {"dice": {"kind": "committed", "commitment": "x"}},
    {"origin": {"record": "x", "action": 1}},
    {"origin": {"record": "0" * 64, "action": -1}}, {"comments": [{"at": 0}]},
    {"comments": [{"at": -1, "text": "x"}]}, {"comments": [{"at": 0, "text": "x" * 4001}]},
    {"lines": [{"at": 0, "actions": []}]}, {"lines": [{"at": 0, "actions": ["end"], "x": 1}]},
    {"ending": {"kind": "tired", "winner": "egypt"}}, {"result": {"ending": "x"}},
]  # fmt: skip


@pytest.mark.parametrize("change", BAD, ids=str)
def test_what_the_reader_refuses_does_not_fit(change: dict[str, Any]) -> None:
    data = {**branch(), **change}
    with pytest.raises(InvalidRecord):
        bh.Record.from_dict(data)
    assert not ANY.is_valid(data)


@pytest.mark.parametrize("missing", ["format", "version", "game", "actions", "start"])
def test_a_missing_field_does_not_fit(missing: str) -> None:
    data = branch()
    del data[missing]
    with pytest.raises(InvalidRecord):
        bh.Record.from_dict(data)
    assert not ANY.is_valid(data)


def test_the_schema_of_a_game_knows_its_sides_and_positions() -> None:
    data = branch()
    for change in ({"players": {"syria": "human"}}, {"start": {**data["start"], "turn": 99}},
                   {"result": {"winner": "syria"}}):  # fmt: skip
        assert ANY.is_valid({**data, **change})
        assert not OF_GAME.is_valid({**data, **change})
        with pytest.raises(InvalidRecord):
            bh.Record.from_dict({**data, **change})
