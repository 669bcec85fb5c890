"""Games in the lobby: challenges, invitations, seats, lists.

A challenge is a game with a free seat. An open challenge is listed in the lobby; a private one is
taken by whoever has its link, or by the player whom it names (`named_challenges.py`). A game
against a computer begins at once.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, func, insert, select, update

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts.login_sessions import DAY, digest_of
from bridgehead.online.clocks import paces, stored_clocks
from bridgehead.online.clocks.clocks import Clock, Spell
from bridgehead.online.clocks.paces import Pace
from bridgehead.online.database.database import now
from bridgehead.online.database.lobby_tables import CHALLENGE
from bridgehead.online.database.tables import ACCOUNT, DICE, GAME, INVITED, ORIGIN, SEAT, TOKEN
from bridgehead.online.dice.sealed import NewDice
from bridgehead.online.games import challenge_terms
from bridgehead.online.games.challenge_terms import NO_TERMS, RANDOM, Terms
from bridgehead.online.moderation.blocks import check_apart
from bridgehead.online.notices import notices
from bridgehead.online.orders.stand_in import StandIn

OPEN, RUNNING, OVER, CANCELLED = "open", "running", "over", "cancelled"
SHARED = 2  # a finished private game that is open to everybody who has its address
# the second game of a mirrored match, while it waits for the first to be taken or played
PAIRED = "paired"
INVITATION = "invitation"
LINK_LASTS = 30 * DAY
WAITING = 20  # challenges that one account may have open
LISTED = 50  # games in a list
DELETED_KIND = "deleted"  # the kind of an account (`deletion.py`)


class GameError(BridgeheadError):
    """A game cannot be started, joined or left like that."""


class UnknownGameError(BridgeheadError):
    """There is no such game, or the user has no access to it: both look alike."""

    def __init__(self, text: str = "there is no such game, or you have no access to it") -> None:
        super().__init__(text)


@dataclass(frozen=True)
class Seat:
    """A seat: a side, and the person or computer that plays it, or nobody yet."""

    side: str
    account: str | None
    name: str  # of the account or the computer; "" if the seat is free
    computer: str | None

    @property
    def is_free(self) -> bool:
        """Whether nobody has taken this seat."""
        return self.account is None and self.computer is None


@dataclass(frozen=True)
class GameOrigin:
    """The position in which a game begins, and where it comes from (`core/records/origin.py`)."""

    parent: str | None  # the id of a game; None: a puzzle
    digest: str
    action: int
    view: str  # the side from whose knowledge it begins, ""
    start: str = ""  # JSON; lists leave it out


@dataclass(frozen=True)
class GameRow:
    """A game as its row and its seats describe it."""

    id: str
    title: str  # the id of the game (title and edition)
    options: tuple[str, ...]
    rules: str
    state: str
    is_listed: bool
    creator: str
    created: int
    changed: int
    revision: int
    views: dict[str, int]
    waits_for: str
    result: dict[str, Any] | None
    summary: dict[str, Any]
    seats: tuple[Seat, ...]
    pace: str = paces.UNLIMITED
    flag: str = stored_clocks.CLAIM
    clock: Clock | None = None
    read: int = 0  # the database's time when the row was read
    is_rated: bool = False
    mirror: str | None = None  # the id of the first game of a mirrored match
    data: str = ""  # the digest of the data it began with
    is_shared: bool = False  # whether a finished private game is open to all who have its address
    origin: GameOrigin | None = None  # of a game that begins in a position of another one
    terms: Terms = NO_TERMS  # of a challenge, without the bid of its creator
    stand_in: StandIn | None = None  # that plays for whoever is away, if this is agreed

    def side_of(self, account: str | None) -> str | None:
        """Return the side that an account plays, None if it plays none."""
        if account is None:
            return None
        return next((seat.side for seat in self.seats if seat.account == account), None)

    def is_open_to(self, account: str | None) -> bool:
        """Whether an account may see this game."""
        return self.is_listed or self.is_shared or self.side_of(account) is not None

    @property
    def free(self) -> str | None:
        """The side that nobody plays yet."""
        return next((seat.side for seat in self.seats if seat.is_free), None)


@dataclass(frozen=True)
class NewGameSettings:
    """The settings of a new game that somebody wants to play."""

    title: str
    options: tuple[str, ...]
    sides: tuple[str, ...]
    side: str  # the side of the player who wants the game
    computer: str | None
    is_listed: bool
    rules: str
    data: str  # the digest of the data
    views: dict[str, int]
    summary: dict[str, Any]
    waits_for: str  # the side that decides first
    pace: Pace = paces.NO_LIMIT
    turn: int = 0  # the first
    is_own: bool = True  # whether the first turn belongs to the side that decides first
    flag: str = stored_clocks.CLAIM
    allows_vacation: bool = True
    is_rated: bool = False
    mirror: str | None = None  # the id of the first game of a mirrored match
    against: str | None = None  # an account that has agreed already: the game begins at once
    origin: GameOrigin | None = None
    terms: Terms = NO_TERMS
    stand_in: StandIn | None = None

    @property
    def spell(self) -> Spell:
        """The side that decides first."""
        return Spell(self.waits_for, self.turn, self.is_own)

    @property
    def is_live(self) -> bool:
        """Whether the pace is live, so that nobody can play two such games at once."""
        return self.pace.kind == paces.LIVE

    @property
    def people(self) -> list[str]:
        """The sides that people play."""
        return [side for side in self.sides if side == self.side or self.computer is None]


def create(
    connection: Connection,
    account: str,
    wanted: NewGameSettings,
    game: str,
    dice: NewDice,
    *,
    paired: bool = False,
) -> None:
    """Store a new game: a challenge, or a running game if the opponent is known already.

    `paired`: the game waits for the first game of its match.
    """
    waiting = select(func.count()).where(GAME.c.creator == account, GAME.c.state == OPEN)
    begins = not paired and (wanted.computer is not None or wanted.against is not None)
    if not begins and not paired and connection.execute(waiting).scalar_one() >= WAITING:
        raise GameError(f"{WAITING} of your challenges wait already: withdraw one first")
    time = now(connection)
    connection.execute(
        insert(GAME).values(
            id=game,
            title=wanted.title,
            options=json.dumps(wanted.options),
            rules=wanted.rules,
            data=wanted.data,
            rated=int(wanted.is_rated),
            mirror=wanted.mirror,
            state=RUNNING if begins else PAIRED if paired else OPEN,
            listed=int(wanted.is_listed),
            creator=account,
            created=time,
            changed=time,
            revision=0,
            views=json.dumps(wanted.views),
            waits_for=wanted.waits_for,
            due="think" if wanted.computer and wanted.waits_for != wanted.side else "",
            summary=json.dumps(wanted.summary),
            flag=wanted.flag,
            vacation=int(wanted.allows_vacation),
            **_agreement(wanted.stand_in),
            **stored_clocks.fresh(wanted.pace, wanted.people, wanted.spell),
        )
    )
    own = {"account": account, "computer": None}
    other = {"account": wanted.against, "computer": wanted.computer}
    seats = [
        {"game": game, "side": side, **(own if side == wanted.side else other)}
        for side in wanted.sides
    ]
    connection.execute(insert(SEAT), seats)
    row = {"game": game, "commitment": dice.commitment, "sealed": dice.sealed}
    row["mode"] = dice.mode(wanted.pace.text)
    connection.execute(insert(DICE).values(row))
    if not paired:
        challenge_terms.keep(connection, game, wanted.terms)
    if wanted.origin is not None:
        connection.execute(insert(ORIGIN).values(game=game, **asdict(wanted.origin)))
    if begins:
        stored_clocks.begin(connection, game)


def _agreement(stand_in: StandIn | None) -> dict[str, Any]:
    """Return the column values of an agreement about a stand-in."""
    if stand_in is None:
        return {}
    return {"stand_in": stand_in.computer, "stand_in_on_time": int(stand_in.on_time)}


def new_id() -> str:
    """Return a new game id: 80 random bits, so that nobody can guess one."""
    return secrets.token_hex(10)


def load(connection: Connection, game: str) -> GameRow:
    """Return a game; UnknownGameError if there is none."""
    found = _rows(connection, connection.execute(select(GAME).where(GAME.c.id == game)).all())
    if not found:
        raise UnknownGameError()
    origin = found[0].origin
    if origin is None:
        return found[0]
    start = connection.execute(select(ORIGIN.c.start).where(ORIGIN.c.game == game)).scalar_one()
    return replace(found[0], origin=replace(origin, start=start))


@dataclass(frozen=True)
class SettledBids:
    """What both bids for a side lead to: who plays it, and the game with the points of the bid."""

    creator_side: str
    wanted: NewGameSettings


def join(
    connection: Connection,
    account: str,
    game: str,
    link: str | None = None,
    bids: SettledBids | None = None,
) -> None:
    """Take the free seat of a challenge, which starts the game; GameError if this is not possible.

    A private challenge is taken with the token of its link, or by the player whom it names. If two
    people try at once, one of them gets the seat. Whoever has it already may ask again: a form can
    be sent twice.
    """
    time = now(connection)
    row = connection.execute(select(GAME).where(GAME.c.id == game).with_for_update()).one_or_none()
    seated = select(SEAT.c.side).where(SEAT.c.game == game, SEAT.c.account == account)
    if row is not None and row.creator != account and connection.execute(seated).first():
        return
    if row is None or not (
        row.listed or _is_link(connection, game, link) or _is_named(connection, game, account)
    ):
        raise UnknownGameError()
    check_apart(connection, row.creator, account)
    if row.creator == account:
        raise GameError("this is your own challenge: somebody else has to take it")
    if row.state != OPEN:
        raise GameError("this challenge was already accepted or withdrawn")
    check_there(connection, account)
    if row.rated:
        check_member(connection, account)
    terms = challenge_terms.of_games(connection, [game]).get(game, NO_TERMS)
    challenge_terms.check_meets(connection, terms, row.title, account)
    _give_sides(connection, row, terms, bids)
    free = and_(SEAT.c.game == game, SEAT.c.account.is_(None), SEAT.c.computer.is_(None))
    connection.execute(update(SEAT).where(free).values(account=account))
    connection.execute(update(GAME).where(GAME.c.id == game).values(state=RUNNING, changed=time))
    stored_clocks.begin(connection, game)
    connection.execute(delete(TOKEN).where(TOKEN.c.game == game))
    notices.began(connection, game, account, time)
    if row.mirror is not None:  # the other game of a mirrored match begins with it
        other = and_(GAME.c.mirror == row.mirror, GAME.c.state == PAIRED)
        seats = SEAT.c.game.in_(select(GAME.c.id).where(other))
        there = and_(seats, SEAT.c.account.is_(None))
        connection.execute(update(SEAT).where(there).values(account=account))
        if paces.read(row.pace).kind != paces.LIVE:
            begin_paired(connection, row.mirror, account, time)


def _give_sides(connection: Connection, row: Any, terms: Terms, bids: SettledBids | None) -> None:
    """Give the sides of a challenge whose creator has not chosen one."""
    if terms.sides == RANDOM:
        sides = connection.execute(select(SEAT.c.side).where(SEAT.c.game == row.id)).scalars().all()
        drawn = challenge_terms.drawn_side(sorted(sides))
        challenge_terms.give_sides(connection, row.id, row.creator, drawn)
    elif terms.sides == challenge_terms.BID:
        if bids is None:
            raise GameError("both players bid for their side in this game: make a bid")
        challenge_terms.give_sides(connection, row.id, row.creator, bids.creator_side)
        begins = {
            "options": json.dumps(bids.wanted.options),
            "summary": json.dumps(bids.wanted.summary),
            "waits_for": bids.wanted.waits_for,
        }
        connection.execute(update(GAME).where(GAME.c.id == row.id).values(begins))


def begin_paired(connection: Connection, mirror: str, by: str, time: int) -> None:
    """Start the second game of a mirrored match if it waits; notify all players except `by`."""
    waits = and_(GAME.c.mirror == mirror, GAME.c.state == PAIRED)
    for game in connection.execute(select(GAME.c.id).where(waits)).scalars().all():
        running = {"state": RUNNING, "created": time, "changed": time}
        connection.execute(update(GAME).where(GAME.c.id == game).values(running))
        stored_clocks.begin(connection, game)
        notices.began(connection, game, by, time)


def kind_of(connection: Connection, account: str) -> str:
    """Return the kind of an account, and keep it from being deleted during this transaction."""
    kind = select(ACCOUNT.c.kind).where(ACCOUNT.c.id == account).with_for_update(read=True)
    return str(connection.execute(kind).scalar_one())


def check_there(connection: Connection, account: str) -> None:
    """Raise GameError if an account has been deleted in the meantime."""
    if kind_of(connection, account) == DELETED_KIND:
        raise GameError("this account was deleted")


def check_member(connection: Connection, account: str) -> None:
    """Raise GameError if an account is a guest's, because guests' games are not rated."""
    if kind_of(connection, account) != "member":
        raise GameError("guests cannot play rated games: choose a password in the settings first")


def check_rated_pace(pace: Pace) -> None:
    """Raise GameError if a rated game has no clock, because the losing side could just wait."""
    if not pace.is_timed:
        raise GameError("a rated game needs a clock: choose live or daily, or play a friendly game")


def check_dice(*, is_rated: bool, are_chained: bool) -> None:
    """Raise GameError if a rated game has dice that the players cannot check."""
    if is_rated and not are_chained:
        raise GameError(
            "rated games need dice that both players can check, and these need HTTPS: play a "
            "friendly game, or use a server with an https:// address"
        )


def withdraw(connection: Connection, account: str, game: str) -> None:
    """Withdraw a challenge of the account; GameError if somebody has taken it."""
    changed = connection.execute(
        update(GAME)
        .where(GAME.c.id == game, GAME.c.creator == account, GAME.c.state == OPEN)
        .values(state=CANCELLED, changed=now(connection))
    )
    if changed.rowcount == 0:
        raise GameError("this challenge was taken already, or it is not yours")
    _drop_what_belongs_to(connection, game)


def any_expired(connection: Connection) -> bool:
    """Whether a challenge has expired and is still open."""
    return connection.execute(_expired(now(connection)).limit(1)).first() is not None


def end_expired(connection: Connection) -> int:
    """Withdraw the challenges that have expired; return their number."""
    ended = list(connection.execute(_expired(now(connection)).with_for_update()).scalars())
    for game in ended:
        connection.execute(update(GAME).where(GAME.c.id == game).values(state=CANCELLED))
        _drop_what_belongs_to(connection, game)
    return len(ended)


def _expired(time: int) -> Select[Any]:
    found = select(GAME.c.id).join(CHALLENGE, CHALLENGE.c.game == GAME.c.id)
    return found.where(GAME.c.state == OPEN, CHALLENGE.c.expires <= time)


def _drop_what_belongs_to(connection: Connection, game: str) -> None:
    """Delete the link to a withdrawn challenge, and withdraw the second game of its match."""
    connection.execute(delete(TOKEN).where(TOKEN.c.game == game))
    paired = and_(GAME.c.mirror == game, GAME.c.state == PAIRED)
    connection.execute(update(GAME).where(paired).values(state=CANCELLED))


# Links


def invite(connection: Connection, account: str, game: str) -> str:
    """Return the token of a new link to an account's challenge; older links become invalid."""
    # lock the game's row first: of two new links only the last one works
    connection.execute(select(GAME.c.id).where(GAME.c.id == game).with_for_update())
    row = load(connection, game)
    if row.creator != account:  # as for an unknown game, because this one may be private
        raise UnknownGameError()
    if row.state != OPEN:
        raise GameError("this challenge was taken already")
    if _is_named(connection, game):
        raise GameError("this challenge is for one player, and only that player can accept it")
    token, time = secrets.token_urlsafe(32), now(connection)
    connection.execute(delete(TOKEN).where(TOKEN.c.game == game, TOKEN.c.kind == INVITATION))
    connection.execute(
        insert(TOKEN).values(
            digest=digest_of(token),
            kind=INVITATION,
            account=account,
            game=game,
            created=time,
            expires=time + LINK_LASTS,
        )
    )
    return token


