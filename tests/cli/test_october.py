"""The commands on October War: points, two theaters, hidden stacks."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

import bridgehead as bh
from bridgehead.titles.october_war.formats import mapfile
from tests.cli.conftest import Run

GAME = "october-war"
UNITS = {
    "14-armor": "chinese-farm", "hq-143": "tasa", "217-armor": "tasa",
    "16-inf-div": "chinese-farm", "2-inf-div": "ismailia", "eg-tac-1": "ready", "tac-1": "ready",
}  # fmt: skip


def started(path: Path, **fields: object) -> Path:
    """Write a record that begins in a position of a few counters."""
    game = bh.load(GAME)
    given = {"turn": 2, "side": "israel", "phase": "combat 1", "step": "battles", **fields}
    start = game.position({"game": GAME, "units": UNITS, **given})
    bh.Record.new(game, "seeded", seed=7, start=start).save(path)
    return path


def commitment(path: Path) -> Path:
    return started(path, turn=1, side="arab", phase="air commitment", step="commit")


def test_a_game_is_begun_and_set_up(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    assert run("new", GAME, "-o", path, "--seed", 3).status == 0
    assert "place hq-sc tasa" in run("legal", path).lines
    assert run("legal", path, "--unit", "garrison-1").lines[0].startswith("place garrison-1 ")
    assert run("do", path, "place hq-sc tasa").status == 0
    assert run("undo", path).lines[0] == "Taken back: place hq-sc tasa"
    assert run("do", path, "deploy", "end").status == 0
    refused = run("do", path, "move 217-armor tasa")
    assert refused.status == 1
    assert refused.err.startswith("error: [")
    assert run("verify", path).status == 0
    assert "Israel has set up" in run("replay", path).out  # what was accepted is its secret
    assert "deploy" in run("replay", path, "--side", "israel").out


def test_show_tells_a_side_what_it_may_see(run: Run, tmp_path: Path) -> None:
    path = started(tmp_path / "g.json")
    israel, arab, both = (run("show", path, *given).out for given in (
        ("--side", "israel"), ("--side", "arab"), ()))  # fmt: skip
    for out in (israel, arab, both):
        assert "turn 2, Israel, combat 1 phase" in out
        assert "casualties" in out
        assert "Chinese Farm" in out
        assert max(map(len, out.splitlines())) <= 110
    assert "217 armor brigade" in israel
    assert "attack (1)" in israel
    assert "Ismailia           ?1)" in israel
    for out in (arab, both):
        assert "217 armor brigade" not in out
        assert "Tasa               ?2]" in out
    assert "2 infantry division" in arab
    assert "2 infantry division" not in israel.replace("16 infantry", "") + both
    view = run("show", path, "--json", "--side", "arab").data
    assert "217-armor" not in view["units"]
    assert view["hidden"]["tasa"] == 2


def test_commitments_stay_hidden(run: Run, tmp_path: Path) -> None:
    path = commitment(tmp_path / "g.json")
    assert run("do", path, "commit tac egypt sinai ground-attack 1").status == 0
    assert "ground attack 1 TAC" in run("show", path, "--side", "arab").out
    for side in ((), ("--side", "israel")):
        assert "ground attack" not in run("show", path, *side).out
        assert "ground-attack" not in json.dumps(run("replay", path, "--json", *side).data)
    assert "ground-attack" in run("replay", path, "--side", "arab").out


def test_a_battle_is_explained_and_rolled(run: Run, tmp_path: Path) -> None:
    path = started(tmp_path / "g.json")
    done = run("do", path, "attack chinese-farm", "--json")
    assert done.status == 0, done.err
    out = run("show", path, "--side", done.data["to_move"]).out
    assert "Battle at Chinese Farm" in out
    assert "column" in out
    fire = next(text for text in run("legal", path).lines if text.startswith("fire "))
    data = run("do", path, fire, "--json").data
    assert data["steps"][1]["actor"] == "dice"
    assert run("undo", path).status == 1


def test_pictures(run: Run, tmp_path: Path) -> None:
    path, svg, png = started(tmp_path / "g.json"), tmp_path / "g.svg", tmp_path / "g.png"
    assert run("render", path, "-o", svg, "--side", "arab").status == 0
    text = svg.read_text(encoding="utf-8")
    assert 'data-unit="2-inf-div"' in text
    assert "217-armor" not in text
    assert run("render", path, "-o", svg, "--theater", "golan").status == 0
    assert 'data-hex="tasa"' not in svg.read_text(encoding="utf-8")
    assert run("render", path, "-o", png, "--theater", "sinai", "--width", 200).status == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert run("render", path, "-o", svg, "--theater", "mars").status == 2


def test_a_map_is_drawn(run: Run, tmp_path: Path) -> None:
    own, svg = tmp_path / "own.toml", tmp_path / "m.svg"
    own.write_text(mapfile.own_map().text, encoding="utf-8")
    assert run("map", "check", own, "--game", GAME).status == 0
    assert run("map", "draw", own, "--game", GAME, "-o", svg).status == 0
    assert 'id="hex-tasa"' in svg.read_text(encoding="utf-8")
    assert run("map", "draw", own, "--game", GAME, "-o", svg, "--theater", "golan").status == 0
    assert 'id="hex-tasa"' not in svg.read_text(encoding="utf-8")


def test_a_map_of_hexes_has_no_theaters(run: Run, tmp_path: Path) -> None:
    own, svg = tmp_path / "own.toml", tmp_path / "m.svg"
    own.write_text(bh.load("across-suez-1980").map.text, encoding="utf-8")
    assert run("map", "draw", own, "-o", svg, "--theater", "sinai").status == 2


def test_games_and_perft(run: Run) -> None:
    found = {info["id"]: info for info in run("games", "--json").data}
    assert found[GAME]["sides"] == ["israel", "arab"]
    assert "no_fog" in found[GAME]["options"]
    count = len(bh.load(GAME).start().legal_actions())
    assert run("perft", GAME, 1).out == f"{count}\n"
    assert len(run("perft", GAME, 1, "--divide").lines) == count + 1


def test_a_plain_session(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g.json"
    monkeypatch.setattr(sys, "stdin", io.StringIO("deploy\nend\nmenu\nsave\nquit\n"))
    answer = run("play", GAME, "--plain", "--side", "both", "--seed", 3, "--record", path)
    assert answer.status == 0
    assert "the Arab states look now" in answer.out
    assert bh.Record.load(path).actions == ["deploy", "end"]
