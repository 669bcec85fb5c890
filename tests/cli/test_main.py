"""The command itself: help, wrong usage, interruptions, and what it says of a cold start."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

import bridgehead as bh
from bridgehead.cli import COMMANDS, console, main
from bridgehead.cli.program_commands import games
from bridgehead.core.kernels import compiled
from tests.cli.conftest import GAME, REPRINT, Run


def test_version(run: Run) -> None:
    answer = run("--version")
    assert (answer.status, answer.out) == (0, f"bridgehead {bh.__version__}\n")


def test_help_lists_every_command(run: Run) -> None:
    answer = run("--help")
    assert answer.status == 0
    for command in COMMANDS:
        assert re.search(rf"^    {command}\s", answer.out, re.MULTILINE), command


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(run: Run, command: str) -> None:
    answer = run(command, "--help")
    assert answer.status == 0
    assert f"bridgehead {command}" in answer.out


@pytest.mark.parametrize(
    "words",
    [
        ["conquer"],
        ["new", GAME],  # no -o
        ["new", GAME, "-o", "x", "--dice", "loaded"],
        ["new", GAME, "-o", "x", "--dice", "seeded"],
        ["new", GAME, "-o", "x", "--dice", "open", "--seed", "1"],
        ["new", GAME, "-o", "x", "--seed", "-1"],
        ["new", GAME, "-o", "x", "--player", "syria=me"],
        ["new", GAME, "-o", "x", "--player", "egypt=a", "--player", "egypt=b"],
        ["new", GAME, "-o", "-"],
        ["perft", GAME, "two"],
        ["perft", GAME, "9" * 30],
        ["simulate", GAME, "--games", "0"],
        ["ladder", GAME, "recruit"],
        ["ladder", GAME, "recruit", "recruit"],
        ["play", "--side", "syria"],
        ["play", "--dice", "open", "--seed", "3"],
        ["map"],
        ["map", "fold"],
        ["legal"],
        ["legal", "g.json", "--unknown"],
    ],
)
def test_wrong_usage_is_2(run: Run, words: list[str]) -> None:
    answer = run(*words)
    assert answer.status == 2
    assert "error: " in answer.err
    assert "Traceback" not in answer.err
    assert answer.out == ""


def test_games_lists_options_and_what_is_reconstructed(run: Run) -> None:
    answer = run("games")
    assert answer.status == 0
    for info in bh.games():
        assert f"{info.id}  " in answer.out
        for option in info.options:
            assert f"--option {option}: " in answer.out
    asked = sum(info.bids for info in bh.games())
    assert answer.out.count("--option bid=SIDE:POINTS: ") == asked
    assert answer.out.count("Even between generals: ") == asked  # a bid, or "not measured"
    assert answer.out.count("Even between generals with any_lead: ") == asked
    assert "Reconstructed: " in answer.out


def test_games_as_json(run: Run) -> None:
    listed = {game["id"]: game for game in run("games", "--json").data}
    assert listed[GAME]["options"] == {}
    assert listed[GAME]["sides"] == ["israel", "egypt"]
    assert "commandos" in listed[REPRINT]["options"]
    assert listed[REPRINT]["reconstructed"]


def test_interrupted_quietly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "run", interrupted)
    answer = run("games")
    assert (answer.status, answer.out, answer.err) == (130, "", "")


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a title seem to be compiled, of ten kernels."""

    def build(unit: str, tell: compiled.Tell = lambda done, known: None) -> None:
        assert unit == "bridgehead.titles.across_suez"
        for done in (3, 7, 10):
            tell(done, 10)

    monkeypatch.setattr(compiled, "build", build)


@pytest.mark.usefixtures("compiling")
def test_compiling_says_so_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    console.compile_rules(GAME)
    told = capsys.readouterr()
    assert told.err == "compiling the rules for this machine, once: across-suez-1980 …\n"
    assert told.out == ""


@pytest.mark.usefixtures("compiling")
def test_compiling_shows_a_bar_on_a_terminal_and_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    console.compile_rules(GAME)
    told = terminal.getvalue()
    assert "10/10" in told
    assert told.rstrip().endswith("\x1b[2K")  # the bar is wiped out


def test_nothing_is_said_where_nothing_is_compiled(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "build", lambda unit, tell: None)
    console.compile_rules(GAME)
    assert capsys.readouterr().err == ""


def test_counter_needs_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert console.counter(10, "games") is None
    monkeypatch.setattr(sys, "stderr", _Terminal())
    count = console.counter(10, "games")
    assert count is not None
    count(3)
    console.finish()
    assert "3 of 10 games" in sys.stderr.getvalue()  # type: ignore[attr-defined]


def test_main_reads_the_arguments_of_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bridgehead", "games", "--json"])
    assert main() == 0
    assert GAME in capsys.readouterr().out


def test_the_guide_has_a_section_for_every_command() -> None:
    guide = Path(__file__).parents[2].joinpath("docs/command-line.md").read_text(encoding="utf-8")
    headings = [line.removeprefix("## ") for line in guide.splitlines() if line.startswith("## ")]
    assert headings == list(COMMANDS)