def invitation(connection: Connection, token: str) -> GameRow:
    """Return the game that a link leads to; UnknownGameError if the link is invalid."""
    game = connection.execute(
        select(TOKEN.c.game).where(
            TOKEN.c.digest == digest_of(token),
            TOKEN.c.kind == INVITATION,
            TOKEN.c.expires > now(connection),
        )
    ).scalar_one_or_none()
    if game is None:
        raise UnknownGameError("this link leads to no challenge: it was taken, or withdrawn")
    return load(connection, str(game))


def _is_named(connection: Connection, game: str, account: str | None = None) -> bool:
    """Whether a challenge is for a named player: this account, or any if `account` is None."""
    found = select(INVITED.c.game).where(INVITED.c.game == game)
    if account is not None:
        found = found.where(INVITED.c.account == account)
    return connection.execute(found).first() is not None


def _is_link(connection: Connection, game: str, token: str | None) -> bool:
    if token is None:
        return False
    found = select(TOKEN.c.game).where(
        TOKEN.c.digest == digest_of(token),
        TOKEN.c.kind == INVITATION,
        TOKEN.c.game == game,
        TOKEN.c.expires > now(connection),
    )
    return connection.execute(found).first() is not None


# Lists


def listed(connection: Connection, wanted: Select[Any]) -> list[GameRow]:
    """Return the games of these table rows, in the same order."""
    return _rows(connection, connection.execute(wanted).all())


