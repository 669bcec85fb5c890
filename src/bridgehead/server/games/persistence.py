"""Keeps a game's database row in step with its session, change by change.

Each change names the revision that the session knew; if the row has another one, the change fails.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar

from bridgehead.core.dice.dice import Secrets
from bridgehead.core.errors import BridgeheadError, InvalidRecord
from bridgehead.core.records.record import FROM_A_SERVER, Record
from bridgehead.server.games.store import Store
from bridgehead.server.web.threads import aside

T = TypeVar("T")

SEALED = (
    "The secret of this game's dice is on the host that started it: here the game can be "
    "viewed but not continued."
)


class StaleActionError(BridgeheadError):
    """An action was sent for another position than the present one."""


class GameStore(Protocol):
    """Where the changes of games are written (`Store`); each write returns the new revision."""

    @property
    def append(self) -> Callable[..., int]:
        """Append actions."""

    @property
    def truncate(self) -> Callable[..., int]:
        """Remove actions, and append others instead."""

    @property
    def set_header(self) -> Callable[..., int]:
        """Set fields of the header."""


class NotStored:
    """Writes nothing: for games that are only in memory."""

    def append(self, game: str, revision: int, *_: Any) -> int:
        """Write nothing."""
        return revision

    truncate = set_header = append


class StoredRow:
    """The row of one game at the revision that its session knows."""

    def __init__(self, game: str, revision: int, store: GameStore) -> None:
        self._game = game
        self._revision = revision
        self._store = store
        self._one = asyncio.Lock()
        self._changes: set[asyncio.Future[Any]] = set()

    async def change(self, work: Callable[[], Awaitable[T]]) -> T:
        """Make a change; only one change is made at a time.

        It is completed even if the caller no longer waits, so that row and session stay in step.
        """
        task = asyncio.ensure_future(self._alone(work))
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)
        return await asyncio.shield(task)

    async def _alone(self, work: Callable[[], Awaitable[T]]) -> T:
        async with self._one:
            return await work()

    async def append(self, before: int, actions: Sequence[str], summary: dict[str, Any]) -> None:
        """Append actions; call within a change. Errors as for `Store.append`."""
        write = self._store.append
        self._revision = await aside(
            "store", write, self._game, self._revision, before, actions, summary
        )

    async def truncate(
        self, before: int, count: int, summary: dict[str, Any], actions: Sequence[str] = ()
    ) -> None:
        """Remove actions, and append others instead.

        Call within a change. Errors as for `Store.truncate`.
        """
        write = self._store.truncate
        self._revision = await aside(
            "store", write, self._game, self._revision, before, count, summary, actions
        )

    async def set_header(
        self, before: int, fields: dict[str, Any], summary: dict[str, Any]
    ) -> None:
        """Set fields of the header; call within a change. Errors as for `Store.append`."""
        write = self._store.set_header
        self._revision = await aside(
            "store", write, self._game, self._revision, before, fields, summary
        )


async def read_saved(store: Store, game: str, secrets: Secrets) -> tuple[Record, int]:
    """Return a stored game, replayed, and its revision."""
    saved = await aside("store", store.load, game)
    return await aside("setup", read_record, saved.record, secrets), saved.revision


def read_record(data: Any, secrets: Secrets) -> Record:
    """Return the record of these data, replayed; InvalidRecord names the first fault."""
    try:
        return Record.from_dict(data, secrets=secrets)
    except (TypeError, OverflowError, RecursionError) as error:
        raise InvalidRecord(f"the record holds a value of the wrong kind: {error}") from error


def seal_of(record: Record) -> str:
    """Return why a game cannot be continued here, "" if it can.

    The reason is that the secret of its dice is not here, or has been disclosed.
    """
    if record.dice.kind == "chained" and record.position.to_move is not None:
        return f"{FROM_A_SERVER[0].upper()}{FROM_A_SERVER[1:]}."
    if record.dice.kind != "committed" or record.position.to_move is None:
        return ""
    try:
        record.secrets.get(record.dice.commitment or "")
    except BridgeheadError:
        return SEALED
    try:
        record.secrets.to_draw(record.dice.commitment or "")
    except BridgeheadError as error:
        return f"{error}."
    return ""
