"""Leagues in the database: creating, joining, leaving, closing, reading.

A league is played in seasons. In each the members are in groups of a fixed size, in which each
meets each; a group is a tournament. After a season players go up and down (`promotion.py`).
People join and leave between seasons: what they ask for takes effect when the next season begins.
Seasons begin and end by themselves (`seasons.py`), until the creator closes the league.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from bridgehead.online.accounts.account_lock import lock_account
from bridgehead.online.accounts.login_sessions import DAY
from bridgehead.online.clocks import paces
from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ACCOUNT
from bridgehead.online.database.tournament_tables import LEAGUE, LEAGUE_GROUP, LEAGUE_MEMBER
from bridgehead.online.games import games
from bridgehead.online.games.games import GameError, UnknownGameError
from bridgehead.online.tournaments import plans, stored_tournaments
from bridgehead.online.tournaments.plans import Plan
from bridgehead.online.tournaments.stored_tournaments import Tournament

WAITING, RUNNING, CLOSED = "waiting", "running", "closed"
NEW = 1_000_000  # the place of members who have just joined: after all others, by time
GROUP = (3, 8)  # players of a group
MOVES = (1, 3)  # players of a group who go up, and down
PAUSE = (1, 60)  # days between two seasons
MEMBERS = 64
OPEN = 2  # leagues of one creator that are not closed
LISTED = 50


@dataclass(frozen=True)
class LeaguePlan:
    """The settings of a league; `plan` is that of the tournament that each group is."""

    plan: Plan
    group_size: int
    moves: int
    pause: int
    starts: int


@dataclass(frozen=True)
class Member:
    """A member of a league."""

    account: str
    name: str
    place: int
    leaves: bool

    @property
    def is_new(self) -> bool:
        """Whether it has not been in a season yet."""
        return self.place >= NEW


@dataclass(frozen=True)
class Group:
    """A group of a season."""

    season: int
    number: int
    tournament: str


@dataclass(frozen=True)
class League:
    """A league as its rows describe it; `groups` are those of all seasons."""

    id: str
    settings: LeaguePlan
    state: str
    closes: bool
    season: int
    creator: str
    members: tuple[Member, ...] = ()
    groups: tuple[Group, ...] = ()

    def member(self, account: str | None) -> Member | None:
        """Return a member, None if the account is none."""
        return next((one for one in self.members if one.account == account), None)

    @property
    def present(self) -> list[Group]:
        """The groups of the last season that has begun, the highest first."""
        return [one for one in self.groups if one.season == self.season]


def load(connection: Connection, league: str) -> League:
    """Return a league; UnknownGameError if there is none."""
    row = connection.execute(select(LEAGUE).where(LEAGUE.c.id == league)).one_or_none()
    if row is None:
        raise UnknownGameError("there is no such league")
    groups = connection.execute(
        select(LEAGUE_GROUP)
        .where(LEAGUE_GROUP.c.league == league)
        .order_by(LEAGUE_GROUP.c.season, LEAGUE_GROUP.c.number)
    )
    found = tuple(Group(each.season, each.number, each.tournament) for each in groups)
    return _league(row, members(connection, league), found)


def members(connection: Connection, league: str) -> tuple[Member, ...]:
    """Return the members in the order in which the next season places them."""
    rows = connection.execute(
        select(LEAGUE_MEMBER, ACCOUNT.c.name)
        .join(ACCOUNT, ACCOUNT.c.id == LEAGUE_MEMBER.c.account)
        .where(LEAGUE_MEMBER.c.league == league)
        .order_by(LEAGUE_MEMBER.c.place, LEAGUE_MEMBER.c.joined, LEAGUE_MEMBER.c.account)
    )
    return tuple(Member(row.account, row.name, row.place, bool(row.leaves)) for row in rows)


def listing(connection: Connection) -> list[tuple[League, int]]:
    """List the leagues that are not closed, with their numbers of members."""
    wanted = select(LEAGUE).where(LEAGUE.c.state != CLOSED).order_by(LEAGUE.c.created.desc())
    rows = connection.execute(wanted.limit(LISTED)).all()
    counts = connection.execute(
        select(LEAGUE_MEMBER.c.league, func.count().label("members"))
        .where(LEAGUE_MEMBER.c.league.in_([row.id for row in rows]))
        .group_by(LEAGUE_MEMBER.c.league)
    )
    found = {row.league: row.members for row in counts}
    return [(_league(row), found.get(row.id, 0)) for row in rows]


def of_tournament(connection: Connection, tournament: str) -> tuple[str, str, Group] | None:
    """Return the league of a tournament: its id, its name and the group that it is."""
    row = connection.execute(
        select(LEAGUE_GROUP, LEAGUE.c.name)
        .join(LEAGUE, LEAGUE.c.id == LEAGUE_GROUP.c.league)
        .where(LEAGUE_GROUP.c.tournament == tournament)
    ).one_or_none()
    if row is None:
        return None
    return row.league, row.name, Group(row.season, row.number, row.tournament)


def tournaments_of(connection: Connection, groups: list[Group]) -> list[Tournament]:
    """Return the tournaments that groups are, in the same order."""
    return [stored_tournaments.load(connection, one.tournament) for one in groups]


def _league(row: Any, found: tuple[Member, ...] = (), groups: tuple[Group, ...] = ()) -> League:
    stored = json.loads(row.settings)
    plan = Plan(
        row.name, row.title, tuple(json.loads(row.options)), row.pace, bool(row.rated),
        plans.MOST[plans.ALL], row.together, None,
        **{**stored, "breaks": tuple(stored.get("breaks", ()))},
    )  # fmt: skip
    settings = LeaguePlan(plan, row.group_size, row.moves, row.pause, row.starts)
    return League(
        row.id, settings, row.state, bool(row.closes), row.season, row.creator, found, groups
    )


# Changes


def create(connection: Connection, account: str, wanted: LeaguePlan, *, chained: bool) -> str:
    """Store a new league and return its id; GameError says why this is not possible."""
    lock_account(connection, account)
    games.check_member(connection, account)
    games.check_dice(is_rated=wanted.plan.is_rated, are_chained=chained)
    time = now(connection)
    _check(wanted, time)
    active = and_(LEAGUE.c.creator == account, LEAGUE.c.state != CLOSED)
    if connection.execute(select(func.count()).where(active)).scalar_one() >= OPEN:
        raise GameError(f"you can have at most {OPEN} leagues: close one first")
    league, plan = games.new_id(), wanted.plan
    connection.execute(
        insert(LEAGUE).values(
            id=league, name=plan.name, title=plan.title, options=json.dumps(plan.options),
            pace=plan.pace, rated=int(plan.is_rated), together=plan.together,
            settings=plan.stored, group_size=wanted.group_size, moves=wanted.moves,
            pause=wanted.pause, state=WAITING, starts=wanted.starts, creator=account, created=time,
        )
    )  # fmt: skip
    return league


def _check(wanted: LeaguePlan, time: int) -> None:
    """Raise an error if there can be no such league."""
    plans.check(wanted.plan, time)
    if wanted.plan.format != plans.ALL:
        raise GameError("in the groups of a league each meets each")
    if len(wanted.plan.name) > 40:
        raise GameError("the name of a league must have 3 to 40 characters")
    if paces.read(wanted.plan.pace).kind != paces.DAILY:
        raise GameError("a league is played with daily clocks: choose one of them")
    for value, (least, most), what in (
        (wanted.group_size, GROUP, "players of a group"),
        (wanted.moves, MOVES, "players who go up and down"),
        (wanted.pause, PAUSE, "days between two seasons"),
    ):
        if not least <= value <= most:
            raise GameError(f"the number of {what} must be {least} to {most}")
    if 2 * wanted.moves > wanted.group_size:
        raise GameError("at most half of a group can go up or down: choose fewer")
    if not time < wanted.starts <= time + plans.LATEST:
        raise GameError("the first season must begin within the next 90 days")


def join(connection: Connection, account: str, league: str) -> None:
    """Join a league from its next season on."""
    row = locked(connection, league)
    games.check_member(connection, account)
    if row.state == CLOSED or row.closes:
        raise GameError("this league is closed")
    own = _own(league, account)
    if connection.execute(select(LEAGUE_MEMBER.c.account).where(own)).first() is not None:
        connection.execute(update(LEAGUE_MEMBER).where(own).values(leaves=0))
        return
    count = select(func.count()).where(LEAGUE_MEMBER.c.league == league)
    if connection.execute(count).scalar_one() >= MEMBERS:
        raise GameError(f"this league has {MEMBERS} members, as many as it can have")
    connection.execute(
        insert(LEAGUE_MEMBER).values(
            league=league, account=account, joined=now(connection), place=NEW
        )
    )


def leave(connection: Connection, account: str, league: str) -> None:
    """Leave a league: at once between two seasons, otherwise when this season is over."""
    row = locked(connection, league)
    known = load(connection, league).member(account)
    if known is None:
        raise GameError("you are no member of this league")
    if row.state == RUNNING and not known.is_new:
        change = update(LEAGUE_MEMBER).where(_own(league, account)).values(leaves=1)
        connection.execute(change)
    else:
        connection.execute(delete(LEAGUE_MEMBER).where(_own(league, account)))


def close(connection: Connection, account: str, league: str) -> None:
    """Close one's own league: at once between two seasons, otherwise after this season."""
    row = locked(connection, league)
    if row.creator != account or row.state == CLOSED:
        raise GameError("this league is closed, or it is not yours")
    values = {"closes": 1, "state": RUNNING if row.state == RUNNING else CLOSED}
    connection.execute(update(LEAGUE).where(LEAGUE.c.id == league).values(values))


