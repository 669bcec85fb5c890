"""Finding and following people and games; links with previews; finished games as data."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient

from bridgehead.online.database.tables import ACCOUNT, OUTCOME, SESSION
from bridgehead.online.following import find_people, follows
from bridgehead.online.following.follows import FollowError
from bridgehead.online.ratings import finished_filters, matches
from tests.online import people as made
from tests.online.conftest import GAME, Person, Seat
from tests.online.people import begun, ended
from tests.tiers import first

pytestmark = pytest.mark.plain
DAY = 24 * 3600 * 1000


@pytest.fixture
def people(client: TestClient) -> list[Person]:
    return [Person(client, name) for name in ("Anna", "Bert", "Clara")]


def write(who: Any, work: Any, *given: Any) -> Any:
    app = getattr(who, "app", None) or who.browser.app
    with app.state.server.database.writing() as connection:
        return work(connection, *given)


def account(who: Any, name: str) -> str:
    found = select(ACCOUNT.c.id).where(ACCOUNT.c.name == name)
    return str(write(who, lambda c: c.execute(found).scalar_one()))


def listed(text: str, name: str) -> list[str]:
    part = text.partition(f'data-list="{name}"')[2].partition("</ul>")[0]
    return re.findall(r'data-game="(\w+)"|<a href="/people/([^"]+)"', part)


def names(text: str, name: str) -> list[str]:
    return [found for _, found in listed(text, name)]


def games_in(text: str, name: str) -> list[str]:
    return [found for found, _ in listed(text, name) if found]


def play(anna: Person, bert: Person) -> str:
    game = anna.challenge()
    bert.join(game)
    return game


def resign(who: Person, game: str) -> None:
    with who.sits(game) as socket:
        seat = Seat(socket)
        assert seat.call(type="resign")["ok"]


# People


def test_people_are_found_by_the_beginning_of_their_names(people: list[Person]) -> None:
    anna, bert, clara = people
    Person(anna.browser, "Bertha")
    Person(anna.browser, "a_b")
    assert names(clara.get("/people?q=BER").text, "found") == ["Bert", "Bertha"]
    assert names(clara.get("/people?q=a_").text, "found") == ["a_b"]  # no sign of a pattern
    assert names(clara.get("/people?q=%25a").text, "found") == []
    assert names(clara.get("/people?q=b").text, "found") == []  # too short
    game = play(anna, bert)
    assert games_in(clara.get("/people?q=bert").text, "running") == [game]
    bert.post("/people/Clara/block", what="block")
    assert names(clara.get("/people?q=ber").text, "found") == ["Bertha"]
    assert games_in(clara.get("/people?q=bert").text, "running") == []


@pytest.mark.slow
def test_who_is_online(client: TestClient, people: list[Person]) -> None:
    """Who asked something within fifteen minutes, and who has a game open."""
    anna, bert, clara = people
    assert names(clara.get("/people").text, "online") == ["Anna", "Bert", "Clara"]
    game = play(anna, bert)
    old = update(SESSION).where(SESSION.c.account.in_([account(anna, n) for n in ("Anna", "Bert")]))
    before = SESSION.c.seen - 16 * 60_000
    write(anna, lambda c: c.execute(old.values(seen=before)))
    assert names(clara.get("/people").text, "online") == ["Clara"]
    with anna.sits(game) as socket:  # opening it is a request of hers
        Seat(socket)
        write(anna, lambda c: c.execute(update(SESSION).values(seen=before)))
        assert "Anna" in names(clara.get("/people").text, "online")
    assert "Online" not in client.get("/people").text  # visitors do not learn it
    assert find_people.PRESENT == 15 * 60_000


def test_players_and_games_are_followed(people: list[Person]) -> None:
    anna, bert, clara = people
    game = play(anna, bert)
    assert games_in(clara.get("/").text, "followed") == []
    assert clara.post("/people/Anna/follow").headers["location"] == "/people/Anna"
    assert "Follow no more" in clara.get("/people/Anna").text
    assert games_in(clara.get("/").text, "followed") == [game]
    assert names(clara.get("/people").text, "followed") == ["Anna"]
    assert games_in(anna.get("/").text, "followed") == []  # nobody learns who follows
    clara.post("/people/Anna/follow", undo="yes")
    assert games_in(clara.get("/").text, "followed") == []
    assert clara.post(f"/game/{game}/follow").status_code == 303
    resign(anna, game)
    assert games_in(clara.get("/").text, "followed") == [game]
    clara.post(f"/game/{game}/follow", undo="yes")
    assert games_in(clara.get("/").text, "followed") == []


@pytest.mark.slow
def test_nobody_follows_what_they_may_not_see(people: list[Person]) -> None:
    anna, bert, clara = people
    anna.post(f"/new/{GAME}", side="israel", opponent="named", player="Bert")
    [game] = games_in(bert.get("/").text, "invited")
    bert.join(game)
    clara.post("/people/Anna/follow")
    assert clara.post(f"/game/{game}/follow").status_code == 404
    assert clara.post("/people/Nobody/follow").status_code == 404
    assert game not in clara.get("/").text
    clara.post("/people/Clara/follow")
    assert names(clara.get("/people").text, "followed") == ["Anna"]


@pytest.mark.slow
def test_one_account_follows_only_so_much(
    people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follows, "MOST", 2)
    who = account(people[0], "Anna")
    for what in ("one", "two", "two"):
        write(people[0], follows.follow, who, follows.GAME, what)
    with pytest.raises(FollowError):
        write(people[0], follows.follow, who, follows.GAME, "three")


# Links


def test_a_link_tells_what_everybody_may_know(people: list[Person]) -> None:
    anna, bert, clara = people
    game = play(anna, bert)

    def meta() -> dict[str, str]:
        text = clara.get(f"/game/{game}").text
        return dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)"', text))

    before = meta()
    assert before["og:title"] == "Anna against Bert: Across Suez (SPI, 1980)"
    assert before["og:url"].endswith(f"/game/{game}")
    assert "og:image" not in before
    assert clara.get(f"/game/{game}/preview.png").status_code == 404
    with anna.sits(game) as socket:
        seat = Seat(socket)
        assert seat.do(seat.a_move())["ok"]
    assert meta() == before  # nothing changes while it runs
    resign(anna, game)
    assert "Israel resigned" in meta()["og:description"]
    assert meta()["og:image"].endswith(f"/game/{game}/preview.png")


@pytest.mark.slow
def test_the_picture_of_a_finished_game(people: list[Person]) -> None:
    anna, bert, _ = people
    game = play(anna, bert)
    resign(bert, game)
    answer = anna.browser.get(f"/game/{game}/preview.png")
    assert answer.content.startswith(b"\x89PNG")
    assert "max-age" in answer.headers["cache-control"]


@pytest.mark.slow
def test_a_private_game_has_no_preview(people: list[Person]) -> None:
    anna, bert, clara = people
    anna.post(f"/new/{GAME}", side="israel", opponent="named", player="Bert")
    [game] = games_in(bert.get("/").text, "invited")
    bert.join(game)
    assert "og:" not in anna.get(f"/game/{game}").text
    resign(anna, game)
    assert "og:" not in anna.get(f"/game/{game}").text
    for who in (anna, clara):
        assert who.get(f"/game/{game}/preview.png").status_code == 404
    assert anna.post(f"/game/{game}/share").status_code == 303
    assert "og:image" in clara.get(f"/game/{game}").text


# Finished games


@pytest.fixture
def finished(client: TestClient) -> dict[str, str]:
    """Return finished games by what they are: rated, friendly, private, with a computer."""
    with client.app.state.server.database.writing() as connection:  # type: ignore[attr-defined]
        anna, bert = made.account(connection, "Anna"), made.account(connection, "Bert")
        games = {
            "rated": begun(connection, anna, bert, is_rated=True),
            "friendly": begun(connection, bert, anna),
            "private": begun(connection, anna, bert, is_listed=False),
        }
        alone = made.wanted(computer="recruit", title="el-arish-67")
        [games["computer"]] = matches.begin(connection, anna, alone, made.fresh, mirrored=False)
        for day, (_, game) in enumerate(games.items()):
            ended(connection, game, "israel", decisions=40, points={"israel": 5, "egypt": 2})
            time = 1_780_000_000_000 + day * DAY  # 28 May 2026, 20:26:40, and the days after
            connection.execute(update(OUTCOME).where(OUTCOME.c.game == game).values(ended=time))
    return games


FILTERS = [
    ("", ["computer", "friendly", "rated"]),
    ("title=el-arish-67", ["computer"]),
    ("player=bert", ["friendly", "rated"]),
    ("player=nobody", []),
    ("against=people", ["friendly", "rated"]),
    ("against=computers", ["computer"]),
    ("rated=yes", ["rated"]),
    ("rated=no&player=anna", ["computer", "friendly"]),
    ("since=2026-05-29", ["computer", "friendly"]),
    ("until=2026-05-28", ["rated"]),
    ("since=2026-05-29&until=2026-05-29", ["friendly"]),
    ("since=yesterday&title=waterloo&rated=maybe", ["computer", "friendly", "rated"]),
]


@pytest.mark.parametrize(("query", "found"), first(3, FILTERS))
def test_filters(
    client: TestClient, finished: dict[str, str], query: str, found: list[str]
) -> None:
    wanted = [finished[name] for name in found]
    assert games_in(client.get(f"/games?{query}").text, "finished") == wanted
    answer = client.get(f"/games.jsonl?{query}")
    assert [json.loads(line)["id"] for line in answer.text.splitlines()] == wanted


def test_lines_of_finished_games(
    client: TestClient, finished: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = client.get("/games.jsonl")
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert "link" not in answer.headers
    last, _, first = (json.loads(line) for line in answer.text.splitlines())
    assert first["sides"]["israel"]["name"] == "Anna"
    assert first["sides"]["israel"]["change"] > 0 > first["sides"]["egypt"]["change"]
    assert (first["winner"], first["decisions"], first["turn"]) == ("israel", 40, 3)
    assert first["points"] == {"israel": 5, "egypt": 2}
    assert first["ended"].startswith("2026-05-28")
    assert last["sides"]["egypt"] == {"name": "recruit", "computer": True}
    assert first["record"] == f"/api/saved/{finished['rated']}/record"
    monkeypatch.setattr(finished_filters, "IN_FILE", 2)
    seen, path = [], "/games.jsonl?player=anna"
    while path:
        answer = client.get(path)
        seen += [json.loads(line)["id"] for line in answer.text.splitlines()]
        path = answer.headers.get("link", "").partition(">")[0].lstrip("<")
    assert seen == [finished[name] for name in ("computer", "friendly", "rated")]
