"""Standing orders in the database. Every change is a separate row; the latest rows are kept.

A row records after which entry of the journal it was made, so that taking back a decision also
restores the orders of that moment. Of several changes after the same entry only the last one is
kept, of each side's changes only a limited number, and only the last ones when the game is over.
`game.orders` counts the changes of both sides: an append names the count that it knew, since it
answers by the orders. Neither count ever leaves the server; each side knows the number of its own
last change.

These functions run in the database's threads, within a transaction.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ENTRY, GAME, STANDING
from bridgehead.online.games import journal
from bridgehead.online.games.history import TAKE_BACK, Entry
from bridgehead.online.games.journal import RUNNING, StaleError, StateAfter
from bridgehead.server.orders.orders import Order, kept

KEPT = 20  # changes per side that a take-back can restore


class OrdersChangedError(StaleError):
    """The standing orders have changed since they were read: nothing was written."""


class OtherOrdersError(BridgeheadError):
    """The orders were changed in another window in the meantime: nothing was written."""


@dataclass(frozen=True)
class Standing:
    """The stored orders of both sides."""

    version: int = 0  # of both sides together
    numbers: Mapping[str, int] | None = None  # of each side's last row
    orders: Mapping[str, tuple[Order, ...]] | None = None

    def of(self, side: str) -> tuple[Order, ...]:
        """Return the orders of a side."""
        return (self.orders or {}).get(side, ())

    def number(self, side: str) -> int:
        """Return the number of a side's last change."""
        return (self.numbers or {}).get(side, 0)


def read(connection: Connection, game: str) -> Standing:
    """Return the present orders of a game."""
    version = connection.execute(select(GAME.c.orders).where(GAME.c.id == game)).scalar_one()
    last = _last(connection, game)
    orders = {row.side: tuple(Order.of(one) for one in json.loads(row.text)) for row in last}
    return Standing(int(version), {row.side: row.number for row in last}, orders)


def version(connection: Connection, game: str) -> int:
    """Return how often the orders of a game have changed."""
    return int(connection.execute(select(GAME.c.orders).where(GAME.c.id == game)).scalar_one())


def write(
    connection: Connection, game: str, side: str, known: int, orders: Sequence[Order]
) -> None:
    """Store the orders of a side, whose last change was number `known`.

    If the same orders are sent again, nothing is done. OtherOrdersError if they were changed in the
    meantime; StaleError if the game does not run.
    """
    row = _lock(connection, game)
    last = {one.side: one for one in _last(connection, game)}.get(side)
    number = last.number if last is not None else 0
    text = kept(orders)
    if last is not None and number == known + 1 and last.text == text:
        return
    if row is None or row.state != RUNNING:
        raise StaleError("the game is over")
    if number != known:
        raise OtherOrdersError(
            "your orders were changed in another window; you now see the new ones"
        )
    _append(connection, game, side, number + 1, row.revision, text)
    values = {"orders": row.orders + 1}
    connection.execute(update(GAME).where(GAME.c.id == game).values(**values))


def append(
    connection: Connection,
    game: str,
    base: int,
    entries: Sequence[Entry],
    after: StateAfter,
    key: str | None,
    known: int,
    keep: int | None = None,
) -> bool:
    """Append to the journal like `journal.append`, based on version `known` of the orders.

    OrdersChangedError if the orders have changed: then nothing is written. If all actions after the
    first `keep` are taken back, the orders of that moment are restored.
    """
    if not journal.append(connection, game, base, entries, after, key):
        return False
    found = connection.execute(select(GAME.c.orders).where(GAME.c.id == game)).scalar_one()
    if found != known:
        raise OrdersChangedError("the standing orders have changed")
    if keep is not None:
        restore(connection, game, base, keep)
    if after.result is not None:
        for last in _last(connection, game):
            _forget(connection, game, last.side, last.number)
    return True


def restore(connection: Connection, game: str, revision: int, keep: int) -> None:
    """Restore the orders from the time when action number `keep` (from 0) was decided.

    If they are no longer stored, the oldest stored orders are used. `revision` is the journal's
    before the take-back. The row of the game is locked.
    """
    rows = connection.execute(
        select(ENTRY.c.number, ENTRY.c.kind, ENTRY.c.text)
        .where(ENTRY.c.game == game, ENTRY.c.number <= revision)
        .order_by(ENTRY.c.number)
    )
    moment = _numbers([tuple(row) for row in rows])[keep]
    made = 0
    for last in _last(connection, game):
        then = _last(connection, game, before=moment, side=last.side)
        text = then[0].text if then else _oldest(connection, game, last.side)
        if text != last.text:
            _append(connection, game, last.side, last.number + 1, revision, text)
            made += 1
    if made:
        values = {"orders": GAME.c.orders + made}
        connection.execute(update(GAME).where(GAME.c.id == game).values(**values))


def _numbers(rows: Sequence[tuple[int, str, str]]) -> list[int]:
    """Return the entry number of each action that was not taken back."""
    found: list[int] = []
    keep: int | None = None
    for number, kind, text in rows:
        if kind == "action":
            found.append(number)
        elif kind == "undo":
            del found[int(text) :]
        elif kind == "offer":
            what, _, count = text.partition(" ")
            keep = int(count) if what == TAKE_BACK else None
        elif kind == "accept" and keep is not None:
            del found[keep:]
    return found


def _lock(connection: Connection, game: str) -> Any:
    wanted = select(GAME.c.state, GAME.c.revision, GAME.c.orders).where(GAME.c.id == game)
    return connection.execute(wanted.with_for_update()).one_or_none()


def _append(
    connection: Connection, game: str, side: str, number: int, after: int, text: str
) -> None:
    own = STANDING.c.game == game, STANDING.c.side == side
    connection.execute(delete(STANDING).where(*own, STANDING.c.after == after))
    row = {"game": game, "side": side, "number": number, "after": after, "text": text}
    connection.execute(insert(STANDING).values(**row, time=now(connection)))
    numbers = select(STANDING.c.number).where(*own).order_by(STANDING.c.number.desc())
    known = connection.execute(numbers.limit(KEPT)).scalars().all()
    _forget(connection, game, side, known[-1])


def _forget(connection: Connection, game: str, side: str, oldest: int) -> None:
    """Delete the changes of a side before one of them."""
    own = STANDING.c.game == game, STANDING.c.side == side
    connection.execute(delete(STANDING).where(*own, STANDING.c.number < oldest))


def _oldest(connection: Connection, game: str, side: str) -> str:
    """Return the orders of a side before all stored changes.

    There are none, or the oldest stored ones count.
    """
    own = select(STANDING.c.text).where(STANDING.c.game == game, STANDING.c.side == side)
    texts = connection.execute(own.order_by(STANDING.c.number)).scalars().all()
    return str(texts[0]) if len(texts) >= KEPT else "[]"


def _last(
    connection: Connection, game: str, before: int | None = None, side: str | None = None
) -> list[Any]:
    """Return the last row of each side, or of one side.

    If an entry is named, the last before it.
    """
    wanted = select(STANDING).where(STANDING.c.game == game)
    if before is not None:
        wanted = wanted.where(STANDING.c.after < before)
    if side is not None:
        wanted = wanted.where(STANDING.c.side == side)
    rows = connection.execute(wanted.order_by(STANDING.c.number)).all()
    return list({row.side: row for row in rows}.values())
