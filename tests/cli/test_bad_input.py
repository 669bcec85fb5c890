"""Everything that can be wrong is refused with a reason, status 1, and leaves the file alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import GAME, Run


def refused(answer: Any, *words: str) -> None:
    assert answer.status == 1
    assert answer.err.startswith("error: ")
    assert "Traceback" not in answer.err
    for word in words:
        assert word in answer.err


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("move reshef-2 0309", ("[9.1]",)),  # held in an enemy zone
        ("move sharon 0910", ("[4.3]",)),  # an enemy is there
        ("move sharon 0115", ("[4.2]",)),  # lake
        ("move 16-4 0911", ("[4.0]",)),  # not one's own
        ("enter amir-1 1708", ("[7.4]",)),  # later
        ("attack 0910", ("[3.0]",)),  # another phase
        ("roll 4", ("[",)),
        ("move sharon", ("[notation]", "move UNIT HEX")),
        ("charge", ("[notation]", "no verb")),
        ("move sharom 0309", ("[notation]", "did you mean sharon?")),
        ("move sharon 9", ("[notation]",)),
        ("", ("[notation]",)),
        ("attack 0910 matt-3 now please", ("[notation]",)),
        ("roll 7", ("[notation]",)),
    ],
)
def test_actions(run: Run, record: Path, action: str, words: tuple[str, ...]) -> None:
    before = record.read_bytes()
    refused(run("do", record, action), *words)
    assert record.read_bytes() == before
    answer = run("do", record, action, "--json")
    error = answer.data["error"]
    assert f"[{error['case']}] {error['reason']}" in answer.err
    assert sorted(path.name for path in record.parent.iterdir()) == ["g.json"]


COMMANDS = ("show", "legal", "replay", "verify", "undo")


@pytest.mark.parametrize("command", COMMANDS)
def test_files_that_are_missing_or_no_text(run: Run, tmp_path: Path, command: str) -> None:
    refused(run(command, tmp_path / "none.json"), "none.json", "cannot be read")
    refused(run(command, tmp_path), "cannot be read")
    binary = tmp_path / "b.json"
    binary.write_bytes(b"\xff\xfe\x00")
    refused(run(command, binary), "b.json", "cannot be read")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_record_cut_short(run: Run, in_combat: Path, command: str) -> None:
    whole = in_combat.read_text()
    for length in (0, 1, len(whole) // 2, len(whole) - 3):
        in_combat.write_text(whole[:length])
        refused(run(command, in_combat), "g.json", "not valid JSON, perhaps cut short")
        assert in_combat.read_text() == whole[:length]


EDITS = {
    "format": "chess",
    "version": 99,
    "game": "across-suez-1981",
    "options": ["commandos"],
    "map": {"name": "other", "digest": "0" * 64},
    "dice": {"kind": "loaded"},
    "actions": ["end", "end", "move sharon 0101"],
    "result": {"winner": "israel"},
    "start": {"game": GAME, "units": {"sharon": "0115"}},
    "players": ["Anna"],
    "colour": "red",
}


@pytest.mark.parametrize("field", EDITS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_record_edited(run: Run, record: Path, command: str, field: str) -> None:
    data = json.loads(record.read_text())
    data[field] = EDITS[field]
    text = json.dumps(data)
    record.write_text(text)
    refused(run(command, record), "g.json: ")
    assert record.read_text() == text


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "5",
        "null",
        '{"format": "bridgehead-record"}',
        "[" * 100_000,
        '{"version": ' + "9" * 10_000 + "}",
    ],
)
def test_json_that_is_no_record(run: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "g.json"
    path.write_text(text)
    for command in COMMANDS:
        refused(run(command, path), "g.json")
    refused(run("do", path, "end"), "g.json")


def test_an_action_that_is_not_legal_is_named(run: Run, record: Path) -> None:
    data = json.loads(record.read_text())
    data["actions"] = ["end", "attack 0910", "fire"]
    record.write_text(json.dumps(data))
    refused(run("verify", record), "action 3, 'fire'", "[6.1]")


POSITIONS: dict[str, tuple[Any, str]] = {
    "two units in a hex": ({"units": {"sharon": "0909", "amir-1": "0909"}}, "both on 0909"),
    "a unit in a lake": ({"units": {"sharon": "0115"}}, "lake"),
    "an unknown unit": ({"units": {"sharom": "0909"}}, "not a unit"),
    "an unknown hex": ({"units": {"sharon": "9999"}}, "not a hex"),
    "a place that is no text": ({"units": {"sharon": ["0909"]}}, "p.json"),
    "a turn 9": ({"turn": 9}, "turn"),
    "an unknown side": ({"side": "syria"}, "side"),
    "an unknown phase": ({"phase": "lunch"}, "phase"),
    "an unknown field": ({"weather": "dust"}, "weather"),
    "another game": ({"game": "across-suez-1995"}, "game"),
    "a combat of odd kind": (
        {"phase": "combat", "combat": {"step": ["loss"], "hex": "0910"}},
        "p.json",
    ),
    "no object": ([], "p.json"),
}


@pytest.mark.parametrize("kind", POSITIONS)
def test_positions_that_cannot_be(run: Run, tmp_path: Path, kind: str) -> None:
    data, word = POSITIONS[kind]
    path = tmp_path / "p.json"
    path.write_text(json.dumps({"game": GAME, **data} if isinstance(data, dict) else data))
    refused(run("new", GAME, "-o", tmp_path / "g.json", "--position", path), "p.json", word)
    refused(run("perft", GAME, 1, "--position", path), "p.json", word)
    assert not (tmp_path / "g.json").exists()


def test_a_position_file_that_is_no_json(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text("{")
    refused(run("new", GAME, "-o", tmp_path / "g.json", "--position", path), "not valid JSON")


STARTING = (
    ("new", "GAME", "-o", "OUT"),
    ("simulate", "GAME"),
    ("perft", "GAME", "1"),
    ("ladder", "GAME", "recruit", "sergeant"),
    ("play", "GAME", "--plain"),
)


def starting(words: tuple[str, ...], game: str, out: Path) -> list[str]:
    return [{"GAME": game, "OUT": str(out)}.get(word, word) for word in words]


@pytest.mark.parametrize("words", STARTING, ids=lambda words: words[0])
def test_games_options_and_maps_that_are_not(
    run: Run, tmp_path: Path, words: tuple[str, ...]
) -> None:
    out = tmp_path / "g.json"
    refused(run(*starting(words, "across-suez-1981", out)), "did you mean across-suez-1980?")
    for option in ("commandos", "map", "game"):
        answer = run(*starting(words, GAME, out), "--option", option)
        refused(answer, f"no option '{option}'")
    refused(run(*starting(words, GAME, out), "--map", tmp_path / "none.toml"), "none.toml")
    bad = tmp_path / "bad.toml"
    bad.write_text('[grid]\ncolumns = [1, 17]\nrows = [1, 21]\n[terrain]\nsand = "0501"\n'
                   'lake = "0501"\n')  # fmt: skip
    refused(run(*starting(words, GAME, out), "--map", bad), "bad.toml:6: [terrain.lake] 0501")
    assert not out.exists()


def test_players_that_do_not_exist(run: Run) -> None:
    refused(run("simulate", GAME, "--games", 1, "--player", "israel=rommel"), "rommel")
    refused(run("ladder", GAME, "recruit", "rommel", "--pairs", 1), "rommel")


def test_a_folder_that_is_not_there(run: Run, record: Path, tmp_path: Path) -> None:
    refused(run("new", GAME, "-o", tmp_path / "no" / "g.json"), "cannot be written")
    refused(run("render", record, "-o", tmp_path / "no" / "g.svg"), "cannot be written")
