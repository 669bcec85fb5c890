"""`bridgehead puzzles`: the list, one puzzle, a plan, a file of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

import bridgehead as bh
from bridgehead.players import puzzles
from tests.cli.conftest import GAME, Run


@pytest.mark.plain
def test_it_lists_the_puzzles(run: Run) -> None:
    answer = run("puzzles")
    assert answer.status == 0
    assert len(answer.lines) == len(bh.games())
    found = run("puzzles", GAME, "--json").data["puzzles"]
    assert [one["id"] for one in found] == [one.id for one in puzzles.of_game(GAME)]
    assert not any("plans" in one or "usual" in one for one in found)
    lines = run("puzzles", GAME).lines
    assert all(one["id"] in line for one, line in zip(found, lines, strict=True))


@pytest.mark.plain
def test_a_puzzle_is_shown_without_its_solution_and_written_as_a_record(
    run: Run, tmp_path: Path
) -> None:
    puzzle = puzzles.of_game(GAME)[0]
    path = tmp_path / "p.json"
    answer = run("puzzles", puzzle.id, "-o", str(path))
    assert answer.status == 0
    assert puzzle.question in " ".join(answer.lines)
    assert puzzle.best.plan[0] not in answer.out
    record = bh.Record.load(path)
    assert record.position == puzzle.position
    assert "; ".join(puzzle.best.plan) in run("puzzles", puzzle.id, "--solution").out
    assert run("puzzles", puzzle.id, "-o", str(path)).status == 1
    assert run("puzzles", "today", "--json").data["question"]


def test_a_plan_is_graded_from_a_record_or_a_text(run: Run, tmp_path: Path) -> None:
    puzzle = puzzles.of_game(GAME)[0]
    path = tmp_path / "p.json"
    assert run("puzzles", puzzle.id, "-o", str(path)).status == 0
    record = bh.Record.load(path)
    for action in puzzle.best.plan:
        record.do(action)
    record.save(path)
    graded = run("puzzles", puzzle.id, "--plan", str(path), "--json").data
    assert graded["solved"]
    text = "; ".join(puzzle.best.plan)
    assert run("puzzles", puzzle.id, "--plan", text, "--json").data == graded
    answer = run("puzzles", puzzle.id, "--plan", "; ".join(puzzle.usual.plan))
    assert answer.lines[0].startswith("Not solved")
    refused = run("puzzles", puzzle.id, "--plan", "end; end; end; end")
    assert refused.status == 1
    assert "plan: " in refused.err


@pytest.mark.plain
def test_wrong_usage_and_unknown_puzzles_are_refused(run: Run, tmp_path: Path) -> None:
    assert run("puzzles", "nothing").status == 1
    assert "no puzzle 'nothing'" in run("puzzles", "nothing").err
    assert run("puzzles", "--games", "1").status == 2
    assert run("puzzles", GAME, "--solution").status == 2
    path = tmp_path / "mine.jsonl"
    path.write_text("{}\n", encoding="utf-8")
    assert "line 1: format" in run("puzzles", "--check", str(path)).err
    path.write_text(puzzles.of_game(GAME)[0].to_line() + "\n", encoding="utf-8")
    assert run("puzzles", "--check", str(path), "--json").data == {"puzzles": 1}
    assert run("puzzles", "--check", str(tmp_path / "none.jsonl")).status == 1
