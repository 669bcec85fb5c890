"""The commands that work on a record file."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

import bridgehead as bh
from bridgehead.core.titles.games import load_with
from tests.cli.conftest import GAME, REPRINT, Run
from tests.earlier_data import earlier_data


def test_new_writes_a_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    answer = run("new", GAME, "-o", path, "--player", "israel=Anna", "--player", "egypt=Omar")
    assert answer.status == 0
    assert "open dice" in answer.out
    record = bh.Record.load(path)
    assert record.players == {"israel": "Anna", "egypt": "Omar"}
    assert record.dice.kind == "open"
    assert record.actions == []
    assert "Players: israel=Anna egypt=Omar" in run("show", path).out


def test_new_with_options_repeated_and_with_commas(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    answer = run(
        "new", REPRINT, "-o", path, "--option", "commandos,marines", "--option", "airborne_units"
    )
    assert answer.status == 0
    assert set(bh.Record.load(path).game.options) == {"commandos", "marines", "airborne_units"}


def test_new_does_not_overwrite_unless_forced(run: Run, record: Path) -> None:
    before = record.read_bytes()
    answer = run("new", GAME, "-o", record)
    assert answer.status == 1
    assert "already exists" in answer.err
    assert record.read_bytes() == before
    assert run("new", GAME, "-o", record, "--force").status == 0
    assert record.read_bytes() != before


def test_new_from_a_position_takes_its_options(run: Run, tmp_path: Path) -> None:
    start = bh.load(REPRINT, commandos=True).position(
        {"game": REPRINT, "turn": 3, "units": {"reshef-1": "0210", "16-4": "0910"}}
    )
    given, path = tmp_path / "p.json", tmp_path / "g.json"
    given.write_text(json.dumps(start.view(None)))
    assert run("new", REPRINT, "-o", path, "--position", given).status == 0
    assert bh.Record.load(path).position == start


def test_show_and_legal_read_standard_input(
    run: Run, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in ("show", "legal", "verify", "replay"):
        monkeypatch.setattr(sys, "stdin", io.StringIO(record.read_text()))
        assert run(command, "-").out == run(command, record).out


def test_show_tells_turn_units_decision_and_log(run: Run, in_combat: Path) -> None:
    answer = run("show", in_combat)
    assert answer.status == 0
    assert "turn 1, night, Israel, combat phase" in answer.out
    assert "Israel\n" in answer.out
    assert "0910" in answer.out
    assert "to come, turn 5: " in answer.out
    assert "attack (" in answer.out
    assert "Israel: combat phase. [3.0]" in answer.out
    assert max(map(len, answer.lines)) <= 100


def test_show_tells_odds_before_the_dice(run: Run, in_combat: Path) -> None:
    assert run("do", in_combat, "attack 0910 with matt-3").status == 0
    assert "3 against 2, chinese farm -2: column ..-3: Ar 1/2, Ae 1/2" in run("show", in_combat).out


@pytest.mark.parametrize("title", ["el-arish-67", "october-war"])
def test_data_of_an_earlier_version(run: Run, tmp_path: Path, title: str) -> None:
    position, made = tmp_path / "position.json", tmp_path / "game.json"
    with earlier_data(title) as data:
        then = load_with(title, (), data=data)
        told = then.start().to_dict()
        position.write_text(json.dumps(told))
        assert run("new", title, "--position", position, "-o", made, "--force").status == 0
        assert bh.Record.load(made).game == then
        shown = run("show", made).lines
        assert "data of an earlier version: the package as it was until 2026-11-25" in shown
        assert not [line for line in shown if line.startswith("data of its own")]
    position.write_text(json.dumps({**told, "map": {}, "data": "0" * 64}))
    refused = run("new", title, "--position", position, "-o", made, "--force")
    assert refused.status == 1
    assert "differ" in refused.err


def test_show_as_json_is_the_view(run: Run, record: Path) -> None:
    position = bh.Record.load(record).position
    assert run("show", record, "--json").data == position.view(None)
    assert run("show", record, "--json", "--side", "israel").data == position.view("israel")
    assert run("show", record, "--side", "syria").status == 2


def test_show_and_replay_of_an_earlier_position(run: Run, in_combat: Path) -> None:
    run("do", in_combat, "attack 0910 with matt-3 fire")
    assert "movement phase" in run("show", in_combat, "--at", 0).out
    assert run("show", in_combat, "--at", 1, "--json").data["phase"] == "combat"
    assert len(run("replay", in_combat, "--at", 1, "--json").data["steps"]) == 1
    answer = run("show", in_combat, "--at", 99)
    assert answer.status == 1
    assert "has 5 actions" in answer.err


def test_legal_lists_one_action_a_line(run: Run, record: Path) -> None:
    listed = list(bh.Record.load(record).position.legal_actions())
    assert run("legal", record).lines == listed
    assert run("legal", record, "--json").data == {"to_move": "israel", "actions": listed}


def test_legal_of_one_unit(run: Run, record: Path) -> None:
    lines = run("legal", record, "--unit", "sharon").lines
    assert lines
    assert all(line.startswith("move sharon ") for line in lines)
    held = run("legal", record, "--unit", "reshef-2")
    assert (held.status, held.out) == (0, "")
    assert "[9.1]" in held.err
    unknown = run("legal", record, "--unit", "reshef-9")
    assert unknown.status == 1
    assert "[notation]" in unknown.err


def test_do_prints_what_happened_and_saves(run: Run, record: Path) -> None:
    move = run("legal", record, "--unit", "sharon").lines[0]
    answer = run("do", record, move, "end")
    assert answer.status == 0
    assert answer.lines[0].startswith("Sharon moves from 0211 to ")
    assert answer.lines[-1].startswith("Next: turn 1, night, Israel, combat phase")
    assert bh.Record.load(record).actions == [move, "end"]


def test_do_rolls_when_the_dice_are_to_move(run: Run, in_combat: Path) -> None:
    data = run("do", in_combat, "attack 0910 with matt-3 fire", "--json").data
    assert [step["actor"] for step in data["steps"]] == ["israel"] * 3 + ["dice"]
    assert data["steps"][-1]["action"].startswith("roll ")
    assert data["to_move"] != "dice"


def test_do_leaves_the_dice_and_rolls_later(run: Run, in_combat: Path) -> None:
    assert run("do", in_combat, "attack 0910 with matt-3 fire", "--no-roll").status == 0
    assert run("legal", in_combat).lines == [f"roll {face}" for face in range(1, 7)]
    too_early = run("do", in_combat, "end")
    assert too_early.status == 1
    assert "roll the dice first" in too_early.err
    answer = run("do", in_combat)
    assert answer.status == 0
    assert answer.lines[0].startswith("The die shows ")


def test_do_without_anything_to_do_is_wrong_usage(run: Run, record: Path) -> None:
    assert run("do", record).status == 2


def test_do_saves_nothing_when_a_later_action_fails(run: Run, record: Path) -> None:
    before = record.read_bytes()
    answer = run("do", record, "end", "attack 0101")
    assert answer.status == 1
    assert answer.out == ""
    assert record.read_bytes() == before


def test_do_follows_a_link(run: Run, record: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(record)
    assert run("do", link, "end").status == 0
    assert link.is_symlink()
    assert bh.Record.load(record).actions == ["end"]


def test_undo_goes_back_to_the_last_roll_and_no_further(run: Run, in_combat: Path) -> None:
    run("do", in_combat, "attack 0910")
    answer = run("undo", in_combat)
    assert answer.status == 0
    assert answer.lines[0] == "Taken back: attack 0910"
    run("do", in_combat, "attack 0910 with matt-3 fire")
    before = in_combat.read_bytes()
    refused = run("undo", in_combat, "--json")
    assert refused.status == 1
    assert refused.data["error"]["case"] == "undo"
    assert in_combat.read_bytes() == before


def test_undo_as_json(run: Run, in_combat: Path) -> None:
    assert run("undo", in_combat, "--json").data == {"undone": "end", "to_move": "israel"}


def test_replay_tells_every_action(run: Run, in_combat: Path) -> None:
    run("do", in_combat, "attack 0910 with matt-3 fire")
    lines = run("replay", in_combat).lines
    assert len(lines) == 6
    assert lines[0].split()[:3] == ["1", "israel", "end"]
    assert "The die shows" in lines[4]
    data = run("replay", in_combat, "--json").data
    assert data["game"] == GAME
    assert data["result"] is None
    assert data["steps"][3]["events"][0]["case"] == "6.2"


def test_verify(run: Run, in_combat: Path) -> None:
    run("do", in_combat, "attack 0910 with matt-3 fire")
    answer = run("verify", in_combat)
    assert answer.status == 0
    assert "checked: all 5 actions are legal" in answer.lines
    data = run("verify", in_combat, "--json").data
    assert data["valid"] is True
    assert data["unchecked"] == []


def test_resigning_ends_the_game(run: Run, record: Path) -> None:
    answer = run("do", record, "resign")
    assert answer.status == 0
    assert "Egypt" in answer.out
    assert run("show", record).out.count("has won") == 1
    over = run("legal", record)
    assert (over.status, over.out) == (0, "")
    assert "over" in over.err
    assert run("do", record, "end").status == 1


def test_show_tells_the_victory_conditions(run: Run, in_combat: Path, record: Path) -> None:
    told = run("show", in_combat).lines
    at = told.index("Victory conditions")
    assert len(told) == at + 4
    assert told[at + 1].startswith("  Israel: Units across the canal: ")
    assert told[at + 1].endswith("[14.0]")
    assert "goals" not in run("show", record, "--json").data
