"""Chat between the two players of a game, which nobody else reads, and chat of its spectators.

Spectators with an account read and write their own chat; the players see it when the game is over.
Nobody gets a notice of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ACCOUNT, CHAT, GAME
from bridgehead.online.notices import notices

LONGEST = 1000  # characters
CONTROL = {code: None for code in range(32) if chr(code) != "\n"} | {127: None}


class ChatError(BridgeheadError):
    """A chat message is not allowed."""


@dataclass(frozen=True)
class Remark:
    """A chat message."""

    n: int  # from 1
    name: str
    text: str
    time: int

    def to_dict(self) -> dict[str, Any]:
        """Return the message as JSON data for the page."""
        return asdict(self)


def checked(text: str) -> str:
    """Return a chat message in the form in which it is stored; ChatError if it is not allowed."""
    said = text.translate(CONTROL).encode("utf-8", "replace").decode().strip()
    if not said:
        raise ChatError("there is nothing in this remark")
    if len(said) > LONGEST:
        raise ChatError(f"a remark has {LONGEST} characters at most")
    return said


def say(
    connection: Connection, game: str, account: str, text: str, key: str, room: Table = CHAT
) -> int:
    """Store a chat message and return its number; `room` is the players' chat or `WATCHERS_CHAT`.

    A message whose key is known is not stored again.
    """
    connection.execute(select(GAME.c.id).where(GAME.c.id == game).with_for_update())  # one by one
    known = connection.execute(
        select(room.c.number).where(room.c.game == game, room.c.key == key)
    ).scalar_one_or_none()
    if known is not None:
        return int(known)
    number = count(connection, game, room) + 1
    row = {"game": game, "number": number, "account": account, "text": text, "key": key}
    time = now(connection)
    connection.execute(insert(room).values(**row, time=time))
    if room is CHAT:
        notices.said(connection, game, account, number, time)
    return number


def count(connection: Connection, game: str, room: Table = CHAT) -> int:
    """Return the number of chat messages in a game."""
    found = connection.execute(select(func.max(room.c.number)).where(room.c.game == game))
    return int(found.scalar_one() or 0)


def counts(connection: Connection, games: Sequence[str], room: Table = CHAT) -> dict[str, int]:
    """Return the number of chat messages in each of these games."""
    rows = connection.execute(
        select(room.c.game, func.max(room.c.number).label("remarks"))
        .where(room.c.game.in_(games))
        .group_by(room.c.game)
    )
    return {row.game: row.remarks for row in rows}


def read(connection: Connection, game: str, told: int = 0, room: Table = CHAT) -> list[Remark]:
    """Return the chat messages after the first `told`."""
    rows = connection.execute(
        select(room, ACCOUNT.c.name)
        .join(ACCOUNT, ACCOUNT.c.id == room.c.account)
        .where(room.c.game == game, room.c.number > told)
        .order_by(room.c.number)
    )
    return [Remark(row.number, row.name, row.text, row.time) for row in rows]
