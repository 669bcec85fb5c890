"""`data export`, `data check`, and --data wherever a game is begun."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bridgehead as bh
from tests.cli.conftest import GAME, Run

pytestmark = pytest.mark.plain
GAMES = tuple(info.id for info in bh.games())


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def mine(run: Run, tmp_path: Path) -> Path:
    """Return a folder of data in which one unit is stronger."""
    folder = tmp_path / "mine"
    assert run("data", "export", GAME, folder).status == 0
    edit(folder / "units.toml", "strength = 3", "strength = 9")
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_what_is_exported_is_ours_and_sound(run: Run, tmp_path: Path, game: str) -> None:
    folder = tmp_path / "deep" / "mine"
    answer = run("data", "export", game, folder)
    assert answer.status == 0
    assert "data check" in answer.out
    files = sorted(path.name for path in folder.iterdir())
    assert files == sorted(["data.toml", *bh.game_info(game).data.files])
    for path in folder.iterdir():
        assert path.read_text(encoding="utf-8").startswith("#"), path  # it says what is in it
    answer = run("data", "check", folder)
    assert answer.status == 0
    assert "no difference from Bridgehead's data" in answer.out
    assert bh.load(game, data=folder) == bh.load(game)
    assert run("data", "export", game, folder).status == 1  # nothing is overwritten
    assert run("data", "export", game, folder, "--force").status == 0


def test_check_tells_differences_and_what_the_rulebook_says(run: Run, mine: Path) -> None:
    edit(mine / "units.toml", 'name = "Reshef 1"', 'name = "Our own"')
    edit(mine / "map.toml", "[names]", '[names]\n0101 = "Here"')
    answer = run("data", "check", mine)
    assert answer.status == 1  # printed values are another
    assert (
        "against the rulebook: units.toml: unit.reshef-1.strength is 9; 3 is stated" in answer.out
    )
    assert "units.toml: unit.reshef-1.name: Reshef 1 → Our own" in answer.out
    found = run("data", "check", mine, "--json").data
    assert found["game"] == GAME
    assert found["errors"] == []
    assert {one["where"] for one in found["differences"]} == {
        "unit.reshef-1.strength", "unit.reshef-1.name",
    }  # fmt: skip
    assert len(found["statements"]) == 1


def test_check_refuses(run: Run, mine: Path, tmp_path: Path) -> None:
    edit(mine / "tables.toml", "sand = 6", "sand = 60")
    answer = run("data", "check", mine)
    assert answer.status == 1
    assert "cannot be played with" in answer.out
    assert "[movement.sand]" in answer.out
    assert "from 1 to 15" in run("data", "check", mine, "--json").data["errors"][0]
    assert run("data", "check", tmp_path / "none").status == 1
    (mine / "data.toml").unlink()
    answer = run("data", "check", mine)
    assert answer.status == 1
    assert "--game" in answer.err
    assert "[movement.sand]" in run("data", "check", mine, "--game", GAME).out
    assert run("data", "export", "chess", tmp_path / "x").status == 1


def test_reconstructed_values_may_be_corrected(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    run("data", "export", "el-arish-67", folder)
    edit(folder / "tables.toml", "AE AE A1", "AE A1 A1")
    answer = run("data", "check", folder)
    assert answer.status == 0
    assert "everything agrees with the rulebook" in answer.out
    assert "tables.toml: crt.mobile:" in answer.out


def test_a_game_with_data_of_ones_own(run: Run, mine: Path, tmp_path: Path) -> None:
    record = tmp_path / "g.json"
    assert run("new", GAME, "-o", record, "--data", mine, "--seed", 5).status == 0
    for path in mine.iterdir():
        path.unlink()
    assert run("do", record, "end").status == 0
    assert run("verify", record).status == 0
    assert run("show", record).status == 0
    assert run("undo", record).status == 0
    assert list(json.loads(record.read_text())["data"]["files"]) == ["units.toml"]


def test_simulate_and_perft_with_data_of_ones_own(run: Run, mine: Path) -> None:
    edit(mine / "tables.toml", "count = 7", "count = 1")
    found = run("simulate", GAME, "--games", 2, "--data", mine, "--json").data
    assert found["turns"] == 2
    assert run("perft", GAME, "1", "--data", mine).status == 0


def test_a_map_and_data_together_are_wrong_usage(run: Run, mine: Path, tmp_path: Path) -> None:
    answer = run("new", GAME, "-o", tmp_path / "g.json", "--data", mine, "--map", mine / "map.toml")
    assert answer.status == 2
    assert "--map and --data" in answer.err
    answer = run("new", GAME, "-o", tmp_path / "g.json", "--data", tmp_path / "none")
    assert answer.status == 1
    assert "not a folder" in answer.err


HOSTILE = "a" + ".a" * 20_000 + "=1"


@pytest.mark.parametrize("command", ["show", "verify", "legal", "replay", "undo"])
@pytest.mark.parametrize("place", ["map", "data"])
def test_hostile_records_are_refused(
    run: Run, mine: Path, tmp_path: Path, command: str, place: str
) -> None:
    path = tmp_path / "g.json"
    run("new", GAME, "-o", path, "--data", mine)
    data = json.loads(path.read_text())
    if place == "map":
        data["map"]["text"] = HOSTILE
    else:
        data["data"]["files"]["units.toml"] = HOSTILE
    path.write_text(json.dumps(data))
    answer = run(command, path)
    assert answer.status == 1
    assert "is the limit" in answer.err
    assert len(answer.err) < 400


def test_hostile_maps_and_data_are_refused(run: Run, mine: Path, tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(HOSTILE)
    (mine / "units.toml").write_text(HOSTILE)
    for words in (
        ("map", "check", path), ("map", "draw", path, "-o", tmp_path / "m.svg"),
        ("new", GAME, "-o", tmp_path / "g.json", "--map", path),
        ("new", GAME, "-o", tmp_path / "g.json", "--data", mine),
        ("simulate", GAME, "--games", 1, "--data", mine),
    ):  # fmt: skip
        answer = run(*words)
        assert answer.status == 1
        assert "is the limit" in answer.err
    assert "is the limit" in run("data", "check", mine).out