def due(connection: Connection, kind: str) -> list[str]:
    """Return the games that have due work of this kind."""
    rows = connection.execute(select(GAME.c.id).where(GAME.c.due == kind, GAME.c.state == RUNNING))
    return list(rows.scalars())


def _rows(connection: Connection, rows: Sequence[Any]) -> list[GameRow]:
    seats: dict[str, list[Seat]] = {row.id: [] for row in rows}
    found = connection.execute(
        select(SEAT, ACCOUNT.c.name)
        .outerjoin(ACCOUNT, SEAT.c.account == ACCOUNT.c.id)
        .where(SEAT.c.game.in_(list(seats)))
    )
    for seat in found:
        seats[seat.game].append(
            Seat(seat.side, seat.account, seat.name or seat.computer or "", seat.computer)
        )
    time = now(connection) if any(row.clock for row in rows) else 0
    origins = _origins(connection, list(seats))
    terms = challenge_terms.of_games(connection, [row.id for row in rows if row.state == OPEN])
    return [
        replace(
            _row(row, tuple(seats[row.id]), time, origins.get(row.id)),
            terms=terms.get(row.id, NO_TERMS),
        )
        for row in rows
    ]


def _origins(connection: Connection, of: Sequence[str]) -> dict[str, GameOrigin]:
    """Return, by game, the origins of those among these games that have one."""
    told = ORIGIN.c.parent, ORIGIN.c.digest, ORIGIN.c.action, ORIGIN.c.view
    found = connection.execute(select(ORIGIN.c.game, *told).where(ORIGIN.c.game.in_(of)))
    return {game: GameOrigin(*origin) for game, *origin in found}


