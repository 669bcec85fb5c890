"""How many games somebody finishes, how fast they answer, and what ratings their sides brought."""

from __future__ import annotations

import json
import re

import pytest
from sqlalchemy import Connection, insert, select, update
from starlette.testclient import TestClient

from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import ACCOUNT, ENTRY, OUTCOME, PLAYED, RATED
from bridgehead.online.games import challenge_terms, journal, player_record, reliability
from bridgehead.online.games.challenge_terms import Terms, TermsError
from bridgehead.online.games.history import Entry
from bridgehead.online.games.journal import StateAfter
from bridgehead.online.ratings import ratings
from tests.online import people
from tests.online.conftest import GAME, Person
from tests.online.people import begun, ended

pytestmark = pytest.mark.plain
NIGHT = "scenario=first-night"


def ends(connection: Connection, anna: str, bert: str, winner: str, ending: str) -> str:
    """Play a game that ends like this; Anna has Israel."""
    game = begun(connection, anna, bert)
    ended(connection, game, winner, decisions=10)
    connection.execute(update(OUTCOME).where(OUTCOME.c.game == game).values(ending=ending))
    return game


def call_off(connection: Connection, anna: str, bert: str) -> None:
    """Begin a game that Anna calls off."""
    game = begun(connection, anna, bert)
    result = {"winner": "draw", "ending": "aborted", "case": "", "reason": ""}
    after = StateAfter(state="over", waits_for="", due="", views={}, summary={},
                       result=result, closing=people.closing(0))  # fmt: skip
    journal.append(connection, game, 0, [Entry("abort", "israel")], after)


def test_who_calls_off_many_games_leaves_them(database: Database) -> None:
    """Of five that Anna has called off, two count: of 4 + 2 games she has finished 4."""
    with database.writing() as connection:
        anna, bert = people.account(connection, "Anna"), people.account(connection, "Bert")
        for _ in range(4):
            ends(connection, anna, bert, "israel", "x")
        for _ in range(3):
            call_off(connection, anna, bert)
        assert reliability.of(connection, anna).share == 100
        for _ in range(2):
            call_off(connection, anna, bert)
        found = reliability.of(connection, anna)
        assert (found.games, found.finished, found.share) == (6, 4, 66)
        assert reliability.of(connection, bert).share == 100


def test_shares_by_hand(database: Database) -> None:
    """Seven games of Anna: five finished, two not, and one that does not count."""
    with database.writing() as connection:
        anna, bert = people.account(connection, "Anna"), people.account(connection, "Bert")
        ends(connection, anna, bert, "egypt", "out of time")
        assert reliability.of(connection, anna).share is None  # of one game nothing follows
        ends(connection, anna, bert, "egypt", "inactive")
        for winner, ending in (("egypt", "resigned"), ("israel", "x"), ("draw", "draw agreed"),
                               ("israel", "out of time"), ("egypt", "victory")):  # fmt: skip
            ends(connection, anna, bert, winner, ending)
        call_off(connection, anna, bert)
        one, other = reliability.of(connection, anna), reliability.of(connection, bert)
    assert (one.games, one.finished, one.share) == (7, 5, 71)  # 5 / 7 = 71.4 %
    assert (other.games, other.finished, other.share) == (7, 6, 85)  # he ran out of time once


@pytest.mark.slow
def test_only_the_last_games_count(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reliability, "LAST", 3)
    with database.writing() as connection:
        anna, bert = people.account(connection, "Anna"), people.account(connection, "Bert")
        games = [ends(connection, anna, bert, "egypt", "out of time")]
        games += [ends(connection, anna, bert, "israel", "x") for _ in range(3)]
        for time, game in enumerate(games):
            connection.execute(update(PLAYED).where(PLAYED.c.game == game).values(ended=time))
        assert reliability.of(connection, anna).share == 100


