"""Notices, channels, what is to be sent, and the queue that rings for workers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from procrastinate.schema import SchemaManager

revision = "0006"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    op.create_table(
        "notice",
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_notice_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account", "game", "kind", "number", name=op.f("pk_notice")),
    )
    op.create_index("ix_notice_due", "notice", ["state", "due"])
    op.create_table(
        "channel",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("keys", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("proof", sa.String(length=64), nullable=True),
        sa.Column("hour", sa.Integer(), nullable=True),
        sa.Column("next", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_channel_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channel")),
    )
    op.create_index(op.f("ix_channel_account"), "channel", ["account"])
    op.create_index("ix_channel_next", "channel", ["next"])
    op.create_table(
        "mail",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("to", sa.String(length=254), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("sent", sa.BigInteger(), nullable=True),
        sa.Column("unsubscribe", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail")),
    )
    op.create_index("ix_mail_due", "mail", ["sent", "due"])
    op.create_table(
        "post",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("channel", sa.String(length=16), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel"], ["channel.id"], name=op.f("fk_post_channel"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_post")),
    )
    op.create_index(op.f("ix_post_channel"), "post", ["channel"])
    op.create_index("ix_post_due", "post", ["due"])
    op.create_table(
        "claim",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("who", sa.String(length=32), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_claim_game")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_claim")),
    )
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        whole = connection.execution_options(no_parameters=True)  # its % are no places for values
        whole.exec_driver_sql(SchemaManager.get_schema())
