"""What happens after a game: rematches, rating changes, sharing of private games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from sqlalchemy import Connection, select, update

from bridgehead.online.database.database import Database
from bridgehead.online.database.lobby_tables import WATCHERS_CHAT
from bridgehead.online.database.tables import GAME
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.games import chat, games
from bridgehead.online.games.games import GameError, GameRow, UnknownGameError
from bridgehead.online.games.history import DICE
from bridgehead.online.live.game_in_memory import GameInMemory
from bridgehead.online.live.readers import Window
from bridgehead.online.ratings import matches
from bridgehead.online.tournaments import stored_tournaments
from bridgehead.server.web.rate_limits import Limits
from bridgehead.server.web.threads import aside


class GameAccess(Protocol):
    """The parts of the process that this module needs: its database and its games in memory."""

    database: Database
    seal: Seal
    limits: Limits

    async def game(self, game: str, /) -> Any:
        """Return a game that has begun."""

    def wake(self, game: str, /) -> None:
        """Announce that a game has changed."""

    async def tell_aftermath(self, game: str, /) -> None:
        """Send the aftermath of a game to its windows."""


ASKED = ("offer", "accept", "decline", "withdraw")


async def rematch(
    server: GameAccess, game: str, account: str, what: object, *, mirrored: bool = False
) -> str | None:
    """Offer, accept, decline or withdraw a rematch; return the game that begins with it.

    UnknownGameError for people who did not play, GameError if it is not possible.
    """
    row = await server.database.read(games.load, game)
    if row.side_of(account) is None:
        raise UnknownGameError()
    if what not in ASKED:
        raise GameError(f"{what!r} must be one of {', '.join(ASKED)}")
    if row.state != games.OVER:
        raise GameError("you can offer a rematch only when the game is over")
    begun: list[str] = []
    if what in ("decline", "withdraw"):
        await server.database.write(matches.answer, game, account, str(what))
    else:
        server.limits.check("challenge", account)
        wanted = await aside("setup", matches.next_game, row, account)
        fresh, write = server.seal.fresh, server.database.write
        if what == "offer":
            begun = await write(matches.offer, row, account, wanted, fresh, mirrored=mirrored)
        else:
            begun = await write(matches.accept, row, account, wanted, fresh)
        await opened(server, begun, wanted.waits_for)
    await server.tell_aftermath(game)
    found = await server.database.read(matches.rematch_of, game)
    return found.next if found else None


async def opened(server: GameAccess, begun: Sequence[str], waits_for: str) -> None:
    """Start new games: roll dice that are due, and let computers play."""
    for game in begun:
        if waits_for == DICE:
            await server.game(game)
        server.wake(game)


async def abort(server: GameAccess, game: Any, side: str, key: str) -> None:
    """Call a game off at its beginning; GameError in a tournament, whose games must be decided."""
    if await server.database.read(stored_tournaments.of_game, game.id) is not None:
        raise GameError("a game of a tournament cannot be called off: play on, or resign")
    await game.abort(side, key)


def share(connection: Connection, game: str, account: str) -> None:
    """Share a finished private game with everybody who has its address."""
    row = games.load(connection, game)
    if row.side_of(account) is None:
        raise UnknownGameError()
    if row.state != games.OVER:
        raise GameError("you can share a private game only when it is over")
    private = (GAME.c.id == game, GAME.c.listed == 0)
    connection.execute(update(GAME).where(*private).values(listed=games.SHARED))


async def tell(game: GameInMemory, database: Database, fresh: Window | None = None) -> None:
    """Send each window of a finished game the part of the aftermath that it does not know yet.

    Only the two players hear of an offered rematch; others do not even learn that something
    happened. `fresh` is a window that has just been opened: it gets everything.
    """
    found = await database.read(read, game.id)
    game.aftermath = stamp(found)
    for name, reader in game.readers.items():
        told = seen(found, game.row, name or None)
        if name and name not in game.told_after:  # now players may read what spectators wrote
            remarks = await database.read(chat.read, game.id, 0, WATCHERS_CHAT)
            if remarks:
                said = [remark.to_dict() for remark in remarks]
                reader.send({"type": "chat", "room": "watchers", "from": 0, "remarks": said})
        if told != game.told_after.get(name):
            game.told_after[name] = told
            reader.send(told)
        elif fresh is not None and fresh in reader.windows:
            fresh.tell(told)


def read(connection: Connection, game: str) -> dict[str, Any]:
    """Return the aftermath of a game, and the match or tournament that it belongs to."""
    of = stored_tournaments.of_game(connection, game)
    named = None if of is None else {"id": of[0], "name": of[1]}
    return {**matches.aftermath(connection, game), "tournament": named}


def seen(told: dict[str, Any], row: GameRow, viewer: str | None) -> dict[str, Any]:
    """Return the message for one class of viewers; only the players see an offered rematch."""
    rematch = told["rematch"] if viewer else None
    if rematch is not None:
        rematch = {**rematch, "by": row.side_of(rematch["by"])}
    return {
        "type": "after",
        "rated": told["rated"],
        "ratings": told["ratings"],
        "rematch": rematch,
        "open": told["open"],
        "match": told["match"],
        "tournament": told["tournament"],
        "branches": told["branches"],
    }


def stamp(told: dict[str, Any]) -> tuple[str, str] | None:
    """Return a value that changes whenever the state of a rematch changes."""
    found = told["rematch"]
    return None if found is None else (found["by"], found["answer"])


def is_open(connection: Connection, game: str) -> bool:
    """Whether a private game was shared with everybody who has its address."""
    found = connection.execute(select(GAME.c.listed).where(GAME.c.id == game))
    return found.scalar_one_or_none() == games.SHARED
