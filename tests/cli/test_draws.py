"""The commands on a game whose dice draw and whose sides hide things."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bridgehead as bh
from bridgehead.core.titles import games
from tests import urn
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._games, urn.ID, urn.INFO)


@pytest.fixture
def path(run: Run, tmp_path: Path) -> Path:
    """Return the file of a game whose next decision is a draw."""
    path = tmp_path / "urn.json"
    assert run("new", urn.ID, "-o", path).status == 0
    assert run("do", path, "look b2", "end", "--no-roll").status == 0
    return path


def test_what_is_due_is_drawn_and_then_rolled(run: Run, path: Path) -> None:
    assert run("legal", path).lines == [f"draw {ball}" for ball in urn.BALLS]
    steps = run("do", path, "--json").data["steps"]
    assert [step["actor"] for step in steps] == ["dice", "dice"]
    assert steps[0]["action"] in [f"draw {ball}" for ball in urn.BALLS]
    assert steps[1]["action"].startswith("roll ")


def test_open_dice_take_a_draw_from_the_table(run: Run, path: Path) -> None:
    assert run("do", path, "draw coral", "roll 6").status == 0
    assert bh.Record.load(path).actions == ["look b2", "end", "draw coral", "roll 6"]


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("end", "roll the dice first"),
        ("roll 3", "roll the dice first"),
        ("draw onyx", "'onyx' is no hex"),
        ("draw", "has not the form"),
        ("xyzzy", "is no verb"),
        ("resign", "not the moment"),
    ],
)
def test_nothing_else_is_taken(run: Run, path: Path, action: str, told: str) -> None:
    before = path.read_bytes()
    answer = run("do", path, action)
    assert answer.status == 1
    assert told in answer.err
    assert path.read_bytes() == before


@pytest.mark.parametrize("kind", ["seeded", "committed"])
def test_other_dice_take_only_the_draw_that_is_due(run: Run, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "g.json"
    seed = ["--seed", 5] if kind == "seeded" else []
    assert run("new", urn.ID, "-o", path, "--dice", kind, *seed).status == 0
    assert run("do", path, "end", "--no-roll").status == 0
    due = bh.Record.load(path).next_action()
    wrong = next(f"draw {ball}" for ball in urn.BALLS if f"draw {ball}" != due)
    answer = run("do", path, wrong)
    assert answer.status == 1
    assert f"[dice] '{wrong}' does not match the {kind} dice" in answer.err
    assert run("do", path, due).status == 0
    assert bh.Record.load(path).actions[1] == due


def test_verify_names_a_changed_draw(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    assert run("new", urn.ID, "-o", path, "--seed", 3).status == 0
    while run("legal", path, "--json").data["to_move"] is not None:
        assert run("do", path, "end").status == 0
    answer = run("verify", path)
    assert "checked: all 6 rolls and draws are those of the seeded dice" in answer.lines
    data = json.loads(path.read_text())
    drawn = data["actions"][1].split()[1]
    other = next(ball for ball in urn.BALLS if f"draw {ball}" not in data["actions"])
    data["actions"][1] = f"draw {other}"
    path.write_text(json.dumps(data))
    answer = run("verify", path)
    assert answer.status == 1
    assert f"action 2, 'draw {other}': the seeded dice gave {drawn}" in answer.err


def test_a_look_is_not_taken_back(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    assert run("new", urn.ID, "-o", path).status == 0
    assert run("do", path, "look b1").status == 0
    answer = run("undo", path)
    assert answer.status == 1
    assert "or an action that showed a hidden unit" in answer.err


# Who reads what


def test_the_log_is_told_to_one_side(run: Run, path: Path) -> None:
    for words, told in (
        ((), "look"),
        (("--side", "blue"), "look"),
        (("--side", "red"), "look b2"),
    ):
        step = run("replay", path, "--json", *words).data["steps"][0]
        assert step["action"] == told
        assert step["events"][0]["text"] == f"It happens: {told}."
    assert "It happens: look. [1.0]" in run("replay", path).lines[0]
    assert "It happens: look. [1.0]" in run("show", path).out
    assert "It happens: look b2. [1.0]" in run("show", path, "--side", "red").out


def test_what_can_be_looked_at_is_not_counted_for_others(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    assert run("new", urn.ID, "-o", path).status == 0
    assert "  look (2), end (1)" in run("show", path, "--side", "red").lines
    for words in ((), ("--side", "blue")):
        assert "look" not in run("show", path, *words).out


def test_who_decides_reads_what_it_did(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    assert run("new", urn.ID, "-o", path).status == 0
    assert run("do", path, "look b1").lines[0] == "It happens: look b1. [1.0]"


def test_when_the_game_is_over_everybody_reads_all(run: Run, path: Path) -> None:
    assert run("do", path).status == 0
    assert run("do", path, "resign").status == 0
    assert run("replay", path, "--json").data["steps"][0]["action"] == "look b2"
