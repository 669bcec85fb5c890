"""Playing through the connection: what is sent, what is refused, what every connection sees."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from bridgehead.players.ranks.recruit import Recruit
from bridgehead.server.games import automatic_steps
from bridgehead.server.games.store import StoreError
from tests.server.conftest import REPRINT, Connection, begin, connect


def test_a_window_is_told_everything_at_once(client: TestClient) -> None:
    with connect(client, begin(client, seed=7)) as socket:
        connection = Connection(socket)
    assert connection.hello["type"] == "hello"
    assert connection.hello["record"]["dice"] == {"kind": "seeded", "seed": 7}
    assert len(connection.hello["hexes"]) == 349  # 17 columns of 21 and 20
    state = connection.state
    assert (state["at"], state["turn"], state["toMove"], state["mine"]) == (0, 1, "israel", True)
    assert state["decision"]["plain"] == ["end"]
    assert state["units"]["reshef-1"] == "0210"
    assert set(state["board"]) >= {"units", "marks", "panel", "zones", "line", "night"}


def test_a_move_an_attack_and_the_die(client: TestClient) -> None:
    with connect(client, begin(client, seed=3)) as socket:
        connection = Connection(socket)
        assert connection.do("end")["ok"]
        offer = connection.ask("attack", hexes=["0512"])
        assert offer["candidates"] == ["matt-2"]
        odds = connection.ask("odds", actions=["attack 0512 with matt-2"])
        assert (odds["attack"], odds["defense"], odds["column_label"]) == (4, 3, "0..1")
        assert len(odds["table"]) == 6
        assert all(len(row) == len(odds["columns"]) for row in odds["table"])
        assert sum(odds["results"].values()) == pytest.approx(1)
        assert connection.do("attack 0512 with matt-2 fire")["ok"]
        connection.until(lambda state: state["last"].startswith("roll"))
        roll = connection.state["roll"]
        face = int(connection.state["last"].split()[1])
        assert (roll["face"], roll["result"]) == (face, odds["table"][face - 1][odds["column"]])
        assert [entry["n"] for entry in connection.log if "roll" in entry] == [
            connection.state["at"]
        ]


def test_reach_and_reasons(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        reach = connection.ask("movement", unit="sharon")
        assert reach["refusal"] is None
        assert set(reach["verbs"]) == {"move"}
        ways = reach["verbs"]["move"]
        assert sorted(ways) == sorted(connection.state["decision"]["units"]["sharon"]["move"])
        for hex_, way in ways.items():
            assert way["path"][0] == "0211"
            assert way["path"][-1] == hex_
            assert way["cost"] + way["left"] == reach["allowance"]
        assert connection.ask("why", action=f"move sharon {next(iter(ways))}") is None
        assert connection.ask("why", action="move sharon 0114")["case"] == "4.2"
        held = connection.ask("movement", unit="matt-2")
        assert held["refusal"]["case"] == "9.1"
        assert held["refusal"]["text"].startswith("Matt 2 begins turn 1")  # the name, not the id


def test_what_is_not_legal_changes_nothing(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        for action, kind in (
            ("move matt-2 0101", "illegal"),
            ("roll 6", "illegal"),
            ("attack 0512 with matt-2 fire", "illegal"),
            ("dance", "request"),
            ("", "request"),
            ("move matt-2 9999", "request"),
        ):
            answer = connection.do(action)
            assert not answer["ok"], action
            assert answer["error"]["text"]
            assert answer["error"]["kind"] in (kind, "illegal", "request")
        stale = connection.do("end", at=4)
        assert stale["error"]["kind"] == "stale"
        assert connection.call(type="sing")["error"]["kind"] == "request"
        assert connection.call(type="do", action=7, at=0)["ok"] is False
        assert connection.ask("weather")["kind"] == "request"
        assert connection.ask("movement", unit="rommel-1")["kind"] in ("illegal", "request")
        socket.send_text("no json")
        assert connection.receive()["error"]["kind"] == "request"
        socket.send_text("[]")
        assert connection.receive()["error"]["kind"] == "request"
        assert connection.do("end")["ok"]
        assert connection.state["at"] == 1


def test_an_attack_in_one_line_is_carried_out_whole_or_not_at_all(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        connection.do("end")
        answer = connection.do("attack 0512 with matt-2 reshef-1 fire")
        assert answer["error"]["case"] == "5.0"
        assert connection.state["at"] == 1
        assert connection.state["combat"] is None


def test_undo(client: TestClient) -> None:
    with connect(client, begin(client, seed=1)) as socket:
        connection = Connection(socket)
        assert not connection.state["canUndo"]
        assert not connection.call(type="undo", at=0)["ok"]
        hex_ = connection.state["decision"]["units"]["sharon"]["move"][0]
        connection.do(f"move sharon {hex_}")
        assert connection.state["canUndo"]
        assert len(connection.log) == 1
        assert connection.call(type="undo", at=1)["ok"]
        assert (connection.state["at"], connection.state["units"]["sharon"]) == (0, "0211")
        assert connection.log == []
        connection.do("end")
        connection.do("attack 0512 with matt-2 fire")
        connection.until(lambda state: state["last"].startswith("roll"))
        assert not connection.call(type="undo", at=connection.state["at"])["ok"]


def test_two_windows_see_the_same(client: TestClient) -> None:
    game = begin(client)
    with connect(client, game) as first_socket, connect(client, game) as second_socket:
        first, second = Connection(first_socket), Connection(second_socket)
        first.do("end")
        second.receive()
        assert first.state == second.state
        assert second.do("end", at=0)["error"]["kind"] == "stale"
        assert second.do("attack 0512")["ok"]
        first.receive()
        assert first.state == second.state


def test_a_computer_plays_its_side_and_can_be_hurried(client: TestClient) -> None:
    players = {"israel": "recruit", "egypt": "human"}
    with connect(client, begin(client, players=players, seed=2)) as socket:
        connection = Connection(socket)
        assert connection.state["waiting"] == {"side": "israel", "player": "recruit"}
        assert connection.state["decision"] is None
        assert connection.do("end")["error"]["kind"] == "illegal"
        assert connection.ask("movement", unit="sharon")["kind"] == "request"
        socket.send_json({"type": "pace", "ms": 100000})
        socket.send_json({"type": "now"})
        connection.until(lambda state: state["mine"])
        assert connection.state["at"] > 0
        assert connection.state["decision"] is not None
        assert any('"thinking"' in text for text in connection.texts)


def test_the_first_pause_is_as_long_as_the_connection_asks(client: TestClient) -> None:
    game = begin(client, players={"israel": "recruit", "egypt": "human"}, seed=2)
    with client.websocket_connect(f"/api/saved/{game}/play?pace=9000") as socket:
        connection = Connection(socket)
        session = client.app.state.open_games._sessions[game]  # type: ignore[attr-defined]
        assert session.pace.seconds == 9
        assert connection.state["at"] == 0


def test_two_computers_are_watched_held_and_let_go(client: TestClient) -> None:
    players = {"israel": "recruit", "egypt": "recruit"}
    with connect(client, begin(client, players=players, seed=2)) as socket:
        connection = Connection(socket)
        socket.send_json({"type": "pause", "on": True})
        connection.until(lambda state: state["paused"])
        held = connection.state["at"]
        assert not connection.state["mine"]
        socket.send_json({"type": "pace", "ms": 0})
        socket.send_json({"type": "pause", "on": False})
        connection.until(lambda state: state["result"] is not None)
        assert connection.state["at"] > held
        assert connection.state["toMove"] is None


def test_resigning(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        assert connection.do("resign")["ok"]
        assert connection.state["result"]["winner"] == "egypt"
        assert not connection.do("end")["ok"]
    assert client.get("/api/saved").json()["saved"][0]["winner"] == "egypt"


def test_a_game_that_is_not_there(client: TestClient) -> None:
    with connect(client, "nowhere") as socket:
        assert socket.receive_json()["type"] == "gone"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_a_game_that_is_deleted_under_a_window(client: TestClient) -> None:
    game = begin(client)
    with connect(client, game) as socket:
        connection = Connection(socket)
        assert client.delete(f"/api/saved/{game}").status_code == 204
        assert connection.receive()["type"] == "gone"
    assert client.delete(f"/api/saved/{game}").status_code == 404


def test_arrivals_are_remembered_at_the_end_of_a_phase(client: TestClient) -> None:
    start = {"game": REPRINT, "turn": 2, "side": "israel", "phase": "movement"}
    record = {
        "format": "bridgehead-record", "version": 1, "program": "0.1.0", "game": REPRINT,
        "dice": {"kind": "open"}, "start": start, "actions": [],
    }  # fmt: skip
    answer = client.post("/api/saved/import", json=record)
    with connect(client, answer.json()["id"]) as socket:
        connection = Connection(socket)
        (reminder,) = connection.state["reminders"]
        assert reminder["units"] == ["amir-1", "amir-2", "amir-3", "amir-4"]
        assert "can still arrive" in reminder["text"]


def test_a_layer_is_answered_for_the_position_that_is_asked_about(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        listed = [one["id"] for one in connection.hello["layers"]]
        assert {"line", "zones-israel", "zones-egypt", "unit", "threat"} <= set(listed)
        first = connection.call(type="layer", name="zones-israel", at=0)["data"]
        unit, verbs = next(iter(connection.state["decision"]["units"].items()))
        connection.do(f"move {unit} {verbs['move'][0]}")
        at = connection.state["at"]
        after = connection.call(type="layer", name="zones-israel", at=at)["data"]
        assert first["areas"] != after["areas"]
        assert connection.call(type="layer", name="zones-israel", at=0)["data"] == first


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ({"name": "weather", "at": 0}, "no layer of this game"),
        ({"name": "line"}, "at: must be the number of actions"),
        ({"name": "line", "at": 99}, "at: the game has"),
        ({"name": "unit", "unit": "nobody", "at": 0}, "nobody"),
        ({"name": "threat", "place": "9999", "at": 0}, "9999"),
        ({"at": 0}, "name: must be a string"),
        ({"name": "line", "at": 0, "eyes": "egypt"}, "as soon as the game is over"),
    ],
)
def test_a_layer_that_cannot_be_answered_says_why(
    client: TestClient, message: dict[str, Any], told: str
) -> None:
    with connect(client, begin(client)) as socket:
        answer = Connection(socket).call(type="layer", **message)
        assert not answer["ok"]
        assert told in answer["error"]["text"]


def test_a_burst_of_the_computer_is_told_in_few_messages(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automatic_steps, "EVERY", 0.5)  # a slow machine makes a step in less
    players = {"israel": "recruit", "egypt": "recruit"}
    with connect(client, begin(client, players=players, seed=2)) as socket:
        socket.send_json({"type": "pace", "ms": 0})
        connection = Connection(socket)
        connection.until(lambda state: state["result"] is not None)
        states = [text for text in connection.texts if '"type":"state"' in text]
        assert len(states) < connection.state["at"] / 2
        whole = client.get(f"/api/saved/{connection.hello['record']['id']}/story").json()
        assert connection.log == whole["entries"]  # and nothing of the log is missing


def test_move_now_ends_with_the_turn_of_the_side(client: TestClient) -> None:
    players = {"israel": "recruit", "egypt": "recruit"}
    with connect(client, begin(client, players=players, seed=2)) as socket:
        connection = Connection(socket)
        socket.send_json({"type": "pace", "ms": 10000})
        socket.send_json({"type": "now"})
        connection.until(lambda state: state["side"] == "egypt")
        session = client.app.state.open_games._sessions[connection.hello["record"]["id"]]  # type: ignore[attr-defined]
        assert not session.pace.hurries
        assert session.record.position.side == "egypt"


def test_a_pause_does_not_hold_a_persons_own_roll(client: TestClient) -> None:
    with connect(client, begin(client, seed=3)) as socket:
        connection = Connection(socket)
        socket.send_json({"type": "pause", "on": True})
        connection.until(lambda state: state["paused"])
        connection.do("end")
        connection.do("attack 0512 with matt-2 fire")
        connection.until(lambda state: state["last"].startswith("roll"))


@pytest.mark.slow_for("NaN", "[]", "null", "true")
@pytest.mark.parametrize(
    "pace", ["NaN", "Infinity", "1" + "0" * 400, '"fast"', "null", "true", "[]"]
)
def test_a_pace_that_is_none(client: TestClient, pace: str) -> None:
    players = {"israel": "recruit", "egypt": "human"}
    with connect(client, begin(client, players=players, seed=2)) as socket:
        connection = Connection(socket)
        socket.send_text(f'{{"type": "pace", "ms": {pace}}}')
        socket.send_json({"type": "pace", "ms": 0})
        connection.until(lambda state: state["mine"])


def test_an_id_that_is_no_unicode(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        socket.send_text('{"type": "ask", "what": "why", "action": "end", "id": "\\ud800"}')
        assert connection.receive()["id"] == "\ud800"
        assert connection.do("end")["ok"]


def test_who_must_join_an_attack(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        for unit in ("reshef-1", "sharon"):
            near = connection.state["decision"]["units"][unit]["move"]
            beside = [hex_ for hex_ in ("0411", "0412", "0511") if hex_ in near]
            if beside:
                connection.do(f"move {unit} {beside[0]}")
        connection.do("end")
        offer = connection.ask("attack", hexes=["0512"])
        assert len(offer["candidates"]) > 1
        must = {each["unit"]: each for each in offer["must"]}
        assert must["matt-2"]["case"] == "9.2"
        assert must["matt-2"]["text"].startswith("Matt 2 must attack")


def test_a_landing_by_air_has_no_price(client: TestClient) -> None:
    options = ["airborne_units", "airborne_operations"]
    with connect(client, begin(client, game=REPRINT, options=options)) as socket:
        connection = Connection(socket)
        unit = next(iter(connection.state["decision"]["units"]))
        placing = connection.ask("movement", unit=unit)["verbs"]["place"]
        assert all(way == {"cost": None, "left": None, "path": []} for way in placing.values())
        (reminder,) = connection.state["reminders"]
        assert reminder["case"] == "15.1"
        assert connection.state["counts"]["israel"]["due"] > 0
        connection.do("end")
        landing = connection.ask("movement", unit="ii-23")["verbs"]["land"]
        assert all(way["cost"] is None for way in landing.values())


@pytest.mark.parametrize("fault", [RuntimeError("lost its way"), StoreError("the disk is full")])
def test_a_computer_that_fails_says_so_and_can_be_let_go_on(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def fail(*_: object) -> str:
        raise fault

    players = {"israel": "recruit", "egypt": "human"}
    with connect(client, begin(client, players=players, seed=2)) as socket:
        socket.send_json({"type": "pace", "ms": 0})
        monkeypatch.setattr(Recruit, "choose", fail)
        connection = Connection(socket)
        connection.until(lambda state: state["trouble"])
        assert str(fault) in connection.state["trouble"]
        monkeypatch.undo()
        socket.send_json({"type": "pause", "on": False})
        connection.until(lambda state: state["mine"])
        assert connection.state["trouble"] == ""
