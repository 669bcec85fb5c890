"""What somebody from outside may try: refused forms, lost races, texts that no database keeps."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from bridgehead.online.games import games
from bridgehead.online.games.games import GameError
from tests.online.conftest import SECRET, Person, Seat, client_of

pytestmark = pytest.mark.plain

TAKEN = "This name is taken, or looks like one that is."


@pytest.fixture
def anna(client: TestClient) -> Person:
    return Person(client, "Anna")


def refused_at(answer: Any, field: str, text: str) -> None:
    """Check that a form says beside this field, and there alone, what is wrong."""
    assert answer.status_code == 400
    assert re.findall(r'role="alert" id="(\w+)-trouble">([^<]*)</p>', answer.text) == [
        (field, text)
    ]
    assert not re.search(r'role="alert">[^<]', answer.text)
    marked = re.findall(r'<input id="(\w+)"[^>]*aria-invalid="true"[^>]*>', answer.text)
    assert marked == [field]


@pytest.mark.parametrize(
    ("path", "name", "password", "field", "text"),
    [
        ("/register", "ANNA", SECRET, "name", TAKEN),
        ("/register", "X", SECRET, "name", "A name must have 2 to 24 characters."),
        ("/register", "Bert", "short", "password", "A password must have 10 to 200 characters."),
        ("/login", "Anna", "wrong", "password", "The name or the password is not right."),
        ("/login", "Nobody Else", SECRET, "password", "The name or the password is not right."),
    ],
)
def test_a_form_says_beside_the_field_what_is_wrong(
    client: TestClient, anna: Person, path: str, name: str, password: str, field: str, text: str
) -> None:
    visitor = Person(client, "", register=False)
    answer = visitor.post(path, name=name, password=password, next="/ratings")
    refused_at(answer, field, text)
    assert f'value="{name}"' in answer.text
    assert 'name="next" value="/ratings"' in answer.text
    assert f'value="{password}"' not in answer.text


def test_the_settings_say_which_of_two_passwords_is_wrong(anna: Person) -> None:
    refused_at(
        anna.post("/settings/password", old="wrong", new=SECRET), "old",
        "The current password is wrong.",
    )  # fmt: skip
    refused_at(
        anna.post("/settings/password", old=SECRET, new="short"), "new",
        "A password must have 10 to 200 characters.",
    )  # fmt: skip


def test_who_loses_the_race_for_a_link_keeps_the_name_for_another(
    client: TestClient, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two guests follow one link at the same time: no account of the second is left behind."""
    path = anna.challenge(opponent="link")
    guest = Person(client, "Guy", register=False)
    refused_at(guest.post(path, name="anna"), "name", TAKEN)

    def taken(*_: object) -> None:
        raise GameError("this challenge was already accepted or withdrawn")

    with monkeypatch.context() as patched:
        patched.setattr(games, "join", taken)
        answer = guest.post(path, name="Guy")
    assert answer.status_code == 400
    assert "already accepted" in answer.text
    assert 'value="Guy"' in answer.text
    assert guest.get("/people/Guy").status_code == 404
    assert guest.post(path, name="Guy").status_code == 303


@pytest.mark.parametrize(
    "path", ["/next?after=%00", "/report?player=%00", "/games?title=%00", "/?title=a%00b"]
)
def test_a_query_with_a_nul_is_no_error_of_the_database(url: str, path: str) -> None:
    with client_of(url) as client:
        assert Person(client, "Anna").get(path).status_code == 404


def test_a_query_of_the_api_with_a_nul_is_answered_in_json(client: TestClient) -> None:
    answer = client.get("/api/position/suez-56/board.svg?options=%00")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (404, "unknown")


def test_a_key_with_a_nul_is_refused_before_the_database(client: TestClient, anna: Person) -> None:
    game = anna.challenge()
    Person(client, "Bert").join(game)
    with anna.sits(game) as socket:
        seat = Seat(socket)
        reply = seat.do(seat.a_move(), key="\0" * 8)
        assert reply["error"]["text"].startswith("key: must be a text of 8 to 64 characters")
        assert seat.do(seat.a_move(), key="a key of mine")["ok"]
