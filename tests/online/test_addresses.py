"""An e-mail address is confirmed once, whatever it is used for; the migration keeps what was."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import select, text
from starlette.testclient import TestClient

from bridgehead.online import addresses, schema
from bridgehead.online.database import Database
from bridgehead.online.sessions import digest_of
from bridgehead.online.tables import ADDRESS, CHANNEL
from tests.online.conftest import SECRET, Person
from tests.online.test_recovery import confirmed, mails, with_mail

pytestmark = pytest.mark.plain
HERE = "/settings/notices"
HERS = "anna@mail.example"


def rows(client: TestClient, table: Any) -> list[Any]:
    with client.app.state.house.database.reading() as connection:  # type: ignore[attr-defined]
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
        link, now = mails(client)[-1][1], addresses.now
        later = addresses.UNPROVED + 1
        monkeypatch.setattr(addresses, "now", lambda connection: now(connection) + later)
        assert anna.get(link).status_code == 400
        assert anna.post(link).status_code == 400
        with client.app.state.house.database.writing() as connection:  # type: ignore[attr-defined]
            addresses.forget(connection)
        assert [row.address for row in rows(client, ADDRESS)] == [HERS]
        assert [row.target for row in rows(client, CHANNEL)] == [HERS]


def test_the_migration_keeps_addresses_and_links(url: str) -> None:
    database = Database(url)
    names = ("both", "mail", "notices", "waiting", "asked", "twice")
    schema.migrate(database, "0008")
    with database.writing() as connection:
        put = connection.execute
        for name in names:
            put(text("INSERT INTO account (id, name, folded, kind, created) "
                     f"VALUES ('{name}', '{name}', '{name}', 'member', 1)"))  # fmt: skip

        def email(account: str, confirmed: int | None) -> None:
            put(text("INSERT INTO email (account, address, confirmed, created) "
                     "VALUES (:a, :m, :c, 5)"),
                {"a": account, "m": f"{account}@x.example", "c": confirmed})  # fmt: skip

        def channel(account: str, number: int, proof: str | None, created: int) -> None:
            put(text("INSERT INTO channel (id, account, kind, target, keys, events, proof, "
                     "created, failures) VALUES (:i, :a, 'mail', :m, '{}', '[]', :p, :t, 0)"),
                {"i": f"{account}{number}", "a": account, "m": f"{account}@x.example",
                 "p": proof and digest_of(proof), "t": created})  # fmt: skip

        later = addresses.now(connection)
        email("both", None)
        channel("both", 1, None, 7)
        email("mail", 6)
        channel("notices", 1, None, 8)
        channel("waiting", 1, "token of notices", later)
        email("asked", None)
        put(text("UPDATE email SET created = :t WHERE account = 'asked'"), {"t": later})
        put(
            text("INSERT INTO token (digest, kind, account, created, expires) "
                 "VALUES (:d, 'confirm', 'asked', 1, 2)"),
            {"d": digest_of("token of mail")},
        )  # fmt: skip
        email("twice", 6)
        channel("twice", 1, "not needed", 9)
    schema.migrate(database)
    with database.writing() as connection:
        found = {row.account: row for row in connection.execute(select(ADDRESS))}
        assert {name: (row.confirmed, row.recovers) for name, row in found.items()} == {
            "both": (7, 1), "mail": (6, 1), "notices": (8, 0), "waiting": (None, 0),
            "asked": (None, 1), "twice": (6, 1),
        }  # fmt: skip
        for token, name in (("token of notices", "waiting"), ("token of mail", "asked")):
            assert addresses.look(connection, token).account == name
            addresses.confirm(connection, token)
        left = connection.execute(select(ADDRESS).where(ADDRESS.c.confirmed.is_(None))).all()
        assert left == []
    database.close()
