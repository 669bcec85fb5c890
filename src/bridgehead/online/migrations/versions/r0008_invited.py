"""Challenges that only one player may accept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    op.create_table(
        "invited",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_invited_account"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_invited_game")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_invited")),
    )
    op.create_index(op.f("ix_invited_account"), "invited", ["account"])
