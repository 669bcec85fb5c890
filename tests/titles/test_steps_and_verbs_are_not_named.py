"""No step or verb of a title stands as a text outside `titles/`: `data/decisions.toml` has them.

Excepted are the public notation that all titles share (`SHARED`), and words of everyday use that
mean something else as a rule (`EVERYDAY`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bridgehead as bh
from bridgehead.core.titles.games import games, title_of

pytestmark = pytest.mark.plain

HOUSE = Path(bh.__file__).parent
DECISIONS = {title_of(info.id).package: title_of(info.id).decisions for info in games()}
SHARED = {
    "movement", "setup",
    "attack", "cross", "end", "fire", "lose", "move", "place", "retreat", "roll", "stay",
}  # fmt: skip
SET_UP = {"deploy"}  # of `core/positions/setup.py`: titles that suggest a set-up have it
EVERYDAY = {
    "air", "arrivals", "attackers", "break", "bridge", "bridges", "combat", "continue", "divide",
    "division", "done", "draw", "drop", "eliminate", "enter", "exit", "free", "hold", "land",
    "look", "loss", "nation", "pass", "return", "shift", "stop", "support", "table", "take", "with",
    "withdraw",
}  # fmt: skip
WORD = r"[a-z][a-z_ -]*"
# "word", `word ${…}` in JavaScript
QUOTED = re.compile(rf"(?:([\"'])({WORD})\1)|`({WORD}?)(?:`| \$\{{)")


def words() -> set[str]:
    """Return all steps and verbs that are looked for, steps also as one word."""
    found = {name for one in DECISIONS.values() for name in (*one.steps, *one.verbs)}
    return (found | {name.replace(" ", "_") for name in found}) - SHARED - SET_UP - EVERYDAY


def texts(path: Path) -> Iterator[str]:
    """Yield the texts of a module, and the first words of those that are completed later."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        yield from (found[2] or found[3] for found in QUOTED.finditer(source))
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            first = node.values[0]
            if isinstance(first, ast.Constant) and str(first.value).endswith(" "):
                yield str(first.value).strip()
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def named() -> dict[str, set[str]]:
    """Return the steps and verbs that stand in each module outside `titles/`."""
    wanted, found = words(), {}
    for path in (*sorted(HOUSE.rglob("*.py")), *sorted(HOUSE.rglob("*.js"))):
        if HOUSE / "titles" not in path.parents and (there := {*texts(path)} & wanted):
            found[str(path.relative_to(HOUSE))] = there
    return found


def test_what_all_titles_share_is_listed() -> None:
    verbs = set.intersection(*({*one.verbs} for one in DECISIONS.values()))
    steps = set.intersection(*({*one.steps} for one in DECISIONS.values()))
    assert verbs | steps == SHARED


def test_no_step_or_verb_is_named() -> None:
    assert named() == {}


def test_the_search_finds_what_it_looks_for(tmp_path: Path) -> None:
    python, page = tmp_path / "one.py", tmp_path / "one.js"
    python.write_text('STEPS = ("wild weasels",)\ntext = f"bombard {hex_}"\nother = "a raid"\n')
    page.write_text('const a = step === "go_back" || `also ${hex}`;\n')
    assert {*texts(python)} & words() == {"wild weasels", "bombard"}
    assert {*texts(page)} & words() == {"go_back", "also"}
