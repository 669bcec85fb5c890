"""`bridgehead new-title`: the skeleton of a title, which can be played at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead import render
from bridgehead.core.titles.games import title_of
from bridgehead.terminal.hexes.mapview import MapPicture, Scene
from bridgehead.terminal.hexes.session import HexSession
from bridgehead.titles import own_games
from tests import own_title
from tests.cli.conftest import Run
from tests.own_title import NAME, PACKAGE

pytestmark = pytest.mark.plain


@pytest.fixture
def folder(run: Run, tmp_path: Path) -> Path:
    answer = run("new-title", NAME, "--to", tmp_path)
    assert answer.status == 0
    made = tmp_path / PACKAGE
    assert answer.lines[1:] == [
        f"Tell Bridgehead of it:  export BRIDGEHEAD_GAMES={made}",
        f"Play it:                bridgehead play {NAME}",
        f"Run its tests:          python -m pytest {made}",
    ]
    return made


@pytest.fixture
def added(folder: Path) -> Iterator[bh.GameInfo]:
    with own_title.added(folder) as info:
        yield info


def test_nothing_of_the_template_is_left_in_it(folder: Path) -> None:
    assert "skeleton" not in [info.id for info in bh.games()]  # it is copied, not imported
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    names = {str(path.relative_to(folder)) for path in found}
    assert {"__init__.py", "game.py", "rules.py", "data/map.toml", "tests/test_rules.py"} <= names
    for path in found:
        assert "skeleton" not in path.read_text(encoding="utf-8").lower(), path
    assert f'ID, TITLE = "{NAME}", "Tiny Ford"' in (folder / "records.py").read_text()
    assert "class TinyFord(KernelGame)" in (folder / "game.py").read_text()


def test_it_passes_its_own_tests_in_a_process_of_its_own(folder: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "BRIDGEHEAD_JIT": "0"}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "17 passed" in done.stdout


def test_commands_know_it(folder: Path) -> None:
    def command(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "bridgehead", *words], capture_output=True, text=True,
            env={**os.environ, "BRIDGEHEAD_GAMES": str(folder)}, check=False,
        )  # fmt: skip

    done = command("simulate", NAME, "--games", "3", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 3


def test_the_terminal_the_picture_and_files_show_it(added: bh.GameInfo, tmp_path: Path) -> None:
    game: Any = bh.load(NAME)
    record = bh.Record.new(game, "seeded", seed=1)
    session = HexSession(record, {}, path=None)
    shown = "\n".join(MapPicture(game, Scene.of(session)).text())
    assert "1-1]" in shown  # the brackets of the first side
    assert "1-1)" in shown
    record.do("move blue-1 0201")
    record.save(tmp_path / "game.json")
    assert bh.Record.load(tmp_path / "game.json").replay() == record.position
    data = record.position.to_dict()
    scene = render.position_scene(game.map, render.style_of(NAME), game.counters, data)
    assert 'data-unit="red-2"' in render.svg(scene)
    refused = record.position.movement("blue-1")
    assert refused.refusal.case == "2.2"
    assert [rule.case for rule in title_of(NAME).rules_for(NAME, "2.2")] == ["2.2"]


def test_its_own_data_are_checked(run: Run, added: bh.GameInfo, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    assert run("data", "export", NAME, mine).status == 0
    assert "no difference from Bridgehead's data" in run("data", "check", mine).out
    assert run("map", "check", mine / "map.toml", "--game", NAME).status == 0
    drawn = run("map", "draw", mine / "map.toml", "--game", NAME, "-o", tmp_path / "m.svg")
    assert drawn.status == 0
    text = (mine / "map.toml").read_text()
    (mine / "map.toml").write_text(text.replace('hill = "0302"', 'hill = "0303"'))
    answer = run("map", "check", mine / "map.toml", "--game", NAME, "--json")
    assert [one["where"] for one in answer.data["differences"]] == ["0302", "0303"]
    text = (mine / "units.toml").read_text()
    (mine / "units.toml").write_text(text.replace('type = "armor"', 'type = "fleet"', 1))
    answer = run("data", "check", mine)
    assert answer.status == 1
    assert "[unit blue-2.type] must be one of infantry, armor" in answer.out


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("My-Title", "'My-Title' is no name for a title: lower-case letters"),
        ("../up", "is no name for a title"),
        ("a--b", "is no name for a title"),
        ("9lives", "is no name for a title"),
        ("x" * 41, "at most 40 characters"),
        ("class", "'class' is a word or a module of Python"),
        ("json", "'json' is a word or a module of Python"),
        ("numpy", "'numpy' is a word or a module of Python"),
        ("suez-56", "'suez-56' is a title of Bridgehead already"),
        ("october-war", "'october-war' is a title of Bridgehead already"),
    ],
)
def test_a_name_that_cannot_be_is_refused(run: Run, tmp_path: Path, name: str, told: str) -> None:
    answer = run("new-title", name, "--to", tmp_path)
    assert answer.status == 2
    assert told in answer.err
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten(run: Run, folder: Path, tmp_path: Path) -> None:
    (folder / "game.py").write_text("mine")
    answer = run("new-title", NAME, "--to", tmp_path)
    assert answer.status == 1
    assert answer.err == (f"error: {folder}: exists already; choose another name or another --to\n")
    assert (folder / "game.py").read_text() == "mine"
    answer = run("new-title", "other", "--to", folder / "game.py")
    assert answer.status == 1
    assert "cannot be created: " in answer.err


def test_a_folder_that_registers_no_game_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty_title"
    empty.mkdir()
    (empty / "__init__.py").write_text('"""Nothing."""\n')
    with pytest.raises(bh.InvalidData, match=r"empty_title/__init__.py: registers no game"):
        own_games.add_folder(empty)
    taken = tmp_path / "json"
    taken.mkdir()
    (taken / "__init__.py").write_text('"""Nothing."""\n')
    with pytest.raises(bh.InvalidData, match="there is another module json"):
        own_games.add_folder(taken)
    with pytest.raises(bh.InvalidData, match="is not a folder"):
        own_games.add_folder(tmp_path / "nowhere")
