"""The journal of a game in the database: entries are appended, never changed or deleted.

An append names the revision that its caller knew. One transaction checks that the game runs and is
at that revision, and writes everything: the action, the dice, the computer's immediate answer, and
the work that is due then. If the game has moved on, nothing is written (`StaleError`), unless the
request was carried out already: requests have keys, and the entries stored with the same key are
its answer.

These functions run in the database's threads, within a transaction.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.clocks import stored_clocks
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ENTRY, GAME, SNAPSHOT
from bridgehead.online.games import games
from bridgehead.online.games.history import Entry
from bridgehead.online.notices import notices
from bridgehead.online.ratings import outcomes

RUNNING = "running"

Snapshot = tuple[int, str, dict[str, Any]]  # number of the last entry, rules digest, position


class StaleError(BridgeheadError):
    """The game is not at the named revision, or does not run: nothing was written."""


@dataclass(frozen=True)
class StoredJournal:
    """A journal as it is stored."""

    entries: tuple[Entry, ...]
    keys: frozenset[str]  # keys of the requests that were carried out
    revision: int

    @property
    def drawn(self) -> int:
        """The number of draws of the dice, including those that were taken back."""
        return max((entry.roll or 0 for entry in self.entries), default=0)


@dataclass(frozen=True)
class StateAfter:
    """The state of a game after an append, besides its entries."""

    state: str  # "running" or "over"
    waits_for: str
    due: str
    views: Mapping[str, int]  # by class of readers: number of changes that it has seen
    summary: Mapping[str, Any]
    result: Mapping[str, Any] | None = None
    snapshot: tuple[str, Mapping[str, Any]] | None = None  # digest of the rules, position
    tick: stored_clocks.Tick | None = None  # the side that is to decide, for the clocks
    data: str | None = None  # digest of the game's data, if it is known
    closing: Mapping[str, Any] | None = None  # for a game that ends: the input of `outcomes.keep`


def append(
    connection: Connection,
    game: str,
    base: int,
    entries: Sequence[Entry],
    after: StateAfter,
    key: str | None = None,
) -> bool:
    """Append entries to the journal of a game; its revision grows by their number.

    StaleError if the game is not at revision `base`, or does not run. If the key is known, the
    request was carried out before: nothing is written, and the result is False. ClockError if the
    clocks forbid it.
    """
    if not entries:
        raise ValueError("there is nothing to append")
    # Lock the row of the game first: all appends to a game take this lock.
    row = connection.execute(
        select(
            GAME.c.revision,
            GAME.c.state,
            *stored_clocks.COLUMNS,
            GAME.c.waits_for,
            GAME.c.due,
            GAME.c.mirror,
        )
        .where(GAME.c.id == game)
        .with_for_update()
    ).one_or_none()
    if key is not None and _is_done(connection, game, key):
        return False
    if row is None or row.state != RUNNING or row.revision != base:
        raise StaleError("the game has moved on meanwhile")
    time = now(connection)
    revision = base + len(entries)
    connection.execute(
        update(GAME)
        .where(GAME.c.id == game)
        .values(
            revision=revision,
            changed=time,
            state=after.state,
            waits_for=after.waits_for,
            due=after.due,
            views=json.dumps(after.views),
            summary=json.dumps(after.summary),
            result=None if after.result is None else json.dumps(after.result),
            **({} if after.data is None else {"data": after.data}),
            **stored_clocks.step(row, entries, after.tick, time),
        )
    )
    connection.execute(
        insert(ENTRY),
        [
            {
                "game": game,
                "number": number,
                "kind": entry.kind,
                "side": entry.side,
                "text": entry.text,
                "roll": entry.roll,
                "key": key if number == base + 1 else None,
                "time": time,
                "link": entry.link,
                "computer": entry.computer,
            }
            for number, entry in enumerate(entries, start=base + 1)
        ],
    )
    if after.snapshot is not None:
        rules, position = after.snapshot
        kept = {"game": game, "number": revision, "rules": rules, "position": json.dumps(position)}
        connection.execute(insert(SNAPSHOT).values(kept))
    if after.closing is not None and after.result is not None:
        outcomes.keep(connection, game, after.result, after.closing, time)
        if row.mirror == game:
            games.begin_paired(connection, game, "", time)
    waited_for = row.waits_for if row.due != "think" else ""  # a computer was to decide
    notices.appended(connection, game, waited_for, entries, after, time)
    return True


def _is_done(connection: Connection, game: str, key: str) -> bool:
    """Whether a request with this key was carried out."""
    found = select(ENTRY.c.number).where(ENTRY.c.game == game, ENTRY.c.key == key)
    return connection.execute(found).first() is not None


def read(connection: Connection, game: str, revision: int) -> StoredJournal:
    """Return the journal of a game up to a revision. BridgeheadError if numbers are missing.

    Entries never change, so the result fits the row of the game that was read before, whatever is
    appended meanwhile.
    """
    rows = connection.execute(
        select(ENTRY)
        .where(ENTRY.c.game == game, ENTRY.c.number <= revision)
        .order_by(ENTRY.c.number)
    ).all()
    if [row.number for row in rows] != list(range(1, revision + 1)):
        raise BridgeheadError(f"game {game}: entries of its journal are missing")
    entries = tuple(_entry(row) for row in rows)
    return StoredJournal(
        entries, frozenset(row.key for row in rows if row.key is not None), revision
    )


def read_on(
    connection: Connection, game: str, base: int, last: Entry, revision: int
) -> StoredJournal | None:
    """Return the entries after revision `base` (from 1), whose entry is `last`, up to a revision.

    None if that entry is a different one, or if numbers are missing: then this is not the journal
    that was read before.
    """
    rows = connection.execute(
        select(ENTRY)
        .where(ENTRY.c.game == game, ENTRY.c.number >= base, ENTRY.c.number <= revision)
        .order_by(ENTRY.c.number)
    ).all()
    if [row.number for row in rows] != list(range(base, revision + 1)):
        return None
    known, *entries = (_entry(row) for row in rows)
    if known != last:
        return None
    keys = frozenset(row.key for row in rows[1:] if row.key is not None)
    return StoredJournal(tuple(entries), keys, revision)


def _entry(row: Any) -> Entry:
    return Entry(row.kind, row.side, row.text, row.roll, row.link, row.computer)


def rules_since(connection: Connection, game: str, base: int, revision: int) -> set[str]:
    """Return the rules digests of the snapshots after revision `base`, up to `revision`."""
    of_game = SNAPSHOT.c.game == game
    later = SNAPSHOT.c.number > base, SNAPSHOT.c.number <= revision
    return set(connection.execute(select(SNAPSHOT.c.rules).where(of_game, *later)).scalars())


def last_snapshots(connection: Connection, game: str, revision: int) -> list[Snapshot]:
    """Return the two newest snapshots up to a revision, the newest first."""
    rows = connection.execute(
        select(SNAPSHOT)
        .where(SNAPSHOT.c.game == game, SNAPSHOT.c.number <= revision)
        .order_by(SNAPSHOT.c.number.desc())
        .limit(2)
    )
    return [(row.number, row.rules, json.loads(row.position)) for row in rows]


def revisions(connection: Connection, of: Sequence[str]) -> dict[str, int]:
    """Return the revisions of these games."""
    rows = connection.execute(select(GAME.c.id, GAME.c.revision).where(GAME.c.id.in_(of)))
    return {row.id: row.revision for row in rows}
