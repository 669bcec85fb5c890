"""New lines of a game: played in a session of their own, kept in the game, varied and removed."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

import bridgehead as bh
from bridgehead.core.errors import InvalidRecord
from bridgehead.core.records import record as records
from bridgehead.server.lines.new_line import KEPT
from tests.server.conftest import GAME, Connection, connect

pytestmark = pytest.mark.plain


def imported(client: TestClient, game: str = GAME, actions: tuple[str, ...] = ()) -> str:
    """Import a game of two people with these actions, which is then resigned; return its id."""
    record = bh.Record.new(bh.load(game), "seeded", seed=1)
    for action in actions:
        record.do(action)
    record.do("resign")
    answer = client.post("/api/saved/import", json=record.to_dict())
    return str(answer.json()["id"])


def begin(client: TestClient, game: str, at: int, **more: Any) -> str:
    answer = client.post(f"/api/saved/{game}/lines", json={"at": at, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def write(client: TestClient, game: str, **wanted: Any) -> Any:
    return client.post(f"/api/saved/{game}/annotations", json=wanted)


def saved_lines(client: TestClient, game: str) -> list[Any]:
    found: list[Any] = client.get(f"/api/saved/{game}/record").json().get("lines", [])
    return found


def test_a_line_is_played_and_kept(client: TestClient) -> None:
    game = imported(client, actions=("move matt-1 0514",))
    line = begin(client, game, 0)
    with connect(client, line) as socket:
        page = Connection(socket)
        assert page.hello["line"] == {"game": game, "at": 0}
        assert page.state["line"] == {"outcomes": []}
        assert page.do("move reshef-1 0309")["ok"]
        assert page.do("end")["ok"]
        kept = write(client, game, keep=line, name="The other one")
    assert [one["name"] for one in kept.json()["lines"]] == ["The other one"]
    assert saved_lines(client, game) == [
        {"at": 0, "name": "The other one", "actions": ["move reshef-1 0309", "end"]}
    ]
    shown = client.get(f"/api/saved/{game}/lines/0/at/1").json()
    assert shown["last"] == "move reshef-1 0309"
    listed = client.get("/api/saved").json()["saved"]
    assert [one["id"] for one in listed] == [game]  # the line is no game of its own


@pytest.mark.slow
def test_the_dice_of_a_line_show_what_is_chosen_and_can_be_taken_back(client: TestClient) -> None:
    game = imported(client, "el-arish-67")
    with connect(client, begin(client, game, 0)) as socket:
        page = Connection(socket)
        record = bh.Record.new(bh.load("el-arish-67"))
        while record.position.to_move != "dice":  # both sides are played by the same person
            record.do(record.position.legal_actions()[0])
        for action in record.actions:
            assert page.do(action)["ok"]
        outcomes = page.state["line"]["outcomes"]
        assert outcomes == list(record.position.legal_actions())
        assert not page.state["mine"]
        at = page.state["at"]
        assert page.do(outcomes[-1])["ok"]
        assert page.state["at"] == at + 1
        assert page.call(type="undo", at=at + 1)["ok"]
        assert (page.state["at"], page.state["line"]["outcomes"]) == (at, outcomes)


def test_a_line_is_varied_and_removed(client: TestClient) -> None:
    game = imported(client)
    first = begin(client, game, 0)
    with connect(client, first) as socket:
        page = Connection(socket)
        page.do("move matt-1 0514")
        page.do("end")
    write(client, game, keep=first)
    other = begin(client, game, 0, line=0, done=1)
    with connect(client, other) as socket:
        page = Connection(socket)
        assert page.state["at"] == 1
        page.do("move reshef-1 0309")
    write(client, game, keep=other)
    lines = [one["actions"] for one in saved_lines(client, game)]
    assert lines == [["move matt-1 0514", "end"], ["move matt-1 0514", "move reshef-1 0309"]]
    changed = write(client, game, remove=0, actions=["end"])
    assert (changed.status_code, changed.json()["error"]["kind"]) == (409, "stale")
    assert write(client, game, remove=0, actions=lines[0]).status_code == 200
    assert [one["actions"] for one in saved_lines(client, game)] == lines[1:]


def test_who_writes_a_line_sees_what_both_sides_hide(client: TestClient) -> None:
    game = imported(client, "october-war")
    with connect(client, begin(client, game, 0)) as socket:
        page = Connection(socket)
        assert page.state["curtain"] is None
        assert page.state["viewer"] == page.state["toMove"]
        assert page.state["mine"]


@pytest.mark.parametrize(
    ("wanted", "status", "told"),
    [
        ({"at": 9}, 404, "the game has 1 actions"),
        ({"at": 1}, 400, "choose an earlier action"),
        ({"at": "x"}, 400, "at: must be a whole number"),
        ({"at": 0, "line": 3}, 400, "the game has no line 3"),
        ([], 400, "must be an object"),
    ],
)
def test_a_line_that_cannot_begin_is_refused(
    client: TestClient, wanted: Any, status: int, told: str
) -> None:
    answer = client.post(f"/api/saved/{imported(client)}/lines", json=wanted)
    assert answer.status_code == status
    assert told in answer.json()["error"]["text"]


def test_a_line_of_a_running_game_that_hides_something_is_refused(client: TestClient) -> None:
    war = client.post("/api/saved", json={"game": "october-war"}).json()["id"]
    answer = client.post(f"/api/saved/{war}/lines", json={"at": 0})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (409, "secret")


def test_only_a_line_of_this_game_is_kept(client: TestClient) -> None:
    game, other = imported(client), imported(client, actions=("move matt-1 0514",))
    line = begin(client, other, 0)
    for keep in (line, "line-x", other, 7):
        assert write(client, game, keep=keep).status_code == 400
    empty = write(client, other, keep=line)
    assert (empty.status_code, "1 to 2000 actions" in empty.text) == (400, True)
    assert saved_lines(client, game) == saved_lines(client, other) == []


def test_old_lines_that_were_not_kept_go(client: TestClient) -> None:
    game = imported(client)
    lines = [begin(client, game, 0) for _ in range(KEPT + 2)]
    assert client.get(f"/api/saved/{lines[0]}").status_code == 404
    assert client.get(f"/api/saved/{lines[-1]}").status_code == 200


def test_a_record_that_is_full_takes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_LINES", 1)
    monkeypatch.setattr(records, "MOST_COMMENTS", 1)
    record = bh.Record.new(bh.load(GAME))
    record.add_line(0, ["end"])
    record.comment(0, "x")
    with pytest.raises(InvalidRecord, match="can have 1 lines"):
        record.add_line(0, ["end"])
    with pytest.raises(InvalidRecord, match="can have 1 comments"):
        record.comment(0, "y")
