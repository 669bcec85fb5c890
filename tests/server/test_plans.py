"""Several actions at once: plans, what interrupts them, taking them back; where a group can go."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

import bridgehead as bh
from bridgehead.server.games import plans
from tests.server.conftest import Connection, begin, connect
from tests.server.test_october import deployed

EL_ARISH = {"game": "el-arish-67", "players": {"israel": "human", "egypt": "human"}}
TAL = {unit: ["enter"] for unit in ("79-7-tal", "82-7-tal", "9-7-tal")}


def plan(connection: Connection, *actions: str, at: int | None = None) -> Any:
    """Send a plan, and return the reply."""
    known = connection.state["at"] if at is None else at
    return connection.call(type="plan", actions=list(actions), at=known)


def el_arish(client: TestClient) -> str:
    """Begin a game of El Arish '67; return its id."""
    return begin(client, **EL_ARISH)


def moves(connection: Connection, *units: str) -> list[str]:
    """Return a move of each unit, all to other hexes."""
    found: dict[str, str] = {}
    for unit in units:
        places = connection.state["decision"]["units"][unit]["move"]
        found[unit] = next(place for place in places if place not in found.values())
    return [f"move {unit} {place}" for unit, place in found.items()]


def test_a_plan_is_carried_out_and_told_of_once(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        wanted = moves(connection, "sharon", "erez-1")
        told = len(connection.texts)
        answer = plan(connection, *wanted)
        assert answer["data"] == {"done": 2, "stopped": "", "refused": None}
        assert len(connection.texts) == told + 2  # one state, and the reply
        assert connection.state["at"] == 2
        assert [entry["n"] for entry in connection.log] == [1, 2]
        places = connection.state["units"]
        assert [places["sharon"], places["erez-1"]] == [text.split()[-1] for text in wanted]


def test_a_refusal_stops_the_rest_and_names_the_unit(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        first, third = moves(connection, "sharon", "erez-1")
        goal = first.split()[-1]
        found = plan(connection, first, f"move erez-1 {goal}", third)["data"]
        assert (found["done"], found["stopped"]) == (1, "refused")
        assert found["refused"]["case"]
        assert connection.state["at"] == 1
        again = plan(connection, first)
        assert not again["ok"]
        assert again["error"]["kind"] == "illegal"
        assert connection.state["at"] == 1


def test_what_is_no_plan_is_refused(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        assert plan(connection)["error"]["kind"] == "request"
        assert connection.call(type="plan", actions="end", at=0)["error"]["kind"] == "request"
        assert plan(connection, "dance")["error"]["kind"] == "illegal"
        assert plan(connection, "end", at=3)["error"]["kind"] == "stale"
        assert (
            connection.call(type="plan", actions=["end"] * 500, at=0)["error"]["kind"] == "request"
        )
        assert connection.state["at"] == 0


def test_the_dice_and_the_other_side_interrupt_a_plan(client: TestClient) -> None:
    with connect(client, begin(client, seed=3)) as socket:
        connection = Connection(socket)
        found = plan(connection, "end", "attack 0512 with matt-2 fire", "end")["data"]
        assert (found["done"], found["stopped"]) == (2, "asked")
        connection.until(lambda state: state["last"].startswith("roll"))
        assert connection.state["phase"] == "combat"


def test_what_comes_to_light_interrupts_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    position: Any = bh.load("across-suez-1980").start()
    first = next(text for text in position.legal_actions() if text.startswith("move"))
    seen = {first.split()[1]: first.split()[2]}

    def shown(self: Any, side: str) -> frozenset[str]:
        return frozenset(unit for unit, place in seen.items() if self.units[unit] == place)

    monkeypatch.setattr(type(position), "shown", shown)
    found = plans.follow(position, [first, "end"])
    assert (found.done, found.stopped, found.error) == (1, "shown", None)


def test_a_plan_is_taken_back_whole(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        alone, *together = moves(connection, "sharon", "erez-1", "erez-2")
        connection.do(alone)
        plan(connection, *together)
        assert connection.state["at"] == 3
        assert connection.call(type="undo", at=3)["ok"]
        assert connection.state["at"] == 1
        assert len(connection.log) == 1
        assert connection.call(type="undo", at=1)["ok"]
        assert connection.state["at"] == 0
        plan(connection, *together)
        connection.call(type="undo", at=2)
        connection.do(alone)
        connection.do(together[0])
        assert connection.call(type="undo", at=2)["ok"]
        assert connection.state["at"] == 1  # no plan ends here any more


def test_an_entry_and_the_way_on_from_it_are_one(client: TestClient) -> None:
    with connect(client, el_arish(client)) as socket:
        connection = Connection(socket)
        plan(connection, "deploy", "end")
        connection.until(lambda state: state["toMove"] == "israel")
        ways = connection.ask("movement", unit="79-7-tal", edge="4819")["through"]
        assert ways["edge"] == "4819"
        assert ways["ways"]["4719"]["cost"] > 0
        assert "through" not in connection.ask("movement", unit="79-7-tal", edge="1111")
        before = connection.state["at"]
        assert plan(connection, "enter 79-7-tal 4819 4719")["data"]["done"] == 1
        assert connection.state["units"]["79-7-tal"] == "4719"
        assert connection.state["at"] == before + 2
        connection.call(type="undo", at=connection.state["at"])
        assert connection.state["at"] == before


def test_a_column_gathers_around_a_hex(client: TestClient) -> None:
    with connect(client, el_arish(client)) as socket:
        connection = Connection(socket)
        plan(connection, "deploy", "end")
        connection.until(lambda state: state["toMove"] == "israel")
        reach = connection.ask("group", units=TAL, edge="4819")
        assert set(reach) == set(TAL)
        assert {"4819", "4719", "4816"} <= set(reach["79-7-tal"])
        cheapest = connection.ask("group", units=TAL)["79-7-tal"]  # by the cheapest edge hex
        assert any(not hex_.startswith("48") for hex_ in cheapest)
        found = connection.ask("gather", units=TAL, hex="4719", edge="4819")
        assert found["left"] == []
        goals = [move["to"] for move in found["moves"]]
        assert goals[0] == "4719"
        assert len(set(goals)) == 3  # one unit to a hex
        assert found["moves"][0] == {
            "unit": "79-7-tal", "action": "enter 79-7-tal 4819 4719", "from": None, "to": "4719",
        }  # fmt: skip
        assert plan(connection, *(move["action"] for move in found["moves"]))["data"]["done"] == 3
        assert [connection.state["units"][unit] for unit in TAL] == goals


def test_a_group_on_the_map_says_who_stays(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        movers = {
            unit: ["move"] for unit in ("sharon", "erez-1", "erez-2")
            if "move" in connection.state["decision"]["units"].get(unit, {})
        }  # fmt: skip
        reach = connection.ask("group", units=movers, edge="")
        for unit, hexes in reach.items():
            assert sorted(hexes) == sorted(connection.state["decision"]["units"][unit]["move"])
        here = connection.state["units"]["sharon"]
        found = connection.ask("gather", units={"sharon": ["move"]}, hex=here)
        assert found["moves"] == []
        assert found["left"][0]["unit"] == "sharon"
        assert found["left"][0]["text"]
        assert connection.ask("gather", units=movers, hex="9999")["kind"] == "illegal"
        assert connection.ask("gather", units={}, hex=here)["kind"] == "request"
        assert connection.ask("group", units={"rommel-1": ["move"]})["kind"] in (
            "request",
            "illegal",
        )
        assert connection.ask("group", units={"sharon": "move"})["kind"] == "request"


def test_a_stack_of_counters(client: TestClient) -> None:
    given = deployed(side="arab", owner="arab", looking=0)
    position: Any = bh.load("october-war").position(given)
    goal = "ain-sukhna"
    wanted = [
        next(
            text for text in position.legal_actions()
            if text.startswith(f"move {unit} ") and text.endswith(goal)
        )
        for unit in ("eg-eng-4", "eg-at-2")
    ]  # fmt: skip
    start = bh.Record.new(position.game, "seeded", seed=1, start=position).to_dict()
    answer = client.post("/api/saved/import", json=start, params={"israel": "recruit"})
    with connect(client, answer.json()["id"]) as socket:
        connection = Connection(socket)
        found = plan(connection, *wanted)
        assert found["data"] == {"done": 2, "stopped": "", "refused": None}
        assert [connection.state["units"][unit] for unit in ("eg-eng-4", "eg-at-2")] == [goal, goal]


def test_a_plan_in_parts_is_one_to_undo_and_stops_where_the_whole_would(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        connection = Connection(socket)
        wanted = moves(connection, "sharon", "erez-1", "matt-1")
        for number in range(3):
            found = connection.call(
                type="plan", actions=wanted[number:], at=number, first=1, goes_on=number > 0
            )["data"]
            assert found == {"done": 1, "stopped": "", "refused": None}
            assert connection.state["at"] == number + 1
        assert connection.call(type="undo", at=3)["ok"]
        assert connection.state["at"] == 0
        bad = connection.call(type="plan", actions=wanted, at=0, first=0)
        assert (bad["ok"], connection.state["at"]) == (False, 0)
        assert "first" in bad["error"]["text"]


def test_the_first_of_a_plan_says_that_the_dice_come_before_the_rest(client: TestClient) -> None:
    game = bh.load("across-suez-1980")
    units = {"matt-2": "0911", "16-4": "0910"}
    position = game.position(
        {"game": game.id, "turn": 3, "side": "israel", "phase": "combat", "units": units}
    )
    fired = ["attack 0910", "with matt-2", "fire"]
    found = plans.follow(position, [*fired, "stay"], 3)
    assert (found.done, found.stopped) == (3, "asked")
    found = plans.follow(position, [*fired, "stay"], 2)
    assert (found.done, found.stopped) == (2, "")
