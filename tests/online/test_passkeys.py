"""Passkeys: who has one gets in with it, and nobody else does."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from bridgehead.online.accounts import passkeys
from bridgehead.online.accounts.passkeys import place_of
from bridgehead.online.web.app import Settings
from bridgehead.server.web.rate_limits import Limits
from tests.online.authenticator import PRESENT, Authenticator
from tests.online.conftest import FREE, QUICK, SECRET, Person, client_of

pytestmark = pytest.mark.plain
PUBLIC = "https://play.example"
OTHER = "another sentence that I know"


@pytest.fixture
def safe(lite: str) -> Iterator[TestClient]:
    """Return a client of a server that is reached by HTTPS."""
    with by_https(lite) as client:
        yield client


def by_https(url: str) -> TestClient:
    settings = Settings(public=PUBLIC, passwords=QUICK, limits=Limits(FREE))
    return client_of(url, settings, PUBLIC)


def device(**wrong: Any) -> Authenticator:
    return Authenticator(**{"origin": PUBLIC, "host": "play.example", **wrong})


def call(person: Person, path: str, **data: Any) -> Any:
    return person.browser.post(f"/api/passkeys/{path}", json=data)


def add(person: Person, key: Authenticator, name: str = "My phone") -> Any:
    asked = call(person, "add/ask", password=SECRET)
    assert asked.status_code == 200, asked.text
    return call(person, "add", name=name, credential=key.make(asked.json()))


def log_in(person: Person, key: Authenticator, **more: Any) -> Any:
    asked = call(person, "login/ask").json()
    return call(person, "login", credential=key.sign(asked), **more)


def stranger(client: TestClient) -> Person:
    return Person(client, "", register=False)


def test_several_passkeys_of_one_account(url: str) -> None:
    with by_https(url) as client:
        anna, phone, stick = Person(client, "Anna"), device(), device()
        assert add(anna, phone, "My <b>phone</b>").json() == {"to": "/settings?changed=passkeys"}
        assert add(anna, stick).status_code == 200
        assert "My &lt;b&gt;phone&lt;/b&gt;" in anna.get("/settings").text
        for key in (phone, stick):
            other = stranger(client)
            assert log_in(other, key, next="/settings").json() == {"to": "/settings"}
            assert "Anna" in other.get("/settings").text
        gone = passkeys.bytes_to_base64url(phone.id)
        refused = anna.post("/settings/passkeys/remove", passkey=gone, password="a guess at it")
        assert refused.status_code == 400
        assert anna.post("/settings/passkeys/remove", passkey=gone).status_code == 400
        assert log_in(stranger(client), phone).status_code == 200
        known = {"passkey": gone, "password": SECRET}
        assert anna.post("/settings/passkeys/remove", **known).status_code == 303
        assert log_in(stranger(client), phone).status_code == 400
        assert log_in(stranger(client), stick).status_code == 200


def test_an_account_without_a_password(safe: TestClient) -> None:
    anna, key = stranger(safe), device()
    asked = call(anna, "register/ask", name="Anna").json()
    assert asked["authenticatorSelection"]["userVerification"] == "required"
    given = key.make(asked)
    assert call(anna, "register", name="Anna", credential=given).status_code == 200
    assert anna.get("/settings").status_code == 200
    other = stranger(safe)
    for guess in ("", SECRET):
        assert other.post("/login", name="Anna", password=guess).status_code == 400
    only = passkeys.bytes_to_base64url(key.id)
    assert anna.post("/settings/passkeys/remove", passkey=only).status_code == 400
    # the first password: not without a signature, and a signature is good for one change
    assert anna.post("/settings/password", new=SECRET).status_code == 400
    signed = key.sign(call(anna, "confirm/ask").json())
    assert call(anna, "confirm", credential=signed).status_code == 200
    assert anna.post("/settings/password", new=SECRET).status_code == 303
    assert anna.post("/settings/password", new=OTHER).status_code == 400
    assert other.post("/login", name="Anna", password=SECRET).status_code == 303
    known = {"passkey": only, "password": SECRET}
    assert anna.post("/settings/passkeys/remove", **known).status_code == 303


def test_adding_one_needs_the_password(safe: TestClient) -> None:
    anna = Person(safe, "Anna")
    assert call(anna, "add/ask").status_code == 400
    assert call(anna, "add/ask", password="a guess at it").status_code == 400
    assert call(stranger(safe), "add/ask", password=SECRET).status_code == 401
    key = device()
    asked = call(anna, "login/ask").json()  # asked for another purpose
    assert call(anna, "add", name="", credential=key.make(asked)).status_code == 400


WRONG = {
    "another origin": {"origin": "https://evil.example"},
    "another host": {"host": "evil.example"},
    "by plain HTTP": {"origin": "http://play.example"},
    "owner not verified": {"flags": PRESENT},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_what_a_device_must_get_right(safe: TestClient, wrong: dict[str, Any]) -> None:
    anna, key = Person(safe, "Anna"), device()
    assert add(anna, device(**wrong)).status_code == 400
    assert add(anna, key).status_code == 200
    for name, value in wrong.items():
        setattr(key, name, value)
    answer = log_in(stranger(safe), key)
    assert answer.status_code == 400
    assert answer.json()["error"]["text"] == passkeys.REFUSED
    assert "set-cookie" not in answer.headers


def test_a_signature_is_good_once_and_for_its_purpose(safe: TestClient) -> None:
    anna, bert, key, his = Person(safe, "Anna"), Person(safe, "Bert"), device(), device()
    add(anna, key)
    add(bert, his)
    asked = call(anna, "login/ask").json()
    signed = key.sign(asked)
    eve = stranger(safe)
    assert call(eve, "login", credential=signed).status_code == 200
    assert call(eve, "login", credential=signed).status_code == 400  # sent again
    assert (
        call(stranger(safe), "login", credential=key.sign({"challenge": "AAAA"})).status_code == 400
    )
    forged = copy.deepcopy(his.sign(call(eve, "login/ask").json()))
    forged["id"] = forged["rawId"] = passkeys.bytes_to_base64url(key.id)  # Bert's, as if Anna's
    assert call(stranger(safe), "login", credential=forged).status_code == 400
    # a confirmation is of the one who is logged in, in the session that asked
    assert (
        call(anna, "confirm", credential=his.sign(call(anna, "confirm/ask").json())).status_code
        == 400
    )
    assert (
        call(bert, "confirm", credential=his.sign(call(anna, "confirm/ask").json())).status_code
        == 400
    )
    assert (
        call(anna, "confirm", credential=key.sign(call(anna, "login/ask").json())).status_code
        == 400
    )
    assert anna.post("/settings/password", new=OTHER).status_code == 400


def test_a_copied_device_is_noticed(safe: TestClient) -> None:
    anna, key = Person(safe, "Anna"), device()
    add(anna, key)
    twin = copy.copy(key)
    assert log_in(stranger(safe), key).status_code == 200
    assert log_in(stranger(safe), key).status_code == 200
    assert log_in(stranger(safe), twin).status_code == 400  # its count is behind


def test_an_answer_may_be_late_but_not_too_late(
    safe: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, key = Person(safe, "Anna"), device()
    add(anna, key)
    asked, now = call(anna, "login/ask").json(), passkeys.now
    monkeypatch.setattr(passkeys, "now", lambda connection: now(connection) + passkeys.LASTS + 1)
    assert call(stranger(safe), "login", credential=key.sign(asked)).status_code == 400


@pytest.mark.parametrize(
    "credential",
    [None, 3, "x", [], {}, {"response": 1}, {"response": {"clientDataJSON": 7}},
     {"response": {"clientDataJSON": "e30"}}, {"id": {}, "response": {"clientDataJSON": "W10"}},
     {"id": "AA", "response": {"clientDataJSON": "e30"}},
     {"id": "AA", "response": {"clientDataJSON": 7}}, {"id": "AA"}, {"id": "AA", "response": []}],
)  # fmt: skip
def test_answers_that_make_no_sense(safe: TestClient, credential: Any) -> None:
    answer = call(stranger(safe), "login", credential=credential)
    assert (answer.status_code, answer.json()["error"]["text"]) == (400, passkeys.REFUSED)


def test_a_key_that_makes_no_sense(safe: TestClient) -> None:
    anna, key = Person(safe, "Anna"), device()
    add(anna, key)
    for name in ("authenticatorData", "signature", "clientDataJSON"):
        for value in ("", "AAAA", 5, None):
            signed = key.sign(call(anna, "login/ask").json())
            signed["response"][name] = value
            assert call(stranger(safe), "login", credential=signed).status_code == 400
    made = device().make(call(anna, "add/ask", password=SECRET).json())
    made["response"]["attestationObject"] = "oA"
    assert call(anna, "add", name="", credential=made).status_code == 400
    assert safe.post("/api/passkeys/login", data={"credential": ""}).status_code == 415


def test_without_https_the_page_says_why(client: TestClient) -> None:
    anna = Person(client, "Anna")
    assert "Passkeys are not available here" in anna.get("/settings").text
    assert call(anna, "login/ask").status_code == 404
    assert "data-passkey=" not in anna.get("/login").text


def test_where_browsers_have_passkeys() -> None:
    assert place_of("https://Play.example") == ("play.example", "https://play.example")
    assert place_of("https://a.example:444") == ("a.example", "https://a.example:444")
    assert place_of("http://localhost:8074") == ("localhost", "http://localhost:8074")
    assert place_of("http://a.example") is None
    assert place_of("") is None
