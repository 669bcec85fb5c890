"""The schema of the database, brought up to date by Alembic."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.database.database import Database

FOLDER = Path(__file__).parent / "migrations"
LOCK = 1973_10_15  # a lock, so that only one of several processes migrates


class SchemaError(BridgeheadError):
    """The schema of the database is not the one that this program needs."""


def migrate(database: Database) -> None:
    """Upgrade the schema to this program's; SchemaError if the schema is newer."""
    with database.writing() as connection:
        if not database.is_sqlite:  # SQLite's BEGIN IMMEDIATE is a lock already
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
        _check_known(connection)
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def check(database: Database) -> None:
    """Raise SchemaError if the schema is not this program's."""
    with database.reading() as connection:
        found = _check_known(connection)
    if found != head():
        raise SchemaError(
            f"the database has schema {found or 'none'}, and this program needs {head()}: stop "
            "every server on it, make a backup, and run `bridgehead serve --migrate`"
        )


@cache
def head() -> str | None:
    """Return the revision of this program's schema."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def is_current(connection: Connection) -> bool:
    """Whether the schema is this program's."""
    return MigrationContext.configure(connection).get_current_revision() == head()


def _check_known(connection: Connection) -> str | None:
    """Return the schema's revision; SchemaError if this program does not know it."""
    found = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if found is not None and found not in known:
        raise SchemaError(
            f"the database has schema {found}, which a newer Bridgehead made: update the program"
        )
    return found


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.set_main_option("file_template", "r%%(rev)s_%%(slug)s")
    return config
