"""Stored stories of games, so that a long game opens quickly.

Describing an action takes more time than carrying it out. So the descriptions are stored for each
class of readers, and a game that is opened continues from there. They are valid only for the
program version that made them, and for the actions that they describe; the rest is described anew.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, insert, select, true

import bridgehead
from bridgehead.core.positions.position import EVERYTHING
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import package_of
from bridgehead.online.database.tables import STORY
from bridgehead.server.views.story import Story, tell

FEW = 40  # up to so many actions are described again rather than stored at once
ALL = "*"  # the class of all readers of a finished game

StoredJournal = Mapping[str, tuple[str, bytes]]  # by class: identity of game and program, the story
News = tuple[str, str, dict[str, Any]]  # class, identity of game and program, story
Packed = tuple[str, str, bytes]  # the same in stored form
RECORD = "record"  # a key in a stored story: the actions that it describes


class Stories:
    """The stored stories of one game, and the one story of a finished game."""

    def __init__(self, kept: StoredJournal | None = None) -> None:
        self._kept = dict(kept or {})
        self._whole: Story | None = None
        self._stored: dict[str, int] = {}  # by class: number of actions of the stored story

    def tell(self, record: Record, reader: str | None) -> Story:
        """Return the story of a record for a reader, using what is stored.

        All readers of a finished game get the same story.
        """
        if reader != EVERYTHING:
            return tell(record, reader, self._known(record, reader))
        if self._whole is None:
            self._whole = self._known(record, reader)
        if self._whole is None or not self._whole.is_ended:
            self._whole = tell(record, reader, self._whole)
        return self._whole

    def _known(self, record: Record, reader: str | None) -> Story | None:
        """Return the stored story as far as it matches the actions of the record."""
        made, packed = self._kept.get(class_of(reader), ("", b""))
        if made != _made_of(record):
            return None
        try:
            data = json.loads(zlib.decompress(packed))
            told = data[RECORD]
            count = _alike(told, record.actions)
            found = Story.from_dict(data, record.opening(), reader) if count else None
        except (zlib.error, ValueError, LookupError, TypeError):  # damaged: the story is made again
            return None
        if found is not None and count < len(told):  # the other actions were taken back later
            found.cut(count)
        self._stored[class_of(reader)] = count
        return found

    def news(self, record: Record, told: Iterable[Story]) -> list[News]:
        """Return, as data, the stories of which a large part is not stored.

        Then count them as stored.
        """
        found: dict[str, News] = {}
        for story in told:
            name, over = class_of(story.reader), story.reader == EVERYTHING
            # a story of actions that were taken back and replaced does not match
            stored = self._stored[name] = min(self._stored.get(name, 0), story.told)
            new = story.told - stored
            if new > FEW or (over and new > 0):
                self._stored[name] = story.told
                data = {**story.to_dict(), RECORD: record.actions[: story.told]}
                found[name] = name, _made_of(record), data
        return list(found.values())


def class_of(reader: str | None) -> str:
    """Return the name under which the story of a class of readers is stored."""
    return ALL if reader == EVERYTHING else reader or ""


def read(connection: Connection, game: str) -> StoredJournal:
    """Return the stored stories of a game."""
    rows = connection.execute(select(STORY).where(STORY.c.game == game))
    return {row.reader: (row.made, row.packed) for row in rows}


def packed(news: Iterable[News]) -> list[Packed]:
    """Return stories in the form in which they are stored."""
    return [(name, made, zlib.compress(json.dumps(data).encode(), 1)) for name, made, data in news]


def write(connection: Connection, game: str, news: Iterable[Packed]) -> None:
    """Replace the stored stories of a game.

    A story for all readers replaces those of each class.
    """
    for name, made, story in news:
        replaced = STORY.c.reader == name if name != ALL else true()
        connection.execute(delete(STORY).where(STORY.c.game == game, replaced))
        row = {"game": game, "reader": name, "made": made, "packed": story}
        connection.execute(insert(STORY).values(row))


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the number of actions at the start that two records have in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _made_of(record: Record) -> str:
    """Return the identity of the game and the program version that a story belongs to."""
    made = f"{record.game!r} {record.game.data.digest} {_program(record.game.id)}"
    return hashlib.sha256(made.encode()).hexdigest()[:32]


@lru_cache(maxsize=32)
def _program(title: str) -> str:
    """Return a digest of the sources on which a title's stories may depend."""
    home = Path(bridgehead.__file__).parent
    made = hashlib.sha256()
    for folder in (
        home / "core",
        home / "server",
        home.parent / Path(*package_of(title).split(".")),
    ):
        for path in sorted(folder.rglob("*.py")):
            made.update(path.read_bytes())
    return made.hexdigest()
