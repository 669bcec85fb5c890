"""Standing orders, and where players last looked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.add_column(sa.Column("orders", sa.Integer(), server_default="0", nullable=False))
    op.create_table(
        "standing",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("side", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_standing_game")),
        sa.PrimaryKeyConstraint("game", "side", "number", name=op.f("pk_standing")),
    )
    op.create_table(
        "looked",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("known", sa.Integer(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_looked_account"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_looked_game")),
        sa.PrimaryKeyConstraint("game", "account", name=op.f("pk_looked")),
    )
