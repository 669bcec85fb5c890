"""A whole game of Across Suez between two browsers, by clicks, with standing orders.

Both people play as the sergeant would. Questions in the other side's turn are answered by their
orders: as they list it, else by the captain. A third person watches on a phone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import create_engine, text

import bridgehead as bh
from bridgehead import players
from tests.waiting import wait_until
from tests.web.conftest import PHONE, NewPage
from tests.web.server import OnlineServer
from tests.web.test_online import GAME, challenge, register, seated
from tests.web.test_online_orders import open_orders

pytestmark = pytest.mark.slow
PATIENCE = 60  # seconds for a captain to answer


class Journal:
    """What the server has written down of the only game there is."""

    def __init__(self, server: OnlineServer) -> None:
        self._engine = create_engine(f"sqlite:///{server.data / 'online.sqlite'}")

    def actions(self) -> list[str]:
        with self._engine.connect() as connection:
            rows = connection.execute(
                text("SELECT text FROM entry WHERE kind = 'action' ORDER BY number")
            )
            return list(rows.scalars())

    def position(self) -> Any:
        """Return the position that the actions lead to, by the rules."""
        position = bh.load(GAME).start()
        for action in self.actions():
            position.push(action)
        return position

    def wait_after(self, count: int) -> Any:
        """Return the position once there are more actions than `count`."""
        wait_until(lambda: len(self.actions()) > count, PATIENCE, every=0.1)
        return self.position()

    def close(self) -> None:
        self._engine.dispose()


@pytest.fixture
def journal(online: OnlineServer) -> Iterator[Journal]:
    found = Journal(online)
    yield found
    found.close()


def order(page: Page, kind: str, verb: str = "") -> None:
    """Answer a kind of question so from now on, else as the captain would."""
    page.click("[data-orders=add]")
    page.select_option("[data-field=kind]", kind)
    answers = [verb, "captain"] if verb else ["captain"]
    for number, answer in enumerate(answers):
        if number:
            page.click("[data-orders=another]")
        page.select_option(f"[data-answer='{number}'] [data-field=verb]", answer)
    page.click("[data-orders=save]")


def give_orders(page: Page) -> None:
    open_orders(page)
    order(page, "retreat")
    order(page, "advance", "stay")
    expect(page.locator("[data-order]")).to_have_count(2)


def deed(position: Any, sergeant: players.Player) -> str:
    """Return what the sergeant does next; an attack as one deed, from its hex to the fire."""
    action = sergeant.choose(position)
    if not action.startswith("attack "):
        return action
    ahead, parts = position.copy(), [action]
    while parts[-1] != "fire":
        ahead.push(parts[-1])
        parts.append(sergeant.choose(ahead))
    units = [part.removeprefix("with ") for part in parts if part.startswith("with ")]
    support = ["support"] if "support" in parts else []
    return " ".join([action, "with", *units, *support, "fire"])


def test_a_whole_game(new_page: NewPage, online: OnlineServer, journal: Journal) -> None:
    anna, bert = new_page(base_url=online.url), new_page(base_url=online.url)
    clara = new_page(base_url=online.url, viewport=PHONE)
    register(anna, "Anna")
    register(bert, "Bert")
    challenge(anna, "israel", "open")
    bert.goto("/")
    bert.click("[data-list=challenges] button")
    people = {"egypt": seated(bert)}
    anna.goto(bert.url)
    people["israel"] = seated(anna)
    clara.goto("/")
    clara.click("[data-list=watch] a.button")
    watching = seated(clara)
    for page in (anna, bert):
        give_orders(page)

    position = journal.position()
    sergeant = players.create(position.game, "sergeant", 1)
    turns = [position.side]
    answered = 0
    while position.to_move is not None:
        assert position.to_move in people  # the server rolls by itself
        done = len(journal.actions())
        if position.to_move == position.side:
            people[position.side].wait_mine()
            people[position.side].do(deed(position, sergeant))
        else:  # the captain answers: nobody clicks
            answered += 1
        position = journal.wait_after(done)
        if position.side != turns[-1]:
            turns.append(position.side)
    assert len(turns) > 8  # player turns
    by_captain = [action for action in journal.actions() if action.startswith("retreat ")]
    assert answered
    assert len(by_captain) >= answered

    winner = position.result.winner
    for page in (anna, bert, clara):
        expect(page.locator("#result")).to_have_attribute("data-winner", winner)
    watching.wait_at(people["israel"].at)
