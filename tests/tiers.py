"""What `make test` leaves to `make nightly` (docs/testing.md)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


def first(count: int, values: Iterable[Any]) -> list[Any]:
    """Return values for `parametrize` of which only the first few are tried by `make test`."""
    return [
        value if number < count else at_night(*_parts(value)) for number, value in enumerate(values)
    ]


def is_below(item: pytest.Item, folder: Path) -> bool:
    """Whether a test stands in a folder or below it. Called for each test that is collected."""
    return str(item.path).startswith(f"{folder}{os.sep}")


def at_night(*values: Any) -> Any:
    """Return values for `parametrize` that `make test` leaves out."""
    return pytest.param(*values, marks=pytest.mark.slow)


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def mark_slow_ones(config: pytest.Config, items: Iterable[pytest.Item]) -> None:
    """Mark the settings that tests name with `slow_for`. UsageError for one that there is not.

    `@pytest.mark.slow_for("suez-56")` leaves the settings of these ids to the night. Where one
    setting alone is run ("FILE::test[id]"), the others cannot be checked.
    """
    left: dict[tuple[str, str], set[str]] = {}
    for item in items:
        for mark in item.iter_markers("slow_for"):
            name = (str(item.path), getattr(item, "originalname", item.name))
            setting = item.name.partition("[")[2].removesuffix("]")
            unseen = left.setdefault(name, set(mark.args))
            if setting in mark.args:
                unseen.discard(setting)
                item.add_marker(pytest.mark.slow)
    some = any("[" in argument for argument in config.args)
    for (file, function), unseen in left.items():
        if unseen and not some:
            raise pytest.UsageError(f"{file}: {function} has no settings {sorted(unseen)}")


MARK = re.compile(r"pytest\.mark\.(\w+)")
ON_ALL = re.compile(r"^pytestmark = .*$", re.MULTILINE)  # the line that marks all tests of a file
TERM = re.compile(r"(not )?(\w+)")


def selects_none_of(expression: str, file: Path) -> bool:
    """Whether an expression of marks surely selects no test of a file, judged by its text alone.

    Only expressions of the form `a and not b and …` are judged. A mark stands in the file itself or
    in a `conftest.py` of its folder or of one above.
    """
    terms = [TERM.fullmatch(term) for term in expression.split(" and ")]
    if file.name == "conftest.py" or not all(terms):
        return False
    text = file.read_text(encoding="utf-8")
    on_all = {mark for line in ON_ALL.findall(text) for mark in MARK.findall(line)}
    on_some = set(MARK.findall(text)) | _marks_above(file.parent)
    return any(term[2] in on_all if term[1] else term[2] not in on_some for term in terms if term)


@cache
def _marks_above(folder: Path) -> frozenset[str]:
    conftest = folder / "conftest.py"
    own = MARK.findall(conftest.read_text(encoding="utf-8")) if conftest.exists() else ()
    return frozenset(own) | (frozenset() if folder == HERE else _marks_above(folder.parent))
