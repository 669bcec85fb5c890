"""Standing orders on the local server: they answer by themselves, and are still there later."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.dice.dice import Secrets
from bridgehead.server.games import automatic_steps
from bridgehead.server.games.persistence import NotStored, StaleActionError
from bridgehead.server.games.sessions import Session
from bridgehead.server.games.store import Store, open_store
from bridgehead.server.orders import local_orders
from bridgehead.server.orders.local_orders import LocalOrders
from bridgehead.server.orders.orders import ASK, OrdersError, answer, checked
from bridgehead.titles.loading import load
from tests.server.test_october import deployed
from tests.web.positions import until

pytestmark = pytest.mark.plain

STAY = {"kind": "advance", "answers": [{"verb": "stay"}]}
OWN = {**STAY, "own": True}


def session(count: int = 26) -> Session:
    """Return a game in which Israel may advance in its own turn."""
    record = bh.Record.from_dict(until("1980-held", count))
    record.players = {"israel": "human", "egypt": "recruit"}
    return Session("id", record, NotStored(), 0)


def steps(game: Session) -> list[str]:
    """Let the game go on by itself until somebody is to decide; return what was done."""
    before = len(game.record.actions)

    async def go_on() -> None:
        while await automatic_steps.step(game):
            pass

    asyncio.run(go_on())
    return game.record.actions[before:]


@pytest.mark.parametrize(("order", "done"), [(OWN, ["stay"]), (STAY, []), (None, [])])
def test_an_order_for_ones_own_turn_answers_there(order: Any, done: list[str]) -> None:
    game = session()
    if order is not None:
        asyncio.run(game.order(0, [order]))
    assert steps(game) == done


def test_orders_are_for_the_side_that_is_played_and_known_by_their_number() -> None:
    game = session()
    asyncio.run(game.order(0, [OWN]))
    assert game.orders.data("israel")["number"] == 1
    assert game.orders.data("israel")["orders"] == [OWN]
    assert game.orders.data("egypt")["orders"] == []
    with pytest.raises(StaleActionError):
        asyncio.run(game.order(0, []))
    with pytest.raises(OrdersError, match="captain"):
        asyncio.run(game.order(1, [{"kind": "advance", "answers": [{"verb": "captain"}]}]))


def test_they_are_stored_beside_the_game(tmp_path: Path) -> None:
    store: Store = open_store(Secrets(tmp_path / "secrets"))
    record = bh.Record.from_dict(until("1980-held", 26))
    game = store.create(record.to_dict(), {"over": False})
    orders = LocalOrders(record.game, None, partial(local_orders.write, store, game))
    asyncio.run(orders.order("israel", 0, [OWN]))
    asyncio.run(orders.order("israel", 1, [STAY, OWN]))
    (number, found) = local_orders.read(store, game)["israel"]
    assert (number, [order.to_dict() for order in found]) == (2, [STAY, OWN])
    store.delete(game)
    assert local_orders.read(store, game) == {}


@pytest.mark.parametrize(("units", "found"), [(3, "stay"), (2, "stay"), (1, ASK)])
def test_somebody_stays_as_long_as_enough_units_are_left(units: int, found: str) -> None:
    game = load("october-war")
    mine = [one["id"] for one in game.counters if one["side"] == "israel"][:units]
    view = {
        "side": "arab", "turn": 1, "step": "defender stays", "battle": "tasa",
        "units": {**dict.fromkeys(mine, "tasa"), "eg-eng-1": "tasa"},
        "legal_actions": ["retreat", "stay"],
    }  # fmt: skip
    orders = checked(game, [{"kind": "stays", "least": 2, "answers": [{"verb": "stay"}]}])
    assert answer(orders, view, "israel", game) == found


@pytest.mark.parametrize("strikes", [0, 2])
def test_a_turn_without_air_attacks_and_barrages_is_said_once(strikes: int) -> None:
    """Whether there are any makes no difference, so it tells the other side nothing."""
    there = dict.fromkeys([f"eg-tac-{n + 1}" for n in range(strikes)], "sinai:ground-attack")
    start = {
        "side": "arab", "owner": "arab", "looking": 0, "phase": "combat 1", "step": "raids",
        "units": there,
    }  # fmt: skip
    position = load("october-war").position({"game": "october-war", **deployed(**start)})
    orders = checked(
        load("october-war"),
        [{"kind": "nothing-else", "own": True, "turn": 2, "answers": [{"verb": "end"}]}],
    )
    assert position.turn == 2
    assert answer(orders, position.view("arab"), "arab", position.game) == "end"
    theirs = [replace(order, own=False) for order in orders]
    assert answer(theirs, position.view("arab"), "arab", position.game) == ASK


@pytest.mark.parametrize(
    ("field", "value"), [("own", 1), ("least", -1), ("least", True), ("least", 100)]
)
def test_a_wrong_scope_is_refused(field: str, value: object) -> None:
    order = {"kind": "stays", "answers": [{"verb": "stay"}], field: value}
    with pytest.raises(OrdersError, match=field):
        checked(load("october-war"), [order])
