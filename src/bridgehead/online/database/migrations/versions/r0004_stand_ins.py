"""Computers that play for players who are away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("game", sa.Column("stand_in", sa.String(32)))
    op.add_column(
        "game", sa.Column("stand_in_on_time", sa.Integer(), server_default="0", nullable=False)
    )
    op.add_column("entry", sa.Column("computer", sa.String(32)))
    op.add_column("played", sa.Column("left", sa.Integer(), server_default="0", nullable=False))
