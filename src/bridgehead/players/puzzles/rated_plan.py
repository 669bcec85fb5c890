"""A plan with its win probability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class RatedPlan:
    """A plan and the probability, from 0 to 1, that its side wins after it."""

    plan: tuple[str, ...]
    chance: float

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as JSON data."""
        return {"plan": list(self.plan), "chance": round(self.chance, 4)}
