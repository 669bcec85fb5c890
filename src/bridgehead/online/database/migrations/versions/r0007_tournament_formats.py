"""Formats of tournaments: groups with a final, Swiss rounds with byes, substitutes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the table."""
    op.add_column(
        "tournament", sa.Column("settings", sa.Text(), server_default="{}", nullable=False)
    )
    op.add_column("entrant", sa.Column("seed", sa.Integer(), server_default="0", nullable=False))
    op.add_column("entrant", sa.Column("part", sa.Integer(), server_default="0", nullable=False))
    op.add_column("entrant", sa.Column("replaces", sa.String(16)))
    op.add_column("pairing", sa.Column("part", sa.Integer(), server_default="0", nullable=False))
    op.create_table(
        "bye",
        sa.Column("tournament", sa.String(20), sa.ForeignKey("tournament.id"), primary_key=True),
        sa.Column("round", sa.Integer(), primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
    )
