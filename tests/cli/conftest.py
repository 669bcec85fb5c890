"""What the tests of the command line share."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bridgehead.cli import main
from bridgehead.cli.console import NOTICE

GAME = "across-suez-1980"
REPRINT = "across-suez-reprint"


@dataclass(frozen=True)
class Answer:
    """What a command gave back."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Run = Callable[..., Answer]


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path / "data"))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process."""

    def call(*words: object) -> Answer:
        capsys.readouterr()
        status = main([str(word) for word in words])
        told = capsys.readouterr()
        lines = told.err.splitlines(keepends=True)
        return Answer(status, told.out, "".join(x for x in lines if not x.startswith(NOTICE)))

    return call


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    """Return the file of a new game with seeded dice."""
    path = tmp_path / "g.json"
    assert run("new", GAME, "-o", path, "--seed", 7).status == 0
    return path


@pytest.fixture
def in_combat(run: Run, record: Path) -> Path:
    """Return the file of a game whose first attack is to be declared."""
    assert run("do", record, "end").status == 0
    return record
