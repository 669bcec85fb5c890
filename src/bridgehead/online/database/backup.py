"""`bridgehead serve --backup FILE`: copy the database while the server runs."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.database.database import Database

DUMP = "pg_dump"


class BackupError(BridgeheadError):
    """No backup could be made."""


def make(database: Database, target: Path) -> int:
    """Write a backup that only its owner can read; return its size in bytes.

    The file is complete or not there: it gets its name after it was written and, for SQLite, found
    sound. BackupError if there is such a file already, or it cannot be made.
    """
    if target.exists():
        raise BackupError(f"{target}: is there already; choose another name")
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise BackupError(f"{target}: cannot be written: {error.strerror}") from error
    os.close(handle)  # mkstemp has made it for its owner alone
    aside = Path(name)
    try:
        if database.is_sqlite:
            _copy(Path(str(database.engine.url.database)), aside)
        else:
            _dump(database, aside)
        os.link(aside, target)  # fails if somebody was quicker
    except FileExistsError:
        raise BackupError(f"{target}: is there already; choose another name") from None
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{target}: cannot be written: {error}") from error
    finally:
        aside.unlink(missing_ok=True)
    return target.stat().st_size


def _copy(source: Path, aside: Path) -> None:
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(aside)) as new,
    ):
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")  # one file, without its journal
        [fault] = new.execute("PRAGMA integrity_check(1)").fetchone()
    if fault != "ok":
        raise BackupError(f"{source}: is damaged: {fault}")


def _dump(database: Database, aside: Path) -> None:
    """Let PostgreSQL's own program make the file, which `pg_restore` reads."""
    program = shutil.which(DUMP)
    if program is None:
        raise BackupError(f"{DUMP}: is not installed (in Debian: postgresql-client)")
    url = database.engine.url.set(drivername="postgresql")
    environment = dict(os.environ)
    if url.password is not None:  # in the command line every user of the machine could read it
        environment["PGPASSWORD"] = str(url.password)
        url = url._replace(password=None)
    address = url.render_as_string(hide_password=False)
    ran = subprocess.run(
        [program, "--format=custom", f"--file={aside}", f"--dbname={address}"],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if ran.returncode != 0:
        raise BackupError(f"{DUMP}: {ran.stderr.strip() or ran.returncode}")
