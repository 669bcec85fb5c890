"""Attempts at puzzles, ratings of puzzles, and games that begin in a position of another one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    account = sa.ForeignKey("account.id", ondelete="CASCADE")
    op.create_table(
        "puzzle_attempt",
        sa.Column("account", sa.String(16), account, primary_key=True),
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("share", sa.Float(53), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
    )
    op.create_index("ix_puzzle_attempt_time", "puzzle_attempt", ["account", "time"])
    op.create_table(
        "puzzle_rating",
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
    )
    op.create_table(
        "origin",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("parent", sa.String(20), sa.ForeignKey("game.id")),
        sa.Column("digest", sa.String(80), nullable=False),
        sa.Column("action", sa.Integer(), nullable=False),
        sa.Column("view", sa.String(32), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
    )
    op.create_index(op.f("ix_origin_parent"), "origin", ["parent"])
