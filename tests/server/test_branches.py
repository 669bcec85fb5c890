"""Games that branch off, lines of positions, comments and lines over the server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import bridgehead as bh
from tests.server.conftest import GAME, PEOPLE, begin, client_of, connect

pytestmark = pytest.mark.plain

MOVES = ("move reshef-1 0107", "move erez-1 0415", "end")
WAR = {"israel": "human", "arab": "human"}


@pytest.fixture
def game(client: TestClient) -> str:
    """Return a game of two people after three actions."""
    found = begin(client, seed=4)
    with connect(client, found) as socket:
        play(socket, *MOVES)
    return found


def play(socket: Any, *actions: str) -> None:
    """Carry out actions over a connection."""
    at = 0
    for _ in range(2):
        socket.receive_json()
    for number, action in enumerate(actions, start=1):
        socket.send_json({"type": "do", "id": number, "action": action, "at": at})
        while (answer := socket.receive_json())["type"] != "reply":
            at = answer.get("at", at)
        assert answer["ok"], answer
        at = number


def record_of(client: TestClient, game: str) -> bh.Record:
    return bh.Record.from_dict(client.get(f"/api/saved/{game}/record").json())


def listed(client: TestClient, game: str) -> dict[str, Any]:
    saved = client.get("/api/saved").json()["saved"]
    return next(one for one in saved if one["id"] == game)


def test_a_game_branches_off_and_is_listed_with_its_parent(client: TestClient, game: str) -> None:
    who = {"israel": "human", "egypt": "sergeant"}
    answer = client.post(
        f"/api/saved/{game}/branch", json={"at": 2, "players": who, "name": "What if"}
    )
    assert answer.status_code == 201, answer.text
    branch = str(answer.json()["id"])
    record, parent = record_of(client, branch), record_of(client, game)
    assert record.position == parent.position_at(2)
    assert record.origin is not None
    assert (record.origin.record, record.origin.action) == (parent.digest(2), 2)
    assert record.dice.kind == "committed"
    assert record.dice.commitment != parent.dice.commitment
    assert record.players == who
    entry = listed(client, branch)
    assert entry["parent"] == {"id": game, "action": 2}
    assert entry["name"] == "What if"
    assert "parent" not in listed(client, game)
    assert client.delete(f"/api/saved/{game}").status_code == 204
    assert listed(client, branch)["parent"]["id"] == game  # it is gone; the branch is not
    assert record_of(client, branch).position == record.position


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({}, "at: must be a whole number"),
        ({"at": 9}, "the game has 3 actions, not 9"),
        ({"at": -1}, "at: must be a whole number"),
        ({"at": 1, "players": {"syria": "human"}}, "players: must be an object"),
        ({"at": 1, "seed": "x"}, "seed: must be a whole number"),
        ({"at": 1, "view": "syria"}, "view must be one of israel, egypt"),
        ({"at": 1, "view": []}, "view must be one of israel, egypt"),
        ({"at": 1, "view": False}, "view must be one of israel, egypt"),
        ({"at": 1, "name": "a\nb"}, "name: must be one line"),
        ([], "must be an object"),
    ],
)
def test_a_wrong_branch_is_refused(client: TestClient, game: str, wanted: Any, told: str) -> None:
    answer = client.post(f"/api/saved/{game}/branch", json=wanted)
    assert answer.status_code in (400, 404)
    assert told in answer.json()["error"]["text"]
    assert len(client.get("/api/saved").json()["saved"]) == 1


def test_a_running_game_that_hides_something_tells_nothing(client: TestClient) -> None:
    war = begin(client, game="october-war", players=WAR)
    with connect(client, war) as socket:
        for _ in range(2):
            socket.receive_json()
        for number, message in enumerate(
            ({"type": "look", "side": "israel"}, {"type": "do", "action": "deploy", "at": 0})
        ):
            socket.send_json({**message, "id": number})
            while (answer := socket.receive_json())["type"] != "reply":
                pass
            assert answer["ok"], answer
    for answer in (
        client.post(f"/api/saved/{war}/branch", json={"at": 0}),
        client.get(f"/api/saved/{war}/line/0"),
        client.get(f"/api/saved/{war}/annotations"),
        client.post(f"/api/saved/{war}/annotations", json={"at": 0, "text": "a"}),
        client.get(f"/api/saved/{war}/lines/0/at/0"),
    ):
        assert answer.status_code == 409
        assert answer.json()["error"]["kind"] == "secret"


def test_a_finished_game_is_replayed_as_each_side_saw_it_and_open(client: TestClient) -> None:
    record = bh.Record.new(bh.load("october-war"), "seeded", seed=2, players=WAR)
    for action in ("deploy", "end", "deploy", "end"):
        record.do(action)
    path = "at/4?eyes="

    def units(game: str, eyes: str) -> dict[str, str]:
        found: dict[str, str] = client.get(f"/api/saved/{game}/{path}{eyes}").json()["units"]
        return found

    running = client.post(
        "/api/saved/import?arab=sergeant", content=json.dumps(record.to_dict())
    ).json()["id"]
    assert client.get(f"/api/saved/{running}/{path}arab").status_code == 409
    assert client.get(f"/api/saved/{running}/board.svg?at=4&eyes=everything").status_code == 409
    record.do("resign")
    game = client.post(
        "/api/saved/import?arab=sergeant", content=json.dumps(record.to_dict())
    ).json()["id"]
    truth = record.position_at(4)
    for side in record.game.sides:
        assert units(game, side) == truth.view(side)["units"]
    assert units(game, "") == truth.view("israel")["units"] != truth.view("arab")["units"]
    assert units(game, "everything") == truth.to_dict()["units"]
    whole = client.get(f"/api/saved/{game}/{path}everything").json()["view"]
    assert whole["hidden"] == {}
    assert client.get(f"/api/saved/{game}/{path}syria").status_code == 400
    pictures = {
        eyes: client.get(f"/api/saved/{game}/board.svg?at=4&eyes={eyes}").text
        for eyes in ("", "israel", "arab", "everything")
    }
    assert pictures[""] == pictures["israel"]
    assert len(set(pictures.values())) == 3


def test_what_is_hidden_in_the_start_of_a_game_is_not_told(client: TestClient) -> None:
    """A branch of one side's view begins with enemy counters that this side does not know."""
    war = bh.load("october-war")
    record = bh.Record.new(war, players=WAR)
    for action in ("deploy", "end", "deploy", "end", "resign"):
        record.do(action)
    line = record.branch(4, view="israel").position.to_line()
    game = client.post("/api/saved/import?arab=sergeant", content=line).json()["id"]
    assert client.get(f"/api/saved/{game}/story").json()["said"] is None
    for address in ("line/0", "annotations", "record"):
        assert client.get(f"/api/saved/{game}/{address}").status_code == 409
    assert client.post(f"/api/saved/{game}/branch", json={"at": 0}).status_code == 409


