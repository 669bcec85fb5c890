"""Limits on rating gains: how much a player can gain from one opponent. Pure functions.

Without limits, a player who beats the weakest computer a thousand times, or a second account of
their own, would be rated above players who play equals. An opponent is an account, and also every
network address from which it plays, so that all accounts of one address are one opponent. All
computers together also count as one opponent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

MOST = 150  # points that can be gained from one opponent, after deducting losses to it
FAR = 400  # points: a win over a player who is so much weaker counts for nothing
COMPUTERS = "computers"
Gains = dict[tuple[str, str], float]  # (player, opponent) -> points gained


def share(
    before: Mapping[str, float],
    after: Mapping[str, float],
    players: Mapping[str, str],
    opponents: Mapping[str, Sequence[str]],
    gains: Gains,
) -> float:
    """Return how much of a game counts for each side, 0 to 1.

    `before` and `after` are the ratings of the sides' players, in points; `opponents` are the
    opponents as which the players count.
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
    """Add the rating changes of the players, in points, to `gains`."""
    for side, other in pairs(players):
        for opponent in opponents[other]:
            key = players[side], opponent
            gains[key] = gains.get(key, 0.0) + changes[side]


def pairs(players: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return each of two sides with the other one."""
    first, second = players
    return [(first, second), (second, first)]
