"""The notebooks run from the first cell to the last, and print what is stored in them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
LONGEST = 300  # seconds of a cell; a notebook takes less than 90 on two idle cores
LARGEST = 100_000  # bytes, outputs among them


def printed(notebook: Any) -> list[str]:
    """Return what each cell has printed."""
    return [
        "".join(out["text"] for out in cell.get("outputs", ()) if out["output_type"] == "stream")
        for cell in notebook.cells
    ]


def pictures(notebook: Any) -> int:
    """Return how many pictures there are."""
    outputs = (out for cell in notebook.cells for out in cell.get("outputs", ()))
    return sum("image/png" in out.get("data", {}) for out in outputs)


def test_there_are_notebooks() -> None:
    assert {path.stem for path in NOTEBOOKS} >= {"balance", "random_games", "train"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_prints_what_is_stored(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import nbclient
    import nbformat

    if path.stem == "train":
        pytest.importorskip("torch", reason="PyTorch is the extra `learn`")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), str(ROOT)]))
    assert path.stat().st_size < LARGEST
    stored = nbformat.read(path, as_version=4)
    nbformat.validate(stored)
    fresh = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(fresh, timeout=LONGEST, resources=resources).execute()
    assert printed(fresh) == printed(stored)
    assert pictures(fresh) == pictures(stored) > 0
