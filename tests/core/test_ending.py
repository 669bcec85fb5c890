"""Games that end otherwise than by their rules: records keep it, and everybody tells it alike."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.cli import main
from bridgehead.core.errors import IllegalAction, InvalidRecord
from bridgehead.core.positions.ending import KINDS, OF_A_SIDE, Ending, told
from bridgehead.core.records.record import Record

pytestmark = pytest.mark.plain
GAME = "suez-56"  # whose sides are not called as their ids are
OTHER = {"egypt": "anglo_french", "anglo_french": "egypt"}
SENTENCES = {
    ("resigned", "egypt"): "Anglo-French have won: Egypt resigned.",
    ("out of time", "egypt"): "Anglo-French have won: Egypt ran out of time.",
    ("out of time", "anglo_french"): "Egypt has won: Anglo-French ran out of time.",
    ("withdrawn", "egypt"): "Anglo-French have won: Egypt withdrew from the tournament.",
    ("account deleted", "egypt"): (
        "Anglo-French have won: the account of the player of Egypt was deleted."
    ),
    ("inactive", "egypt"): "Anglo-French have won: Egypt did not act for too long.",
    ("aborted", ""): "The game does not count: it was called off at its beginning.",
    ("draw agreed", ""): "The game is drawn: both sides agreed to a draw.",
    ("adjudicated", ""): "The game is drawn: a moderator decided the game.",
    ("cancelled", ""): "The game does not count: a moderator cancelled it.",
}


def record_that_ends(kind: str = "out of time", side: str = "egypt") -> Record:
    record = Record(bh.load(GAME))
    record.do(str(record.position.legal_actions()[0]))
    record.end(Ending(kind, OTHER.get(side, "draw"), side))
    return record


def test_every_kind_has_its_own_sentence() -> None:
    assert {kind for kind, _ in SENTENCES} == set(KINDS)
    for (kind, side), sentence in SENTENCES.items():
        position = record_that_ends(kind, side).position
        assert told(position.result, GAME) == sentence
        assert position.result.ending == kind


def test_nobody_goes_on_and_a_record_is_read_back() -> None:
    record = record_that_ends()
    again = Record.from_dict(json.loads(json.dumps(record.to_dict())))
    for one in (record, again):
        assert one.ending == Ending("out of time", "anglo_french", "egypt")
        assert one.position.to_move is None
        assert len(one.position.legal_actions()) == 0
        assert one.position.copy().result == one.replay().result == one.position.result
        assert not one.can_undo()
        for action in ("end", "resign"):
            with pytest.raises(IllegalAction, match="the game is over"):
                one.do(action)
        with pytest.raises(ValueError, match="over already"):
            one.end(Ending("draw agreed", "draw"))
    assert again.to_dict()["result"]["reason"] == "Egypt ran out of time"
    assert any("Egypt ran out of time" in line for line in record.verify().unchecked)
    assert len(again.position_at(0).legal_actions()) > 0  # earlier it went on


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"kind": "time"}, "'time' must be one of resigned, out of time"),
        ({"side": "jordan"}, "side: 'jordan' must be"),
        ({"winner": "egypt"}, "winner: 'egypt' must be anglo_french"),
        ({"winner": "draw"}, "winner: 'draw' must be anglo_french"),
        ({"kind": "draw agreed"}, "side: 'egypt' must be left out"),
        ({"when": 3}, "must be an object with kind, winner, side"),
    ],
)
def test_an_ending_that_cannot_be_is_refused(changes: dict[str, Any], wrong: str) -> None:
    data = record_that_ends().to_dict()
    data["ending"] |= changes
    with pytest.raises(InvalidRecord, match=wrong):
        Record.from_dict(data)


def test_a_record_that_has_ended_by_its_rules_has_no_other_ending() -> None:
    record = Record(bh.load(GAME))
    record.do("resign")
    data = copy.deepcopy(record.to_dict())
    assert "ending" not in data
    with pytest.raises(InvalidRecord, match="did not end by its rules"):
        Record.from_dict({**data, "ending": {"kind": "draw agreed", "winner": "draw"}})


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind in OF_A_SIDE])
def test_the_command_line_tells_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    path = tmp_path / "game.json"
    record_that_ends(kind).save(path)
    for command in ("show", "replay"):
        assert main([command, str(path)]) == 0
        assert SENTENCES[kind, "egypt"] in capsys.readouterr().out
    assert main(["do", str(path), "end"]) == 1
