"""The seasons of leagues: they begin at their time and end with their last game.

Whoever withdraws during a season, or makes no decision in it, is out of the league.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, and_, delete, insert, select, update

from bridgehead.online.database.database import now
from bridgehead.online.database.tables import ACCOUNT
from bridgehead.online.database.tournament_tables import LEAGUE, LEAGUE_GROUP, LEAGUE_MEMBER
from bridgehead.online.tournaments import leagues, tournaments
from bridgehead.online.tournaments.leagues import CLOSED, RUNNING, WAITING, League
from bridgehead.online.tournaments.plans import FEWEST
from bridgehead.online.tournaments.promotion import groups_of, order_after
from bridgehead.online.tournaments.stored_tournaments import OVER, Tournament


def carry_on(connection: Connection, league: str) -> None:
    """Do what is due in a league: end a season that is over, begin the next one."""
    leagues.locked(connection, league)
    one = leagues.load(connection, league)
    if one.state == RUNNING:
        _set(connection, one, due=0)
        played = leagues.tournaments_of(connection, one.present)
        if all(each.state == OVER for each in played):
            _end(connection, one, played)
    elif one.state == WAITING and one.settings.starts <= now(connection):
        _begin(connection, one)


def _begin(connection: Connection, one: League) -> None:
    """Begin the next season, or wait for another pause if there are too few members."""
    order = [member.account for member in one.members]
    here = set(
        connection.execute(  # locked, so that nobody of them is deleted meanwhile
            select(ACCOUNT.c.id)
            .where(ACCOUNT.c.id.in_(order), ACCOUNT.c.kind == "member")
            .order_by(ACCOUNT.c.id)
            .with_for_update(read=True)
        ).scalars()
    )
    players = [who for who in order if who in here]
    if len(players) < FEWEST:
        starts = leagues.next_start(now(connection), one.settings.pause)
        _set(connection, one, starts=starts)
        return
    season = one.season + 1
    for number, group in enumerate(groups_of(players, one.settings.group_size), start=1):
        tournament = tournaments.begin_with(
            connection, one.creator, one.settings.plan, f"{season}.{number}", group
        )
        connection.execute(
            insert(LEAGUE_GROUP).values(
                tournament=tournament, league=one.id, season=season, number=number
            )
        )
    _set_places(connection, one, players)
    _set(connection, one, state=RUNNING, season=season, due=0)


def _end(connection: Connection, one: League, played: list[Tournament]) -> None:
    """End a season: move players up and down, remove those who leave or were not there."""
    final = [[line.player for line in each.standings()] for each in played]
    absent = {who for each in played for who in _absent(each)}
    order = order_after(final, one.settings.moves)
    known = {member.account: member for member in one.members}
    stay = [who for who in order if who in known and not known[who].leaves and who not in absent]
    gone = {who for who, member in known.items() if who not in stay and not member.is_new}
    of = LEAGUE_MEMBER.c.league == one.id
    connection.execute(delete(LEAGUE_MEMBER).where(and_(of, LEAGUE_MEMBER.c.account.in_(gone))))
    _set_places(connection, one, stay)
    starts = leagues.next_start(now(connection), one.settings.pause)
    _set(connection, one, state=CLOSED if one.closes else WAITING, starts=starts)


def _absent(one: Tournament) -> list[str]:
    """Return who has withdrawn, or has lost each game without a decision."""
    found = []
    for entrant in one.entrants:
        own = [each for each in one.pairings if entrant.account in each.players]
        away = [
            each.result.is_walkover and _lost(each.result.first, each.result.score, entrant.account)
            for each in own
        ]
        if entrant.withdrawn is not None or (away and all(away)):
            found.append(entrant.account)
    return found


def _lost(first: str, score: float | None, player: str) -> bool:
    return score == (0.0 if player == first else 1.0)


def _set_places(connection: Connection, one: League, order: Iterable[str]) -> None:
    for place, account in enumerate(order, start=1):
        of = and_(LEAGUE_MEMBER.c.league == one.id, LEAGUE_MEMBER.c.account == account)
        connection.execute(update(LEAGUE_MEMBER).where(of).values(place=place))


def _set(connection: Connection, one: League, **values: object) -> None:
    connection.execute(update(LEAGUE).where(LEAGUE.c.id == one.id).values(**values))
