"""Middle East Battles over the connection: random games, the ledger, and the West's secret."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

import bridgehead as bh
from tests.server.conftest import Connection, begin, connect
from tests.tiers import first
from tests.titles.middle_east_battles.games import SUEZ_SETUP

SUEZ, EL_ARISH = "suez-56", "el-arish-67"
FIGHT = {
    "1-p": "4111", "2-p": "4311", "js-helicopter": "4111", "20-artillery": "3510", "4-inf": "4112",
}  # fmt: skip


def people(game: str, **players: str) -> dict[str, str]:
    return {side: players.get(side, "human") for side in bh.load(game).sides}


def suez(**fields: Any) -> dict[str, Any]:
    """Return a position of Suez '56 after a set-up, with some units elsewhere."""
    position: Any = bh.load(SUEZ).start()
    position.push("deploy")
    units = {**position.units, **SUEZ_SETUP, **fields.pop("units", {})}
    return {"game": SUEZ, "turn": 4, "side": "anglo_french", "phase": "combat", **fields,
            "units": units}  # fmt: skip


def put(
    client: TestClient, start: dict[str, Any], *actions: str, seed: int = 1, **players: str
) -> str:
    """Import a game that begins in a position and has come so far; return its id."""
    game = bh.load(start["game"])
    record = bh.Record.new(game, "seeded", seed=seed, start=game.position(start))
    for action in actions:
        record.do(action)
    who = "&".join(f"{side}={name}" for side, name in people(game.id, **players).items())
    answer = client.post(f"/api/saved/import?{who}", json=record.to_dict())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@pytest.mark.slow
@pytest.mark.parametrize("game", first(1, [SUEZ, EL_ARISH]))
def test_a_random_game(client: TestClient, game: str) -> None:
    chance = random.Random(game)
    played = begin(client, game=game, players=people(game), seed=8)
    with connect(client, played) as socket:
        connection = Connection(socket)
        assert connection.state["step"] == "setup"
        connection.do("deploy")
        for _ in range(90):
            connection.until(lambda state: state["mine"] or state["result"])
            state = connection.state
            check_ledger(state)
            actions = listed(state["decision"])
            assert actions
            fire = [action for action in actions if action == "fire"]
            connection.do(chance.choice(fire or actions))
            assert connection.state["at"] > state["at"]
        connection.until(lambda state: state["mine"])
        connection.do("resign")
        assert connection.state["result"]["ending"] == "resigned"
        length = connection.state["at"]
        texts = [entry["text"] for entry in connection.log]
        ids = "|".join(unit["id"] for unit in connection.hello["units"] if "-" in unit["id"])
        assert texts
        assert not [text for text in texts if any(f" {i} " in text for i in ids.split("|"))]
    record = client.get(f"/api/saved/{played}/record").json()
    assert len(record["actions"]) == length
    bh.Record.from_dict(record)
    story = client.get(f"/api/saved/{played}/story").json()
    assert story["marks"][0]["phase"] == "setup"
    assert client.get(f"/api/saved/{played}/at/{length // 2}").json()["at"] == length // 2
    assert client.get(f"/api/saved/{played}/board.svg").text.startswith("<svg")


def listed(decision: dict[str, Any]) -> list[str]:
    """Return the actions of a decision as the page puts them together."""
    actions = [f"{verb} {hex_}" for verb, hexes in decision["hexes"].items() for hex_ in hexes]
    for unit, verbs in decision["units"].items():
        actions += [f"{verb} {unit} {place}".strip() for verb in verbs for place in verbs[verb]]
    return actions + decision["plain"]


def check_ledger(state: dict[str, Any]) -> None:
    for side in state["ledger"].values():
        assert side["points"] == sum(entry["points"] for entry in side["entries"])
        assert all(entry["case"] for entry in side["entries"])


def test_what_the_ledger_says(client: TestClient) -> None:
    with connect(client, begin(client, game=SUEZ, players=people(SUEZ))) as socket:
        state = Connection(socket).state
    opinion = [{"name": "world opinion", "points": 8, "case": "9.8"}]
    assert state["ledger"]["egypt"] == {"points": 8, "atEnd": 8, "entries": opinion}
    assert state["ledger"]["anglo_french"] == {"points": 0, "atEnd": 0, "entries": []}
    assert (state["turn"], state["turns"]) == (1, 6)


def test_what_is_told_of_the_games(client: TestClient) -> None:
    games = {game["id"]: game for game in client.get("/api/games").json()["games"]}
    sides = [(side["id"], side["label"]) for side in games[SUEZ]["sides"]]
    assert sides == [("anglo_french", "Anglo-French"), ("egypt", "Egypt")]
    assert [option["id"] for option in games[SUEZ]["options"]] == ["what_if", "any_lead"]
    assert (len(games[SUEZ]["turns"]), games[SUEZ]["sureTurns"]) == (12, 6)
    nights = {
        id_: [n for n, turn in enumerate(games[id_]["turns"], start=1) if turn["night"]]
        for id_ in (SUEZ, EL_ARISH)
    }
    assert nights == {SUEZ: [3, 6, 9, 12], EL_ARISH: [4, 8]}
    assert len(games[EL_ARISH]["turns"]) == 11
    matt = games[EL_ARISH]["briefing"]["sides"]["egypt"]["wins"]
    assert "by land or by air" in matt  # any way of entering counts [10.7]
    assert client.get(f"/api/rules/{SUEZ}").json()["rules"]


