"""Absences in one game: a player asks a computer to play, and comes back (`stand_in.py`)."""

from __future__ import annotations

from bridgehead.core.errors import IllegalAction
from bridgehead.online.clocks import vacations
from bridgehead.online.database.database import Database
from bridgehead.online.games.history import Entry
from bridgehead.online.live.game_in_memory import MOVED_ON, GameInMemory
from bridgehead.online.live.game_journal import GameJournal
from bridgehead.online.orders import stand_in
from bridgehead.online.tournaments import absence_limits
from bridgehead.server.games.persistence import StaleActionError

NOT_AGREED = "in this game no computer plays for a player who is away"


class Absences:
    """The absences of both players of a game."""

    def __init__(self, memory: GameInMemory, journal: GameJournal, database: Database) -> None:
        self._memory = memory
        self._journal = journal
        self._database = database

    async def begin(self, side: str, what: object, account: str, key: str) -> None:
        """Let the computer play for a side; `what` is one of `stand_in.CHOICES`."""
        vacation = (await self._database.read(vacations.of, account)).until
        left = await self._database.read(absence_limits.left, self._memory.id, side)

        def begin() -> list[Entry]:
            memory = self._memory
            if memory.row.stand_in is None or side in memory.computers:
                raise IllegalAction("away", NOT_AGREED)
            memory.check_plays_on()
            if memory.dice.chains is not None and not memory.dice.chains.of(side).begun:
                raise IllegalAction("dice", "your browser has to begin the dice of this game first")
            position, now = memory.record.position, self._database.time()
            absence = stand_in.asked(what, side, position, now, vacation).within(left, now)
            if memory.history.away.get(side) == absence:
                raise IllegalAction("away", "the computer already plays for you")
            return [Entry("away", side, absence.text)]

        await self._journal.request_beside(side, key, begin)

    async def end(self, side: str, key: str, only: str = "") -> None:
        """Let a player play again; with `only` if the absence is of this kind."""

        def end() -> list[Entry]:
            absence = self._memory.history.away.get(side)
            if absence is None or (only and absence.kind != only):
                raise IllegalAction("away", "no computer plays for you")
            self.check_may_return(side)
            return [Entry("back", side)]

        await self._journal.request_beside(side, key, end)

    def check_may_return(self, side: str) -> None:
        """Raise IllegalAction if a player's time was up and the computer has not decided yet.

        They find new time when they come back: without this rule they could wait forever.
        """
        history = self._memory.history
        absence = history.away.get(side)
        if absence is None or absence.kind != stand_in.TIME:
            return
        since = slice(absence.number, None)
        if not any(
            name and by == side
            for by, name in zip(history.by[since], history.computers[since], strict=True)
        ):
            raise IllegalAction(
                "away", "your time was up: wait until the computer has decided once"
            )

    async def end_over(self) -> None:
        """End the absences whose time is over; StaleActionError if another process was quicker."""

        def end() -> list[Entry]:
            over = self._over()
            if not over:
                raise StaleActionError(MOVED_ON)
            return over

        if self._over():
            await self._journal.request_beside("", None, end)

    def _over(self) -> list[Entry]:
        return self._memory.returns([], self._database.time())

    def returned(self, side: str, entries: list[Entry]) -> list[Entry]:
        """Return the entries of a player's own decision, which ends their absence."""
        if side not in self._memory.history.away:
            return entries
        return [entries[0], Entry("back", side), *entries[1:]]

    def computer_of(self, side: str) -> str | None:
        """Return the computer that plays for a person, None for a computer's own side.

        StaleActionError if the person is back.
        """
        memory = self._memory
        if side in memory.computers:
            return None
        if not memory.stands_in(side) or memory.row.stand_in is None:
            raise StaleActionError(MOVED_ON)
        return memory.row.stand_in.computer
