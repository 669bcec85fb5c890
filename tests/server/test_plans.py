"""Several actions at once: plans, what interrupts them, taking them back; where a group can go."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

import bridgehead as bh
from bridgehead.server import plans
from tests.server.conftest import Window, begin, connect
from tests.server.test_october import deployed

EL_ARISH = {"game": "el-arish-67", "players": {"israel": "human", "egypt": "human"}}
TAL = {unit: ["enter"] for unit in ("79-7-tal", "82-7-tal", "9-7-tal")}


def plan(window: Window, *actions: str, at: int | None = None) -> Any:
    """Send a plan, and return the reply."""
    known = window.state["at"] if at is None else at
    return window.call(type="plan", actions=list(actions), at=known)


def el_arish(client: TestClient) -> str:
    """Begin a game of El Arish '67; return its id."""
    return begin(client, **EL_ARISH)


def moves(window: Window, *units: str) -> list[str]:
    """Return a move of each unit, all to other hexes."""
    found: dict[str, str] = {}
    for unit in units:
        places = window.state["decision"]["units"][unit]["move"]
        found[unit] = next(place for place in places if place not in found.values())
    return [f"move {unit} {place}" for unit, place in found.items()]


def test_a_plan_is_carried_out_and_told_of_once(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        window = Window(socket)
        wanted = moves(window, "sharon", "erez-1")
        told = len(window.texts)
        answer = plan(window, *wanted)
        assert answer["data"] == {"done": 2, "stopped": "", "refused": None}
        assert len(window.texts) == told + 2  # one state, and the reply
        assert window.state["at"] == 2
        assert [entry["n"] for entry in window.log] == [1, 2]
        places = window.state["units"]
        assert [places["sharon"], places["erez-1"]] == [text.split()[-1] for text in wanted]


def test_a_refusal_stops_the_rest_and_names_the_unit(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        window = Window(socket)
        first, third = moves(window, "sharon", "erez-1")
        goal = first.split()[-1]
        found = plan(window, first, f"move erez-1 {goal}", third)["data"]
        assert (found["done"], found["stopped"]) == (1, "refused")
        assert found["refused"]["case"]
        assert window.state["at"] == 1
        again = plan(window, first)
        assert not again["ok"]
        assert again["error"]["kind"] == "illegal"
        assert window.state["at"] == 1


def test_what_is_no_plan_is_refused(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        window = Window(socket)
        assert plan(window)["error"]["kind"] == "request"
        assert window.call(type="plan", actions="end", at=0)["error"]["kind"] == "request"
        assert plan(window, "dance")["error"]["kind"] == "illegal"
        assert plan(window, "end", at=3)["error"]["kind"] == "stale"
        assert window.call(type="plan", actions=["end"] * 500, at=0)["error"]["kind"] == "request"
        assert window.state["at"] == 0


def test_the_dice_and_the_other_side_interrupt_a_plan(client: TestClient) -> None:
    with connect(client, begin(client, seed=3)) as socket:
        window = Window(socket)
        found = plan(window, "end", "attack 0512 with matt-2 fire", "end")["data"]
        assert (found["done"], found["stopped"]) == (2, "asked")
        window.until(lambda state: state["last"].startswith("roll"))
        assert window.state["phase"] == "combat"


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
        window = Window(socket)
        alone, *together = moves(window, "sharon", "erez-1", "erez-2")
        window.do(alone)
        plan(window, *together)
        assert window.state["at"] == 3
        assert window.call(type="undo", at=3)["ok"]
        assert window.state["at"] == 1
        assert len(window.log) == 1
        assert window.call(type="undo", at=1)["ok"]
        assert window.state["at"] == 0
        plan(window, *together)
        window.call(type="undo", at=2)
        window.do(alone)
        window.do(together[0])
        assert window.call(type="undo", at=2)["ok"]
        assert window.state["at"] == 1  # no plan ends here any more


def test_an_entry_and_the_way_on_from_it_are_one(client: TestClient) -> None:
    with connect(client, el_arish(client)) as socket:
        window = Window(socket)
        plan(window, "deploy", "end")
        window.until(lambda state: state["toMove"] == "israel")
        ways = window.ask("movement", unit="79-7-tal", edge="4819")["through"]
        assert ways["edge"] == "4819"
        assert ways["ways"]["4719"]["cost"] > 0
        assert "through" not in window.ask("movement", unit="79-7-tal", edge="1111")
        before = window.state["at"]
        assert plan(window, "enter 79-7-tal 4819 4719")["data"]["done"] == 1
        assert window.state["units"]["79-7-tal"] == "4719"
        assert window.state["at"] == before + 2
        window.call(type="undo", at=window.state["at"])
        assert window.state["at"] == before


def test_a_column_gathers_around_a_hex(client: TestClient) -> None:
    with connect(client, el_arish(client)) as socket:
        window = Window(socket)
        plan(window, "deploy", "end")
        window.until(lambda state: state["toMove"] == "israel")
        reach = window.ask("group", units=TAL, edge="4819")
        assert set(reach) == set(TAL)
        assert {"4819", "4719", "4816"} <= set(reach["79-7-tal"])
        cheapest = window.ask("group", units=TAL)["79-7-tal"]  # by the cheapest edge hex
        assert any(not hex_.startswith("48") for hex_ in cheapest)
        found = window.ask("gather", units=TAL, hex="4719", edge="4819")
        assert found["left"] == []
        goals = [move["to"] for move in found["moves"]]
        assert goals[0] == "4719"
        assert len(set(goals)) == 3  # one unit to a hex
        assert found["moves"][0] == {
            "unit": "79-7-tal", "action": "enter 79-7-tal 4819 4719", "from": None, "to": "4719",
        }  # fmt: skip
        assert plan(window, *(move["action"] for move in found["moves"]))["data"]["done"] == 3
        assert [window.state["units"][unit] for unit in TAL] == goals


def test_a_group_on_the_map_says_who_stays(client: TestClient) -> None:
    with connect(client, begin(client)) as socket:
        window = Window(socket)
        movers = {
            unit: ["move"] for unit in ("sharon", "erez-1", "erez-2")
            if "move" in window.state["decision"]["units"].get(unit, {})
        }  # fmt: skip
        reach = window.ask("group", units=movers, edge="")
        for unit, hexes in reach.items():
            assert sorted(hexes) == sorted(window.state["decision"]["units"][unit]["move"])
        here = window.state["units"]["sharon"]
        found = window.ask("gather", units={"sharon": ["move"]}, hex=here)
        assert found["moves"] == []
        assert found["left"][0]["unit"] == "sharon"
        assert found["left"][0]["text"]
        assert window.ask("gather", units=movers, hex="9999")["kind"] == "illegal"
        assert window.ask("gather", units={}, hex=here)["kind"] == "request"
        assert window.ask("group", units={"rommel-1": ["move"]})["kind"] in ("request", "illegal")
        assert window.ask("group", units={"sharon": "move"})["kind"] == "request"


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
        window = Window(socket)
        found = plan(window, *wanted)
        assert found["data"] == {"done": 2, "stopped": "", "refused": None}
        assert [window.state["units"][unit] for unit in ("eg-eng-4", "eg-at-2")] == [goal, goal]
