"""The games in progress, in SQLite: one row per game, one row per action.

An action is committed before anybody is told of it, so that a killed server loses nothing.
`summary` is the entry in the list of games, stored so that listing needs no replay. A data folder
has one server (`one_server.py`). All the same, `revision` counts the changes of a game, and each
change names the revision that the session knew: what another program wrote is never overwritten.

Every method raises a BridgeheadError if the file is locked, full or damaged, and may wait for
`PATIENCE` seconds: the server calls them from threads (`server/web/threads.py`).
"""

from __future__ import annotations

import contextlib
import json
import secrets
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Engine,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from bridgehead.core.dice.dice import Secrets
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.records.annotations import ANNOTATIONS, until
from bridgehead.server.games.tables import (
    ACTIONS,
    ANALYSES,
    BRANCHES,
    GAMES,
    META,
    ORDERS,
    PUZZLE_GAMES,
)

FILE = "bridgehead.sqlite"  # in the data folder
VERSION = 1
PATIENCE = 5.0  # seconds to wait for a file that another program has locked


class StoreError(BridgeheadError):
    """The store of games cannot be read or written."""


class UnknownSavedError(BridgeheadError):
    """There is no game with this id."""


class ChangedError(BridgeheadError):
    """Another program has changed the game since it was read: nothing was written."""


class Saved(NamedTuple):
    """A stored game: the data of its record, and its revision."""

    record: dict[str, Any]
    revision: int


class Listing(NamedTuple):
    """The games that can be listed, the last played first, and the ids of the damaged ones."""

    games: list[dict[str, Any]]
    damaged: list[str]


