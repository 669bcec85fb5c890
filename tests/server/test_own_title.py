"""Games from outside of the package on the page: a title of one's own, and a scenario."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests import own_title
from tests.server.conftest import Connection, begin, connect
from tests.titles.middle_east_battles import own_scenario

pytestmark = pytest.mark.plain


def play(client: TestClient, game: str, players: dict[str, str], *first: str) -> Connection:
    """Play some actions against a computer; give up when it is one's turn again."""
    played = begin(client, game=game, players=players, seed=2)
    with connect(client, played) as socket:
        connection = Connection(socket)
        for action in first:
            connection.do(action)
        connection.until(lambda state: state["mine"])
        connection.do("resign")
    assert client.get(f"/api/saved/{played}/board.svg").text.startswith("<svg")
    return connection


def test_a_title_of_ones_own_is_played_against_a_computer(
    client: TestClient, tmp_path: Path
) -> None:
    with own_title.added(own_title.made(tmp_path)) as info:
        offered = {game["id"]: game for game in client.get("/api/games").json()["games"]}
        assert offered[info.id]["title"] == "Tiny Ford"
        players = {"blue": "human", "red": "recruit"}
        connection = play(client, info.id, players, "move blue-1 0201", "end")
    assert len(connection.hello["hexes"]) == 20
    assert connection.state["result"]["winner"] == "red"
    told = [entry["text"] for entry in connection.log]
    assert "blue-1 moves to 0201." in told
    assert "Red has moved." in told


def test_a_position_of_a_title_of_ones_own_is_set_up(client: TestClient, tmp_path: Path) -> None:
    with own_title.added(own_title.made(tmp_path)) as info:
        wanted = {"game": info.id, "open": True}
        found = client.post("/api/position/check", json=wanted).json()
        assert [one["field"] for one in found["controls"]] == ["turn", "side", "phase", "moved"]
        moved = {**found["position"], "units": {"blue-1": "0201", "red-1": "0201"}}
        refused = client.post("/api/position/check", json={"position": moved}).json()
    assert refused["fault"]["units"] == ["red-1"]
    assert refused["fault"]["places"] == ["0201"]


def test_a_title_of_ones_own_brings_modules_of_the_page(client: TestClient, tmp_path: Path) -> None:
    folder = own_title.made(tmp_path)
    players = {"blue": "human", "red": "recruit"}
    with own_title.added(folder) as info:
        played = begin(client, game=info.id, players=players, seed=2)
        assert client.get(f"/api/saved/{played}").json()["page"] == ""
        (folder / "screen" / "page").mkdir(parents=True)
        module = folder / "screen" / "page" / "page.js"
        module.write_text(
            'import { h } from "/static/js/common/dom.js";\n'
            'export const createTabs = () => [{ name: "ford", content: h("p") }];\n'
        )
        address = client.get(f"/api/saved/{played}").json()["page"]
        assert address == "/static/js/titles/tiny_ford/page.js"
        assert client.get(address).text == module.read_text()
        (script,) = re.findall(r"/static/bundle/\w+\.js", client.get("/").text)
        assert '"js/titles/tiny_ford/page.js"($exports) {' in client.get(script).text
        assert client.get("/static/js/titles/tiny_ford/none.js").status_code == 404
        assert client.get("/static/js/titles/tiny_ford/../offers.py").status_code == 404
        assert client.get("/static/js/titles/tiny_ford/%2e%2e/offers.py").status_code == 404
    assert client.get(address).status_code == 404


@pytest.mark.slow
def test_a_scenario_of_ones_own_is_played_against_a_computer(client: TestClient) -> None:
    with own_scenario.added():
        offered = {game["id"]: game for game in client.get("/api/games").json()["games"]}
        sides = [side["fill"] for side in offered[own_scenario.ID]["sides"]]
        assert sides == ["#1f3a6e", "#a33b2a"]
        players = {"blue": "recruit", "red": "human"}
        connection = play(client, own_scenario.ID, players, "deploy", "end")
    assert connection.state["result"]["winner"] == "blue"
    assert "Blue moves." in [entry["text"] for entry in connection.log]
