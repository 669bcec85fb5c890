"""The command as a process: as a script, a pipe or two people at once use it."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import bridgehead as bh
from bridgehead.core.files.file_lock import _hold_file, locked
from tests.cli.conftest import GAME, Run
from tests.processes import as_users_do


def start(*words: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "bridgehead", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=as_users_do(),
    )


def test_a_script_drives_a_game(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    for words, status in (
        (("new", GAME, "-o", path), 0),
        (("do", path, "move reshef-2 0309"), 1),
        (("frob",), 2),
    ):
        process = start(*words)
        _, told = process.communicate(timeout=120)
        assert process.returncode == status
        assert "Traceback" not in told


def test_two_at_once_lose_no_move(run: Run, record: Path) -> None:
    moves = [run("legal", record, "--unit", unit).lines[0] for unit in ("sharon", "raviv-2")]
    processes = [start("do", record, move) for move in moves]
    for process in processes:
        _, told = process.communicate(timeout=120)
        assert process.returncode == 0, told
    assert sorted(bh.Record.load(record).actions) == sorted(moves)
    assert [path.name for path in record.parent.iterdir()] == ["g.json"]


def test_a_closed_pipe_is_quiet(record: Path) -> None:
    process = start("legal", record)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    told = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=120) == 141
    assert "Traceback" not in told
    assert "BrokenPipe" not in told


def test_the_lock_keeps_others_out(tmp_path: Path) -> None:
    for hold in (locked, lambda path: _hold_file(path.with_name(".lock"))):
        inside: list[int] = []
        most: list[int] = []

        def work(hold: object = hold, inside: list[int] = inside, most: list[int] = most) -> None:
            for _ in range(5):
                with hold(tmp_path / "g.json"):  # type: ignore[operator]
                    inside.append(1)
                    most.append(len(inside))
                    time.sleep(0.002)  # another thread would come in now, if the lock let it
                    inside.pop()

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(most) == 20
        assert max(most) == 1
        assert list(tmp_path.iterdir()) == []
