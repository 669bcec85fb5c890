"""Packages that only some doors need: `pip install 'bridgehead[EXTRA]'` brings them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Say which extra of this package to install where an import within fails.

    >>> with extra("research"):
    ...     import json
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("bridgehead"):
            raise
        raise ModuleNotFoundError(
            f"the package {error.name!r} is not installed: pip install 'bridgehead[{name}]'",
            name=error.name,
        ) from error
