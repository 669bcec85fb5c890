"""What holds for every address, those that are still to come as well."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from bridgehead.online.notices.delivery import MailServer
from bridgehead.online.web.app import Settings
from bridgehead.server.web.rate_limits import Limit, Limits
from tests.online.conftest import FREE, QUICK, SECRET, Person, Seat, client_of
from tests.online.test_games import journal

pytestmark = pytest.mark.plain
OTHER = "another sentence that I know"
EVIL = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
NOWHERE = MailServer.of("smtp://127.0.0.1:9", "Bridgehead <play@example.org>")


def routes(client: Any, *methods: str) -> list[tuple[str, str]]:
    """Return every method and path, of these methods."""
    found = [route for route in client.app.routes if isinstance(route, Route)]
    return [
        (method, route.path) for route in found for method in sorted(route.methods or ())
        if method in methods
    ]  # fmt: skip


def filled(path: str, game: str) -> str:
    values = {"id": game, "title": "across-suez-1980", "game": "across-suez-1980"}
    values |= {"name": "Bert", "token": "x" * 43, "n": "0", "what": "mute"}
    for name, value in values.items():
        path = path.replace(f"{{{name}}}", value)
    return path


def private_game(anna: Person, bert: Person) -> str:
    path = anna.challenge(opponent="link")
    return str(bert.post(path).headers["location"]).removeprefix("/game/")


def test_no_page_of_another_site_changes_anything(client: TestClient) -> None:
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    game = private_game(anna, bert)
    changing = routes(client, "POST", "PUT", "PATCH", "DELETE")
    assert len(changing) > 25
    for method, path in changing:
        fields = {"name": "Anna", "password": SECRET, "new": OTHER, "text": "x" * 20}
        answer = anna.browser.request(method, filled(path, game), data=fields, headers=EVIL)
        assert answer.status_code == 403, (method, path)
    assert journal(client, game) == []
    assert anna.post("/login", name="Anna", password=SECRET).status_code == 303


def test_a_private_game_looks_like_none_at_every_address(client: TestClient) -> None:
    anna, bert, eve = (Person(client, name) for name in ("Anna", "Bert", "Eve"))
    game, none = private_game(anna, bert), "f" * 20
    tried = [
        (method, path) for method, path in routes(client, "GET", "POST", "PUT")
        if path.startswith(("/api/saved/{id}", "/game/{id}"))
    ]  # fmt: skip
    assert len(tried) >= 10
    nobody = Person(client, "", register=False)
    for method, path in tried:
        for who in (eve, nobody):
            there, unknown = (
                who.browser.request(method, filled(path, each), json={"text": "x"})
                for each in (game, none)
            )
            refused = 303 if who is nobody and there.status_code == 303 else 404  # to log in
            assert there.status_code == unknown.status_code == refused, (method, path)
            assert there.text.replace(game, none) == unknown.text, (method, path)
            sent = [one.headers.get("location", "") for one in (there, unknown)]
            assert sent[0].replace(game, none) == sent[1], (method, path)


def test_every_page_that_needs_an_account_leads_to_the_login(client: TestClient) -> None:
    nobody = Person(client, "", register=False)
    settings = [(m, p) for m, p in routes(client, "GET", "POST") if p.startswith("/settings")]
    assert len(settings) >= 7
    for method, path in settings:
        answer = nobody.browser.request(method, filled(path, "f" * 20))
        assert answer.status_code == 303, (method, path)
        assert answer.headers["location"].startswith("/login")


def test_a_session_that_was_planted_is_worth_nothing(client: TestClient) -> None:
    anna = Person(client, "Anna")
    planted = "p" * 43
    login = {"name": "Anna", "password": SECRET}
    answer = client.post("/login", data=login, headers={"cookie": f"session={planted}"})
    assert answer.status_code == 303
    token = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
    assert token != planted
    for cookie, status in ((token, 200), (planted, 303)):
        got = client.get("/settings", headers={"cookie": f"session={cookie}"})
        assert got.status_code == status
    # nor does somebody who logs in in a stolen browser leave the session of who was there before
    before = anna.browser.cookies["session"]
    Person(client, "Eve")
    anna.post("/login", name="Eve", password=SECRET)
    assert client.get("/settings", headers={"cookie": f"session={before}"}).status_code == 303


def test_guesses_within_a_session_are_slow_too(lite: str) -> None:
    limits = Limits(FREE | {"password": Limit(3, 3600)})
    with client_of(lite, Settings(passwords=QUICK, limits=limits)) as client:
        anna = Person(client, "Anna")
        tries = [
            anna.post("/settings/password", old="a guess at it", new=OTHER).status_code,
            anna.post("/settings/data/leave", name="Anna", password="a guess at it").status_code,
            anna.post("/settings/password", old="a guess at it", new=OTHER).status_code,
            anna.post("/settings/password", old=SECRET, new=OTHER).status_code,
            anna.post("/settings/data/leave", name="Anna", password=SECRET).status_code,
        ]
        assert tries == [400, 400, 400, 429, 429]
        assert anna.get("/settings").status_code == 200


def test_nothing_is_done_out_of_turn(client: TestClient) -> None:
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    game = anna.challenge("israel")
    bert.join(game)
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Seat(one), Seat(two)
        move = here.a_move()
        known = {"at": there.state["at"], "version": there.state["version"], "side": "israel"}
        for message in (
            {"type": "do", "action": move}, {"type": "do", "action": "end"},
            {"type": "plan", "actions": [move]}, {"type": "undo"},
            {"type": "answer", "answer": "accept"}, {"type": "offer", "what": "takeback"},
            {"type": "ask", "what": "movement", "unit": move.split()[1]},
            {"type": "adjudicate", "winner": "egypt"}, {"type": "cancel"},
        ):  # fmt: skip
            assert not there.call(**{**known, **message})["ok"], message
        assert journal(client, game) == []
        assert here.do(move)["ok"]
        assert not there.call(**{**known, "type": "undo", "at": 1, "version": 2})["ok"]
    assert [kind for kind, *_ in journal(client, game)] == ["action"]


@pytest.mark.slow_for("sqlite")
def test_no_character_is_too_strange(url: str) -> None:
    public = Settings("http://localhost", QUICK, Limits(FREE), mail=NOWHERE, works=False)
    with client_of(url, public) as client:
        anna = Person(client, "Anna")
        for method, path in routes(client, "GET", "POST", "PUT"):
            for strange in ("%00", "%ed%a0%80", "%F0%9F%90%AB"):
                address = path.replace("{", "").replace("}", strange)
                answer = anna.browser.request(method, address)
                assert answer.status_code < 500, (method, address)
        for method, path in routes(client, "POST", "PUT"):
            game = filled(path, "f" * 20)
            for strange in ("\0", "\ud800", "\U0001f42b"):
                names = ("name", "password", "next", "session", "passkey", "who", "email", "new",
                         "person", "game", "text", "reason", "old")  # fmt: skip
                text = json.dumps({**dict.fromkeys(names, strange), "credential": {"id": strange}})
                kind = {"content-type": "application/json"}
                answer = anna.browser.request(method, game, content=text, headers=kind)
                assert answer.status_code < 500, (method, path, strange)
                form = urlencode(dict.fromkeys(names, strange), errors="surrogatepass")
                kind = {"content-type": "application/x-www-form-urlencoded"}
                answer = anna.browser.request(method, game, content=form, headers=kind)
                assert answer.status_code < 500, (method, path, strange)
