"""`bridgehead ladder`: what it asks for, its tables, its files, and how it is broken off."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bridgehead.cli.research_commands.ladder_table import tables, verdict
from bridgehead.core.titles import games
from bridgehead.lab import ladder as lab
from bridgehead.lab.matches import cores
from bridgehead.lab.pairs import Pair, PairTask, Played
from tests import urn
from tests.cli.conftest import GAME, Run

LADDER = ("ladder", GAME, "recruit", "sergeant", "--pairs", 2, "--seed", 3, "--processes", 1)


def two_to_one(task: PairTask) -> list[Pair]:
    """The second player wins all games but one of three."""
    lost, won = Played(1, "time", 7, 100), Played(0, "held", 7, 120)
    return [Pair(i, (won, won) if i % 3 == 2 else (lost, won)) for i in task.numbers]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the pairs decided without playing them."""
    monkeypatch.setattr(lab, "play_pairs", two_to_one)
    monkeypatch.setattr(lab, "check_players", lambda tasks: None)


@pytest.mark.usefixtures("quick")
def test_tables(run: Run) -> None:
    answer = run("ladder", GAME, "recruit", "sergeant", "--pairs", 6, "--processes", 1)
    assert answer.status == 0
    lines = answer.lines
    assert lines[0].endswith("6 pairs of games between every two players, seed 1")
    heading, first, second = (line.split("  ") for line in lines[2:5])
    assert [word.strip() for word in heading if word] == [
        "player", "Elo", "score", "games", "won", "drawn", "lost", "as israel", "as egypt",
        "mean time", "99 % within",
    ]  # fmt: skip
    assert [word.strip() for word in first if word] == [
        "sergeant", "+125 ± 120", "83.3 %", "12", "10", "0", "2", "100.0 %", "66.7 %", "-", "-",
    ]  # fmt: skip
    assert second[0] == "recruit"
    assert "-125 ± 120" in lines[4]
    assert lines[7].split() == [
        "sergeant", "v", "recruit", "+249", "±", "241", "83.3", "%", "83.3", "%",
        "6", "0", "0", "2", "0", "4",
    ]  # fmt: skip
    assert len({len(line) for line in lines[2:5]}) == 1
    assert answer.err == ""


@pytest.mark.usefixtures("quick")
def test_markdown(run: Run) -> None:
    answer = run(
        "ladder", GAME, "recruit", "sergeant", "--pairs", 6, "--markdown", "--processes", 1
    )
    lines = answer.lines
    assert lines[2].startswith("| player | Elo | score | games |")
    assert lines[3].startswith("| --- | ---: |")
    assert lines[4].startswith("| sergeant | +125 ± 120 | 83.3 % | 12 | 10 | 0 | 2 |")
    assert "| sergeant v recruit | +249 ± 241 | 83.3 % | 83.3 % | 6 | 0 | 0 | 2 | 0 | 4 |" in lines
    for table in (lines[2:6], lines[7:10]):
        assert len({line.count("|") for line in table}) == 1


@pytest.mark.usefixtures("quick")
def test_json(run: Run) -> None:
    data = run(*LADDER, "--json").data
    assert (data["game"], data["pairs"], data["seed"], data["games"]) == (GAME, 2, 3, 4)
    assert data["score"] == {"recruit": 0.0, "sergeant": 1.0}
    assert set(data["elo"]) == {"recruit", "sergeant"}
    assert data["complete"]


def test_what_is_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[lab.Ladder] = []
    monkeypatch.setattr(lab.Ladder, "play", lambda self, progress: asked.append(self))
    assert run("ladder", GAME, "recruit", "sergeant").status == 0
    save = tmp_path / "l.jsonl"
    assert run(*LADDER, "--sprt", "-5", "10.5", "--alpha", 0.1, "--save", save).status == 0
    plain, other = asked
    assert (plain.pairs, plain.seed, plain.workers.count) == (50, 1, cores())
    assert (plain.sprt, plain.save) == (None, None)
    assert (other.pairs, other.seed, other.workers.count, other.save) == (2, 3, 1, save)
    assert other.sprt == lab.Sprt(-5, 10.5, 0.1, 0.05)


