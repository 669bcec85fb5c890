"""Tournaments in the database: entries, games, progress.

A tournament is open for entries until it is full, its entries close, or its creator starts it.
Then each pairing is played twice with the sides swapped. If the number of simultaneous games is
limited, the next games begin as others end. Due work is stored in the tournament's row and swept
(`sweep.py`), so that a crash cannot stop a tournament.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from bridgehead.core.positions.ending import CANCELLED as CANCELLED_GAME
from bridgehead.core.titles.games import check_options, game_info
from bridgehead.online.accounts.accounts import languages_of
from bridgehead.online.accounts.login_sessions import DAY
from bridgehead.online.accounts.look_alikes import has_unseen
from bridgehead.online.clocks import paces
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import (
    ACCOUNT,
    ENTRANT,
    GAME,
    OUTCOME,
    PAIRING,
    SEAT,
    TOURNAMENT,
)
from bridgehead.online.games import games
from bridgehead.online.games.games import GameError, NewGameSettings, UnknownGameError
from bridgehead.online.notices import notices, wording
from bridgehead.online.ratings import matches
from bridgehead.online.ratings.matches import FreshDice
from bridgehead.online.tournaments.standings import Line, Result, meetings, standings
from bridgehead.online.web.texts import speaking

ENTERING, RUNNING, OVER, CANCELLED = "entering", "running", "over", "cancelled"
FEWEST, MOST = 2, 12  # players
TOGETHER = (0, 1, 2, 4, 8)  # games that a player has at the same time; 0: all
LATEST = 90 * DAY  # until entries close
OPEN = 3  # tournaments of one creator that may wait or run
LISTED = 50
OF_OUTCOME = ("winner", "ending", "points", "ended", "title", "walkover")


@dataclass(frozen=True)
class Plan:
    """The settings of a new tournament."""

    name: str
    title: str
    options: tuple[str, ...]
    pace: str
    is_rated: bool
    size: int
    together: int
    closes: int | None


@dataclass(frozen=True)
class Entrant:
    """A player who takes part."""

    account: str
    name: str
    withdrawn: int | None


@dataclass(frozen=True)
class Played:
    """A pairing: its game, if it has begun, and the result."""

    number: int
    round: int
    game: str | None
    result: Result
    is_over: bool = False  # also for a cancelled game, which has no score


@dataclass(frozen=True)
class Tournament:
    """A tournament as its rows describe it."""

    id: str
    plan: Plan
    state: str
    creator: str
    created: int
    began: int | None
    ended: int | None
    entrants: tuple[Entrant, ...]
    pairings: tuple[Played, ...] = ()

    @property
    def gone(self) -> dict[str, int]:
        """The players who have withdrawn, with the times."""
        return {one.account: one.withdrawn for one in self.entrants if one.withdrawn is not None}

    def entrant(self, account: str | None) -> Entrant | None:
        """Return a player's entry, None if there is none."""
        return next((one for one in self.entrants if one.account == account), None)

    def standings(self) -> list[Line]:
        """Return the present standings."""
        players = [one.account for one in self.entrants]
        return standings(players, [one.result for one in self.pairings], self.gone)


# Reading


def load(connection: Connection, tournament: str) -> Tournament:
    """Return a tournament with all its games; UnknownGameError if there is none."""
    row = connection.execute(select(TOURNAMENT).where(TOURNAMENT.c.id == tournament)).one_or_none()
    if row is None:
        raise UnknownGameError("there is no such tournament")
    return _tournament(row, _entrants(connection, tournament), _pairings(connection, tournament))


def listing(connection: Connection) -> list[tuple[Tournament, int]]:
    """List tournaments with their numbers of entries.

    Open tournaments come first, then running, then finished ones.
    """
    rows: list[Any] = []
    for state in (ENTERING, RUNNING, OVER):
        wanted = select(TOURNAMENT).where(TOURNAMENT.c.state == state)
        rows += connection.execute(wanted.order_by(TOURNAMENT.c.created.desc()).limit(LISTED))
    counts = connection.execute(
        select(ENTRANT.c.tournament, func.count().label("entered"))
        .where(ENTRANT.c.tournament.in_([row.id for row in rows]))
        .group_by(ENTRANT.c.tournament)
    )
    entered = {row.tournament: row.entered for row in counts}
    return [(_tournament(row, (), ()), entered.get(row.id, 0)) for row in rows]


