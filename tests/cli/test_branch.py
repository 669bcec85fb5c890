"""Lines of positions, branches, comments and lines on the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import bridgehead as bh
from tests.cli.conftest import GAME, Run

pytestmark = pytest.mark.plain


@pytest.fixture
def played(run: Run, tmp_path: Path) -> Path:
    """Return a record with three actions."""
    path = tmp_path / "g.json"
    assert run("new", GAME, "-o", path, "--seed", 5).status == 0
    assert run("do", path, "move reshef-1 0107", "move erez-1 0415", "end").status == 0
    return path


def test_a_line_is_taken_wherever_a_position_is(run: Run, played: Path, tmp_path: Path) -> None:
    line = run("show", played, "--at", 2, "--line").lines[0]
    assert bh.from_line(line) == bh.Record.load(played).position_at(2)
    quoted = tmp_path / "mail.txt"
    quoted.write_text("\n".join(f"> {line[at : at + 40]}" for at in range(0, len(line), 40)))
    for given in (line, quoted):
        assert run("legal", given).lines[-1] == "end"
        assert "reshef-1   3-8   0107" in run("show", given).out
        assert run("show", given, "--line").lines[0] == line
        assert run("verify", given).lines == ["checked: all 0 actions are legal"]
        assert run("perft", "1", "--position", given).status == 0
        assert run("render", given, "-o", tmp_path / "p.svg").status == 0
        for game in ([GAME], []):
            out = tmp_path / f"n{len(game)}.json"
            assert run("new", *game, "--position", given, "-o", out, "--force").status == 0
            assert bh.Record.load(out).position == bh.from_line(line)


def test_a_position_as_json_is_taken_like_a_line(run: Run, played: Path, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    position = bh.Record.load(played).position_at(2)
    path.write_text(json.dumps(position.to_dict()))
    assert run("legal", path).lines == list(position.legal_actions())
    assert run("new", "--position", path, "-o", tmp_path / "n.json").status == 0
    assert bh.Record.load(tmp_path / "n.json").position == position


def test_a_line_comes_from_standard_input(
    run: Run, played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = run("show", played, "--line").lines[0]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{line[:50]}\n{line[50:]}\n"))
    assert run("show", "-", "--line").lines[0] == line


def test_what_is_wrong_with_a_line_is_said(run: Run, played: Path, tmp_path: Path) -> None:
    line = run("show", played, "--line").lines[0]
    assert "checksum is wrong: copy all of it" in run("show", line[:-3]).err
    assert run("show", line[:-3]).status == 1
    assert run("show", played, "--line", "--side", "egypt").status == 2
    refused = run("new", "suez-56", "--position", line, "-o", tmp_path / "n.json")
    assert "is a position of across-suez-1980, not of suez-56" in refused.err
    assert "GAME is missing" in run("new", "-o", tmp_path / "n.json").err
    file = tmp_path / "line.txt"
    file.write_text(line)
    for words in (["do", file, "end"], ["undo", file], ["do", line, "end"], ["undo", line]):
        refused = run(*words)
        assert refused.status == 1
        assert "`bridgehead new --position` starts a game from it" in refused.err
    assert file.read_text() == line


def test_a_branch_is_a_record_of_its_own(run: Run, played: Path, tmp_path: Path) -> None:
    out = tmp_path / "h.json"
    answer = run("branch", played, "--at", 1, "-o", out, "--dice", "seeded", "--seed", 7,
                 "--player", "egypt=Omar", "--name", "What if")  # fmt: skip
    assert answer.status == 0
    parent, branch = bh.Record.load(played), bh.Record.load(out)
    assert branch.position == parent.position_at(1)
    assert branch.dice.seed == 7
    assert branch.players == {"egypt": "Omar"}
    said = f"Branch of game {parent.digest(1)[:12]} after action 1"
    assert said in answer.lines
    assert said in run("show", out).lines
    assert "Name: What if" in run("show", out).lines
    played.unlink()
    assert run("do", out, "move erez-1 0415").status == 0
    assert run("verify", out).status == 0
    assert run("branch", out, "--at", 9, "-o", tmp_path / "i.json").status == 1
    assert run("branch", out, "-o", out).err.endswith("already exists; --force overwrites it\n")
    wrong = run("branch", out, "--view", "syria", "-o", tmp_path / "i.json")
    assert (wrong.status, "--view syria: the sides are israel, egypt" in wrong.err) == (2, True)


def test_a_running_game_that_hides_something_is_not_branched(run: Run, tmp_path: Path) -> None:
    path, out = tmp_path / "w.json", tmp_path / "b.json"
    run("new", "october-war", "-o", path)
    assert run("show", path, "--line").status == 0  # the start is no secret
    run("do", path, "deploy", "end")
    for refused in (run("branch", path, "-o", out), run("show", path, "--line")):
        assert refused.status == 1
        assert "hides things and still runs" in refused.err
    assert not out.exists()
    run("do", path, "resign")
    answer = run("branch", path, "--at", 1, "--view", "arab", "-o", out)
    assert "from what Arab states knew" in answer.out
    assert run("show", path, "--line").status == 0


def test_comments_and_lines_are_kept_and_shown(run: Run, played: Path) -> None:
    record = bh.Record.load(played)
    record.comment(1, "Reshef goes\nto the bridge.")
    record.add_line(2, ["move erez-2 0513", "end"], "All three")
    record.save(played)
    told = run("replay", played).lines
    first = next(n for n, line in enumerate(told) if line.startswith("   1 "))
    assert told[first + 1 : first + 3] == ["      | Reshef goes", "      | to the bridge."]
    assert "      | Line: All three" in told
    assert "      |      4  end" in told
    data = run("replay", played, "--json", "--at", 1).data
    assert [one["at"] for one in data["comments"]] == [1]
    assert data["lines"] == []
    assert "  Line: All three" in run("show", played, "--at", 2).lines
    assert "checked: 1 line is legal from where it branches off" in run("verify", played).lines
    run("undo", played)
    run("do", played, "move erez-2 0513")
    kept = bh.Record.load(played)
    assert (kept.comments, kept.lines) == (record.comments, record.lines)


def test_comments_are_not_shown_while_the_game_hides_something(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    run("new", "october-war", "-o", path)
    run("do", path, "deploy", "end")
    record = bh.Record.load(path)
    record.comment(2, "My secret plan")
    record.save(path)
    told = run("replay", path)
    assert "secret plan" not in told.out + run("show", path).out + run("replay", path, "--json").out
    assert "shown when the game is over" in told.err
    run("do", path, "resign")
    assert "secret plan" in run("replay", path).out
