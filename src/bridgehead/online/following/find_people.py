"""Finding people: by the beginning of their names, who is online, whom an account follows.

These functions run in the database's threads, within a transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, or_, select

from bridgehead.online.accounts.names import folded
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ACCOUNT, GAME, SEAT, SESSION
from bridgehead.online.following import follows
from bridgehead.online.games import games
from bridgehead.online.games.games import DELETED_KIND, LISTED, OVER, RUNNING, GameRow
from bridgehead.online.moderation import blocks

SHORTEST, LONGEST = 2, 24  # characters of a search
MOST = 50  # people in a list
PRESENT = 15 * 60_000  # ms since the last request of somebody who is online
ESCAPE = "!"


@dataclass(frozen=True)
class PeoplePage:
    """The names and games that the page of people shows."""

    online: list[str]
    names: list[str]  # that were found
    followed: list[tuple[str, bool]]  # players, and whether they are online
    games: list[GameRow]  # running public games of those who were found


def people_page(
    connection: Connection, account: str | None, text: str, present: Collection[str]
) -> PeoplePage:
    """Return what the page of people shows to an account.

    `present` are accounts that have a game open. Visitors do not learn who is online. People who
    have blocked the account, or whom it has blocked, are not shown.
    """
    apart = set(blocks.around(connection, account)) if account else set()
    present_now = _online(connection, present) if account else {}
    here = {one: name for one, name in present_now.items() if one not in apart}
    ids = follows.followed(connection, account, follows.PLAYER) if account else []
    names = _names(connection, [one for one in ids if one not in apart])
    found = {one: name for one, name in _found(connection, text).items() if one not in apart}
    return PeoplePage(
        online=sorted(here.values(), key=folded)[:MOST],
        names=sorted(found.values(), key=folded),
        followed=[(names[one], one in here) for one in ids if one in names],
        games=running_of(connection, list(found)),
    )


def _online(connection: Connection, present: Collection[str]) -> dict[str, str]:
    """Return the members who are online, by id."""
    since = now(connection) - PRESENT
    active = select(SESSION.c.account).where(SESSION.c.seen >= since)
    wanted = select(ACCOUNT.c.id, ACCOUNT.c.name).where(
        or_(ACCOUNT.c.id.in_(active), ACCOUNT.c.id.in_(list(present))), ACCOUNT.c.kind == "member"
    )
    return {row.id: row.name for row in connection.execute(wanted.limit(10 * MOST))}


def _names(connection: Connection, accounts: Collection[str]) -> dict[str, str]:
    wanted = select(ACCOUNT.c.id, ACCOUNT.c.name).where(
        ACCOUNT.c.id.in_(list(accounts)), ACCOUNT.c.kind != DELETED_KIND
    )
    return {row.id: row.name for row in connection.execute(wanted)}


def _found(connection: Connection, text: str) -> dict[str, str]:
    """Return the people whose names begin with a text, by id."""
    wanted = folded(text)
    if len(wanted) < SHORTEST:
        return {}
    for sign in (ESCAPE, "%", "_"):
        wanted = wanted.replace(sign, ESCAPE + sign)
    rows = connection.execute(
        select(ACCOUNT.c.id, ACCOUNT.c.name)
        .where(ACCOUNT.c.folded.like(f"{wanted}%", escape=ESCAPE), ACCOUNT.c.kind != DELETED_KIND)
        .order_by(ACCOUNT.c.folded)
        .limit(MOST)
    )
    return {row.id: row.name for row in rows}


def running_of(connection: Connection, accounts: Collection[str]) -> list[GameRow]:
    """List the public running games of these people, the newest first."""
    seated = select(SEAT.c.game).where(SEAT.c.account.in_(list(accounts)))
    wanted = select(GAME).where(GAME.c.id.in_(seated), GAME.c.state == RUNNING, GAME.c.listed == 1)
    return games.listed(connection, wanted.order_by(GAME.c.created.desc(), GAME.c.id).limit(LISTED))


@dataclass(frozen=True)
class FollowedGames:
    """Games that an account follows, and public games of players whom it follows."""

    rows: Sequence[GameRow] = ()
    chosen: frozenset[str] = frozenset()  # those that it follows themselves


def followed_games(connection: Connection, account: str, apart: Collection[str]) -> FollowedGames:
    """List the games that an account follows; `apart` are people blocked on either side."""
    ids = follows.followed(connection, account, follows.GAME)[:LISTED]
    players = follows.followed(connection, account, follows.PLAYER)
    players = [one for one in players if one not in apart]
    rows: list[GameRow] = []
    if ids:
        chosen = select(GAME).where(GAME.c.id.in_(ids), GAME.c.listed > 0)
        rows += games.listed(connection, chosen.where(GAME.c.state.in_((RUNNING, OVER))))
    if players:
        rows += running_of(connection, players)
    by_id = {row.id: row for row in rows if row.side_of(account) is None}
    found = sorted(by_id.values(), key=lambda row: (row.state != RUNNING, -row.created, row.id))
    return FollowedGames(found, frozenset(ids))
