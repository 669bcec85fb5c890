"""A digest of everything that happens in random games, to compare the ways the rules can run.

BRIDGEHEAD_JIT=0 python -m tests.titles.october_war.trace fog 1
"""

from __future__ import annotations

import hashlib
import sys

from tests.titles.october_war.games import scatter, walk

DECISIONS = 60


def trace(setting: str, seed: int) -> str:
    """Return the digest of the first of a game's decisions, and of those after crowded ones."""
    digest = hashlib.sha256()
    for start in (None, scatter(setting, seed, "combat 1"), scatter(setting, seed + 1, "combat 2")):
        for position, _ in walk(setting, seed, start, DECISIONS):
            digest.update(position.legal_codes().tobytes())
            digest.update(position.state.tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    print(trace(sys.argv[1], int(sys.argv[2])))