@pytest.mark.usefixtures("quick")
def test_a_sequential_test(run: Run) -> None:
    words = ("ladder", GAME, "sergeant", "recruit", "--processes", 1, "--sprt", -300, 0)
    answer = run(*words, "--pairs", 100)
    assert "at most 100 pairs" in answer.lines[0]
    said = answer.lines[-1]
    assert said.startswith("SPRT, sergeant against recruit, Elo -300 or 0: H0 (-300 Elo) accepted")
    assert "LLR -" in said
    assert "between -2.94 and 2.94" in said
    assert answer.lines[-2] == ""
    undecided = run(*words, "--pairs", 2).lines[-1]
    assert "not decided after 2 pairs" in undecided
    data = run(*words, "--json", "--pairs", 100).data
    assert verdict(data["sprt"]) == said


@pytest.mark.usefixtures("quick")
def test_a_saved_one_goes_on_and_another_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "l.jsonl"
    assert run(*LADDER, "--save", path).status == 0
    assert len(path.read_text().splitlines()) == 3
    again = run(*LADDER, "--pairs", 4, "--save", path)
    assert again.status == 0
    assert len(path.read_text().splitlines()) == 5
    refused = run(*LADDER, "--seed", 4, "--save", path)
    assert refused.status == 1
    assert "seed is 3 there, and 4 is asked for" in refused.err
    assert run(*LADDER, "--save", tmp_path / "no" / "l.jsonl").status == 1


@pytest.mark.usefixtures("quick")
def test_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(task: PairTask) -> list[Pair]:
        if 3 in task.numbers:
            raise KeyboardInterrupt
        return two_to_one(task)

    monkeypatch.setattr(lab, "play_pairs", interrupted)
    path = tmp_path / "l.jsonl"
    words = ("ladder", GAME, "recruit", "sergeant", "--pairs", 9, "--processes", 1)
    answer = run(*words, "--save", path)
    assert answer.status == 130
    assert answer.err == (
        f"interrupted after 6 games; run the same command again to continue {path}\n"
    )
    assert "not finished" in answer.lines[-1]
    assert len(path.read_text().splitlines()) == 4
    assert not run(*words, "--json").data["complete"]


def test_faults_and_times_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.lab import opponents

    monkeypatch.setitem(games._games, urn.ID, urn.INFO)
    found = lab.ladder(urn.Urn(), ["recruit", opponents.breaks_down], pairs=1)
    found["times"]["recruit"] |= {"mean": 2.345, "p99": 0.0123}
    text = tables(found)
    assert "breaks_down lost 2 by a fault; the first: fails: RuntimeError: out of ideas" in text
    assert "2.35 s" in text
    assert "12 ms" in text


WRONG: list[tuple[Any, ...]] = [
    ("recruit",),
    ("recruit", "recruit"),
    ("recruit", "sergeant", "--json", "--markdown"),
    ("recruit", "sergeant", "--sprt", 10, 0),
    ("recruit", "sergeant", "--sprt", 0, 10, "--beta", 0.7),
    ("recruit", "sergeant", "--sprt", 0),
    ("recruit", "sergeant", "--pairs", 0),
    ("recruit", "sergeant", "captain", "--sprt", 0, 10),
]


@pytest.mark.parametrize("words", WRONG, ids=lambda words: " ".join(map(str, words)))
def test_wrong_usage(run: Run, words: tuple[Any, ...]) -> None:
    assert run("ladder", GAME, *words).status == 2


@pytest.mark.slow  # compiles the sergeant
def test_really_played(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "l.jsonl"
    data = run(*LADDER, "--json", "--save", path).data
    assert data["pairs"] == 2
    assert set(data["score"]) == set(data["elo"]) == {"recruit", "sergeant"}
    header, *pairs = map(json.loads, path.read_text().splitlines())
    assert (header["ladder"], header["players"]) == (GAME, ["recruit", "sergeant"])
    assert [pair["pair"] for pair in pairs] == [0, 1]
