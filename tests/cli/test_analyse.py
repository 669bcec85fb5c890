"""`bridgehead analyse` and `bridgehead hint`, with an oracle in place of the thinking player."""

import re
from pathlib import Path
from typing import Any

import pytest

from bridgehead import players
from bridgehead.analysis import annotate
from bridgehead.cli.research_commands import analyse as command
from bridgehead.core.records.record import Record

from ..players.fakes import Oracle, anywhere, first_legal
from .conftest import GAME, Run

RECORDS = Path(__file__).parent.parent / "records"
HELD = RECORDS / "1980-held.json"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Let an oracle think; return who was asked for, with seed and seconds."""
    found: list[Any] = []

    def thinker(
        game: Any, name: str = "general", seed: Any = None, seconds: Any = None, threads: int = 1
    ) -> Oracle:
        found.append((name, seed, seconds))
        oracle = Oracle(anywhere, first_legal)
        oracle.name = name
        return oracle

    monkeypatch.setattr(players, "thinker", thinker)
    return found


def test_it_prints_graph_turning_points_and_summary(run: Run, asked: list[Any]):
    answer = run("analyse", HELD, "--looks", 4)
    assert answer.status == 0
    assert answer.err == ""
    assert asked == [("general@32n", 1, None)]
    assert answer.lines[0] == "Across Suez (SPI, 1980): actions 1 to 301, general@32n"
    assert answer.lines[2].strip() == "the chance of Israel"
    assert max(map(len, answer.lines)) <= 80
    told = " ".join(answer.out.split())
    assert re.search(r" a Turn \d", told)
    assert "Better: " in told
    assert "points for Egypt; actions" in told
    assert "Luck " in told
    assert "They are that player's opinion" in told


def test_turning_points_and_better_plans_are_written_into_a_record(
    run: Run, asked: list[Any], tmp_path: Path
):
    out = tmp_path / "h.json"
    answer = run("analyse", HELD, "--looks", 4, "--json", "--annotate", out)
    assert answer.status == 0
    points, record = answer.data["turning_points"], Record.load(out)
    assert [one.text for one in record.comments[:-2]] == [point["sentence"] for point in points]
    assert [one.at for one in record.comments[:-2]] == [point["to"] for point in points]
    assert [one.text for one in record.comments[-2:]] == answer.data["summary"]["sentences"]
    better = [point for point in points if point["better"]]
    assert better
    assert [list(one.actions) for one in record.lines] == [one["better"]["plan"] for one in better]
    assert [one.at for one in record.lines] == [point["from"] - 1 for point in better]
    assert record.actions == Record.load(HELD).actions
    assert "lines are legal" in run("verify", out).out or len(better) == 1
    assert f"      | Line: Better: {better[0]['better']['sentence']}" in run("replay", out).lines
    assert annotate(record, answer.data) == 0  # nothing is written twice
    again = run("analyse", HELD, "--looks", 4, "--annotate", out)
    assert again.status == 1
    assert "already exists; --force overwrites it" in again.err


def test_json_is_the_analysis(run: Run, asked: list[Any]):
    answer = run("analyse", HELD, "--looks", 4, "--json", "--from", 1, "--to", 40)
    assert answer.status == 0
    assert answer.data["format"] == "bridgehead-analysis"
    assert answer.data["actions"][0] == 1
    assert answer.data["looks"] == 4
    assert answer.data["turning_points"]


def test_seconds_are_shared_out_and_are_the_default(run: Run, asked: list[Any]):
    assert run("analyse", HELD, "--seconds", 20, "--to", 40, "--player", "captain").status == 0
    name, seed, seconds = asked[-1]
    assert (name, seed) == ("captain", 1)
    assert 0.1 < seconds < 9.0
    assert run("analyse", HELD, "--to", 40).status == 0
    assert asked[-1][2] == pytest.approx(seconds * command.SECONDS / 20)


def test_a_game_without_a_clear_step(run: Run, asked: list[Any], tmp_path: Path):
    file = tmp_path / "g.json"
    run("new", GAME, "-o", file)
    run("do", file, "end", "--no-roll")
    answer = run("analyse", file, "--looks", 2)
    assert answer.status == 0
    assert "No single action clearly turned the game." in answer.lines


@pytest.mark.parametrize(
    "words",
    [("--looks", "0"), ("--seconds", "0"), ("--seconds", "x"), ("--from", "0"),
     ("--looks", "4", "--seconds", "4")],
)  # fmt: skip
def test_wrong_usage(run: Run, asked: list[Any], words: tuple[str, ...]):
    answer = run("analyse", HELD, *words)
    assert answer.status == 2
    assert not asked


def test_what_the_game_says_no_to(run: Run, asked: list[Any], tmp_path: Path):
    assert "there are 301" in run("analyse", HELD, "--to", 999).err
    file = tmp_path / "g.json"
    run("new", "october-war", "-o", file)
    run("do", file, "deploy")
    answer = run("analyse", file, "--json")
    assert answer.status == 1
    assert answer.data["error"]["case"] == "record"
    assert "when it is over" in answer.data["error"]["reason"]


def test_a_player_that_does_not_think(run: Run):
    answer = run("analyse", HELD, "--player", "sergeant", "--looks", 4, "--json")
    assert answer.status == 1
    assert answer.data["error"]["case"] == "player"
    assert run("hint", HELD, "--at", 0, "--player", "recruit").status == 1


def test_a_hint(run: Run, asked: list[Any]):
    answer = run("hint", HELD, "--at", 0, "--player", "general@100n", "--seed", 3)
    assert answer.status == 0
    assert asked == [("general@100n", 3, None)]
    assert answer.lines[0].startswith("Move Reshef 1 to ")
    assert answer.lines[1] == "The game is open: about 50 % for Israel."
    assert answer.lines[2].startswith("First: move reshef-1 ")
    data = run("hint", HELD, "--at", 0, "--json", "--side", "israel").data
    assert data["format"] == "bridgehead-hint"
    assert data["side"] == "israel"


def test_other_ways_stand_below(run: Run, monkeypatch: pytest.MonkeyPatch):
    plans = [(("move reshef-1 0411", "end"), 0.6), (("end",), 0.4)]
    monkeypatch.setattr(players, "thinker", lambda *_, **__: Oracle(plans=plans))
    answer = run("hint", HELD, "--at", 0)
    assert answer.lines[-2:] == ["Else:", "  about 40 %: End the movement phase."]


def test_no_hint_where_nobody_of_that_side_decides(run: Run, asked: list[Any]):
    answer = run("hint", HELD, "--json")
    assert (answer.status, answer.data["error"]["case"]) == (1, "hint")
    assert "the game is over" in answer.data["error"]["reason"]
    answer = run("hint", HELD, "--at", 0, "--side", "egypt")
    assert "israel decides now, not egypt" in answer.err
    assert run("hint", HELD, "--side", "syria").status == 2
