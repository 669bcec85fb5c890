"""Somebody takes his data along, or leaves."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from sqlalchemy import func, select
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from bridgehead.online.accounts import data_export
from bridgehead.online.database.tables import ACCOUNT, META, PASSWORD, SESSION
from tests.online.conftest import SECRET, Person, Seat, client_of
from tests.online.test_games import journal
from tests.online.test_security import drain

pytestmark = pytest.mark.plain


@pytest.fixture
def anna(client: TestClient) -> Person:
    return Person(client, "Anna")


@pytest.fixture
def bert(client: TestClient) -> Person:
    return Person(client, "Bert")


def taken(person: Person) -> dict[str, Any]:
    answer = person.post("/settings/data/take")
    assert answer.status_code == 200
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {name: json.loads(archive.read(name)) for name in archive.namelist()}


def own_columns() -> dict[str, list[Any]]:
    """Return of every table the columns that say that a row is an account's own."""
    found: dict[str, list[Any]] = {}
    for table in META.sorted_tables:
        for key in table.foreign_keys:
            if key.column is ACCOUNT.c.id and key.ondelete == "CASCADE":
                found.setdefault(table.name, []).append(key.parent)
    return found


def test_every_table_of_somebodys_own_is_exported_or_not_on_purpose() -> None:
    told = {table.name for table in data_export.OWN}
    assert set(own_columns()) == told | data_export.NOT_TOLD
    assert not told & data_export.NOT_TOLD


def test_everything_of_ones_own_and_nothing_else(
    client: TestClient, anna: Person, bert: Person
) -> None:
    running, over = anna.challenge("israel"), anna.challenge("egypt")
    for game in (running, over):
        bert.join(game)
        with anna.sits(game) as one, bert.sits(game) as two:
            here, there = Seat(one), Seat(two)
            assert here.call(type="chat", text="good luck")["ok"]
            assert there.call(type="chat", text="to you too")["ok"]
            if game == over:
                assert there.do(there.a_move())["ok"]
                assert there.call(type="resign")["ok"]
    anna.post("/people/Bert/block")
    found = taken(anna)
    assert set(found) == {"account.json", f"games/{running}.json", f"games/{over}.json"}
    account = found["account.json"]
    assert (account["name"], account["blocked"]) == ("Anna", ["Bert"])
    assert len(account["session"]) == 1
    assert "record" not in found[f"games/{running}.json"]
    assert len(found[f"games/{over}.json"]["record"]["actions"]) == 2
    said = [(one["text"], one["yours"]) for one in found[f"games/{running}.json"]["chat"]]
    assert said == [("good luck", True), ("to you too", False)]
    text = json.dumps(found)
    with client.app.state.server.database.reading() as connection:  # type: ignore[attr-defined]
        secrets = connection.execute(select(PASSWORD.c.hash)).scalars().all()
        secrets += connection.execute(select(SESSION.c.digest)).scalars().all()
    assert len(secrets) == 4
    assert not [secret for secret in secrets if secret in text]
    for word in ("revision", "waits_for", "views", "sealed"):
        assert word not in text
    assert f"games/{running}.json" in taken(bert)
    assert Person(client, "Eve").post("/settings/data/take").status_code == 200
    assert Person(client, "", register=False).post("/settings/data/take").status_code == 303


def test_who_leaves_is_gone_and_the_games_stay(url: str) -> None:
    with client_of(url) as client:
        anna, bert = Person(client, "Anna"), Person(client, "Bert")
        game = anna.challenge("israel")
        bert.join(game)
        open_one = anna.challenge("israel")
        with anna.sits(game) as one, bert.sits(game) as two:
            here, there = Seat(one), Seat(two)
            assert here.call(type="chat", text="I live at 3 Main Street")["ok"]
            answer = anna.post("/settings/data/leave", name="anna", password=SECRET)
            assert (answer.status_code, answer.headers["location"]) == (303, "/")
            there.until(lambda: there.state["result"] is not None)
            assert there.state["result"]["winner"] == "egypt"
            with pytest.raises(WebSocketDisconnect):
                drain(one)
        assert [kind for kind, *_ in journal(client, game)] == ["resign"]
        with bert.sits(game) as socket:
            seat = Seat(socket)
            assert seat.hello["online"]["seats"]["israel"]["name"] == "deleted account"
            seat.until(lambda: seat.remarks)
            assert [(said["name"], said["text"]) for said in seat.remarks] == [
                ("deleted account", "…")
            ]
        assert open_one not in bert.get("/").text
        assert anna.get("/settings").status_code == 303
        assert anna.post("/login", name="Anna", password=SECRET).status_code == 400
        assert bert.get("/people/Anna").status_code == 404
        assert "deleted account" in bert.get("/people/Bert").text
        for name in ("Anna", "deleted account"):  # nobody comes in her place
            eve = Person(client, "Eve", register=False)
            assert eve.post("/register", name=name, password=SECRET).status_code == 400
        with client.app.state.server.database.reading() as connection:  # type: ignore[attr-defined]
            kept = select(ACCOUNT.c.id).where(ACCOUNT.c.kind == "deleted")
            account = connection.execute(kept).scalar_one()
            for table, columns in own_columns().items():
                for column in columns:
                    rows = select(func.count()).where(column == account)
                    assert connection.execute(rows).scalar_one() == 0, table


@pytest.mark.parametrize(
    "fields",
    [{"name": "Anna"}, {"name": "Anna", "password": "a guess at it"}, {"password": SECRET},
     {"name": "Bert", "password": SECRET}],
)  # fmt: skip
def test_leaving_needs_name_and_password(
    client: TestClient, anna: Person, bert: Person, fields: dict[str, str]
) -> None:
    game = anna.challenge("israel")
    bert.join(game)
    assert anna.post("/settings/data/leave", **fields).status_code == 400
    assert journal(client, game) == []
    assert anna.get("/settings").status_code == 200


def test_a_guest_leaves_by_his_session(client: TestClient, anna: Person) -> None:
    path = anna.challenge(opponent="link")
    guest = Person(client, "Guy", register=False)
    game = guest.post(path, name="Guy").headers["location"].removeprefix("/game/")
    assert guest.post("/settings/data/leave", name="Guy").status_code == 303
    assert [kind for kind, *_ in journal(client, game)] == ["resign"]
    assert guest.get("/settings").status_code == 303
