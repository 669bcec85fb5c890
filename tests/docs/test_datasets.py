"""The reading examples of docs/datasets.md run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.lab.dataset import Contents, write_dataset
from tests.docs.pages import DOCS

pytest.importorskip("pyarrow", reason="pyarrow is in the dev group: pip install --group dev")

PAGE = (DOCS / "datasets.md").read_text(encoding="utf-8")
READ = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0]
STATES = "".join(
    line.strip() + "\n" for line in re.findall(r"^      (?=\w)(.*)$", PAGE, re.MULTILINE)
)


@pytest.fixture
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize(("form", "example"), [("json", READ), ("state", STATES)])
def test_a_data_set_is_read(form: str, example: str) -> None:
    game = bh.load("across-suez-reprint", commandos=True)
    write_dataset(game, "games.parquet", 1, contents=Contents(positions=form))
    names: dict[str, Any] = {"game": game}
    lines = example.splitlines()
    assert len(lines) == 5
    exec(compile(example, "datasets.md", "exec"), names)
    position = names["position"]
    assert position.game == game
    assert len(position.legal_actions())
    if form == "json":
        assert names["table"]["action"][0].as_py() in position.legal_actions()
    else:
        again = game.start()
        rows = names["column"].to_pylist()
        assert position.state.tobytes() == rows[7]
        assert again.state.tobytes() == rows[0]
