"""Tables of the lobby: the terms of challenges, what accounts follow, and spectators' chat."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text
from sqlalchemy import UniqueConstraint as Unique

from bridgehead.online.database.tables import META

CHALLENGE = Table(  # terms of a challenge, where it has any
    "challenge",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    # "": the creator has chosen a side; "random": one is drawn; "bid": both bid for one
    Column("sides", String(8), nullable=False),
    Column("wish", String(32), nullable=False),  # "bid": the side that the creator wants, or ""
    Column("half_points", Integer, nullable=False),  # "bid": what the creator gives for it
    Column("least", Integer),  # rating of the player who takes it
    Column("most", Integer),
    Column("reliable", Integer),  # least percentage of finished games
    Column("expires", BigInteger, index=True),
)
FOLLOW = Table(  # players and games that an account follows
    "follow",
    META,
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(8), primary_key=True),  # player, game, title
    Column("what", String(64), primary_key=True),  # the id of an account, a game or a title
    Column("created", BigInteger, nullable=False),
    Index("ix_follow_what", "kind", "what"),
)
WATCHERS_CHAT = Table(  # of spectators; players see it when the game is over
    "watchers_chat",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("account", ForeignKey("account.id"), nullable=False),
    Column("text", Text, nullable=False),
    Column("key", String(120), nullable=False),
    Column("time", BigInteger, nullable=False),
    Unique("game", "key"),
)
