"""The checker passes what keeps to the protocol, and finds each fault of what does not."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.cli import main
from bridgehead.core.kernels.kernel import JIT
from bridgehead.engine.check import Check, Report, check, one_of_each_title
from bridgehead.engine.walk import Walk
from tests.engine.conftest import Make

GAME = "across-suez-1980"
COMBAT = ("attack", "with", "fire", "retreat", "advance")
EVERYTHING = [
    "hello", "ids", "unknown request", "broken lines", "blank lines", f"plays {GAME}, israel",
    f"plays {GAME}, egypt", "time", "quit", "end of input",
]  # fmt: skip


def faults(report: Report) -> list[str]:
    return [found.name for found in report.checks if not found.ok]


def test_the_example_passes(make: Make) -> None:
    seen: list[Check] = []
    report = check(make(""), [GAME], progress=seen.append)
    assert faults(report) == []
    assert report.passed
    assert seen == report.checks
    assert [found.name for found in report.checks] == EVERYTHING
    asked = {found.name: found.detail for found in report.checks}
    for side in ("israel", "egypt") if JIT else ():
        assert sum(word in asked[f"plays {GAME}, {side}"] for word in COMBAT) >= 3
    assert report.to_dict()["engine"] == {"name": "Ten lines"}


@pytest.mark.slow
def test_our_own_engine_passes() -> None:
    games = ["el-arish-67", "october-war"] if JIT else ["el-arish-67"]
    command = f"{sys.executable} -m bridgehead engine --player sergeant"
    report = check(command, games, grace=120, decisions=4)
    assert faults(report) == []
    assert report.introduction["name"] == "Bridgehead sergeant"
    assert len(report.checks) == 8 + 2 * len(games)


PLAYS = [f"plays {GAME}, israel", f"plays {GAME}, egypt"]


@pytest.mark.slow_for(
    "another game-found19",
    "dies of nonsense-found14",
    "not now-found1",
    "number-found3",
    "obeys everything-found15",
    "silence-found5",
    "stays-found17",
)
@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("illegal", PLAYS),
        ("not now", PLAYS),
        ("no action", PLAYS),
        ("number", PLAYS),
        ("crash", PLAYS),
        ("silence", [*PLAYS, "time"]),
        ("wrong id", ["hello"]),
        ("no id", ["hello"]),
        ("garbage", ["hello"]),
        ("no object", ["hello"]),
        ("not UTF-8", ["hello"]),
        ("protocol", ["hello"]),
        ("nameless", ["hello"]),
        ("always an error", ["hello"]),
        ("dies of nonsense", ["unknown request", "broken lines"]),
        ("obeys everything", ["unknown request"]),
        ("answers blanks", ["blank lines"]),
        ("stays", ["quit", "end of input"]),
        ("status", ["quit"]),
        ("another game", PLAYS),
    ],
)
def test_a_bad_engine_fails(
    make: Make, fault: str, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if fault == "stays":  # it is waited for in vain
        monkeypatch.setattr("bridgehead.engine.check.TO_LEAVE", 1.0)
    report = check(
        make(fault), [GAME], seconds=0.5, grace=0.5 if fault == "silence" else 20, decisions=2
    )
    assert faults(report) == found
    assert not report.passed
    told = {check.name: check.detail for check in report.checks if not check.ok}
    assert all("right would be" in told[name] for name in found if name != "time") or (
        fault == "another game"
    )


def test_which_games_are_tried(make: Make) -> None:
    titles = one_of_each_title()
    assert titles == [GAME, "suez-56", "october-war"]
    report = check(make("another game"), decisions=1)
    names = [found.name for found in report.checks if found.name.startswith("plays")]
    assert names == ["plays el-arish-67, israel", "plays el-arish-67, egypt"]
    assert report.passed
    with pytest.raises(bh.UnknownGame):
        check(make(""), ["waterloo"])


@pytest.mark.parametrize("game_id", one_of_each_title())
def test_a_walk_asks_for_each_kind_of_decision_once(game_id: str) -> None:
    game: Any = bh.load(game_id)
    for side in game.sides:
        walk = Walk(game, side, 6 if JIT else 2, seed=1)
        kinds = []
        for position in walk:
            assert position.to_move == side
            kinds.append(walk.kind(position))
            walk.take("resign" if len(kinds) % 2 else position.legal_actions()[0])
        assert len(set(kinds)) == len(kinds) == (6 if JIT else 2)


# The commands


def test_the_command(run: Any, make: Make) -> None:
    answer = run("engine", "--check", make(""), "--game", GAME, "--decisions", 3)
    assert answer.status == 0
    assert [line[:4].strip() for line in answer.lines[:-1]] == ["ok"] * len(EVERYTHING)
    assert answer.lines[-1] == "all checks passed"


def test_the_command_tells_faults(run: Any, make: Make) -> None:
    answer = run("engine", "--check", f"engine:{make('status')}", "--game", GAME, "--decisions", 1)
    assert answer.status == 1
    (line,) = [line for line in answer.lines if line.startswith("FAIL")]
    assert "ended with status 3" in line
    assert answer.lines[-1] == "1 of 10 checks failed"


def test_the_command_as_json(run: Any, make: Make) -> None:
    command = make("illegal")
    answer = run("engine", "--check", command, "--game", GAME, "--decisions", 1, "--json")
    assert answer.status == 1
    data = answer.data
    assert (data["command"], data["protocol"], data["passed"]) == (command, 1, False)
    assert [found["name"] for found in data["checks"]] == EVERYTHING
    assert [found["name"] for found in data["checks"] if not found["ok"]] == PLAYS


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["engine", "--check"], 2),
        (["engine", "--check", ""], 1),
        (["engine", "--check", "no-such-program-here"], 1),
        (["engine", "--check", "'open"], 1),
        (["engine", "--check", sys.executable, "--game", "waterloo"], 1),
        (["engine", "--check", sys.executable, "--seconds", "0"], 2),
        (["engine", "--check", sys.executable, "--player", "recruit"], 2),
        (["engine", "--check", sys.executable, "--seed", "1"], 2),
        (["engine", "--game", GAME], 2),
        (["engine", "--json"], 2),
        (["engine", "--decisions", "3"], 2),
        (["engine", "--player", "colonel"], 1),
        (["engine", "--seed", "-1"], 2),
    ],
)
def test_what_is_refused(words: list[str], status: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == status
    assert "error: " in capsys.readouterr().err
