"""Clocks, outages and vacations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    op.add_column("game", sa.Column("clock", sa.Text(), nullable=True))
    op.add_column("game", sa.Column("since", sa.BigInteger(), nullable=True))
    op.add_column(
        "game",
        sa.Column("flag", sa.String(length=8), server_default="claim", nullable=False),
    )
    op.add_column("game", sa.Column("vacation", sa.Integer(), server_default="1", nullable=False))
    op.add_column("game", sa.Column("swept", sa.BigInteger(), nullable=True))
    running = sa.text("deadline IS NOT NULL")
    op.create_index(
        "ix_game_deadline",
        "game",
        ["flag", "deadline"],
        postgresql_where=running,
        sqlite_where=running,
    )
    op.drop_column("seat", "reserve")  # nothing was ever in it
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("jumped", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat")),
    )
    op.execute("INSERT INTO heartbeat (id, time) VALUES (1, 0)")
    op.create_table(
        "outage",
        sa.Column("begun", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("begun", name=op.f("pk_outage")),
    )
    op.create_table(
        "vacation",
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("begun", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_vacation_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account", "begun", name=op.f("pk_vacation")),
    )
    going_on = sa.text("ended IS NULL")
    op.create_index(
        "ix_vacation_until",
        "vacation",
        ["until"],
        postgresql_where=going_on,
        sqlite_where=going_on,
    )
