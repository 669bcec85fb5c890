"""Nothing outside `titles/` names a title: differences are asked of `core.titles.title`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bridgehead as bh

pytestmark = pytest.mark.plain

HOUSE = Path(bh.__file__).parent
KINDS = (".py", ".js", ".html", ".css", ".json")
# what was learned of a game says of which
LEARNED = {HOUSE / "players/learned/weights", HOUSE / "players/search/books"}
# what a type checker is told of each id; tests/packaging/test_types.py compares it with the games
TYPES = HOUSE / "titles/loading.py"
REGISTRATION = {"__init__.py": "from bridgehead.titles import "}  # file -> how its lines begin


def names() -> set[str]:
    """Return the names of titles: packages, games' ids, what they are called."""
    found = set()
    for info in bh.games():
        package = info.title_object.package.rpartition(".")[2]
        found |= {info.id, info.title, package, package.replace("_", "-"), package.title()}
        found |= {package.replace("_", " "), info.id.replace("-", "_")}
    return found


NAMED = re.compile("|".join(map(re.escape, sorted(names(), key=len, reverse=True))), re.IGNORECASE)
IDS = {info.id for info in bh.games()}


def docstring_lines(text: str) -> set[int]:
    """Return the numbers of the lines that docstrings stand on."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (
            ast.get_docstring(node, clean=False) is not None
        ):
            found |= {*range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)}
    return found


def named(text: str, docstrings: set[int]) -> Iterator[str]:
    """Yield the lines that name a title. A docstring may name a game by its id, in an example."""
    for number, line in enumerate(text.splitlines(), start=1):
        for found in NAMED.findall(line):
            if not (number in docstrings and found in IDS):
                yield f"{number}: {line.strip()}"


def sources() -> list[Path]:
    return [
        path
        for path in sorted(HOUSE.rglob("*"))
        if path.suffix in KINDS
        and path != TYPES
        and not {HOUSE / "titles", *LEARNED} & {*path.parents}
    ]


def test_no_title_is_named() -> None:
    found = []
    for path in sources():
        text, where = path.read_text(encoding="utf-8"), str(path.relative_to(HOUSE))
        if not NAMED.search(text):
            continue
        docstrings = docstring_lines(text) if path.suffix == ".py" else set()
        for line in named(text, docstrings):
            allowed = REGISTRATION.get(where)
            if allowed is None or not line.partition(": ")[2].startswith(allowed):
                found.append(f"{where}:{line}")
    assert found == []


def test_the_search_finds_what_it_looks_for() -> None:
    bad = 'GAME = "suez-56"\nif package == "october_war":\n    pass  # Across Suez\n'
    assert len(list(named(bad, set()))) == 3
    assert not list(named('"""Say `load("suez-56")`."""\n', {1}))
    assert list(named('"""As in El Arish \'67."""\n', {1}))
