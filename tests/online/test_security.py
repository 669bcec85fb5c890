"""What somebody must not be able to do, whatever he sends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from bridgehead.online.pages.site import next_of
from bridgehead.online.web.app import Settings
from bridgehead.server.web.rate_limits import Limit, Limits
from tests.online.conftest import FREE, QUICK, SECRET, Person, Seat, client_of

pytestmark = pytest.mark.plain


@pytest.fixture
def anna(client: TestClient) -> Person:
    return Person(client, "Anna")


def test_a_private_game_is_unknown_to_others(client: TestClient, anna: Person) -> None:
    path = anna.challenge(opponent="link")
    bert, eve = Person(client, "Bert"), Person(client, "Eve")
    assert "Anna invites you to play Egypt." in bert.get(path).text
    game = bert.post(path).headers["location"].removeprefix("/game/")
    assert anna.get(f"/game/{game}").status_code == 200
    for address in (f"/game/{game}", f"/api/saved/{game}", f"/api/saved/{game}/story",
                    f"/api/saved/{game}/at/0", f"/api/saved/{game}/board.svg",
                    f"/api/saved/{game}/board.png", f"/api/saved/{game}/record"):  # fmt: skip
        stranger = eve.get(address)
        unknown = eve.get(address.replace(game, "f" * 20))
        assert stranger.status_code == unknown.status_code == 404
        assert stranger.text.replace(game, "") == unknown.text.replace("f" * 20, "")
    with eve.sits(game) as socket:
        assert socket.receive_json()["type"] == "gone"
    assert game not in eve.get("/").text
    assert game not in eve.get("/people/Anna").text
    assert eve.post(path).status_code == 404  # the link was used
    assert eve.post(f"/challenge/{game}/join").status_code == 404


def test_a_private_challenge_needs_its_link(client: TestClient, anna: Person) -> None:
    anna.challenge(opponent="link")
    page = anna.get("/").text
    game = page.partition('data-list="mine"')[2].partition('data-game="')[2][:20]
    eve = Person(client, "Eve")
    assert eve.post(f"/challenge/{game}/join").status_code == 404
    other, none = (eve.post(f"/challenge/{each}/link") for each in (game, "f" * 20))
    assert other.status_code == none.status_code == 404
    assert other.text == none.text.replace("f" * 20, game)
    assert eve.post(f"/challenge/{game}/withdraw").status_code == 400
    old = anna.post(f"/challenge/{game}/link").headers["location"]
    new = anna.post(f"/challenge/{game}/link").headers["location"]
    assert eve.get(old).status_code == 404
    assert eve.get(new).status_code == 200
    assert anna.post(f"/challenge/{game}/withdraw").status_code == 303
    assert eve.post(new).status_code == 404


def test_nobody_plays_against_himself_or_takes_a_seat_twice(
    client: TestClient, anna: Person
) -> None:
    game = anna.challenge()
    assert anna.post(f"/challenge/{game}/join").status_code == 400
    bert = Person(client, "Bert")
    for _ in range(2):  # who sends a form twice has the game
        bert.join(game)
    assert anna.post(f"/challenge/{game}/join").status_code == 400
    assert Person(client, "Eve").post(f"/challenge/{game}/join").status_code == 400


def test_a_guest_comes_by_a_link_and_keeps_his_games(client: TestClient, anna: Person) -> None:
    path = anna.challenge(opponent="link")
    guest = Person(client, "Guy", register=False)
    assert guest.post(path, name="An na <b>").status_code == 400
    answer = guest.post(path, name="Guy")
    assert answer.status_code == 303
    game = answer.headers["location"].removeprefix("/game/")
    with guest.sits(game) as socket:
        assert Seat(socket).hello["online"]["you"] == "egypt"
    assert guest.post("/settings/password", new=SECRET).status_code == 303
    guest.post("/logout")
    assert guest.get(f"/game/{game}").status_code == 404
    assert guest.post("/login", name="guy", password=SECRET).status_code == 303
    assert guest.get(f"/game/{game}").status_code == 200


def test_the_cookie(client: TestClient, lite: str, tmp_path: object) -> None:
    answer = client.post("/register", data={"name": "Anna", "password": SECRET})
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith("session=")
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie


def test_by_https_the_cookie_is_the_hosts_alone(lite: str) -> None:
    settings = Settings(public="https://play.example", passwords=QUICK, limits=Limits(FREE))
    with client_of(lite, settings, "https://play.example") as client:
        fields = {"name": "Anna", "password": SECRET}
        answer = client.post("/register", data=fields, headers={"origin": "https://play.example"})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-session=")
        assert "Secure" in cookie
        assert "Path=/" in cookie
        assert "Domain" not in cookie
        assert "max-age" in answer.headers["strict-transport-security"]
        assert client.get("/", headers={"host": "other.example"}).status_code == 400
        assert client.get("/healthz", headers={"host": "127.0.0.1:8074"}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1", ""])
def test_a_page_of_another_site_changes_nothing(anna: Person, origin: str) -> None:
    answer = anna.browser.post(
        "/new/across-suez-1980", data={"side": "israel", "opponent": "open"},
        headers={"origin": origin},
    )  # fmt: skip
    assert answer.status_code == 403
    assert 'data-list="mine"' not in anna.get("/").text
    game = anna.challenge()
    with (
        pytest.raises(WebSocketDisconnect),
        anna.sits(game, origin=origin),
    ):
        pass


def test_our_own_page_may(anna: Person) -> None:
    answer = anna.browser.post(
        "/new/across-suez-1980", data={"side": "israel", "opponent": "open"},
        headers={"origin": "http://localhost"},
    )  # fmt: skip
    assert answer.status_code == 303


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "a" * 300])
def test_other_host_names_are_refused(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 400


@pytest.mark.parametrize("host", ["192.168.1.7:8074", "localhost:8074", "127.0.0.1", "[::1]:80"])
def test_addresses_of_the_house_are_ours(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


def test_headers_of_every_page(client: TestClient, anna: Person) -> None:
    for path in ("/", "/login", "/unknown", "/static/js/main.js", "/settings"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe-inline" not in policy
        assert headers["referrer-policy"] == "same-origin"
        assert headers["x-content-type-options"] == "nosniff"
    assert client.get("/").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("given", "to"),
    [("/game/abc", "/game/abc"), ("//evil.example", "/"), ("/\\evil.example", "/"),
     ("https://evil.example", "/"), ("", "/"), ("/a?b=http://x", "/"), ("/a\nb", "/"),
     ("javascript:alert(1)", "/")],
)  # fmt: skip
def test_a_login_leads_only_to_our_own_pages(given: str, to: str) -> None:
    assert next_of(given) == to


def test_a_login_brings_another_session(client: TestClient) -> None:
    anna = Person(client, "Anna")
    before = anna.browser.cookies["session"]
    anna.post("/login", name="Anna", password=SECRET)
    assert anna.browser.cookies["session"] != before
    now = anna.browser.cookies["session"]
    for cookie, status in ((now, 200), (before, 303)):  # the old one has ended
        answer = client.get("/settings", headers={"cookie": f"session={cookie}"})
        assert answer.status_code == status


@pytest.mark.parametrize("turned", [False, True])
def test_a_session_that_another_server_planted_beside_ours_is_not_taken(
    client: TestClient, anna: Person, turned: bool
) -> None:
    """Servers under the same name can set cookies for us, which the browser sends as ours."""
    tokens = [anna.browser.cookies["session"], Person(client, "Eve").browser.cookies["session"]]
    cookie = "; ".join(f"session={token}" for token in (tokens[::-1] if turned else tokens))
    visitor = Person(client, "", register=False)
    assert visitor.browser.get("/settings", headers={"cookie": cookie}).status_code == 303
    for token in tokens:
        twice = {"cookie": f"session={token}; x=y; session={token}"}
        assert visitor.browser.get("/settings", headers=twice).status_code == 200


def test_a_revoked_session_closes_its_windows(client: TestClient, anna: Person) -> None:
    game = anna.challenge("israel", opponent="recruit")
    other = Person(client, "Anna", register=False)
    other.post("/login", name="Anna", password=SECRET)
    with other.sits(game) as socket:
        Seat(socket)
        assert anna.post("/settings/revoke", session="others").status_code == 303
        with pytest.raises(WebSocketDisconnect):
            drain(socket)
    assert other.get("/settings").status_code == 303


def drain(socket: Any) -> None:
    """Receive until the other end closes."""
    while True:
        socket.receive_json()


def test_nobody_revokes_anothers_session(client: TestClient, anna: Person) -> None:
    bert = Person(client, "Bert")
    page = bert.get("/settings").text
    session = page.partition('data-session="')[2].partition('"')[0]
    anna.post("/settings/revoke", session=session)
    assert bert.get("/settings").status_code == 200


def test_hostile_names_are_text(client: TestClient, anna: Person) -> None:
    for name in ("<script>alert(1)</script>", "a" * 24 + "<", "{{ 7*7 }}"):
        answer = client.post("/register", data={"name": name, "password": SECRET})
        assert answer.status_code == 400
        assert "<script>alert" not in answer.text
        assert "49" not in answer.text
    assert "<script>alert" not in client.get("/people/%3Cscript%3Ealert(1)").text


@pytest.fixture
def strict(lite: str) -> Iterator[TestClient]:
    """Return a client of a server with its usual limits, small ones."""
    limits = {**FREE, "log in as": Limit(3, 3600), "register": Limit(3, 3600)}
    with client_of(lite, Settings(passwords=QUICK, limits=Limits(limits))) as client:
        yield client


def test_guessing_a_password_is_slow(strict: TestClient) -> None:
    Person(strict, "Anna")
    answers = [
        strict.post("/login", data={"name": name, "password": "guess"}).status_code
        for name in ("Anna", "anna", "ANNA", "Anna", "Bert")
    ]
    assert answers == [400, 400, 400, 429, 400]
    late = strict.post("/login", data={"name": "Anna", "password": SECRET})
    assert late.status_code == 429  # also with the right one: a guess must not be told
    assert int(late.headers.get("retry-after", "1")) > 0


def test_accounts_by_the_dozen_are_refused(strict: TestClient) -> None:
    answers = [
        strict.post("/register", data={"name": f"Anna {n}", "password": SECRET}).status_code
        for n in range(5)
    ]
    assert answers == [303, 303, 303, 429, 429]


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"side": "mars", "opponent": "open"}, 400), ({"side": "israel", "opponent": "god"}, 400),
     ({"opponent": "open"}, 400), ({"side": "israel", "opponent": "open", "option": "no"}, 400),
     ({"none": ""}, 400)],
)  # fmt: skip
def test_forms_that_make_no_sense(anna: Person, fields: dict[str, str], status: int) -> None:
    assert anna.post("/new/across-suez-1980", **fields).status_code == status


def test_requests_that_make_no_sense(client: TestClient, anna: Person) -> None:
    assert anna.get("/new/chess").status_code == 404
    assert anna.post("/new/chess", side="white").status_code == 404
    assert (
        client.post(
            "/login",
            content="x" * 30_000,
            headers={"content-type": "application/x-www-form-urlencoded"},
        ).status_code
        == 413
    )
    assert client.post("/login", json={}).status_code == 415
    assert client.post("/login", data={str(n): "" for n in range(200)}).status_code == 400
    for path in ("/api/saved/../x", "/api/saved/%00", "/game/' OR 1=1", "/invitation/x"):
        assert client.get(path).status_code == 404
    game = anna.challenge("israel", opponent="recruit")
    with anna.sits(game) as socket:
        seat = Seat(socket)
        for message in (
            "nonsense",
            "[]",
            "{}",
            '{"type": "do"}',
            '{"type": "history", "key": "aaaaaaaa"}',
        ):
            socket.send_text(message)
            replied = seat.receive()
            while replied["type"] != "reply":
                replied = seat.receive()
            assert not replied["ok"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://play.example.org"}, 303),
        ({"origin": "http://play.example.org"}, 403),  # anybody's on the way to the browser
        ({"origin": "https://play.example.org.evil.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "same-origin"}, 303),
        ({}, 303),  # no browser
    ],
)
def test_where_a_form_may_come_from(lite: str, headers: dict[str, str], status: int) -> None:
    public = "https://play.example.org"
    with client_of(lite, Settings(public, QUICK, Limits(FREE)), public) as client:
        anna = Person(client, "Anna")
        fields = {"session": "others"}
        answer = anna.browser.post("/settings/revoke", data=fields, headers=headers)
        assert answer.status_code == status


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("\u0410nna", 400),
        ("Ann\u03b1", 400),
        ("\u0410\u043d\u043d\u0430", 303),
        ("Anna \u592a\u90ce", 303),
    ],
)
def test_no_name_passes_for_another(client: TestClient, name: str, status: int) -> None:
    Person(client, "Anna")
    visitor = Person(client, "", register=False)
    assert visitor.post("/register", name=name, password=SECRET).status_code == status
