"""How much of a rated game counts: what somebody can gain from one opponent is bounded. Pure.

Otherwise who beats the weakest computer a thousand times, or accounts of their own, would stand
above all who play against equals. An opponent is an account, and also every network address that
it is known by, so that all accounts of one address are one opponent. So are all computers together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

MOST = 150  # points that can be gained from one opponent, what was lost to it deducted
FAR = 400  # points: a win over somebody who is so much weaker counts for nothing
COMPUTERS = "computers"
Gains = dict[tuple[str, str], float]  # who, the opponent: the points that were gained


def share(
    before: Mapping[str, float],
    after: Mapping[str, float],
    players: Mapping[str, str],
    opponents: Mapping[str, Sequence[str]],
    gains: Gains,
) -> float:
    """Return how much of a game counts for both sides, 0 to 1.

    `before` and `after` are the ratings of the sides' players, in points, `opponents` as what
    opponents they count.
    """
    found = 1.0
    for side, other in pairs(players):
        gain = after[side] - before[side]
        if gain <= 0:
            continue
        if before[side] - before[other] > FAR:
            return 0.0
        known = (gains.get((players[side], key), 0.0) for key in opponents[other])
        left = MOST - max(known, default=0.0)
        found = min(found, max(left, 0.0) / gain)
    return found


def note(
    changes: Mapping[str, float],
    players: Mapping[str, str],
    opponents: Mapping[str, Sequence[str]],
    gains: Gains,
) -> None:
    """Note what each side's player has gained, or lost: `changes`, in points."""
    for side, other in pairs(players):
        for opponent in opponents[other]:
            key = players[side], opponent
            gains[key] = gains.get(key, 0.0) + changes[side]


def pairs(players: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return each of two sides with the other one."""
    first, second = players
    return [(first, second), (second, first)]
