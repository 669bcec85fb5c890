"""Finished games: lists, what anybody may open, analyses; quick with very many games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Select, insert
from starlette.testclient import TestClient

import bridgehead as bh
from bridgehead.online.database.database import Database
from bridgehead.online.database.tables import ACCOUNT, GAME, OUTCOME, PLAYED, SEAT
from bridgehead.online.games import listings
from bridgehead.online.ratings import finished_filters
from bridgehead.online.ratings.finished_filters import Filters
from bridgehead.online.work import analyses
from bridgehead.players import puzzles
from tests.online.conftest import GAME as TITLE
from tests.online.conftest import Person, Seat, client_of, opened
from tests.online.people import account, begun, ended
from tests.waiting import wait_until

pytestmark = pytest.mark.plain


@pytest.fixture
def anna(client: TestClient) -> Person:
    return Person(client, "Anna")


@pytest.fixture
def bert(client: TestClient) -> Person:
    return Person(client, "Bert")


def over(anna: Person, bert: Person, opponent: str = "open") -> str:
    """Return a finished game: Anna, with Israel, moved once and resigned."""
    path = anna.challenge("israel", opponent)
    if opponent == "open":
        bert.join(path)
        game = path
    else:
        game = bert.post(path).headers["location"].removeprefix("/game/")
    with anna.sits(game) as socket:
        seat = Seat(socket)
        seat.do(seat.a_move())
        seat.call(type="resign")
    return game


def test_anybody_opens_a_finished_game(client: TestClient, anna: Person, bert: Person) -> None:
    game = over(anna, bert)
    stranger = TestClient(client.app, base_url="http://localhost", follow_redirects=False)
    stranger.portal = client.portal
    assert game in stranger.get("/games").text
    assert game in stranger.get(f"/games?title={TITLE}").text
    assert game not in stranger.get("/games?title=october-war").text
    page = stranger.get(f"/game/{game}")
    assert page.status_code == 200
    names = re.findall(r"/static/bundle/\w+\.\w+", page.text)
    assert len(names) == 2
    for name in names:  # for good, and for everybody: nothing personal is in it
        assert stranger.get(name).headers["cache-control"] == "public, max-age=31536000, immutable"
    assert stranger.get(f"/api/saved/{game}/at/0").status_code == 200
    record = stranger.get(f"/api/saved/{game}/record").json()
    assert record["actions"][-1] == "resign"
    assert stranger.get(f"/api/saved/{game}/analysis").json() == {"state": "none"}
    page = stranger.get("/people/Bert").text
    assert "All public games: 1 won, 0 drawn, 0 lost" in page
    assert "You against this player: 0 won, 0 drawn, 1 lost" in anna.get("/people/Bert").text
    against = stranger.get("/people/Anna/against/Bert").text
    assert game in against
    assert "0 won, 0 drawn, 1 lost" in against
    assert stranger.get("/people/Anna/against/Nobody").status_code == 404


def test_results_by_title_and_side_are_those_of_public_games(anna: Person, bert: Person) -> None:
    over(anna, bert)
    over(bert, anna)
    over(anna, bert, "link")  # private

    def results(who: Person) -> list[str]:
        page = who.get("/people/Anna").text
        table = page[page.index('data-list="sides"') :].partition("</table>")[0]
        rows = [re.sub(r"<[^>]+>", " ", row).split() for row in table.split("<tr>")[2:]]
        return [" ".join(row).rpartition(")")[2].strip() for row in rows]

    public = ["Egypt 1 1 won, 0 drawn, 0 lost", "Israel 1 0 won, 0 drawn, 1 lost"]
    assert results(bert) == public
    assert results(anna) == ["Israel 2 0 won, 0 drawn, 2 lost", public[0]]  # her private one, too


def test_a_finished_game_can_be_played_on_at_home_and_a_running_one_cannot(
    client: TestClient, anna: Person, bert: Person
) -> None:
    path = anna.challenge("israel", "open")
    bert.join(path)
    with anna.sits(path) as socket:
        seat = Seat(socket)
        seat.do(seat.a_move())
    for address in ("line/1", "branch?at=1", "at/1?eyes=egypt", "board.svg?eyes=everything"):
        refused = anna.get(f"/api/saved/{path}/{address}")
        assert refused.status_code == 409
        assert refused.json()["error"]["kind"] == "secret"
    assert anna.get(f"/api/saved/{path}/story").json()["said"] is None
    with anna.sits(path) as socket:
        Seat(socket).call(type="resign")
    record = bh.Record.from_dict(anna.get(f"/api/saved/{path}/record").json())
    line = bert.get(f"/api/saved/{path}/line/1").json()["line"]
    assert bh.from_line(line) == record.position_at(1)
    assert bert.get(f"/api/saved/{path}/line/9").status_code == 404
    answer = bert.get(f"/api/saved/{path}/branch?at=1")
    assert "attachment" in answer.headers["content-disposition"]
    branch = bh.Record.from_dict(answer.json())
    assert branch.position == record.position_at(1)
    assert branch.origin is not None
    assert (branch.origin.record, branch.origin.action) == (record.digest(1), 1)
    assert branch.dice.kind == "open"
    over = anna.get(f"/api/saved/{path}/branch")  # nothing follows the end
    assert over.status_code == 400
    assert "choose an earlier action" in over.json()["error"]["text"]
    assert anna.get(f"/api/saved/{path}/branch?at=1&view=syria").status_code == 400
    assert anna.get(f"/api/saved/{path}/branch?at=9").status_code in (400, 404)
    assert anna.get(f"/api/saved/{path}/record?annotated=1").status_code == 400
    assert anna.get(f"/api/saved/{path}/at/1?eyes=everything").status_code == 200


def test_a_private_game_is_opened_by_its_players_alone(
    client: TestClient, anna: Person, bert: Person
) -> None:
    eve = Person(client, "Eve")
    game = over(anna, bert, "link")
    for address in (f"/game/{game}", f"/api/saved/{game}/record", f"/api/saved/{game}/analysis"):
        assert eve.get(address).status_code == 404
    assert eve.post(f"/game/{game}/share").status_code == 404
    assert game not in eve.get("/people/Anna").text
    assert game not in eve.get("/people/Anna/against/Bert").text
    assert game in anna.get("/people/Anna").text
    assert game in anna.get("/people/Anna/against/Bert").text
    assert bert.post(f"/game/{game}/share").status_code == 303
    for address in (f"/game/{game}", f"/api/saved/{game}/record", f"/api/saved/{game}/analysis"):
        assert eve.get(address).status_code == 200
    assert game not in eve.get("/games").text + eve.get("/people/Anna").text
    with eve.sits(game) as socket:
        assert Seat(socket).hello["online"]["you"] is None


def test_a_running_game_is_neither_shared_nor_analyzed(anna: Person, bert: Person) -> None:
    game = bert.post(anna.challenge(opponent="link")).headers["location"].removeprefix("/game/")
    assert anna.post(f"/game/{game}/share").status_code == 400
    for person in (anna, bert):
        answer = person.browser.post(f"/api/saved/{game}/analysis", json={})
        assert (answer.status_code, answer.json()["error"]["kind"]) == (409, "secret")


# Analyses


def test_an_analysis_is_computed_once_and_kept(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[Any] = []

    def analyse(record: dict[str, Any], job: Any, warming: Any) -> dict[str, Any]:
        computed.append(record["actions"])
        job.progress(1, 2)
        return {"turning_points": [], "actions": len(record["actions"])}

    monkeypatch.setattr(analyses, "analyse_record", analyse)
    with client_of(url) as first, client_of(url) as second:
        anna, bert = Person(first, "Anna"), Person(first, "Bert")
        game = over(anna, bert)
        path = f"/api/saved/{game}/analysis"
        assert first.post(path, json={}).json()["state"] == "running"
        assert second.post(path, json={}).json()["state"] in ("running", "done")
        found = told(second, path)
        result = {"turning_points": [], "actions": 2}
        assert found == {"state": "done", "result": result, "mistakes": 0}
        assert bert.browser.post(path, json={}).json() == found
    assert len(computed) == 1


def test_each_player_gets_the_own_mistakes_of_an_analyzed_game(
    client: TestClient, anna: Person, bert: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = puzzles.of_game(TITLE)[0]
    monkeypatch.setattr(analyses, "analyse_record", lambda *given: {"turning_points": []})
    found = {"israel": [puzzle], "egypt": []}
    monkeypatch.setattr(analyses, "mistakes_in", lambda record, result, sides: found[sides[0]])
    path = f"/api/saved/{over(anna, bert)}/analysis"
    anna.browser.post(path, json={})
    counts = [told(one.browser, path)["mistakes"] for one in (anna, bert)]
    assert counts == [1, 0]


def test_a_failure_is_told_and_can_be_tried_again(
    client: TestClient, anna: Person, bert: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: Any) -> Any:
        raise ValueError("secret detail")

    monkeypatch.setattr(analyses, "analyse_record", fail)
    path = f"/api/saved/{over(anna, bert)}/analysis"
    client.post(path, json={})
    found = wait_until(lambda: analysis(client, path, "none"))
    assert found == {"state": "none", "trouble": "the analysis failed (ValueError)"}
    monkeypatch.setattr(analyses, "analyse_record", lambda *given: {"turning_points": []})
    assert client.post(path, json={}).json()["state"] == "running"


def told(client: TestClient, path: str) -> Any:
    return wait_until(lambda: analysis(client, path, "done"))


def analysis(client: TestClient, path: str, state: str) -> Any:
    """Return what is told of an analysis that is in a state; None while it is in another."""
    found = client.get(path).json()
    return found if found["state"] == state else None


def test_who_works_on_an_analysis_is_known(database: Database) -> None:
    with database.writing() as connection:
        game = begun(connection, account(connection, "Anna"), account(connection, "Bert"))
        ended(connection, game, "israel")
        analyses.want(connection, game)
        analyses.want(connection, game)
        assert analyses.next_wanted(connection) == game
        assert analyses.claim(connection, game, "one")
        assert not analyses.claim(connection, game, "two")
        assert analyses.say(connection, game, "one", 3, 9)
        assert analyses.state_of(connection, game) == {"state": "running", "done": 3, "of": 9}
        assert not analyses.say(connection, game, "two", 3, 9)
        connection.execute(analyses.ANALYSIS.update().values(until=1))  # it has said nothing since
        assert analyses.claim(connection, game, "two")
        analyses.keep(connection, game, "one", {"late": 1}, "", {})
        assert analyses.state_of(connection, game)["state"] == "running"
        analyses.release(connection, "two")
        assert analyses.claim(connection, game, "one")
        analyses.keep(connection, game, "one", {"right": 1}, "", {})
        found = analyses.state_of(connection, game)
        assert found == {"state": "done", "result": {"right": 1}, "mistakes": 0}
        assert analyses.next_wanted(connection) is None


# Very many games

COUNT = 3000


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return a database with many games, most of them finished."""
    folder: Path = tmp_path_factory.mktemp("many")
    database = opened(f"sqlite:///{folder / 'online.sqlite'}")
    with database.writing() as connection:
        people = [
            {"id": f"{n:016x}", "name": f"P{n}", "folded": f"p{n}", "kind": "member", "created": 0}
            for n in range(50)
        ]
        connection.execute(insert(ACCOUNT), people)
        rows, seats, outcomes, played = [], [], [], []
        for n in range(COUNT):
            pair = (people[n % 50]["id"], people[(n * 7 + 1) % 50]["id"])
            game, listed = f"{n:020x}", int(n % 9 != 0)
            state = "running" if n % 7 == 0 else "over"
            rows.append(
                {"id": game, "title": TITLE, "options": "[]", "rules": "", "pace": "unlimited",
                 "state": state, "listed": listed, "creator": pair[0], "created": n, "changed": n,
                 "revision": 0, "views": "{}", "waits_for": "egypt", "due": "", "summary": "{}",
                 "data": ""}
            )  # fmt: skip
            for side, own, other in zip(("israel", "egypt"), pair, pair[::-1], strict=True):
                seats.append({"game": game, "side": side, "account": own})
                played.append(
                    {"game": game, "side": side, "account": own, "against": other, "title": TITLE,
                     "score": 0.5, "ended": n // 3, "listed": listed}
                )  # fmt: skip
            outcomes.append(
                {"game": game, "title": TITLE, "winner": "draw", "ending": "", "decisions": 9,
                 "ended": n // 3, "listed": listed}
            )  # fmt: skip
        connection.execute(insert(GAME), rows)
        connection.execute(insert(SEAT), seats)
        connection.execute(insert(OUTCOME), outcomes)
        connection.execute(insert(PLAYED), played)
        connection.exec_driver_sql("ANALYZE")
    yield database, people[3]["id"]
    database.close()


def plan_of(database: Database, wanted: Select[Any]) -> str:
    text = wanted.compile(database.engine, compile_kwargs={"literal_binds": True})
    with database.reading() as connection:
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}").all()
    return "\n".join(str(row[-1]) for row in rows)


@pytest.mark.parametrize("title", ["", TITLE])
def test_public_lists_read_no_more_than_they_show(many: Any, title: str) -> None:
    database, _ = many
    mark = (200, "f" * 20)
    for wanted in (
        listings.public_wanted("running", title),
        finished_filters.wanted(Filters(title=title), None, 50),
        finished_filters.wanted(Filters(title=title), mark, 50),
    ):
        plan = plan_of(database, wanted)
        assert "SCAN" not in plan, plan
        assert "TEMP B-TREE" not in plan, plan


def test_somebodys_lists_read_his_games_alone(many: Any) -> None:
    database, who = many
    for everything in (True, False):
        plan = plan_of(database, listings.finished_of_wanted(who, everything=everything))
        assert "SCAN" not in plan, plan
        assert "TEMP B-TREE" not in plan, plan
    plan = plan_of(database, listings.mine_wanted(who))
    assert "ix_seat_account" in plan, plan
    assert "SCAN" not in plan, plan


def test_pages_of_a_long_list_hold_every_game_once(many: Any) -> None:
    database, who = many
    with database.reading() as connection:
        for find in (
            lambda after: listings.finished(
                connection, finished_filters.wanted(Filters(), after, 50)
            ),
            lambda after: listings.finished_of(connection, who, everything=False, after=after),
        ):
            seen: list[str] = []
            after = None
            while found := find(after):
                seen += [one.row.id for one in found]
                after = listings.mark_of(found[-1].mark)
            assert len(seen) == len(set(seen)) > 100
        rows = listings.mine(connection, who)
    waiting = [row.waits_for == row.side_of(who) for row in rows]
    assert waiting == sorted(waiting, reverse=True)  # those that wait for him first
    assert True in waiting


@pytest.mark.parametrize("text", ["", "x", "1", "-", "9" * 20 + "-x", "1-" + "x" * 30, "²-a"])
def test_a_mark_that_makes_no_sense_is_none(text: str, client: TestClient) -> None:
    assert client.get("/games", params={"after": text}).status_code == 200
