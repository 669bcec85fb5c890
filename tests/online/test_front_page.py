"""The lobby as a first page: doors, small boards, tiles, and positions that are brought along."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

import bridgehead as bh
from tests.online.conftest import GAME, Person, Seat
from tests.tiers import first

pytestmark = pytest.mark.plain
DOORS = ["continue", "learn", "play", "people"]


def line_of(game: str = GAME) -> str:
    return str(bh.load(game).start().to_line())


@pytest.mark.slow
def test_the_doors_lead_to_their_parts(client: TestClient) -> None:
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    bert.join(anna.challenge())
    for who in (client, anna, bert):
        text = who.get("/").text
        assert re.findall(r'data-door="(\w+)"', text) == DOORS
        for door in DOORS:
            assert f'href="#{door}"' in text
            assert f'id="{door}"' in text
    assert "Your turn in 1 of your games" in anna.get("/").text
    assert "Your games: 1" in bert.get("/").text


@pytest.mark.slow
def test_a_title_tells_how_many_wait(client: TestClient) -> None:
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    anna.challenge()
    anna.challenge("egypt")

    def waiting(who: Any) -> list[str]:
        return re.findall(r"data-waiting>([^<]*)<", who.get("/").text)

    assert waiting(bert) == ["2 waiting"]
    assert waiting(anna) == []  # her own


def test_a_game_has_a_small_board(client: TestClient) -> None:
    anna, bert, clara = (Person(client, name) for name in ("Anna", "Bert", "Clara"))
    game = anna.challenge()
    assert f"/api/saved/{game}/units.svg" not in anna.get("/").text
    bert.join(game)
    board = re.compile(rf"/api/saved/{game}/units\.svg\?shown=([\w-]+)")
    [watched] = board.findall(clara.get("/").text)
    [before] = board.findall(anna.get("/").text)
    with anna.sits(game) as socket:
        seat = Seat(socket)
        assert seat.do(seat.a_move())["ok"]
        picture = anna.get(f"/api/saved/{game}/units.svg").text
    assert board.findall(clara.get("/").text) == [watched]  # only a turn changes it
    assert board.findall(anna.get("/").text) != [before]
    assert picture.startswith("<svg")
    assert clara.get(f"/api/saved/{game}/units.svg").text == picture  # nothing is hidden here
    assert clara.get("/api/saved/00000000000000000000/units.svg").status_code == 404


@pytest.mark.slow
def test_a_private_game_has_no_board_for_others(client: TestClient) -> None:
    anna, bert, clara = (Person(client, name) for name in ("Anna", "Bert", "Clara"))
    answer = anna.post(f"/new/{GAME}", side="israel", opponent="named", player="Bert")
    assert answer.status_code == 303
    game = re.findall(r'data-game="(\w+)"', bert.get("/").text)[0]
    bert.join(game)
    path = f"/api/saved/{game}/units.svg"
    assert bert.get(path).status_code == 200
    assert clara.get(path).status_code == client.get(path).status_code == 404


@pytest.mark.slow
def test_a_position_is_brought_along(client: TestClient) -> None:
    path = f"/begin?line={quote(line_of('suez-56'), safe='')}"
    answer = client.get(path)
    to = answer.headers["location"]
    assert to.startswith("/login?next=")
    browser = TestClient(client.app, base_url=str(client.base_url), follow_redirects=False)
    browser.portal = client.portal
    form = browser.get(to).text
    given = re.search(r'name="next" value="([^"]*)"', form)
    assert given is not None
    secret = "a sentence that only I know"
    entered = browser.post("/register", data={"name": "Anna", "password": secret, "next": given[1]})
    assert entered.headers["location"] == path
    assert "a position that you have brought" in browser.get(path).text
    begun = browser.post(path, data={"side": "egypt", "opponent": "open"})
    assert begun.status_code == 303
    bert = Person(client, "Bert")
    game = re.findall(r'data-game="(\w+)"', bert.get("/").text)[0]
    bert.join(game)
    with bert.sits(game) as socket:
        seat = Seat(socket)
        assert seat.hello["game"]["id"] == "suez-56"
        assert seat.state["at"] == 0


LINES = ["bh1:across-suez-1980:AAAA", "", "bh1:waterloo:AAAA", "<b>"]


@pytest.mark.parametrize("line", first(1, LINES))
def test_a_broken_position_is_refused(client: TestClient, line: str) -> None:
    anna = Person(client, "Anna")
    for answer in (
        anna.get(f"/begin?line={quote(line)}"),
        anna.post(f"/begin?line={quote(line)}", side="israel", opponent="open"),
    ):
        assert answer.status_code == 400
        assert "<b>" not in answer.text.partition("<main")[2].replace("</b>", "").replace(
            "<b data", ""
        )
    assert 'data-list="mine"' not in anna.get("/").text


@pytest.mark.slow
def test_a_finished_position_begins_no_game(client: TestClient) -> None:
    game = bh.load(GAME)
    position = game.start()
    while position.result is None:
        position.push(
            "resign" if "resign" in position.legal_actions() else position.legal_actions()[0]
        )
    anna = Person(client, "Anna")
    answer = anna.get(f"/begin?line={quote(position.to_line())}")
    assert answer.status_code == 400


AWAY = ["//evil.example/", "/\\evil.example", "https://evil.example/?a=b", "/a?b\n"]


@pytest.mark.slow
@pytest.mark.parametrize("to", AWAY)
def test_a_login_leads_nowhere_else(client: TestClient, to: str) -> None:
    secret = "a sentence that only I know"
    answer = client.post("/register", data={"name": "Anna", "password": secret, "next": to})
    assert answer.headers["location"] == "/"


@pytest.mark.slow
def test_pictures_of_titles(client: TestClient) -> None:
    answer = client.get(f"/title/{GAME}/map.svg")
    assert answer.headers["content-type"].startswith("image/svg")
    assert answer.text.startswith("<svg")
    assert "max-age" in answer.headers["cache-control"]
    assert client.get(f"/title/{GAME}/secret.svg").status_code == 404
    assert client.get("/title/waterloo/map.svg").status_code == 404


@pytest.mark.slow
def test_the_form_proposes(client: TestClient) -> None:
    anna = Person(client, "Anna")

    def chosen(path: str) -> dict[str, str]:
        found = re.findall(r'name="(\w+)" value="([^"]*)"[^>]* checked', anna.get(path).text)
        return dict(found)

    assert chosen(f"/new/{GAME}")["opponent"] == "open"
    assert chosen(f"/new/{GAME}")["pace"] == "brisk"
    alone = chosen(f"/new/{GAME}?opponent=computer")
    assert alone["opponent"] not in ("open", "link", "named")
    assert alone["pace"] == "unlimited"
    assert chosen(f"/new/{GAME}?player=Bert")["opponent"] == "named"
