"""The mistakes of accounts, to be practiced."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    account = sa.ForeignKey("account.id", ondelete="CASCADE")
    op.create_table(
        "mistake",
        sa.Column("account", sa.String(16), account, primary_key=True),
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("due", sa.String(10), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
    )
    op.create_index(op.f("ix_mistake_game"), "mistake", ["game"])
    op.create_index("ix_mistake_due", "mistake", ["account", "due"])
