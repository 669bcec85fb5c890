"""What was told of games.

Revision ID: 0013
Revises: 0012
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add their table: it is filled when games are opened."""
    op.create_table(
        "story",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("reader", sa.String(length=16), nullable=False),
        sa.Column("made", sa.String(length=64), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_story_game")),
        sa.PrimaryKeyConstraint("game", "reader", name=op.f("pk_story")),
    )
