"""Chains of dice: links of entries, how the dice of a game are made, secrets that were replaced."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.add_column(sa.Column("link", sa.String(length=64), nullable=True))
    with op.batch_alter_table("dice", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("mode", sa.String(length=8), server_default="sealed", nullable=False)
        )
    op.create_table(
        "past_dice",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("sealed", sa.String(length=255), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_past_dice_game")),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_past_dice")),
    )
