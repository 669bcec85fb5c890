"""Each script in `benchmarks` is cited by a page of the documentation, and has a help text."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.plain
ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "benchmarks"
SOURCES = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py")}
SCRIPTS = ["scripted", *(name for name, text in SOURCES.items() if "__main__" in text)]


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_a_script_is_cited_and_has_help(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md"))
    assert re.search(rf"benchmarks[./]{name}\b", pages)
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    monkeypatch.delitem(sys.modules, f"benchmarks.{name}", raising=False)
    with pytest.raises(SystemExit) as left:
        runpy.run_module(f"benchmarks.{name}", run_name="__main__", alter_sys=True)
    assert left.value.code == 0
    assert "usage:" in capsys.readouterr().out


def test_a_module_without_a_command_is_used_by_one_with_it() -> None:
    for name in set(SOURCES) - set(SCRIPTS) - {"__init__"}:
        word = re.compile(rf"benchmarks\.{name}\b|from benchmarks import .*\b{name}\b")
        assert any(word.search(text) for other, text in SOURCES.items() if other != name), name
