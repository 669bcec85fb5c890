"""The games in progress, in SQLite: one row a game, one row an action.

An action is committed before anybody is told of it, so that a server that is killed loses nothing.
`summary` is what the list of games shows, kept so that listing does not replay.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from bridgehead.core.errors import BridgeheadError

VERSION = 1

_meta = MetaData()
GAMES = Table(
    "games",
    _meta,
    Column("id", String, primary_key=True),
    Column("header", Text, nullable=False),  # the record without its actions, JSON
    Column("summary", Text, nullable=False),  # JSON
    Column("created", String, nullable=False),  # ISO, UTC
    Column("updated", String, nullable=False, index=True),
)
ACTIONS = Table(
    "actions",
    _meta,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("text", String, nullable=False),
    sqlite_with_rowid=False,
)
ANALYSES = Table(
    "analyses",
    _meta,
    Column("digest", String, primary_key=True),  # of the record: the same game is analyzed once
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("data", Text, nullable=False),  # JSON
)


class StoreError(BridgeheadError):
    """The games cannot be read or written."""


class UnknownSavedError(BridgeheadError):
    """There is no game of that id."""


class Store:
    """The games of one data folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._engine = _open(path)
        except (OSError, SQLAlchemyError) as error:
            raise StoreError(
                f"{path}: the games cannot be kept there: {_short(error)}; BRIDGEHEAD_DATA names "
                "another folder"
            ) from error

    def close(self) -> None:
        """Close the file."""
        self._engine.dispose()

    def create(self, record: dict[str, Any], summary: dict[str, Any]) -> str:
        """Keep a new game, with the actions it has already; return its id."""
        header = {name: value for name, value in record.items() if name not in _DERIVED}
        game, now = secrets.token_hex(6), _now()
        with self._engine.begin() as connection:
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
        return game

    def load(self, game: str) -> dict[str, Any]:
        """Return the data of a game's record; UnknownSavedError where there is none."""
        with self._engine.connect() as connection:
            header = connection.execute(
                select(GAMES.c.header).where(GAMES.c.id == game)
            ).scalar_one_or_none()
            if header is None:
                raise UnknownSavedError(f"there is no game {game!r} here; it may have been deleted")
            actions = connection.execute(
                select(ACTIONS.c.text).where(ACTIONS.c.game == game).order_by(ACTIONS.c.number)
            ).scalars()
            data: dict[str, Any] = {**json.loads(header), "actions": list(actions)}
        return data

    def append(
        self, game: str, before: int, actions: Sequence[str], summary: dict[str, Any]
    ) -> None:
        """Keep actions that follow the first `before`, all of them or none.

        StoreError where another server has gone on with the same game.
        """
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(ACTIONS), _rows(game, before, actions))
                self._touch(connection, game, summary)
        except IntegrityError as error:
            raise StoreError("this game is played on by another server on the same data") from error
        except SQLAlchemyError as error:
            raise StoreError(f"{self.path}: the game cannot be saved: {_short(error)}") from error

    def truncate(self, game: str, count: int, summary: dict[str, Any]) -> None:
        """Forget every action after the first `count`."""
        try:
            with self._engine.begin() as connection:
                connection.execute(
                    delete(ACTIONS).where(ACTIONS.c.game == game, ACTIONS.c.number > count)
                )
                self._touch(connection, game, summary)
        except SQLAlchemyError as error:
            raise StoreError(f"{self.path}: the game cannot be saved: {_short(error)}") from error

    def _touch(self, connection: Any, game: str, summary: dict[str, Any]) -> None:
        connection.execute(
            update(GAMES)
            .where(GAMES.c.id == game)
            .values(summary=json.dumps(summary), updated=_now())
        )

    def delete(self, game: str) -> None:
        """Forget a game; UnknownSavedError where there is none."""
        with self._engine.begin() as connection:
            connection.execute(delete(ACTIONS).where(ACTIONS.c.game == game))
            connection.execute(delete(ANALYSES).where(ANALYSES.c.game == game))
            if connection.execute(delete(GAMES).where(GAMES.c.id == game)).rowcount == 0:
                raise UnknownSavedError(f"there is no game {game!r} here; it may have been deleted")

    def keep_analysis(self, game: str, digest: str, data: dict[str, Any]) -> None:
        """Keep the analysis of a game's record; UnknownSavedError where the game is gone."""
        row = {"digest": digest, "game": game, "data": json.dumps(data)}
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(ANALYSES).prefix_with("OR REPLACE").values(**row))
        except IntegrityError as error:
            raise UnknownSavedError(f"there is no game {game!r} here any more") from error

    def analysis(self, digest: str) -> dict[str, Any] | None:
        """Return the analysis of a record by its digest, None where there is none."""
        wanted = select(ANALYSES.c.data).where(ANALYSES.c.digest == digest)
        with self._engine.connect() as connection:
            found = connection.execute(wanted).scalar_one_or_none()
        return None if found is None else dict(json.loads(found))

    def is_running(self, commitment: str) -> bool:
        """Whether a game with dice of that commitment is here and not over."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(GAMES.c.header, GAMES.c.summary)).all()
        return any(
            json.loads(row.header).get("dice", {}).get("commitment") == commitment
            and not json.loads(row.summary)["over"]
            for row in rows
        )

    def list(self) -> list[dict[str, Any]]:
        """Return what the list of games shows, the last played first."""
        columns = (GAMES.c.id, GAMES.c.summary, GAMES.c.updated)
        with self._engine.connect() as connection:
            rows = connection.execute(select(*columns).order_by(GAMES.c.updated.desc())).all()
        return [{"id": row.id, **json.loads(row.summary), "updated": row.updated} for row in rows]


_DERIVED = ("actions", "result")


def _rows(game: str, before: int, actions: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {"game": game, "number": number, "text": action}
        for number, action in enumerate(actions, start=before + 1)
    ]


def _open(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 10})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        # A log written ahead: a commit survives the death of the server, readers never wait.
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")

    with engine.begin() as connection:
        found = int(connection.execute(text("PRAGMA user_version")).scalar_one())
        if found > VERSION:
            raise StoreError(
                f"{path}: was written by a newer Bridgehead (format {found}; this one reads "
                f"{VERSION}): update the program, or name another folder with BRIDGEHEAD_DATA"
            )
        _meta.create_all(connection)
        connection.execute(text(f"PRAGMA user_version={VERSION}"))
    return engine


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _short(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return getattr(cause, "strerror", None) or str(cause)
