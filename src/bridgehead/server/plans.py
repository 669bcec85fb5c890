"""Several actions that are sent at once: how far they can be carried out, and why not farther."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bridgehead.core.errors import BridgeheadError


@dataclass
class Walk:
    """Actions that lead from one position to another.

    `steps` has each decision with the position that it is made in. `done` counts the actions that
    were carried out. `stopped` says why the others were not: "refused" (`error` has the reason),
    "asked" where somebody else is to decide, "shown" where something hidden came to light; "" when
    none are left.
    """

    before: Any
    after: Any
    steps: list[tuple[Any, str]] = field(default_factory=list)
    done: int = 0
    stopped: str = ""
    error: BridgeheadError | None = None

    @property
    def decisions(self) -> list[str]:
        """The decisions in their order."""
        return [decision for _, decision in self.steps]

    def push(self, action: str) -> None:
        """Take one more action in; an error of the position leaves the walk as it is."""
        here = self.after.copy()
        decisions = self.after.push(action)
        for number, decision in enumerate(decisions):
            self.steps.append((here, decision))
            if number + 1 < len(decisions):
                here = here.copy()
                here.push(decision)
        self.done += 1


def walk(position: Any, *actions: str) -> Walk:
    """Return the walk of actions that must all be possible; the first error goes through."""
    found = Walk(position.copy(), position.copy())
    for action in actions:
        found.push(action)
    return found


def follow(position: Any, actions: Sequence[str], first: int | None = None) -> Walk:
    """Return how far a plan of the side to move leads: to the first thing that nobody could plan.

    With `first` only so many of its actions are carried out now.

    A refusal ends it, and so do the dice, somebody else's decision, and a unit that the side could
    not tell before: what was planned then may not be what is wanted now.
    """
    found, side = walk(position), position.to_move
    for number, action in enumerate(actions[:first]):
        known = found.after.shown(side)
        try:
            found.push(action)
        except BridgeheadError as error:
            found.stopped, found.error = "refused", error
            break
        if number + 1 == len(actions):
            break
        if found.after.to_move != side:
            found.stopped = "asked"
            break
        if not found.after.shown(side) <= known:
            found.stopped = "shown"
            break
    return found
