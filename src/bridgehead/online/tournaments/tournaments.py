"""Entries of tournaments: creating, entering, starting, withdrawing, taking over.

A tournament is open for entries until it is full, its entries close, or its creator starts it.
`progress.py` has what happens then.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from bridgehead.online.accounts.account_lock import lock_account
from bridgehead.online.accounts.accounts import languages_of
from bridgehead.online.database.database import now
from bridgehead.online.database.tournament_tables import (
    ENTRANT,
    LEAGUE,
    LEAGUE_GROUP,
    PAIRING,
    TOURNAMENT,
)
from bridgehead.online.games import games
from bridgehead.online.games.games import GameError, UnknownGameError
from bridgehead.online.notices import notices, wording
from bridgehead.online.ratings import ratings
from bridgehead.online.tournaments import plans
from bridgehead.online.tournaments.plans import FEWEST, Plan
from bridgehead.online.tournaments.schedule import meetings, snake
from bridgehead.online.tournaments.stored_tournaments import (
    CANCELLED,
    ENTERING,
    RUNNING,
    WHOLE,
    Tournament,
    entrants,
    load,
)
from bridgehead.server.languages.languages import speaking

OPEN = 3  # tournaments of one creator that may wait or run


def create(connection: Connection, account: str, plan: Plan, *, chained: bool) -> str:
    """Store a new tournament and return its id; GameError says why this is not possible.

    `chained`: whether browsers contribute to the dice of new games.
    """
    lock_account(connection, account)
    games.check_member(connection, account)
    games.check_dice(is_rated=plan.is_rated, are_chained=chained)
    plans.check(plan, now(connection))
    of_leagues = select(LEAGUE_GROUP.c.tournament)
    active = and_(
        TOURNAMENT.c.creator == account,
        TOURNAMENT.c.state.in_((ENTERING, RUNNING)),
        TOURNAMENT.c.id.not_in(of_leagues),
    )
    if connection.execute(select(func.count()).where(active)).scalar_one() >= OPEN:
        raise GameError(f"you can have at most {OPEN} open or running tournaments")
    return _store(connection, account, plan)


def _store(connection: Connection, account: str, plan: Plan) -> str:
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
            settings=plan.stored,
            state=ENTERING,
            creator=account,
            created=now(connection),
            due=0,
        )
    )
    return tournament


def enter(connection: Connection, account: str, tournament: str) -> None:
    """Enter a tournament; it begins when it is full."""
    row = locked(connection, tournament)
    games.check_member(connection, account)
    if row.state != ENTERING:
        raise GameError("this tournament is closed for entries")
    entered = [one.account for one in entrants(connection, tournament)]
    if account in entered:
        return
    connection.execute(
        insert(ENTRANT).values(tournament=tournament, account=account, entered=now(connection))
    )
    if len(entered) + 1 >= row.size:
        begin(connection, tournament)


def leave(connection: Connection, account: str, tournament: str) -> None:
    """Leave a tournament: before it begins without a trace, later by withdrawing for good."""
    row = locked(connection, tournament)
    own = and_(ENTRANT.c.tournament == tournament, ENTRANT.c.account == account)
    if connection.execute(select(ENTRANT.c.account).where(own)).first() is None:
        raise GameError("you do not take part in this tournament")
    if row.state == ENTERING:
        connection.execute(delete(ENTRANT).where(own))
    elif row.state == RUNNING:
        still = and_(own, ENTRANT.c.withdrawn.is_(None))
        connection.execute(update(ENTRANT).where(still).values(withdrawn=now(connection)))
        touch(connection, tournament)
    else:
        raise GameError("this tournament is over")


def free_places(one: Tournament) -> list[str]:
    """Return the withdrawn players from whom somebody can take over: with games still to come."""
    if one.state != RUNNING or not one.plan.substitutes:
        return []
    if one.plan.format == plans.SWISS:
        return list(one.gone) if one.last_round < one.plan.rounds else []
    gone = set(one.gone)
    to_come = [set(each.players) for each in one.pairings if each.game is None]
    return [who for who in gone if any(who in pair and not pair - {who} & gone for pair in to_come)]


def take_over(connection: Connection, account: str, tournament: str, who: str) -> None:
    """Take over the place of a player who has withdrawn, with all games that have not begun.

    The place keeps what it has scored; games that had begun stay lost.
    """
    locked(connection, tournament)
    games.check_member(connection, account)
    known = load(connection, tournament)
    if known.entrant(account) is not None:
        raise GameError("you take part in this tournament, or have withdrawn from it")
    if who not in free_places(known):
        raise GameError("nobody can take over this place: look at the tournament again")
    place = known.entrant(who)
    assert place is not None
    connection.execute(
        insert(ENTRANT).values(
            tournament=tournament, account=account, entered=now(connection), seed=place.seed,
            part=place.part, replaces=who,
        )
    )  # fmt: skip
    to_come = and_(PAIRING.c.tournament == tournament, PAIRING.c.game.is_(None))
    for column in (PAIRING.c.first, PAIRING.c.second):
        mine = update(PAIRING).where(to_come, column == who)
        connection.execute(mine.values({column.name: account}))
    touch(connection, tournament)


def forsake(connection: Connection, account: str) -> None:
    """Remove a deleted account from its tournaments, and cancel those that it has created."""
    taken = select(ENTRANT.c.tournament).where(
        ENTRANT.c.account == account, ENTRANT.c.withdrawn.is_(None)
    )
    made = select(TOURNAMENT.c.id).where(
        TOURNAMENT.c.creator == account, TOURNAMENT.c.state == ENTERING
    )
    for tournament in sorted(connection.execute(made).scalars()):
        if locked(connection, tournament).state == ENTERING:
            end(connection, tournament, CANCELLED)
    for tournament in sorted(connection.execute(taken).scalars()):
        if locked(connection, tournament).state in (ENTERING, RUNNING):
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
    row = locked(connection, tournament)
    if row.creator != account or row.state != ENTERING:
        raise GameError("this tournament has already begun, or it is not yours")
    if len(entrants(connection, tournament)) < FEWEST:
        raise GameError(f"a tournament needs at least {FEWEST} players")
    begin(connection, tournament)


def cancel(connection: Connection, account: str, tournament: str) -> None:
    """Cancel one's own tournament before it begins."""
    row = locked(connection, tournament)
    if row.creator != account or row.state != ENTERING:
        raise GameError("this tournament has already begun, or it is not yours")
    end(connection, tournament, CANCELLED)


