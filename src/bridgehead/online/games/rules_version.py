"""The version of the rules of a game: a digest of their source code."""

from __future__ import annotations

from functools import lru_cache

from bridgehead.core.kernels.compiled import source_digest
from bridgehead.core.titles.games import package_of


@lru_cache(maxsize=32)
def rules_digest(title: str) -> str:
    """Return the digest of the source code of a title's rules."""
    return source_digest(package_of(title))
