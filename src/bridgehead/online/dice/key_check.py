"""Whether the seal key is the one with which the games of the database were sealed."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, select

from bridgehead.online.database.key_file import is_given
from bridgehead.online.database.tables import DICE, GAME
from bridgehead.online.dice.sealed import FILE, VARIABLE, Seal, SealError

# Games that are tried, the newest first: after a lost key, older ones are sealed with another key
NEWEST = 100
LOST = (
    "If it is lost for good, start the server, and its workers, with --new-key: games that have "
    "begun cannot continue"
)


def checked_seal(connection: Connection, folder: Path) -> Seal:
    """Return the seal. SealError if the database has games, and the key is missing or not theirs.

    A missing key is made only for a database without games.
    """
    check_key(connection, folder)
    return Seal.of_folder(folder)


def check_key(connection: Connection, folder: Path) -> bool:
    """Return whether the database has games; SealError as in `checked_seal`."""
    wanted = select(DICE.c.game, DICE.c.sealed).join(GAME).order_by(GAME.c.created.desc())
    games = connection.execute(wanted.limit(NEWEST)).all()
    if not games:
        return False
    path = folder / FILE
    if not is_given(path, VARIABLE):
        raise SealError(
            f"{path}: is missing: without it no game can continue. Put it back from where you keep "
            f"it. {LOST}"
        )
    seal = Seal.of_folder(folder)
    if not any(seal.opens(row.game, row.sealed) for row in games):
        raise SealError(
            f"the dice of the games in the database were sealed with another key: put the key back "
            f"({VARIABLE}, or {path}). {LOST}"
        )
    return True