def test_the_mean_time_by_hand(database: Database) -> None:
    """Bert answers after 100 and after 300: 200. Anna after 250. Dice are nobody's answer."""
    moves = [("israel", 0), ("egypt", 100), ("egypt", 150), ("israel", 400), ("dice", 410),
             ("egypt", 700)]  # fmt: skip
    with database.writing() as connection:
        anna, bert = people.account(connection, "Anna"), people.account(connection, "Bert")
        game = begun(connection, anna, bert)
        ended(connection, game, "israel")
        rows = [
            {"game": game, "number": 10 + n, "kind": "action", "side": side, "text": "x",
             "time": time}
            for n, (side, time) in enumerate(moves)
        ]  # fmt: skip
        connection.execute(insert(ENTRY), rows)
        assert reliability.with_mean(connection, bert).mean == 200
        assert reliability.with_mean(connection, anna).mean == 250


def test_a_challenge_asks_for_a_share(database: Database) -> None:
    with database.writing() as connection:
        anna, bert = people.account(connection, "Anna"), people.account(connection, "Bert")
        clara = people.account(connection, "Clara")
        ends(connection, anna, bert, "egypt", "out of time")
        for _ in range(2):
            ends(connection, anna, bert, "israel", "x")
        check = challenge_terms.check_meets
        check(connection, Terms(reliable=66), GAME, anna)
        check(connection, Terms(reliable=90), GAME, clara)  # too few games to tell
        with pytest.raises(TermsError, match="finish 67 % of their games, and you finish 66 %"):
            check(connection, Terms(reliable=67), GAME, anna)


def test_the_lobby_shows_it_and_filters(client: TestClient) -> None:
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    database = client.app.state.server.database  # type: ignore[attr-defined]
    ids = {}
    with database.writing() as connection:
        for row in connection.execute(select(ACCOUNT.c.id, ACCOUNT.c.name)):
            ids[row.name] = row.id
        for _ in range(2):
            ends(connection, ids["Anna"], ids["Bert"], "egypt", "out of time")
        ends(connection, ids["Anna"], ids["Bert"], "israel", "x")
    mine, other = anna.challenge(), bert.challenge()

    def waiting(path: str) -> set[str]:
        part = client.get(path).text.partition('data-list="challenges"')[2].partition("</ul>")[0]
        return set(re.findall(r'data-game="(\w+)"', part))

    assert waiting("/") == {mine, other}
    assert "Anna finishes 33 % of games." in client.get("/").text
    assert waiting("/?reliable=50") == {other}
    assert waiting("/?reliable=51") == {mine, other}  # no such choice
    assert waiting("/") == {mine, other}
    assert "Finishes 33 % of games (1 of the last 3)." in client.get("/people/Anna").text


@pytest.mark.slow
def test_what_sides_and_opponents_brought(database: Database) -> None:
    """Each sum is that of the changes which the rated games have stored."""
    with database.writing() as connection:
        anna, bert = people.account(connection, "Anna"), people.account(connection, "Bert")
        games = [
            begun(connection, anna, bert, is_rated=True),
            begun(connection, bert, anna, is_rated=True),
            begun(connection, anna, bert, is_rated=True, options=(NIGHT,)),
            begun(connection, anna, bert),
        ]
        for game in games:
            ended(connection, game, "israel", decisions=40)
        changes = {}
        for game in games[:3]:
            row = connection.execute(RATED.select().where(RATED.c.game == game)).one()
            side = "egypt" if game == games[1] else "israel"
            changes[game] = ratings.told_change(json.loads(row.changes)[side])["change"]
        found = player_record.gained(connection, anna, everything=True)
    one, two, three = (changes[game] for game in games[:3])
    assert one > 0 > two
    assert found.sides[GAME, "israel"] == player_record.Gained(2, one + three)
    assert found.sides[GAME, "egypt"] == player_record.Gained(1, two)
    assert found.scenarios[GAME, ""] == player_record.Gained(2, one + two)
    assert found.scenarios[GAME, "first-night"] == player_record.Gained(1, three)
    assert found.people == player_record.Gained(3, one + two + three)
    assert found.computers == player_record.Gained()
