"""Playing through the connection: what is sent, what is refused, what every window sees."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from bridgehead.players.recruit import Recruit
from bridgehead.server import driver
from bridgehead.server.store import StoreError
from tests.server.conftest import REPRINT, Window, begin, connect


def test_a_window_is_told_everything_at_once(client: TestClient) -> None:
    with connect(client, begin(client, seed=7)) as socket:
        window = Window(socket)
    assert window.hello["type"] == "hello"
    assert window.hello["record"]["dice"] == {"kind": "seeded", "seed": 7}
    assert len(window.hello["hexes"]) == 349  # 17 columns of 21 and 20
    state = window.state
    assert (state["at"], state["turn"], state["toMove"], state["mine"]) == (0, 1, "israel", True)
    assert state["decision"]["plain"] == ["end"]
    assert state["units"]["reshef-1"] == "0210"
    assert set(state["board"]) >= {"units", "marks", "panel", "zones", "line", "night"}


def test_a_move_an_attack_and_the_die(client: TestClient) -> None:
    with connect(client, begin(client, seed=3)) as socket:
        window = Window(socket)
        assert window.do("end")["ok"]
        offer = window.ask("attack", hexes=["0512"])
        assert offer["candidates"] == ["matt-2"]
        odds = window.ask("odds", actions=["attack 0512 with matt-2"])
        assert (odds["attack"], odds["defense"], odds["column_label"]) == (4, 3, "0..1")
        assert len(odds["table"]) == 6
        assert all(len(row) == len(odds["columns"]) for row in odds["table"])
        assert sum(odds["results"].values()) == pytest.approx(1)
        assert window.do("attack 0512 with matt-2 fire")["ok"]
        window.until(lambda state: state["last"].startswith("roll"))
        roll = window.state["roll"]
        face = int(window.state["last"].split()[1])
        assert (roll["face"], roll["result"]) == (face, odds["table"][face - 1][odds["column"]])
        assert [entry["n"] for entry in window.log if "roll" in entry] == [window.state["at"]]


def test_reach_and_reasons(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        window = Window(socket)
        reach = window.ask("movement", unit="sharon")
        assert reach["refusal"] is None
        assert set(reach["verbs"]) == {"move"}
        ways = reach["verbs"]["move"]
        assert sorted(ways) == sorted(window.state["decision"]["units"]["sharon"]["move"])
        for hex_, way in ways.items():
            assert way["path"][0] == "0211"
            assert way["path"][-1] == hex_
            assert way["cost"] + way["left"] == reach["allowance"]
        assert window.ask("why", action=f"move sharon {next(iter(ways))}") is None
        assert window.ask("why", action="move sharon 0114")["case"] == "4.2"
        held = window.ask("movement", unit="matt-2")
        assert held["refusal"]["case"] == "9.1"
        assert held["refusal"]["text"].startswith("Matt 2 begins turn 1")  # the name, not the id


def test_what_is_not_legal_changes_nothing(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        window = Window(socket)
        for action, kind in (
            ("move matt-2 0101", "illegal"),
            ("roll 6", "illegal"),
            ("attack 0512 with matt-2 fire", "illegal"),
            ("dance", "request"),
            ("", "request"),
            ("move matt-2 9999", "request"),
        ):
            answer = window.do(action)
            assert not answer["ok"], action
            assert answer["error"]["text"]
            assert answer["error"]["kind"] in (kind, "illegal", "request")
        stale = window.do("end", at=4)
        assert stale["error"]["kind"] == "stale"
        assert window.call(type="sing")["error"]["kind"] == "request"
        assert window.call(type="do", action=7, at=0)["ok"] is False
        assert window.ask("weather")["kind"] == "request"
        assert window.ask("movement", unit="rommel-1")["kind"] in ("illegal", "request")
        socket.send_text("no json")
        assert window.receive()["error"]["kind"] == "request"
        socket.send_text("[]")
        assert window.receive()["error"]["kind"] == "request"
        assert window.do("end")["ok"]
        assert window.state["at"] == 1


def test_an_attack_in_one_line_is_carried_out_whole_or_not_at_all(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        window = Window(socket)
        window.do("end")
        answer = window.do("attack 0512 with matt-2 reshef-1 fire")
        assert answer["error"]["case"] == "5.0"
        assert window.state["at"] == 1
        assert window.state["combat"] is None


def test_undo(client: TestClient) -> None:
    with connect(client, begin(client, seed=1)) as socket:
        window = Window(socket)
        assert not window.state["canUndo"]
        assert not window.call(type="undo", at=0)["ok"]
        hex_ = window.state["decision"]["units"]["sharon"]["move"][0]
        window.do(f"move sharon {hex_}")
        assert window.state["canUndo"]
        assert len(window.log) == 1
        assert window.call(type="undo", at=1)["ok"]
        assert (window.state["at"], window.state["units"]["sharon"]) == (0, "0211")
        assert window.log == []
        window.do("end")
        window.do("attack 0512 with matt-2 fire")
        window.until(lambda state: state["last"].startswith("roll"))
        assert not window.call(type="undo", at=window.state["at"])["ok"]


def test_two_windows_see_the_same(client: TestClient) -> None:
    game = begin(client)
    with connect(client, game) as first_socket, connect(client, game) as second_socket:
        first, second = Window(first_socket), Window(second_socket)
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
        window = Window(socket)
        assert window.state["waiting"] == {"side": "israel", "player": "recruit"}
        assert window.state["decision"] is None
        assert window.do("end")["error"]["kind"] == "illegal"
        assert window.ask("movement", unit="sharon")["kind"] == "request"
        socket.send_json({"type": "pace", "ms": 100000})
        socket.send_json({"type": "now"})
        window.until(lambda state: state["mine"])
        assert window.state["at"] > 0
        assert window.state["decision"] is not None
        assert any('"thinking"' in text for text in window.texts)


def test_two_computers_are_watched_held_and_let_go(client: TestClient) -> None:
    players = {"israel": "recruit", "egypt": "recruit"}
    with connect(client, begin(client, players=players, seed=2)) as socket:
        window = Window(socket)
        socket.send_json({"type": "pause", "on": True})
        window.until(lambda state: state["paused"])
        held = window.state["at"]
        assert not window.state["mine"]
        socket.send_json({"type": "pace", "ms": 0})
        socket.send_json({"type": "pause", "on": False})
        window.until(lambda state: state["result"] is not None)
        assert window.state["at"] > held
        assert window.state["toMove"] is None


def test_resigning(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        window = Window(socket)
        assert window.do("resign")["ok"]
        assert window.state["result"]["winner"] == "egypt"
        assert not window.do("end")["ok"]
    assert client.get("/api/saved").json()["saved"][0]["winner"] == "egypt"


def test_a_game_that_is_not_there(client: TestClient) -> None:
    with connect(client, "nowhere") as socket:
        assert socket.receive_json()["type"] == "gone"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_a_game_that_is_deleted_under_a_window(client: TestClient) -> None:
    game = begin(client)
    with connect(client, game) as socket:
        window = Window(socket)
        assert client.delete(f"/api/saved/{game}").status_code == 204
        assert window.receive()["type"] == "gone"
    assert client.delete(f"/api/saved/{game}").status_code == 404


def test_arrivals_are_remembered_at_the_end_of_a_phase(client: TestClient) -> None:
    start = {"game": REPRINT, "turn": 2, "side": "israel", "phase": "movement"}
    record = {
        "format": "bridgehead-record", "version": 1, "program": "0.1.0", "game": REPRINT,
        "dice": {"kind": "open"}, "start": start, "actions": [],
    }  # fmt: skip
    answer = client.post("/api/saved/import", json=record)
    with connect(client, answer.json()["id"]) as socket:
        window = Window(socket)
        (reminder,) = window.state["reminders"]
        assert reminder["units"] == ["amir-1", "amir-2", "amir-3", "amir-4"]
        assert "can still arrive" in reminder["text"]


def test_layers_are_drawn_for_those_who_look_at_them(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        window = Window(socket)
        assert "data-zone" not in window.state["board"]["zones"]
        window.call(type="layers", zones=["egypt", "syria"], line=True)
        assert 'data-zone="egypt"' in window.state["board"]["zones"]
        assert 'data-zone="israel"' not in window.state["board"]["zones"]
        window.do("end")
        assert 'data-zone="egypt"' in window.state["board"]["zones"]
        window.call(type="layers", zones=[], line=False)
        assert "data-zone" not in window.state["board"]["zones"]


def test_a_burst_of_the_computer_is_told_in_few_messages(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "EVERY", 0.5)  # a slow machine makes a step in less
    players = {"israel": "recruit", "egypt": "recruit"}
    with connect(client, begin(client, players=players, seed=2)) as socket:
        socket.send_json({"type": "pace", "ms": 0})
        window = Window(socket)
        window.until(lambda state: state["result"] is not None)
        states = [text for text in window.texts if '"type":"state"' in text]
        assert len(states) < window.state["at"] / 2
        whole = client.get(f"/api/saved/{window.hello['record']['id']}/story").json()
        assert window.log == whole["entries"]  # and nothing of the log is missing


def test_move_now_ends_with_the_turn_of_the_side(client: TestClient) -> None:
    players = {"israel": "recruit", "egypt": "recruit"}
    with connect(client, begin(client, players=players, seed=2)) as socket:
        window = Window(socket)
        socket.send_json({"type": "pace", "ms": 10000})
        socket.send_json({"type": "now"})
        window.until(lambda state: state["side"] == "egypt")
        room = client.app.state.hall._rooms[window.hello["record"]["id"]]  # type: ignore[attr-defined]
        assert not room.driver.hurries
        assert room.record.position.side == "egypt"


def test_a_pause_does_not_hold_a_persons_own_roll(client: TestClient) -> None:
    with connect(client, begin(client, seed=3)) as socket:
        window = Window(socket)
        socket.send_json({"type": "pause", "on": True})
        window.until(lambda state: state["paused"])
        window.do("end")
        window.do("attack 0512 with matt-2 fire")
        window.until(lambda state: state["last"].startswith("roll"))


@pytest.mark.parametrize(
    "pace", ["NaN", "Infinity", "1" + "0" * 400, '"fast"', "null", "true", "[]"]
)
def test_a_pace_that_is_none(client: TestClient, pace: str) -> None:
    players = {"israel": "recruit", "egypt": "human"}
    with connect(client, begin(client, players=players, seed=2)) as socket:
        window = Window(socket)
        socket.send_text(f'{{"type": "pace", "ms": {pace}}}')
        socket.send_json({"type": "pace", "ms": 0})
        window.until(lambda state: state["mine"])


def test_an_id_that_is_no_unicode(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        window = Window(socket)
        socket.send_text('{"type": "ask", "what": "why", "action": "end", "id": "\\ud800"}')
        assert window.receive()["id"] == "\ud800"
        assert window.do("end")["ok"]


def test_who_must_join_an_attack(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        window = Window(socket)
        for unit in ("reshef-1", "sharon"):
            near = window.state["decision"]["units"][unit]["move"]
            beside = [hex_ for hex_ in ("0411", "0412", "0511") if hex_ in near]
            if beside:
                window.do(f"move {unit} {beside[0]}")
        window.do("end")
        offer = window.ask("attack", hexes=["0512"])
        assert len(offer["candidates"]) > 1
        must = {each["unit"]: each for each in offer["must"]}
        assert must["matt-2"]["case"] == "9.2"
        assert must["matt-2"]["text"].startswith("Matt 2 must attack")


def test_a_landing_by_air_has_no_price(client: TestClient) -> None:
    options = ["airborne_units", "airborne_operations"]
    with connect(client, begin(client, game=REPRINT, options=options)) as socket:
        window = Window(socket)
        unit = next(iter(window.state["decision"]["units"]))
        placing = window.ask("movement", unit=unit)["verbs"]["place"]
        assert all(way == {"cost": None, "left": None, "path": []} for way in placing.values())
        (reminder,) = window.state["reminders"]
        assert reminder["case"] == "15.1"
        assert window.state["counts"]["israel"]["due"] > 0
        window.do("end")
        landing = window.ask("movement", unit="ii-23")["verbs"]["land"]
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
        window = Window(socket)
        window.until(lambda state: state["trouble"])
        assert str(fault) in window.state["trouble"]
        monkeypatch.undo()
        socket.send_json({"type": "pause", "on": False})
        window.until(lambda state: state["mine"])
        assert window.state["trouble"] == ""
