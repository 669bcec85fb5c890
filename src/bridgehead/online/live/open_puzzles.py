"""The puzzles that people solve at this process.

Each page of a puzzle has a session of its own, which is in memory only: a plan that is not checked
yet is lost with the process, and the page then begins the puzzle again. What an account has solved
is in the database (`ratings/puzzle_attempts.py`); of visitors nothing is kept.
"""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from collections.abc import Iterator
from functools import partial
from typing import cast

from bridgehead.core.errors import UnknownPuzzle
from bridgehead.core.kernels.warming import Warming
from bridgehead.online.database.database import Database
from bridgehead.online.live.readers import Window
from bridgehead.online.ratings.puzzle_attempts import AccountPuzzles
from bridgehead.server.games.persistence import NotStored
from bridgehead.server.games.sessions import Session
from bridgehead.server.puzzles.puzzles import BusyError, Grader, NothingKept, Puzzles, new_record
from bridgehead.server.web.rate_limits import Limits
from bridgehead.server.web.threads import aside

NAME = re.compile(r"([0-9a-f]{8})-([0-9a-f]{16})")  # the puzzle, and a number of the page
PREFIX = "puzzle-"  # of such a name where pages have the id of a game
THREADS = 1  # that grade a plan: people play on this process
WAITING = 20  # plans that may wait to be graded
OPEN = 300  # sessions that a process keeps
IDLE = 50  # of these, without a window


class OpenPuzzles:
    """The sessions of puzzles in one process."""

    def __init__(self, database: Database, warming: Warming, limits: Limits) -> None:
        self._database = database
        self._warming = warming
        self._limits = limits
        self._grader = Grader(warming, THREADS, WAITING)
        self._sessions: OrderedDict[tuple[str, str], Session] = OrderedDict()

    def of(self, account: str) -> Puzzles:
        """Return the puzzles of an account, "" for a visitor."""
        kept = AccountPuzzles(self._database, account) if account else NothingKept()
        return Puzzles(kept, self._grader)

    def windows(self) -> Iterator[Window]:
        """Yield every open window."""
        for session in list(self._sessions.values()):
            yield from (cast(Window, connection) for connection in list(session.connections))

    async def session(self, name: str, account: str, who: str) -> Session:
        """Return the session of a page, a new one if there is none.

        `name` names the puzzle and the page; `who` is the account or address for which tries are
        counted. UnknownPuzzle if there is no such puzzle; BusyError if too many are being solved;
        TooOftenError.
        """
        found = NAME.fullmatch(name)
        if found is None:
            raise UnknownPuzzle("there is no such puzzle")
        known = self._sessions.get((account, name))
        if known is None:
            self._limits.check("puzzle", who)
            self._sweep()
            allow = partial(self._limits.check, "grade", who)
            solving = await aside("setup", self.of(account).find, found[1], allow)
            self._warming.want(solving.puzzle.game_id)
            record = await aside("setup", new_record, solving.puzzle)
            given = PREFIX + name, record, NotStored(), 0, None, solving
            fresh = await aside("setup", Session, *given)
            known = self._sessions.setdefault((account, name), fresh)
        self._sessions.move_to_end((account, name))
        return known

    def known(self, name: str, account: str) -> Session:
        """Return the session of a page that the account, or a visitor, has open at this process.

        UnknownPuzzle if there is none.
        """
        found = self._sessions.get((account, name)) or self._sessions.get(("", name))
        if found is None:
            raise UnknownPuzzle(
                "this page of the puzzle is no longer open here: load the puzzle again"
            )
        return found

    def _sweep(self) -> None:
        """Forget the sessions that nobody has used for longest; BusyError if all are in use."""
        idle = [key for key, session in self._sessions.items() if not session.connections]
        for key in idle[: max(len(idle) - IDLE + 1, len(self._sessions) - OPEN + 1, 0)]:
            del self._sessions[key]
        if len(self._sessions) >= OPEN:
            raise BusyError("many people are solving puzzles: try again in a minute")


def new_name(puzzle: str) -> str:
    """Return the name of a new page of a puzzle."""
    return f"{puzzle}-{secrets.token_hex(8)}"
