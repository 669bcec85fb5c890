"""The tables of version 0.1.0."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op
from procrastinate.schema import SchemaManager

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create every table."""
    _create_accounts()
    _create_games()
    _create_seats()
    _create_journals()
    _create_clocks()
    _create_orders()
    _create_results()
    _create_sequels()
    _create_ratings()
    _create_tournaments()
    _create_logins()
    _create_moderation()
    _create_notices()
    _create_post()
    _create_queue()


def _create_accounts() -> None:
    """Create the tables of accounts."""
    op.create_table(
        "account",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("folded", sa.String(48), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("network", sa.String(32)),
        sa.Column("zone", sa.String(64)),
        sa.UniqueConstraint("folded"),
    )
    op.create_table(
        "name_key",
        sa.Column("key", sa.String(200), primary_key=True),
        _own("account", nullable=False),
    )
    op.create_index(op.f("ix_name_key_account"), "name_key", ["account"])
    op.create_table(
        "password",
        _own("account", primary_key=True),
        sa.Column("hash", sa.String(255), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "session",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False),
        _own("account", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("agent", sa.String(200), nullable=False),
        sa.Column("network", sa.String(32)),
        sa.UniqueConstraint("id"),
    )
    op.create_index(op.f("ix_session_account"), "session", ["account"])
    op.create_table(
        "former_name",
        sa.Column("digest", sa.String(64), primary_key=True),
    )


def _create_games() -> None:
    """Create the tables of games and their seats."""
    op.create_table(
        "game",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("pace", sa.String(32), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("listed", sa.Integer(), nullable=False),
        sa.Column("creator", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("orders", sa.Integer(), server_default="0", nullable=False),
        sa.Column("views", sa.Text(), nullable=False),
        sa.Column("waits_for", sa.String(32), nullable=False),
        sa.Column("due", sa.String(16), nullable=False),
        sa.Column("deadline", sa.BigInteger()),
        sa.Column("result", sa.Text()),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("clock", sa.Text()),
        sa.Column("since", sa.BigInteger()),
        sa.Column("flag", sa.String(8), server_default="claim", nullable=False),
        sa.Column("vacation", sa.Integer(), server_default="1", nullable=False),
        sa.Column("swept", sa.BigInteger()),
        sa.Column("rated", sa.Integer(), server_default="0", nullable=False),
        sa.Column("mirror", sa.String(20)),
        sa.Column("data", sa.String(64), nullable=False),
    )
    op.create_index(op.f("ix_game_creator"), "game", ["creator"])
    op.create_index(
        "ix_game_deadline",
        "game",
        ["flag", "deadline"],
        postgresql_where=sa.text("deadline IS NOT NULL"),
        sqlite_where=sa.text("deadline IS NOT NULL"),
    )
    op.create_index("ix_game_due", "game", ["due"])
    op.create_index("ix_game_listing", "game", ["state", "listed", "created"])
    op.create_index("ix_game_mirror", "game", ["mirror"])
    op.create_index("ix_game_titles", "game", ["state", "listed", "title", "created"])


def _create_seats() -> None:
    """Create the tables of seats, invitations and dice."""
    op.create_table(
        "seat",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("side", sa.String(32), primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id")),
        sa.Column("computer", sa.String(32)),
    )
    op.create_index(op.f("ix_seat_account"), "seat", ["account"])
    op.create_table(
        "token",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        _own("account", nullable=False),
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id")),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
    )
    op.create_index(op.f("ix_token_game"), "token", ["game"])
    op.create_table(
        "invited",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        _own("account", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_index(op.f("ix_invited_account"), "invited", ["account"])
    op.create_table(
        "dice",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("sealed", sa.String(255), nullable=False),
        sa.Column("mode", sa.String(8), server_default="sealed", nullable=False),
    )
    op.create_table(
        "past_dice",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("sealed", sa.String(255), nullable=False),
    )


def _create_journals() -> None:
    """Create the tables of what happens in games."""
    op.create_table(
        "entry",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("side", sa.String(32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("roll", sa.Integer()),
        sa.Column("key", sa.String(120)),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("link", sa.String(64)),
        sa.UniqueConstraint("game", "key"),
    )
    op.create_table(
        "snapshot",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
    )
    op.create_table(
        "story",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("reader", sa.String(16), primary_key=True),
        sa.Column("made", sa.String(64), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.UniqueConstraint("game", "key"),
    )


def _create_clocks() -> None:
    """Create the tables of clocks, outages, vacations and claims."""
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("jumped", sa.BigInteger(), server_default="0", nullable=False),
    )
    op.create_table(
        "outage",
        sa.Column("begun", sa.BigInteger(), autoincrement=False, primary_key=True),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
    )
    op.create_table(
        "vacation",
        _own("account", primary_key=True),
        sa.Column("begun", sa.BigInteger(), autoincrement=False, primary_key=True),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
    )
    op.create_index(
        "ix_vacation_until",
        "vacation",
        ["until"],
        postgresql_where=sa.text("ended IS NULL"),
        sqlite_where=sa.text("ended IS NULL"),
    )
    op.create_table(
        "claim",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("who", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )
    op.execute("INSERT INTO heartbeat (id, time) VALUES (1, 0)")


def _create_orders() -> None:
    """Create the tables of standing orders, notes and what players have seen."""
    op.create_table(
        "standing",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("side", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "looked",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        _own("account", primary_key=True),
        sa.Column("known", sa.Integer(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "note",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        _own("account", primary_key=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
    )
    op.create_index(op.f("ix_note_account"), "note", ["account"])


def _create_results() -> None:
    """Create the tables of how games ended."""
    op.create_table(
        "outcome",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("winner", sa.String(32), nullable=False),
        sa.Column("ending", sa.String(32), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("walkover", sa.Integer(), server_default="0", nullable=False),
        sa.Column("points", sa.Text()),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("listed", sa.Integer(), nullable=False),
    )
    op.create_index("ix_outcome_ended", "outcome", ["listed", "ended", "game"])
    op.create_index("ix_outcome_title", "outcome", ["listed", "title", "ended", "game"])
    op.create_table(
        "played",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("side", sa.String(32), primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id")),
        sa.Column("against", sa.String(16), sa.ForeignKey("account.id")),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("listed", sa.Integer(), nullable=False),
    )
    op.create_index("ix_played_account", "played", ["account", "listed", "ended", "game"])
    op.create_index("ix_played_against", "played", ["account", "against", "ended"])
    op.create_index("ix_played_ended", "played", ["account", "ended", "game"])


def _create_sequels() -> None:
    """Create the tables of rematches and analyses."""
    op.create_table(
        "rematch",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("by", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("to", sa.String(16), sa.ForeignKey("account.id")),
        sa.Column("mirrored", sa.Integer(), nullable=False),
        sa.Column("answer", sa.String(12), nullable=False),
        sa.Column("next", sa.String(20)),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_index(op.f("ix_rematch_to"), "rematch", ["to"])
    op.create_table(
        "analysis",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("worker", sa.String(32), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("result", sa.Text()),
        sa.Column("trouble", sa.Text(), nullable=False),
    )
    op.create_index("ix_analysis_state", "analysis", ["state", "asked"])


def _create_ratings() -> None:
    """Create the tables of ratings."""
    op.create_table(
        "pool",
        sa.Column("pool", sa.String(64), primary_key=True),
        sa.Column("games", sa.Integer(), nullable=False),
    )
    op.create_table(
        "rated",
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("pool", sa.String(64), sa.ForeignKey("pool.pool"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("sides", sa.Text(), nullable=False),
        sa.Column("winner", sa.String(32), nullable=False),
        sa.Column("changes", sa.Text(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("opponents", sa.Text(), server_default="{}", nullable=False),
        sa.UniqueConstraint("pool", "number"),
    )
    op.create_table(
        "gain",
        sa.Column("pool", sa.String(64), sa.ForeignKey("pool.pool"), primary_key=True),
        sa.Column("who", sa.String(200), primary_key=True),
        sa.Column("opponent", sa.String(64), primary_key=True),
        sa.Column("points", sa.Float(precision=53), nullable=False),
    )
    op.create_table(
        "rating",
        sa.Column("pool", sa.String(64), sa.ForeignKey("pool.pool"), primary_key=True),
        sa.Column("who", sa.String(200), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id")),
        sa.Column("mu", sa.Float(precision=53), nullable=False),
        sa.Column("sigma", sa.Float(precision=53), nullable=False),
        sa.Column("provisional", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
    )
    op.create_index(op.f("ix_rating_account"), "rating", ["account"])
    op.create_index("ix_rating_board", "rating", ["pool", "kind", "provisional", "mu"])


def _create_tournaments() -> None:
    """Create the tables of tournaments."""
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("pace", sa.String(32), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("together", sa.Integer(), nullable=False),
        sa.Column("closes", sa.BigInteger()),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("creator", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("began", sa.BigInteger()),
        sa.Column("ended", sa.BigInteger()),
        sa.Column("due", sa.Integer(), nullable=False),
    )
    op.create_index("ix_tournament_due", "tournament", ["due"])
    op.create_index("ix_tournament_listing", "tournament", ["state", "created"])
    op.create_table(
        "entrant",
        sa.Column("tournament", sa.String(20), sa.ForeignKey("tournament.id"), primary_key=True),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id"), primary_key=True),
        sa.Column("entered", sa.BigInteger(), nullable=False),
        sa.Column("withdrawn", sa.BigInteger()),
    )
    op.create_index("ix_entrant_account", "entrant", ["account"])
    op.create_table(
        "pairing",
        sa.Column("tournament", sa.String(20), sa.ForeignKey("tournament.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("first", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("second", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id")),
    )
    op.create_index(op.f("ix_pairing_game"), "pairing", ["game"])


def _create_logins() -> None:
    """Create the tables of ways to log in and to recover a password."""
    op.create_table(
        "passkey",
        sa.Column("credential", sa.String(1400), primary_key=True),
        _own("account", nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("uses", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger()),
    )
    op.create_index(op.f("ix_passkey_account"), "passkey", ["account"])
    op.create_table(
        "ceremony",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        _own("account"),
        sa.Column("session", sa.String(16), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
    )
    op.create_index(op.f("ix_ceremony_expires"), "ceremony", ["expires"])
    op.create_table(
        "address",
        _own("account", primary_key=True),
        sa.Column("address", sa.String(254), primary_key=True),
        sa.Column("confirmed", sa.BigInteger()),
        sa.Column("proof", sa.String(64)),
        sa.Column("recovers", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_index(op.f("ix_address_address"), "address", ["address"])
    op.create_index(op.f("ix_address_proof"), "address", ["proof"])


def _create_moderation() -> None:
    """Create the tables of roles, blocks, reports and the moderators' log."""
    op.create_table(
        "role",
        _own("account", primary_key=True),
        sa.Column("role", sa.String(16), nullable=False),
    )
    op.create_table(
        "restraint",
        _own("account", primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "report",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("reporter", sa.String(16), sa.ForeignKey("account.id"), nullable=False),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id")),
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id")),
        sa.Column("remark", sa.Integer()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger()),
        sa.Column("closer", sa.String(16), sa.ForeignKey("account.id")),
    )
    op.create_index(op.f("ix_report_account"), "report", ["account"])
    op.create_index(op.f("ix_report_closed"), "report", ["closed"])
    op.create_index(op.f("ix_report_reporter"), "report", ["reporter"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("moderator", sa.String(16), sa.ForeignKey("account.id")),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("account", sa.String(16), sa.ForeignKey("account.id")),
        sa.Column("game", sa.String(20), sa.ForeignKey("game.id")),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
    )


def _create_notices() -> None:
    """Create the tables of notices and blocks."""
    op.create_table(
        "notice",
        _own("account", primary_key=True),
        sa.Column("game", sa.String(20), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("number", sa.BigInteger(), primary_key=True),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
    )
    op.create_index("ix_notice_due", "notice", ["state", "due"])
    op.create_table(
        "block",
        _own("account", primary_key=True),
        _own("blocked", primary_key=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_index(op.f("ix_block_blocked"), "block", ["blocked"])


def _create_post() -> None:
    """Create the tables of outgoing mails and pushes."""
    op.create_table(
        "channel",
        sa.Column("id", sa.String(16), primary_key=True),
        _own("account", nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("keys", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("hour", sa.Integer()),
        sa.Column("next", sa.BigInteger()),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
    )
    op.create_index(op.f("ix_channel_account"), "channel", ["account"])
    op.create_index("ix_channel_next", "channel", ["next"])
    op.create_table(
        "mail",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("to", sa.String(254), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("sent", sa.BigInteger()),
        sa.Column("unsubscribe", sa.Text()),
    )
    op.create_index("ix_mail_due", "mail", ["sent", "due"])
    op.create_table(
        "post",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column(
            "channel",
            sa.String(16),
            sa.ForeignKey("channel.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
    )
    op.create_index(op.f("ix_post_channel"), "post", ["channel"])
    op.create_index("ix_post_due", "post", ["due"])


def _create_queue() -> None:
    """Create the tables of the queue of jobs, which only PostgreSQL has."""
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        whole = connection.execution_options(no_parameters=True)  # its % signs are no parameters
        whole.exec_driver_sql(SchemaManager.get_schema())


def _own(name: str, **more: Any) -> sa.Column[str]:
    """Return a column that names an account: the row is deleted with the account."""
    return sa.Column(name, sa.String(16), sa.ForeignKey("account.id", ondelete="CASCADE"), **more)
