"""Moving and taking back what was placed in a set-up, over the connection and online."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

import bridgehead as bh
from bridgehead.core.errors import IllegalAction
from bridgehead.core.positions.setup import SetUp
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import title_of
from bridgehead.server.games.setup_moves import about, change_of, in_order
from tests.online.conftest import Person, Seat
from tests.online.conftest import client_of as online
from tests.online.test_games import journal
from tests.server.conftest import Connection, begin, client_of, connect

CASES = {
    "october-war": ("israel", "arab", "garrison-4", "fort-mafzeah", "fort-orkal", "nafah"),
    "suez-56": ("egypt", "anglo_french", "4-inf", "1830", "4814", "2510"),
    "el-arish-67": ("egypt", "israel", "sf-inf", "1928", "2535", "4816"),
}


def rearrange(connection: Any, *units: str, to: str | None = None) -> Any:
    """Move a unit that is placed, or take some back; return the reply."""
    known = {name: connection.state[name] for name in ("at", "version") if name in connection.state}
    return connection.call(type="setup", units=list(units), to=to, **known)


@pytest.mark.parametrize("title", list(CASES))
def test_a_suggested_set_up_is_a_draft(client: TestClient, data: Any, title: str) -> None:
    side, other, unit, place, second, closed = CASES[title]
    game = begin(client, game=title, players={side: "human", other: "recruit"})
    with connect(client, game) as socket:
        connection = Connection(socket)
        assert connection.state["placed"] == []
        assert connection.ask("placed", unit=unit)["kind"] == "illegal"
        assert connection.do("deploy")["ok"]
        assert unit in connection.state["placed"]
        told = connection.ask("placed", unit=unit)
        assert place in told["places"]
        assert told["with"] == []
        before = connection.state["units"]
        assert rearrange(connection, unit, to=place)["ok"]
        assert connection.state["units"] == {**before, unit: place}
        refused = rearrange(connection, unit, to=closed)
        assert (refused["ok"], refused["error"]["kind"]) == (False, "illegal")
        assert refused["error"]["case"]
        assert rearrange(connection, unit, to="nowhere")["error"]["kind"] == "illegal"
        assert connection.state["units"] == {**before, unit: place}
        assert rearrange(connection, unit)["ok"]  # taken back
        assert unit not in connection.state["placed"]
        assert connection.do(f"place {unit} {second}")["ok"]
        after = connection.state["units"]
        assert after == {**before, unit: second}
        assert [entry["n"] for entry in connection.log] == sorted(e["n"] for e in connection.log)
        assert len(connection.log) == len(connection.state["placed"])
        assert connection.state["canUndo"]
    with client_of(data) as again, connect(again, game) as socket:  # it is in the database
        connection = Connection(socket)
        assert connection.state["units"] == after
        assert connection.do("end")["ok"]
        assert connection.state["placed"] == []
        assert rearrange(connection, unit)["error"]["kind"] == "illegal"


def test_what_makes_no_sense_changes_nothing(client: TestClient) -> None:
    game = begin(client, game="el-arish-67", players={"egypt": "human", "israel": "recruit"})
    with connect(client, game) as socket:
        connection = Connection(socket)
        connection.do("deploy")
        for message, kind in (
            ({"units": [], "to": None, "at": 1}, "request"),
            ({"units": "sf-inf", "to": None, "at": 1}, "request"),
            ({"units": ["sf-inf"], "to": 7, "at": 1}, "illegal"),
            ({"units": ["sf-inf", "2-armor"], "to": "1928", "at": 1}, "illegal"),
            ({"units": ["2-armor"], "to": None, "at": 1}, "illegal"),  # sf-artillery comes after it
            ({"units": ["sf-inf"], "to": "1928", "at": 0}, "stale"),
        ):
            answer = connection.call(type="setup", **message)
            assert answer["error"]["kind"] == kind, message
        assert connection.state["last"] == "deploy"
        assert len(connection.state["placed"]) == 21


def test_the_second_side_and_a_curtain(client: TestClient) -> None:
    game = begin(client, game="october-war", players={"israel": "human", "arab": "human"})
    with connect(client, game) as socket:
        connection = Connection(socket)
        connection.call(type="look", side="israel")
        for action in ("deploy", "end"):
            assert connection.do(action)["ok"]
        assert connection.state["curtain"] == "arab"
        assert connection.state["placed"] == []
        assert rearrange(connection, "armor-1")["error"]["kind"] == "illegal"
        connection.call(type="look", side="arab")
        assert connection.do("deploy")["ok"]
        assert "armor-1" not in connection.state["placed"]
        assert rearrange(connection, "morocco", to="kudna")["ok"]
        assert connection.state["units"]["morocco"] == "kudna"


def test_an_answer_is_worked_out_once_for_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    goals = SetUp.goals
    monkeypatch.setattr(SetUp, "goals", lambda self, unit: asked.append(unit) or goals(self, unit))
    record = Record(bh.load("el-arish-67"))
    record.do("deploy")
    first = about(record, "sf-inf")
    assert about(record, "sf-inf") == first
    assert asked == ["sf-inf"]
    change_of(record, ["sf-inf"], "1928").carry_out(record)
    assert "1928" not in about(record, "sf-inf")["places"]
    assert asked == ["sf-inf", "sf-inf"]


# Online


def seats(client: TestClient, title: str, side: str) -> tuple[str, Person, Person]:
    """Begin a game of two people; return it with who plays that side, and the other."""
    anna, bert = Person(client, "Anna"), Person(client, "Bert")
    game = anna.challenge(side, game=title)
    bert.join(game)
    return game, anna, bert


def test_online_it_is_a_matter_of_the_side_alone(tmp_path: Any) -> None:
    with online(f"sqlite:///{tmp_path}/online.sqlite") as client:
        game, anna, bert = seats(client, "el-arish-67", "egypt")
        with anna.sits(game) as one, bert.sits(game) as two:
            here, there = Seat(one), Seat(two)
            assert here.do("deploy")["ok"]
            there.until(lambda: there.state["at"] == 1)
            assert there.state["placed"] == []
            assert not rearrange(there, "sf-inf", to="1928")["ok"]
            assert rearrange(here, "sf-inf", to="1928")["ok"]
            there.until(lambda: there.state["units"]["sf-inf"] == "1928")  # nothing is hidden
            key = "once and once again"
            known = {"at": here.state["at"], "version": here.state["version"]}
            taken = {"type": "setup", "units": ["sf-inf"], "to": None, "key": key, **known}
            assert here.call(**taken)["ok"]
            assert here.call(**taken)["ok"]  # sent again: done once
            assert "sf-inf" not in here.state["placed"]
            assert here.do("place sf-inf 1929")["ok"]
            assert here.do("end")["ok"]
            assert not rearrange(here, "sf-inf")["ok"]
        kinds = [kind for kind, _, _ in journal(client, game)]
        assert kinds.count("undo") == 2
    with online(f"sqlite:///{tmp_path}/online.sqlite") as client:  # read from its journal
        anna = Person(client, "Anna", register=False)
        live = client.portal.call(client.app.state.server.game, game)  # type: ignore[union-attr]
        record: Record = live.memory.record
        assert record.position.units["sf-inf"] == "1929"
        assert record.replay() == record.position


def received(client: TestClient, *rearranged: tuple[str, str]) -> list[str]:
    """Return what the Arab player gets while Israel sets up, moves units, and is done."""
    game, anna, bert = seats(client, "october-war", "israel")
    with anna.sits(game) as one, bert.sits(game) as two:
        here, there = Seat(one), Seat(two)
        there.call(type="ping")
        texts: list[Any] = [there.state]
        assert here.do("deploy")["ok"]
        for unit, place in rearranged:
            assert rearrange(here, unit, to=place)["ok"]
            reply = there.call(type="ping")
            assert there.state is texts[0]  # no message came
            assert reply["ok"]
        assert here.do("end")["ok"]
        there.until(lambda: there.state["mine"])
        texts.append(there.state)
        told = there.call(type="do", action="end", at=0, version=0)
        texts.append({name: told[name] for name in ("ok", "error")})
        texts.append(bert.get(f"/api/saved/{game}/story").json())
    return [json.dumps(text) for text in texts]


def test_moving_tells_the_other_side_nothing(tmp_path: Any) -> None:
    there_and_back = (("armor-2", "tina-plain"), ("armor-2", "makhshir"),
                      ("garrison-4", "fort-mafzeah"),
                      ("garrison-4", "port-tawfik"))  # fmt: skip
    with online(f"sqlite:///{tmp_path}/one.sqlite") as client:
        plain = received(client)
    with online(f"sqlite:///{tmp_path}/two.sqlite") as client:
        moved = received(client, *there_and_back)
    assert plain == moved


GAMES = [game.id for game in bh.games()]
NAMED = [(game, n) for game in GAMES for n in range(len(title_of(game).set_ups(game)))]


@pytest.mark.parametrize(("game", "number"), NAMED)
def test_a_named_set_up_is_whole_and_legal(game: str, number: int) -> None:
    set_up = title_of(game).set_ups(game)[number]
    position: Any = bh.load(game).start()
    assert position.to_move == set_up["side"]
    found = in_order(position, dict(reversed(set_up["units"].items())))  # in whatever order
    assert found["left"] == []
    for action in found["actions"]:
        position.push(action)
    assert position.legal_actions() == ["end"]
    assert in_order(position, set_up["units"])["left"] == list(set_up["units"])
    position.push("end")
    with pytest.raises(IllegalAction, match="no set-up"):
        in_order(position, set_up["units"])


def test_what_cannot_be_placed_is_named() -> None:
    position: Any = bh.load("el-arish-67").start()
    wanted = {"7-armor": "2628", "sf-missile": "3126", "sf-artillery": "1010", "nobody": "2628"}
    found = in_order(position, wanted)
    assert found["actions"] == ["place sf-missile 3126"]
    assert found["left"] == ["7-armor", "sf-artillery", "nobody"]
