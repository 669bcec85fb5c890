"""What `make test` leaves to `make nightly` (docs/testing.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first(count: int, values: Iterable[Any]) -> list[Any]:
    """Return values for `parametrize` of which only the first few are tried by `make test`."""
    return [
        value if number < count else at_night(*_parts(value)) for number, value in enumerate(values)
    ]


def at_night(*values: Any) -> Any:
    """Return values for `parametrize` that `make test` leaves out."""
    return pytest.param(*values, marks=pytest.mark.slow)


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
