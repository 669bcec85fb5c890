"""October War over the connection: what is hidden, the curtain, and every action in reach."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

import bridgehead as bh
from tests.server.conftest import Window, begin, connect
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
    """Return everything that a window of a game in this position is sent, without its id."""
    game = put(client, position.to_dict(), **players)
    with connect(client, game) as socket:
        window = Window(socket)
        for text in texts:
            window.ask("why", action=text)
        for unit in ("armor-6", "hq-sc", "25-armor"):
            window.ask("movement", unit=unit)
        found = list(window.texts)
    saved = client.get("/api/saved").json()["saved"]
    mine = next(dict(row) for row in saved if row["id"] == game)
    found.append(str({**mine, "updated": ""}))
    for path in ("story", "at/0", "board.svg", "board.svg?sheet=1", "board.svg?sheet=0", "record"):
        found.append(client.get(f"/api/saved/{game}/{path}").text)
    assert client.get(f"/api/saved/{game}/board.png?width=64").status_code == 200
    return [text.replace(game, "ID") for text in found]


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
def window(client: TestClient) -> Iterator[Window]:
    """Return a window of a game that two people have begun."""
    with connect(client, begin(client, game=GAME, players=PEOPLE, seed=4)) as socket:
        yield Window(socket)


def look(window: Window) -> None:
    """Lift the curtain for the side that it is down for."""
    window.call(type="look", side=window.state["curtain"])


def test_the_curtain(window: Window) -> None:
    state = window.state
    assert window.hello["game"]["kind"] == "points"
    assert (state["curtain"], state["viewer"], state["mine"]) == ("israel", None, False)
    assert state["decision"] is None
    assert window.ask("movement", unit="armor-1")["kind"] == "request"
    assert window.do("deploy")["ok"] is False
    window.call(type="look", side="arab")  # it is not for the other one to lift it
    assert window.state["curtain"] == "israel"

    look(window)
    assert (window.state["curtain"], window.state["viewer"]) == (None, "israel")
    window.do("deploy")
    assert window.state["units"]["armor-1"] == "baluza"
    window.do("end")
    assert (window.state["curtain"], window.state["viewer"]) == ("arab", None)
    assert "armor-1" not in window.state["units"]
    assert "unit-armor-1" not in window.state["board"]["units"]

    look(window)
    assert window.state["viewer"] == "arab"
    assert "armor-1" not in window.state["units"]
    assert window.state["view"]["hidden"]["baluza"] == 1


def test_plans_are_secret_until_both_have_committed(window: Window) -> None:
    for _ in range(2):
        look(window)
        window.do("deploy")
        window.do("end")
    assert (window.state["step"], window.state["viewer"]) == ("commit", "arab")
    window.do("commit tac egypt sinai ground-attack 3")
    window.do("end")
    look(window)
    assert window.state["viewer"] == "israel"
    assert {window.state["units"][f"eg-tac-{k}"] for k in range(1, 6)} == {"ready"}
    assert not [line for line in window.log if "ground attack" in line["text"]]
    window.do("end")
    window.until(lambda state: state["phase"] != "air commitment" and state["curtain"])
    look(window)
    assert window.state["viewer"] == window.state["toMove"]
    boxes = [window.state["units"][f"eg-tac-{k}"] for k in range(1, 6)]
    assert boxes.count("sinai:ground-attack") == 3


def test_nothing_is_veiled_without_fog(client: TestClient) -> None:
    game = begin(client, game=GAME, players=PEOPLE, options=["no_fog"], seed=4)
    with connect(client, game) as socket:
        window = Window(socket)
        assert window.state["curtain"] is None
        for action in ("deploy", "end", "deploy", "end"):
            window.do(action)
        assert (window.state["step"], window.state["curtain"]) == ("commit", None)
        window.do("end")
        assert window.state["curtain"] == "israel"


# Every legal action can be reached


def test_every_action_is_listed(client: TestClient) -> None:
    draw = random.Random(5)
    game = put(client, deployed(phase="movement 1"))
    hall: Any = client.app.state.hall  # type: ignore[attr-defined]
    with connect(client, game) as socket:
        window = Window(socket)
        for _ in range(12):
            window.until(lambda state: state["curtain"] or state["mine"])
            if window.state["curtain"]:
                look(window)
            decision = window.state["decision"]
            listed = list(decision["actions"])
            for unit in decision["movers"]:
                ways = window.ask("movement", unit=unit)["ways"]
                listed += [" ".join(["move", unit, *way]) for way in ways]
            position = hall._rooms[game].record.position
            assert sorted(listed) == sorted(position.legal_actions())
            assert len(listed) == decision["count"]
            window.do(draw.choice(listed))
    assert client.get(f"/api/saved/{game}").json() == {"id": game, "kind": "points"}


def test_a_battle_is_explained(client: TestClient) -> None:
    fight = deployed(
        units={"19-inf-div": "port-tawfik", "eg-eng-4": "port-tawfik"},
        side="arab", owner="arab", phase="combat 1", step="battles", by_water=["19-inf-div"],
    )  # fmt: skip
    game = put(client, fight, israel="recruit", seed=2)
    with connect(client, game) as socket:
        window = Window(socket)
        window.do("attack port-tawfik")
        while "fire 19-inf-div" not in window.state["decision"]["actions"]:
            window.do("pass")
            window.until(lambda state: state["mine"])
        battle = window.state["battle"]
        guns = {gun["unit"]: gun for gun in battle["forces"]["arab"]}
        told = guns["19-inf-div"]
        shifts = {shift["name"]: shift["columns"] for shift in told["shifts"]}
        assert shifts["terrain"] == -1
        assert shifts["engineer"] == 1
        assert told["column"] == max(1, told["strength"] + sum(shifts.values()))
        assert len(told["results"]) == 6
        window.do("fire 19-inf-div")
        window.until(lambda state: any(s["unit"] == "19-inf-div" for s in state["shots"]))
        shot = next(s for s in window.state["shots"] if s["unit"] == "19-inf-div")
        assert (shot["kind"], shot["round"]) == ("fire", 1)
        assert shot["column"] == told["column"]
        assert shot["result"] == told["results"][shot["face"] - 1]