def close_entries(connection: Connection, tournament: str) -> None:
    """Start a tournament when its entries close; cancel it if too few have entered."""
    row = locked(connection, tournament)
    if row.state != ENTERING or row.closes is None or row.closes > now(connection):
        return
    if len(entrants(connection, tournament)) >= FEWEST:
        begin(connection, tournament)
    else:
        end(connection, tournament, CANCELLED)


def due(connection: Connection) -> list[str]:
    """Return the tournaments that have due work."""
    closed = and_(TOURNAMENT.c.state == ENTERING, TOURNAMENT.c.closes <= now(connection))
    wanted = select(TOURNAMENT.c.id).where(or_(TOURNAMENT.c.due == 1, closed))
    return list(connection.execute(wanted).scalars())


# Beginning and ending


def begin_with(
    connection: Connection, creator: str, plan: Plan, number: str, players: list[str]
) -> str:
    """Begin a tournament of given players, the strongest first; return its id.

    `number` is added to the name: a league has many tournaments.
    """
    called = replace(plan, name=f"{plan.name} {number}", size=len(players))
    tournament, time = _store(connection, creator, called), now(connection)
    rows = [{"tournament": tournament, "account": who, "entered": time} for who in players]
    connection.execute(insert(ENTRANT), rows)
    begin(connection, tournament, players)
    return tournament


