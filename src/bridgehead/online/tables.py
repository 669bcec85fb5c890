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
    Column("folded", String(48), nullable=False, unique=True),  # the name, as it is looked up
    Column("kind", String(8), nullable=False),  # "member", or "guest": without a password
    Column("created", BigInteger, nullable=False),
    Column("network", String(32)),  # a keyed hash of the address of its first session
    Column("zone", String(64)),  # its time zone, as "Africa/Cairo"; NULL: not known
)
NAME_KEY = Table(
    "name_key",
    META,
    Column("key", String(200), primary_key=True),  # what the name of an account is compared by
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
    Column("id", String(16), nullable=False, unique=True),  # what it is revoked by
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("agent", String(200), nullable=False),  # what the browser calls itself
    Column("network", String(32)),  # a keyed hash of its address, where that is a public one
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
    # 1: anybody may see it, 0: who was invited, 2: who has its address, now that it is over
    Column("listed", Integer, nullable=False),
    Column("creator", ForeignKey("account.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("revision", Integer, nullable=False),  # of the journal; it never leaves the server
    Column("orders", Integer, nullable=False, server_default="0"),  # changes of standing orders
    Column("views", Text, nullable=False),  # JSON: how often the bytes of each class have changed
    Column("waits_for", String(32), nullable=False),  # a side, "" nobody
    Column("due", String(16), nullable=False),  # "think": a computer has to decide; "" nothing
    Column("deadline", BigInteger),  # of the clock that runs
    Column("result", Text),  # JSON
    Column("summary", Text, nullable=False),  # JSON: what lists show to everybody
    Column("clock", Text),  # JSON: all of the clocks but the next; none where time is unlimited
    Column("since", BigInteger),  # when the clock that runs was last read
    Column("flag", String(8), nullable=False, server_default="claim"),  # or "auto": nobody claims
    Column("vacation", Integer, nullable=False, server_default="1"),  # 0: it stops no clock
    Column("swept", BigInteger),  # when a process took it up to end it by time
    Column("rated", Integer, nullable=False, server_default="0"),  # 1: it counts for the ratings
    Column("mirror", String(20)),  # of a mirrored match: the id of its first game
    Column("data", String(64), nullable=False),  # the digest of the data it began with
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
    Column("account", ForeignKey("account.id"), index=True),  # neither this nor a computer: free
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
    Column("roll", Integer),  # the number of the draw, of what the dice decided
    Column("key", String(120)),  # of the request that it came with
    Column("time", BigInteger, nullable=False),
    Column("link", String(64)),  # of the chain of dice of the one who decided
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
STORY = Table(  # what was told of a game: it follows from the journal (`stories.py`)
    "story",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("reader", String(16), primary_key=True),  # a side, "" who watches, "*" all, at the end
    Column("made", String(64), nullable=False),  # of which actions and program
    Column("packed", LargeBinary, nullable=False),
)
DICE = Table(
    "dice",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("commitment", String(64), nullable=False),
    Column("sealed", String(255), nullable=False),  # the secret, sealed with a key kept elsewhere
    Column("mode", String(8), nullable=False, server_default="sealed"),  # or chains, strict
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
    Column("id", Integer, primary_key=True, autoincrement=False),  # 1: there is one
    Column("time", BigInteger, nullable=False),  # when a process last said that it serves
    # the sum of all jumps of the database's clock, which deadlines were moved by
    Column("jumped", BigInteger, nullable=False, server_default="0"),
)
OUTAGE = Table(
    "outage",
    META,
    Column("begun", BigInteger, primary_key=True, autoincrement=False),  # the last heartbeat before
    Column("ended", BigInteger, nullable=False),
    Column("games", Integer, nullable=False),  # whose deadlines were moved
)
VACATION = Table(
    "vacation",
    META,
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("begun", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
    Column("ended", BigInteger),  # none: it goes on
    Index(
        "ix_vacation_until",
        "until",
        postgresql_where=text("ended IS NULL"),
        sqlite_where=text("ended IS NULL"),
    ),
)

# Matches, ratings, tournaments, analyses

# Challenges that only one player may accept.
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
    Column("game", ForeignKey("game.id"), primary_key=True),  # after which it is offered
    Column("by", ForeignKey("account.id"), nullable=False),
    Column("to", ForeignKey("account.id"), index=True),  # NULL: a computer
    Column("mirrored", Integer, nullable=False),
    Column("answer", String(12), nullable=False),  # "" none yet, accepted, declined, withdrawn
    Column("next", String(20)),  # the game that came of it
    Column("created", BigInteger, nullable=False),
)
OUTCOME = Table(
    "outcome",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("title", String(64), nullable=False),
    Column("winner", String(32), nullable=False),  # a side, or "draw"
    Column("ending", String(32), nullable=False),
    Column("decisions", Integer, nullable=False),  # of both sides, without what was taken back
    # 1: the loser has withdrawn from the tournament, or has made no decision
    Column("walkover", Integer, nullable=False, server_default="0"),
    Column("points", Text),  # JSON: victory points of both sides, where the title has them
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
    Column("score", Float, nullable=False),  # 1 won, 0.5 drawn, 0 lost, -1 nothing
    Column("ended", BigInteger, nullable=False),
    Column("listed", Integer, nullable=False),
    Index("ix_played_account", "account", "listed", "ended", "game"),
    Index("ix_played_ended", "account", "ended", "game"),
    Index("ix_played_against", "account", "against", "ended"),
)
POOL = Table(
    "pool",
    META,
    Column("pool", String(64), primary_key=True),  # a title, whose ratings are one list
    Column("games", Integer, nullable=False),  # that were rated
)
RATED = Table(
    "rated",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("pool", ForeignKey("pool.pool"), nullable=False),
    Column("number", Integer, nullable=False),  # in which order they were rated, from 1
    Column("variant", Text, nullable=False),  # the game and its options, whose sides are estimated
    Column("sides", Text, nullable=False),  # JSON: who played each side
    Column("winner", String(32), nullable=False),
    Column("changes", Text, nullable=False),  # JSON: of each side mu, sigma before and after
    Column("time", BigInteger, nullable=False),
    Column(
        "opponents", Text, nullable=False, server_default="{}"
    ),  # JSON: as what each side counts
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
TOURNAMENT = Table(
    "tournament",
    META,
    Column("id", String(20), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("title", String(64), nullable=False),  # the id of the game that is played
    Column("options", Text, nullable=False),  # JSON
    Column("pace", String(32), nullable=False),
    Column("rated", Integer, nullable=False),
    Column("size", Integer, nullable=False),  # players at most
    Column("together", Integer, nullable=False),  # games that a player has at once; 0: all
    Column("closes", BigInteger),  # when it begins at the latest
    Column("state", String(12), nullable=False),  # entering, running, over, cancelled
    Column("creator", ForeignKey("account.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("began", BigInteger),
    Column("ended", BigInteger),
    Column("due", Integer, nullable=False),  # 1: games may have to be begun or ended
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
    Column("game", ForeignKey("game.id"), index=True),  # NULL: not begun
)
ANALYSIS = Table(
    "analysis",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("state", String(8), nullable=False),  # wanted, running, done, failed
    Column("asked", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),  # when whoever works on it is given up
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
    Column("credential", String(1400), primary_key=True),  # base64url, as browsers give it
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("public_key", Text, nullable=False),  # base64url
    Column("uses", BigInteger, nullable=False),  # the authenticator's own count
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)
CEREMONY = Table(  # what a browser was asked to sign; it can be used once
    "ceremony",
    META,
    Column("digest", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),  # add, login, confirm; "confirmed": it was signed
    Column("account", ForeignKey("account.id", ondelete="CASCADE")),
    Column("session", String(16), nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)
ADDRESS = Table(  # of e-mail
    "address",
    META,
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), primary_key=True, index=True),
    Column("confirmed", BigInteger),  # null: nobody has followed the link yet
    Column("proof", String(64), index=True),  # digest of the token of that link
    Column("recovers", Integer, nullable=False),  # 1: a lost password is recovered by it
    Column("created", BigInteger, nullable=False),
)
ROLE = Table(
    "role",
    META,
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("role", String(16), nullable=False),  # moderator, administrator; no row: player
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
    Column("account", ForeignKey("account.id"), index=True),  # who is reported
    Column("game", ForeignKey("game.id")),
    Column("remark", Integer),  # the number of one of its remarks
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("closed", BigInteger, index=True),
    Column("closer", ForeignKey("account.id")),
)
AUDIT = Table(  # what moderators have done; rows are never changed or deleted
    "audit",
    META,
    Column("id", Integer, primary_key=True),
    Column("moderator", ForeignKey("account.id")),  # null: the keeper at the command line
    Column("what", String(16), nullable=False),
    Column("account", ForeignKey("account.id")),
    Column("game", ForeignKey("game.id")),
    Column("text", Text, nullable=False),
    Column("time", BigInteger, nullable=False),
)
FORMER_NAME = Table(  # names of deleted and renamed accounts: nobody comes in their place
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
PAST_DICE = Table(  # secrets that were replaced: of these no roll is made any more
    "past_dice",
    META,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the entry before the new secret
    Column("commitment", String(64), nullable=False),
    Column("sealed", String(255), nullable=False),
)

# Notices (notices.py), and what is to be sent

NOTICE = Table(
    "notice",
    META,
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(20), primary_key=True),  # "" where it is about no game
    Column("kind", String(16), primary_key=True),
    # which of its kind: the number of the account's view, of a remark, the minute of a deadline
    Column("number", BigInteger, primary_key=True),
    Column("data", Text, nullable=False),  # JSON: what news say
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("state", String(8), nullable=False),  # waits, digest, done
    Index("ix_notice_due", "state", "due"),
)
CHANNEL = Table(
    "channel",
    META,
    Column("id", String(16), primary_key=True),
    Column("account", ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # mail, push, hook, discord
    Column("target", Text, nullable=False),  # one of the account's addresses, or one of the web
    Column("keys", Text, nullable=False),  # JSON: of a browser, or "{}"
    Column("events", Text, nullable=False),  # JSON: the kinds of notices that it is told of
    Column("hour", Integer),  # of the daily digest, in the account's zone; none: at once
    Column("next", BigInteger),  # when the next digest is due
    Column("created", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),  # in a row
    Index("ix_channel_next", "next"),
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
    Column("unsubscribe", Text),  # the address that ends such mails
    Index("ix_mail_due", "sent", "due"),
)
POST = Table(
    "post",
    META,
    Column("id", String(32), primary_key=True),
    Column("channel", ForeignKey("channel.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("body", Text, nullable=False),  # JSON: what is told
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
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
    Column("known", Integer, nullable=False),  # actions that the page had shown
    Column("time", BigInteger, nullable=False),
)
