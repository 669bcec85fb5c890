"""Mails end with the channel that they are sent to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Mails that wait already are sent as before."""
    channel = sa.ForeignKey("channel.id", ondelete="CASCADE", name="mail_channel_fkey")
    with op.batch_alter_table("mail") as mail:  # SQLite makes the table anew
        mail.add_column(sa.Column("channel", sa.String(16), channel))
        mail.create_index(op.f("ix_mail_channel"), ["channel"])
