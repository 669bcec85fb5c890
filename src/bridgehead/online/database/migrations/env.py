"""Run migrations in the transaction that `online/database/schema.py` has begun."""

from __future__ import annotations

from alembic import context

from bridgehead.online.database.lobby_tables import CHALLENGE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=CHALLENGE.metadata,
    render_as_batch=True,  # SQLite cannot alter a column otherwise
)
context.run_migrations()
