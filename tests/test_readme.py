"""The README is one page; the Python of the documentation prints what it says it prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bridgehead as bh

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")


def test_the_python_of_the_documentation(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.findall(r"```python\n(.*?)```", PYTHON, re.DOTALL)
    assert len(code) == 1
    exec(compile(code[0], "python.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    promised = re.findall(r"^\s*print\(.*\)\s+# (.*)$", code[0], re.MULTILINE)
    assert len(printed) == len(promised)
    for line, promise in zip(printed, promised, strict=True):
        assert line.startswith(promise.split("…")[0].rstrip()), (line, promise)


@pytest.mark.plain
def test_the_readme_is_one_page_with_the_two_commands_and_every_game() -> None:
    assert len(README.splitlines()) <= 60
    assert "\n    make play " in README
    assert "\n    make test " in README
    for info in bh.games():
        assert f"| `{info.id}` |" in README
