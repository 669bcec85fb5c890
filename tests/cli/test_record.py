"""`bridgehead record`: your results from the games in the data folder."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import bridgehead as bh
from bridgehead.cli import main
from bridgehead.core.dice.dice import Secrets
from bridgehead.server.games.open_games import keep
from bridgehead.server.games.store import open_store

RECORDS = Path(__file__).parents[1] / "records"
pytestmark = pytest.mark.plain


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path))
    return tmp_path


def store_game() -> tuple[str, bh.Record]:
    """Store a finished game between a person (Israel) and the sergeant."""
    record = bh.Record.load(RECORDS / "1980-resigned.json")
    record.players = {"israel": "human", "egypt": "sergeant"}
    store = open_store(Secrets())
    found = keep(store, record)
    store.close()
    return found, record


def test_without_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record"]) == 0
    assert capsys.readouterr().out.startswith("No games yet.")


def test_the_results_as_text_json_and_csv(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, record = store_game()
    assert record.position.result is not None
    result = "won" if record.position.result.winner == "israel" else "lost"
    assert main(["record"]) == 0
    told = capsys.readouterr().out
    assert f"1 {result}" in told.splitlines()[0]
    assert "By opponent" in told
    assert "Across Suez, sergeant" in told
    assert main(["record", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [(one["id"], one["result"]) for one in data["games"]] == [(game, result)]
    assert data["totals"][result] == 1
    assert main(["record", "--csv", str(folder / "mine.csv")]) == 0
    assert main(["record", "--csv", "-"]) == 0
    printed = capsys.readouterr().out
    assert printed.endswith((folder / "mine.csv").read_text())
    [row] = csv.DictReader(io.StringIO((folder / "mine.csv").read_text()))
    assert (row["id"], row["side"], row["opponent"], row["result"]) == (
        game, "israel", "sergeant", result,
    )  # fmt: skip


def test_wrong_usage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "--json", "--csv", "-"]) == 2
    assert "choose one" in capsys.readouterr().err
    assert main(["record", "--csv", str(folder / "none" / "mine.csv")]) == 1
    assert "mine.csv" in capsys.readouterr().err
