"""The tables of the database, for SQLite and PostgreSQL alike.

Times are milliseconds since 1970 in UTC. Tokens of every kind are kept as digests only. A game's
`entry` rows are its journal: they are numbered from 1 to its revision without gaps, and no row of
them is ever changed or deleted. Whatever else is kept of a running game can be made from them.
`migrations/` brings an older database up to this.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

META = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

ACCOUNT = Table(
    "account",
    META,
    Column("id", String(16), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("folded", String(48), nullable=False, unique=True),  # the name, as names are compared
    Column("kind", String(8), nullable=False),  # "member", or "guest": without a password
    Column("created", BigInteger, nullable=False),
)
PASSWORD = Table(
    "password",
    META,
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("hash", String(255), nullable=False),
    Column("changed", BigInteger, nullable=False),
)
SESSION = Table(
    "session",
    META,
    Column("digest", String(64), primary_key=True),
    Column("id", String(16), nullable=False, unique=True),  # what it is revoked by
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("agent", String(200), nullable=False),  # what the browser calls itself
)
GAME = Table(
    "game",
    META,
    Column("id", String(20), primary_key=True),
    Column("title", String(64), nullable=False),  # the id of the game that is played
    Column("options", Text, nullable=False),  # JSON
    Column("rules", String(32), nullable=False),  # the digest of the rules it began with
    Column("pace", String(32), nullable=False),
    Column("state", String(12), nullable=False),  # open, running, over, cancelled
    Column("listed", Integer, nullable=False),  # 1: anybody may see it, 0: who was invited
    Column("creator", ForeignKey("account.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("revision", Integer, nullable=False),  # of the journal; it never leaves the server
    Column("orders", Integer, nullable=False, server_default="0"),  # changes of standing orders
    Column("views", Text, nullable=False),  # JSON: how often the bytes of each class have changed
    Column("waits_for", String(32), nullable=False),  # a side, "" nobody
    Column("due", String(16), nullable=False),  # "think": a computer has to decide; "" nothing
    Column("deadline", BigInteger),
    Column("result", Text),  # JSON
    Column("summary", Text, nullable=False),  # JSON: what lists show to everybody
    Index("ix_game_listing", "state", "listed", "created"),
    Index("ix_game_due", "due"),
)
SEAT = Table(
    "seat",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("side", String(32), primary_key=True),
    Column("account", ForeignKey("account.id"), index=True),  # neither this nor a computer: free
    Column("computer", String(32)),
    Column("reserve", BigInteger),
)
TOKEN = Table(
    "token",
    META,
    Column("digest", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),  # "invitation"
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), nullable=False),
    Column("game", ForeignKey("game.id"), index=True),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)
ENTRY = Table(
    "entry",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("side", String(32), nullable=False),  # a side, "dice", or "" for the server
    Column("text", Text, nullable=False),
    Column("roll", Integer),  # the number of the draw, of what the dice decided
    Column("key", String(120)),  # of the request that it came with
    Column("time", BigInteger, nullable=False),
    UniqueConstraint("game", "key"),
)
SNAPSHOT = Table(
    "snapshot",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the entry that it is the position after
    Column("rules", String(32), nullable=False),
    Column("position", Text, nullable=False),  # JSON
)
DICE = Table(
    "dice",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("commitment", String(64), nullable=False),
    Column("sealed", String(255), nullable=False),  # the secret, sealed with a key kept elsewhere
)
CHAT = Table(
    "chat",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("account", ForeignKey("account.id"), nullable=False),
    Column("text", Text, nullable=False),
    Column("key", String(120), nullable=False),
    Column("time", BigInteger, nullable=False),
    UniqueConstraint("game", "key"),
)
STANDING = Table(
    "standing",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("side", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the change, from 1
    Column("after", Integer, nullable=False),  # the journal's revision when it was made
    Column("text", Text, nullable=False),  # JSON: all orders of the side
    Column("time", BigInteger, nullable=False),
)
LOOKED = Table(
    "looked",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("known", Integer, nullable=False),  # actions that the page had shown
    Column("time", BigInteger, nullable=False),
)
