"""The tables of the database, the same for SQLite and PostgreSQL.

Times are milliseconds since 1970 in UTC. Tokens of every kind are stored as digests only. A game's
`entry` rows are its journal: they are numbered from 1 to its revision without gaps, and no row is
ever changed or deleted. Everything else about a running game can be computed from them.
`migrations/` upgrades older databases.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
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
    Column("folded", String(48), nullable=False, unique=True),  # the name in the form for look-ups
    Column("kind", String(8), nullable=False),  # "member", or "guest" without a password
    Column("created", BigInteger, nullable=False),
    Column("network", String(32)),  # a keyed hash of the address of its first session
    Column("zone", String(64)),  # its time zone, as "Africa/Cairo"; NULL: not known
    Column("language", String(8)),  # as "de"; NULL: not known
)
NAME_KEY = Table(
    "name_key",
    META,
    Column("key", String(200), primary_key=True),  # a comparison key of an account's name
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
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
    Column("id", String(16), nullable=False, unique=True),  # the id with which it is revoked
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("agent", String(200), nullable=False),  # the browser's user agent
    Column("network", String(32)),  # a keyed hash of its address, if that is public
)
GAME = Table(
    "game",
    META,
    Column("id", String(20), primary_key=True),
    Column("title", String(64), nullable=False),  # the id of the game
    Column("options", Text, nullable=False),  # JSON
    Column("rules", String(32), nullable=False),  # the digest of the rules at the start
    Column("pace", String(32), nullable=False),
    Column("state", String(12), nullable=False),  # open, running, over, cancelled
    # 1: public; 0: for invited players; 2: for everybody with its address, now that it is over
    Column("listed", Integer, nullable=False),
    Column("creator", ForeignKey("account.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("revision", Integer, nullable=False),  # of the journal; never leaves the server
    Column("orders", Integer, nullable=False, server_default="0"),  # changes of standing orders
    Column("views", Text, nullable=False),  # JSON: by class, number of changes that it has seen
    Column("waits_for", String(32), nullable=False),  # a side; "" for nobody
    Column("due", String(16), nullable=False),  # "think": a computer is to decide; "" nothing
    Column("deadline", BigInteger),  # of the running clock
    Column("result", Text),  # JSON
    Column("summary", Text, nullable=False),  # JSON: what lists show to everybody
    Column("clock", Text),  # JSON: the clocks without `since`; NULL if time is unlimited
    Column("since", BigInteger),  # the time from which the running clock counts
    Column("flag", String(8), nullable=False, server_default="claim"),  # or "auto": needs no claim
    Column("vacation", Integer, nullable=False, server_default="1"),  # 0: vacations stop no clock
    Column("swept", BigInteger),  # when a process claimed it to end it on time
    Column("rated", Integer, nullable=False, server_default="0"),  # 1: it counts for the ratings
    Column("mirror", String(20)),  # the id of the first game of a mirrored match
    Column("data", String(64), nullable=False),  # the digest of the data it began with
    Column("stand_in", String(32)),  # the computer that plays for absent players; NULL: none
    # 1: it also takes over from a player whose time is up
    Column("stand_in_on_time", Integer, nullable=False, server_default="0"),
    Index("ix_game_listing", "state", "listed", "created"),
    Index("ix_game_titles", "state", "listed", "title", "created"),
    Index("ix_game_mirror", "mirror"),
    Index("ix_game_due", "due"),
    Index(
        "ix_game_deadline",
        "flag",
        "deadline",
        postgresql_where=text("deadline IS NOT NULL"),
        sqlite_where=text("deadline IS NOT NULL"),
    ),
)
SEAT = Table(
    "seat",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("side", String(32), primary_key=True),
    Column("account", ForeignKey("account.id"), index=True),  # NULL and no computer: free
    Column("computer", String(32)),
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
    Column("roll", Integer),  # for decisions of the dice, the number of the draw
    Column("key", String(120)),  # the key of the request
    Column("time", BigInteger, nullable=False),
    Column("link", String(64)),  # the next link of the deciding side's dice chain
    Column("computer", String(32)),  # that decided for an absent player
    UniqueConstraint("game", "key"),
)
SNAPSHOT = Table(
    "snapshot",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # the last entry before the position
    Column("rules", String(32), nullable=False),
    Column("position", Text, nullable=False),  # JSON
)
STORY = Table(  # descriptions of games, derived from their journals (`stored_logs.py`)
    "story",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("reader", String(16), primary_key=True),  # a side, "" for spectators, "*" for everybody
    Column("made", String(64), nullable=False),  # identity of actions and program
    Column("packed", LargeBinary, nullable=False),
)
DICE = Table(
    "dice",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("commitment", String(64), nullable=False),
    Column("sealed", String(255), nullable=False),  # the secret, sealed with a key kept elsewhere
    Column("mode", String(8), nullable=False, server_default="sealed"),  # or "chains", "strict"
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
HEARTBEAT = Table(
    "heartbeat",
    META,
    Column("id", Integer, primary_key=True, autoincrement=False),  # always 1: there is one row
    Column("time", BigInteger, nullable=False),  # when a process last wrote a heartbeat
    # the sum of all jumps of the database's clock for which deadlines were moved
    Column("jumped", BigInteger, nullable=False, server_default="0"),
)
OUTAGE = Table(
    "outage",
    META,
    Column("begun", BigInteger, primary_key=True, autoincrement=False),  # the last heartbeat
    Column("ended", BigInteger, nullable=False),
    Column("games", Integer, nullable=False),  # number of games whose deadlines were moved
)
VACATION = Table(
    "vacation",
    META,
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("begun", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
    Column("ended", BigInteger),  # NULL: it goes on
    Index(
        "ix_vacation_until",
        "until",
        postgresql_where=text("ended IS NULL"),
        sqlite_where=text("ended IS NULL"),
    ),
)

# Matches, ratings, analyses

# Challenges that only one player can accept.
INVITED = Table(
    "invited",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)
REMATCH = Table(
    "rematch",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),  # the game before the rematch
    Column("by", ForeignKey("account.id"), nullable=False),
    Column("to", ForeignKey("account.id"), index=True),  # NULL: a computer
    Column("mirrored", Integer, nullable=False),
    Column("answer", String(12), nullable=False),  # "" (none yet), accepted, declined, withdrawn
    Column("next", String(20)),  # the game that began with the rematch
    Column("created", BigInteger, nullable=False),
)
OUTCOME = Table(
    "outcome",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("title", String(64), nullable=False),
    Column("winner", String(32), nullable=False),  # a side, or "draw"
    Column("ending", String(32), nullable=False),
    Column("decisions", Integer, nullable=False),  # of both sides, without those taken back
    # 1: the loser withdrew from the tournament, or made no decision
    Column("walkover", Integer, nullable=False, server_default="0"),
    Column("points", Text),  # JSON: victory points of both sides, if the title has them
    Column("ended", BigInteger, nullable=False),
    Column("listed", Integer, nullable=False),
    Index("ix_outcome_ended", "listed", "ended", "game"),
    Index("ix_outcome_title", "listed", "title", "ended", "game"),
)
PLAYED = Table(
    "played",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("side", String(32), primary_key=True),
    Column("account", ForeignKey("account.id")),  # NULL: a computer
    Column("against", ForeignKey("account.id")),  # NULL: a computer
    Column("title", String(64), nullable=False),
    Column("score", Float, nullable=False),  # 1 won, 0.5 drawn, 0 lost, -1 no result
    Column("ended", BigInteger, nullable=False),
    Column("listed", Integer, nullable=False),
    # 1: a computer had taken over, because the player's time was up
    Column("left", Integer, nullable=False, server_default="0"),
    Index("ix_played_account", "account", "listed", "ended", "game"),
    Index("ix_played_ended", "account", "ended", "game"),
    Index("ix_played_against", "account", "against", "ended"),
)
POOL = Table(
    "pool",
    META,
    Column("pool", String(64), primary_key=True),  # a title; each pool has its own ratings
    Column("games", Integer, nullable=False),  # number of rated games
)
RATED = Table(
    "rated",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("pool", ForeignKey("pool.pool"), nullable=False),
    Column("number", Integer, nullable=False),  # order in which the games were rated, from 1
    Column("variant", Text, nullable=False),  # the game with its options, as side estimates use it
    Column("sides", Text, nullable=False),  # JSON: the player of each side
    Column("winner", String(32), nullable=False),
    Column("changes", Text, nullable=False),  # JSON: mu and sigma of each side before and after
    Column("time", BigInteger, nullable=False),
    Column(
        "opponents", Text, nullable=False, server_default="{}"
    ),  # JSON: the opponents as which each side counts
    UniqueConstraint("pool", "number"),
)
GAIN = Table(
    "gain",
    META,
    Column("pool", ForeignKey("pool.pool"), primary_key=True),
    Column("who", String(200), primary_key=True),  # "account:…", "computer:…"
    Column("opponent", String(64), primary_key=True),  # "account:…", "network:…", "computers"
    Column("points", Float(53), nullable=False),
)
RATING = Table(
    "rating",
    META,
    Column("pool", ForeignKey("pool.pool"), primary_key=True),
    Column("who", String(200), primary_key=True),  # "account:…", "computer:…", "side:…"
    Column("kind", String(8), nullable=False),  # account, computer, side
    Column("account", ForeignKey("account.id"), index=True),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("provisional", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Index("ix_rating_board", "pool", "kind", "provisional", "mu"),
)
ANALYSIS = Table(
    "analysis",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("state", String(8), nullable=False),  # wanted, running, done, failed
    Column("asked", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),  # when the claim of a worker expires
    Column("worker", String(32), nullable=False),
    Column("done", Integer, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("result", Text),  # JSON
    Column("trouble", Text, nullable=False),
    Index("ix_analysis_state", "state", "asked"),
)

# People

PASSKEY = Table(
    "passkey",
    META,
    Column("credential", String(1400), primary_key=True),  # base64url, from the browser
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("public_key", Text, nullable=False),  # base64url
    Column("uses", BigInteger, nullable=False),  # the authenticator's use counter
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)
CEREMONY = Table(  # challenges that browsers were asked to sign; each can be used once
    "ceremony",
    META,
    Column("digest", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),  # add, login, confirm; "confirmed": signed
    Column("account", ForeignKey("account.id", ondelete="CASCADE")),
    Column("session", String(16), nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)
ADDRESS = Table(  # e-mail addresses
    "address",
    META,
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), primary_key=True, index=True),
    Column("confirmed", BigInteger),  # NULL: not confirmed yet
    Column("proof", String(64), index=True),  # digest of the token in the confirmation link
    Column("recovers", Integer, nullable=False),  # 1: the address can recover a lost password
    Column("created", BigInteger, nullable=False),
)
ROLE = Table(
    "role",
    META,
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("role", String(16), nullable=False),  # moderator, administrator; players have no row
)
RESTRAINT = Table(
    "restraint",
    META,
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(8), primary_key=True),  # mute, suspend
    Column("until", BigInteger, nullable=False),
)
BLOCK = Table(
    "block",
    META,
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("created", BigInteger, nullable=False),
)
REPORT = Table(
    "report",
    META,
    Column("id", String(16), primary_key=True),
    Column("reporter", ForeignKey("account.id"), nullable=False, index=True),
    Column("account", ForeignKey("account.id"), index=True),  # the reported account
    Column("game", ForeignKey("game.id")),
    Column("remark", Integer),  # the number of one of its chat messages
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("closed", BigInteger, index=True),
    Column("closer", ForeignKey("account.id")),
)
AUDIT = Table(  # actions of moderators; rows are never changed or deleted
    "audit",
    META,
    Column("id", Integer, primary_key=True),
    Column("moderator", ForeignKey("account.id")),  # NULL: the host on the command line
    Column("what", String(16), nullable=False),
    Column("account", ForeignKey("account.id")),
    Column("game", ForeignKey("game.id")),
    Column("text", Text, nullable=False),
    Column("time", BigInteger, nullable=False),
)
FORMER_NAME = Table(  # names of deleted and renamed accounts, which nobody can take
    "former_name",
    META,
    Column("digest", String(64), primary_key=True),
)
NOTE = Table(
    "note",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("text", Text, nullable=False),
    Column("changed", BigInteger, nullable=False),
)
PAST_DICE = Table(  # replaced secrets, which are used for no more rolls
    "past_dice",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # the last entry before the new secret
    Column("commitment", String(64), nullable=False),
    Column("sealed", String(255), nullable=False),
)

# Notices (notices.py), and outgoing messages

NOTICE = Table(
    "notice",
    META,
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(20), primary_key=True),  # "" if it concerns no game
    Column("kind", String(16), primary_key=True),
    # the number within its kind: of the account's view, a chat message, the minute of a deadline
    Column("number", BigInteger, primary_key=True),
    Column("data", Text, nullable=False),  # JSON: the text of news
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("state", String(8), nullable=False),  # waits, quiet, digest, done
    Index("ix_notice_due", "state", "due"),
)
CHANNEL = Table(
    "channel",
    META,
    Column("id", String(16), primary_key=True),
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # mail, push, hook, discord
    Column("target", Text, nullable=False),  # one of the account's mail addresses, or a web address
    Column("keys", Text, nullable=False),  # JSON: keys of a browser's subscription, or "{}"
    Column("events", Text, nullable=False),  # JSON: the kinds of notices that it receives
    Column("hour", Integer),  # of the daily mail in the account's zone; NULL: at once
    Column("next", BigInteger),  # when the next daily mail is due
    Column("created", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),  # failures in a row
    Index("ix_channel_next", "next"),
)
QUIET_HOURS = Table(  # of the accounts that have set some
    "quiet_hours",
    META,
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("begins", Integer, nullable=False),  # hours of the day in the account's zone
    Column("ends", Integer, nullable=False),
    Column("urgent", Integer, nullable=False),  # 1: urgent notices are sent all the same
)
MAIL = Table(
    "mail",
    META,
    Column("id", String(32), primary_key=True),
    Column("to", String(254), nullable=False),
    Column("subject", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("sent", BigInteger),
    Column("unsubscribe", Text),  # the address for unsubscribing
    Column("quiet", String(16)),  # the account whose quiet hours it keeps; NULL: none
    # the channel with which it is deleted; NULL: it is no notice
    Column("channel", ForeignKey("channel.id", ondelete="CASCADE"), index=True),
    Index("ix_mail_due", "sent", "due"),
)
POST = Table(
    "post",
    META,
    Column("id", String(32), primary_key=True),
    Column("channel", ForeignKey("channel.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("body", Text, nullable=False),  # JSON: the message
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("quiet", String(16)),  # the account whose quiet hours it keeps; NULL: none
    Index("ix_post_due", "due"),
)
CLAIM = Table(
    "claim",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("who", String(32), nullable=False),  # the process that thinks about this game
    Column("until", BigInteger, nullable=False),
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
    Column("known", Integer, nullable=False),  # actions that the page has shown
    Column("time", BigInteger, nullable=False),
)

# Puzzles, and games that begin in a position of another one

PUZZLE_ATTEMPT = Table(  # one row for each puzzle that an account has tried
    "puzzle_attempt",
    META,
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("game", String(64), nullable=False),  # the id of the puzzle's game
    Column("time", BigInteger, nullable=False),  # of the first attempt
    Column("first", Integer, nullable=False),  # 1: the first attempt solved it
    Column("share", Float(53), nullable=False),  # of the first attempt, 0 to 1
    Column("solved", Integer, nullable=False),  # 1: one of the attempts solved it
    Column("tries", Integer, nullable=False),
    Column("mu", Float(53), nullable=False),  # the account's strength after the first attempt
    Column("sigma", Float(53), nullable=False),
    Index("ix_puzzle_attempt_time", "account", "time"),
)
PUZZLE_RATING = Table(  # of the puzzles that somebody has tried
    "puzzle_rating",
    META,
    Column("puzzle", String(16), primary_key=True),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("attempts", Integer, nullable=False),  # first attempts of accounts
)
MISTAKE = Table(  # a decision of an analyzed game as a puzzle of the account that made it
    "mistake",
    META,
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("data", Text, nullable=False),  # JSON
    Column("game", ForeignKey("game.id"), nullable=False, index=True),
    Column("due", String(10), nullable=False),  # ISO date, UTC
    Column("failures", Integer, nullable=False),
    Column("done", Integer, nullable=False),  # 1: solved
    Index("ix_mistake_due", "account", "due"),
)
ORIGIN = Table(
    "origin",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("parent", ForeignKey("game.id"), index=True),  # NULL: a puzzle
    Column("digest", String(80), nullable=False),  # of the parent's actions up to there
    Column("action", Integer, nullable=False),  # after so many actions of the parent
    Column("view", String(32), nullable=False),  # a side from whose knowledge it begins, or ""
    Column("start", Text, nullable=False),  # JSON: the position
)
