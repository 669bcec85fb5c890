"""Requests: lists, beginning, importing, pictures, and what is refused how."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import bridgehead as bh
from bridgehead import players
from bridgehead.server.web import app as app_module
from tests.server.conftest import GAME, REPRINT, Connection, begin, connect

RECORDS = Path(__file__).parent.parent / "records"


def test_the_page_and_its_files(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-cache"
    for path in re.findall(r"/static/bundle/\w+\.\w+", page.text):
        kept = client.get(path)
        assert kept.headers["cache-control"] == "public, max-age=31536000, immutable", path
        assert "script-src 'self';" in kept.headers["content-security-policy"]
    assert "/static/js/main.js" in client.get("/static/index.html").text  # module by module
    script = client.get("/static/js/main.js")
    assert script.headers["cache-control"] == "no-cache"
    assert "javascript" in script.headers["content-type"]
    again = client.get("/static/js/main.js", headers={"If-None-Match": script.headers["etag"]})
    assert again.status_code == 304
    assert client.get("/static/fonts/RobotoCondensed-Bold.ttf").status_code == 200
    assert client.get("/static/../server/web/app.py").status_code == 404
    assert client.get("/static/%2e%2e/server/web/app.py").status_code == 404


def test_the_games_there_are(client: TestClient) -> None:
    games = client.get("/api/games").json()["games"]
    assert [game["id"] for game in games] == [info.id for info in bh.games()]
    reprint = next(game for game in games if game["id"] == REPRINT)
    assert {option["id"] for option in reprint["options"]} >= {"commandos"}
    offered = {player["id"]: player["times"] for player in reprint["players"]}
    assert tuple(offered) == players.names(REPRINT)
    assert offered["sergeant"] == []
    assert "reconstruct" in reprint["reconstructed"]


def test_the_rules_by_case(client: TestClient) -> None:
    rules = client.get(f"/api/rules/{GAME}").json()["rules"]
    assert any(rule["case"] == "4.5" and "zone" in rule["text"] for rule in rules)
    assert client.get("/api/rules/chess").status_code == 404


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("no json", "JSON"),
        ("[]", "object"),
        ("{}", "game"),
        ('{"game": "across-suez-1981"}', "across-suez-1980"),
        ('{"game": "across-suez-1980", "options": ["commandos"]}', "commandos"),
        ('{"game": "across-suez-1980", "options": "all"}', "list"),
        ('{"game": "across-suez-1980", "players": {"syria": "human"}}', "israel and egypt"),
        ('{"game": "across-suez-1980", "players": {"egypt": "rommel"}}', "sergeant"),
        ('{"game": "across-suez-1980", "seed": "abc"}', "whole number"),
        ('{"game": "across-suez-1980", "seed": -1}', "whole number"),
        ('{"game": "across-suez-1980", "seed": true}', "whole number"),
    ],
)
def test_a_game_that_cannot_begin(client: TestClient, wanted: str, said: str) -> None:
    answer = client.post("/api/saved", content=wanted)
    assert answer.status_code in (400, 404)
    assert said in answer.json()["error"]["text"]
    assert client.get("/api/saved").json()["saved"] == []


def test_export_and_import_give_the_same_game(client: TestClient) -> None:
    text = (RECORDS / "1980-held.json").read_text()
    game = client.post("/api/saved/import", content=text).json()["id"]
    exported = client.get(f"/api/saved/{game}/record")
    assert "attachment" in exported.headers["content-disposition"]
    data, given = exported.json(), json.loads(text)
    assert data["actions"] == given["actions"]
    assert data["result"]["winner"] == given["result"]["winner"]
    again = client.post("/api/saved/import", content=exported.text)
    assert again.status_code == 201
    assert len(client.get("/api/saved").json()["saved"]) == 2


def test_import_with_players(client: TestClient) -> None:
    text = (RECORDS / "1980-resigned.json").read_text()
    path = "/api/saved/import?israel=human&egypt=sergeant"
    game = client.post(path, content=text).json()["id"]
    (saved,) = client.get("/api/saved").json()["saved"]
    assert (saved["id"], saved["players"]) == (game, {"israel": "human", "egypt": "sergeant"})
    assert client.post("/api/saved/import?israel=rommel", content=text).status_code == 400


def broken(change: str) -> str:
    """Return a record with one thing wrong."""
    data = json.loads((RECORDS / "1980-resigned.json").read_text())
    if change == "cut short":
        return json.dumps(data)[:-40]
    if change == "another format":
        data["format"] = "chess"
    elif change == "another version":
        data["version"] = 99
    elif change == "an illegal action":
        data["actions"][2] = "move reshef-1 0101"
    elif change == "a wrong result":
        data["result"]["winner"] = "israel" if data["result"]["winner"] == "egypt" else "egypt"
    elif change == "an unknown field":
        data["weather"] = "fine"
    elif change == "numbers for actions":
        data["actions"] = [1, 2]
    return json.dumps(data)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("cut short", "not valid JSON"),
        ("another format", "bridgehead-record"),
        ("another version", "99"),
        ("an illegal action", "action 3"),
        ("a wrong result", "winner"),
        ("an unknown field", "weather"),
        ("numbers for actions", "not a string"),
    ],
)
def test_a_broken_record(client: TestClient, change: str, said: str) -> None:
    answer = client.post("/api/saved/import", content=broken(change))
    assert answer.status_code == 400
    assert answer.json()["error"]["kind"] == "record"
    assert said in answer.json()["error"]["text"]
    assert client.get("/api/saved").json()["saved"] == []


def test_what_is_no_text_and_what_is_too_large(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.post("/api/saved/import", content=b"\xff\xfe").status_code == 400
    monkeypatch.setattr(app_module, "LARGEST", 1000)
    answer = client.post("/api/saved/import", content="x" * 1001)
    assert answer.status_code == 413
    assert client.post("/api/saved/import", content="[" * 900).status_code == 400


def test_a_committed_game_of_another_host_can_be_looked_at(client: TestClient) -> None:
    record = {
        "format": "bridgehead-record", "version": 1, "game": GAME, "actions": ["end"],
        "dice": {"kind": "committed", "commitment": "0" * 64},
    }  # fmt: skip
    game = client.post("/api/saved/import", json=record).json()["id"]
    with connect(client, game) as socket:
        connection = Connection(socket)
        assert "host" in connection.state["trouble"]
        assert (connection.state["mine"], connection.state["decision"]) == (False, None)
        assert not connection.do("attack 0512 with matt-2 fire")["ok"]
        assert connection.state["at"] == 1


def test_a_second_copy_of_a_running_game_would_foretell_its_dice(client: TestClient) -> None:
    game = begin(client)
    text = client.get(f"/api/saved/{game}/record").text
    answer = client.post("/api/saved/import", content=text)
    assert answer.status_code == 400
    assert "already here" in answer.json()["error"]["text"]
    assert client.delete(f"/api/saved/{game}").status_code == 204
    again = client.post("/api/saved/import", content=text).json()["id"]
    with connect(client, again) as socket:
        Connection(socket).do("resign")
    over = client.get(f"/api/saved/{again}/record").text
    assert client.post("/api/saved/import", content=over).status_code == 201


def test_texts_that_are_no_unicode_come_back_as_they_were(client: TestClient) -> None:
    record = {
        "format": "bridgehead-record", "version": 1, "game": GAME, "actions": ["end"],
        "program": "\ud800", "dice": {"kind": "open"},
    }  # fmt: skip
    game = client.post("/api/saved/import", content=json.dumps(record)).json()["id"]
    assert client.get(f"/api/saved/{game}/record").json()["program"] == "\ud800"


def test_any_position_of_a_game(client: TestClient) -> None:
    text = (RECORDS / "1980-held.json").read_text()
    game = client.post("/api/saved/import", content=text).json()["id"]
    record = bh.Record.load(RECORDS / "1980-held.json")
    story = client.get(f"/api/saved/{game}/story").json()
    assert story["length"] == len(record.actions)
    assert story["marks"][0] == {"n": 0, "turn": 1, "side": "israel", "phase": "movement",
                                 "night": True}  # fmt: skip
    assert [mark["turn"] for mark in story["marks"]] == sorted(m["turn"] for m in story["marks"])
    for n, (action, position) in enumerate(record.positions()):
        if n % 50 and n < story["length"]:
            continue
        state = client.get(f"/api/saved/{game}/at/{n}").json()
        assert (state["at"], state["length"]) == (n, story["length"])
        assert state["units"] == position.units
        assert state["last"] == (action or "")
        assert state["decision"] is None
    assert client.get(f"/api/saved/{game}/at/{story['length'] + 1}").status_code == 404
    for wrong in ("-1", "x", "9" * 5000):
        assert client.get(f"/api/saved/{game}/at/{wrong}").status_code == 400


def test_pictures(client: TestClient) -> None:
    game = begin(client)
    picture = client.get(f"/api/saved/{game}/board.svg?download=1&zones=egypt&line=1")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "attachment" in picture.headers["content-disposition"]
    assert "@font-face" in picture.text
    assert 'data-zone="egypt"' in picture.text
    assert 'data-zone="israel"' not in picture.text
    page = client.get(f"/api/saved/{game}/board.svg?sheet=1").text
    assert 'aria-label="' in page
    assert "@font-face" not in page
    png = client.get(f"/api/saved/{game}/board.png?width=400")
    assert png.content.startswith(b"\x89PNG")
    wrongs = ("at=x", "at=99", "width=999999", "zones=syria", f"at={'9' * 5000}",
              "width=0000000008000")  # fmt: skip
    for wrong in wrongs:
        answer = client.get(f"/api/saved/{game}/board.png?{wrong}")
        assert answer.status_code in (400, 404)
        assert answer.json()["error"]["text"]


def test_only_this_machine_and_its_own_page(client: TestClient) -> None:
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    elsewhere = {"Origin": "http://evil.example"}
    answer = client.post("/api/saved", json={"game": GAME}, headers=elsewhere)
    assert answer.status_code == 403
    game = begin(client)
    for origin in ("http://evil.example", "http://[", "null", ""):
        answer = client.delete(f"/api/saved/{game}", headers={"Origin": origin})
        assert answer.status_code == 403, origin
    own = {"Origin": "http://testserver"}
    assert client.delete(f"/api/saved/{game}", headers=own).status_code == 204


def test_unknown_addresses(client: TestClient) -> None:
    for path in ("/api/saved/none/record", "/api/saved/none/story", "/api/nothing"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert answer.json()["error"]["kind"] == "unknown"