class Store:
    """The games of one data folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._engine = _open(path)
        except _FAULTS as error:
            raise StoreError(
                f"{path}: the games cannot be saved there: {_short(error)}; BRIDGEHEAD_DATA names "
                "another folder"
            ) from error

    def close(self) -> None:
        """Close the file."""
        self._engine.dispose()

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a connection for reading."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except _FAULTS as error:
            raise StoreError(f"{self.path}: the games cannot be read: {_short(error)}") from error

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction for writing.

        The first statement must write, because it takes the lock.
        """
        try:
            with self._engine.begin() as connection:
                yield connection
        except _FAULTS as error:
            raise StoreError(f"{self.path}: the game cannot be saved: {_short(error)}") from error

    def create(
        self,
        record: dict[str, Any],
        summary: dict[str, Any],
        parent: tuple[str, int] | None = None,
        *,
        puzzle: str = "",
    ) -> str:
        """Store a new game, with its actions if it has any; return its id.

        `parent`: the game here that it branches off from, and the number of its actions there.
        `puzzle`: the id of the puzzle that is solved in it.
        """
        header = {name: value for name, value in record.items() if name not in _DERIVED}
        game, now = secrets.token_hex(6), timestamp()
        with self.writing() as connection:
            connection.execute(
                insert(GAMES).values(
                    id=game,
                    header=json.dumps(header),
                    summary=json.dumps(summary),
                    created=now,
                    updated=now,
                )
            )
            rows = _rows(game, 0, record["actions"])
            if rows:
                connection.execute(insert(ACTIONS), rows)
            if parent is not None:
                row = {"game": game, "parent": parent[0], "action": parent[1]}
                connection.execute(insert(BRANCHES).values(**row))
            if puzzle:
                connection.execute(insert(PUZZLE_GAMES).values(game=game, puzzle=puzzle))
        return game

    def load(self, game: str) -> Saved:
        """Return a game; UnknownSavedError if there is none, StoreError if it is damaged."""
        with self.reading() as connection:
            found = connection.execute(
                select(GAMES.c.header, GAMES.c.revision).where(GAMES.c.id == game)
            ).one_or_none()
            rows = connection.execute(
                select(ACTIONS.c.text).where(ACTIONS.c.game == game).order_by(ACTIONS.c.number)
            )
            actions = list(rows.scalars())
        if found is None:
            raise _unknown(game)
        header = _object(found.header)
        if header is None:
            raise StoreError(f"the game {game} is damaged in {self.path}: its header is not JSON")
        return Saved({**header, "actions": actions}, int(found.revision))

    def append(
        self, game: str, revision: int, before: int, actions: Sequence[str], summary: dict[str, Any]
    ) -> int:
        """Append actions after the first `before`, all of them or none; return the new revision.

        ChangedError if the game is no longer at that revision or that action; UnknownSavedError if
        it was deleted.
        """
        with self.writing() as connection:
            self._change(connection, game, revision, before, summary)
            connection.execute(insert(ACTIONS), _rows(game, before, actions))
        return revision + 1

    def truncate(
        self,
        game: str,
        revision: int,
        before: int,
        count: int,
        summary: dict[str, Any],
        actions: Sequence[str] = (),
    ) -> int:
        """Remove all actions after the first `count` (of `before`); return the new revision.

        `actions` are appended instead. All of it is done, or nothing. Errors as for `append`.
        """
        with self.writing() as connection:
            self._change(connection, game, revision, before, summary)
            connection.execute(
                delete(ACTIONS).where(ACTIONS.c.game == game, ACTIONS.c.number > count)
            )
            if actions:
                connection.execute(insert(ACTIONS), _rows(game, count, actions))
            header = self._header(connection, game)
            if kept := {name: header[name] for name in ANNOTATIONS if name in header}:
                self._set_header(connection, game, {**header, **until(kept, count)})
        return revision + 1

    def set_header(
        self,
        game: str,
        revision: int,
        before: int,
        fields: Mapping[str, Any],
        summary: dict[str, Any],
    ) -> int:
        """Set fields of the header of a game with `before` actions; return the new revision.

        Errors as for `append`.
        """
        with self.writing() as connection:
            self._change(connection, game, revision, before, summary)
            self._set_header(connection, game, {**self._header(connection, game), **fields})
        return revision + 1

    def _header(self, connection: Connection, game: str) -> dict[str, Any]:
        there = select(GAMES.c.header).where(GAMES.c.id == game)
        return _object(connection.execute(there).scalar_one()) or {}

    def _set_header(self, connection: Connection, game: str, header: dict[str, Any]) -> None:
        kept = json.dumps(header)
        connection.execute(update(GAMES).where(GAMES.c.id == game).values(header=kept))

    def _change(
        self,
        connection: Connection,
        game: str,
        revision: int,
        before: int,
        summary: dict[str, Any],
    ) -> None:
        """Begin a change of a game with `before` actions.

        ChangedError if another program changed it.
        """
        changed = connection.execute(
            update(GAMES)
            .where(GAMES.c.id == game, GAMES.c.revision == revision)
            .values(revision=revision + 1, summary=json.dumps(summary), updated=timestamp())
        )
        there = connection.execute(select(GAMES.c.id).where(GAMES.c.id == game)).first()
        if there is None:
            raise _unknown(game)
        last = connection.execute(
            select(func.max(ACTIONS.c.number)).where(ACTIONS.c.game == game)
        ).scalar_one()
        if changed.rowcount == 0 or (last or 0) != before:
            raise ChangedError(
                "another program has changed this game in the data folder: nothing was saved; "
                "start Bridgehead again to see the game as it is now"
            )

    def delete(self, game: str) -> None:
        """Delete a game; UnknownSavedError if there is none."""
        with self.writing() as connection:
            connection.execute(delete(ACTIONS).where(ACTIONS.c.game == game))
            connection.execute(delete(ANALYSES).where(ANALYSES.c.game == game))
            connection.execute(delete(BRANCHES).where(BRANCHES.c.game == game))
            connection.execute(delete(ORDERS).where(ORDERS.c.game == game))
            connection.execute(delete(PUZZLE_GAMES).where(PUZZLE_GAMES.c.game == game))
            if connection.execute(delete(GAMES).where(GAMES.c.id == game)).rowcount == 0:
                raise _unknown(game)

    def keep_analysis(self, game: str, digest: str, data: dict[str, Any]) -> None:
        """Store the analysis of a game's record; UnknownSavedError if the game is gone."""
        row = {"digest": digest, "game": game, "data": json.dumps(data)}
        with self.writing() as connection:
            try:
                connection.execute(insert(ANALYSES).prefix_with("OR REPLACE").values(**row))
            except IntegrityError as error:
                raise _unknown(game) from error

    def analysis(self, digest: str) -> dict[str, Any] | None:
        """Return the analysis of a record by its digest, None if there is no readable one."""
        wanted = select(ANALYSES.c.data).where(ANALYSES.c.digest == digest)
        with self.reading() as connection:
            found = connection.execute(wanted).scalar_one_or_none()
        return None if found is None else _object(found)

    def games_with(self, commitment: str) -> list[bool]:
        """Return, for each game here with this dice commitment, whether it is over.

        Damaged games are left out.
        """
        with self.reading() as connection:
            rows = connection.execute(select(GAMES.c.header, GAMES.c.summary)).all()
        found = []
        for row in rows:
            header, summary = _object(row.header), _object(row.summary)
            dice = (header or {}).get("dice")
            known = dice.get("commitment") if isinstance(dice, dict) else None
            if summary is not None and known == commitment:
                found.append(summary.get("over") is True)
        return found

    def listing(self) -> Listing:
        """Return the list of games, the last played first, and the ids of damaged rows.

        Games in which puzzles are solved are left out.
        """
        columns = (GAMES.c.id, GAMES.c.summary, GAMES.c.updated)
        wanted = select(*columns).where(GAMES.c.id.not_in(select(PUZZLE_GAMES.c.game)))
        with self.reading() as connection:
            rows = connection.execute(wanted.order_by(GAMES.c.updated.desc())).all()
            branches = connection.execute(select(BRANCHES)).all()
        parents = {row.game: {"id": row.parent, "action": row.action} for row in branches}
        found = Listing([], [])
        for row in rows:
            summary = _object(row.summary)
            if summary is None or not _is_time(row.updated):
                found.damaged.append(str(row.id))
            else:
                branch = {"parent": parents[row.id]} if row.id in parents else {}
                found.games.append({"id": row.id, **summary, **branch, "updated": row.updated})
        return found

    def headers(self) -> dict[str, tuple[str, dict[str, Any]]]:
        """Return when each game was created, and its record's header; damaged ones are left out."""
        with self.reading() as connection:
            rows = connection.execute(select(GAMES.c.id, GAMES.c.created, GAMES.c.header)).all()
        found = {row.id: (row.created, _object(row.header)) for row in rows}
        return {game: (time, header) for game, (time, header) in found.items() if header}

    def analyses(self, game: str | None = None) -> dict[str, list[dict[str, Any]]]:
        """Return the analyses of each game that has any, or of one game."""
        wanted = select(ANALYSES.c.game, ANALYSES.c.data)
        if game is not None:
            wanted = wanted.where(ANALYSES.c.game == game)
        with self.reading() as connection:
            rows = connection.execute(wanted).all()
        found: dict[str, list[dict[str, Any]]] = {}
        for row in rows:
            if (data := _object(row.data)) is not None:
                found.setdefault(row.game, []).append(data)
        return found