def test_an_attack_with_everything(client: TestClient) -> None:
    with connect(client, put(client, suez(units=FIGHT), seed=2)) as socket:
        connection = Connection(socket)
        offer = connection.ask("attack", hexes=["4211"])
        assert offer["roles"] == {"1-p": "adjacent", "2-p": "adjacent", "js-helicopter": "adjacent",
                                  "20-artillery": "ranged"}  # fmt: skip
        assert offer["markers"] == {"british-air": 7, "french-air": 5, "british-guns": 1}
        assert [one["unit"] for one in offer["must"]] == ["2-p"]
        assert offer["suggested"] == ["1-p", "2-p"]  # somebody must be left for the other hex
        text = "attack 4211 with 1-p 2-p 20-artillery british-air 2"
        odds = connection.ask("odds", actions=[text])
        assert set(odds["choices"]) == {"mobile", "frontal"}
        for table in odds["choices"].values():
            assert len(table["table"]) == 6
            assert all(len(row) == len(table["columns"]) for row in table["table"])
            assert sum(table["results"].values()) == pytest.approx(1)
        alone = connection.ask("odds", actions=["attack 4211 with 1-p 2-p js-helicopter"])
        assert (alone["kind"], alone["case"]) == ("illegal", "7.3")
        connection.do(f"{text} fire")
        assert (connection.state["step"], connection.state["toMove"]) == ("fpf", "egypt")
        assert connection.state["combat"]["hexes"] == ["4211"]
        covered = connection.ask("odds", actions=["fpf ps-coastal"])
        assert covered["defense"] == odds["defense"] + 1
        connection.do("fpf ps-coastal")
        connection.do("done")
        assert connection.state["decision"]["plain"] == ["frontal", "mobile"]
        connection.do("mobile")
        connection.until(lambda state: state["last"].startswith("roll"))
        roll = connection.state["roll"]
        assert roll["result"] == roll["odds"]["table"][roll["face"] - 1][roll["odds"]["column"]]


# [9.2] What the West has written down is for nobody else to see


PATHS = ("story", "at/0", "at/1", "board.svg", "board.svg?sheet=1&at=1", "record")
WATCHERS: dict[str, dict[str, str]] = {
    "egypt": {"anglo_french": "recruit"},
    "spectator": {"anglo_french": "recruit", "egypt": "recruit"},
    "shared screen": {},
}


def goes_on(client: TestClient, last: int, **players: str) -> str:
    start = suez(turn=6, side="egypt", phase="end")
    return put(client, start, f"continue {last}", seed=5, **players)


def told(client: TestClient, game: str) -> list[str]:
    """Return what is told at its addresses of a game that goes on."""
    said = [client.get(f"/api/saved/{game}/{path}").text for path in PATHS]
    (saved,) = [one for one in client.get("/api/saved").json()["saved"] if one["id"] == game]
    del saved["updated"]
    return [text.replace(game, "ID") for text in (*said, json.dumps(saved))]


@pytest.mark.parametrize("players", WATCHERS.values(), ids=WATCHERS)
def test_the_last_turn_shows_nowhere(client: TestClient, players: dict[str, str]) -> None:
    """Games that differ in nothing but the last turn look the same to all but the West."""
    early, late = (told(client, goes_on(client, last, **players)) for last in (9, 12))
    assert early == late
    assert '"kind":"secret"' in early[PATHS.index("record")]
    assert json.loads(early[PATHS.index("at/1")])["last"] == "continue"
    assert json.loads(early[-1])["turns"] is None


@pytest.mark.parametrize("players", WATCHERS.values(), ids=WATCHERS)
def test_no_message_names_the_last_turn(client: TestClient, players: dict[str, str]) -> None:
    with connect(client, goes_on(client, 9, **players)) as socket:
        connection = Connection(socket)
        socket.send_json({"type": "pace", "ms": 0})
        for name in ("zones-egypt", "reach-egypt", "reach-anglo_french", "attacks"):
            assert connection.call(type="layer", name=name, at=connection.state["at"])["ok"]
        if players.get("egypt"):
            connection.until(lambda state: state["turn"] == 8)
        for _ in range(0 if players.get("egypt") else 12):
            connection.until(lambda state: state["mine"])
            connection.ask("why", action="continue 8")
            actions = listed(connection.state["decision"])
            connection.do("end" if "end" in actions else actions[0])
        connection.call(type="pause", on=True)
    for whole in connection.texts:
        message = json.loads(whole)
        message.get("game", {}).pop("scenarios", None)  # their last turns are no secret
        text = json.dumps(message)
        assert not re.search(r'"last_turn": *[0-9]', text)  # a label of a field is no secret
        assert "continue 9" not in text
        assert "\\u00b7 last" not in text  # as the turn track marks it
        if message["type"] == "state":
            assert message["turns"] is None


def test_the_west_knows_its_last_turn_and_all_do_in_the_end(client: TestClient) -> None:
    start = suez(turn=6, side="egypt", phase="end")
    game = put(client, start, "continue 9", egypt="recruit")
    with connect(client, game) as socket:
        connection = Connection(socket)
        assert (connection.state["turn"], connection.state["turns"]) == (7, 9)
        assert connection.state["last"] == "continue 9"
        assert client.get(f"/api/saved/{game}/record").json()["actions"] == ["continue 9"]
    shared = put(client, start, "continue 9")
    with connect(client, shared) as socket:
        connection = Connection(socket)
        assert client.get(f"/api/saved/{shared}/record").status_code == 409
        connection.do("resign")
        assert client.get(f"/api/saved/{shared}/record").json()["actions"][0] == "continue 9"
