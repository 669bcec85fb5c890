"""E-mail addresses, and the way back to an account whose password is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from bridgehead.online.accounts import email_addresses, recovery
from bridgehead.online.database.tables import MAIL, TOKEN
from bridgehead.online.notices import outbox
from bridgehead.online.notices.delivery import MailServer
from bridgehead.online.web.app import Settings
from bridgehead.server.web.rate_limits import Limit, Limits
from tests.online.conftest import FREE, QUICK, SECRET, Person, client_of

pytestmark = pytest.mark.plain
PUBLIC = "http://localhost"
NEW = "another sentence that I know"


def with_mail(url: str, **limits: Limit) -> TestClient:
    nowhere = MailServer.of("smtp://127.0.0.1:9", "Bridgehead <play@example.org>")
    settings = Settings(PUBLIC, QUICK, Limits(FREE | limits), mail=nowhere, works=False)
    return client_of(url, settings)


@pytest.fixture
def server(lite: str) -> Iterator[TestClient]:
    with with_mail(lite) as client:
        yield client


def mails(client: Any) -> list[tuple[str, str]]:
    """Return to whom the mails in the outbox go, and the paths of their links, in order."""
    with client.app.state.server.database.reading() as connection:
        rows = connection.execute(select(MAIL).order_by(MAIL.c.created, MAIL.c.due)).all()
    return [(row.to, re.findall(r"http://localhost(/\w+/[\w-]+)", row.text)[0]) for row in rows]


def confirmed(client: TestClient, name: str, address: str) -> Person:
    person = Person(client, name)
    answer = person.post("/settings/email", email=address, password=SECRET)
    assert answer.status_code == 303
    assert person.post(mails(client)[-1][1]).status_code == 200
    return person


def test_from_an_address_to_a_new_password(url: str) -> None:
    with with_mail(url) as client:
        anna = confirmed(client, "Anna", "anna@mail.example")
        assert "anna@mail.example is confirmed" in anna.get("/settings").text
        other = Person(client, "", register=False)
        assert other.post("/lost", who="ANNA").status_code == 200
        to, link = mails(client)[-1]
        assert to == "anna@mail.example"
        assert link.startswith("/recover/")
        assert "Choose a new password for Anna" in other.get(link).text
        assert other.post(link, new="short").status_code == 400
        assert other.post(link, new=NEW).status_code == 303
        assert "Anna" in other.get("/settings").text
        assert anna.get("/settings").status_code == 303  # all other sessions have ended
        assert other.post(link, new=SECRET).status_code == 400  # once
        assert anna.post("/login", name="Anna", password=SECRET).status_code == 400
        assert anna.post("/login", name="Anna", password=NEW).status_code == 303


def test_the_answer_does_not_tell_who_is_there(server: TestClient) -> None:
    confirmed(server, "Anna", "anna@mail.example")
    bert = Person(server, "Bert")
    bert.post("/settings/email", email="bert@mail.example", password=SECRET)  # not confirmed
    eve, before = Person(server, "", register=False), len(mails(server))
    asked = ("Anna", "anna@mail.example", "Bert", "bert@mail.example", "Nobody", "x@y.example", "")
    answers = [eve.post("/lost", who=who) for who in asked]
    assert {(answer.status_code, answer.text) for answer in answers} == {(200, answers[0].text)}
    assert {to for to, _ in mails(server)[before:]} == {"anna@mail.example"}


def test_only_the_last_link_works_and_not_for_ever(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = confirmed(server, "Anna", "anna@mail.example")
    links = []
    for _ in range(3):
        anna.post("/lost", who="Anna")
        with server.app.state.server.database.reading() as connection:  # type: ignore[attr-defined]
            tokens = connection.execute(select(TOKEN.c.digest)).scalars().all()
        links.append(next(link for _, link in mails(server) if digest(link) in tokens))
    assert len(set(links)) == 3
    assert [anna.get(link).status_code for link in links] == [400, 400, 200]
    now = recovery.now
    monkeypatch.setattr(recovery, "now", lambda connection: now(connection) + 2 * 3600 * 1000 + 1)
    assert anna.get(links[-1]).status_code == 400
    assert anna.post(links[-1], new=NEW).status_code == 400


def digest(link: str) -> str:
    return recovery.digest_of(link.rpartition("/")[2])


@pytest.mark.slow
def test_another_address_voids_the_links_to_the_first(server: TestClient) -> None:
    anna = confirmed(server, "Anna", "old@mail.example")
    anna.post("/lost", who="Anna")
    link = next(link for _, link in mails(server) if link.startswith("/recover/"))
    for password in ("", "a guess at it"):
        answer = anna.post("/settings/email", email="new@mail.example", password=password)
        assert answer.status_code == 400
    assert anna.get(link).status_code == 200
    assert anna.post("/settings/email", email="", password=SECRET).status_code == 303
    assert anna.get(link).status_code == 400
    assert "old@mail.example" not in anna.get("/settings").text


@pytest.mark.parametrize(
    "address",
    ["anna", "a@b", "a b@c.example", "a@b.example\nBcc: x@y.example", "a@b.example,x@y.example",
     "<a@b.example>", "a@b..example", "a" * 65 + "@b.example", "a@" + "b" * 250 + ".example"],
)  # fmt: skip
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(email_addresses.AddressError):
        email_addresses.checked(address)


@pytest.mark.parametrize("address", ["a@b.example", " a.b+c@mail.b-c.example ", "o'hara@x.museum"])
def test_addresses(address: str) -> None:
    assert email_addresses.checked(address) == address.strip()


def test_a_link_names_our_address_whatever_a_request_claims(server: TestClient) -> None:
    anna = Person(server, "Anna")
    headers = {"host": "127.0.0.1", "x-forwarded-host": "evil.example"}
    fields = {"email": "anna@mail.example", "password": SECRET}
    anna.browser.post("/settings/email", data=fields, headers=headers)
    assert len(mails(server)) == 1  # whose link begins with http://localhost/


def test_mail_cannot_be_asked_for_by_the_dozen(lite: str) -> None:
    with with_mail(lite, recover=Limit(3, 3600)) as client:
        confirmed(client, "Anna", "anna@mail.example")
        eve = Person(client, "", register=False)
        answers = [eve.post("/lost", who="Anna").status_code for _ in range(5)]
        assert answers[-2:] == [429, 429]


def test_without_a_mail_server_it_says_so(client: TestClient) -> None:
    anna = Person(client, "Anna")
    assert "This server sends no mail" in anna.get("/lost").text
    assert "This server sends no mail" in anna.get("/settings").text
    answer = anna.post("/settings/email", email="a@b.example", password=SECRET)
    assert answer.status_code == 404
    assert "This server sends no mail" in anna.post("/lost", who="Anna").text
    assert mails(client) == []


def test_a_guest_has_no_address(server: TestClient) -> None:
    path = Person(server, "Anna").challenge(opponent="link")
    guest = Person(server, "Guy", register=False)
    guest.post(path, name="Guy")
    assert guest.post("/settings/email", email="a@b.example").status_code == 400
    assert mails(server) == []


def test_the_outbox_keeps_mails(server: TestClient) -> None:
    database = server.app.state.server.database  # type: ignore[attr-defined]
    with database.writing() as connection:
        outbox.write(connection, "a@b.example", "Subject", "http://localhost/a/b")
    with database.reading() as connection:
        row = connection.execute(select(MAIL)).one()
    assert (row.to, row.subject, row.tries, row.sent) == ("a@b.example", "Subject", 0, None)
    assert row.due == row.created
