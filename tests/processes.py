"""How tests start Bridgehead as a process of its own."""

from __future__ import annotations

import os


def as_users_do(**more: str) -> dict[str, str]:
    """Return the environment with more set, and without the wish of tests to wait for a compiler.

    In a plain run processes stay plain, too.
    """
    found = os.environ | more
    if found.get("BRIDGEHEAD_JIT") == "1":
        del found["BRIDGEHEAD_JIT"]
    return found


def anybody_left(group: int) -> bool:
    """Whether a process of a group still runs."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
