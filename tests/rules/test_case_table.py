"""Every case has a test, and the tables that say so are up to date."""

from __future__ import annotations

import pytest

from tests.case_table import TITLES, Title

every_title = pytest.mark.parametrize("title", TITLES, ids=lambda title: title.folder)


@every_title
def test_every_case_has_a_test(title: Title) -> None:
    without = [f"{edition} {case}" for edition, case, _, _, tests in title.rows() if not tests]
    assert without == []


@every_title
def test_every_case_has_a_module(title: Title) -> None:
    without = [f"{edition} {case}" for edition, case, _, found, _ in title.rows() if not found]
    assert without == []


@every_title
def test_the_table_on_disk_is_the_one_that_is_made(title: Title) -> None:
    assert title.path.read_text(encoding="utf-8") == title.table(), "run: make tables"
