"""Of a new drawing only what has changed is taken: it looks as on a page that is opened anew."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.waiting import wait_until
from tests.web.conftest import PATIENCE, NewPage
from tests.web.driver import Driver
from tests.web.positions import recorded, until
from tests.web.server import Server

BOARD = """() => ["#layer-units", "#layer-marks", "#layer-zones", "#layer-night", "#layer-control",
    "#panel", "#decision .choices", "#units"].map(each =>
        document.querySelector(`#game ${each}`)?.outerHTML ?? "")"""
DIFFERENT = """([one, other]) => {
    const read = text => {
        const inert = document.createElement("template");
        inert.innerHTML = text.startsWith("<g") ? `<svg>${text}</svg>` : text;
        return inert.content.firstElementChild;
    };
    return one.filter((text, k) => !(text === other[k] || read(text).isEqualNode(read(other[k]))));
}"""
# after how many actions of a recorded game, who plays, and what is done of what may be done
GAMES: dict[str, tuple[str, int, dict[str, str], tuple[str, ...]]] = {
    "across-suez": ("1980-time", 40, {}, ("",)),
    "suez-56": ("suez-even", 60, {}, ("",)),
    "october-war": ("october-whole", 99, {"arab": "recruit"}, ("move ",)),
}
ACTIONS = 24


class Hand:
    """Plays through a connection of its own."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.state: Any = None
        while self.state is None:
            self._hear()

    def _hear(self) -> Any:
        message = json.loads(self._socket.recv(timeout=20))
        if message["type"] == "state":
            self.state = message
        return message

    def call(self, **message: Any) -> Any:
        """Send a message, and return the reply."""
        self._socket.send(json.dumps({**message, "id": 1}))
        while (answer := self._hear())["type"] != "reply":
            pass
        return answer

    def wait(self) -> None:
        """Wait until a person is to decide."""
        while not self.state["mine"] and self.state["result"] is None:
            self._hear()

    def listed(self, draw: random.Random) -> list[str]:
        """Return what may be done; of the counters of a map of points, what one of them may do."""
        decision = self.state["decision"] or {}
        if "movers" in decision:
            unit = draw.choice(decision["movers"] or [""])
            ways = self.call(type="ask", what="movement", unit=unit)["data"]["ways"] if unit else []
            return [*decision["actions"], *(" ".join(["move", unit, *way]) for way in ways)]
        by_unit = decision.get("units", {}).items()
        found = [
            f"{verb} {unit} {place}".strip()
            for unit, verbs in by_unit
            for verb, places in verbs.items()
            for place in places
        ]
        found += [f"{verb} {place}" for verb, at in decision["hexes"].items() for place in at]
        return [*found, *decision["plain"]]


@pytest.mark.parametrize("name", GAMES)
def test_the_page_shows_what_one_that_is_opened_anew_shows(
    new_page: NewPage, server: Server, name: str
) -> None:
    record, count, players, verbs = GAMES[name]
    game = server.put(until(record, count), **players)
    driver = Driver(new_page())
    driver.open(game)
    driver.tab("boxes" if name == "october-war" else "units")
    draw = random.Random(name)
    address = f"{server.url.replace('http', 'ws')}/api/saved/{game}/play"
    done = 0
    with connect(address, max_size=None) as socket:
        hand = Hand(socket)
        for number in range(ACTIONS):
            hand.wait()
            at = hand.state["at"]
            if number % 5 == 4 and hand.state["canUndo"]:
                assert hand.call(type="undo", at=at)["ok"]
            elif listed := [text for text in hand.listed(draw) if text.startswith(verbs)]:
                assert hand.call(type="do", action=draw.choice(listed), at=at)["ok"]
                done += 1
            if number % 8 == 7:
                hand.wait()
                compare(driver, new_page, game, hand.state["at"])
    assert done > ACTIONS // 2


def compare(driver: Driver, new_page: NewPage, game: str, at: int) -> None:
    """Compare what a page shows that has followed a game with what another shows."""
    driver.wait_at(at)
    other = Driver(new_page())
    other.open(game)
    other.wait_at(at)
    other.tab(str(driver.page.locator(".tabs").get_attribute("data-open")))

    def different() -> list[str]:
        shown = [each.evaluate(BOARD) for each in (driver.page, other.page)]
        found: list[str] = driver.page.evaluate(DIFFERENT, shown)
        return found

    with contextlib.suppress(TimeoutError):  # they draw some things a moment later
        wait_until(lambda: not different(), PATIENCE / 1000)
    assert different() == []


def test_what_stays_is_not_touched(new_page: NewPage, server: Server) -> None:
    data = recorded("1980-time")
    moves = [text for text in data["actions"] if text.startswith("move ")]
    begun = data["actions"].index(moves[0])
    game = server.put(until("1980-time", begun))
    driver = Driver(new_page())
    driver.open(game)
    driver.tab("units")
    unit, goal = moves[0].split()[1:]
    driver.page.evaluate(
        "() => document.querySelectorAll('#layer-units [data-unit], #units [data-pick]')"
        ".forEach(each => (each.before = true))"
    )
    driver.do(moves[0])
    assert driver.place(unit) == goal
    changed = driver.page.evaluate(
        "() => [...document.querySelectorAll('#layer-units [data-unit], #units [data-pick]')]"
        ".filter(each => each.before !== true).map(each => each.dataset.unit ?? each.dataset.pick)"
    )
    assert set(changed) == {unit}
