"""No side, nation, theater, unit type or terrain of a title is named outside `titles/`.

Shared code takes them from the title: its style, `data/terminal.toml`, `data/page.toml`, its units
and its map. Python, the page's modules, style sheets and texts are searched. Examples in
docstrings and comments may name them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.titles.games import games, title_of

pytestmark = pytest.mark.plain

HOUSE = Path(bh.__file__).parent
GAMES = games()  # before a test adds one
KINDS = (".py", ".js", ".css", ".json", ".html", ".tcss")
# what was learned of a game names its features
LEARNED = {HOUSE / "players/learned/weights", HOUSE / "players/search/books"}
# Names that mean something else in shared code, too
EVERYDAY = {
    "open": "dice and lists", "pass": "an action", "clear": "core/maps: no other terrain",
    "objective": "core/maps: a list of a map", "exit": "leaving", "bridge": "an action",
}  # fmt: skip
# what a style can draw, and the flags and lists of units and maps that drawings know
DRAWN = {
    "airfield", "town", "village", "canal", "wadi", "marsh", "lake", "desert", "sea", "airmobile",
    "hq", "artillery",
}  # fmt: skip
NAMES = {  # how sides, nations and theaters are called in a sentence
    "israel", "israeli", "israelis", "egypt", "egyptian", "egyptians", "syria", "syrian", "syrians",
    "arab", "arabs", "french", "british", "jordan", "jordanian", "iraq", "iraqi", "sinai", "golan",
}  # fmt: skip
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
QUOTED = re.compile(r"[\"'`]([\w-]+)[\"'`]")
SELECTED = re.compile(r"[.=\"](\w+)\"?\]?\s*[,{]")  # in style sheets
WORD = re.compile(r"[a-z][a-z_]*(?:-[a-z]+)*")


def facts() -> set[str]:
    """Return the ids of sides, nations, theaters, unit types, terrain, hexsides and features."""
    found: set[str] = set()
    for info in GAMES:
        game: Any = bh.load(info.id)
        style = title_of(info.id).style(info.id)
        found |= {*info.sides, *style["types"], *style["terrain"]}
        found |= {*style.get("hexsides", ()), *style.get("features", ())}
        found |= {str(unit["nation"]) for unit in game.counters if "nation" in unit}
        for point in getattr(game.map, "points", ()):
            found |= {point.theater, *point.features}
    return found


@cache
def texts(path: Path) -> tuple[str, ...]:
    """Return the texts that are searched."""
    return tuple(strings(path))


def strings(path: Path) -> Iterator[str]:
    """Yield the texts of a module that are not docstrings; of other files all but comments."""
    source = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield COMMENT.sub("", source) if path.suffix in (".js", ".css") else source
        return
    tree = ast.parse(source)
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def named(text: str, wanted: set[str], whole: bool) -> set[str]:
    """Return the facts in a text: ids that are a `whole` text or stand in quotes, and names."""
    words = {*WORD.findall(text.lower())}
    if whole:
        ids = {text}
    else:
        ids = {*QUOTED.findall(text), *SELECTED.findall(text)}
    return (ids & wanted) | (words & NAMES)


def sources() -> list[Path]:
    return [
        path
        for path in sorted(HOUSE.rglob("*"))
        if path.suffix in KINDS and not {HOUSE / "titles", *LEARNED} & {*path.parents}
    ]


def found_of(wanted: set[str]) -> dict[str, set[str]]:
    """Return which of these words stand in each module, and all names."""
    found = {}
    for path in sources():
        whole = path.suffix == ".py"
        there = {word for text in texts(path) for word in named(text, wanted, whole)}
        if there:
            found[str(path.relative_to(HOUSE))] = there
    return found


def test_no_fact_of_a_title_is_named() -> None:
    assert found_of(facts() - {*EVERYDAY} - DRAWN) == {}


def test_the_exceptions_are_needed() -> None:
    """A word that no title has any more, or that shared code no longer has, leaves the list."""
    excepted = {*EVERYDAY} | DRAWN
    there = set[str]().union(*found_of(excepted).values())
    assert (excepted - facts(), excepted - there) == (set(), set())


def test_the_search_finds_what_it_looks_for(tmp_path: Path) -> None:
    python, page = tmp_path / "one.py", tmp_path / "one.js"
    python.write_text(
        '"""Of Israel."""\nif side == "egypt":\n    text = "the Arab states"  # Syria\n'
    )
    page.write_text('// Israel\nif (side === "anglo_french") style(".egypt{}");\n')
    wanted = facts()
    assert {w for text in strings(python) for w in named(text, wanted, True)} == {"egypt", "arab"}
    assert {w for text in strings(page) for w in named(text, wanted, False)} >= {
        "anglo_french",
        "egypt",
    }


def test_no_module_compares_what_units_stand_on() -> None:
    """A property of the title, or a table by kind, has a name that says what it decides."""
    compared = re.compile(r"""\bkind\w*(?:\(\w*\)+)?\s*[!=]==?\s*["'](?:hexes|points)["']""")
    for one in ('title.kind == "points"', "(await kindOf(id)) !== 'hexes'"):
        assert compared.search(one), one
    modules = [path for path in sources() if path.suffix in (".py", ".js")]
    assert [path for path in modules if compared.search(path.read_text(encoding="utf-8"))] == []
