"""The three kinds of dice in files: who may roll what, what a file tells, what verify finds."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.dice.dice import commitment_to
from tests.cli.conftest import GAME, Run

ATTACK = "attack 0910 with matt-3 fire"


def begin(run: Run, path: Path, *words: object) -> None:
    assert run("new", GAME, "-o", path, *words).status == 0
    assert run("do", path, "end").status == 0
    assert run("do", path, ATTACK, "--no-roll").status == 0


def play_out(
    run: Run, path: Path, seed: int, decide: Callable[[list[str]], str] | None = None
) -> None:
    """Play a game to its end through the commands alone."""
    rng = random.Random(seed)

    def choose(actions: list[str]) -> str:
        if "end" in actions and rng.random() < 0.6:
            return "end"
        return rng.choice(actions)

    while True:
        found = run("legal", path, "--json").data
        if found["to_move"] is None:
            return
        if found["to_move"] == "dice":
            answer = run("do", path)
        else:
            answer = run("do", path, (decide or choose)(found["actions"]))
            while answer.status == 1 and "[9.2]" in answer.err:  # must attack in turn 1
                answer = run("do", path, rng.choice(found["actions"]))
        assert answer.status == 0, answer.err


def test_open_dice_take_a_roll_from_the_table(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    begin(run, path)
    assert run("do", path, "roll 6").status == 0
    assert bh.Record.load(path).actions[-1] == "roll 6"


@pytest.mark.parametrize("kind", ["seeded", "committed"])
def test_other_dice_take_only_the_roll_that_is_due(run: Run, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "g.json"
    begin(run, path, "--dice", kind, *(["--seed", 5] if kind == "seeded" else []))
    due = int(bh.Record.load(path).next_action().removeprefix("roll "))
    before = path.read_bytes()
    answer = run("do", path, f"roll {due % 6 + 1}")
    assert answer.status == 1
    assert "[dice]" in answer.err
    assert path.read_bytes() == before
    assert run("do", path, f"roll {due}").status == 0


def test_seeded_dice_repeat(run: Run, tmp_path: Path) -> None:
    logs = []
    for name in ("a", "b"):
        path = tmp_path / name
        begin(run, path, "--seed", 11)
        run("do", path)
        logs.append(bh.Record.load(path).actions)
    assert logs[0] == logs[1]


@pytest.mark.slow
def test_a_whole_seeded_game_through_the_commands(run: Run, record: Path) -> None:
    play_out(run, record, seed=1)
    answer = run("verify", record)
    assert answer.status == 0
    assert any("rolls are those of the seeded dice" in line for line in answer.lines)
    result = run("replay", record, "--json").data["result"]
    assert result == json.loads(record.read_text())["result"]
    assert "has won" in run("show", record).out
    assert run("undo", record).status == 1


def test_a_changed_roll_is_named_even_if_later_actions_stop_making_sense(
    run: Run, record: Path
) -> None:
    play_out(run, record, seed=2)
    _tamper_and_verify(run, record)


def _tamper_and_verify(run: Run, record: Path) -> None:
    """Change each roll in turn: verify names that very one."""
    data = json.loads(record.read_text())
    rolls = [i for i, text in enumerate(data["actions"]) if text.startswith("roll ")]
    assert rolls
    for place in (rolls[0], rolls[len(rolls) // 2], rolls[-1]):
        changed: dict[str, Any] = data | {"actions": list(data["actions"])}
        face = int(data["actions"][place].split()[1])
        changed["actions"][place] = f"roll {face % 6 + 1}"
        record.write_text(json.dumps(changed))
        answer = run("verify", record)
        assert answer.status == 1
        assert f"action {place + 1}, 'roll {face % 6 + 1}'" in answer.err
        assert f"dice gave {face}" in answer.err


def test_committed_dice_from_the_beginning_to_the_end(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    begin(run, path, "--dice", "committed")
    header = json.loads(path.read_text())["dice"]
    assert set(header) == {"kind", "commitment"}
    kept = next((tmp_path / "data" / "secrets").iterdir())
    secret = json.loads(kept.read_text())["secret"]
    assert commitment_to(secret) == header["commitment"]
    run("do", path)
    assert secret not in path.read_text()
    assert any("disclosed when the game is over" in line for line in run("verify", path).lines)
    play_out(run, path, seed=3)
    assert json.loads(path.read_text())["dice"]["secret"] == secret
    answer = run("verify", path)
    assert answer.status == 0
    assert any("rolls are those of the committed dice" in line for line in answer.lines)
    _tamper_and_verify(run, path)


def test_committed_dice_are_rolled_by_their_host_alone(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.json"
    assert run("new", GAME, "-o", path, "--dice", "committed").status == 0
    run("do", path, "end")
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path / "elsewhere"))
    before = path.read_bytes()
    answer = run("do", path, ATTACK)
    assert answer.status == 1
    assert "--no-roll" in answer.err
    assert path.read_bytes() == before
    assert run("do", path, ATTACK, "--no-roll").status == 0
    assert run("do", path, "roll 1").status == 1
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path / "data"))
    assert run("do", path).status == 0


def test_two_people_by_mail_with_open_dice(run: Run, tmp_path: Path) -> None:
    """Each has a folder of one's own; the file goes to and fro."""
    anna, omar = tmp_path / "anna.json", tmp_path / "omar.json"
    assert (
        run("new", GAME, "-o", anna, "--player", "israel=Anna", "--player", "egypt=Omar").status
        == 0
    )
    homes = {"israel": anna, "egypt": omar}
    omar.write_bytes(anna.read_bytes())
    rng = random.Random(4)
    for _ in range(60):
        found = run("legal", anna, "--json").data
        mover = found["to_move"]
        if mover is None:
            break
        actions = found["actions"]
        action = "end" if "end" in actions and rng.random() < 0.5 else rng.choice(actions)
        mine = homes[mover]
        answer = run("do", mine, action)
        if answer.status:
            assert "[9.2]" in answer.err
            continue
        for other in homes.values():
            other.write_bytes(mine.read_bytes())
    assert anna.read_bytes() == omar.read_bytes()
    assert run("verify", omar).status == 0
    assert len(bh.Record.load(omar).actions) > 20
