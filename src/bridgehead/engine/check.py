"""Check whether a program follows the protocol: start it, send requests, report every fault.

A program that fails a check is restarted for the next one, so that all checks are made.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bridgehead._version import __version__
from bridgehead.core.titles.games import games
from bridgehead.core.titles.title import Title
from bridgehead.engine.client import (
    GRACE,
    TO_START,
    EngineTimeout,
    ExternalPlayer,
    fault_of_hello,
    game_ids,
)
from bridgehead.engine.process import TO_LEAVE, EngineFailure, Process
from bridgehead.engine.protocol import PROTOCOL, encode
from bridgehead.engine.walk import Walk
from bridgehead.titles.loading import load

NAMED = ("name", "version")  # what a report says of an engine
QUIET = 0.2  # seconds in which nothing more may come
HELLO = {"request": "hello", "protocol": PROTOCOL, "program": {"name": "Bridgehead"}}
BROKEN_LINES = (b"this is no JSON\n", b'{"id": 1, "request": "hel\n', b"[1, 2]\n", b"\xff\xfe\n")
IDS = ("a text as id", 7, "äöü €", 0, -3)


@dataclass(frozen=True)
class Check:
    """One check: what was tested, whether it passed, and details."""

    name: str
    ok: bool
    detail: str


@dataclass
class Report:
    """The results of all checks."""

    command: str
    introduction: dict[str, Any] = field(default_factory=dict)
    checks: list[Check] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether all checks passed."""
        return all(check.ok for check in self.checks)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON data."""
        return {
            "command": self.command,
            "protocol": PROTOCOL,
            "engine": {key: value for key, value in self.introduction.items() if key in NAMED},
            "passed": self.passed,
            "checks": [
                {"name": check.name, "ok": check.ok, "detail": check.detail}
                for check in self.checks
            ],
        }


def check(
    command: str,
    game_ids: Sequence[str] = (),
    *,
    seconds: float = 1.0,
    grace: float = GRACE,
    decisions: int = 10,
    progress: Callable[[Check], None] | None = None,
) -> Report:
    """Test a program, and return a report.

    `command` is the part of a player name after `engine:`. The program plays the named games or, of
    those that it supports, one of each title, on either side, with at most `decisions` kinds of
    decision in each and `seconds` of thinking time; an answer must come within `seconds` and
    `grace`. `progress` is called with each completed check. UnknownGame for an unknown game.
    """
    checker = _Checker(command, seconds, grace, decisions)
    asked = [load(id_).id for id_ in game_ids]
    try:
        for found in checker.checks(asked):
            checker.report.checks.append(found)
            if progress is not None:
                progress(found)
    finally:
        checker.player.kill()
    return checker.report


def one_of_each_title() -> list[str]:
    """Return the first game of each title."""
    titles: dict[Title, str] = {}
    for info in games():
        titles.setdefault(info.title_object, info.id)
    return list(titles.values())


class _Checker:
    """A program under test."""

    def __init__(self, command: str, seconds: float, grace: float, decisions: int) -> None:
        self.player = ExternalPlayer(f"engine@{seconds}:{command}", seed=1, grace=grace)
        self.limit = seconds + grace
        self.decisions = decisions
        self.report = Report(command)
        self.slowest = 0.0
        self.late: list[str] = []

    def checks(self, asked: Sequence[str]) -> Iterator[Check]:
        """Make all checks, one after the other."""
        yield (first := self._try("hello", self._hello))
        if not first.ok:
            return  # there is nobody to talk to
        yield self._try("ids", self._ids)
        yield self._try("unknown request", self._unknown)
        yield self._try("broken lines", self._broken)
        yield self._try("blank lines", self._blank)
        for id_ in asked or self._its_games():
            for side in load(id_).sides:
                yield self._try(f"plays {id_}, {side}", partial(self._plays, id_, side))
        yield self._times()
        yield self._try("quit", self._quit)
        yield self._try("end of input", self._end)

    def _try(self, name: str, attempt: Callable[[], str]) -> Check:
        try:
            return Check(name, True, attempt())
        except EngineFailure as failure:
            if isinstance(failure, EngineTimeout):
                self.late.append(name)
            self.player.kill()
            return Check(name, False, str(failure))

    def _its_games(self) -> list[str]:
        """Return the games to test.

        They are one of each title that it supports, or only the first.
        """
        known = [info.id for info in games()]
        its = game_ids(self.report.introduction)
        if its is None:
            return one_of_each_title()
        mine = [id_ for id_ in known if id_ in its]
        return [id_ for id_ in one_of_each_title() if id_ in mine] or mine[:1]

    # One by one

    def _hello(self) -> str:
        self.player.start()
        told = self.player.introduction
        self.report.introduction = told
        its = game_ids(told)
        plays = "any game" if its is None else f"{len(its)} games"
        return f"{told['name']} {told.get('version', '')}".strip() + f", {plays}"

    def _ids(self) -> str:
        process = self.player.start()
        for id_ in IDS:
            process.exchange({"id": id_, **HELLO}, TO_START)
        return "each answer has the id of its request"

    def _unknown(self) -> str:
        process = self.player.start()
        asked = {"id": "unknown-1", "request": "sing"}
        self._must_refuse(process, process.exchange(asked, self.limit))
        return "was answered with an error"

    def _broken(self) -> str:
        process = self.player.start()
        for line in BROKEN_LINES:
            answer = process.exchange_line(line, self.limit)
            if answer.get("id", None) is not None:
                raise process.failure(
                    "answered a request that has no id", encode(answer), '"id": null'
                )
            self._must_refuse(process, answer)
        self._says_hello(process)
        return "are answered with errors, and it goes on"

    def _blank(self) -> str:
        process = self.player.start()
        process.send(b"\n  \n\r\n")
        self._says_hello(process)
        if not process.is_silent(QUIET):
            raise process.failure("answered more than once", b"", "one answer to each request")
        return "are passed over"

    def _plays(self, id_: str, side: str) -> str:
        walk = Walk(load(id_), side, self.decisions, seed=1)
        asked: list[str] = []
        for position in walk:
            began = time.perf_counter()
            action = self.player.choose(position)
            if asked:  # the first is asked together with `new`
                self.slowest = max(self.slowest, time.perf_counter() - began)
            asked.append(walk.kind(position))
            walk.take(action)
        self.player.begin(1)
        return f"{len(asked)} kinds of decision: {', '.join(asked)}"

    def _times(self) -> Check:
        told = f"the slowest action took {self.slowest:.2f} s, of {self.limit:g} s that it has"
        if self.late:
            told = f"late: {'; '.join(self.late)} ({self.limit:g} s for an action)"
        return Check("time", not self.late, told)

    def _quit(self) -> str:
        process = self.player.start()
        process.exchange({"id": "last", "request": "quit"}, self.limit)
        return self._left(process)

    def _end(self) -> str:
        self.player.kill()
        process = self.player.start()
        process.end_input()
        return self._left(process)

    def _left(self, process: Process) -> str:
        status = process.wait(TO_LEAVE)
        self.player.kill()
        if status is None:
            raise process.failure("has not ended", b"", f"to end within {TO_LEAVE:g} s")
        if status != 0:
            raise process.failure(f"ended with status {status}", b"", "status 0")
        return "ends it, with status 0"

    def _says_hello(self, process: Process) -> None:
        request = {**HELLO, "program": {"name": "Bridgehead", "version": __version__}}
        answer = process.ask(request, TO_START)
        fault = fault_of_hello(answer)
        if fault:
            raise process.failure("gave a wrong answer to hello", encode(answer), fault)

    @staticmethod
    def _must_refuse(process: Process, answer: dict[str, Any]) -> None:
        error = answer.get("error")
        if not isinstance(error, dict) or not isinstance(error.get("reason"), str):
            right = '"error": {"kind": …, "reason": …}'
            raise process.failure("did not answer with an error", encode(answer), right)
