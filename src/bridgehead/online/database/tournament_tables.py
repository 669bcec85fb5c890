"""Tables of tournaments: who takes part, who meets whom, who has no game in a round."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text

from bridgehead.online.database.tables import META

TOURNAMENT = Table(
    "tournament",
    META,
    Column("id", String(20), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("title", String(64), nullable=False),  # the id of the game
    Column("options", Text, nullable=False),  # JSON
    Column("pace", String(32), nullable=False),
    Column("rated", Integer, nullable=False),
    Column("size", Integer, nullable=False),  # most players
    Column("together", Integer, nullable=False),  # games that a player has at the same time; 0: all
    Column("closes", BigInteger),  # when it begins at the latest
    Column("state", String(12), nullable=False),  # entering, running, over, cancelled
    Column("creator", ForeignKey("account.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("began", BigInteger),
    Column("ended", BigInteger),
    Column("due", Integer, nullable=False),  # 1: games may have to be started or ended
    # JSON: the settings that have no column (`tournaments/plans.py`)
    Column("settings", Text, nullable=False, server_default="{}"),
    Index("ix_tournament_listing", "state", "created"),
    Index("ix_tournament_due", "due"),
)
ENTRANT = Table(
    "entrant",
    META,
    Column("tournament", ForeignKey("tournament.id"), primary_key=True),
    Column("account", ForeignKey("account.id"), primary_key=True),
    Column("entered", BigInteger, nullable=False),
    Column("withdrawn", BigInteger),
    Column("seed", Integer, nullable=False, server_default="0"),  # 1: the best rating at the start
    Column("part", Integer, nullable=False, server_default="0"),  # the number of the group
    Column("replaces", String(16)),  # the withdrawn account whose place it has taken
    Index("ix_entrant_account", "account"),
)
PAIRING = Table(
    "pairing",
    META,
    Column("tournament", ForeignKey("tournament.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("round", Integer, nullable=False),
    Column("first", ForeignKey("account.id"), nullable=False),  # plays the title's first side
    Column("second", ForeignKey("account.id"), nullable=False),
    Column("game", ForeignKey("game.id"), index=True),  # NULL: not started
    # the number of the group; 0: of the final, or of a tournament without groups
    Column("part", Integer, nullable=False, server_default="0"),
)
BYE = Table(  # players whom a Swiss round leaves without an opponent
    "bye",
    META,
    Column("tournament", ForeignKey("tournament.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("account", ForeignKey("account.id"), nullable=False),
)
