"""Notices: messages to people who are not looking at the page.

A notice is written in the same transaction as the event. It is unique by account, game, kind and
number. Some minutes later, if it is still true and no visible page has shown the event, it is put
into the outboxes of the channels that its owner has chosen (`channels.py`, `outbox.py`).

A notice depends only on what its owner may know. "Your decision" is written when the owner is to
decide, which their page shows at the same moment. It is numbered by the owner's view, never by the
journal's revision, and says neither which decision it is nor what came before. There are no notices
of secret decisions of others.

These functions run in the database's threads, within a transaction.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, and_, delete, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.positions.ending import told
from bridgehead.core.positions.position import Result
from bridgehead.online.clocks import paces
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ACCOUNT, CHANNEL, GAME, INVITED, NOTICE, REMATCH, SEAT
from bridgehead.online.following.follows import GAME as GAMES
from bridgehead.online.following.follows import followers
from bridgehead.online.games.history import Entry
from bridgehead.online.orders.stand_in import TIME, Absence

MINUTE = 60_000  # ms
TURN, BEGAN, OVER, CHAT = "turn", "began", "over", "chat"
CLOCK, CHALLENGE, NEWS = "clock", "challenge", "news"
FOLLOWED = "followed"  # a game that the reader follows is over
DELAYS = {
    TURN: 3 * MINUTE, BEGAN: MINUTE, OVER: 3 * MINUTE, CHAT: 3 * MINUTE,
    CLOCK: 0, CHALLENGE: MINUTE, FOLLOWED: 3 * MINUTE, NEWS: MINUTE,
}  # fmt: skip
EVENTS = tuple(DELAYS)  # in the order of the settings page
KEY = ("account", "game", "kind", "number")
# waits: until it is due; quiet: for the end of quiet hours; digest: for the daily mail
WAITS, QUIET, DIGEST, DONE = "waits", "quiet", "digest", "done"
KEPT = 30 * 24 * 60 * MINUTE  # how long a sent notice is kept
ONCE = 200  # notices that are handled in one transaction
WARNED = 6 * 60 * MINUTE  # how long before a deadline the player is notified
LONGEST = 300  # characters of news
SHORT = 12 * 60 * MINUTE  # no warning if the player had less time than this


# Writing


def appended(
    connection: Connection,
    game: str,
    waited_for: str,
    entries: Sequence[Entry],
    after: Any,
    time: int,
) -> None:
    """Write the notices of an append to a journal; `after` is the state after it."""
    for entry in entries:
        if entry.kind == "away" and Absence.read(entry.text).kind == TIME:
            who = _players(connection, game, entry.side)
            _write(connection, CLOCK, game, who, time // MINUTE, time, {"away": entry.text})
    if after.result is not None:
        players = _players(connection, game)
        _write(connection, OVER, game, players, 0, time)
        watchers = [who for who in followers(connection, GAMES, game) if who not in players]
        _write(connection, FOLLOWED, game, watchers, 0, time)
    elif after.waits_for not in ("", waited_for) and after.due != "think":
        who = _players(connection, game, after.waits_for)
        _write(connection, TURN, game, who, after.views.get(after.waits_for, 0), time)


def began(connection: Connection, game: str, by: str, time: int) -> None:
    """Write that a challenge was accepted, to all players but the one who accepted it."""
    others = [who for who in _players(connection, game) if who != by]
    _write(connection, BEGAN, game, others, 0, time)


def said(connection: Connection, game: str, by: str, number: int, time: int) -> None:
    """Write that a chat message was sent, to all players but its author."""
    others = [who for who in _players(connection, game) if who != by]
    _write(connection, CHAT, game, others, number, time)


def tell(
    connection: Connection,
    kind: str,
    accounts: Iterable[str],
    number: int,
    *,
    game: str = "",
    text: str = "",
    path: str = "",
) -> None:
    """Write a notice of another kind: `challenge` or `news`.

    A challenge is one by name, one to a rematch, or an open one, whose text is its title. News
    consist of a sentence and the path of a page with more. A notice with the same kind, game and
    number is written only once.
    """
    if kind not in (CHALLENGE, NEWS):
        raise ValueError(f"{kind!r} must be {CHALLENGE} or {NEWS}")
    data = {"text": text, "path": path} if text else {}
    _write(connection, kind, game, accounts, number, now(connection), data)


def announce(connection: Connection, text: str) -> int:
    """Send the host's announcement to all who subscribed to news; return to how many."""
    text = " ".join(text.split())
    if not 3 <= len(text) <= LONGEST:
        raise BridgeheadError(f"--news: must have 3 to {LONGEST} characters, not {len(text)}")
    rows = connection.execute(select(CHANNEL.c.account, CHANNEL.c.events))
    accounts = {row.account for row in rows if NEWS in json.loads(row.events)}
    tell(connection, NEWS, accounts, now(connection), text=text, path="/")
    return len(accounts)


