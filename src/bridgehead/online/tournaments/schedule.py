"""The pairings of a round robin, and the players of each group: pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class TournamentGame:
    """A game of a tournament; `first` plays the title's first side."""

    round: int
    first: str
    second: str


def meetings(players: Sequence[str], legs: int = 2) -> list[TournamentGame]:
    """Return all games, round by round; in one round each player meets only one other.

    With two legs each encounter is two games with the sides swapped. With one leg the sides are
    shared out so that no player has the same side more than once more often than the other.
    """
    circle: list[str | None] = list(players)
    if len(circle) % 2:
        circle.insert(0, None)  # the player paired with nobody has no game in this round
    found = []
    half = len(circle) // 2
    for number in range(1, len(circle)):
        for k in range(half):
            one, other = circle[k], circle[-1 - k]
            if one is None or other is None:
                continue
            if (k % 2 if k else number % 2) and legs == 1:
                one, other = other, one
            found.append(TournamentGame(number, one, other))
            if legs == 2:
                found.append(TournamentGame(number, other, one))
        circle.insert(1, circle.pop())
    return found


def snake(players: Sequence[str], size: int) -> list[list[str]]:
    """Return groups of at most `size` players of similar strength; the strongest player is first.

    The players are dealt out forwards, then backwards, and so on: 1 to 4, then 8 to 5.
    """
    count = -(-len(players) // size)
    groups: list[list[str]] = [[] for _ in range(count)]
    for start in range(0, len(players), count):
        row = players[start : start + count]
        order = range(count) if start // count % 2 == 0 else range(count - 1, -1, -1)
        for group, player in zip(order, row, strict=False):
            groups[group].append(player)
    return groups
