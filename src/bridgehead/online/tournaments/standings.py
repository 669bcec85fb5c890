"""Pairings and standings of a tournament: pure functions.

Each player meets each other player twice, once with each side. A win counts 1, a draw a half. Ties
are broken by Sonneborn-Berger (the scores of beaten opponents plus half the scores of opponents
with a draw), by the games of the tied players against each other, by the number of wins that are no
walkovers, and by the lead in victory points, if the title has them. Players who are still equal
share a rank.

A walkover is a win against somebody who has withdrawn or made no decision. It counts 1 and gives no
lead. Players who withdraw have no rank. If they do so before half of their games are played, their
games do not count. Otherwise their opponents win the remaining games by walkovers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class TournamentGame:
    """A game of a tournament; `first` plays the title's first side."""

    round: int
    first: str
    second: str


def meetings(players: Sequence[str]) -> list[TournamentGame]:
    """Return all games, round by round; in one round each player meets only one other."""
    circle: list[str | None] = list(players)
    if len(circle) % 2:
        circle.append(None)  # the player paired with nobody has no game in this round
    found = []
    half = len(circle) // 2
    for number in range(1, len(circle)):
        for k in range(half):
            one, other = circle[k], circle[-1 - k]
            if one is not None and other is not None:
                found += [TournamentGame(number, one, other), TournamentGame(number, other, one)]
        circle.insert(1, circle.pop())
    return found


@dataclass(frozen=True)
class Result:
    """The result of a tournament game: `score` and `lead` are the first player's."""

    first: str
    second: str
    score: float | None = None  # None: running, or not begun
    lead: float | None = None  # lead in victory points
    ended: int = 0
    is_walkover: bool = False


@dataclass(frozen=True)
class Line:
    """A player's line in the standings."""

    player: str
    rank: int  # 0: withdrawn
    score: float
    berger: float
    direct: float
    wins: int  # without walkovers
    lead: float | None
    played: int
    is_withdrawn: bool


def taken_out(players: Sequence[str], results: Iterable[Result], gone: dict[str, int]) -> set[str]:
    """Return the players who withdrew before half of their games were played.

    `gone` has the times.
    """
    owed = 2 * (len(players) - 1)
    found = set()
    known = list(results)
    for player, time in gone.items():
        played = sum(
            one.score is not None and one.ended <= time and not _stayed_away(one, player)
            for one in known
            if player in (one.first, one.second)
        )
        if 2 * played < owed:
            found.add(player)
    return found


def standings(
    players: Sequence[str], results: Iterable[Result], gone: dict[str, int] | None = None
) -> list[Line]:
    """Return the standings, the best player first; players taken out come last."""
    left = gone or {}
    known = list(results)
    out = taken_out(players, known, left)
    counted = [_decided(one, left) for one in known if not out & {one.first, one.second}]
    ended = [one for one in counted if one.score is not None]
    points = dict.fromkeys(players, 0.0)
    for one in ended:
        points[one.first] += one.score or 0.0
        points[one.second] += _other(one)
    berger = dict.fromkeys(players, 0.0)
    leads: dict[str, float] = {}
    for one in ended:
        berger[one.first] += (one.score or 0.0) * points[one.second]
        berger[one.second] += _other(one) * points[one.first]
        if one.lead is not None and not one.is_walkover:
            leads[one.first] = leads.get(one.first, 0) + one.lead
            leads[one.second] = leads.get(one.second, 0) - one.lead
    direct = {player: _direct(player, players, ended, points, berger) for player in players}
    lines = [
        Line(
            player, 0, points[player], berger[player], direct[player],
            sum(_has_won(one, player) and not one.is_walkover for one in ended), leads.get(player),
            sum(player in (one.first, one.second) for one in ended), player in left,
        )
        for player in players
    ]  # fmt: skip
    return _ranked([one for one in lines if one.player not in left]) + [
        one for one in lines if one.player in left
    ]


def _other(one: Result) -> float:
    """Return the second player's score."""
    return 0.0 if one.score is None else 1 - one.score


def _has_won(one: Result, player: str) -> bool:
    return (one.first, one.score) == (player, 1.0) or (one.second, one.score) == (player, 0.0)


def _stayed_away(one: Result, player: str) -> bool:
    """Whether a player lost by a walkover."""
    return one.is_walkover and not _has_won(one, player)


def _decided(one: Result, gone: dict[str, int]) -> Result:
    """Return the result of a game after withdrawals.

    Players who withdrew lose their open games; if both withdrew, neither wins.
    """
    if one.score is not None or not {one.first, one.second} & set(gone):
        return one
    if one.first in gone and one.second in gone:
        return Result(one.first, one.second)
    return Result(one.first, one.second, float(one.second in gone), is_walkover=True)


def _direct(
    player: str,
    players: Sequence[str],
    ended: Sequence[Result],
    points: dict[str, float],
    berger: dict[str, float],
) -> float:
    """Return a player's score against the players with whom they are tied so far."""
    key = (points[player], berger[player])
    tied = {one for one in players if (points[one], berger[one]) == key}
    return sum(
        (one.score or 0.0) if one.first == player else _other(one)
        for one in ended
        if player in (one.first, one.second) and {one.first, one.second} <= tied
    )


def _ranked(lines: list[Line]) -> list[Line]:
    def key(one: Line) -> tuple[float, ...]:
        return (-one.score, -one.berger, -one.direct, -one.wins, -(one.lead or 0.0))

    ordered = sorted(lines, key=key)
    found: list[Line] = []
    for number, one in enumerate(ordered, start=1):
        same = bool(found) and key(one) == key(found[-1])
        rank = found[-1].rank if same else number
        found.append(Line(**{**vars(one), "rank": rank}))
    return found