def warn(connection: Connection) -> None:
    """Notify players whose time is running out, once for each deadline."""
    time = now(connection)
    rows = connection.execute(
        select(GAME.c.id, GAME.c.deadline, SEAT.c.account)
        .join(SEAT, and_(SEAT.c.game == GAME.c.id, SEAT.c.side == GAME.c.waits_for))
        .where(
            GAME.c.state == "running",
            GAME.c.deadline.between(time, time + WARNED),
            GAME.c.deadline - GAME.c.since >= SHORT,  # unaffected by decisions in the meantime
            SEAT.c.account.is_not(None),
        )
    )
    for row in rows.all():
        _write(connection, CLOCK, row.id, [row.account], row.deadline // MINUTE, time)


def warn_idle(connection: Connection, game: str, account: str, ends: int, time: int) -> None:
    """Notify a player that a game without a clock is lost unless they act."""
    _write(connection, CLOCK, game, [account], ends // MINUTE, time)


def seen(connection: Connection, shown: Sequence[tuple[str, str]]) -> None:
    """Note that visible pages have shown games to accounts.

    No notices of these are sent any more.
    """
    connection.execute(update(NOTICE).where(_unsent(shown)).values(state=DONE))


def unsent(connection: Connection, shown: Sequence[tuple[str, str]]) -> bool:
    """Whether any notice of these accounts and games waits to be sent."""
    return (
        connection.execute(select(NOTICE.c.kind).where(_unsent(shown)).limit(1)).first() is not None
    )


def _unsent(shown: Sequence[tuple[str, str]]) -> Any:
    which = (and_(NOTICE.c.account == who, NOTICE.c.game == game) for who, game in shown)
    return and_(or_(*which), NOTICE.c.state.in_((WAITS, QUIET, DIGEST)))


def forget(connection: Connection) -> None:
    """Delete old notices."""
    old = now(connection) - KEPT
    connection.execute(delete(NOTICE).where(NOTICE.c.state == DONE, NOTICE.c.created < old))


def _players(connection: Connection, game: str, side: str | None = None) -> list[str]:
    rows = select(SEAT.c.account).where(SEAT.c.game == game, SEAT.c.account.is_not(None))
    if side is not None:
        rows = rows.where(SEAT.c.side == side)
    return [str(who) for who in connection.execute(rows).scalars()]


def _write(
    connection: Connection,
    kind: str,
    game: str,
    accounts: Iterable[str],
    number: int,
    time: int,
    data: Mapping[str, str] | None = None,
) -> None:
    rows = [
        {"account": account, "game": game, "kind": kind, "number": number, "state": WAITS,
         "data": json.dumps(data or {}), "created": time, "due": time + DELAYS[kind]}
        for account in accounts
    ]  # fmt: skip
    if rows:
        connection.execute(_insert(connection, NOTICE).on_conflict_do_nothing(), rows)


def _insert(connection: Connection, table: Table) -> Any:
    is_sqlite = connection.dialect.name == "sqlite"
    return sqlite.insert(table) if is_sqlite else postgresql.insert(table)


# Reading


@dataclass(frozen=True)
class Notice:
    """A notice that is true now."""

    account: str
    kind: str
    game: str
    number: int
    title: str  # the id of the game; "" if there is none
    opponent: str  # the opponent's name; "" if there is none
    computer: bool  # whether the opponent is a computer
    is_new: bool  # whether the game is still a challenge
    zone: str  # the time zone of the account
    language: str | None  # of the account; None: not known
    result: str  # how the game ended, as a sentence; "" while it goes on
    data: Mapping[str, str]

    @property
    def urgent(self) -> bool:
        """Whether it says that time is running out."""
        return self.kind == CLOCK and "away" not in self.data


def due(connection: Connection) -> list[Any]:
    """Return notices that are due, of as few accounts as possible; no other process gets them."""
    rows = connection.execute(
        select(NOTICE)
        .where(NOTICE.c.state.in_((WAITS, QUIET)), NOTICE.c.due <= now(connection))
        .order_by(NOTICE.c.account, NOTICE.c.due)
        .limit(ONCE)
        .with_for_update(skip_locked=True)
    )
    return list(rows.all())


def after_quiet_hours(connection: Connection, account: str) -> list[Any]:
    """Return the notices that waited for the end of an account's quiet hours, which are over."""
    rows = connection.execute(
        select(NOTICE)
        .where(
            NOTICE.c.account == account, NOTICE.c.state == QUIET, NOTICE.c.due <= now(connection)
        )
        .order_by(NOTICE.c.due)
        .with_for_update(skip_locked=True)
    )
    return list(rows.all())


def of_digest(connection: Connection, account: str) -> list[Any]:
    """Return the notices that wait for an account's daily mail."""
    rows = connection.execute(
        select(NOTICE)
        .where(NOTICE.c.account == account, NOTICE.c.state == DIGEST)
        .order_by(NOTICE.c.created)
    )
    return list(rows.all())


def mark(connection: Connection, rows: Sequence[Any], state: str, due: int | None = None) -> None:
    """Set the state of notices, and when they are due again."""
    values = {"state": state} if due is None else {"state": state, "due": due}
    for row in rows:
        key = and_(*(NOTICE.c[name] == getattr(row, name) for name in KEY))
        connection.execute(update(NOTICE).where(key).values(values))


def still_true(connection: Connection, rows: Sequence[Any]) -> list[tuple[Any, Notice]]:
    """Return the notices that are still true.

    Of several decisions in a game only the last can be.
    """
    games = {row.game for row in rows if row.game}
    known = {row.id: row for row in connection.execute(select(GAME).where(GAME.c.id.in_(games)))}
    seats: dict[str, list[Any]] = {game: [] for game in games}
    for seat in connection.execute(
        select(SEAT, ACCOUNT.c.name)
        .outerjoin(ACCOUNT, SEAT.c.account == ACCOUNT.c.id)
        .where(SEAT.c.game.in_(games))
    ):
        seats[seat.game].append(seat)
    owners = {row.account for row in rows}
    wanted = select(ACCOUNT.c.id, ACCOUNT.c.zone, ACCOUNT.c.language)
    read_by = {row.id: row for row in connection.execute(wanted.where(ACCOUNT.c.id.in_(owners)))}
    newest: dict[tuple[str, str, str], int] = {}
    for row in rows:
        key = (row.account, row.game, row.kind)
        newest[key] = max(newest.get(key, 0), row.number)
    found, offered = [], _offered(connection, rows)
    for row in rows:
        game = known.get(row.game)
        if row.number < newest[row.account, row.game, row.kind] and row.kind != NEWS:
            continue
        if row.game and (game is None or not _holds(row, game, seats[row.game], offered)):
            continue
        found.append((row, _notice(row, game, seats.get(row.game, []), read_by[row.account])))
    return found


def _offered(connection: Connection, rows: Sequence[Any]) -> set[tuple[str, str]]:
    """Return the pending challenges, by name or to a rematch, with the accounts they are for."""
    asked = {row.game for row in rows if row.kind == CHALLENGE}
    if not asked:
        return set()
    rematch = select(REMATCH.c.game, REMATCH.c.to)
    rematch = rematch.where(REMATCH.c.game.in_(asked), REMATCH.c.answer == "")
    named = select(INVITED.c.game, INVITED.c.account).join(GAME, GAME.c.id == INVITED.c.game)
    named = named.where(INVITED.c.game.in_(asked), GAME.c.state == "open")
    waits = select(NOTICE.c.game, NOTICE.c.account).join(GAME, GAME.c.id == NOTICE.c.game)
    waits = waits.where(NOTICE.c.game.in_(asked), NOTICE.c.kind == CHALLENGE)
    waits = waits.where(GAME.c.state == "open", GAME.c.listed == 1)
    found = (rematch, named, waits)
    return {(row[0], row[1]) for each in found for row in connection.execute(each)}


def _holds(row: Any, game: Any, seats: Sequence[Any], offered: Collection[tuple[str, str]]) -> bool:
    own = {seat.side for seat in seats if seat.account == row.account}
    if row.kind in (TURN, CLOCK):
        runs = game.state == "running" and game.waits_for in own and game.due != "think"
        if row.kind == CLOCK and "away" in json.loads(row.data):
            return bool(game.state == "running")
        if row.kind == CLOCK and game.deadline is None and game.pace == paces.UNLIMITED:
            return bool(runs and game.changed < row.created)  # a warning because of inactivity
        if row.kind == CLOCK:
            return runs and game.deadline is not None and game.deadline // MINUTE == row.number
        return runs
    if row.kind == CHALLENGE:
        return (row.game, row.account) in offered
    if row.kind == OVER:
        return game.state == "over" and bool(own)
    if row.kind == FOLLOWED:
        return bool(game.state == "over" and game.listed)
    return game.state in ("running", "over") and bool(own)


def _notice(row: Any, game: Any, seats: Sequence[Any], reader: Any) -> Notice:
    others = [seat for seat in seats if seat.account != row.account]
    other = next((seat for seat in others if seat.account or seat.computer), None)
    name = (other.name or other.computer or "") if other is not None else ""
    return Notice(
        account=row.account,
        kind=row.kind,
        game=row.game,
        number=row.number,
        title=game.title if game is not None else "",
        opponent=name,
        computer=other is not None and other.computer is not None,
        is_new=game is not None and game.state == "open",
        zone=reader.zone or "",
        language=reader.language,
        result=_result(game),
        data=json.loads(row.data),
    )


def _result(game: Any) -> str:
    if game is None or game.result is None:
        return ""
    return told(Result(**json.loads(game.result)), game.title)
