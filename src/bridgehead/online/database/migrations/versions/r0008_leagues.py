"""Leagues: their members, and the tournaments that are the groups of their seasons."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "league",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("pace", sa.String(32), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("together", sa.Integer(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("group_size", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("pause", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("closes", sa.Integer(), server_default="0", nullable=False),
        sa.Column("season", sa.Integer(), server_default="0", nullable=False),
        sa.Column("starts", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.Integer(), server_default="0", nullable=False),
        sa.Column("creator", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_league_state", "league", ["state", "starts"])
    account = sa.ForeignKey("account.id", ondelete="CASCADE")
    op.create_table(
        "league_member",
        sa.Column("league", sa.String(20), sa.ForeignKey("league.id"), primary_key=True),
        sa.Column("account", sa.String(16), account, primary_key=True),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("leaves", sa.Integer(), server_default="0", nullable=False),
    )
    op.create_index(op.f("ix_league_member_account"), "league_member", ["account"])
    op.create_table(
        "league_group",
        sa.Column("tournament", sa.String(20), sa.ForeignKey("tournament.id"), primary_key=True),
        sa.Column("league", sa.String(20), sa.ForeignKey("league.id"), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
    )
    op.create_index("ix_league_group_season", "league_group", ["league", "season"])
