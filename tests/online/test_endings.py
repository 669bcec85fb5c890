"""Each way in which a game ends is told by its name: on the page, in log, record, lists, mails."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient

from bridgehead.core.records.record import Record
from bridgehead.online.database.tables import ACCOUNT, NOTICE, OUTCOME
from bridgehead.online.notices import notices, wording
from tests.online.conftest import Person, Seat
from tests.online.test_timed_games import set_clock, timed

pytestmark = pytest.mark.plain
End = Callable[[TestClient, str, Seat, Seat], object]


def agree(client: TestClient, game: str, one: Seat, two: Seat) -> None:
    one.call(type="offer", what="draw")
    two.until(lambda: two.state["offer"])
    two.call(type="answer", answer="accept", version=two.state["version"])


def decide(winner: str) -> End:
    def end(client: TestClient, game: str, one: Seat, two: Seat) -> None:
        server = client.app.state.server  # type: ignore[attr-defined]
        live = client.portal.call(server.game, game)  # type: ignore[union-attr]
        client.portal.call(live.decide, winner, "k" * 8)  # type: ignore[union-attr]

    return end


def leave(why: str) -> End:
    def end(client: TestClient, game: str, one: Seat, two: Seat) -> None:
        server = client.app.state.server  # type: ignore[attr-defined]
        live = client.portal.call(server.game, game)  # type: ignore[union-attr]
        client.portal.call(live.resign, "israel", "k" * 8, why)  # type: ignore[union-attr]

    return end


def run_out(client: TestClient, game: str, one: Seat, two: Seat) -> None:
    set_clock(client, game, -1000)
    two.call(type="claim")


# Israel is to decide: who resigns then does it by an action that the rules know.
WAYS: dict[str, tuple[End, str, str]] = {
    "on the move": (
        lambda client, game, one, two: one.call(type="resign"),
        "resigned", "Egypt has won: Israel resigned.",
    ),
    "out of turn": (
        lambda client, game, one, two: two.call(type="resign"),
        "resigned", "Israel has won: Egypt resigned.",
    ),
    "time": (run_out, "out of time", "Egypt has won: Israel ran out of time."),
    "draw": (agree, "draw agreed", "The game is drawn: both sides agreed to a draw."),
    "adjudicated": (
        decide("israel"), "adjudicated", "Israel has won: a moderator decided the game.",
    ),
    "cancelled": (
        decide("cancel"), "cancelled", "The game does not count: a moderator cancelled it.",
    ),
    "withdrawn": (
        leave("tournament"), "withdrawn", "Egypt has won: Israel withdrew from the tournament.",
    ),
    "deleted": (
        leave("deleted"), "account deleted",
        "Egypt has won: the account of the player of Israel was deleted.",
    ),
}  # fmt: skip


def test_each_way_is_told_by_its_name(client: TestClient) -> None:
    anna, bert = people = Person(client, "Anna"), Person(client, "Bert")
    for way, (end, kind, sentence) in WAYS.items():
        game = timed(people)
        with anna.sits(game) as first, bert.sits(game) as second:
            one, two = Seat(first), Seat(second)
            assert one.do(one.a_move())["ok"], way
            end(client, game, one, two)
            for seat in (one, two):
                seat.until(lambda seat=seat: seat.state["result"] is not None)
                result = seat.state["result"]
                assert (result["ending"], seat.state["toMove"]) == (kind, None), way
                assert f"{result['reason']}." in sentence, way  # both read the same
        told_in_log(anna, game, way, sentence)
        data = anna.get(f"/api/saved/{game}/record").json()
        record = Record.from_dict(data)
        assert data["result"]["ending"] == kind, way
        assert data["actions"][-1] == ("resign" if way == "on the move" else data["actions"][0])
        assert record.position.result.reason == data["result"]["reason"], way
        assert sentence in anna.get("/people/Anna").text, way
        assert mailed(client, game) == f"Across Suez (SPI, 1980) against Anna: {sentence}", way
        with client.app.state.server.database.reading() as connection:  # type: ignore[attr-defined]
            stored = select(OUTCOME.c.ending).where(OUTCOME.c.game == game)
            assert connection.execute(stored).scalar_one() == kind


def told_in_log(anna: Person, game: str, way: str, sentence: str) -> None:
    story = anna.get(f"/api/saved/{game}/story").json()
    assert story["entries"][-1]["n"] == story["length"], way
    said = story["entries"][-1]["text"]
    assert said == ("Egypt wins: Israel resigned." if way == "on the move" else sentence), way
    last = anna.get(f"/api/saved/{game}/at/{story['length']}").json()  # as a replay shows it
    assert said in [entry["text"] for entry in last["log"]["entries"]], way


def mailed(client: TestClient, game: str) -> str:
    database = client.app.state.server.database  # type: ignore[attr-defined]
    with database.writing() as connection:
        bert = connection.execute(select(ACCOUNT.c.id).where(ACCOUNT.c.name == "Bert"))
        own = NOTICE.c.account == bert.scalar_one()
        over = (own, NOTICE.c.game == game, NOTICE.c.kind == notices.OVER)
        rows = connection.execute(select(NOTICE).where(*over)).all()
        [(_, notice)] = notices.still_true(connection, rows)
        connection.execute(update(NOTICE).where(*over).values(state=notices.DONE))
    return wording.words(notice).text
