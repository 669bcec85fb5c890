"""A program that runs as a subprocess with line-based communication and time limits."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import IO, Any

from bridgehead.core.errors import BridgeheadError
from bridgehead.engine.protocol import (
    LONGEST_ANSWER,
    RequestError,
    decode,
    encode,
    is_id,
    read_line,
)

TOLD = 300  # characters of a line that a failure quotes
REMEMBERED = 5  # last lines of standard error that a failure quotes
BACKLOG = 1000  # lines nobody asked for, after which no more are read
TO_LEAVE = 10.0  # seconds a program has to end once it is told to
LAST_WORDS = 2.0  # seconds that the standard error of one that has ended has to be read

Line = bytes | RequestError | None  # None: the end of its output


class EngineFailure(BridgeheadError):  # noqa: N818 - as the package's other errors
    """An engine did something wrong.

    The message contains the request, the answer, and what would be right.
    """


class EngineTimeout(EngineFailure):
    """An engine did not answer in time."""


class Process:
    """A running engine. Threads read its output, so that no answer blocks for long.

    Raises EngineFailure if the program cannot be started.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.told = " ".join(words)
        self._number = 0
        self._sent = b""
        try:
            self._process = subprocess.Popen(
                list(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name != "nt",  # so that it ends with what it has started
            )
        except (OSError, ValueError) as error:
            raise EngineFailure(f"engine {self.told!r} cannot be started: {error}") from error
        self._lines: queue.SimpleQueue[Line] = queue.SimpleQueue()
        self._to_write: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._said: deque[str] = deque(maxlen=REMEMBERED)
        self._threads = [
            threading.Thread(target=work, daemon=True)
            for work in (self._read, self._write, self._overhear)
        ]
        for thread in self._threads:
            thread.start()

    # Talking

    def ask(self, request: dict[str, Any], limit: float) -> dict[str, Any]:
        """Send a request with its own id, and return the answer; EngineFailure if it is wrong."""
        self._number += 1
        asked = {"id": self._number, **request}
        answer = self.exchange(asked, limit)
        if "error" in answer:
            raise self.failure(
                f"answered {request['request']!r} with an error", encode(answer), "no error"
            )
        return answer

    def exchange(self, asked: dict[str, Any], limit: float) -> dict[str, Any]:
        """Send a request and return its answer, which may be an error."""
        answer = self.exchange_line(encode(asked), limit)
        if not is_id(answer.get("id")) or answer["id"] != asked["id"]:
            raise self.failure("answered with the wrong id", encode(answer), f"id {asked['id']!r}")
        return answer

    def exchange_line(self, line: bytes, limit: float) -> dict[str, Any]:
        """Send any line and return the object in the answer."""
        self.send(line)
        return self.receive(limit)

    def send(self, line: bytes) -> None:
        """Send a line without waiting for an answer."""
        self._sent = line
        self._to_write.put(line)

    def receive(self, limit: float) -> dict[str, Any]:
        """Return the next object; EngineFailure after `limit` seconds, or for anything else."""
        try:
            line = self._lines.get(timeout=limit)
        except queue.Empty:
            raise EngineTimeout(
                self._message("has not answered", b"", f"an answer within {limit:g} s")
            ) from None
        if line is None:
            status = self._status()
            self._threads[-1].join(LAST_WORDS)  # who overhears: what it died of comes last
            raise self.failure(f"ended with status {status}", b"", "an answer")
        try:
            return decode(line) if isinstance(line, bytes) else self._refuse(line)
        except RequestError as error:
            came = line if isinstance(line, bytes) else b""
            raise self.failure(error.reason, came, "one JSON object in one line") from error

    def is_silent(self, seconds: float) -> bool:
        """Whether nothing is received for some seconds."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return True
        if line is None:
            self._lines.put(line)
        return line is None

    def failure(self, what: str, came: bytes, right: str) -> EngineFailure:
        """Return the failure with request, answer and what would be right."""
        return EngineFailure(self._message(what, came, right))

    def _message(self, what: str, came: bytes, right: str) -> str:
        parts = [f"engine {self.told!r} {what}"]
        if self._sent:
            parts.append(f"sent: {_short(self._sent)}")
        if came:
            parts.append(f"came: {_short(came)}")
        parts.append(f"right would be: {right}")
        if self._said:
            parts.append(f"its standard error ends: {' / '.join(self._said)}")
        return "; ".join(parts)

    @staticmethod
    def _refuse(error: RequestError) -> dict[str, Any]:
        raise error

    # Ending

    def end_input(self) -> None:
        """Close its standard input after everything is written."""
        self._to_write.put(None)

    def wait(self, seconds: float) -> int | None:
        """Return its exit status, None if it is still running after some seconds."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def close(self) -> None:
        """Stop it: close its input, and kill it if that is not enough."""
        self.end_input()
        if self.wait(TO_LEAVE if self._process.poll() is None else 0) is None:
            self._kill()
        elif os.name != "nt":
            self._kill_group()  # what it has started and left behind
        deadline = time.monotonic() + TO_LEAVE
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None and not any(thread.is_alive() for thread in self._threads):
                with contextlib.suppress(OSError):
                    stream.close()

    def kill(self) -> None:
        """Kill it."""
        self._kill()
        self.close()

    def _kill(self) -> None:
        if os.name != "nt":
            self._kill_group()
        self._process.kill()
        self._process.wait()

    def _kill_group(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _status(self) -> int | str:
        status = self.wait(TO_LEAVE)
        return "unknown: it closed its output but is still running" if status is None else status

    # Threads

    def _read(self) -> None:
        source = _stream(self._process.stdout)
        while True:
            try:
                line: Line = read_line(source, LONGEST_ANSWER)
            except RequestError as error:
                line = error
            except (OSError, ValueError):
                line = None
            if line is None or isinstance(line, RequestError) or line.strip():
                self._lines.put(line)
            if line is None or self._lines.qsize() > BACKLOG:
                return

    def _write(self) -> None:
        sink = _stream(self._process.stdin)
        with contextlib.suppress(OSError, ValueError):  # it has ended: the reader finds out
            while (line := self._to_write.get()) is not None:
                sink.write(line)
                sink.flush()
        with contextlib.suppress(OSError, ValueError):
            sink.close()

    def _overhear(self) -> None:
        source = _stream(self._process.stderr)
        with contextlib.suppress(OSError, ValueError):
            while line := source.readline(LONGEST_ANSWER):
                if line.strip():
                    self._said.append(_short(line))


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def _short(line: bytes) -> str:
    text = line.decode("utf-8", "replace").strip()
    return text if len(text) <= TOLD else f"{text[:TOLD]}… ({len(text)} characters)"