def test_the_line_of_a_position_goes_out_and_comes_in(client: TestClient, game: str) -> None:
    line = client.get(f"/api/saved/{game}/line/2").json()["line"]
    position = record_of(client, game).position_at(2)
    assert bh.from_line(line) == position
    assert client.get(f"/api/saved/{game}/line/9").status_code == 404
    for text in (f"> {line[:30]}\n> {line[30:]}", bh_json(position)):
        answer = client.post("/api/saved/import?egypt=sergeant", content=text)
        assert answer.status_code == 201, answer.text
        taken = record_of(client, answer.json()["id"])
        assert taken.start == position
        assert taken.players == {"israel": "human", "egypt": "sergeant"}
    answer = client.post("/api/saved/import", content=line[:-4])
    assert answer.status_code == 400
    assert "checksum is wrong" in answer.json()["error"]["text"]
    assert answer.json()["error"]["kind"] == "record"
    answer = client.post("/api/saved/import", content='{"game": "across-suez-1980", "turn": []}')
    assert answer.status_code == 400


def bh_json(position: Any) -> str:
    return json.dumps(position.to_dict())


def test_comments_are_written_replaced_and_removed(
    client: TestClient, game: str, data: Path
) -> None:
    path = f"/api/saved/{game}/annotations"
    assert client.get(path).json() == {"comments": [], "lines": []}
    client.post(path, json={"at": 1, "text": " To the bridge. "})
    client.post(path, json={"at": 3, "text": "Now combat."})
    answer = client.post(path, json={"at": 1, "text": "To the canal."})
    said = [{"at": 1, "text": "To the canal."}, {"at": 3, "text": "Now combat."}]
    assert answer.json()["comments"] == said
    with client_of(data) as other:  # they are in the file
        assert other.get(path).json()["comments"] == said
    assert client.post(path, json={"at": 3, "text": ""}).json()["comments"] == said[:1]
    for wrong, told in (({"at": 4, "text": "a"}, "from 0 to 3"), ({"at": 1}, "text: must be"),
                        ({"text": "a"}, "at: must be"), ({"analysis": True}, "there is none"),
                        ({"at": 1, "text": "a" * 5000}, "1 to 4000 characters")):  # fmt: skip
        answer = client.post(path, json=wrong)
        assert answer.status_code == 400
        assert told in answer.json()["error"]["text"]
    assert client.get(path).json()["comments"] == said[:1]


