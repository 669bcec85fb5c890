"""Private notes: a player's own, and nobody else's."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.online.conftest import Person, Seat, client_of

pytestmark = pytest.mark.plain


def put(person: Person, game: str, text: Any) -> Any:
    return person.browser.put(f"/api/saved/{game}/note", json={"text": text})


def got(person: Person, game: str) -> Any:
    return person.get(f"/api/saved/{game}/note")


def test_each_player_reads_his_own_note_alone(url: str) -> None:
    with client_of(url) as client:
        anna, bert, clara = (Person(client, name) for name in ("Anna", "Bert", "Clara"))
        game = anna.challenge("israel")
        assert got(anna, game).status_code == 404  # it has not begun
        bert.join(game)
        assert got(anna, game).json() == {"text": ""}
        plan = "cross at <b>Deversoir</b>\nthen south"
        assert put(anna, game, f"{plan}\0").status_code == 400
        assert put(anna, game, plan).json() == {"text": plan}
        assert put(bert, game, "hold Ismailia zq7").json() == {"text": "hold Ismailia zq7"}
        assert put(anna, game, "wait").json() == {"text": "wait"}
        assert got(bert, game).json() == {"text": "hold Ismailia zq7"}
        stranger = Person(client, "", register=False)
        for who in (clara, stranger):
            assert got(who, game).status_code == 403
            assert put(who, game, "x").status_code == 403
        with anna.sits(game) as one, bert.sits(game) as two, clara.sits(game) as three:
            told = [Seat(socket) for socket in (one, two, three)]
            assert not [seat for seat in told if "zq7" in str((seat.hello, seat.state))]
            assert told[0].call(type="resign")["ok"]
        assert got(anna, game).json() == {"text": "wait"}
        assert put(anna, game, "").json() == {"text": ""}
        assert got(clara, game).status_code == 403


def test_notes_of_a_private_game_are_unknown(client: TestClient) -> None:
    anna, bert, eve = (Person(client, name) for name in ("Anna", "Bert", "Eve"))
    path = anna.challenge(opponent="link")
    game = bert.post(path).headers["location"].removeprefix("/game/")
    put(anna, game, "secret")
    stranger, unknown = got(eve, game), got(eve, "f" * 20)
    assert (stranger.status_code, stranger.text) == (404, unknown.text)


def test_what_is_no_note(client: TestClient) -> None:
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    game = anna.challenge("israel")
    bert.join(game)
    path = f"/api/saved/{game}/note"
    assert put(anna, game, "x" * 5001).status_code == 400
    assert put(anna, game, 7).status_code == 400
    half = {"content": b'{"text": "\\ud800"}', "headers": {"content-type": "application/json"}}
    assert anna.browser.put(path, **half).json() == {"text": "?"}
    assert anna.browser.put(path, json=[]).status_code == 400
    assert anna.browser.put(path, data={"text": "x"}).status_code == 415
    assert anna.browser.put(path, json={"text": "x" * 30_000}).status_code == 413
    evil = anna.browser.put(path, json={"text": "x"}, headers={"origin": "http://evil.example"})
    assert evil.status_code == 403
