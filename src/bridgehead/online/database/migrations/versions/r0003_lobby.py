"""Terms of challenges, what accounts follow, and spectators' chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    game = sa.ForeignKey("game.id")
    op.create_table(
        "challenge",
        sa.Column("game", sa.String(20), game, primary_key=True),
        sa.Column("sides", sa.String(8), nullable=False),
        sa.Column("wish", sa.String(32), nullable=False),
        sa.Column("half_points", sa.Integer(), nullable=False),
        sa.Column("least", sa.Integer()),
        sa.Column("most", sa.Integer()),
        sa.Column("reliable", sa.Integer()),
        sa.Column("expires", sa.BigInteger()),
    )
    op.create_index(op.f("ix_challenge_expires"), "challenge", ["expires"])
    account = sa.ForeignKey("account.id", ondelete="CASCADE")
    op.create_table(
        "follow",
        sa.Column("account", sa.String(16), account, primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("what", sa.String(64), primary_key=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_follow_what", "follow", ["kind", "what"])
    op.create_table(
        "watchers_chat",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.UniqueConstraint("game", "key", name=op.f("uq_watchers_chat_game")),
    )
