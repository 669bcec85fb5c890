"""The standings of a tournament, or of one of its groups: pure functions.

A win counts 1, a draw a half. Two mirrored games are one encounter, which counts the sum of both.
A bye in a Swiss tournament counts as a won encounter. Ties are broken as the creator has chosen
(`tie_breaks.py`). Players who are still equal share a rank.

A walkover is a win against somebody who has withdrawn or made no decision. It counts 1 and gives no
lead. Players who withdraw have no rank. Where each meets each, and they do so before half of their
games are played, their games do not count. Otherwise their opponents win the remaining games by
walkovers. If somebody takes over for them, the place goes on with all that it has scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bridgehead.online.tournaments.tie_breaks import DIRECT, RoundScore, Scores, Sheet


@dataclass(frozen=True)
class Result:
    """The result of a tournament game: `score` and `lead` are the first player's."""

    first: str
    second: str
    score: float | None = None  # None: running, or not begun
    lead: float | None = None  # lead in victory points
    ended: int = 0
    is_walkover: bool = False
    round: int = 1


@dataclass(frozen=True)
class Rules:
    """What the standings depend on; `swiss_rounds` is 0 where each meets each."""

    breaks: tuple[str, ...] = ("berger", "direct", "wins", "lead")
    legs: int = 2
    swiss_rounds: int = 0


USUAL = Rules()


@dataclass(frozen=True)
class Line:
    """A player's line in the standings."""

    player: str
    rank: int  # 0: withdrawn
    score: float
    values: Mapping[str, float | None]  # by tie-break; direct encounter only where it was needed
    played: int
    is_withdrawn: bool


def taken_out(
    players: Sequence[str], results: Iterable[Result], gone: Mapping[str, int], legs: int = 2
) -> set[str]:
    """Return the players who withdrew before half of their games were played.

    `gone` has the times.
    """
    owed = legs * (len(players) - 1)
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
    players: Sequence[str],
    results: Iterable[Result],
    gone: Mapping[str, int] | None = None,
    rules: Rules = USUAL,
    byes: Iterable[tuple[str, int]] = (),
) -> list[Line]:
    """Return the standings, the best player first; players who have withdrawn come last.

    `byes` are players with the rounds in which they had a bye.
    """
    left = gone or {}
    scores = scores_of(players, results, left, rules, byes)
    staying = [player for player in players if player not in left]
    direct: dict[str, float] = {}
    ranked = _ranked(staying, scores, rules.breaks, direct)
    found, rank = [], 1
    for group in ranked:
        found += [_line(player, rank, scores, rules, direct) for player in group]
        rank += len(group)
    return found + [_line(player, 0, scores, rules, direct) for player in players if player in left]


def _line(
    player: str, rank: int, scores: Scores, rules: Rules, direct: Mapping[str, float]
) -> Line:
    values = {
        name: direct.get(player) if name == DIRECT else scores.value(name, player)
        for name in rules.breaks
    }
    sheet = scores.sheets[player]
    return Line(player, rank, sheet.points, values, sheet.played, not rank)


def _ranked(
    tied: Sequence[str], scores: Scores, breaks: Sequence[str], direct: dict[str, float]
) -> list[list[str]]:
    """Return the players in groups of equals, the best first; note direct encounters."""
    by_score: dict[float, list[str]] = {}
    for player in tied:
        by_score.setdefault(scores.sheets[player].points, []).append(player)
    groups = [by_score[score] for score in sorted(by_score, reverse=True)]
    for name in breaks:
        if name == DIRECT:
            for group in groups:
                if len(group) > 1:
                    direct.update({each: scores.against(each, group) for each in group})
        groups = [part for group in groups for part in scores.split(group, name)]
    return groups


def scores_of(
    players: Sequence[str], results: Iterable[Result], gone: Mapping[str, int], rules: Rules,
    byes: Iterable[tuple[str, int]] = (),
) -> Scores:  # fmt: skip
    """Return what each player has scored, with walkovers by withdrawn players."""
    known = list(results)
    out = set() if rules.swiss_rounds else taken_out(players, known, gone, rules.legs)
    counted = [_decided(one, gone) for one in known if not out & {one.first, one.second}]
    ended = [one for one in counted if one.score is not None]
    free = {(player, number): float(rules.legs) for player, number in byes}
    rounds = {one.round for one in known} | {number for _, number in free}
    sheets = {}
    for player in players:
        own = [one for one in ended if player in (one.first, one.second)]
        paired = {one.round for one in known if player in (one.first, one.second)}
        met = dict.fromkeys(one.second if one.first == player else one.first for one in own)
        scores = [_encounter(player, other, own) for other in met]
        for number in rounds - paired if rules.swiss_rounds else ():
            points = free.get((player, number))
            scores.append(RoundScore(number, None, points or 0.0, False, points is None))
        leads = [one.lead if one.first == player else -one.lead
                 for one in own if one.lead is not None and not one.is_walkover]  # fmt: skip
        sheets[player] = Sheet(
            tuple(scores),
            sum(_points(one, player) == 1 and not one.is_walkover for one in own),
            sum(leads) if leads else None,
            len(own),
        )
    return Scores(sheets, rules.legs, rules.swiss_rounds)


def _encounter(player: str, other: str, own: Sequence[Result]) -> RoundScore:
    """Return what a player has scored against another."""
    games = [one for one in own if other in (one.first, one.second)]
    points = sum(_points(one, player) for one in games)
    is_played = not all(one.is_walkover for one in games)
    is_given_away = not is_played and 2 * points < len(games)
    return RoundScore(games[0].round, other, points, is_played, is_given_away)


def _points(one: Result, player: str) -> float:
    """Return a player's score of a game that has ended."""
    score = one.score or 0.0
    return score if one.first == player else 1 - score


def _stayed_away(one: Result, player: str) -> bool:
    """Whether a player lost by a walkover."""
    return one.is_walkover and _points(one, player) < 1


def _decided(one: Result, gone: Mapping[str, int]) -> Result:
    """Return the result of a game after withdrawals.

    Players who withdrew lose their open games; if both withdrew, neither wins.
    """
    if one.score is not None or not {one.first, one.second} & set(gone):
        return one
    if one.first in gone and one.second in gone:
        return one
    score = float(one.second in gone)
    return Result(one.first, one.second, score, is_walkover=True, round=one.round)
