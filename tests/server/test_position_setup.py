"""Positions that are set up over the server: checked, tested, and begun."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

import bridgehead as bh
from bridgehead.core.kernels import warming
from bridgehead.server.position_setup import position_checks
from tests.server.conftest import GAME

pytestmark = pytest.mark.plain

SUEZ, DESERT, WAR = "suez-56", "el-arish-67", "october-war"
GAMES = (GAME, SUEZ, DESERT, WAR)


def check(**wanted: Any) -> dict[str, Any]:
    """Return the answer to a check, as it is sent."""
    found: dict[str, Any] = json.loads(json.dumps(position_checks.check(wanted)))
    return found


def fault(game: str = GAME, **fields: Any) -> dict[str, Any]:
    """Return what is wrong with a position."""
    found = check(position={"game": game, **fields})
    assert set(found) == {"fault"}
    told: dict[str, Any] = found["fault"]
    return told


def position_of(found: dict[str, Any]) -> Any:
    """Return the position that was answered, the same as data and as a line."""
    position = bh.from_line(found["line"])
    assert position == position.game.position(found["position"])
    assert position == position.game.position(found["values"])
    return position


@pytest.mark.parametrize("game", [GAME, DESERT, WAR])
def test_the_start_and_the_empty_map_are_opened(game: str) -> None:
    found = check(game=game, open=True)
    suggested = bh.load(game).position({"game": game})  # what begins with setting up is set up
    assert position_of(found).to_dict()["units"] == suggested.to_dict()["units"]
    assert found["position"]["turn"] == 1
    assert found["state"]["phase"] != "setup"
    assert found["state"]["units"] == found["position"]["units"]
    assert found["hello"]["game"]["id"] == game
    assert found["state"]["mine"] is False
    empty = check(game=game, empty=True)
    places = set(position_of(empty).to_dict()["units"].values())
    assert len(places) == 1
    assert empty["state"]["board"]["units"] != found["state"]["board"]["units"]
    assert "hello" not in empty


def test_what_one_side_hides_is_shown_to_whoever_sets_up() -> None:
    found = check(game=WAR)
    assert set(found["state"]["units"]) == set(found["position"]["units"])
    later = check(position=found["position"], set={"turn": 2, "phase": "movement 1"})
    assert "hidden" not in {key for key, value in later["state"]["view"].items() if value}


@pytest.mark.parametrize(
    ("game", "fields", "told"),
    [
        (GAME, {"units": {"16-1": "0910", "matt-1": "0910"}},
         {"text": "Matt 1 and 16/1 are both on 0910", "field": "units",
          "units": ["matt-1", "16-1"], "places": ["0910"]}),
        (GAME, {"units": {"matt-1": "0315"}},
         {"text": "Matt 1 on 0315: no unit can stand in lake", "field": "units",
          "units": ["matt-1"], "places": ["0315"]}),
        (GAME, {"units": {"matt-1": "9999"}},
         {"text": "Matt 1: '9999' is not a hex of the map", "field": "units",
          "units": ["matt-1"], "places": ["9999"]}),
        (GAME, {"units": {"16-1": "across"}},
         {"text": "16/1 cannot be across the canal", "field": "units", "units": ["16-1"],
          "places": []}),
        (GAME, {"units": {"nobody": "0910"}},
         {"text": "'nobody' is not a unit of across-suez-1980", "field": "units"}),
        (GAME, {"turn": 9},
         {"text": "Turn: is 9; there are turns 1 to 7", "field": "turn", "units": [],
          "places": []}),
        (GAME, {"side": "syria"},
         {"text": "Side: is 'syria'; it must be one of Israel, Egypt", "field": "side"}),
        (GAME, {"phase": "bombardment"},
         {"text": "Phase: bombardment is Egypt's alone, and not at night", "field": "phase"}),
        (GAME, {"ferried": 7},
         {"text": "Units that the ferry has brought across: is 7; it must be a number from 0 to 2",
          "field": "ferried"}),
        (GAME, {"weather": "fog"}, {"field": "weather"}),
        (SUEZ, {"units": {"4-inf": "4211", "1-p": "4211"}, "phase": "combat"},
         {"field": "units", "places": ["4211"]}),
        (DESERT, {"phase": "end"},
         {"text": "Phase: end: there is no continue of Egypt in turn 1", "field": "phase"}),
        (SUEZ, {"turn": 3, "side": "anglo_french", "phase": "end"},
         {"text": "Phase: end: there is no continue of Anglo-French in turn 3"}),
        (SUEZ, {"ledger": {"weather": 2}}, {"field": "ledger"}),
        (WAR, {"units": {"eg-inf-1": "sinai:recon"}},
         {"field": "units", "units": ["eg-inf-1"], "places": ["sinai:recon"]}),
        (WAR, {"turn": 2, "units": {"eg-inf-1": "fayid"}, "bridges": {"ismailia": "israel"}},
         {"field": "bridges", "places": ["ismailia"]}),
        (WAR, {"turn": 2, "phase": "air superiority"},
         {"text": "Phase: air superiority: there is nothing to decide, no strike is in "
                  "Sinai air superiority or Golan air superiority"}),
    ],
)  # fmt: skip
def test_each_kind_of_fault_names_its_field_units_and_places(
    game: str, fields: dict[str, Any], told: dict[str, Any]
) -> None:
    found = fault(game, **fields)
    assert {name: found[name] for name in told} == told
    assert found["text"]


def test_a_unit_is_moved_and_the_rest_stays() -> None:
    found = check(game=GAME)
    units = {**found["position"]["units"], "reshef-1": "0107"}
    moved = check(position=found["position"], set={"units": units})
    assert position_of(moved).to_dict()["units"] == units
    assert moved["position"] == {**found["position"], "units": units}


@pytest.mark.parametrize(
    ("game", "before", "change", "then"),
    [
        (GAME, {"turn": 2}, {"phase": "bombardment"}, ("egypt", "bombardment", 2)),
        (GAME, {"turn": 2, "side": "egypt", "phase": "bombardment"}, {"side": "israel"},
         ("israel", "movement", 2)),
        (SUEZ, {"phase": "setup", "units": {}}, {"turn": 3}, ("anglo_french", "movement", 3)),
        (SUEZ, {"turn": 8, "last_turn": 11, "units": {}}, {"turn": 3},
         ("anglo_french", "movement", 3)),
        (DESERT, {"turn": 3}, {"phase": "setup", "turn": 1}, ("egypt", "setup", 1)),
        (WAR, {"phase": "setup"}, {"turn": 3, "phase": "movement 2", "side": "israel"},
         ("israel", "movement 2", 3)),
    ],
)  # fmt: skip
def test_turn_side_and_phase_are_made_to_fit(
    game: str, before: dict[str, Any], change: dict[str, Any], then: Any
) -> None:
    found = check(position={"game": game, **before}, set=change)
    position = position_of(found)
    assert (position.side, position.phase, position.turn) == then


def test_another_phase_ends_what_was_begun() -> None:
    start = bh.load(GAME).position({"game": GAME, "turn": 2, "phase": "combat"})
    start.push("attack 0910")
    begun = check(position=start.to_dict())
    assert begun["pending"] is True
    assert "combat" in begun["position"]
    anew = check(position=begun["position"], set={"phase": "combat"})
    assert (anew["pending"], "combat" in anew["position"]) == (False, False)
    kept = check(position=begun["position"], set={"ferried": 1})
    assert kept["position"]["combat"] == begun["position"]["combat"]
    assert check(position=kept["position"], set={"ferried": None})["values"]["ferried"] == 0


def test_a_pasted_line_and_a_file_are_read() -> None:
    start = bh.load(GAME).position({"game": GAME, "turn": 2})
    line = start.to_line()
    wrapped = "\n> ".join([line[:60], line[60:]])
    for text in (line, wrapped, json.dumps(start.to_dict())):
        assert position_of(check(text=text)) == start
    whole = json.dumps(bh.Record.new(start.game).to_dict())
    for text, told in (
        (line[:-5], "checksum is wrong"),
        (whole, "this is no position: paste a line that begins with bh1:"),
        ("[1", "the position"),
        ("", "the position"),
    ):
        assert told in check(text=text)["fault"]["text"]


def test_controls_are_made_from_the_schema() -> None:
    for game in GAMES:
        found = check(game=game, open=True)
        schema = bh.load(game).schema()
        controls = {control["field"]: control for control in found["controls"]}
        assert list(controls)[:3] == ["turn", "side", "phase"]
        assert "over" not in {word["id"] for word in controls["phase"]["words"]}
        left = {"format", "game", "options", "map", "data", "units", *schema["x-pending"]}
        assert set(controls) <= set(schema["properties"]) - left
        assert controls["moved"]["about"] == "unit"
        beside = {word["id"] for word in found["offMap"]}
        assert set(found["position"]["units"].values()) - set(beside) or game in (DESERT, SUEZ)
    controls = {one["field"]: one for one in check(game=WAR, open=True)["controls"]}
    assert controls["control"]["about"] == "place"
    assert controls["bridges"]["keys"]
    assert [key["label"] for key in controls["points"]["keys"]] == ["Israel", "Egypt", "Syria"]
    desert = {one["field"]: one for one in check(game=DESERT, open=True)["controls"]}
    assert (desert["ledger"]["step"], desert["ledger"]["most"]) == (0.5, 1000)


def test_requests_over_http(client: TestClient) -> None:
    found = client.post("/api/position/check", json={"game": GAME, "open": True}).json()
    assert found == check(game=GAME, open=True)
    board = client.get("/api/position/across-suez-reprint/board.svg?options=marines")
    assert board.status_code == 200
    assert 'id="layer-units"' in board.text
    assert client.get("/api/position/chess/board.svg").status_code == 404
    refused: tuple[tuple[Any, int, str], ...] = (
        ([], 400, "must be an object with position, text or game"),
        ({}, 400, "game: must be the id of a game"),
        ({"game": "chess"}, 404, "chess"),
        ({"game": GAME, "options": "marines"}, 400, "options: must be a list of names"),
        ({"game": GAME, "options": ["snow"]}, 400, "snow"),
        ({"text": 3}, 400, "text: must be a line"),
        ({"game": GAME, "set": []}, 400, "set: must be an object"),
        ({"position": 3, "set": {"turn": 2}}, 400, "position: must be an object"),
    )
    for wanted, status, told in refused:
        answer = client.post("/api/position/check", json=wanted)
        assert answer.status_code == status, answer.text
        assert told in answer.json()["error"]["text"]


def test_values_of_the_wrong_kind_are_faults() -> None:
    for fields in ({"turn": []}, {"units": 3}, {"units": {"matt-1": [1]}}, {"moved": {"a": 1}}):
        assert fault(GAME, **fields)["text"]
    assert check(position=None)["fault"]["text"]
    assert check(position={"game": 3})["fault"]["text"]


def test_a_position_is_tested(client: TestClient) -> None:
    start = bh.load(GAME).start()
    answer = client.post("/api/position/test", json={"position": start.to_dict()})
    told = answer.json()
    assert told.pop("compiled") is (told.pop("chance") is not None)
    count = len(start.legal_actions())
    assert told == {"toMove": "israel", "count": count, "result": None, "side": "israel"}
    wrong = client.post("/api/position/test", json={"position": {"game": GAME, "turn": 9}})
    assert (wrong.status_code, wrong.json()["error"]["kind"]) == (400, "record")
    assert client.post("/api/position/test", json={}).status_code == 400


def test_the_chances_are_measured_where_the_rules_are_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Thinker:
        def measure(self, position: Any, rollouts: int) -> tuple[float, float]:
            assert rollouts == position_checks.ROLLOUTS
            return 0.625, 0.03

    class Ready(warming.Warming):
        def want(self, game_id: str) -> None:
            pass

        def progress(self, game_id: str) -> Any:
            return warming.Progress(game_id, state=warming.READY)

    monkeypatch.setattr(position_checks.players, "thinker", lambda *_, **__: Thinker())
    found = position_checks.evaluate({"position": {"game": GAME}}, Ready())
    assert (found["side"], found["chance"]) == ("israel", {"value": 0.625, "error": 0.03})


def test_a_game_begins_in_a_position_that_was_set_up(client: TestClient) -> None:
    who = {"israel": "sergeant", "egypt": "human"}
    units = {"reshef-1": "0107", "16-1": "0910"}
    wanted = {"position": {"game": GAME, "turn": 2, "units": units}, "players": who, "seed": 4}
    answer = client.post("/api/saved", json=wanted)
    assert answer.status_code == 201, answer.text
    record = bh.Record.from_dict(client.get(f"/api/saved/{answer.json()['id']}/record").json())
    assert record.players == who
    assert record.dice.kind == "seeded"
    assert record.start is not None
    assert record.start.to_dict()["units"] == {
        **dict.fromkeys(record.game.units, "eliminated"),
        **units,
    }
    for change, told in (
        ({"players": {"syria": "human"}}, "players: must be an object"),
        ({"players": []}, "players: must be an object"),
        ({"seed": "x"}, "seed: must be a whole number"),
        ({"position": {"game": GAME, "turn": 9}}, "there are turns 1 to 7"),
    ):
        refused = client.post("/api/saved", json={**wanted, **change})
        assert refused.status_code == 400
        assert told in refused.json()["error"]["text"]
    assert len(client.get("/api/saved").json()["saved"]) == 1
