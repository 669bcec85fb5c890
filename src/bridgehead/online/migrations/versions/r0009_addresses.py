"""One table of e-mail addresses, confirmed once for all that they are used for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up. What was confirmed stays confirmed; a link that was sent works."""
    op.create_table(
        "address",
        sa.Column("account", sa.String(length=16), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("confirmed", sa.BigInteger(), nullable=True),
        sa.Column("proof", sa.String(length=64), nullable=True),
        sa.Column("recovers", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name=op.f("fk_address_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account", "address", name=op.f("pk_address")),
    )
    op.create_index(op.f("ix_address_address"), "address", ["address"])
    op.create_index(op.f("ix_address_proof"), "address", ["proof"])
    op.execute(
        """
        INSERT INTO address (account, address, confirmed, proof, recovers, created)
        SELECT account, address, confirmed, (
            SELECT max(digest) FROM token
            WHERE token.account = email.account AND token.kind = 'confirm'
              AND email.confirmed IS NULL
        ), 1, created FROM email
        """
    )
    op.execute("DELETE FROM token WHERE kind = 'confirm'")
    # an address that channels of notices name: confirmed where any of the two was
    op.execute(
        """
        UPDATE address SET proof = NULL, confirmed = (
            SELECT min(channel.created) FROM channel
            WHERE channel.account = address.account AND channel.target = address.address
        )
        WHERE confirmed IS NULL AND EXISTS (
            SELECT 1 FROM channel
            WHERE channel.account = address.account AND channel.target = address.address
              AND channel.kind = 'mail' AND channel.proof IS NULL
        )
        """
    )
    op.execute(
        """
        INSERT INTO address (account, address, confirmed, proof, recovers, created)
        SELECT account, target, max(CASE WHEN proof IS NULL THEN created END), max(proof), 0,
               min(created)
        FROM channel
        WHERE kind = 'mail' AND NOT EXISTS (
            SELECT 1 FROM address
            WHERE address.account = channel.account AND address.address = channel.target
        )
        GROUP BY account, target
        """
    )
    op.drop_table("email")
    op.drop_column("channel", "proof")
