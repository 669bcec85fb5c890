"""Compile titles in other processes while games run in plain Python.

A `Warming` belongs to a server or a screen. Cached machine code is loaded at once. Missing machine
code is compiled by `bridgehead warm`, one title at a time and with the lowest priority; the title
that is being played comes first, at normal priority. When a title is compiled, its machine code is
loaded into this process, and running games use it from their next action on.
"""

from __future__ import annotations

import gc
import json
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from bridgehead.core.kernels import compiled
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.titles.games import games, package_of

_log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-P", "-m", "bridgehead")  # -P: import nothing from the current folder
AT_END = 0.5  # seconds for threads to end; loading machine code may take longer
WAITING, COMPILING, READY, FAILED, OFF = "waiting", "compiling", "ready", "failed", "off"


@dataclass
class Progress:
    """The progress of a title: `done` of `known` kernels (0 of 0 before that is known)."""

    game: str  # one of the title's games
    state: str = WAITING
    done: int = 0
    known: int = 0
    failure: str = ""

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON data."""
        return {"state": self.state, "done": self.done, "known": self.known}


class Warming:
    """Prepares the machine code of titles in the background."""

    def __init__(self, *, everything: bool = True, command: Sequence[str] = COMMAND) -> None:
        """Prepare every title, or only those that are wanted."""
        first: dict[str, str] = {}
        for info in games():
            first.setdefault(package_of(info.id), info.id)
        self._everything = everything
        begin = WAITING if JIT else OFF
        self._titles = {unit: Progress(game, begin) for unit, game in first.items()}
        self._command = list(command)
        self._waiting = list(first)
        self._wanted: set[str] = set()
        self._begun: set[str] = set()  # titles that a thread works on
        self._changed = threading.Condition()
        self._running: dict[str, subprocess.Popen[str]] = {}
        self._stopped = False
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Start in the background."""
        if JIT and self._everything:
            self._spawn(self._work)

    def stop(self) -> None:
        """End the compiling processes, and wait briefly for the threads that follow them."""
        self._stopped = True
        with self._changed:
            self.end_processes()
            self._changed.notify_all()
        deadline = time.monotonic() + AT_END
        for thread in self._threads:
            thread.join(timeout=max(deadline - time.monotonic(), 0))

    def end_processes(self) -> None:
        """End the compiling processes at once, and start no others."""
        self._stopped = True
        for process in list(self._running.values()):
            process.kill()

    def want(self, game_id: str) -> None:
        """Announce that a game is being played: its title is compiled next, without delay."""
        unit = package_of(game_id)
        with self._changed:
            progress = self._title(game_id)
            if self._stopped or unit in self._wanted or progress.state not in (WAITING, COMPILING):
                return
            self._wanted.add(unit)
            if progress.state == WAITING and unit in self._begun:
                return  # it is about to be compiled at normal priority
            if progress.state == COMPILING:
                if 4 * progress.done <= progress.known and unit in self._running:
                    self._running[unit].kill()  # restart it at normal priority
                return
            if unit in self._waiting:
                self._waiting.remove(unit)
            self._begun.add(unit)
        self._spawn(lambda: self._warm(unit))

    def progress(self, game_id: str) -> Progress:
        """Return the progress of a game's title."""
        with self._changed:
            return self._title(game_id)

    def _title(self, game_id: str) -> Progress:
        begin = WAITING if JIT else OFF  # a title may be registered late
        return self._titles.setdefault(package_of(game_id), Progress(game_id, begin))

    def is_ready(self, game_id: str) -> bool:
        """Whether waiting is useless: the title is compiled, or never will be."""
        return self.progress(game_id).state in (READY, FAILED, OFF)

    def wait(self, game_id: str, timeout: float | None = None) -> bool:
        """Wait until a game's title is compiled or has failed; return whether that is the case."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self.is_ready(game_id), timeout=timeout)
            return self.is_ready(game_id)

    def _spawn(self, work: object) -> None:
        thread = threading.Thread(target=work, name="warming", daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _work(self) -> None:
        """Prepare one title after the other."""
        while True:
            with self._changed:  # while the title being played is compiled, the others wait
                self._changed.wait_for(lambda: self._stopped or not self._wanted & {*self._running})
                if self._stopped or not self._waiting:
                    return
                unit = self._waiting.pop(0)
                self._begun.add(unit)
            self._warm(unit)

    def _warm(self, unit: str) -> None:
        progress = self._titles[unit]
        try:
            if not compiled.use(unit):
                progress.state = COMPILING
                compiled.make_sure_of_a_cache()
                self._compile(unit, progress)
            ready = not self._stopped and compiled.use(unit)
            failure = "" if ready else "the compiled rules cannot be read"
            # a garbage collection over all objects of a title would delay a player's thinking
            # by a tenth of a second
            gc.freeze()
        except Exception as error:  # the game continues in plain Python
            ready, failure = False, f"{type(error).__name__}: {error}"
        if self._stopped:
            return
        if failure:
            _log.error("%s stays in plain Python: %s", progress.game, failure)
        with self._changed:
            progress.failure = failure
            progress.state = READY if ready else FAILED
            progress.done = progress.known if ready else progress.done
            self._changed.notify_all()

    def _compile(self, unit: str, progress: Progress) -> None:
        """Compile a title in another process. OSError if it cannot be started or fails.

        `want` ends a process that works in the background; then it is started again at normal
        priority.
        """
        while True:
            with self._changed:
                if self._stopped:
                    return
                hurried = unit in self._wanted
                process = self._begin(unit, progress, background=not hurried)
            status, complaint = self._follow(unit, progress, process)
            with self._changed:
                ended_by_want = unit in self._wanted and not hurried
                if status == 0 or self._stopped:
                    return
            if not ended_by_want:
                raise OSError(f"compiling ended with status {status}: {complaint}")

    def _begin(self, unit: str, progress: Progress, *, background: bool) -> subprocess.Popen[str]:
        """Start a compiling process."""
        words = [*self._command, "warm", progress.game, "--json"]
        process = subprocess.Popen(
            [*words, "--background"] if background else words,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, encoding="utf-8", errors="replace",
        )  # fmt: skip
        self._running[unit] = process
        return process

    def _follow(
        self, unit: str, progress: Progress, process: subprocess.Popen[str]
    ) -> tuple[int, str]:
        """Wait for a process to end; return its exit status and its output other than progress."""
        complaint = ""
        try:
            with process:
                assert process.stdout is not None
                for line in process.stdout:
                    if line.startswith('{"'):
                        told = json.loads(line)
                        progress.known = told.get("known", progress.known)
                        progress.done = told.get("done", progress.known)
                    else:
                        complaint = (complaint + line)[-2000:]
        finally:
            with self._changed:
                del self._running[unit]
                self._changed.notify_all()
        return process.returncode, complaint
