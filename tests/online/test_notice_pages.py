"""The settings of notices: who may add, change and end which way of telling somebody."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from bridgehead.online.database.tables import ADDRESS, CHANNEL, MAIL, NOTICE, POST
from bridgehead.online.notices import notices
from bridgehead.online.notices.delivery import MailServer
from bridgehead.online.web.app import Settings
from bridgehead.server.web.rate_limits import Limits
from tests.online.conftest import FREE, QUICK, Person, Seat, client_of
from tests.online.test_sending import FROM, Browser

pytestmark = pytest.mark.plain
PUBLIC = "https://play.example.org"
NOWHERE = MailServer.of("smtp://127.0.0.1:9", FROM)  # nobody is there: mails wait
HERE = "/settings/notices"


@pytest.fixture
def server(lite: str) -> Iterator[TestClient]:
    """Return a client of a server that could send mail."""
    settings = Settings(PUBLIC, QUICK, Limits(FREE), mail=NOWHERE, works=False)
    with client_of(lite, settings, PUBLIC) as client:
        yield client


@pytest.fixture
def anna(server: TestClient) -> Person:
    return Person(server, "Anna")


def rows(server: TestClient, table: Any) -> list[Any]:
    with server.app.state.server.database.reading() as connection:
        return list(connection.execute(select(table)).all())


def ids(person: Person) -> list[str]:
    return re.findall(r'data-channel="(\w+)"', person.get(HERE).text)


def test_an_address_of_mail_is_confirmed_by_a_link(server: TestClient, anna: Person) -> None:
    assert anna.post(f"{HERE}/mail", address="anna@mail.example.org").status_code == 303
    assert "Not confirmed yet" in anna.get(HERE).text
    [mail] = rows(server, MAIL)
    assert mail.to == "anna@mail.example.org"
    link = re.search(rf"{PUBLIC}(/confirm/\S+)", mail.text)
    assert link is not None
    token = link[1].rpartition("/")[2]
    assert token not in str(rows(server, ADDRESS))  # the database knows its digest alone
    stranger = Person(server, "Eve", register=False)
    assert "anna@mail.example.org" in stranger.get(link[1]).text
    assert "Not confirmed yet" in anna.get(HERE).text  # looking at it changes nothing
    assert stranger.post(link[1]).status_code == 200
    assert "Not confirmed yet" not in anna.get(HERE).text
    assert stranger.post(link[1]).status_code == 400
    assert stranger.get(f"/confirm/{'x' * 43}").status_code == 400


def test_notices_end_with_one_post(server: TestClient, anna: Person) -> None:
    anna.post(f"{HERE}/hook", kind="hook", target="https://hooks.example.org/own-path")
    [channel] = ids(anna)
    page = anna.get(HERE).text
    assert "hooks.example.org" in page
    assert "own-path" not in page
    path = server.app.state.sender.unsubscribe(channel).removeprefix(PUBLIC)
    mailer = Person(server, "Mailer", register=False)
    assert mailer.get(path).status_code == 200
    assert ids(anna) == [channel]
    for wrong in (path[:-1], path[:-1] + "ä", f"/unsubscribe/{channel}", "/unsubscribe/x.y"):
        assert mailer.browser.post(wrong).status_code == 404
    assert ids(anna) == [channel]
    answer = mailer.browser.post(
        path, content=b"List-Unsubscribe=One-Click",
        headers={"content-type": "application/x-www-form-urlencoded"},
    )  # fmt: skip
    assert answer.status_code == 200
    assert ids(anna) == []
    assert mailer.browser.post(path).status_code == 200  # again: as before
    assert mailer.get(path).status_code == 404


def test_what_is_told_is_chosen(server: TestClient, anna: Person) -> None:
    anna.post(f"{HERE}/mail", address="anna@mail.example.org")
    [channel] = ids(anna)
    assert anna.post(f"{HERE}/{channel}", event=["turn", "x"], hour="7").status_code == 303
    [row] = rows(server, CHANNEL)
    assert (json.loads(row.events), row.hour) == (["turn"], 7)
    assert row.next is not None
    for none in ("24", "9" * 5000, "²"):
        assert anna.post(f"{HERE}/{channel}", hour=none).status_code == 400
    assert anna.post(f"{HERE}/{channel}", hour="").status_code == 303
    [row] = rows(server, CHANNEL)
    assert (json.loads(row.events), row.hour, row.next) == ([], None, None)


def test_nobody_changes_what_belongs_to_others(server: TestClient, anna: Person) -> None:
    anna.post(f"{HERE}/hook", kind="discord", target="https://hooks.example.org/x")
    [channel] = ids(anna)
    eve = Person(server, "Eve")
    for what in ("", "/test", "/remove"):
        assert eve.post(f"{HERE}/{channel}{what}").status_code == 404
        assert eve.post(f"{HERE}/{'f' * 16}{what}").status_code == 404
    nobody = Person(server, "Nobody", register=False)
    assert nobody.post(f"{HERE}/{channel}/remove").headers["location"].startswith("/login")
    assert ids(anna) == [channel]
    assert rows(server, POST) == []
    assert anna.post(f"{HERE}/{channel}/test").status_code == 303
    assert len(rows(server, POST)) == 1
    assert anna.post(f"{HERE}/{channel}/remove").status_code == 303
    assert rows(server, CHANNEL) == rows(server, POST) == []


def test_a_browser_is_added_with_its_keys(server: TestClient, anna: Person) -> None:
    good = {"endpoint": "https://push.example.org/abc", "keys": Browser().keys}

    def add(person: Person, given: Any) -> int:
        return int(person.post(f"{HERE}/push", subscription=json.dumps(given)).status_code)

    for bad in (None, [], {}, {**good, "endpoint": "https://127.0.0.1/"}, {**good, "keys": {}},
                {**good, "endpoint": "http://push.example.org/"}, {**good, "endpoint": 5},
                {**good, "keys": {**good["keys"], "auth": "xx"}}, {**good, "keys": "x"},
                {**good, "keys": {**good["keys"], "p256dh": "A" * 87}}):  # fmt: skip
        assert add(anna, bad) == 400, bad
    assert anna.post(f"{HERE}/push").status_code == 400
    assert add(anna, good) == 303
    assert len(ids(anna)) == 1
    bert = Person(server, "Bert")  # he sits at the same browser now
    assert add(bert, good) == 303
    assert (len(ids(anna)), len(ids(bert))) == (0, 1)


def test_what_is_refused(server: TestClient, anna: Person) -> None:
    for address in ("", "anna", "a@b", "a@b.example\r\nBcc: c@d.example", "a b@c.example", "@a.de"):
        assert anna.post(f"{HERE}/mail", address=address).status_code == 400, address
    for target in ("http://a.example/", "https://10.0.0.1/", "https://localhost/", ""):
        assert anna.post(f"{HERE}/hook", kind="hook", target=target).status_code == 400, target
    assert anna.post(f"{HERE}/hook", kind="x", target="https://a.example/").status_code == 400
    for number in range(10):
        target = f"https://hooks.example.org/{number}"
        assert anna.post(f"{HERE}/hook", kind="hook", target=target).status_code == 303
    more = anna.post(f"{HERE}/hook", kind="hook", target="https://hooks.example.org/more")
    assert more.status_code == 400
    assert rows(server, MAIL) == []


def test_guests_are_told_in_their_browsers_only(server: TestClient, anna: Person) -> None:
    path = anna.challenge(opponent="link")
    guest = Person(server, "Guy", register=False)
    assert guest.post(path, name="Guy").status_code == 303
    assert guest.post(f"{HERE}/mail", address="x@mail.example.org").status_code == 400
    assert guest.post(f"{HERE}/hook", kind="hook", target="https://a.example/").status_code == 400
    given = {"endpoint": "https://push.example.org/abc", "keys": Browser().keys}
    assert guest.post(f"{HERE}/push", subscription=json.dumps(given)).status_code == 303


def test_without_a_server_of_mail_there_is_no_mail(client: TestClient) -> None:
    anna = Person(client, "Anna")
    assert "sends no mail" in anna.get(HERE).text
    assert anna.post(f"{HERE}/mail", address="anna@mail.example.org").status_code == 400


def test_a_page_that_is_looked_at_stops_the_notice(server: TestClient, anna: Person) -> None:
    bert = Person(server, "Bert")
    game = anna.challenge("israel")
    bert.join(game)
    headers = {"origin": PUBLIC}
    url = f"wss://play.example.org/api/saved/{game}/play"
    with (
        anna.browser.websocket_connect(url, headers=headers) as one,
        bert.browser.websocket_connect(url, headers=headers) as two,
    ):
        here, there = Seat(one), Seat(two)
        assert here.call(type="chat", text="shalom")["ok"]

        def state(kind: str) -> str:
            return next(row.state for row in rows(server, NOTICE) if row.kind == kind)

        assert (state("began"), state("chat")) == (notices.WAITS, notices.WAITS)
        assert here.call(type="seen")["ok"]
        assert (state("began"), state("chat")) == (notices.DONE, notices.WAITS)
        assert there.call(type="seen")["ok"]
        assert state("chat") == notices.DONE
