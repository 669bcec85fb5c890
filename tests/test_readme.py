"""The README's Python is run, and prints what it says it prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_of_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(code) == 1
    exec(compile(code[0], "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    promised = re.findall(r"^\s*print\(.*\)\s+# (.*)$", code[0], re.MULTILINE)
    assert len(printed) == len(promised)
    for line, promise in zip(printed, promised, strict=True):
        assert line.startswith(promise.split("…")[0].rstrip()), (line, promise)


def test_the_readme_names_files_that_exist() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_readme_begins_with_the_two_commands() -> None:
    assert README.startswith("# Bridgehead\n\n    make play ")
    assert "    make test " in README.splitlines()[3]
