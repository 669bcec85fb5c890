"""Quiet hours: when accounts get no notices, and the messages that keep them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, and add the columns."""
    account = sa.ForeignKey("account.id", ondelete="CASCADE")
    op.create_table(
        "quiet_hours",
        sa.Column("account", sa.String(16), account, primary_key=True),
        sa.Column("begins", sa.Integer(), nullable=False),
        sa.Column("ends", sa.Integer(), nullable=False),
        sa.Column("urgent", sa.Integer(), nullable=False),
    )
    for table in ("mail", "post"):
        op.add_column(table, sa.Column("quiet", sa.String(16)))
