"""The computer's pauses before its steps, so that people can follow its turn."""

from __future__ import annotations

import asyncio
import contextlib
import math
from typing import Any

PACE = 0.6  # seconds before the first step of a computer's turn; the page can change it
SLOWEST = 10.0
STEPS = 8  # length of a turn in full pauses; longer turns are played faster and faster
LEAST = 0.05  # least pause before a step of a long turn, as a share of the full one
ROLL = 0.4  # least pause after a roll, so that the die can be seen


class Pace:
    """How fast a game's computers play, and whether they are paused."""

    def __init__(self) -> None:
        self.seconds = PACE
        self.paused = False
        self._turn = TurnPauses()
        self._hurries = False
        self._changed = asyncio.Event()

    def set(self, milliseconds: object) -> None:
        """Set the full pause before a step of the computer; in a long turn pauses get shorter.

        A pause under way becomes as long as it would have been from its beginning.
        """
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            seconds = float(milliseconds) / 1000  # type: ignore[arg-type]
            if math.isfinite(seconds):
                self.seconds = min(max(seconds, 0.0), SLOWEST)
                self._changed.set()

    def hurry(self, on: bool = True) -> None:
        """Skip pauses until a person decides, or no longer."""
        self._hurries = on
        self._changed.set()

    @property
    def hurries(self) -> bool:
        """Whether pauses are skipped until a person decides."""
        return self._hurries

    @property
    def has_pauses(self) -> bool:
        """Whether there is a pause before a step."""
        return self.seconds > 0 and not self.hurries

    async def wait(self, turn: tuple[Any, ...], *, rolled: bool) -> None:
        """Pause before a step in a turn; `rolled`: whether the previous step was a roll."""
        if not self.has_pauses:
            return await asyncio.sleep(0)
        share = self._turn.share(turn, rolled=rolled)
        clock = asyncio.get_running_loop().time
        began = clock()
        while self.has_pauses and (left := began + self.seconds * share - clock()) > 0:
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
        return None


class TurnPauses:
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
