"""Every case has a test, and the table that says so is up to date."""

from __future__ import annotations

from tests import case_table


def test_every_case_has_a_test() -> None:
    without = [f"{edition} {case}" for edition, case, _, _, tests in case_table.rows() if not tests]
    assert without == []


def test_every_case_has_a_module() -> None:
    without = [f"{edition} {case}" for edition, case, _, found, _ in case_table.rows() if not found]
    assert without == []


def test_the_table_on_disk_is_the_one_that_is_made() -> None:
    assert case_table.TABLE.read_text(encoding="utf-8") == case_table.table(), "run: make tables"