def begin(connection: Connection, tournament: str, seeded: list[str] | None = None) -> None:
    """Begin a tournament: seed the players by their ratings, and store who meets whom.

    `seeded` are the players in another order of strength.
    """
    known = load(connection, tournament)
    plan, players = known.plan, seeded or _seeded(connection, known)
    parts = dict.fromkeys(players, WHOLE)
    if plan.format == plans.GROUPS and len(players) > plan.group_size:
        groups = snake(players, plan.group_size)
        parts = {who: number for number, group in enumerate(groups, 1) for who in group}
    for seed, player in enumerate(players, start=1):
        own = and_(ENTRANT.c.tournament == tournament, ENTRANT.c.account == player)
        connection.execute(update(ENTRANT).where(own).values(seed=seed, part=parts[player]))
    if plan.format != plans.SWISS:
        for part in sorted(set(parts.values())):
            members = [player for player in players if parts[player] == part]
            secrets.SystemRandom().shuffle(members)
            pair_all(connection, known, part, members)
    elif plan.rounds >= len(players):  # fewer have entered than there is room for
        plan = replace(plan, rounds=len(players) - 1)
    values = {"state": RUNNING, "began": now(connection), "due": 1, "settings": plan.stored}
    connection.execute(update(TOURNAMENT).where(TOURNAMENT.c.id == tournament).values(values))
    tell(connection, tournament, wording.BEGUN)


def _seeded(connection: Connection, one: Tournament) -> list[str]:
    """Return the players by rating, the best first; equals in an order that is drawn."""
    pool = ratings.pool_of(one.plan.title)
    players = [each.account for each in one.entrants]
    secrets.SystemRandom().shuffle(players)
    strength = {
        who: ratings.ratings_of(connection, who).get(pool, ratings.FIRST).mu for who in players
    }
    return sorted(players, key=lambda who: -strength[who])


def pair_all(connection: Connection, one: Tournament, part: int, players: list[str]) -> None:
    """Store that each of some players meets each other."""
    store_games(
        connection, one, part,
        [(game.round, game.first, game.second) for game in meetings(players, one.plan.legs)],
    )  # fmt: skip


def store_games(
    connection: Connection, one: Tournament, part: int, wanted: list[tuple[int, str, str]]
) -> None:
    """Store pairings: round, first and second player of each."""
    of = select(func.max(PAIRING.c.number)).where(PAIRING.c.tournament == one.id)
    last = connection.execute(of).scalar() or 0
    rows = [
        {"tournament": one.id, "number": number, "round": at, "first": first, "second": second,
         "part": part}
        for number, (at, first, second) in enumerate(wanted, start=last + 1)
    ]  # fmt: skip
    if rows:
        connection.execute(insert(PAIRING), rows)


def end(connection: Connection, tournament: str, state: str) -> None:
    """End or cancel a tournament."""
    values = {"state": state, "ended": now(connection), "due": 0}
    connection.execute(update(TOURNAMENT).where(TOURNAMENT.c.id == tournament).values(values))
    of = select(LEAGUE_GROUP.c.league).where(LEAGUE_GROUP.c.tournament == tournament)
    connection.execute(update(LEAGUE).where(LEAGUE.c.id.in_(of)).values(due=1))


def tell(connection: Connection, tournament: str, news: str) -> None:
    """Notify all players of news: that a tournament, or its final, has begun, or that it is over.

    `news` is one of those in `wording`.
    """
    name = connection.execute(select(TOURNAMENT.c.name).where(TOURNAMENT.c.id == tournament))
    called = name.scalar_one()
    here = [one.account for one in entrants(connection, tournament) if one.withdrawn is None]
    path = f"/tournament/{tournament}"
    for account, language in languages_of(connection, here).items():
        with speaking(language):
            text = wording.of_tournament(called, news)
        notices.tell(connection, notices.NEWS, [account], now(connection), text=text, path=path)


def touch(connection: Connection, tournament: str, *, is_due: bool = True) -> None:
    """Mark that there is work to do in a tournament, or that there is none."""
    values = {"due": int(is_due)}
    connection.execute(update(TOURNAMENT).where(TOURNAMENT.c.id == tournament).values(values))


def locked(connection: Connection, tournament: str) -> Any:
    """Lock the row of a tournament and return it; UnknownGameError if there is none."""
    wanted = select(TOURNAMENT).where(TOURNAMENT.c.id == tournament).with_for_update()
    row = connection.execute(wanted).one_or_none()
    if row is None:
        raise UnknownGameError("there is no such tournament")
    return row