def test_an_undo_removes_comments_for_good(client: TestClient, data: Path) -> None:
    game = begin(client, seed=4)
    path = f"/api/saved/{game}/annotations"
    with connect(client, game) as socket:
        play(socket, *MOVES[:2])
        client.post(path, json={"at": 2, "text": "About the second."})
        client.post(path, json={"at": 1, "text": "About the first."})
        socket.send_json({"type": "undo", "id": 7, "at": 2})
        while socket.receive_json()["type"] != "reply":
            pass
        socket.send_json({"type": "do", "id": 8, "action": "move erez-2 0513", "at": 1})
        while socket.receive_json()["type"] != "reply":
            pass
    assert [one["at"] for one in client.get(path).json()["comments"]] == [1]
    with client_of(data) as other:
        assert [one["at"] for one in other.get(path).json()["comments"]] == [1]
        assert len(record_of(other, game).actions) == 2


def test_a_line_is_told_and_stepped_through(client: TestClient) -> None:
    record = bh.Record.new(bh.load(GAME), "seeded", seed=4, players=PEOPLE)
    for move in MOVES:
        record.do(move)
    record.add_line(1, ["move erez-2 0513", "end"], "Erez 2 first")
    answer = client.post("/api/saved/import", content=json.dumps(record.to_dict()))
    game = answer.json()["id"]
    line = client.get(f"/api/saved/{game}/annotations").json()["lines"][0]
    assert line["told"][0].startswith("Erez 2 moves from")
    assert (line["at"], line["name"]) == (1, "Erez 2 first")
    states = [client.get(f"/api/saved/{game}/lines/0/at/{n}").json() for n in range(3)]
    assert [state["last"] for state in states] == [MOVES[0], "move erez-2 0513", "end"]
    assert states[1]["units"]["erez-2"] == "0513" != states[0]["units"]["erez-2"]
    assert not any(state["mine"] for state in states)
    assert states[2]["phase"] == "combat"
    for path in ("lines/0/at/3", "lines/1/at/0"):
        assert client.get(f"/api/saved/{game}/{path}").status_code == 404
    assert client.get(f"/api/saved/{game}/record").json()["lines"] == record.to_dict()["lines"]


def test_the_analysis_is_written_into_the_game(
    client: TestClient, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = {
        "actions": [1, 3],
        "turning_points": [
            {"from": 2, "to": 2, "sentence": "Turn 1: a mistake.",
             "better": {"plan": ["move erez-2 0513"], "sentence": "Move Erez 2."}}
        ],
        "summary": {"sentences": ["Luck was even."]},
    }  # fmt: skip

    async def state(game: str, record: bh.Record) -> dict[str, Any]:
        return {"state": "done", "result": result}

    monkeypatch.setattr(client.app.state.open_games.analyses, "state", state)  # type: ignore
    path = f"/api/saved/{game}/annotations"
    said = client.post(path, json={"analysis": True}).json()
    assert [one["text"] for one in said["comments"]] == ["Turn 1: a mistake.", "Luck was even."]
    assert said["lines"][0]["name"] == "Better: Move Erez 2."
    assert client.post(path, json={"analysis": True}).json() == said  # not twice
