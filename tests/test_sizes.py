"""No module is longer than 600 lines, and no function longer than 60."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.plain

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src" / "bridgehead"
MODULE, FUNCTION = 600, 60  # lines
# Functions that were longer when this test was written. Shorten one, and take it out.
KNOWN = {
    ("online/games/journal.py", "append"),
    ("online/web/app.py", "create_app"),
    ("online/web/window.py", "_answer"),
}


def long_functions(text: str) -> set[str]:
    """Return the names of a module's functions that are too long."""
    return {
        node.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= FUNCTION
    }


def test_modules_are_short() -> None:
    files = [*SRC.rglob("*.py"), *SRC.rglob("*.js")]
    assert len(files) > 500
    lines = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert {file: count for file, count in lines.items() if count > MODULE} == {}


def test_functions_are_short() -> None:
    found = {
        (file.relative_to(SRC).as_posix(), name)
        for file in SRC.rglob("*.py")
        for name in long_functions(file.read_text(encoding="utf-8"))
    }
    assert found == KNOWN


def test_functions_of_the_page_are_short() -> None:
    files = sorted(map(str, SRC.rglob("*.js")))
    assert len(files) > 50
    assert print_long(files) == ""


def print_long(files: list[str]) -> str:
    """Return what is said of the functions in files of JavaScript that are too long."""
    node = Path(sys.executable).with_name("node")
    command = [str(node), "tests/web/long_functions.mjs", str(FUNCTION), *files]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def test_a_long_function_is_found(tmp_path: Path) -> None:
    body = "    a = 1\n" * FUNCTION
    assert long_functions(f"def short():\n{body[:-10]}") == set()
    assert long_functions(f"class Outer:\n  def long(self):\n{body}") == {"long"}
    file = tmp_path / "module.js"
    calls = "    f();\n" * FUNCTION
    file.write_text(f"function part() {{\n  function long() {{\n{calls}  }}\n}}\n")
    assert print_long([str(file)]) == f"{file}: long has 62 lines\n"
