"""A server that is killed at random moments loses nothing that it has answered."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import ENTRY
from bridgehead.online.games import games, journal
from bridgehead.online.games.history import Entry
from tests.online import kills
from tests.online.conftest import fresh_seal
from tests.online.kills import Told
from tests.online.people import account
from tests.online.test_journal import AFTER, WANTED

pytestmark = pytest.mark.plain


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_was_answered_is_there_once_after_every_kill(kind: str) -> None:
    """Ten kills; `python -m tests.online.kills` makes a hundred."""
    found = kills.run(kind, 10)
    assert (list(found.faults), found.stopped) == ([], "")
    assert sum(found.kills.values()) == 10
    assert found.told.resent > 0
    assert found.entries > 10


def test_the_series_sees_what_is_lost_doubled_or_missing(database: Database) -> None:
    """The proof can fail."""
    with database.writing() as connection:
        anna = account(connection, "Anna")
        games.create(connection, anna, WANTED, "g", fresh_seal().fresh("g"))
        games.join(connection, account(connection, "Bert"), "g")
        for base, key in enumerate(("israel:one", "israel:two")):
            journal.append(connection, "g", base, [Entry("action", "israel", "x")], AFTER, key)
    assert list(kills.faults(database, Told({"one": "do", "two": "undo"}))) == []
    assert len(list(kills.faults(database, Told({"three": "do"})))) == 1  # it was lost
    assert len(list(kills.faults(database, Told(refused={"two"})))) == 1  # it was done
    assert len(list(kills.faults(database, Told(links={"a": kills.WAITS, "b": kills.ASKED})))) == 1
    assert list(kills.faults(database, Told(links={"a": "g"}))) == []
    assert len(list(kills.faults(database, Told(links={"a": "h"})))) == 1  # this game is not there
    with database.writing() as connection:
        connection.execute(update(ENTRY).where(ENTRY.c.number == 2).values(key="egypt:one"))
    assert len(list(kills.faults(database, Told({"one": "do"})))) == 2  # it was done twice
    with database.writing() as connection:
        connection.execute(delete(ENTRY).where(ENTRY.c.number == 1))
        assert connection.execute(select(ENTRY.c.number)).scalars().all() == [2]
    with pytest.raises(BridgeheadError, match="entries of its journal are missing"):
        list(kills.faults(database, Told()))
