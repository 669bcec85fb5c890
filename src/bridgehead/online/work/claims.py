"""Claims: they record which process thinks about which game.

A claim lasts for a while and is renewed between two decisions. If a process dies, its claim
expires, and the next process that looks takes over the game. Claims only avoid double work: if two
processes decide, the journal takes one of the decisions.
"""

from __future__ import annotations

import secrets
import time
from typing import Any

from sqlalchemy import Connection, delete
from sqlalchemy.dialects import postgresql, sqlite

from bridgehead.online.database.database import Database, now
from bridgehead.online.database.tables import CLAIM

LASTS = 60_000  # ms
RENEWED = 15.0  # seconds between two renewals


class Claims:
    """The claims of one process. With SQLite there is only one, which owns every game."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.who = secrets.token_hex(8)
        self._held: dict[str, float] = {}

    async def take(self, game: str) -> bool:
        """Claim a game, or renew the claim; return whether this process has it."""
        if self._database.is_sqlite:
            return True
        if time.monotonic() - self._held.get(game, float("-inf")) < RENEWED:
            return True
        if await self._database.write(claim, game, self.who):
            self._held[game] = time.monotonic()
            return True
        self._held.pop(game, None)
        return False

    async def leave(self, game: str) -> None:
        """Release a game."""
        if self._held.pop(game, None) is not None:
            await self._database.write(give_back, game, self.who)


def claim(connection: Connection, game: str, who: str) -> bool:
    """Claim a game for a process, unless another process has it."""
    time = now(connection)
    values: dict[str, Any] = {"game": game, "who": who, "until": time + LASTS}
    is_sqlite = connection.dialect.name == "sqlite"
    wanted: Any = sqlite.insert(CLAIM) if is_sqlite else postgresql.insert(CLAIM)
    taken = wanted.values(values).on_conflict_do_update(
        index_elements=["game"],
        set_={"who": who, "until": time + LASTS},
        where=(CLAIM.c.who == who) | (CLAIM.c.until < time),
    )
    return bool(connection.execute(taken.returning(CLAIM.c.game)).first())


def give_back(connection: Connection, game: str, who: str) -> None:
    """Release a claim."""
    connection.execute(delete(CLAIM).where(CLAIM.c.game == game, CLAIM.c.who == who))
