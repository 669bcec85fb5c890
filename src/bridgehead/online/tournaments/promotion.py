"""Who plays in which group of a league: pure functions.

The members of a league stand in one order, the best first. It is cut into groups of a fixed size;
the lowest group takes the rest. After a season the last of each group change places with the first
of the group below. Whoever joins comes last.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def groups_of(order: Sequence[str], size: int) -> list[list[str]]:
    """Cut an order into groups. A rest of less than half a group joins the lowest one."""
    groups = [list(order[start : start + size]) for start in range(0, len(order), size)]
    if len(groups) > 1 and 2 * len(groups[-1]) < size:
        rest = groups.pop()
        groups[-1] += rest
    return groups


def order_after(groups: Sequence[Sequence[str]], moves: int) -> list[str]:
    """Return the order after a season from the final standings of its groups, the highest first.

    `moves` players of each group go down and as many of the group below go up: fewer if a group is
    so small that nobody else would stay.
    """
    counts = [exchanged(upper, lower, moves) for upper, lower in pairwise(groups)]
    found = []
    for number, group in enumerate(groups):
        up = counts[number - 1] if number else 0
        down = counts[number] if number < len(counts) else 0
        came_down = list(groups[number - 1][len(groups[number - 1]) - up :]) if up else []
        came_up = list(groups[number + 1][:down]) if down else []
        found += [*came_down, *group[up : len(group) - down], *came_up]
    return found


def exchanged(upper: Sequence[str], lower: Sequence[str], moves: int) -> int:
    """Return how many players two neighboring groups exchange."""
    return min(moves, len(upper) // 2, len(lower) // 2)
