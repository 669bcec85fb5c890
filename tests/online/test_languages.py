"""Pages, mails and notices of the server for many are in the language of their reader."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from sqlalchemy import insert, select
from starlette.testclient import TestClient

from bridgehead import players
from bridgehead.online.accounts import accounts
from bridgehead.online.database.tables import ACCOUNT, CHANNEL, MAIL, POST
from bridgehead.online.notices import outbox
from bridgehead.online.notices.outbox import Sender
from bridgehead.online.notices.push_keys import Keys
from bridgehead.online.web.texts import t
from bridgehead.server.languages.languages import catalog, languages, speaking
from tests.online.conftest import GAME, SECRET, Person, opened
from tests.online.people import account

pytestmark = pytest.mark.plain
SENDER = Sender("https://play.example.org", Keys.fresh(), mails=True)


def heading(page: str) -> str:
    found = re.search(r"<h1>(.*?)</h1>", page)
    return found[1] if found else ""


def opened_in(page: str) -> list[str]:
    found = re.search(r'<html lang="(\w+)" dir="(\w+)"', page)
    return list(found.groups()) if found else []


def test_a_page_is_in_the_language_of_the_browser_the_cookie_or_the_account(
    client: TestClient,
) -> None:
    anna = Person(client, "Anna", register=False)
    assert heading(anna.get("/login").text) == "Log in"
    anna.browser.headers["accept-language"] = "de-DE,de;q=0.9,en;q=0.8"
    german = anna.get("/login").text
    assert (heading(german), opened_in(german)) == ("Anmelden", ["de", "ltr"])
    assert anna.post("/register", name="Anna", password=SECRET).status_code == 303
    del anna.browser.headers["accept-language"]
    assert heading(anna.get("/settings").text) == "Einstellungen"  # the account learned it
    answer = anna.post("/language", language="en", next="/settings")
    assert (answer.status_code, answer.headers["location"]) == (303, "/settings")
    assert heading(anna.get("/settings").text) == "Settings"
    assert anna.browser.cookies.get("language") == "en"
    refused = anna.post("/language", language="xx")
    assert refused.status_code == 400
    assert "no language" in refused.text
    elsewhere = anna.post("/language", language="de", next="https://evil.example/")
    assert elsewhere.headers["location"] == "/"


def test_the_lobby_of_visitors_is_kept_for_each_language(client: TestClient) -> None:
    visitor = Person(client, "", register=False)
    for language in ("en", "de", "en", "de"):
        visitor.browser.headers["accept-language"] = language
        assert opened_in(visitor.get("/").text)[:1] == [language]


def test_the_form_for_a_game_describes_computers_as_the_page_of_one_does(
    client: TestClient,
) -> None:
    anna = Person(client, "Anna")
    for code in languages():
        anna.post("/language", language=code)
        form, told = unescape(anna.get(f"/new/{GAME}").text), catalog(code)["players"]
        for name in players.names(GAME):
            assert f'id="about-{name}">{told["about"][name]}</p>' in form
            assert f'<option value="{name}">{told[name]}</option>' in form


def test_a_mail_and_a_notice_are_in_the_language_of_their_account(lite: str) -> None:
    database = opened(lite)
    with database.writing() as line:
        for code in ("de", "en"):
            who = account(line, code.title() * 3)
            accounts.set_language(line, who, code)
            row = line.execute(select(ACCOUNT).where(ACCOUNT.c.id == who)).one()
            outbox.confirm(line, accounts.account_of(row), f"{code}@example.org", SENDER.public)
            channel = {"id": code, "account": who, "kind": "hook", "target": "https://example.org"}
            more = {"keys": "{}", "events": "[]", "created": 1, "failures": 0}
            line.execute(insert(CHANNEL).values(**channel, **more))
            outbox.test(line, SENDER, who, code)
        mails = {row.to[:2]: row.subject for row in line.execute(select(MAIL))}
        posts = {row.channel: json.loads(row.body)["text"] for row in line.execute(select(POST))}
    database.close()
    assert mails == {"de": "Bestätige deine E-Mail-Adresse", "en": "Confirm your e-mail address"}
    assert posts["de"].startswith("Das ist ein Test.")
    assert posts["en"].startswith("This is a test.")


def test_plural_forms_follow_the_language() -> None:
    assert t("lobby.wait", n=1) == "1 waiting"
    with speaking("de"):
        assert [t("lobby.wait", n=n) for n in (0, 1, 2)] == ["0 warten", "1 wartet", "2 warten"]
    with speaking("xx"):
        assert t("login.title") == "Log in"


def test_what_a_language_lacks_is_told_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = {"login": {"title": "Anmelden"}}
    monkeypatch.setattr(
        "bridgehead.online.web.texts.texts",
        lambda language="en": lacking if language == "de" else {"login": {"do": "Log in"}},
    )
    with speaking("de"):
        assert t("login.title") == "Anmelden"
        assert t("login.do") == "Log in"
        with pytest.raises(KeyError):
            t("login.none")
