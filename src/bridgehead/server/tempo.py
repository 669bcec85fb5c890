"""The computer's pauses before its steps, so that people can follow its turn."""

from __future__ import annotations

from typing import Any

STEPS = 8  # length of a turn in full pauses; longer turns are played faster and faster
LEAST = 0.05  # least pause before a step of a long turn, as a share of the full one
ROLL = 0.4  # least pause after a roll, so that the die can be seen


class Tempo:
    """The pauses in one side's turn, as shares of a full pause.

    The first step has a full pause, each later one a share that shrinks with the time that the turn
    has taken already. So a turn of 30 steps takes about as long as 8 full pauses, one of 100 about
    11. Only steps that everybody is told of count, so that the pauses reveal nothing.
    """

    def __init__(self) -> None:
        self._turn: tuple[Any, ...] = ()
        self._taken = 0.0  # full pauses so far in this turn

    def share(self, turn: tuple[Any, ...], *, rolled: bool) -> float:
        """Return the next pause of a turn; `rolled`: whether the previous step was a roll."""
        if turn != self._turn:
            self._turn, self._taken = turn, 0.0
        least = ROLL if rolled else LEAST
        found = max(least, 1 - self._taken / STEPS)
        self._taken += found
        return found
