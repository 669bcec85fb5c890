"""`bridgehead engine` as a program of its own, as others start it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from bridgehead.cli import main
from bridgehead.core.kernels.kernel import JIT
from tests.processes import as_users_do

ENGINE = [sys.executable, "-m", "bridgehead", "engine"]


def answers(*lines: str, player: str = "sergeant") -> tuple[list[dict[str, object]], int]:
    """Run it with these lines as its input."""
    done = subprocess.run(
        [*ENGINE, "--player", player, "--seed", "1"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
        env=as_users_do(),
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def test_a_talk() -> None:
    player = "sergeant" if JIT else "recruit"
    found, status = answers(
        '{"id": 1, "request": "new", "game": "across-suez-1980"}',
        "",
        "ä?",
        '{"id": "zwölf", "request": "choose"}',
        '{"id": 3, "request": "quit"}',
        '{"id": 4, "request": "hello"}',
        player=player,
    )
    assert status == 0
    assert [answer["id"] for answer in found] == [1, None, "zwölf", 3]
    assert str(found[2]["action"]).split()[0] in ("move", "end")


@pytest.mark.plain
def test_how_many_threads_there_may_be(capsys: pytest.CaptureFixture[str]) -> None:
    for number, words in (("0", "0 is too small"), ("65", "at most 64 threads"), ("x", "'x'")):
        assert main(["engine", "--threads", number]) == 2
        assert words in capsys.readouterr().err


def test_the_end_of_input() -> None:
    found, status = answers('{"id": 1, "request": "legal"}')
    assert (len(found), status) == (1, 0)


def test_each_answer_comes_at_once() -> None:
    """Nobody waits for an answer that lies in a buffer."""
    with subprocess.Popen(
        ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=as_users_do()
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        for number in range(3):
            engine.stdin.write(b'{"id": %d, "request": "sing"}\n' % number)
            engine.stdin.flush()
            assert json.loads(engine.stdout.readline())["id"] == number
        engine.stdin.close()
        assert engine.wait(60) == 0