_DERIVED = ("actions", "result")
# besides SQLAlchemy's errors: sqlite3's own when a connection is prepared; invalid text
_FAULTS = (SQLAlchemyError, sqlite3.Error, OSError, UnicodeError)


def open_store(keeper: Secrets) -> Store:
    """Return the store of a data folder; its file is beside the secrets of the dice."""
    return Store(keeper.folder.parent / FILE)


def _unknown(game: str) -> UnknownSavedError:
    return UnknownSavedError(f"there is no game {game!r} here; it may have been deleted")


def _object(text: object) -> dict[str, Any] | None:
    """Return the JSON object in a text, None if there is none."""
    try:
        data = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _is_time(text: object) -> bool:
    try:
        datetime.fromisoformat(str(text))
    except ValueError:
        return False
    return True


def _rows(game: str, before: int, actions: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {"game": game, "number": number, "text": action}
        for number, action in enumerate(actions, start=before + 1)
    ]


def _open(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": PATIENCE})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        # one text that is not UTF-8 must not hide all the others
        connection.text_factory = _decoded
        # A write-ahead log: a commit survives the death of the server, readers never wait.
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")

    with engine.begin() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # of two programs, one makes the tables
        found = int(connection.execute(text("PRAGMA user_version")).scalar_one())
        if found > VERSION:
            raise StoreError(
                f"{path}: was written by a newer Bridgehead (format {found}; this one reads "
                f"{VERSION}): update the program, or name another folder with BRIDGEHEAD_DATA"
            )
        META.create_all(connection)
        connection.execute(text(f"PRAGMA user_version={VERSION}"))
    return engine


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def timestamp() -> str:
    """Return the present time as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _short(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return getattr(cause, "strerror", None) or str(cause)
