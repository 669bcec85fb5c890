"""Comments, lines, name and origin of records; branches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.records.annotations import Comment, until
from bridgehead.core.records.origin import Origin, as_known_to

pytestmark = [pytest.mark.plain]

GAME: Any = bh.load("across-suez-1980")
START = {
    "game": "across-suez-1980",
    "turn": 2,
    "units": {"matt-1": "1409", "matt-2": "1408", "16-1": "1509", "16-2": "0910", "16-3": "1203"},
}


def game() -> bh.Record:
    """Return a game of five actions, the last of which is a roll."""
    record = bh.Record.new(GAME, "seeded", seed=3, start=GAME.position(START))
    for text in ("move matt-2 1409", "move matt-2 1409", "end", "attack 1509 with matt-2 fire"):
        if text == "move matt-2 1409" and not record.actions:
            record.do("move matt-1 1410")
        else:
            record.do(text)
    record.roll()
    return record


def edited(record: bh.Record, **fields: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(record.to_dict()))
    return {**data, **fields}


# Branches


def test_a_branch_begins_where_the_parent_was_and_says_so(tmp_path: Path) -> None:
    parent = game()
    branch = parent.branch(2, "seeded", seed=9, players={"israel": "Ann"}, name="Another attack")
    assert branch.position == parent.position_at(2)
    assert branch.actions == []
    assert branch.origin == Origin(parent.digest(2), 2)
    branch.do("end")
    branch.save(tmp_path / "b.json")
    again = bh.Record.load(tmp_path / "b.json")  # alone, without its parent
    assert again.position == branch.position
    assert again.to_dict() == branch.to_dict()
    assert again.name == "Another attack"
    assert "all 1 actions are legal" in again.verify().checked


def test_the_parent_is_known_by_what_led_to_the_branch() -> None:
    parent = game()
    before = parent.branch(2).origin
    parent.do(parent.position.legal_actions()[0])  # the parent goes on
    assert parent.branch(2).origin == before
    assert parent.branch(3).origin != before
    other = bh.Record.new(GAME, start=GAME.position(START))
    other.do("move matt-1 1410")
    other.do("end")
    assert other.digest(2) != parent.digest(2)


def test_a_branch_of_a_branch() -> None:
    first = game().branch(3)
    first.do("attack 1509 with matt-2 fire")
    second = first.branch(1)
    assert second.origin is not None
    assert second.origin.record == first.digest(1) != game().digest(1)
    assert second.position == first.position_at(1)


def test_a_branch_is_refused_where_there_is_no_position_to_play_on() -> None:
    parent = game()
    with pytest.raises(bh.InvalidRecord, match=f"has {len(parent.actions)} actions, not 99"):
        parent.branch(99)
    with pytest.raises(bh.InvalidRecord, match="not -1"):
        parent.branch(-1)
    ended = game().branch(2)
    ended.do("resign")
    with pytest.raises(bh.InvalidRecord, match="the game is over after action 1"):
        ended.branch(1)
    assert ended.branch(0).position == ended.opening()
    with pytest.raises(bh.InvalidRecord, match="view must be one of israel, egypt"):
        parent.branch(1, view="syria")


def test_a_running_game_that_hides_something_has_no_branch_and_a_finished_one_two_kinds() -> None:
    war: Any = bh.load("october-war")
    record = bh.Record.new(war)
    for text in ("deploy", "end", "deploy", "end"):
        record.do(text)
    with pytest.raises(bh.InvalidRecord, match="hides things and still runs"):
        record.branch(2)
    at = len(record.actions)
    record.do("resign")
    whole = record.branch(at)
    assert whole.position == record.position_at(at)
    seen = record.branch(at, view="israel")
    assert seen.origin == Origin(record.digest(at), at, "israel")
    assert seen.position.view("israel") == whole.position.view("israel")
    open_game = bh.Record.new(bh.load("october-war", no_fog=True))
    open_game.do("deploy")
    assert open_game.branch(1).position == open_game.position


@pytest.mark.parametrize("game_id", ["october-war", "suez-56"])
def test_what_a_side_does_not_know_is_drawn_and_what_it_knows_is_kept(game_id: str) -> None:
    hidden: Any = bh.load(game_id)
    position = hidden.start()
    if game_id == "suez-56":
        position = hidden.position({**position.to_dict(), "turn": 8, "side": "anglo_french",
                                    "phase": "movement", "last_turn": 11})  # fmt: skip
        side = "egypt"
    else:
        for text in ("deploy", "end", "deploy", "end"):
            position.push(text)
        side = "israel"
    drawn = [as_known_to(position, side, seed) for seed in range(6)]
    assert all(one.view(side) == position.view(side) for one in drawn)
    assert len({one.to_line() for one in drawn}) > 1
    assert as_known_to(position, side, 1) == as_known_to(position, side, 1)


@pytest.mark.parametrize(
    ("origin", "reason"),
    [
        ("x", "must be an object with record and action"),
        ({"record": "0" * 64}, "must be an object with record and action"),
        ({"record": "0" * 63, "action": 1}, "a digest of 64 digits"),
        ({"record": "0" * 64, "action": -1}, "a number of actions"),
        ({"record": "0" * 64, "action": True}, "a number of actions"),
        ({"record": "0" * 64, "action": 1, "view": "syria"}, "one of israel, egypt"),
        ({"record": "0" * 64, "action": 1, "more": 1}, "must be an object"),
    ],
)
def test_a_wrong_origin_is_refused(origin: Any, reason: str) -> None:
    with pytest.raises(bh.InvalidRecord, match=f"record, origin.*{reason}"):
        bh.Record.from_dict(edited(game(), origin=origin))


def test_an_origin_without_a_start_and_a_wrong_name_are_refused() -> None:
    data = edited(game().branch(2))
    del data["start"]
    with pytest.raises(bh.InvalidRecord, match="origin: is for a game that begins in a position"):
        bh.Record.from_dict(data)
    for name in (3, "two\nlines", "x" * 201):
        with pytest.raises(bh.InvalidRecord, match="record, name: must be one line"):
            bh.Record.from_dict(edited(game(), name=name))


# Comments and lines


def annotated() -> bh.Record:
    record = game()
    record.comment(3, "Now it is\ntoo late.")
    record.comment(0, "Egypt has three units.")
    record.add_line(2, ["end", "attack 1509 with matt-2 fire", "roll 6"], "At once",
                    [Comment(1, "Combat.")])  # fmt: skip
    return record


def test_comments_and_lines_are_in_the_file_and_change_nothing(tmp_path: Path) -> None:
    record = annotated()
    assert record.position == game().position
    assert [one.at for one in record.comments] == [0, 3]
    line = record.lines[0]
    assert line.actions == ("end", "attack 1509", "with matt-2", "fire", "roll 6")
    record.save(tmp_path / "a.json")
    again = bh.Record.load(tmp_path / "a.json")
    assert again.comments == record.comments
    assert again.lines == record.lines
    assert again.to_dict() == record.to_dict()
    assert "1 line is legal from where it branches off" in " ".join(again.verify().checked)
    assert record.digest() == game().digest()


def test_an_undo_takes_what_was_said_about_the_action_with_it() -> None:
    record = bh.Record.new(GAME, start=GAME.position(START))
    record.do("move matt-1 1410")
    record.comment(0, "start")
    record.comment(1, "moved")
    record.add_line(1, ["end"])
    record.add_line(0, ["end"])
    record.undo()
    assert [one.text for one in record.comments] == ["start"]
    assert [one.at for one in record.lines] == [0]
    assert bh.Record.from_dict(record.to_dict()).to_dict() == record.to_dict()


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"comments": "x"}, "comments: must be a list"),
        ({"comments": [{"at": 1}]}, "comments, 1: must be an object with at and text"),
        ({"comments": [{"at": 1, "text": "a"}, {"at": 99, "text": "a"}]}, "comments, 2, at: .*99"),
        ({"comments": [{"at": True, "text": "a"}]}, "at: must be a number of actions"),
        ({"comments": [{"at": 1, "text": " "}]}, "text of 1 to 4000 characters"),
        ({"comments": [{"at": 1, "text": "a" * 4001}]}, "text of 1 to 4000 characters"),
        ({"comments": [{"at": 1, "text": "a"}] * 2001}, "at most 2000 entries"),
        ({"lines": {}}, "lines: must be a list"),
        ({"lines": [{"at": 1, "actions": []}]}, "lines, 1, actions: must be a list of 1 to 2000"),
        ({"lines": [{"at": 1, "actions": "end"}]}, "must be a list of strings"),
        ({"lines": [{"at": 1, "actions": [1]}]}, "1 is not a string"),
        ({"lines": [{"at": -1, "actions": ["end"]}]}, "at: must be a number"),
        ({"lines": [{"at": 1, "actions": ["end"], "by": "me"}]}, "must be an object"),
        ({"lines": [{"at": 1, "actions": ["end"], "name": 1}]}, "name: must be a text"),
        (
            {"lines": [{"at": 2, "actions": ["end", "move matt-1 1410"]}]},
            r"after action 2, action 2 of the line, 'move matt-1 1410': \[",
        ),
        (
            {"lines": [{"at": 1, "actions": ["end"], "comments": [{"at": 2, "text": "a"}]}]},
            "comment 1, at: must be a number of actions from 0 to 1",
        ),
    ],
)
def test_wrong_comments_and_lines_are_refused(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(bh.InvalidRecord, match=reason):
        bh.Record.from_dict(edited(game(), **fields))


def test_a_line_that_is_not_legal_is_not_added() -> None:
    record = game()
    with pytest.raises(bh.InvalidRecord, match="action 1 of the line, 'move matt-9 1410'"):
        record.add_line(1, ["move matt-9 1410"])
    assert record.lines == []


def test_until_drops_what_is_about_missing_actions() -> None:
    data = {name: annotated().to_dict()[name] for name in ("comments", "lines")}
    kept = until(data, 1)
    assert [one["at"] for one in kept["comments"]] == [0]
    assert kept["lines"] == []
