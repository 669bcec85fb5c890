"""An e-mail address is confirmed once, whatever it is used for."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from bridgehead.online.accounts import email_addresses
from bridgehead.online.database.tables import ADDRESS, CHANNEL
from tests.online.conftest import SECRET, Person
from tests.online.test_recovery import confirmed, mails, with_mail

pytestmark = pytest.mark.plain
HERE = "/settings/notices"
HERS = "anna@mail.example"


def rows(client: TestClient, table: Any) -> list[Any]:
    with client.app.state.server.database.reading() as connection:  # type: ignore[attr-defined]
        return list(connection.execute(select(table)).all())


def channel_of(person: Person) -> str:
    return re.findall(r'data-channel="(\w+)"', person.get(HERE).text)[0]


def test_what_recovers_a_password_needs_no_second_link_for_notices(lite: str) -> None:
    with with_mail(lite) as client:
        anna = confirmed(client, "Anna", HERS)
        answer = anna.post(f"{HERE}/mail", address=HERS)
        assert answer.headers["location"].endswith("done=added")
        assert len(mails(client)) == 1
        assert "Not confirmed yet" not in anna.get(HERE).text
        assert anna.post(f"{HERE}/{channel_of(anna)}/remove").status_code == 303
        assert f"{HERS} is confirmed" in anna.get("/settings").text


def test_what_receives_notices_needs_a_password_and_no_second_link(lite: str) -> None:
    with with_mail(lite) as client:
        anna = Person(client, "Anna")
        anna.post(f"{HERE}/mail", address=HERS)
        link = mails(client)[-1][1]
        stranger = Person(client, "", register=False)
        assert HERS in stranger.get(link).text
        assert stranger.post(link).status_code == 200
        anna.post("/lost", who="Anna")
        assert len(mails(client)) == 1  # notices alone recover nothing
        assert anna.post("/settings/email", email=HERS, password="wrong").status_code == 400
        answer = anna.post("/settings/email", email=HERS, password=SECRET)
        assert answer.headers["location"].endswith("changed=knownEmail")
        assert len(mails(client)) == 1
        anna.post("/lost", who="Anna")
        assert mails(client)[-1][1].startswith("/recover/")


def test_an_address_without_a_use_is_forgotten(lite: str) -> None:
    with with_mail(lite) as client:
        anna = confirmed(client, "Anna", HERS)
        anna.post(f"{HERE}/mail", address=HERS)
        anna.post("/settings/email", email="", password=SECRET)
        assert [row.recovers for row in rows(client, ADDRESS)] == [0]
        anna.post("/lost", who="Anna")
        assert all(not link.startswith("/recover/") for _, link in mails(client))
        anna.post(f"{HERE}/{channel_of(anna)}/remove")
        assert rows(client, ADDRESS) == []


def test_another_account_has_to_confirm_the_same_address(lite: str) -> None:
    with with_mail(lite) as client:
        confirmed(client, "Anna", HERS)
        eve = Person(client, "Eve")
        eve.post(f"{HERE}/mail", address=HERS)
        assert "Not confirmed yet" in eve.get(HERE).text


def test_what_nobody_confirms_is_forgotten(lite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with with_mail(lite) as client:
        anna = confirmed(client, "Anna", HERS)
        anna.post(f"{HERE}/mail", address=HERS)
        anna.post(f"{HERE}/mail", address="other@mail.example")
        link, now = mails(client)[-1][1], email_addresses.now
        later = email_addresses.UNPROVED + 1
        monkeypatch.setattr(email_addresses, "now", lambda connection: now(connection) + later)
        assert anna.get(link).status_code == 400
        assert anna.post(link).status_code == 400
        with client.app.state.server.database.writing() as connection:  # type: ignore[attr-defined]
            email_addresses.forget(connection)
        assert [row.address for row in rows(client, ADDRESS)] == [HERS]
        assert [row.target for row in rows(client, CHANNEL)] == [HERS]
