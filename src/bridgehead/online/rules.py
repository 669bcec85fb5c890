"""Which rules a game is played by: the digest of their sources."""

from __future__ import annotations

from functools import lru_cache

from bridgehead.core.compiled import source_digest
from bridgehead.core.registry import package_of


@lru_cache(maxsize=32)
def rules_digest(title: str) -> str:
    """Return the digest of the sources that the rules of a game are made of."""
    return source_digest(package_of(title))
