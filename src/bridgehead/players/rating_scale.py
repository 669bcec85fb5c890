"""The scale of all ratings: of people and computers, and of puzzles.

Ratings are computed by OpenSkill's Bradley-Terry model. People read them in points, in which a lead
of 400 means that one wins about ten times as often as the other, as Elo's points do.
"""

from __future__ import annotations

from openskill.models import BradleyTerryFull

MODEL = BradleyTerryFull()
POINTS, CENTER = 30, 1500  # points for one of the model's units; points of a new player
KNOWN = 5.5  # a larger sigma is provisional; it takes ten games against known opponents


def shown(mu: float) -> int:
    """Return a player's rating in points.

    >>> shown(MODEL.mu), shown(MODEL.mu + 10)
    (1500, 1800)
    """
    return round(CENTER + POINTS * (mu - MODEL.mu))


def mu_of(points: float) -> float:
    """Return the model's number for a rating in points: the inverse of `shown`."""
    return float(MODEL.mu + (points - CENTER) / POINTS)


def after_game(
    mine: tuple[float, float], theirs: tuple[float, float], score: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return mu and sigma of two players after a game; `score` is the first player's, 0 to 1."""
    first, second = (MODEL.rating(mu=mu, sigma=sigma) for mu, sigma in (mine, theirs))
    ranks = [1.0 - score, score]
    [[first], [second]] = MODEL.rate([[first], [second]], ranks=ranks, limit_sigma=True)
    return (float(first.mu), float(first.sigma)), (float(second.mu), float(second.sigma))


def margin(sigma: float) -> int:
    """Return an uncertainty in points: the true value is within it in about two of three cases."""
    return round(sigma * POINTS)