def of_game(connection: Connection, game: str) -> tuple[str, str] | None:
    """Return the id and the name of the tournament of a game."""
    row = connection.execute(
        select(TOURNAMENT.c.id, TOURNAMENT.c.name)
        .join(PAIRING, PAIRING.c.tournament == TOURNAMENT.c.id)
        .where(PAIRING.c.game == game)
    ).one_or_none()
    return None if row is None else (row.id, row.name)


def _tournament(
    row: Any, entrants: tuple[Entrant, ...], pairings: tuple[Played, ...]
) -> Tournament:
    plan = Plan(
        row.name, row.title, tuple(json.loads(row.options)), row.pace, bool(row.rated), row.size,
        row.together, row.closes,
    )  # fmt: skip
    return Tournament(
        row.id, plan, row.state, row.creator, row.created, row.began, row.ended, entrants, pairings
    )


def _entrants(connection: Connection, tournament: str) -> tuple[Entrant, ...]:
    rows = connection.execute(
        select(ENTRANT, ACCOUNT.c.name)
        .join(ACCOUNT, ACCOUNT.c.id == ENTRANT.c.account)
        .where(ENTRANT.c.tournament == tournament)
        .order_by(ENTRANT.c.entered, ENTRANT.c.account)
    )
    return tuple(Entrant(row.account, row.name, row.withdrawn) for row in rows)


def _pairings(connection: Connection, tournament: str) -> tuple[Played, ...]:
    rows = connection.execute(
        select(PAIRING, *(OUTCOME.c[name] for name in OF_OUTCOME))
        .outerjoin(OUTCOME, OUTCOME.c.game == PAIRING.c.game)
        .where(PAIRING.c.tournament == tournament)
        .order_by(PAIRING.c.number)
    )
    return tuple(
        Played(row.number, row.round, row.game, _result(row), row.winner is not None)
        for row in rows
    )


def _result(row: Any) -> Result:
    if row.winner is None or row.ending == CANCELLED_GAME:
        return Result(row.first, row.second)
    first, second = game_info(row.title).sides
    score = 0.5 if row.winner == "draw" else float(row.winner == first)
    points = json.loads(row.points) if row.points else None
    lead = None if points is None else points[first] - points[second]
    return Result(row.first, row.second, score, lead, row.ended, bool(row.walkover))


# Entries


def create(connection: Connection, account: str, plan: Plan, *, chained: bool) -> str:
    """Store a new tournament and return its id; GameError says why this is not possible.

    `chained`: whether browsers contribute to the dice of new games.
    """
    games.check_member(connection, account)
    games.check_dice(is_rated=plan.is_rated, are_chained=chained)
    if not 3 <= len(plan.name) <= 60 or has_unseen(plan.name):
        raise GameError("the name of a tournament must have 3 to 60 characters that can be seen")
    if not FEWEST <= plan.size <= MOST:
        raise GameError(f"a tournament can have {FEWEST} to {MOST} players")
    if plan.together not in TOGETHER:
        raise GameError("choose the number of simultaneous games per player")
    check_options(plan.title, plan.options)
    _check_pace(plan)
    time = now(connection)
    if plan.closes is not None and not time < plan.closes <= time + LATEST:
        raise GameError("entries must close within the next 90 days")
    active = and_(TOURNAMENT.c.creator == account, TOURNAMENT.c.state.in_((ENTERING, RUNNING)))
    if connection.execute(select(func.count()).where(active)).scalar_one() >= OPEN:
        raise GameError(f"you can have at most {OPEN} open or running tournaments")
    tournament = games.new_id()
    connection.execute(
        insert(TOURNAMENT).values(
            id=tournament,
            name=plan.name,
            title=plan.title,
            options=json.dumps(plan.options),
            pace=plan.pace,
            rated=int(plan.is_rated),
            size=plan.size,
            together=plan.together,
            closes=plan.closes,
            state=ENTERING,
            creator=account,
            created=time,
            due=0,
        )
    )
    return tournament


def _check_pace(plan: Plan) -> None:
    """Raise GameError for a pace at which the tournament may never end or cannot be played."""
    pace = paces.read(plan.pace)
    if not pace.is_timed:
        raise GameError(
            "a tournament needs a clock, live or daily: otherwise it waits for ever for a player "
            "who stays away"
        )
    if pace.kind == paces.LIVE and plan.together != 1:
        raise GameError("with live clocks each player has one game at a time: choose 1")


