"""A person's puzzle rating. An attempt counts as a game between the person and the puzzle would."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bridgehead.players.puzzles import Puzzle
from bridgehead.players.rating_scale import KNOWN, MODEL, margin, mu_of, shown

NEW = 4.0  # sigma of a puzzle that nobody has tried: 120 points
Strength = tuple[float, float]  # mu and sigma
BEGINNER: Strength = (MODEL.mu, MODEL.sigma)


@dataclass(frozen=True)
class Rating:
    """A puzzle rating in points, its uncertainty, and how many attempts it rests on."""

    points: int
    margin: int
    is_provisional: bool
    attempts: int
    change: int = 0  # by the last attempt; 0 if that did not count

    @classmethod
    def of(cls, strength: Strength, attempts: int, before: Strength | None = None) -> Rating:
        """Return the rating of a strength; `before`: what it was before the last attempt."""
        mu, sigma = strength
        change = 0 if before is None else shown(mu) - shown(before[0])
        return cls(shown(mu), margin(sigma), sigma > KNOWN, attempts, change)

    def to_dict(self) -> dict[str, Any]:
        """Return the rating as JSON data."""
        return {
            "rating": self.points,
            "margin": self.margin,
            "provisional": self.is_provisional,
            "attempts": self.attempts,
            "change": self.change,
        }


def new_strength(puzzle: Puzzle) -> Strength:
    """Return the strength of a puzzle that nobody has tried."""
    return mu_of(puzzle.rating), NEW
