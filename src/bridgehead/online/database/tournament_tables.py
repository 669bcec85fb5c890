"""Tables of tournaments and leagues: who takes part, who meets whom, who is in which group."""

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

# Leagues: each group of a season is a tournament

LEAGUE = Table(
    "league",
    META,
    Column("id", String(20), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("title", String(64), nullable=False),  # the id of the game
    Column("options", Text, nullable=False),  # JSON
    Column("pace", String(32), nullable=False),
    Column("rated", Integer, nullable=False),
    Column("together", Integer, nullable=False),
    Column("settings", Text, nullable=False),  # JSON, as of a tournament
    Column("group_size", Integer, nullable=False),
    Column("moves", Integer, nullable=False),  # players of each group who go up, and down
    Column("pause", Integer, nullable=False),  # days between two seasons
    Column("state", String(12), nullable=False),  # waiting, running, closed
    Column("closes", Integer, nullable=False, server_default="0"),  # 1: after this season
    Column("season", Integer, nullable=False, server_default="0"),  # the last that has begun
    Column("starts", BigInteger, nullable=False),  # the next season
    Column("due", Integer, nullable=False, server_default="0"),  # 1: the season may be over
    Column("creator", ForeignKey("account.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("ix_league_state", "state", "starts"),
)
LEAGUE_MEMBER = Table(
    "league_member",
    META,
    Column("league", ForeignKey("league.id"), primary_key=True),
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("joined", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),  # order over all groups; NEW for who has just joined
    Column("leaves", Integer, nullable=False, server_default="0"),  # 1: after this season
)
LEAGUE_GROUP = Table(
    "league_group",
    META,
    Column("tournament", ForeignKey("tournament.id"), primary_key=True),
    Column("league", ForeignKey("league.id"), nullable=False),
    Column("season", Integer, nullable=False),
    Column("number", Integer, nullable=False),  # 1: the highest group
    Index("ix_league_group_season", "league", "season"),
)
