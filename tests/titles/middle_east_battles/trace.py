"""A digest of everything that happens in random games, to compare the ways the rules can run.

BRIDGEHEAD_JIT=0 python -m tests.titles.middle_east_battles.trace "what if" 1
"""

from __future__ import annotations

import hashlib
import sys

from tests.titles.middle_east_battles.games import scatter, walk

DECISIONS = 45


def trace(setting: str, seed: int) -> str:
    """Return the digest of the first of a game's decisions, and of those after crowded ones."""
    digest = hashlib.sha256()
    for number, (position, _) in enumerate(walk(setting, seed)):
        if number == DECISIONS:
            break
        digest.update(position.legal_codes().tobytes())
        digest.update(position.state.tobytes())
    crowd = scatter(setting, seed)
    for number, (position, _) in enumerate(walk(setting, seed, crowd)):
        if number == DECISIONS:
            break
        digest.update(position.legal_codes().tobytes())
        digest.update(position.state.tobytes())
        digest.update(repr(position.pending_odds()).encode())
    for unit in crowd.game.units[::9]:
        movement = crowd.movement(unit)
        digest.update(repr(sorted(movement.destinations.items())).encode())
        digest.update(repr(movement.why_not("3711")).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print(trace(sys.argv[1], int(sys.argv[2])))
