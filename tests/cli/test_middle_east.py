"""The commands on the games of Middle East Battles."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.kernels.kernel import JIT
from tests.cli.conftest import Run
from tests.processes import as_users_do
from tests.tiers import first

SUEZ, EL_ARISH = "suez-56", "el-arish-67"
every_game = pytest.mark.parametrize("game", [SUEZ, EL_ARISH])


def begun(run: Run, path: Path, game: str, *words: object) -> Path:
    """Begin a game in a file and set it up as is suggested."""
    assert run("new", game, "-o", path, "--seed", 7, *words).status == 0
    assert run("do", path, "deploy", "end").status == 0
    return path


def started(path: Path, game: str, **fields: Any) -> Path:
    """Write a record that begins in a position of a few units."""
    loaded = bh.load(game)
    units = dict.fromkeys(loaded.units, "eliminated") | fields.pop("units", {})
    start = loaded.position({"game": game, "units": units, **fields})
    bh.Record.new(loaded, "seeded", seed=7, start=start).save(path)
    return path


def test_both_games_are_listed(run: Run) -> None:
    found = {info["id"]: info for info in run("games", "--json").data}
    assert set(found[SUEZ]["options"]) == {"what_if", "any_lead"}
    assert found[EL_ARISH]["sides"] == ["israel", "egypt"]
    assert "el-arish-67" in run("games").out


@every_game
def test_show_tells_points_markers_and_units(run: Run, tmp_path: Path, game: str) -> None:
    path = begun(run, tmp_path / "g.json", game)
    answer = run("show", path)
    assert answer.status == 0
    side = "Anglo-French" if game == SUEZ else "Israel"
    assert f"turn 1, {side}, movement phase" in answer.out
    assert f"Victory points: {side} 0, Egypt {8 if game == SUEZ else 0}" in answer.out
    assert "Airstrikes left: " in answer.out
    assert "to come, turn 1" in answer.out
    assert "world opinion 8" in answer.out or game == EL_ARISH
    assert max(map(len, answer.lines)) <= 110
    data = run("show", path, "--json", "--side", "egypt").data
    assert data["side"] == bh.load(game).sides[0]
    assert "legal_actions" not in data


def test_what_if(run: Run, tmp_path: Path) -> None:
    path = begun(run, tmp_path / "g.json", SUEZ, "--option", "what_if")
    out = run("show", path).out
    assert "Options: what_if" in out
    assert "Egypt 0" in out
    assert "1-1a-armor" in out


def test_entering_lifting_and_whole_attacks_are_one_argument(run: Run, tmp_path: Path) -> None:
    path = begun(run, tmp_path / "e.json", EL_ARISH)
    answer = run("do", path, "enter 79-7-tal 4819 4720", "enter 82-7-tal 4819")
    assert answer.status == 0
    assert answer.lines[-1].startswith("Next: turn 1, Israel, movement phase")
    assert run("legal", path, "--unit", "82-7-tal").lines[0].startswith("move 82-7-tal ")
    assert run("undo", path).lines[0] == "Taken back: enter 82-7-tal 4819"
    refused = run("do", path, "enter 82-7-tal 4819 1929")
    assert refused.status == 1
    assert "error: [" in refused.err
    assert bh.Record.load(path).position.step == "movement"


def test_an_attack_rolls_to_the_next_decision(run: Run, tmp_path: Path) -> None:
    units = {"79-7-tal": "3331", "82-7-tal": "3531", "14-armor": "3430", "1-7-inf": "2228"}
    path = started(
        tmp_path / "a.json", EL_ARISH, turn=4, side="israel", phase="combat", units=units,
        airstrikes={"air": 4},
    )  # fmt: skip
    assert run("do", path, "attack 3430 with 82-7-tal 79-7-tal air 4").status == 0
    shown = run("show", path).out
    assert "14 against 6" in shown
    assert "mobile, column" in shown
    assert "frontal, column" in shown
    fired = run("do", path, "fire", "mobile", "--json")
    assert fired.status == 0, fired.err
    rolls = [step for step in fired.data["steps"] if step["actor"] == "dice"]
    assert len(rolls) == 2  # the night die, and the die
    assert run("undo", path).status == 1
    assert run("verify", path).status == 0


def test_the_air_dice_are_rolled_at_the_start_of_a_turn(run: Run, tmp_path: Path) -> None:
    path = begun(run, tmp_path / "d.json", EL_ARISH)
    assert run("do", path, "end", "end", "stay", "end").status == 0
    answer = run("do", path, "end", "--json")
    assert [step["actor"] for step in answer.data["steps"]] == ["egypt", "dice", "dice"]
    assert answer.data["to_move"] == "israel"
    assert run("undo", path).status == 1


def secret(path: Path) -> Path:
    """Write a record in which the West has just chosen its last turn."""
    units = {"1-p": "2517", "4-inf": "2912"}
    return started(
        path, SUEZ, turn=6, side="egypt", phase="end", units=units, ledger={"world opinion": 8}
    )


def test_the_last_turn_stays_the_wests_secret(run: Run, tmp_path: Path) -> None:
    path = secret(tmp_path / "s.json")
    assert "continue 9" in run("legal", path).lines
    done = run("do", path, "continue 9")
    assert done.status == 0
    assert "9" not in done.out.replace("[9.2]", "").replace("9.", "")
    for side in ((), ("--side", "egypt")):
        assert "continue 9" not in run("replay", path, *side).out
        assert "continue" in run("replay", path, *side).out
        assert "continue 9" not in json.dumps(run("replay", path, "--json", *side).data)
        assert "last_turn" not in run("show", path, "--json", *side).data
        assert "Last turn" not in run("show", path, *side).out
    assert "continue 9" in run("replay", path, "--side", "anglo_french").out
    assert "Last turn: 9" in run("show", path, "--side", "anglo_french").out
    assert run("replay", path, "--side", "israel").status == 2
    run("do", path, "resign")
    assert "continue 9" in run("replay", path).out


def test_a_number_that_is_chosen_can_be_taken_back(run: Run, tmp_path: Path) -> None:
    path = secret(tmp_path / "s.json")
    run("do", path, "continue 9")
    answer = run("undo", path)
    assert answer.status == 0
    assert "continue 9" in run("legal", path).lines


@pytest.mark.slow
@pytest.mark.parametrize("game", first(1, [SUEZ, EL_ARISH]))
def test_a_whole_game_through_do(run: Run, tmp_path: Path, game: str) -> None:
    """Random decisions, some at a time; the dice are rolled when they are due."""
    if not JIT:
        pytest.skip("takes minutes in plain Python")
    path = begun(run, tmp_path / "g.json", game)
    draw = random.Random(3)
    actors: set[str] = set()
    shown = 0
    while (position := bh.Record.load(path).position).to_move is not None:
        texts, trial = [], position.copy()
        while trial.to_move not in ("dice", None) and len(texts) < 40:
            listed = trial.legal_actions()
            end = "end" in listed and draw.random() < 0.2
            texts.append("end" if end else listed[draw.randrange(len(listed))])
            trial.push(texts[-1])
        data = run("do", path, *texts, "--json").data
        actors |= {step["actor"] for step in data["steps"]}
        if shown < 12 and draw.random() < 0.3:
            shown += 1
            assert run("show", path).status == 0
            assert run("legal", path).status == 0
    assert actors == {*bh.load(game).sides, "dice"}
    assert data["result"]["winner"] in (*bh.load(game).sides, "draw")
    assert run("verify", path, "--json").data["unchecked"] == []
    assert run("replay", path).lines[-1].endswith("]")


def test_a_game_is_played_from_the_shell(tmp_path: Path) -> None:
    """Processes of their own, as somebody's script would run them."""
    path = tmp_path / "g.json"
    environment = as_users_do(BRIDGEHEAD_DATA=str(tmp_path / "data"))

    def bridgehead(*words: str) -> str:
        command = [sys.executable, "-m", "bridgehead", *words]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        return done.stdout

    bridgehead("new", EL_ARISH, "-o", str(path), "--seed", "5")
    assert "Next: turn 1, Israel" in bridgehead("do", str(path), "deploy", "end")
    assert "checked: all 2 actions are legal" in bridgehead("verify", str(path))


