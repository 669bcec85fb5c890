"""What somebody notes for himself about a game that he plays. Nobody else ever reads it."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from bridgehead.core.errors import BridgeheadError
from bridgehead.online import games
from bridgehead.online.chat import CONTROL
from bridgehead.online.database import now
from bridgehead.online.games import UnknownGameError
from bridgehead.online.live import NoSeatError
from bridgehead.online.tables import GAME, NOTE

LONGEST = 5000  # characters


class NoteError(BridgeheadError):
    """A note cannot be kept."""


def read(connection: Connection, account: str | None, game: str) -> str:
    """Return a player's note, "" where there is none."""
    player = _player(connection, account, game)
    found = select(NOTE.c.text).where(NOTE.c.game == game, NOTE.c.account == player)
    return str(connection.execute(found).scalar_one_or_none() or "")


def write(connection: Connection, account: str | None, game: str, text: str) -> None:
    """Keep a player's note instead of the one before."""
    player = _player(connection, account, game)
    text = text.translate(CONTROL).encode("utf-8", "replace").decode()
    if len(text) > LONGEST:
        raise NoteError(f"a note has {LONGEST} characters at most")
    # the game's row first: of two windows one waits
    connection.execute(select(GAME.c.id).where(GAME.c.id == game).with_for_update())
    connection.execute(delete(NOTE).where(NOTE.c.game == game, NOTE.c.account == player))
    if text:
        row = {"game": game, "account": player, "text": text, "changed": now(connection)}
        connection.execute(insert(NOTE).values(row))


def _player(connection: Connection, account: str | None, game: str) -> str:
    row = games.load(connection, game)
    if not row.is_open_to(account) or row.state not in (games.RUNNING, games.OVER):
        raise UnknownGameError("there is no such game, or it is not open to you")
    if account is None or row.side_of(account) is None:
        raise NoSeatError("you watch this game: only those who play it have notes")
    return account
