"""Tournaments: entries, games that begin as others end, withdrawal, pages."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any

import pytest
from sqlalchemy import Connection, select, update
from starlette.testclient import TestClient

from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import GAME as GAMES
from bridgehead.online.database.tables import NOTICE, RATED
from bridgehead.online.database.tournament_tables import TOURNAMENT
from bridgehead.online.games import games
from bridgehead.online.games.games import GameError
from bridgehead.online.tournaments import plans, progress, tournaments
from bridgehead.online.tournaments.plans import Plan
from bridgehead.online.tournaments.stored_tournaments import load
from tests.online.conftest import GAME, Person, Seat, has_https
from tests.online.people import account, ended, fresh, wanted
from tests.waiting import wait_until

pytestmark = pytest.mark.plain


def plan(**more: Any) -> Plan:
    given = {"name": "Cup", "title": GAME, "options": (), "pace": "daily 48 168", "is_rated": True,
             "size": 4, "together": 0, "closes": None, **more}  # fmt: skip
    return Plan(**given)


def people(connection: Connection, count: int, name: str = "Person") -> list[str]:
    return [account(connection, f"{name} {n}") for n in range(count)]


def entered(connection: Connection, count: int, **more: Any) -> tuple[str, list[str]]:
    """Make a tournament that is full."""
    found = people(connection, count)
    cup = tournaments.create(connection, found[0], plan(size=count, **more), chained=True)
    for one in found:
        tournaments.enter(connection, one, cup)
    return cup, found


def going_on(connection: Connection, cup: str, **more: Any) -> list[str]:
    proposed = progress.next_round(load(connection, cup))
    return progress.go_on(connection, cup, wanted(is_rated=True, **more), fresh, proposed)


def test_everybody_plays_everybody_with_both_sides(database: Database) -> None:
    with database.writing() as connection:
        cup, players = entered(connection, 4)
        begun = going_on(connection, cup)
        rows = [games.load(connection, game) for game in begun]
        sides = Counter(tuple(seat.account for seat in row.seats) for row in rows)
        by_side = [{seat.side: seat.account for seat in row.seats} for row in rows]
        assert len(sides) == len(begun) == 12
        assert {(one["israel"], one["egypt"]) for one in by_side} == set(
            itertools.permutations(players, 2)
        )
        assert all(row.is_rated and row.is_listed for row in rows)
        assert going_on(connection, cup) == []  # a second look does nothing
        for game in begun:
            ended(connection, game, "israel", points={"israel": 5, "egypt": 3})
        assert tournaments.due(connection) == [cup]
        assert going_on(connection, cup) == []
        found = load(connection, cup)
        assert (found.state, tournaments.due(connection)) == ("over", [])
        lines = found.standings()
        assert [(line.rank, line.score, line.values["lead"]) for line in lines] == [
            (1, 3.0, 0.0)
        ] * 4
        assert len(connection.execute(select(RATED)).all()) == 12
        news = select(NOTICE.c.account, NOTICE.c.data).where(NOTICE.c.kind == "news")
        told = Counter(json.loads(row.data)["text"] for row in connection.execute(news))
        assert sorted(told.values()) == [4, 4]
        assert all("“Cup”" in text for text in told)


def test_two_processes_begin_each_game_once(database: Database) -> None:
    with database.writing() as connection:
        cup, _ = entered(connection, 4)

    def begin(_: int) -> int:
        with database.writing() as connection:
            return len(going_on(connection, cup))

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(begin, range(4))) == [0, 0, 0, 12]
    with database.reading() as connection:
        assert len(connection.execute(select(GAMES.c.id)).all()) == 12


def test_so_many_games_at_once(database: Database) -> None:
    with database.writing() as connection:
        cup, _ = entered(connection, 4, together=1)
        played = 0
        while begun := [
            one.game
            for one in load(connection, cup).pairings
            if one.game and one.result.score is None
        ] or going_on(connection, cup):
            busy = [seat.account for game in begun for seat in games.load(connection, game).seats]
            assert max(Counter(busy).values()) == 1
            ended(connection, begun[0], "draw")
            played += 1
            going_on(connection, cup)
        assert played == 12
        assert load(connection, cup).state == "over"
        assert {line.score for line in load(connection, cup).standings()} == {3.0}


def test_entries(database: Database) -> None:
    with database.writing() as connection:
        anna, bert, clara, dora = people(connection, 4)
        guest = account(connection, "Guy", None)
        cup = tournaments.create(connection, anna, plan(size=3), chained=True)
        for refused in (
            lambda: tournaments.enter(connection, guest, cup),
            lambda: tournaments.create(connection, guest, plan(), chained=True),
            lambda: tournaments.start(connection, anna, cup),  # too few
            lambda: tournaments.start(connection, bert, cup),
            lambda: tournaments.cancel(connection, bert, cup),
            lambda: tournaments.leave(connection, bert, cup),
            lambda: tournaments.create(connection, anna, plan(size=99), chained=True),
            lambda: tournaments.create(connection, anna, plan(name="x\n y"), chained=True),
            lambda: tournaments.create(connection, anna, plan(closes=5), chained=True),
            lambda: tournaments.create(connection, anna, plan(pace="unlimited"), chained=True),
            lambda: tournaments.create(connection, anna, plan(pace="live 45 120"), chained=True),
        ):
            with pytest.raises(GameError):
                refused()
        tournaments.enter(connection, bert, cup)
        tournaments.enter(connection, bert, cup)  # the form sent twice
        tournaments.enter(connection, clara, cup)
        tournaments.leave(connection, clara, cup)
        tournaments.enter(connection, anna, cup)
        assert load(connection, cup).state == "entering"
        tournaments.enter(connection, clara, cup)
        assert load(connection, cup).state == "running"
        with pytest.raises(GameError):
            tournaments.enter(connection, dora, cup)
        with pytest.raises(GameError):
            tournaments.cancel(connection, anna, cup)


@pytest.mark.parametrize(
    ("name", "is_right"),
    [("Coupe d'été", True), ("Tiếng Việt", True), ("שַּׁבָּת שָׁלוֹם", True), ("हिन्दी कप", True),
     ("C" + "\u0315\u0328\u0337\u0310" + "up 1", False), ("Cu\u20dd\u20dd\u20ddp", False),
     ("Cu\u0323\u0323\u0323\u0323\u0323\u0323p", False)],
)  # fmt: skip
def test_names_do_not_cover_other_lines(name: str, is_right: bool) -> None:
    with nullcontext() if is_right else pytest.raises(GameError, match="accents"):
        plans.check(plan(name=name), 0)


def test_entries_close(database: Database) -> None:
    with database.writing() as connection:
        anna, bert = people(connection, 2)
        late = 2_000_000_000_000
        full = tournaments.create(connection, anna, plan(size=9), chained=True)
        empty = tournaments.create(connection, anna, plan(size=9), chained=True)
        for one in (anna, bert):
            tournaments.enter(connection, one, full)
        connection.execute(update(TOURNAMENT).values(closes=late))
        assert tournaments.due(connection) == []
        connection.execute(update(TOURNAMENT).values(closes=1))
        assert set(tournaments.due(connection)) == {full, empty}
        for cup in (full, empty):
            tournaments.close_entries(connection, cup)
        states = [load(connection, cup).state for cup in (full, empty)]
        assert states == ["running", "cancelled"]


def test_what_a_withdrawn_player_leaves_is_found_and_ends_the_tournament(
    database: Database,
) -> None:
    with database.writing() as connection:
        cup, _ = entered(connection, 3, together=2)
        begun = going_on(connection, cup)
        quitter = games.load(connection, begun[0]).seats[0].account  # somebody who plays already
        assert quitter is not None
        tournaments.leave(connection, quitter, cup)
        left = progress.left_behind(connection, cup)
        assert left
        for game, side in left:
            assert games.load(connection, game).side_of(quitter) == side
            ended(connection, game, "egypt" if side == "israel" else "israel")
        assert progress.left_behind(connection, cup) == []
        while tournaments.due(connection):
            begun = going_on(connection, cup)
            for one in load(connection, cup).pairings:
                if one.game and one.result.score is None:
                    ended(connection, one.game, "israel")
        found = load(connection, cup)
        assert found.state == "over"
        assert [(line.rank, line.score) for line in found.standings()] == [
            (1, 1.0), (1, 1.0), (0, 0.0)
        ]  # fmt: skip
        assert begun == []


def test_a_withdrawal_between_two_looks_is_not_lost(database: Database) -> None:
    """Who left after it was read who has left resigns at the next look."""
    with database.writing() as connection:
        cup, players = entered(connection, 3)
        going_on(connection, cup)
        assert progress.left_behind(connection, cup) == []  # what `carry_on` reads
        tournaments.leave(connection, players[0], cup)
        assert going_on(connection, cup) == []
        assert tournaments.due(connection) == [cup]
        left = progress.left_behind(connection, cup)
        assert len(left) == 4
        for one in load(connection, cup).pairings:  # all the others end
            if one.game and players[0] not in (one.result.first, one.result.second):
                ended(connection, one.game, "israel")
        going_on(connection, cup)
        assert load(connection, cup).state == "running"  # not before these, too
        for game, side in left:
            ended(connection, game, "egypt" if side == "israel" else "israel")
        going_on(connection, cup)
        assert load(connection, cup).state == "over"
        assert tournaments.due(connection) == []


def test_who_made_no_decision_has_lost_by_a_walkover(database: Database) -> None:
    with database.writing() as connection:
        cup, _ = entered(connection, 2)
        games_of = going_on(connection, cup)
        ended(connection, games_of[0], "israel", by={"israel": 3, "egypt": 0})
        ended(connection, games_of[1], "israel", by={"israel": 3, "egypt": 1})
        found = [one.result.is_walkover for one in load(connection, cup).pairings]
        assert found == [True, False]


def test_a_tournament_on_its_pages(client: TestClient) -> None:
    has_https(client)
    anna, bert, clara = (Person(client, name) for name in ("Anna", "Bert", "Clara"))
    fields = {"name": "Cup of <b>Suez</b>", "size": "2", "together": "0", "rated": "yes",
              "pace": "daily"}  # fmt: skip
    assert anna.post(f"/tournaments/new/{GAME}", **{**fields, "size": "1"}).status_code == 400
    assert anna.post(f"/tournaments/new/{GAME}", **fields, closes="soon").status_code == 400
    for pace in ("x" * 9, "unlimited"):
        assert anna.post(f"/tournaments/new/{GAME}", **{**fields, "pace": pace}).status_code == 400
    assert 'value="unlimited"' not in anna.get(f"/tournaments/new/{GAME}").text
    path = anna.post(f"/tournaments/new/{GAME}", **fields).headers["location"]
    assert "&lt;b&gt;Suez" in bert.get("/tournaments").text
    assert client.get(path).status_code == 200
    assert client.post(f"{path}/enter").headers["location"].startswith("/login")
    assert bert.post(f"{path}/start").status_code == 400
    for who in (anna, bert):
        assert who.post(f"{path}/enter").status_code == 303
    assert clara.post(f"{path}/enter").status_code == 400
    for unknown in ("/tournament/" + "f" * 20, "/tournaments/new/chess"):
        assert anna.get(unknown).status_code == 404
    page = until(anna, path, lambda text: text.count('href="/game/') >= 6)  # cross table and rounds
    ids = list(dict.fromkeys(part[:20] for part in page.split('href="/game/')[1:]))
    assert len(ids) == 2
    assert 'data-list="running"' in page
    assert "units.svg" in page
    tag = anna.get(path).headers["etag"]
    assert anna.browser.get(path, headers={"If-None-Match": tag}).status_code == 304
    with anna.sits(ids[0]) as socket:
        assert Seat(socket).call(type="resign")["ok"]
    assert bert.post(f"{path}/leave").status_code == 303  # he owes the other game
    page = until(anna, path, lambda text: "Over" in text)
    assert "withdrawn" in page
    told = client.get(f"/api{path.replace('tournament', 'tournaments')}").json()
    assert (told["state"], told["format"], len(told["games"])) == ("over", "all", 2)
    # Bert has lost the game that he left, so that he has played fewer than half
    [line] = [line for line in told["standings"][0]["lines"] if line["player"] == "Anna"]
    assert line["rank"] == 1
    assert [one["name"] for one in client.get("/api/tournaments").json()] == ["Cup of <b>Suez</b>"]
    games_file = anna.get(f"{path}/games.csv").text.splitlines()
    assert games_file[0] == "group,round,first,second,first_score,second_score,walkover,game"
    assert sorted(line.rpartition(",")[2] for line in games_file[1:]) == sorted(ids)
    table = anna.get(f"{path}/standings.csv").text.splitlines()
    assert table[0].startswith("group,rank,player,score,played,withdrawn,berger,direct")
    assert table[1].startswith(",1,Anna,")
    assert anna.get(f"/game/{ids[1]}").status_code == 200


def until(person: Person, path: str, found: Any) -> str:
    """Return a page as soon as it has something: the server carries on by itself."""

    def page() -> str | None:
        text = str(person.get(path).text)
        return text if found(text) else None

    return str(wait_until(page))
