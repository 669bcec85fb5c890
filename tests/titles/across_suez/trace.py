"""A digest of everything that happens in random games, to compare the ways the rules can run.

BRIDGEHEAD_JIT=0 python -m tests.titles.across_suez.trace "reprint with all options" 1
"""

from __future__ import annotations

import hashlib
import sys

from tests.titles.across_suez.games import scatter, walk


def trace(setting: str, seed: int) -> str:
    """Return the digest of one game and one crowded position: legal actions and states."""
    digest = hashlib.sha256()
    for position, _ in walk(setting, seed):
        digest.update(position.legal_codes().tobytes())
        digest.update(position.state.tobytes())
    crowd = scatter(setting, seed)
    digest.update(crowd.legal_codes().tobytes())
    for unit in crowd.game.units:
        movement = crowd.movement(unit)
        digest.update(repr(sorted(movement.destinations.items())).encode())
        digest.update(repr(movement.why_not("0910")).encode())
    digest.update(repr(crowd.line_of_communication()).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print(trace(sys.argv[1], int(sys.argv[2])))
