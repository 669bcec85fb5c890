"""The page for researchers: its code runs, and prints what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
CODE = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("code", CODE, ids=["pettingzoo", "gymnasium", "openspiel"])
def test_the_code_prints_what_it_says(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, PAGE.name, "exec"), {})
    (promised,) = re.findall(r"# (.*)$", code, re.MULTILINE)
    assert capsys.readouterr().out.strip() in promised.split(" or ")
