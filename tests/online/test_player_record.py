"""The record of an account: results, the course of ratings, puzzles, all games as a file."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from sqlalchemy import Connection, select
from starlette.testclient import TestClient

from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import ACCOUNT
from bridgehead.online.games import player_record
from bridgehead.online.ratings import matches, puzzle_attempts
from bridgehead.players import puzzles
from tests.online import people
from tests.online.conftest import GAME, Person
from tests.online.people import begun, ended

pytestmark = pytest.mark.plain
NIGHT = "scenario=first-night"


def play(connection: Connection, anna: str, bert: str) -> list[str]:
    """Play five games of Anna: two rated, one private, one of a scenario, one with a computer."""
    games = [
        begun(connection, anna, bert, is_rated=True),
        begun(connection, anna, bert, is_rated=True),
        begun(connection, anna, bert, is_listed=False),
        begun(connection, bert, anna, options=(NIGHT,)),
    ]
    alone = people.wanted(computer="recruit")
    games += matches.begin(connection, anna, alone, people.fresh, mirrored=False)
    for game, winner in zip(games, ("israel", "egypt", "israel", "draw", "israel"), strict=True):
        ended(connection, game, winner, decisions=40)
    return games


def test_results_courses_and_all_games(database: Database) -> None:
    with database.writing() as connection:
        anna, bert = people.account(connection, "Anna"), people.account(connection, "Bert")
        games = play(connection, anna, bert)
    with database.reading() as connection:
        by_scenario = player_record.by_scenario(connection, anna, everything=False)
        every = player_record.by_scenario(connection, anna, everything=True)
        computers = player_record.against_computers(connection, anna, everything=False)
        [course] = player_record.courses(connection, anna, everything=False).values()
        public = player_record.written(connection, anna, everything=False)
        written = player_record.written(connection, anna, everything=True)
    told = [(scenario, tally.won, tally.drawn, tally.lost) for _, scenario, tally in by_scenario]
    assert told == [("", 2, 0, 1), ("first-night", 0, 1, 0)]
    assert [(one[1], one[2].won) for one in every] == [("", 3), ("first-night", 0)]
    assert [(name, tally.won, tally.games) for name, tally in computers] == [("recruit", 1, 1)]
    assert [step.game for step in course] == games[:2]
    assert course[0].rating == 1500 + course[0].change
    assert course[0].change > 0 > course[1].change
    assert course[1].rating == course[0].rating + course[1].change
    assert {one["id"] for one in written} - {one["id"] for one in public} == {games[2]}
    results = {one["id"]: (one["side"], one["opponent"], one["result"]) for one in written}
    assert results == {
        games[0]: ("israel", "Bert", "won"), games[1]: ("israel", "Bert", "lost"),
        games[2]: ("israel", "Bert", "won"), games[3]: ("egypt", "Bert", "drawn"),
        games[4]: ("israel", "recruit", "won"),
    }  # fmt: skip
    assert all(tuple(one) == player_record.COLUMNS for one in written)


def rows(who: Any, name: str) -> list[dict[str, str]]:
    answer = who.get(f"/people/{name}/games.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.text)))


def test_the_page_shows_to_others_only_what_is_public(client: TestClient) -> None:
    anna, bert, eve = (Person(client, name) for name in ("Anna", "Bert", "Eve"))
    database: Database = client.app.state.server.database  # type: ignore[attr-defined]
    puzzle = puzzles.of_game(GAME)[0]
    with database.writing() as connection:
        found = connection.execute(select(ACCOUNT.c.name, ACCOUNT.c.id))
        ids = {row.name: row.id for row in found}
        games = play(connection, ids["Anna"], ids["Bert"])
        puzzle_attempts.attempt(connection, ids["Anna"], puzzle, solved=True, share=1.0)
    own, seen = anna.get("/people/Anna").text, eve.get("/people/Anna").text
    assert "All your games: 3 won, 1 drawn, 1 lost" in own
    assert "All public games: 2 won, 1 drawn, 1 lost" in seen
    for page in (own, seen):
        assert len(re.findall(r'data-value="\d+"', page.partition("As numbers")[2])) >= 2
        assert "The first night" in page or "first night" in page
        assert "recruit (computer)" in page
    assert f"/puzzle/{puzzle.id}" in own
    assert f"/puzzle/{puzzle.id}" not in seen
    assert games[2] in own
    assert games[2] not in seen
    assert "nobody but you" in own
    assert "nobody but you" not in seen
    mine, theirs = rows(anna, "Anna"), rows(eve, "Anna")
    assert {row["id"] for row in mine} == set(games)
    assert {row["id"] for row in theirs} == set(games) - {games[2]}
    rated = next(row for row in mine if row["id"] == games[0])
    assert (rated["rated"], rated["public"], rated["result"]) == ("yes", "yes", "won")
    assert int(rated["rating"]) == 1500 + int(rated["change"])
    assert next(row for row in mine if row["id"] == games[3])["scenario"] == "first-night"
    assert eve.get("/people/Nobody/games.csv").status_code == 404
    assert rows(bert, "Eve") == []
