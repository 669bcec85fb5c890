"""The tables of a data folder's file: games, and puzzles.

A new table is made when the file is opened (`store.py`); a change of an existing one would need a
new `VERSION` there.
"""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Integer, MetaData, String, Table, Text

META = MetaData()
GAMES = Table(
    "games",
    META,
    Column("id", String, primary_key=True),
    Column("header", Text, nullable=False),  # JSON: the record without its actions
    Column("summary", Text, nullable=False),  # JSON
    Column("created", String, nullable=False),  # ISO, UTC
    Column("updated", String, nullable=False, index=True),
    Column("revision", Integer, nullable=False, server_default="0"),
)
ACTIONS = Table(
    "actions",
    META,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("text", String, nullable=False),
    sqlite_with_rowid=False,
)
BRANCHES = Table(
    "branches",
    META,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("parent", String, nullable=False),  # the id of a game, which may be gone
    Column("action", Integer, nullable=False),  # actions of the parent before the branch
)
ANALYSES = Table(
    "analyses",
    META,
    Column("digest", String, primary_key=True),  # of the record: equal games are analyzed once
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("data", Text, nullable=False),  # JSON
)
ORDERS = Table(  # the standing orders of people
    "orders",
    META,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("side", String, primary_key=True),
    Column("number", Integer, nullable=False),  # of changes
    Column("text", Text, nullable=False),  # JSON
)
PUZZLE_GAMES = Table(  # games in which a puzzle is solved; the list of games leaves them out
    "puzzle_games",
    META,
    Column("game", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String, nullable=False),
)
ATTEMPTS = Table(
    "attempts",
    META,
    Column("number", Integer, primary_key=True),
    Column("puzzle", String, nullable=False, index=True),
    Column("game", String, nullable=False),  # the id of a game that can be played
    Column("time", String, nullable=False),  # ISO, UTC
    Column("solved", Integer, nullable=False),
    Column("share", Float, nullable=False),  # of the way from usual play to the best plan
    Column("mu", Float),  # your rating after it, if it changed the rating: rating_scale.py
    Column("sigma", Float),
)
PUZZLE_RATINGS = Table(  # of the puzzles that you tried
    "puzzle_ratings",
    META,
    Column("puzzle", String, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
)
MISTAKES = Table(  # puzzles from your own games
    "mistakes",
    META,
    Column("puzzle", String, primary_key=True),
    Column("data", Text, nullable=False),  # JSON
    Column("game", String, nullable=False),  # the id of a game here, which may be gone
    Column("due", String, nullable=False, index=True),  # ISO date
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("done", Integer, nullable=False, server_default="0"),
)
