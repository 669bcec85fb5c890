"""A record of a game that ended otherwise than by its rules, opened on a server for one screen."""

from __future__ import annotations

from starlette.testclient import TestClient

import bridgehead as bh
from bridgehead.core.positions.ending import Ending
from bridgehead.core.records.record import Record

SENTENCE = "Israel has won: Egypt ran out of time."


def test_it_is_told_in_log_and_result_and_nobody_goes_on(client: TestClient) -> None:
    record = Record(bh.load("el-arish-67"))
    for _ in range(3):
        record.do(str(record.position.legal_actions()[0]))
    record.end(Ending("out of time", "israel", "egypt"))
    answer = client.post("/api/saved/import", json=record.to_dict())
    assert answer.status_code in (200, 201), answer.text
    game = answer.json()["id"]
    with client.websocket_connect(f"/api/saved/{game}/play") as socket:
        assert socket.receive_json()["type"] == "hello"
        state = socket.receive_json()
        assert (state["toMove"], state["mine"], state["canUndo"]) == (None, False, False)
        assert state["result"]["ending"] == "out of time"
        assert state["log"]["entries"][-1]["text"] == SENTENCE
        socket.send_json({"type": "do", "id": 1, "action": "end", "at": state["at"]})
        reply = socket.receive_json()
        while reply["type"] != "reply":
            reply = socket.receive_json()
        assert not reply["ok"]
    story = client.get(f"/api/saved/{game}/story").json()
    assert story["entries"][-1]["text"] == SENTENCE
    assert client.get(f"/api/saved/{game}/at/1").json()["toMove"] is not None
    kept = client.get(f"/api/saved/{game}/record").json()
    assert kept["ending"] == {"kind": "out of time", "winner": "israel", "side": "egypt"}
    listed = client.get("/api/saved").json()
    assert "israel" in str(listed)
