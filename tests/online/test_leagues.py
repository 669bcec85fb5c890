"""Leagues: groups of a season, who goes up and down, joining and leaving, seasons that follow."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, select, update
from starlette.testclient import TestClient

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.accounts import deletion
from bridgehead.online.accounts.login_sessions import DAY
from bridgehead.online.database.database import Database, now
from bridgehead.online.database.tournament_tables import LEAGUE, LEAGUE_MEMBER
from bridgehead.online.tournaments import leagues, seasons, stored_tournaments, tournaments
from bridgehead.online.tournaments.leagues import LeaguePlan
from bridgehead.online.tournaments.promotion import groups_of, order_after
from tests.online.conftest import GAME, Person, Seat
from tests.online.people import account, ended
from tests.online.test_tournament_formats import running
from tests.online.test_tournaments import going_on, people, plan, until
from tests.waiting import wait_until

pytestmark = pytest.mark.plain


def test_an_order_is_cut_into_groups() -> None:
    assert groups_of(list("abcdefgh"), 4) == [list("abcd"), list("efgh")]
    assert groups_of(list("abcdefghij"), 4) == [list("abcd"), list("efgh"), list("ij")]
    assert groups_of(list("abcdefghi"), 4) == [list("abcd"), list("efghi")]  # one is no group
    assert groups_of(list("abc"), 4) == [list("abc")]
    assert groups_of([], 4) == []


def test_the_last_and_the_first_change_places() -> None:
    groups = [list("abcd"), list("efgh"), list("ijkl")]
    assert order_after(groups, 1) == list("abcedfgihjkl")
    assert order_after(groups, 2) == list("abefcdijghkl")
    assert order_after([list("abcd"), list("ef")], 2) == list("abcedf")  # one stays below
    assert order_after([list("abcd")], 2) == list("abcd")


def wanted(connection: Connection, **more: Any) -> LeaguePlan:
    given = {"group_size": 3, "moves": 1, "pause": 7, "starts": now(connection) + DAY, **more}
    settings = plan(name="Canal League", size=12, legs=1, is_rated=False, pace="daily 48 168")
    return LeaguePlan(settings, **given)


def made(connection: Connection, count: int) -> tuple[str, list[str]]:
    """Make a league whose first season begins now."""
    found = people(connection, count, "Member")
    league = leagues.create(connection, found[0], wanted(connection), chained=True)
    for one in found:
        leagues.join(connection, one, league)
    starts_now(connection, league)
    return league, found


def starts_now(connection: Connection, league: str) -> None:
    connection.execute(update(LEAGUE).where(LEAGUE.c.id == league).values(starts=1))
    assert leagues.due(connection) == [league]
    seasons.carry_on(connection, league)


def groups(connection: Connection, league: str) -> list[list[str]]:
    found = leagues.tournaments_of(connection, leagues.load(connection, league).present)
    return [[each.account for each in sorted(one.entrants, key=lambda each: each.seed)]
            for one in found]  # fmt: skip


def played(connection: Connection, league: str, players: list[str], **more: Any) -> None:
    """Play a season to its end: the player that comes first in `players` wins."""
    for group in leagues.load(connection, league).present:
        going_on(connection, group.tournament)
        for one in running(connection, group.tournament):
            better = players.index(one.players[0]) < players.index(one.players[1])
            assert one.game is not None
            ended(connection, one.game, "israel" if better else "egypt", **more)
        going_on(connection, group.tournament)
    assert leagues.due(connection) == [league]
    seasons.carry_on(connection, league)


def test_seasons_follow_each_other(database: Database) -> None:
    with database.writing() as connection:
        league, players = made(connection, 6)
        a, b, c, d, e, f = players
        assert groups(connection, league) == [[a, b, c], [d, e, f]]
        assert leagues.due(connection) == []
        late = account(connection, "Late")
        leagues.join(connection, late, league)
        leagues.leave(connection, b, league)  # takes effect after the season
        leagues.leave(connection, late, league)  # at once: not in a season yet
        leagues.join(connection, late, league)
        assert len(groups(connection, league)) == 2
        played(connection, league, [f, e, d, c, b, a])  # the weak win
        found = leagues.load(connection, league)
        assert (found.state, found.season) == ("waiting", 1)
        assert abs(found.settings.starts - now(connection) - 7 * DAY) < 60_000
        # the groups ended c b a and f e d; f goes up, a goes down; b leaves; Late is last
        assert [one.account for one in found.members] == [c, f, a, e, d, late]
        starts_now(connection, league)
        assert groups(connection, league) == [[c, f, a], [e, d, late]]
        assert leagues.load(connection, league).season == 2
        assert len(leagues.load(connection, league).groups) == 4
        assert stored_tournaments.listing(connection) == []  # they stand in their league
        extra = tournaments.create(connection, a, plan(), chained=True)
        assert [one.id for one, _ in stored_tournaments.listing(connection)] == [extra]


def test_who_withdraws_or_never_decides_is_out(database: Database) -> None:
    with database.writing() as connection:
        league, (a, b, c, d, e, f) = made(connection, 6)
        top, low = leagues.load(connection, league).present
        tournaments.leave(connection, c, top.tournament)
        going_on(connection, low.tournament)
        for one in running(connection, low.tournament):  # f never decides
            assert one.game is not None
            first, second = one.players
            winner = "egypt" if first == f or second == d else "israel"
            loser = "israel" if winner == "egypt" else "egypt"
            away = f in (first, second)
            ended(connection, one.game, winner, by={winner: 5, loser: 0 if away else 5})
        played(connection, league, [a, b, c, d, e, f])
        found = [one.account for one in leagues.load(connection, league).members]
        assert found == [a, b, d, e]


def test_too_few_members_wait_for_another_pause(database: Database) -> None:
    with database.writing() as connection:
        league, _ = made(connection, 1)
        found = leagues.load(connection, league)
        assert (found.state, found.season) == ("waiting", 0)
        assert found.settings.starts > now(connection)
        assert leagues.due(connection) == []


def test_closing_and_deleted_accounts(database: Database) -> None:
    with database.writing() as connection:
        league, (a, b, c) = made(connection, 3)
        with pytest.raises(BridgeheadError, match="not yours"):
            leagues.close(connection, b, league)
        leagues.forsake(connection, a)  # what deleting its creator does
        found = leagues.load(connection, league)
        assert (found.state, found.closes) == ("running", True)
        with pytest.raises(BridgeheadError, match="closed"):
            leagues.join(connection, account(connection, "Late"), league)
        played(connection, league, [a, b, c])
        assert leagues.load(connection, league).state == "closed"
        assert leagues.listing(connection) == []
        assert leagues.due(connection) == []


def test_a_deleted_member_is_gone_from_the_next_season(database: Database) -> None:
    with database.writing() as connection:
        found = people(connection, 4, "Member")
        league = leagues.create(connection, found[0], wanted(connection), chained=True)
        for one in found:
            leagues.join(connection, one, league)
        assert isinstance(deletion._leave(connection, found[3], set()), deletion.DeletedAccount)
        assert len(connection.execute(select(LEAGUE_MEMBER)).all()) == 3
        starts_now(connection, league)
        assert groups(connection, league) == [found[:3]]


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"group_size": 2}, "3 to 8"),
        ({"group_size": 3, "moves": 2}, "half of a group"),
        ({"moves": 0}, "1 to 3"),
        ({"pause": 0}, "1 to 60"),
        ({"starts": 5}, "90 days"),
    ],
)
def test_what_is_refused(database: Database, settings: dict[str, Any], text: str) -> None:
    with database.writing() as connection:
        anna = account(connection, "Anna")
        with pytest.raises(BridgeheadError, match=text):
            leagues.create(connection, anna, wanted(connection, **settings), chained=True)
        live = wanted(connection)
        live = replace(live, plan=replace(live.plan, pace="live 45 120", together=1))
        with pytest.raises(BridgeheadError, match="daily clocks"):
            leagues.create(connection, anna, live, chained=True)
        for _ in range(leagues.OPEN):
            leagues.create(connection, anna, wanted(connection), chained=True)
        with pytest.raises(BridgeheadError, match="close one first"):
            leagues.create(connection, anna, wanted(connection), chained=True)


def until_json(client: TestClient, path: str) -> Any:
    """Return a game of a tournament as soon as one has begun."""

    def found() -> Any:
        return next((one for one in client.get(path).json()["games"] if one["game"]), None)

    return wait_until(found)


def test_a_league_on_its_pages(client: TestClient) -> None:
    anna, bert, clara = (Person(client, name) for name in ("Anna", "Bert", "Clara"))
    fields = {"name": "League of <b>Suez</b>", "group_size": "3", "moves": "1", "pause": "7",
              "pace": "daily", "legs": "1", "together": "0"}  # fmt: skip
    for bad in ({}, {"starts": "soon"}, {"starts": "2020-01-01T10:00"}):
        assert anna.post(f"/leagues/new/{GAME}", **fields, **bad).status_code == 400
    database: Database = client.app.state.server.database  # type: ignore[attr-defined]
    with database.reading() as connection:
        day = now(connection) // 1000 + 86_400
    at = datetime.datetime.fromtimestamp(day, datetime.UTC).strftime("%Y-%m-%dT%H:%M")
    path = anna.post(f"/leagues/new/{GAME}", **fields, starts=at).headers["location"]
    assert "&lt;b&gt;Suez" in bert.get("/tournaments").text
    for who in (anna, bert, clara):
        assert who.post(f"{path}/join").status_code == 303
    assert bert.post(f"{path}/close").status_code == 400
    assert client.post(f"{path}/join").headers["location"].startswith("/login")
    assert anna.get("/league/" + "f" * 20).status_code == 404
    with database.writing() as connection:
        connection.execute(update(LEAGUE).values(starts=1))
    client.app.state.server.look_for_work()  # type: ignore[attr-defined]
    page = until(anna, path, lambda text: 'data-group="1"' in text)
    assert "Next season" not in page  # there is only one group
    told = client.get(f"/api{path.replace('league', 'leagues')}").json()
    assert (told["state"], told["season"], len(told["groups"][0]["lines"])) == ("running", 1, 3)
    assert len(client.get("/api/leagues").json()) == 1
    group = f"/tournament/{told['groups'][0]['tournament']}"
    assert f'href="{path}"' in bert.get(group).text
    begun = until_json(client, f"/api{group.replace('tournament', 'tournaments')}")
    seen = client.get(group).headers["etag"]
    mover = next(one for one in (anna, bert, clara) if one.name == begun["first"])
    with mover.sits(begun["game"]) as socket:
        seat = Seat(socket)
        assert seat.do(seat.a_move())["ok"]
    # who watches the tournament does not learn that somebody has decided something
    assert client.get(group, headers={"If-None-Match": seen}).status_code == 304
    assert mover.browser.get(group, headers={"If-None-Match": seen}).status_code == 200
    assert clara.post(f"{path}/leave").status_code == 303
    assert "leaves after this season" in clara.get(path).text