def enter(connection: Connection, account: str, tournament: str) -> None:
    """Enter a tournament; it begins when it is full."""
    row = _locked(connection, tournament)
    games.check_member(connection, account)
    if row.state != ENTERING:
        raise GameError("this tournament is closed for entries")
    entered = [one.account for one in _entrants(connection, tournament)]
    if account in entered:
        return
    connection.execute(
        insert(ENTRANT).values(tournament=tournament, account=account, entered=now(connection))
    )
    if len(entered) + 1 >= row.size:
        _start(connection, tournament)


def leave(connection: Connection, account: str, tournament: str) -> None:
    """Leave a tournament: before it begins without a trace, later by withdrawing for good."""
    row = _locked(connection, tournament)
    own = and_(ENTRANT.c.tournament == tournament, ENTRANT.c.account == account)
    if connection.execute(select(ENTRANT.c.account).where(own)).first() is None:
        raise GameError("you do not take part in this tournament")
    if row.state == ENTERING:
        connection.execute(delete(ENTRANT).where(own))
    elif row.state == RUNNING:
        still = and_(own, ENTRANT.c.withdrawn.is_(None))
        connection.execute(update(ENTRANT).where(still).values(withdrawn=now(connection)))
        _touch(connection, tournament)
    else:
        raise GameError("this tournament is over")


def forsake(connection: Connection, account: str) -> None:
    """Remove a deleted account from its tournaments, and cancel those that it has created."""
    taken = select(ENTRANT.c.tournament).where(
        ENTRANT.c.account == account, ENTRANT.c.withdrawn.is_(None)
    )
    made = select(TOURNAMENT.c.id).where(
        TOURNAMENT.c.creator == account, TOURNAMENT.c.state == ENTERING
    )
    for tournament in sorted(connection.execute(made).scalars()):
        if _locked(connection, tournament).state == ENTERING:
            _end(connection, tournament, CANCELLED)
    for tournament in sorted(connection.execute(taken).scalars()):
        if _locked(connection, tournament).state in (ENTERING, RUNNING):
            leave(connection, account, tournament)


def takes_part(connection: Connection, account: str) -> bool:
    """Whether an account takes part in an unfinished tournament, or has created an open one."""
    goes_on = TOURNAMENT.c.state.in_((ENTERING, RUNNING))
    entered = select(ENTRANT.c.tournament).join(TOURNAMENT).where(
        ENTRANT.c.account == account, ENTRANT.c.withdrawn.is_(None), goes_on
    )  # fmt: skip
    made = and_(TOURNAMENT.c.creator == account, TOURNAMENT.c.state == ENTERING)
    return any(
        connection.execute(wanted.limit(1)).first() is not None
        for wanted in (entered, select(TOURNAMENT.c.id).where(made))
    )


def start(connection: Connection, account: str, tournament: str) -> None:
    """Start one's own tournament before it is full."""
    row = _locked(connection, tournament)
    if row.creator != account or row.state != ENTERING:
        raise GameError("this tournament has already begun, or it is not yours")
    if len(_entrants(connection, tournament)) < FEWEST:
        raise GameError(f"a tournament needs at least {FEWEST} players")
    _start(connection, tournament)


def cancel(connection: Connection, account: str, tournament: str) -> None:
    """Cancel one's own tournament before it begins."""
    row = _locked(connection, tournament)
    if row.creator != account or row.state != ENTERING:
        raise GameError("this tournament has already begun, or it is not yours")
    _end(connection, tournament, CANCELLED)


def _start(connection: Connection, tournament: str) -> None:
    players = [one.account for one in _entrants(connection, tournament)]
    secrets.SystemRandom().shuffle(players)
    rows = [
        {
            "tournament": tournament,
            "number": number,
            "round": one.round,
            "first": one.first,
            "second": one.second,
        }
        for number, one in enumerate(meetings(players), start=1)
    ]
    connection.execute(insert(PAIRING), rows)
    values = {"state": RUNNING, "began": now(connection), "due": 1}
    connection.execute(update(TOURNAMENT).where(TOURNAMENT.c.id == tournament).values(values))
    _tell(connection, tournament, over=False)


def _end(connection: Connection, tournament: str, state: str) -> None:
    values = {"state": state, "ended": now(connection), "due": 0}
    connection.execute(update(TOURNAMENT).where(TOURNAMENT.c.id == tournament).values(values))