def branches_of(connection: Connection, game: str) -> list[GameRow]:
    """List the public games that begin in a position of a game, the first to begin first."""
    children = select(ORIGIN.c.game).where(ORIGIN.c.parent == game)
    wanted = select(GAME).where(
        GAME.c.id.in_(children), GAME.c.state.in_((RUNNING, OVER)), GAME.c.listed == 1
    )
    return listed(connection, wanted.order_by(GAME.c.created, GAME.c.id).limit(LISTED))


def _row(row: Any, seats: tuple[Seat, ...], time: int, origin: GameOrigin | None) -> GameRow:
    return GameRow(
        id=row.id,
        title=row.title,
        options=tuple(json.loads(row.options)),
        rules=row.rules,
        state=row.state,
        is_listed=row.listed == 1,
        creator=row.creator,
        created=row.created,
        changed=row.changed,
        revision=row.revision,
        views=json.loads(row.views),
        waits_for=row.waits_for,
        result=json.loads(row.result) if row.result else None,
        summary=json.loads(row.summary),
        seats=seats,
        pace=row.pace,
        flag=row.flag,
        clock=stored_clocks.of_row(row),
        read=time,
        is_rated=bool(row.rated),
        mirror=row.mirror,
        data=row.data,
        is_shared=row.listed == SHARED,
        origin=origin,
        stand_in=StandIn(row.stand_in, bool(row.stand_in_on_time)) if row.stand_in else None,
    )
