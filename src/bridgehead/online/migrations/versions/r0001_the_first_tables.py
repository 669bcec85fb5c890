"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    op.create_table(
        "account",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("folded", sa.String(length=48), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("folded", name=op.f("uq_account_folded")),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(length=20), nullable=False),
        sa.Column("title", sa.String(length=64), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("rules", sa.String(length=32), nullable=False),
        sa.Column("pace", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("listed", sa.Integer(), nullable=False),
        sa.Column("creator", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("views", sa.Text(), nullable=False),
        sa.Column("waits_for", sa.String(length=32), nullable=False),
        sa.Column("due", sa.String(length=16), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["creator"], ["account.id"], name=op.f("fk_game_creator")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_creator"), ["creator"], unique=False)
        batch_op.create_index("ix_game_due", ["due"], unique=False)
        batch_op.create_index("ix_game_listing", ["state", "listed", "created"], unique=False)

    op.create_table(
        "password",
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("hash", sa.String(length=255), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_password_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_password")),
    )
    op.create_table(
        "session",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("agent", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_session_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_session")),
        sa.UniqueConstraint("id", name=op.f("uq_session_id")),
    )
    with op.batch_alter_table("session", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_session_account"), ["account"], unique=False)

    op.create_table(
        "chat",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_chat_account")),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_chat_game")),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_chat")),
        sa.UniqueConstraint("game", "key", name=op.f("uq_chat_game")),
    )
    op.create_table(
        "dice",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("sealed", sa.String(length=255), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_dice_game")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_dice")),
    )
    op.create_table(
        "entry",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("side", sa.String(length=32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("roll", sa.Integer(), nullable=True),
        sa.Column("key", sa.String(length=120), nullable=True),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_entry_game")),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_entry")),
        sa.UniqueConstraint("game", "key", name=op.f("uq_entry_game")),
    )
    op.create_table(
        "seat",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("side", sa.String(length=32), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=True),
        sa.Column("computer", sa.String(length=32), nullable=True),
        sa.Column("reserve", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_seat_account")),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_seat_game")),
        sa.PrimaryKeyConstraint("game", "side", name=op.f("pk_seat")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_account"), ["account"], unique=False)

    op.create_table(
        "snapshot",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rules", sa.String(length=32), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_snapshot_game")),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_snapshot")),
    )
    op.create_table(
        "token",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_token_account"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_token_game")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_token")),
    )
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_token_game"), ["game"], unique=False)