def _tell(connection: Connection, tournament: str, *, over: bool) -> None:
    """Notify all players that a tournament has begun, or is over."""
    name = connection.execute(select(TOURNAMENT.c.name).where(TOURNAMENT.c.id == tournament))
    called = name.scalar_one()
    here = [one.account for one in _entrants(connection, tournament) if one.withdrawn is None]
    path = f"/tournament/{tournament}"
    for account, language in languages_of(connection, here).items():
        with speaking(language):
            text = wording.of_tournament(called, over=over)
        notices.tell(connection, notices.NEWS, [account], now(connection), text=text, path=path)


def _touch(connection: Connection, tournament: str) -> None:
    connection.execute(update(TOURNAMENT).where(TOURNAMENT.c.id == tournament).values(due=1))


def _locked(connection: Connection, tournament: str) -> Any:
    wanted = select(TOURNAMENT).where(TOURNAMENT.c.id == tournament).with_for_update()
    row = connection.execute(wanted).one_or_none()
    if row is None:
        raise UnknownGameError("there is no such tournament")
    return row


# Due work


def due(connection: Connection) -> list[str]:
    """Return the tournaments that have due work."""
    closed = and_(TOURNAMENT.c.state == ENTERING, TOURNAMENT.c.closes <= now(connection))
    wanted = select(TOURNAMENT.c.id).where(or_(TOURNAMENT.c.due == 1, closed))
    return list(connection.execute(wanted).scalars())


def close_entries(connection: Connection, tournament: str) -> None:
    """Start a tournament when its entries close; cancel it if too few have entered."""
    row = _locked(connection, tournament)
    if row.state != ENTERING or row.closes is None or row.closes > now(connection):
        return
    if len(_entrants(connection, tournament)) >= FEWEST:
        _start(connection, tournament)
    else:
        _end(connection, tournament, CANCELLED)


def left_behind(connection: Connection, tournament: str) -> list[tuple[str, str]]:
    """Return the running games of players who have withdrawn, with the sides that they play."""
    rows = connection.execute(
        select(SEAT.c.game, SEAT.c.side)
        .join(PAIRING, PAIRING.c.game == SEAT.c.game)
        .join(GAME, GAME.c.id == SEAT.c.game)
        .join(
            ENTRANT,
            and_(ENTRANT.c.tournament == PAIRING.c.tournament, ENTRANT.c.account == SEAT.c.account),
        )
        .where(
            PAIRING.c.tournament == tournament,
            GAME.c.state == games.RUNNING,
            ENTRANT.c.withdrawn.is_not(None),
        )
    )
    return [(row.game, row.side) for row in rows]


def go_on(
    connection: Connection, tournament: str, wanted: NewGameSettings, fresh: FreshDice
) -> list[str]:
    """Begin the games that can begin, end the tournament after its last; return what began.

    The tournament stays due while a player who has withdrawn has running games: games that began
    after the caller looked still have to be resigned (`left_behind`).
    """
    if _locked(connection, tournament).state != RUNNING:
        return []
    left = left_behind(connection, tournament)
    values = {"due": int(bool(left))}
    connection.execute(update(TOURNAMENT).where(TOURNAMENT.c.id == tournament).values(values))
    current = load(connection, tournament)
    gone = set(current.gone)
    staying = [one for one in current.pairings if not gone & {one.result.first, one.result.second}]
    busy: dict[str, int] = {}
    for one in staying:
        if one.game is not None and not one.is_over:
            _count(busy, one)
    begun = []
    for one in staying:
        players = (one.result.first, one.result.second)
        most = current.plan.together
        if one.game is not None or (most and any(busy.get(who, 0) >= most for who in players)):
            continue
        game = _begin(connection, current, one, wanted, fresh)
        _count(busy, one)
        begun.append(game)
    if not begun and not left and all(one.is_over for one in staying):
        _end(connection, tournament, OVER)
        _tell(connection, tournament, over=True)
    return begun


def _count(busy: dict[str, int], one: Played) -> None:
    for who in (one.result.first, one.result.second):
        busy[who] = busy.get(who, 0) + 1


def _begin(
    connection: Connection, of: Tournament, one: Played, wanted: NewGameSettings, fresh: FreshDice
) -> str:
    """Begin the game of a pairing."""
    this = replace(wanted, side=wanted.sides[0], against=one.result.second)
    [game] = matches.begin(connection, one.result.first, this, fresh, mirrored=False)
    notices.began(connection, game, "", now(connection))
    pairing = and_(PAIRING.c.tournament == of.id, PAIRING.c.number == one.number)
    connection.execute(update(PAIRING).where(pairing).values(game=game))
    return game
