"""October War over the connection: what is hidden, the curtain, and every action in reach."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

import bridgehead as bh
from tests.server.conftest import Connection, begin, connect
from tests.server.test_meb import put
from tests.titles.october_war.test_hidden import exchange, some_texts, unseen

GAME = "october-war"
PEOPLE = {"israel": "human", "arab": "human"}


def deployed(**fields: Any) -> dict[str, Any]:
    """Return a position of turn 2 with both sides set up as suggested, some units elsewhere."""
    position: Any = bh.load(GAME).start()
    for action in ("deploy", "end", "deploy", "end"):
        position.push(action)
    units = {**position.units, **fields.pop("units", {})}
    return {"game": GAME, "turn": 2, "side": "israel", "phase": "movement 1", "step": "movement",
            "owner": "israel", "ew": {"israel": 3, "egypt": 2, "syria": 2}, "looking": 1,
            **fields, "units": units}  # fmt: skip


# What a viewer gets does not change when what is hidden from that viewer does

AIR = {
    "units": {"eg-tac-1": "sinai:ground-attack", "eg-tac-2": "sinai:strategic",
              "sy-tac-1": "golan:air-superiority"},
    "phase": "air commitment", "step": "commit",
}  # fmt: skip
FIRE = {
    "units": {"25-armor": "mitla-junction", "hq-3": "port-tawfik", "19-inf-div": "port-tawfik"},
    "known": ["25-armor", "armor-6"], "control": {"port-tawfik": "arab"},
    "phase": "combat 1", "step": "fire", "battle": "mitla-junction", "theater": "sinai",
    "rounds": 1, "first": "israel", "firing": "israel",
}  # fmt: skip
CASES = {"movement": {}, "commitment": AIR, "fire": FIRE}


def sent(client: TestClient, position: Any, texts: list[str], **players: str) -> list[str]:
    """Return everything that a connection of a game in this position is sent, without its id."""
    game = put(client, position.to_dict(), **players)
    with connect(client, game) as socket:
        connection = Connection(socket)
        for text in texts:
            connection.ask("why", action=text)
        for unit in ("armor-6", "hq-sc", "25-armor"):
            connection.ask("movement", unit=unit)
        found = list(connection.texts)
    saved = client.get("/api/saved").json()["saved"]
    mine = next(dict(row) for row in saved if row["id"] == game)
    found.append(str({**mine, "updated": ""}))
    for path in ("story", "at/0", "board.svg", "board.svg?sheet=1", "board.svg?sheet=0", "record"):
        found.append(client.get(f"/api/saved/{game}/{path}").text)
    assert client.get(f"/api/saved/{game}/board.png?width=64").status_code == 200
    return [text.replace(game, "ID") for text in found]


@pytest.mark.slow_for("curtain-commitment", "curtain-fire", "curtain-movement", "one-fire")
@pytest.mark.parametrize("name", list(CASES))
@pytest.mark.parametrize("players", [{"arab": "recruit"}, {}], ids=["one", "curtain"])
def test_nothing_hidden_leaves(client: TestClient, name: str, players: dict[str, str]) -> None:
    draw = random.Random(name)
    position: Any = bh.load(GAME).position(deployed(**CASES[name]))
    viewer = "israel" if players else None
    twin = exchange(position, viewer, draw)
    assert twin != position
    assert name == "commitment" or len(unseen(position, viewer)) > 40
    texts = some_texts(position, "israel", draw, 12)
    first, second = (sent(client, one, texts, **players) for one in (position, twin))
    assert len(first) == len(second)
    for one, other in zip(first, second, strict=True):
        assert one == other


def test_a_record_that_begins_in_a_position_is_kept_back(client: TestClient) -> None:
    game = put(client, deployed(), arab="recruit")
    answer = client.get(f"/api/saved/{game}/record")
    assert answer.status_code == 409
    assert answer.json()["error"]["kind"] == "secret"


# Two people at one screen


@pytest.fixture
def connection(client: TestClient) -> Iterator[Connection]:
    """Return a connection of a game that two people have begun."""
    with connect(client, begin(client, game=GAME, players=PEOPLE, seed=4)) as socket:
        yield Connection(socket)


def look(connection: Connection) -> None:
    """Lift the curtain for the side that it is down for."""
    connection.call(type="look", side=connection.state["curtain"])


def test_the_curtain(connection: Connection) -> None:
    state = connection.state
    assert connection.hello["game"]["kind"] == "points"
    assert (state["curtain"], state["viewer"], state["mine"]) == ("israel", None, False)
    assert state["decision"] is None
    assert connection.ask("movement", unit="armor-1")["kind"] == "request"
    assert connection.do("deploy")["ok"] is False
    connection.call(type="look", side="arab")  # it is not for the other one to lift it
    assert connection.state["curtain"] == "israel"

    look(connection)
    assert (connection.state["curtain"], connection.state["viewer"]) == (None, "israel")
    connection.do("deploy")
    assert connection.state["units"]["armor-1"] == "baluza"
    connection.do("end")
    assert (connection.state["curtain"], connection.state["viewer"]) == ("arab", None)
    assert "armor-1" not in connection.state["units"]
    assert "unit-armor-1" not in connection.state["board"]["units"]

    look(connection)
    assert connection.state["viewer"] == "arab"
    assert "armor-1" not in connection.state["units"]
    assert connection.state["view"]["hidden"]["baluza"] == 1


def test_plans_are_secret_until_both_have_committed(connection: Connection) -> None:
    for _ in range(2):
        look(connection)
        connection.do("deploy")
        connection.do("end")
    assert (connection.state["step"], connection.state["viewer"]) == ("commit", "arab")
    connection.do("commit tac egypt sinai ground-attack 3")
    connection.do("end")
    look(connection)
    assert connection.state["viewer"] == "israel"
    assert {connection.state["units"][f"eg-tac-{k}"] for k in range(1, 6)} == {"ready"}
    assert not [line for line in connection.log if "ground attack" in line["text"]]
    connection.do("end")
    connection.until(lambda state: state["phase"] != "air commitment" and state["curtain"])
    look(connection)
    assert connection.state["viewer"] == connection.state["toMove"]
    boxes = [connection.state["units"][f"eg-tac-{k}"] for k in range(1, 6)]
    assert boxes.count("sinai:ground-attack") == 3


def test_nothing_is_veiled_without_fog(client: TestClient) -> None:
    game = begin(client, game=GAME, players=PEOPLE, options=["no_fog"], seed=4)
    with connect(client, game) as socket:
        connection = Connection(socket)
        assert connection.state["curtain"] is None
        for action in ("deploy", "end", "deploy", "end"):
            connection.do(action)
        assert (connection.state["step"], connection.state["curtain"]) == ("commit", None)
        connection.do("end")
        assert connection.state["curtain"] == "israel"


# Every legal action can be reached


def test_every_action_is_listed(client: TestClient) -> None:
    draw = random.Random(5)
    game = put(client, deployed(phase="movement 1"))
    open_games: Any = client.app.state.open_games  # type: ignore[attr-defined]
    with connect(client, game) as socket:
        connection = Connection(socket)
        for _ in range(12):
            connection.until(lambda state: state["curtain"] or state["mine"])
            if connection.state["curtain"]:
                look(connection)
            decision = connection.state["decision"]
            listed = list(decision["actions"])
            for unit in decision["movers"]:
                ways = connection.ask("movement", unit=unit)["ways"]
                listed += [" ".join(["move", unit, *way]) for way in ways]
            position = open_games._sessions[game].record.position
            assert sorted(listed) == sorted(position.legal_actions())
            assert len(listed) == decision["count"]
            connection.do(draw.choice(listed))
    assert client.get(f"/api/saved/{game}").json() == {
        "id": game,
        "kind": "points",
        "page": "/static/js/titles/october_war/page.js",
    }


def test_a_battle_is_explained(client: TestClient) -> None:
    fight = deployed(
        units={"19-inf-div": "port-tawfik", "eg-eng-4": "port-tawfik"},
        side="arab", owner="arab", phase="combat 1", step="battles", by_water=["19-inf-div"],
    )  # fmt: skip
    game = put(client, fight, israel="recruit", seed=2)
    with connect(client, game) as socket:
        connection = Connection(socket)
        connection.do("attack port-tawfik")
        while "fire 19-inf-div" not in connection.state["decision"]["actions"]:
            connection.do("pass")
            connection.until(lambda state: state["mine"])
        battle = connection.state["battle"]
        guns = {gun["unit"]: gun for gun in battle["forces"]["arab"]}
        told = guns["19-inf-div"]
        shifts = {shift["name"]: shift["columns"] for shift in told["shifts"]}
        assert shifts["terrain"] == -1
        assert shifts["engineer"] == 1
        assert told["column"] == max(1, told["strength"] + sum(shifts.values()))
        assert len(told["results"]) == 6
        connection.do("fire 19-inf-div")
        connection.until(lambda state: any(s["unit"] == "19-inf-div" for s in state["shots"]))
        shot = next(s for s in connection.state["shots"] if s["unit"] == "19-inf-div")
        assert (shot["kind"], shot["round"]) == ("fire", 1)
        assert shot["column"] == told["column"]
        assert shot["result"] == told["results"][shot["face"] - 1]
