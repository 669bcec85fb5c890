"""Each block of Python in the documentation runs in a test, or is an example."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from tests.docs.pages import DOCS, PAGES, ROOT, name

BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
# Pages whose blocks are run by a test of their own.
ELSEWHERE = {
    "docs/datasets.md": "tests/docs/test_datasets.py",
    "docs/engine-protocol.md": "tests/engine/test_docs.py",
    "docs/hosting.md": "tests/online/test_hook_signatures.py",
    "docs/ladder.md": "tests/lab/test_ladder.py",
    "docs/python.md": "tests/test_readme.py",
    "docs/research.md": "tests/envs/test_research_page.py",
}
# Pages whose blocks are parts of a larger program, or wait for a person or a cluster.
EXAMPLES = {"docs/cluster.md", "docs/terminal.md"}
HERE = {"docs/analysis.md", "docs/batch.md", "docs/observations.md"}
# What would take minutes: fewer steps, fewer rollouts.
SHORTER = {"range(1000)": "range(3)", "256": "4", "general@2": "general@6n", "looks=64": "looks=2"}


@pytest.mark.plain
def test_every_page_with_python_is_known() -> None:
    found = {name(page) for page in PAGES if BLOCK.search(page.read_text(encoding="utf-8"))}
    assert found == {*ELSEWHERE, *EXAMPLES, *HERE}
    for page, test in ELSEWHERE.items():
        assert Path(page).name in ROOT.joinpath(test).read_text(encoding="utf-8")


@pytest.mark.plain
@pytest.mark.parametrize("page", sorted(EXAMPLES))
def test_an_example_is_python(page: str) -> None:
    for block in BLOCK.findall(ROOT.joinpath(page).read_text(encoding="utf-8")):
        compile(block, page, "exec")


@pytest.mark.slow_for("docs/batch.md")  # it compiles what only research needs
@pytest.mark.parametrize("page", sorted(HERE))
def test_the_blocks_of_a_page_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    record = bh.Record.new(bh.load("across-suez-1980"), "seeded", seed=7)
    record.do("end")
    record.save("g.json")
    names: dict[str, Any] = {}
    for block in BLOCK.findall(DOCS.joinpath(Path(page).name).read_text(encoding="utf-8")):
        for long, short in SHORTER.items():
            block = block.replace(long, short)  # noqa: PLW2901
        exec(compile(block, page, "exec"), names)
    if env := names.get("env"):
        env.close()