@every_game
def test_render_and_map(run: Run, tmp_path: Path, game: str) -> None:
    path = begun(run, tmp_path / "g.json", game)
    svg, own = tmp_path / "g.svg", tmp_path / "own.toml"
    assert run("render", path, "-o", svg, "--side", "egypt").status == 0
    unit = next(iter(bh.load(game).units))
    assert f'data-unit="{unit}"' in svg.read_text(encoding="utf-8")
    own.write_text(bh.load(game).map.text, encoding="utf-8")
    assert run("map", "check", own, "--game", game).status == 0
    assert run("map", "draw", own, "--game", game, "-o", svg).status == 0


@every_game
def test_simulate_perft_and_ladder(run: Run, game: str) -> None:
    if not JIT:
        pytest.skip("takes minutes in plain Python")
    data = run("simulate", game, "--games", 3, "--seed", 2, "--json").data
    sides = bh.load(game).sides
    assert set(data["wins"]) == {*sides, "draw"}
    assert sum(data["wins"].values()) == 3
    assert data["turns"] >= 3 * 6
    assert data["rolls"] > 0
    assert f"{sides[0]}=recruit" in run("simulate", game, "--games", 1).out
    count = len(bh.load(game).start().legal_actions())
    assert run("perft", game, 1).out == f"{count}\n"
    assert len(run("perft", game, 1, "--divide").lines) == count + 1
    assert run("ladder", game, "recruit", "recruit").status == 2


@every_game
def test_a_plain_session(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    path = tmp_path / "g.json"
    move = "drop 1-p 2416" if game == SUEZ else "enter 79-7-tal 4819 4720"
    script = f"deploy\nend\n{move}\npoints\nsave\nquit\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(script))
    words = ("play", game, "--plain", "--side", "both", "--seed", 3, "--record", path)
    answer = run(*words)
    assert answer.status == 0
    assert "victory points" in answer.out
    assert bh.Record.load(path).actions[-1] == move.replace("enter 79-7-tal 4819", "move 79-7-tal")


@every_game
def test_the_strongest_player_is_the_opponent(
    run: Run, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    from bridgehead import terminal

    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(terminal, "run", lambda _game, **words: asked.append(words) or 0)
    assert run("play", game, "--terminal", "--side", "egypt").status == 0
    side = bh.load(game).sides[0]
    assert asked[0]["players"] == {side: "captain", "egypt": "human"}
