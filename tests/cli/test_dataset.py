"""The command `dataset`."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import GAME, Run

pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is in the dev group")


def test_a_file_and_the_command_that_it_names(run: Run, tmp_path: Path) -> None:
    out, again = tmp_path / "a.parquet", tmp_path / "b.parquet"
    words = ("dataset", GAME, "recruit", "--games", 2, "--seed", 4, "--legal")
    answer = run(*words, "--out", out)
    assert answer.status == 0
    rows = pq.read_metadata(out).num_rows
    assert answer.lines[0].endswith(f"2 games written to {out}")
    assert f"  {rows} rows, " in answer.lines[1]
    told = json.loads(pq.read_schema(out).metadata[b"bridgehead"])
    assert told["players"] == {"israel": "recruit", "egypt": "recruit"}
    data = run(*shlex.split(told["command"])[1:], "--out", again, "--json").data
    assert (data["rows"], data["games"], data["file"]) == (rows, 2, str(again))
    assert out.read_bytes() == again.read_bytes()
    refused = run(*words, "--out", out)
    assert (refused.status, refused.out) == (1, "")
    assert "--force replaces it" in refused.err
    assert run(*words, "--out", out, "--force", "--processes", 1).status == 0


@pytest.mark.plain
@pytest.mark.parametrize(
    ("words", "status", "reason"),
    [
        (["recruit", "recruit", "recruit"], 2, "one player for both sides, or one for each"),
        (["recruit", "--rolls", "--side-views"], 2, "a roll is nobody's decision"),
        (["recruit", "--evaluate", "0"], 2, "0 is too small"),
        (["colonel"], 1, "no player 'colonel'"),
        (["captain@soon"], 1, "after the @"),
    ],
)
def test_what_makes_no_sense_is_refused(
    run: Run, tmp_path: Path, words: list[str], status: int, reason: str
) -> None:
    answer = run("dataset", GAME, *words, "--out", tmp_path / "a.parquet")
    assert answer.status == status
    assert reason in answer.err
    assert not list(tmp_path.glob("*.parquet"))
