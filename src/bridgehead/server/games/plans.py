"""Plans: several actions that are sent at once, and how far they can be carried out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bridgehead.core.errors import BridgeheadError


@dataclass
class Walk:
    """Actions that lead from one position to another.

    `steps` has each decision with its position. `done` counts the actions that were carried out.
    `stopped` says why the others were not: "refused" (`error` has the reason), "asked" if somebody
    else is to decide, "shown" if something hidden was revealed; "" if none are left.
    """

    before: Any
    after: Any
    steps: list[tuple[Any, str]] = field(default_factory=list)
    done: int = 0
    stopped: str = ""
    error: BridgeheadError | None = None

    @property
    def decisions(self) -> list[str]:
        """The decisions in order."""
        return [decision for _, decision in self.steps]

    def push(self, action: str) -> None:
        """Add one more action; if the position refuses it, the walk stays as it is."""
        here = self.after.copy()
        decisions = self.after.push(action)
        for number, decision in enumerate(decisions):
            self.steps.append((here, decision))
            if number + 1 < len(decisions):
                here = here.copy()
                here.push(decision)
        self.done += 1


def walk(position: Any, *actions: str) -> Walk:
    """Return the walk of actions that must all be legal; the first error is raised."""
    found = Walk(position.copy(), position.copy())
    for action in actions:
        found.push(action)
    return found


def follow(position: Any, actions: Sequence[str], first: int | None = None) -> Walk:
    """Carry out a plan of the side to move, up to the first event that nobody could plan for.

    With `first` only that many of its actions are carried out now. The plan stops at a refusal, at
    a roll of the dice, at somebody else's decision, and when a hidden unit is revealed, because the
    rest of the plan may not be wanted any more.
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
