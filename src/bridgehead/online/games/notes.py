"""Private notes of players about their games. Nobody else can read them."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import GAME, NOTE
from bridgehead.online.games import games
from bridgehead.online.games.chat import CONTROL
from bridgehead.online.games.games import UnknownGameError
from bridgehead.online.live.live_game import NoSeatError

LONGEST = 5000  # characters


class NoteError(BridgeheadError):
    """A note cannot be stored."""


def read(connection: Connection, account: str | None, game: str) -> str:
    """Return a player's note, "" if there is none."""
    player = _player(connection, account, game)
    found = select(NOTE.c.text).where(NOTE.c.game == game, NOTE.c.account == player)
    return str(connection.execute(found).scalar_one_or_none() or "")


def write(connection: Connection, account: str | None, game: str, text: str) -> None:
    """Store a player's note in place of the old one."""
    player = _player(connection, account, game)
    text = text.translate(CONTROL).encode("utf-8", "replace").decode()
    if len(text) > LONGEST:
        raise NoteError(f"a note can have at most {LONGEST} characters")
    # lock the game's row first: of two windows one waits
    connection.execute(select(GAME.c.id).where(GAME.c.id == game).with_for_update())
    connection.execute(delete(NOTE).where(NOTE.c.game == game, NOTE.c.account == player))
    if text:
        row = {"game": game, "account": player, "text": text, "changed": now(connection)}
        connection.execute(insert(NOTE).values(row))


def _player(connection: Connection, account: str | None, game: str) -> str:
    row = games.load(connection, game)
    if not row.is_open_to(account) or row.state not in (games.RUNNING, games.OVER):
        raise UnknownGameError()
    if account is None or row.side_of(account) is None:
        raise NoSeatError("only the players of a game can have notes")
    return account
