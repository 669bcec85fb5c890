"""Every case test also runs with the rules as plain Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tiers import is_below

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)  # before pytest selects by mark
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if is_below(item, HERE) and "1995" not in item.name:  # which plays as 1980
            item.add_marker(pytest.mark.plain)
