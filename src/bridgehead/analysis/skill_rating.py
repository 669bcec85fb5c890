"""The rating of a person who plays computers, on the scale of the levels (`players.levels`).

A computer's strength is known, as measured, and does not change; only the person's is estimated
(OpenSkill's Bradley-Terry model, one game after the other). The better side counts as part of the
computer's strength: between equals its share of the points is not one half.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from bridgehead.core.titles.games import game_info, title_of
from bridgehead.core.titles.options import BID, SCENARIO, name_of, value_of
from bridgehead.players.rating_scale import KNOWN, MODEL, POINTS, after_game, margin

UNKNOWN = 1000.0  # points before the first game where no levels were measured
SURE = 1e-3  # sigma of a strength that was measured
SCORES = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
EXTREMES = 0.1, 0.9  # of a side's measured share: few games show nothing beyond


@dataclass(frozen=True)
class Skill:
    """A person's rating in one title."""

    rating: float  # points
    sigma: float = MODEL.sigma
    games: int = 0

    @property
    def margin(self) -> int:
        """The uncertainty in points: the true value is within it in about two of three cases."""
        return margin(self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether there were too few games for a reliable rating."""
        return self.sigma > KNOWN

    def after(self, result: str, opponent: float) -> Skill:
        """Return the rating after a game against an opponent with so many points.

        >>> beginner = Skill(700)
        >>> round(beginner.after("won", 700).rating), round(beginner.after("lost", 700).rating)
        (802, 598)
        """
        mine, theirs = (self.rating / POINTS, self.sigma), (opponent / POINTS, SURE)
        (mu, sigma), _ = after_game(mine, theirs, SCORES[result])
        return Skill(mu * POINTS, sigma, self.games + 1)


def strength_of(levels: Mapping[str, float], player: str) -> float | None:
    """Return a computer's strength in points, None if it was not measured.

    `levels` has the measured players. One with another thinking time, or a style, counts as the
    strongest of its rank that was measured. One that sometimes decides at random has none.

    >>> strength_of({"sergeant": 1000, "general@1": 1300}, "general:style=bold@3")
    1300
    """
    if player in levels:
        return levels[player]
    if "%" in player or ":units=" in player:
        return None
    alike = [points for name, points in levels.items() if _rank(name) == _rank(player)
             and ":units=" not in name and "%" not in name]  # fmt: skip
    return max(alike, default=None)


def _rank(player: str) -> str:
    return player.partition("@")[0].partition(":")[0]


def advantage(game_id: str, options: tuple[str, ...], side: str) -> float:
    """Return how many points a side is better than the other one, between equal players.

    It is 0 where that was not measured, and where a bid makes the sides even.
    """
    share = _share(game_id, options, side)
    if share is None:
        return 0.0
    least, most = EXTREMES
    share = min(most, max(least, share))
    return 400 * math.log10(share / (1 - share))


def _share(game_id: str, options: tuple[str, ...], side: str) -> float | None:
    """Return a side's measured share of the points, None if it was not measured."""
    if any(name_of(one) == BID for one in options):
        return None
    scenario = game_info(game_id).scenarios.get(value_of(options, SCENARIO))
    if scenario is not None:
        if not scenario.balance:
            return None
        best = scenario.balance[-1]
        return _with_draws(best.wins, best.games, side)
    briefing = title_of(game_id).briefing(game_id)
    found = None if briefing is None else briefing.balance_with(options)
    return None if found is None else _with_draws(found.wins, 100, side)


def _with_draws(wins: Mapping[str, int], games: int, side: str) -> float:
    return (wins.get(side, 0) + (games - sum(wins.values())) / 2) / games
