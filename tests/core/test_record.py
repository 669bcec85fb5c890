"""Game records: made, saved, loaded, replayed, undone; and refused where they were edited."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bridgehead as bh
from bridgehead.core.dice.dice import Secrets
from bridgehead.core.files.whole_file import write_whole
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.records.record import FIELDS, Record
from bridgehead.titles.across_suez.formats.mapfile import own_map

pytestmark = [pytest.mark.plain]

GAME: Any = bh.load("across-suez-1980")
START = {
    "game": "across-suez-1980",
    "turn": 2,
    "units": {"matt-1": "1409", "matt-2": "1408", "16-1": "1509", "16-2": "0910", "16-3": "1203"},
}
MY_MAP = own_map().text.replace('name = "Across', 'name = "My Across')


def played(seed: int = 3, start: Any = None) -> bh.Record:
    """Return a game of some 14 actions, rolls among them, that is over."""
    record = bh.Record.new(
        GAME, "seeded", seed=seed, start=start or GAME.position(START), players={"israel": "Ann"}
    )
    record.do("move matt-1 1410")
    record.do("move matt-2 1409")
    record.do("end")
    record.do("attack 1509 with matt-2 fire")
    record.roll()
    while record.position.pending_odds() is not None:
        record.do(record.position.legal_actions()[0])
    record.do("end")
    record.do("end")
    record.do("end")
    record.do("resign")
    return record


FINISHED = played()
DATA = FINISHED.to_dict()


def copy_of(data: Any) -> Any:
    return json.loads(json.dumps(data))


# New, saved, loaded, replayed


def test_a_new_record(tmp_path: Path) -> None:
    record = bh.Record.new(GAME)
    assert record.actions == []
    assert record.position == GAME.start()
    assert record.to_dict() == {
        "format": "bridgehead-record",
        "version": 1,
        "program": bh.__version__,
        "game": "across-suez-1980",
        "map": {"name": own_map().name, "digest": own_map().digest},
        "data": {"digest": GAME.data.digest},
        "dice": {"kind": "open"},
        "actions": [],
    }
    record.save(tmp_path / "new.json")
    assert bh.Record.load(tmp_path / "new.json").to_dict() == record.to_dict()


def test_a_record_is_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    FINISHED.save(path)
    again = bh.Record.load(str(path))
    assert again.to_dict() == FINISHED.to_dict()
    assert set(DATA) <= set(FIELDS)
    assert again.position == FINISHED.position
    assert again.replay() == FINISHED.position
    assert again.players == {"israel": "Ann"}
    assert again.verify() == FINISHED.verify()
    assert path.read_text(encoding="utf-8").endswith("}\n")


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    record = Record.new(bh.load("across-suez-1980"), "seeded", seed=1)
    record.do(record.position.legal_actions()[0])
    record.save(tmp_path / "plain.json")
    text = (tmp_path / "plain.json").read_text(encoding="utf-8")
    (tmp_path / "marked.json").write_text(text, encoding="utf-8-sig")
    assert Record.load(tmp_path / "marked.json").to_dict() == record.to_dict()
    game_map = bh.load("across-suez-1980").map.text
    (tmp_path / "marked.toml").write_text(game_map, encoding="utf-8-sig")
    assert bh.load("across-suez-1980", map=tmp_path / "marked.toml").own_map


def test_a_record_is_replayed_action_by_action() -> None:
    steps = [(text, position.copy()) for text, position in FINISHED.positions()]
    assert steps[0] == (None, GAME.position(START))
    assert [text for text, _ in steps[1:]] == FINISHED.actions
    assert steps[-1][1] == FINISHED.position
    again = bh.Record.new(GAME, "seeded", seed=3, start=GAME.position(START))
    for (text, _), (_, position) in zip(steps[1:], steps[1:], strict=True):
        again.do(text or "")
        assert again.position == position


def test_a_whole_attack_is_recorded_as_its_decisions() -> None:
    record = bh.Record.new(GAME, start=GAME.position(START | {"phase": "combat"}))
    assert record.do("attack  1509 with matt-2 matt-1 fire") == record.actions
    assert record.actions == ["attack 1509", "with matt-1", "with matt-2", "fire"]


def test_options_and_players_are_carried() -> None:
    game = bh.load("across-suez-reprint", commandos=True, marines=True)
    record = bh.Record.new(game, players={"egypt": "Überläufer"})
    again = bh.Record.from_dict(copy_of(record.to_dict()))
    assert again.game == game
    assert again.players == {"egypt": "Überläufer"}
    assert again.to_dict()["options"] == ["marines", "commandos"]


def test_the_start_belongs_to_the_record() -> None:
    start = GAME.position(START)
    record = bh.Record.new(GAME, start=start)
    record.do("end")
    start.push("end")
    start.push("end")
    assert record.replay() == record.position
    with pytest.raises(bh.InvalidRecord, match="cannot start in a position of bridgehead"):
        bh.Record.new(bh.load("across-suez-1995"), start=start)


def test_an_illegal_action_is_not_recorded() -> None:
    record = bh.Record.new(GAME, start=GAME.position(START))
    for text in ("move matt-1 0101", "roll 3", "nonsense", "attack 1509 with matt-1 fire"):
        with pytest.raises(bh.IllegalAction):
            record.do(text)
    with pytest.raises(bh.IllegalAction, match="no roll is due now"):
        record.roll()
    assert record.actions == []
    assert record.position == GAME.position(START)


# Undo


def test_undo_within_a_sides_decisions() -> None:
    record = bh.Record.new(GAME, start=GAME.position(START))
    with pytest.raises(bh.IllegalAction):
        record.undo()
    assert not record.can_undo()
    record.do("move matt-1 1410")
    record.do("end")
    record.do("attack 1509 with matt-2 fire")  # the dice have not been rolled yet
    assert record.position.to_move == "dice"
    for text in ("fire", "with matt-2", "attack 1509", "end", "move matt-1 1410"):
        assert record.can_undo()
        assert record.undo() == text
    assert record.position == GAME.position(START)
    assert record.actions == []


def test_undo_is_asked_again_after_loading(tmp_path: Path) -> None:
    record = bh.Record.new(GAME, start=GAME.position(START))
    record.do("move matt-1 1410")
    record.save(tmp_path / "game.json")
    again = bh.Record.load(tmp_path / "game.json")
    assert again.undo() == "move matt-1 1410"
    assert again.position == GAME.position(START)


def test_no_undo_past_a_roll() -> None:
    record = bh.Record.new(GAME, "seeded", seed=3, start=GAME.position(START | {"phase": "combat"}))
    record.do("attack 1509 with matt-2 fire")
    record.roll()
    after = record.position.copy()
    assert not record.can_undo()
    with pytest.raises(
        bh.IllegalAction, match="a roll, a change of side, the end of a game"
    ) as caught:
        record.undo()
    assert caught.value.case == "undo"
    assert record.position == after
    if record.position.to_move == "israel":
        text = record.do(record.position.legal_actions()[0])[0]
        if record.position.to_move == "israel":
            assert record.undo() == text
            assert not record.can_undo()


def test_no_undo_past_a_change_of_side() -> None:
    record = bh.Record.new(GAME, start=GAME.position(START))
    record.do("end")
    assert record.can_undo()
    record.do("end")
    assert record.position.to_move == "egypt"
    assert not record.can_undo()
    with pytest.raises(bh.IllegalAction):
        record.undo()
    record.do("end")
    assert record.undo() == "end"
    assert not record.can_undo()


def test_no_undo_past_the_end() -> None:
    record = bh.Record.new(GAME)
    record.do("resign")
    assert not record.can_undo()
    with pytest.raises(bh.IllegalAction, match="the end of a game"):
        record.undo()
    assert record.position.result.winner == "egypt"


def test_asking_for_undo_changes_nothing() -> None:
    record = bh.Record.new(GAME)
    record.do(record.position.legal_actions()[0])
    before = record.position.copy()
    assert record.can_undo()
    assert record.position == before
    assert len(record.actions) == 1


# Writing


def test_a_failing_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    FINISHED.save(path)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    for broken in ("fsync", "replace", "chmod"):
        with monkeypatch.context() as patch:
            patch.setattr(f"bridgehead.core.files.whole_file.os.{broken}", full)
            with pytest.raises(
                bh.BridgeheadError, match=r"game\.json: cannot be written: No space"
            ):
                bh.Record.new(GAME).save(path)
        with monkeypatch.context() as patch:
            patch.setattr(f"bridgehead.core.files.whole_file.os.{broken}", interrupted)
            with pytest.raises(KeyboardInterrupt):
                bh.Record.new(GAME).save(path)
        assert path.read_bytes() == before
        assert list(tmp_path.iterdir()) == [path]  # nothing is left beside it


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(bh.BridgeheadError, match="cannot be written: No such file"):
        FINISHED.save(tmp_path / "none" / "game.json")
    (tmp_path / "folder").mkdir()
    with pytest.raises(bh.BridgeheadError, match="cannot be written: Is a directory"):
        FINISHED.save(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_the_rights_of_a_file_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    mask = os.umask(0o027)
    try:
        FINISHED.save(path)
    finally:
        os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o640
    path.chmod(0o604)
    FINISHED.save(path)
    assert path.stat().st_mode & 0o777 == 0o604


def test_any_text_can_be_written_and_read_again(tmp_path: Path) -> None:
    record = bh.Record.new(GAME, players={"israel": "Ünï \ud800 \U0001f3b2"})
    record.save(tmp_path / "game.json")
    assert bh.Record.load(tmp_path / "game.json").players == record.players
    write_whole(tmp_path / "text", "ä\n")
    assert (tmp_path / "text").read_bytes() == "ä\n".encode()


# Maps


def test_a_map_of_ones_own_travels_with_the_record(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MY_MAP, encoding="utf-8")
    record = bh.Record.new(bh.load("across-suez-1980", map=path))
    record.do(record.position.legal_actions()[0])
    path.unlink()
    record.save(tmp_path / "game.json")
    again = bh.Record.load(tmp_path / "game.json")
    assert again.game.map.text == MY_MAP
    assert again.game.map.name == "My Across Suez, reconstructed terrain"
    assert again.position == record.position
    assert again.to_dict() == record.to_dict()
    assert "text" not in bh.Record.new(GAME).to_dict()["map"]


# Records that are refused


def test_a_record_cut_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    FINISHED.save(path)
    whole = path.read_bytes()
    for length in range(0, len(whole) - 2, 50):
        path.write_bytes(whole[:length])
        with pytest.raises(bh.InvalidRecord) as caught:
            bh.Record.load(path)
        assert str(caught.value).startswith(f"{path}: not valid JSON, perhaps cut short: ")
        assert "line" in str(caught.value)


def test_files_that_are_no_record(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(bh.InvalidRecord, match=r"game\.json: cannot be read: .*No such file"):
        bh.Record.load(path)
    with pytest.raises(bh.InvalidRecord, match="cannot be read"):
        bh.Record.load(tmp_path)
    for text in (b"\xff\xfe", b"\x00" * 9):
        path.write_bytes(text)
        with pytest.raises(bh.InvalidRecord):
            bh.Record.load(path)
    for text in ("[" * 100_000, "9" * 10_000, '{"a":' * 50_000):
        path.write_text(text)
        with pytest.raises(bh.InvalidRecord, match="not readable JSON"):
            bh.Record.load(path)
    for other in ("[]", "null", "5", "{}", '{"format": "chess"}'):
        path.write_text(other)
        with pytest.raises(bh.InvalidRecord, match="this is not a game record"):
            bh.Record.load(path)


def change(**fields: Any) -> Any:
    return {**copy_of(DATA), **fields}


def without(*fields: str) -> Any:
    return {field: value for field, value in copy_of(DATA).items() if field not in fields}


SEVEN = DATA["actions"][:6]
ROLL = next(i for i, text in enumerate(DATA["actions"], 1) if text.startswith("roll "))
EDITED: dict[str, tuple[Any, str]] = {
    "unknown field": (
        change(note="x"),
        "record, note: is unknown; there are format, version,",
    ),
    "later version": (
        change(version=3, program="9.9"),
        f"record, version: is 3, written by Bridgehead 9.9; this is {bh.__version__}, which reads",
    ),
    "no version": (without("version"), "record, version: is None"),
    "no game": (without("game"), "record, game: must be the id of a game"),
    "game a list": (change(game=["across-suez-1980"]), "record, game: must be the id of a game"),
    "unknown game": (
        change(game="across-suez-1981"),
        "record, game: unknown game 'across-suez-1981' (did you mean",
    ),
    "options a text": (change(options="marines"), "record, options: must be a list of names"),
    "options of numbers": (change(options=[1]), "record, options: must be a list of names"),
    "unknown option": (
        change(options=["marines"]),
        "record, options: across-suez-1980 has no option 'marines'; it has: none",
    ),
    "an option called map": (change(options=["map"]), "has no option 'map'"),
    "an option called game": (change(options=["game"]), "has no option 'game'"),
    "map a text": (change(map="mine"), "record, map: must be an object with name and digest"),
    "map of another digest": (
        change(map={"name": "Mine", "digest": "00"}, program="0.0.1"),
        "record, map: was played on the map 'Mine' with digest '00' by Bridgehead 0.0.1; here it",
    ),
    "map's text a number": (change(map={"text": 5}), "record, map: must be the text of a map file"),
    "map's text no map": (
        change(map={"text": "[grid]\ncolumns = 5"}),
        "record, map: map.toml:2: [grid.columns] must be two numbers",
    ),
    "map's text no Unicode": (
        change(map={"text": "a = '\ud800'"}),
        "record, map: map.toml: cannot",
    ),
    "map changed": (
        change(map={**DATA["map"], "text": MY_MAP}),
        "record, map: was played on the map 'Across Suez, reconstructed terrain' with digest",
    ),
    "dice unknown": (change(dice={"kind": "loaded"}), "record, dice: the kind must be one of"),
    "players a list": (
        change(players=["Ann"]),
        "record, players: must be an object with israel and egypt",
    ),
    "players of no side": (
        change(players={"syria": "Ann"}),
        "record, players: must be an object with",
    ),
    "player a number": (
        change(players={"egypt": 5}),
        "record, players: a player's name must be a string",
    ),
    "start a number": (change(start=5), "record, start: a position is an object of fields, not 5"),
    "start of another game": (
        change(start={"game": "across-suez-1995"}),
        "record, start: position, game: is 'across-suez-1995', not 'across-suez-1980'",
    ),
    "start in a lake": (
        change(start={**START, "units": {"matt-1": "0315"}}),
        "record, start: position, units: matt-1 on 0315: no unit can stand in lake",
    ),
    "no actions": (without("actions"), "record, actions: must be a list of strings"),
    "actions a text": (change(actions="end"), "record, actions: must be a list of strings"),
    "an action a number": (change(actions=[*SEVEN, 5]), "record, action 7: 5 is not a string"),
    "an action that is none": (
        change(actions=[*SEVEN, "dance"]),
        "record, action 7, 'dance': [notation] 'dance' is no verb",
    ),
    "an action edited": (
        change(actions=["move matt-1 0101", *DATA["actions"][1:]]),
        "record, action 1, 'move matt-1 0101': [4.1] ",
    ),
    "an action left out": (
        change(actions=DATA["actions"][:2] + DATA["actions"][3:]),
        f"record, action 3, {DATA['actions'][3]!r}: [3.0] ",
    ),
    "an action after the end": (
        change(actions=[*DATA["actions"], "end"]),
        f"record, action {len(DATA['actions']) + 1}, 'end': [",
    ),
    "an action of another version": (
        change(actions=["end", "dance"], program="0.0.1"),
        f"fire, stay, end, resign (written by Bridgehead 0.0.1; this is {bh.__version__})",
    ),
    "another winner": (
        change(result={**DATA["result"], "winner": "egypt"}),
        "record, result: says 'egypt', but after its actions the winner is 'israel'",
    ),
    "a winner too early": (
        change(actions=DATA["actions"][:-1]),
        "record, result: says 'israel', but after its actions the game goes on",
    ),
    "another ending": (
        change(result={**DATA["result"], "ending": "held"}),
        "record, result: says it ended by 'held', but its actions by 'resigned'",
    ),
    "result a text": (
        change(result="israel"),
        "record, result: is 'israel'; it must be an object with a win",
    ),
}


@pytest.mark.parametrize("fault", EDITED)
def test_an_edited_record_says_what_is_wrong(fault: str, tmp_path: Path) -> None:
    data, reason = EDITED[fault]
    path = tmp_path / "edited.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(bh.InvalidRecord) as caught:
        bh.Record.load(path)
    assert reason in str(caught.value)


def test_an_edited_roll_is_found_by_verify() -> None:
    face = int(DATA["actions"][ROLL - 1].split()[1]) % 6 + 1
    actions = [*DATA["actions"][: ROLL - 1], f"roll {face}"]
    record = bh.Record.from_dict({**without("result"), "actions": actions})
    with pytest.raises(
        bh.InvalidRecord, match=f"^record, action {ROLL}, 'roll {face}': the seeded"
    ):
        record.verify()


def test_an_action_made_illegal_is_found_by_verify() -> None:
    record = played()
    record.actions[0] = "move matt-1 0101"
    with pytest.raises(bh.InvalidRecord, match=r"^record, action 1, 'move matt-1 0101': \[4\.1\]"):
        record.verify()


def test_what_may_be_left_out() -> None:
    bare = {field: DATA[field] for field in ("format", "version", "game", "start", "actions")}
    record = bh.Record.from_dict(bare)
    assert record.position == FINISHED.position
    assert (record.dice.kind, record.players, record.program) == ("open", {}, "unknown")


VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-9, 99)
    | st.text(max_size=4)
    | st.sampled_from(["end", "resign", "roll 3", "across-suez-1980", "israel", "1409", "matt-1"])
)
JSON = VALUES | st.lists(VALUES, max_size=2) | st.dictionaries(st.text(max_size=4), VALUES)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(data, dict):
        for key in data:
            found += places(data[key], (*path, key))
    elif isinstance(data, list):
        for index in range(len(data)):
            found += places(data[index], (*path, index))
    return found


PLACES = places(DATA)


@pytest.mark.slow
@settings(
    max_examples=150 if JIT else 25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(st.data())
def test_an_edited_record_is_loaded_or_refused(data: st.DataObject) -> None:
    edited = copy_of(DATA)
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(PLACES))
        inner = edited
        try:
            for key in path[:-1]:
                inner = inner[key]
            kind = data.draw(st.sampled_from(["drop", "value", "insert"]))
            if kind == "drop":
                del inner[path[-1]]
            elif kind == "insert" and isinstance(inner, list):
                inner.insert(path[-1], data.draw(JSON))
            else:
                # in a position's fields, plain values: what else may stand there is tested there
                inner[path[-1]] = data.draw(VALUES if path[0] == "start" else JSON)
        except (LookupError, TypeError):
            continue  # the other edit has taken that place away
    try:
        record = bh.Record.from_dict(edited)
    except bh.InvalidRecord as refusal:
        assert str(refusal)  # noqa: PT017
        return
    assert bh.Record.from_dict(copy_of(record.to_dict())).position == record.position
    assert record.replay() == record.position


@settings(
    max_examples=100 if JIT else 25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_a_damaged_file_is_loaded_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    whole = json.dumps(DATA).encode()
    at = data.draw(st.integers(0, len(whole) - 1))
    put = data.draw(st.binary(max_size=3) | st.sampled_from([b'"', b"}", b"]", b",", b"0", b"\\"]))
    path = tmp_path / "damaged.json"
    path.write_bytes(whole[:at] + put + whole[at + data.draw(st.integers(0, 3)) :])
    try:
        record = bh.Record.load(path, secrets=Secrets(tmp_path))
    except bh.InvalidRecord:
        return
    assert record.replay() == record.position
