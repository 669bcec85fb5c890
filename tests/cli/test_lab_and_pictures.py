"""Commands that only hand over: pictures, simulation, perft, play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from tests.cli.conftest import GAME, REPRINT, Run


def test_render(run: Run, in_combat: Path, tmp_path: Path) -> None:
    svg, png = tmp_path / "g.svg", tmp_path / "g.png"
    assert run("render", in_combat, "-o", svg).status == 0
    assert 'data-unit="sharon"' in svg.read_text(encoding="utf-8")
    assert run("render", in_combat, "-o", png, "--width", 500, "--at", 0).status == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert run("render", in_combat, "-o", svg, "--side", "egypt").status == 0
    assert run("render", in_combat, "-o", tmp_path / "g.bmp").status == 2
    assert run("render", in_combat, "-o", svg, "--side", "syria").status == 2
    assert run("render", in_combat, "-o", svg, "--at", 9).status == 1


def test_simulate(run: Run) -> None:
    data = run("simulate", GAME, "--games", 4, "--seed", 2, "--json").data
    assert data["game"] == GAME
    assert data["games"] == 4
    assert sum(data["wins"].values()) == 4
    assert set(data["wins"]) == {"israel", "egypt", "draw"}
    assert {"turns", "decisions", "seconds"} <= set(data)
    again = run("simulate", GAME, "--games", 4, "--seed", 2, "--json").data
    assert again | {"seconds": 0} == data | {"seconds": 0}
    answer = run("simulate", REPRINT, "--games", 2, "--option", "commandos")
    assert answer.status == 0
    assert "israel=recruit egypt=recruit" in answer.out
    assert "games/s" in answer.out


def test_perft(run: Run, tmp_path: Path) -> None:
    count = len(bh.load(GAME).start().legal_actions())
    assert run("perft", GAME, 0).out == "1\n"
    assert run("perft", GAME, 1).out == f"{count}\n"
    lines = run("perft", GAME, 1, "--divide").lines
    assert len(lines) == count + 1
    given = tmp_path / "p.json"
    given.write_text(json.dumps({"game": GAME, "turn": 2, "units": {"sharon": "0309"}}))
    data = run("perft", GAME, 2, "--position", given, "--divide", "--json").data
    assert data["nodes"] == sum(data["divide"].values())
    assert data["depth"] == 2


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Keep what the terminal was asked for instead of opening it."""
    from bridgehead import terminal

    calls: list[dict[str, Any]] = []

    def opened(game: Any, **words: Any) -> int:
        calls.append({"game": game.id, "options": game.options, **words})
        return 0

    monkeypatch.setattr(terminal, "run", opened)
    return calls


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[dict[str, Any]]:
    """Keep what the page's server was asked for instead of starting it."""
    from bridgehead import server

    calls: list[dict[str, Any]] = []

    def serve(**words: Any) -> int:
        calls.append(words)
        return 0

    monkeypatch.setattr(server, "serve", serve)
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path / "data"))
    return calls


def test_the_page_is_the_default(run: Run, served: list[dict[str, Any]]) -> None:
    assert run().status == 0
    assert run("play").status == 0
    assert run("--port", 8000, "--no-browser").status == 0
    asked = [(call["port"], call["browser"], call["record"]) for call in served]
    assert asked == [(None, True, None), (None, True, None), (8000, False, None)]


def test_the_page_with_a_game_of_its_own(run: Run, served: list[dict[str, Any]]) -> None:
    run("play", REPRINT, "--option", "commandos", "--side", "egypt", "--seed", 4)
    run("play", "--side", "both")
    first, second = (call["record"] for call in served)
    assert (first.game.id, first.game.options) == (REPRINT, ("commandos",))
    assert first.players == {"israel": "captain", "egypt": "human"}
    assert (first.dice.kind, first.dice.seed) == ("seeded", 4)
    assert (second.game.id, second.dice.kind) == (GAME, "committed")
    assert second.players == {"israel": "human", "egypt": "human"}
    assert run("play", GAME, "--opponent", "rommel").status == 1
    assert len(served) == 2


def test_play_in_the_terminal(run: Run, played: list[dict[str, Any]]) -> None:
    assert run("--terminal").status == 0
    assert run("play", "--terminal").status == 0
    assert played[0] == played[1]
    assert played[0] == {
        "game": GAME,
        "options": (),
        "players": {"israel": "human", "egypt": "captain"},
        "dice": "committed",
        "seed": None,
        "record_path": None,
        "record": None,
        "plain": None,
    }


def test_play_as_asked(run: Run, played: list[dict[str, Any]], tmp_path: Path) -> None:
    run("play", REPRINT, "--terminal", "--option", "commandos", "--side", "egypt", "--seed", 4,
        "--opponent", "recruit", "--plain", "--port", 8000, "--no-browser")  # fmt: skip
    assert played[0]["game"] == REPRINT
    assert played[0]["options"] == ("commandos",)
    assert played[0]["players"] == {"israel": "recruit", "egypt": "human"}
    assert (played[0]["dice"], played[0]["seed"], played[0]["plain"]) == ("seeded", 4, True)
    run("play", "--side", "both", "--dice", "open", "--record", tmp_path / "new.json")
    assert played[1]["players"] == {"israel": "human", "egypt": "human"}
    assert played[1]["dice"] == "open"
    assert played[1]["record_path"] == tmp_path / "new.json"


def test_play_on_in_a_record(run: Run, played: list[dict[str, Any]], in_combat: Path) -> None:
    assert run("play", "--record", in_combat).status == 0
    assert played[0]["record"].actions == ["end"]
    assert played[0]["record_path"] == in_combat
    assert run("play", REPRINT, "--record", in_combat).status == 2
    assert run("play", "--record", in_combat, "--seed", 3).status == 2
    in_combat.write_text("{")
    assert run("play", "--record", in_combat).status == 1
    assert len(played) == 1


def test_play_with_an_unknown_opponent(run: Run) -> None:
    answer = run("play", "--plain", "--opponent", "rommel")
    assert answer.status == 1
    assert "rommel" in answer.err
