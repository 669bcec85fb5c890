"""Data of people's own over the page's addresses: imported as a zip, chosen, refused, forgotten."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import bridgehead as bh
from bridgehead.core.titles.games import game_info
from bridgehead.server.games.datasets import MOST, DataSets
from tests.core.test_zip_folder import BOMB, HOSTILE, packed
from tests.server.conftest import GAME, PEOPLE


def archive(game: str = GAME, name: str = "Mine", **changes: tuple[str, str, str]) -> bytes:
    """Return our data as a zip file, with texts of some files exchanged."""
    rules = game_info(game).data
    about = f'game = "{game}"\nformat = 1\nname = "{name}"\n'
    texts = {file: rules.own_text(file) for file in rules.files}
    for file, old, new in changes.values():
        assert old in texts[file]
        texts[file] = texts[file].replace(old, new, 1)
    return packed([("mine/data.toml", about), *((f"mine/{f}", t) for f, t in texts.items())])


STRONGER = ("units.toml", "strength = 3", "strength = 9")


def refused(answer: Any, *words: str, status: int = 400) -> None:
    assert answer.status_code == status, answer.text
    told = answer.json()["error"]["text"]
    for word in words:
        assert word in told


def test_data_are_imported_chosen_and_forgotten(client: TestClient) -> None:
    assert client.get("/api/data").json() == {"data": []}
    answer = client.post("/api/data", content=archive(a=STRONGER))
    assert answer.status_code == 201
    found = answer.json()
    assert found["name"] == "Mine"
    assert found["changes"] == 1
    assert found["against"] == ["units.toml: unit.reshef-1.strength"]
    assert "across-suez-reprint" in found["games"]
    assert client.get("/api/data").json() == {"data": [found]}
    assert client.post("/api/data", content=archive(a=STRONGER)).json() == found  # the same again
    for game in (GAME, "across-suez-reprint"):
        wanted = {"game": game, "options": [], "players": PEOPLE, "data": found["id"]}
        id_ = client.post("/api/saved", json=wanted).json()["id"]
        record = client.get(f"/api/saved/{id_}/record").json()
        assert list(record["data"]["files"]) == ["units.toml"]
        assert bh.Record.from_dict(record).game.board[0].strength[0] == 9  # type: ignore[attr-defined]
    assert client.delete(f"/api/data/{found['id']}").status_code == 204
    assert client.get("/api/data").json() == {"data": []}
    assert client.get(f"/api/saved/{id_}").status_code == 200  # the game carries its data
    refused(client.delete(f"/api/data/{found['id']}"), "no data", status=404)


def test_a_record_with_data_of_its_own_is_imported(client: TestClient, tmp_path: Path) -> None:
    rules = game_info("suez-56").data
    (tmp_path / "units.toml").write_text(
        rules.own_text("units.toml").replace("strength = 2 ", "strength = 8 ", 1)
    )
    game = bh.load("suez-56", data=tmp_path)
    text = json.dumps(bh.Record.new(game, "open").to_dict())
    id_ = client.post("/api/saved/import", content=text).json()["id"]
    assert client.get(f"/api/saved/{id_}/record").json()["data"]["digest"] == game.data.digest


def test_choices_that_do_not_fit_are_refused(client: TestClient) -> None:
    id_ = client.post("/api/data", content=archive(a=STRONGER)).json()["id"]
    wanted = {"game": "suez-56", "options": [], "players": {}, "data": id_}
    refused(client.post("/api/saved", json=wanted), "not for suez-56")
    for bad in ("none", 7, ["x"], "../x", "\ud800"):
        answer = client.post("/api/saved", content=json.dumps(wanted | {"data": bad}))
        refused(answer, "no data", status=404)
    assert client.get("/api/saved").json()["saved"] == []


def test_hostile_zip_files_are_refused(client: TestClient) -> None:
    for name, (data, words) in HOSTILE.items():
        if name != "large":
            refused(client.post("/api/data", content=data), words)
    assert client.get("/api/data").json() == {"data": []}


def test_data_that_are_none_are_refused(client: TestClient) -> None:
    dots = ("tables.toml", "[turns]", "a" + ".a" * 20_000 + " = 1\n[turns]")
    refused(client.post("/api/data", content=archive(a=dots)), "tables.toml", "is the limit")
    refused(client.post("/api/data", content=archive()), "already")
    bad = ("units.toml", "strength = 3", "strength = 99")
    refused(client.post("/api/data", content=archive(a=bad)), "units.toml", "from 0 to 30")
    lake = ("units.toml", 'hex = "0210"', 'hex = "0115"')
    refused(client.post("/api/data", content=archive(a=lake)), "land")
    refused(client.post("/api/data", content=packed([("map.toml", "")])), "data.toml")
    about = 'game = "chess"\nformat = 1'
    refused(client.post("/api/data", content=packed([("data.toml", about)])), "chess")
    about = f'game = "{GAME}"\nformat = 1\n'
    more = packed([("data.toml", about), ("extra.toml", "")])
    refused(client.post("/api/data", content=more), "extra.toml", "units.toml")
    refused(client.post("/api/data", content=b"x" * (2**20 + 1)), "1 MB", status=413)
    assert len(BOMB) < 2**20


def test_only_so_many_are_kept_and_broken_files_are_passed_over(tmp_path: Path) -> None:
    sets = DataSets(tmp_path)
    found = sets.take(archive(a=STRONGER))
    for number, text in enumerate(("", "[]", "{}", '{"game": "chess"}', "[" * 9999)):
        (sets.folder / f"broken{number}.json").write_text(text)
    (sets.folder / "folder.json").mkdir()
    assert sets.list() == [found]
    for number in range(MOST):
        (sets.folder / f"x{number}.json").write_text("{}")
    with pytest.raises(bh.InvalidData, match="delete one"):
        sets.take(archive(a=("units.toml", "strength = 3", "strength = 8")))


def test_a_record_with_a_hostile_map_is_refused(client: TestClient) -> None:
    data = bh.Record.new(bh.load(GAME)).to_dict()
    data["map"]["text"] = "a" + ".a" * 20_000 + "=1"
    answer = client.post("/api/saved/import", content=json.dumps(data))
    refused(answer, "is the limit")
