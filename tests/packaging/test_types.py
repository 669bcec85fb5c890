"""What a type checker sees of the package, and that the types of `load` name every game."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_overloads

import pytest
from scripts.release import example

import bridgehead as bh
from bridgehead.titles.loading import load

pytestmark = pytest.mark.plain


def check_types(python: str, folder: Path, text: str) -> str:
    """Return what mypy --strict prints for a program of somebody who has installed the package."""
    program = folder / "program.py"
    program.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--python-executable", python,
         "--cache-dir", str(folder / "cache"), "--config-file=", program.name],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


def test_each_game_has_the_type_of_its_title() -> None:
    named: dict[str, str] = {}
    for overloaded in get_overloads(load):
        ids = re.findall(r"'([a-z0-9-]+)'", overloaded.__annotations__["game"].replace('"', "'"))
        named |= dict.fromkeys(ids, overloaded.__annotations__["return"])
    assert set(named) == {info.id for info in bh.games()}
    for game, kind in named.items():
        assert type(bh.load(game)).__name__ == kind


@pytest.mark.slow
def test_the_example_passes_a_strict_type_checker(tmp_path: Path) -> None:
    assert "Success" in check_types(sys.executable, tmp_path, example())


@pytest.mark.slow
def test_a_slip_is_found(tmp_path: Path) -> None:
    text = 'import bridgehead as bh\nbh.load("suez-56").start().no_such_thing()\n'
    found = check_types(sys.executable, tmp_path, text)
    assert '"MiddleEastBattlesPosition" has no attribute "no_such_thing"' in found
