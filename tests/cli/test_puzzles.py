"""`bridgehead puzzles`: the list, one puzzle, a plan, a file of one's own."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import jsonschema
import pytest

import bridgehead as bh
from bridgehead.core.errors import InvalidPuzzle
from bridgehead.players import puzzles
from bridgehead.players.puzzles import Grade, Puzzle, grading
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
    assert "--play" not in answer.out
    shown = " ".join(run("puzzles", puzzle.id).lines)
    assert f"bridgehead puzzles {puzzle.id} --play" in shown
    assert f"bridgehead puzzles {puzzle.id} --solution" in shown
    assert puzzle.best.plan[0] not in answer.out
    assert f"bridgehead puzzles {puzzle.id} --plan" in " ".join(answer.lines)
    record = bh.Record.load(path)
    assert record.position == puzzle.position
    assert "; ".join(puzzle.best.plan) in run("puzzles", puzzle.id, "--solution").out
    again = run("puzzles", puzzle.id, "-o", str(path))
    assert (again.status, "already exists; --force overwrites it" in again.err) == (1, True)
    assert run("puzzles", puzzle.id, "-o", str(path), "--force").status == 0
    assert run("puzzles", "today", "--json").data["question"]


def test_a_plan_is_graded_from_a_record_or_a_text(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "grade", partial(puzzles.grade, rollouts=60))
    puzzle = puzzles.of_game(GAME)[0]
    path = tmp_path / "p.json"
    assert run("puzzles", puzzle.id, "-o", str(path)).status == 0
    record = bh.Record.load(path)
    for action in puzzle.best.plan:
        record.do(action)
    record.save(path)
    graded = run("puzzles", puzzle.id, "--plan", str(path), "--json").data
    assert graded["solved"]
    rating = graded.pop("rating")
    assert rating["rating"] == 1500 + rating["change"] > 1500
    text = "; ".join(puzzle.best.plan)
    again = run("puzzles", puzzle.id, "--plan", text, "--json").data
    assert again.pop("rating") == {**rating, "change": 0}  # the first attempt counts
    assert again == graded
    assert [one["solved"] for one in run("puzzles", "--rating", "--json").data["history"]] == [1, 1]
    answer = run("puzzles", puzzle.id, "--plan", "; ".join(puzzle.usual.plan))
    assert answer.lines[0].startswith("Not solved")
    long = run("puzzles", puzzle.id, "--plan", "; ".join(["end"] * 2000))  # no name of a file
    assert (long.status, "Traceback" in long.err) == (1, False), long.err
    refused = run("puzzles", puzzle.id, "--plan", "end; end; end; end")
    assert refused.status == 1
    assert "plan: " in refused.err


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[Sequence[str]], None]:
    return lambda lines: monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))


def graded(puzzle: Puzzle, plan: Sequence[str], **_: object) -> Grade:
    """Return a grade without rollouts: the best plan solves a puzzle."""
    share = float(tuple(plan) == puzzle.best.plan)
    return Grade(share == 1, share, 0.5, 0.5, 0.25, puzzle.best.plan, "Go.", ())


@pytest.mark.plain
def test_a_plan_is_played_in_the_terminal(
    run: Run, typed: Callable[[Sequence[str]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "grade", graded)
    monkeypatch.setattr(grading, "JIT", True)
    puzzle = puzzles.of_game(GAME)[0]
    typed([puzzle.best.plan[0], "undo", "hint", *puzzle.best.plan, "quit"])
    answer = run("puzzles", puzzle.id, "--play", "--plain")
    assert answer.status == 0
    assert "no hints in a puzzle" in answer.out
    assert "Solved, as well as can be" in answer.out
    assert "rolls" not in answer.out  # it ends before the dice
    rating = run("puzzles", "--rating").out.removeprefix("Your puzzle rating: ").split()[0]
    assert int(rating) > 1500
    typed([puzzle.best.plan[0], "quit"])
    answer = run("puzzles", puzzle.id, "--play", "--plain")
    assert answer.status == 1
    assert "not complete" in answer.out


@pytest.mark.plain
def test_that_a_plan_cannot_be_graded_is_said_before_it_is_played(
    run: Run, typed: Callable[[Sequence[str]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grading, "JIT", False)
    puzzle = puzzles.of_game(GAME)[0]
    typed([*puzzle.best.plan, "quit"])
    answer = run("puzzles", puzzle.id, "--play", "--plain")
    assert (answer.status, answer.out) == (1, "")
    assert "BRIDGEHEAD_JIT=0 turns compiling off" in answer.err


@pytest.mark.plain
def test_the_rating_before_any_puzzle(run: Run) -> None:
    told = "Your puzzle rating: 1500 ± 250, from 0 puzzles, still uncertain"
    assert run("puzzles", "--rating").lines == [told]


@pytest.mark.plain
def test_the_schema_fits_what_is_read(run: Run) -> None:
    schema = run("schema", "puzzle").data
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    data = puzzles.of_game(GAME)[0].to_dict()
    check.validate(data)
    for change in ({"degree": "so-so"}, {"rating": 4001}, {"plans": []}, {"more": 1}):
        assert not check.is_valid({**data, **change})
        with pytest.raises(InvalidPuzzle):
            Puzzle.from_dict({**data, **change})


@pytest.mark.plain
def test_schemas_of_records_and_positions_are_printed(run: Run) -> None:
    assert "const" not in run("schema", "record").data["properties"]["game"]
    assert run("schema", "record", GAME).data["properties"]["game"] == {"const": GAME}
    assert run("schema", "position", GAME).data["title"] == f"A position of {GAME}"
    for wrong in (("position",), ("puzzle", GAME), ("map",)):
        assert run("schema", *wrong).status == 2
    assert run("schema", "record", "chess").status == 1


@pytest.mark.plain
def test_wrong_usage_and_unknown_puzzles_are_refused(run: Run, tmp_path: Path) -> None:
    assert run("puzzles", "nothing").status == 1
    assert "no puzzle 'nothing'" in run("puzzles", "nothing").err
    assert run("puzzles", "--games", "1").status == 2
    assert run("puzzles", GAME, "--solution").status == 2
    assert run("puzzles", GAME, "--scenario", "first-night").status == 2
    answer = run("puzzles", GAME, "--games", "1", "--scenario", "last-night")
    assert (answer.status, "no scenario 'last-night'" in answer.err) == (1, True), answer.err
    path = tmp_path / "mine.jsonl"
    path.write_text("{}\n", encoding="utf-8")
    assert "line 1: format" in run("puzzles", "--check", str(path)).err
    path.write_text(puzzles.of_game(GAME)[0].to_line() + "\n", encoding="utf-8")
    assert run("puzzles", "--check", str(path), "--json").data == {"puzzles": 1}
    assert run("puzzles", "--check", str(path)).lines == [f"{path}: 1 puzzle, all in order"]
    for content, told in (
        (b"\xff", "cannot be read: it is not UTF-8 text"),
        (b'{"rating": NaN}', "line 1: the puzzle: not readable JSON: NaN is not a number of JSON"),
        (b"[" * 5000, "line 1: the puzzle: not readable JSON: nested deeper than 100"),
    ):
        path.write_bytes(content)
        answer = run("puzzles", "--check", str(path))
        assert (answer.status, told in answer.err) == (1, True), answer.err
    assert "cannot be read: No such file" in run("puzzles", "--check", str(tmp_path / "none")).err
