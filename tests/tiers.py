"""What `make test` leaves to `make nightly` (docs/testing.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first(count: int, values: Iterable[Any]) -> list[Any]:
    """Return values for `parametrize` of which only the first few are tried by `make test`."""
    return [
        value if number < count else pytest.param(*_parts(value), marks=pytest.mark.slow)
        for number, value in enumerate(values)
    ]


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
