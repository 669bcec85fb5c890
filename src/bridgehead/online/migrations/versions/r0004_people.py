"""Passkeys, e-mail, roles, blocks, reports, the moderators' log, private notes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    op.create_table(
        "former_name",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_former_name")),
    )

    op.create_table(
        "block",
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("blocked", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_block_account"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["blocked"], ["account.id"], name=op.f("fk_block_blocked"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account", "blocked", name=op.f("pk_block")),
    )
    with op.batch_alter_table("block", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_block_blocked"), ["blocked"], unique=False)

    op.create_table(
        "ceremony",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=True),
        sa.Column("session", sa.String(length=16), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_ceremony_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_ceremony")),
    )
    with op.batch_alter_table("ceremony", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_ceremony_expires"), ["expires"], unique=False)

    op.create_table(
        "email",
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("confirmed", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_email_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_email")),
    )
    with op.batch_alter_table("email", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_email_address"), ["address"], unique=False)

    op.create_table(
        "passkey",
        sa.Column("credential", sa.String(length=1400), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("uses", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_passkey_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("credential", name=op.f("pk_passkey")),
    )
    with op.batch_alter_table("passkey", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_passkey_account"), ["account"], unique=False)

    op.create_table(
        "restraint",
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_restraint_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account", "kind", name=op.f("pk_restraint")),
    )
    op.create_table(
        "role",
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_role_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_role")),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("moderator", sa.String(length=16), nullable=True),
        sa.Column("what", sa.String(length=16), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=True),
        sa.Column("game", sa.String(length=20), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_audit_account")),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_audit_game")),
        sa.ForeignKeyConstraint(["moderator"], ["account.id"], name=op.f("fk_audit_moderator")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_table(
        "note",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_note_account"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_note_game")),
        sa.PrimaryKeyConstraint("game", "account", name=op.f("pk_note")),
    )
    with op.batch_alter_table("note", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_note_account"), ["account"], unique=False)

    op.create_table(
        "report",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("reporter", sa.String(length=16), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=True),
        sa.Column("game", sa.String(length=20), nullable=True),
        sa.Column("remark", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.Column("closer", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name=op.f("fk_report_account")),
        sa.ForeignKeyConstraint(["closer"], ["account.id"], name=op.f("fk_report_closer")),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_report_game")),
        sa.ForeignKeyConstraint(["reporter"], ["account.id"], name=op.f("fk_report_reporter")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_report")),
    )
    with op.batch_alter_table("report", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_report_account"), ["account"], unique=False)
        batch_op.create_index(batch_op.f("ix_report_closed"), ["closed"], unique=False)
        batch_op.create_index(batch_op.f("ix_report_reporter"), ["reporter"], unique=False)
