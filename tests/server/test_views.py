"""Nothing reaches the page that the side may not know.

In Across Suez no unit is hidden; the secret of the dice is, and a decision is nobody's business
but the one's who makes it. That places come from the view, and from nowhere else, is shown with a
game whose view hides the other side's units: that is how a title with hidden units will be served.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import bridgehead as bh
from bridgehead.server.views import title_data
from bridgehead.titles.across_suez.game import AcrossSuezPosition
from tests.server.conftest import PEOPLE, Connection, begin, connect


def secret_of(data: Path) -> str:
    (path,) = (data / "secrets").glob("*.json")
    return str(json.loads(path.read_text())["secret"])


def test_the_secret_of_the_dice_stays_with_the_host_until_the_end(
    client: TestClient, data: Path
) -> None:
    game = begin(client)
    secret = secret_of(data)
    paths = ("record", "story", "at/0", "board.svg")
    with connect(client, game) as socket:
        connection = Connection(socket)
        connection.do("end")
        connection.do("attack 0512 with matt-2 fire")
        connection.until(lambda state: state["last"].startswith("roll"))
        said = [client.get(f"/api/saved/{game}/{path}").text for path in paths]
        said += [client.get("/api/saved").text, *connection.texts]
        assert not any(secret in text for text in said)
        assert connection.hello["record"]["dice"]["kind"] == "committed"
        connection.do("resign")
        assert connection.state["result"] is not None
        assert not any(secret in text for text in connection.texts)
    record = client.get(f"/api/saved/{game}/record").json()
    assert record["dice"]["secret"] == secret
    bh.Record.from_dict(record).verify()


def test_a_decision_is_listed_only_for_the_one_who_makes_it(client: TestClient) -> None:
    players = {"israel": "human", "egypt": "recruit"}
    with connect(client, begin(client, players=players, seed=5)) as socket:
        connection = Connection(socket)
        socket.send_json({"type": "pace", "ms": 0})
        connection.do("resign")
        for text in connection.texts:
            message = json.loads(text)
            if message["type"] == "state":
                theirs = message["toMove"] != "israel"
                assert (message["decision"] is None) == theirs
                assert message["mine"] != theirs


@pytest.fixture
def fog(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide from each side where the other's units are: they are shown as not arrived."""
    seen = AcrossSuezPosition.view

    def view(
        position: AcrossSuezPosition, side: str | None, *, actions: bool = True
    ) -> dict[str, Any]:
        shown = seen(position, side, actions=actions)
        sides = {counter["id"]: counter["side"] for counter in position.game.counters}
        shown["units"] = {
            unit: place if sides[unit] == side else "off" for unit, place in shown["units"].items()
        }
        return shown

    monkeypatch.setattr(AcrossSuezPosition, "view", view)
    told = title_data.game_data
    hiding = cache(lambda game_id: {**told(game_id), "hides": True})
    monkeypatch.setattr(title_data, "game_data", hiding)


@pytest.mark.usefixtures("fog")
@pytest.mark.parametrize("side", ["israel", "egypt"])
def test_places_come_from_the_view_of_the_side(client: TestClient, side: str) -> None:
    other = "egypt" if side == "israel" else "israel"
    players = {**PEOPLE, other: "recruit"}
    game = begin(client, players=players, seed=5)
    with connect(client, game) as socket:
        connection = Connection(socket)
        socket.send_json({"type": "pace", "ms": 0})
        connection.until(lambda state: state["mine"])
        states = [connection.state, client.get(f"/api/saved/{game}/at/0").json()]
        sides = {unit["id"]: unit["side"] for unit in connection.hello["units"]}
        for state in states:
            hidden = {unit for unit, owner in sides.items() if owner == other}
            assert {state["units"][unit] for unit in hidden} == {"off"}
            assert any(place != "off" for place in state["units"].values())
        for picture in (connection.state["board"]["units"],
                        client.get(f"/api/saved/{game}/board.svg").text):  # fmt: skip
            assert f'data-side="{other}" data-place="off"' in picture
            for hex_ in connection.hello["hexes"]:
                assert f'data-side="{other}" data-place="{hex_}"' not in picture


@pytest.mark.usefixtures("fog")
def test_a_spectator_of_two_computers_sees_what_everybody_may(client: TestClient) -> None:
    players = {"israel": "recruit", "egypt": "recruit"}
    with connect(client, begin(client, players=players, seed=5)) as socket:
        connection = Connection(socket)
        assert set(connection.state["units"].values()) == {"off"}
        assert connection.state["decision"] is None
