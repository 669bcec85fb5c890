"""`warm`, and which commands compile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bridgehead.cli import main
from bridgehead.cli.program_commands import warm
from bridgehead.core.kernels import compiled
from tests.processes import as_users_do

GAME = "across-suez-1980"


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the units that are built from now on; the reprint's is compiled already."""
    units: list[str] = []

    def build(unit: str, tell: Callable[[int, int], None] = lambda done, known: None) -> None:
        units.append(unit)
        if unit == "bridgehead.titles.october_war":
            tell(1, 2)
            tell(2, 2)

    monkeypatch.setattr(warm, "JIT", True)
    monkeypatch.setattr(compiled, "use", lambda unit: unit == "bridgehead.titles.across_suez")
    monkeypatch.setattr(compiled, "build", build)
    monkeypatch.setattr(compiled, "is_kept", lambda unit: True)
    return units


def test_every_title_is_compiled_once(built: list[str], capsys: Any) -> None:
    assert main(["warm"]) == 0
    assert built == [
        "bridgehead.titles.across_suez", "bridgehead.titles.middle_east_battles",
        "bridgehead.titles.october_war",
    ]  # fmt: skip
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "across-suez-1980: is compiled already"
    assert lines[2].startswith("october-war: compiled in ")


def test_the_titles_of_games(built: list[str], capsys: Any) -> None:
    assert main(["warm", "suez-56", "el-arish-67"]) == 0
    assert built == ["bridgehead.titles.middle_east_battles"]
    assert main(["warm", "no-such-game"]) == 1
    assert "unknown game 'no-such-game'" in capsys.readouterr().err


def test_what_research_needs_is_compiled_where_it_is_asked_for(
    built: list[str], capsys: Any
) -> None:
    assert main(["warm", "el-arish-67", "--envs"]) == 0
    title = "bridgehead.titles.middle_east_battles"
    assert built == [title, f"{title}.envs"]
    assert "el-arish-67, for research: compiled in" in capsys.readouterr().out


def test_a_program_is_told_line_by_line(built: list[str], capsys: Any) -> None:
    assert main(["warm", "october-war", "--json"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"game": "october-war", "done": 1, "known": 2},
        {"game": "october-war", "done": 2, "known": 2},
        {"game": "october-war", "ready": True},
    ]


def test_it_can_stand_back(built: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    monkeypatch.setattr(os, "nice", given.append)
    assert main(["warm", GAME]) == 0
    assert given == []
    assert main(["warm", GAME, "--background"]) == 0
    assert given == [19]


def test_what_cannot_be_kept_is_not_said_to_be_compiled(
    built: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(compiled, "is_kept", lambda unit: False)
    assert main(["warm", GAME]) == 1
    assert "cannot be saved in" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BRIDGEHEAD_CACHE", str(tmp_path / "file" / "below"))
    assert main(["warm", GAME]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_without_machine_code_there_is_nothing_to_compile(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(warm, "JIT", False)
    assert main(["warm"]) == 1
    assert "BRIDGEHEAD_JIT=0" in capsys.readouterr().err


@pytest.fixture
def compiled_by(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the units that commands compile from now on."""
    units: list[str] = []
    monkeypatch.setattr(compiled, "ALWAYS", False)
    monkeypatch.setattr(compiled, "build", lambda unit, tell=None: units.append(unit))
    return units


def test_a_single_answer_compiles_nothing(tmp_path: Path) -> None:
    """Numba is not even imported, whatever is kept."""
    record, picture = tmp_path / "g.json", tmp_path / "g.svg"
    commands = [
        ["new", GAME, "-o", str(record), "--seed", "1"], ["show", str(record)],
        ["legal", str(record)], ["do", str(record), "move matt-1 0514"],
        ["verify", str(record)], ["render", str(record), "-o", str(picture)],
        ["replay", str(record)], ["undo", str(record)],
    ]  # fmt: skip
    code = f"""
import sys
from bridgehead.cli import main
for command in {commands!r}:
    assert main(command) == 0, command
assert "numba" not in sys.modules
"""
    environment = as_users_do(BRIDGEHEAD_DATA=str(tmp_path / "data"))
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert picture.exists()


def test_many_games_are_compiled_for(compiled_by: list[str], capsys: Any) -> None:
    assert main(["simulate", GAME, "--games", "2"]) == 0
    assert main(["perft", GAME, "2"]) == 0
    assert main(["ladder", GAME, "recruit", "sergeant", "--pairs", "1", "--processes", "1"]) == 0
    assert set(compiled_by) == {"bridgehead.titles.across_suez"}
    before = len(compiled_by)
    assert main(["perft", GAME, "1"]) == 0  # a list of actions
    assert len(compiled_by) == before
