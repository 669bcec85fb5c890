"""Rated games have dice that their players can check, from the challenge to the rating."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from bridgehead.online.database.database import Database
from bridgehead.online.dice.sealed import NewDice
from bridgehead.online.games.games import GameError
from bridgehead.online.ratings import matches
from bridgehead.online.tournaments import tournaments
from tests.online.chains import ChainSeat
from tests.online.conftest import GAME, Person, has_https
from tests.online.people import account, wanted
from tests.online.test_tournaments import plan

pytestmark = pytest.mark.plain
NEEDS = "rated games need dice that both players can check"


def sealed(game: str) -> NewDice:
    return NewDice("commitment", "sealed")


def test_no_rated_game_begins_with_dice_that_nobody_can_check(database: Database) -> None:
    with database.writing() as connection:
        anna, bert = account(connection, "Anna"), account(connection, "Bert")
        for more in ({"against": bert}, {"computer": "recruit"}, {}):
            rated, friendly = wanted(is_rated=True, **more), wanted(**more)
            with pytest.raises(GameError, match=NEEDS):
                matches.begin(connection, anna, rated, sealed, mirrored=False)
            matches.begin(connection, anna, friendly, sealed, mirrored=False)
        with pytest.raises(GameError, match=NEEDS):
            tournaments.create(connection, anna, plan(), chained=False)
        assert tournaments.create(connection, anna, plan(is_rated=False), chained=False)


def test_the_pages_say_so(client: TestClient) -> None:
    anna = Person(client, "Anna")
    refused = anna.post(f"/new/{GAME}", side="israel", opponent="open", rated="yes", pace="daily")
    assert refused.status_code == 400
    assert NEEDS in refused.text.casefold()
    for path in (f"/new/{GAME}", f"/tournaments/new/{GAME}"):
        assert 'name="rated" value="yes" disabled' in anna.get(path).text
        has_https(client)
        assert 'name="rated" value="yes">' in anna.get(path).text
        client.app.state.server.seal.chained = False  # type: ignore[attr-defined]


def test_in_a_rated_game_nobody_plays_without_a_chain(client: TestClient) -> None:
    has_https(client)
    anna = Person(client, "Anna")
    for rated, taken in (("yes", False), ("no", True)):
        answer = anna.post(
            f"/new/{GAME}", side="israel", opponent="recruit", rated=rated, pace="daily"
        )
        game = answer.headers["location"].removeprefix("/game/")
        with anna.sits(game) as socket:
            seat = ChainSeat(socket, "anna", alone=False)
            answered = seat.call(type="anchor", anchor="none")
            assert answered["ok"] == taken, answered
            assert taken or "a rated game needs dice" in answered["error"]["text"]
