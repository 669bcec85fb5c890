"""`bridgehead learn`: a guided first game, line by line or on the page."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from bridgehead import server
from bridgehead.cli import main

GAME = "across-suez-1980"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let these lines be typed."""
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_lesson_line_by_line(capsys: pytest.CaptureFixture[str], typed: Any) -> None:
    typed("next\nnext\nmove reshef-1 0509\nquit\n")
    assert main(["learn", "across-suez-reprint", "--plain"]) == 0
    written, remarks = capsys.readouterr()
    assert "reprint) has no such lesson. This one plays Across Suez (SPI, 1980)" in remarks
    assert "[Your first crossing, step 1 of 37]" in written
    assert "Egypt: the lesson." in written
    assert "Reshef 1 moves from 0210 to 0509" in written


def test_a_kept_lesson_goes_on(
    capsys: pytest.CaptureFixture[str], typed: Any, tmp_path: Path
) -> None:
    path = str(tmp_path / "lesson.json")
    typed("next\nnext\nmove reshef-1 0509\nquit\n")
    assert main(["learn", GAME, "--plain", "--record", path]) == 0
    capsys.readouterr()
    typed("leave\nmove matt-2 0510\nquit\n")
    assert main(["learn", GAME, "--plain", "--record", path]) == 0
    written = capsys.readouterr().out
    assert "step 4 of 37" in written
    assert "Matt 2 moves" in written
    typed("")
    assert main(["learn", GAME, "--plain", "--record", path]) == 2
    assert "is not a lesson; continue it with bridgehead play --record" in capsys.readouterr().err


def test_a_lesson_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(server, "serve", lambda **given: asked.update(given) or 0)
    assert main(["learn", "suez-56", "--page", "--no-browser"]) == 0
    assert asked["record"].players == {"anglo_french": "human", "egypt": "lesson"}
    assert asked["browser"] is False


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["chess"], 1, "unknown game"),
        ([GAME, "--page", "--plain"], 2, "--plain and --record are for the terminal"),
    ],
)
def test_what_cannot_be(
    capsys: pytest.CaptureFixture[str], words: list[str], status: int, told: str
) -> None:
    assert main(["learn", *words]) == status
    assert told in capsys.readouterr().err
