"""What was gained from whom, and the networks of accounts.

Revision ID: 0011
Revises: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.add_column("account", sa.Column("network", sa.String(length=32), nullable=True))
    op.add_column("session", sa.Column("network", sa.String(length=32), nullable=True))
    with op.batch_alter_table("rated", schema=None) as batch_op:
        batch_op.add_column(sa.Column("opponents", sa.Text(), server_default="{}", nullable=False))
    op.create_table(
        "gain",
        sa.Column("pool", sa.String(length=64), nullable=False),
        sa.Column("who", sa.String(length=200), nullable=False),
        sa.Column("opponent", sa.String(length=64), nullable=False),
        sa.Column("points", sa.Float(precision=53), nullable=False),
        sa.ForeignKeyConstraint(["pool"], ["pool.pool"], name=op.f("fk_gain_pool")),
        sa.PrimaryKeyConstraint("pool", "who", "opponent", name=op.f("pk_gain")),
    )
