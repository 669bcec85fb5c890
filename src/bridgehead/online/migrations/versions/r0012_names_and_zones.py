"""What names are compared by, and the time zones of accounts.

Revision ID: 0012
Revises: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bridgehead.online.look_alikes import keys_of

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them. Of names that look alike, the oldest account keeps what they are compared by."""
    op.add_column("account", sa.Column("zone", sa.String(length=64), nullable=True))
    keys = op.create_table(
        "name_key",
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_name_key_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_name_key")),
    )
    op.create_index(op.f("ix_name_key_account"), "name_key", ["account"], unique=False)
    accounts = sa.text("SELECT id, name FROM account WHERE kind <> 'deleted' ORDER BY created, id")
    owners: dict[str, str] = {}
    for account in op.get_bind().execute(accounts):
        for key in keys_of(account.name):
            owners.setdefault(key, account.id)
    if owners:
        rows = [{"key": key, "account": account} for key, account in owners.items()]
        op.bulk_insert(keys, rows)