def forsake(connection: Connection, account: str) -> None:
    """Close the leagues that a deleted account has created; as a member it is just gone."""
    own = and_(LEAGUE.c.creator == account, LEAGUE.c.state != CLOSED)
    for league in sorted(connection.execute(select(LEAGUE.c.id).where(own)).scalars()):
        if locked(connection, league).state != CLOSED:
            close(connection, account, league)


def due(connection: Connection) -> list[str]:
    """Return the leagues whose season may be over, or whose next season begins."""
    begins = and_(LEAGUE.c.state == WAITING, LEAGUE.c.starts <= now(connection))
    ends = and_(LEAGUE.c.state == RUNNING, LEAGUE.c.due == 1)
    return list(connection.execute(select(LEAGUE.c.id).where(or_(begins, ends))).scalars())


def _own(league: str, account: str) -> Any:
    return and_(LEAGUE_MEMBER.c.league == league, LEAGUE_MEMBER.c.account == account)


def locked(connection: Connection, league: str) -> Any:
    """Lock the row of a league and return it; UnknownGameError if there is none."""
    wanted = select(LEAGUE).where(LEAGUE.c.id == league).with_for_update()
    row = connection.execute(wanted).one_or_none()
    if row is None:
        raise UnknownGameError("there is no such league")
    return row


def next_start(time: int, pause: int) -> int:
    """Return when the season after a pause of some days begins."""
    return time + pause * DAY
