"""The parts of the night: together they run every test."""

from __future__ import annotations

import datetime
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.night import HERE, PARTS, Part, chosen, share_of

pytestmark = pytest.mark.plain
pytest_plugins = ("pytester",)
COMPILED = [part for part in PARTS if part.way == "compiled"]
BOUNDS = [part for part in PARTS if part.way == "bounds"]
# Collects all tests, and writes their names, with that of the file of each.
COLLECTS = """
import json, sys
from pathlib import Path
import pytest
class Names:
    def pytest_collection_finish(self, session):
        found = {item.nodeid: str(item.path) for item in session.items}
        Path(sys.argv[1]).write_text(json.dumps(found))
sys.exit(pytest.main(["--collect-only", "-qq", "-m", "", "tests"], plugins=[Names()]))
"""


@pytest.mark.parametrize("parts", [COMPILED, BOUNDS], ids=["compiled", "bounds"])
def test_every_file_is_in_one_part_or_in_all_shares_of_one(parts: list[Part]) -> None:
    assert all((HERE / each).exists() for part in parts for each in part.where)
    for file in HERE.rglob("test_*.py"):
        shares = [part.share for part in parts if part.takes(file)]
        count = len(shares)
        assert sorted(shares) == [(number, count) for number in range(1, count + 1)], file
        assert count, file


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_shares_have_everything_once(count: int) -> None:
    names = [f"test_{number}" for number in range(17)]
    found = [share_of(names, (number, count)) for number in range(1, count + 1)]
    assert sorted(name for share in found for name in share) == sorted(names)
    assert max(map(len, found)) - min(map(len, found)) <= 1


def test_every_part_has_its_day_and_its_number() -> None:
    days = [datetime.date(2026, 1, 1) + datetime.timedelta(day) for day in range(len(PARTS))]
    assert {part.name for day in days for part in chosen("today", day)} == {
        part.name for part in PARTS
    }
    assert [list(chosen(str(number + 1), days[0])) for number in range(len(PARTS))] == [
        [part] for part in PARTS
    ]
    assert chosen("", days[0]) == PARTS
    for word in ("0", str(len(PARTS) + 1), "page"):
        with pytest.raises(ValueError, match="is a number from 1"):
            chosen(word, days[0])


def test_a_share_is_run(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        "from tests.conftest import pytest_addoption, take_share\n"
        "def pytest_collection_modifyitems(config, items): take_share(config, items)\n"
    )
    pytester.makepyfile("".join(f"def test_{number}(): ...\n" for number in range(5)))
    options = ("-p", "no:schemathesis")
    pytester.inline_run(*options).assertoutcome(passed=5)
    pytester.inline_run(*options, "--share", "1/2").assertoutcome(passed=3)
    pytester.inline_run(*options, "--share", "2/2").assertoutcome(passed=2)


def test_the_page_on_tests_names_every_part() -> None:
    page = (HERE.parent / "docs" / "testing.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (.+?) \|", page, re.MULTILINE)
    assert rows == [(str(number), part.name) for number, part in enumerate(PARTS, 1)]


@pytest.mark.slow
def test_the_parts_collect_every_test_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", COLLECTS, str(tmp_path / "names.json")]
    subprocess.run(command, cwd=HERE.parent, env=os.environ | {"BRIDGEHEAD_JIT": "0"}, check=True)
    files: dict[str, str] = json.loads((tmp_path / "names.json").read_text())
    assert len(files) > 10_000
    found = [
        name
        for part in COMPILED
        for name in share_of([n for n, file in files.items() if part.takes(Path(file))], part.share)
    ]
    assert sorted(found) == sorted(files)
