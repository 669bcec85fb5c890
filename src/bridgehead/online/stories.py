"""Stories of games that were told before: a long game opens without telling all of it again.

To tell what an action did takes more time than to carry it out. So what was told is stored, for
each class of readers, and a game that is opened goes on from there. It holds for the program that
it was made by, as far as the actions are those that it tells of; otherwise it is told anew.
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
from bridgehead.core.position import EVERYTHING
from bridgehead.core.record import Record
from bridgehead.core.registry import package_of
from bridgehead.online.tables import STORY
from bridgehead.server.story import Story, tell

FEW = 40  # actions that are told again rather than stored at once
ALL = "*"  # the class of all readers of a finished game

Kept = Mapping[str, tuple[str, bytes]]  # by class: of which game and program, the story
News = tuple[str, str, dict[str, Any]]  # a class, of which game and program, the story
Packed = tuple[str, str, bytes]  # the same, as it is stored
RECORD = "record"  # in a story that is stored: the actions that it tells of


class Stories:
    """The stories of one game as they were stored, and that of a finished game, told once."""

    def __init__(self, kept: Kept | None = None) -> None:
        self._kept = dict(kept or {})
        self._whole: Story | None = None
        self._stored: dict[str, int] = {}  # how many actions each stored one tells of

    def tell(self, record: Record, reader: str | None) -> Story:
        """Return the story of a record for a reader, told from what is known of it on.

        Of a finished game all readers get the same one.
        """
        if reader != EVERYTHING:
            return tell(record, reader, self._known(record, reader))
        if self._whole is None:
            self._whole = self._known(record, reader)
        if self._whole is None or not self._whole.is_ended:
            self._whole = tell(record, reader, self._whole)
        return self._whole

    def _known(self, record: Record, reader: str | None) -> Story | None:
        """Return the stored story, as far as it tells of what has happened in the record."""
        made, packed = self._kept.get(class_of(reader), ("", b""))
        if made != _made_of(record):
            return None
        try:
            data = json.loads(zlib.decompress(packed))
            told = data[RECORD]
            count = _alike(told, record.actions)
            found = Story.from_dict(data, record.opening(), reader) if count else None
        except (zlib.error, ValueError, LookupError, TypeError):  # damaged: it is told anew
            return None
        if found is not None and count < len(told):  # the others were taken back since
            found.cut(count)
        self._stored[class_of(reader)] = count
        return found

    def news(self, record: Record, told: Iterable[Story]) -> list[News]:
        """Return, as data, the stories of which much is not stored; they count as stored then."""
        found: dict[str, News] = {}
        for story in told:
            name, over = class_of(story.reader), story.reader == EVERYTHING
            # what was taken back and done otherwise is not what is stored
            stored = self._stored[name] = min(self._stored.get(name, 0), story.told)
            new = story.told - stored
            if new > FEW or (over and new > 0):
                self._stored[name] = story.told
                data = {**story.to_dict(), RECORD: record.actions[: story.told]}
                found[name] = name, _made_of(record), data
        return list(found.values())


def class_of(reader: str | None) -> str:
    """Return the name of the class of a reader, as it is stored."""
    return ALL if reader == EVERYTHING else reader or ""


def read(connection: Connection, game: str) -> Kept:
    """Return the stored stories of a game."""
    rows = connection.execute(select(STORY).where(STORY.c.game == game))
    return {row.reader: (row.made, row.packed) for row in rows}


def packed(news: Iterable[News]) -> list[Packed]:
    """Return stories as they are stored."""
    return [(name, made, zlib.compress(json.dumps(data).encode(), 1)) for name, made, data in news]


def write(connection: Connection, game: str, news: Iterable[Packed]) -> None:
    """Store stories of a game instead of earlier ones; that of all readers instead of each."""
    for name, made, story in news:
        replaced = STORY.c.reader == name if name != ALL else true()
        connection.execute(delete(STORY).where(STORY.c.game == game, replaced))
        row = {"game": game, "reader": name, "made": made, "packed": story}
        connection.execute(insert(STORY).values(row))


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many actions two records begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _made_of(record: Record) -> str:
    """Return of which game and which program a story of a record is."""
    made = f"{record.game!r} {record.game.data.digest} {_program(record.game.id)}"
    return hashlib.sha256(made.encode()).hexdigest()[:32]


@lru_cache(maxsize=32)
def _program(title: str) -> str:
    """Return the digest of the sources that a story of a title may depend on."""
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
