"""The data that a game began with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up. With which data older games began is not known."""
    op.add_column("game", sa.Column("data", sa.String(length=64), nullable=True))
