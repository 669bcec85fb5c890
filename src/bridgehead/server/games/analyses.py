"""Analyses of games: one runs at a time, in a thread; its result is stored with the game."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from bridgehead import analysis
from bridgehead.analysis.mistakes import mistakes_in
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.kernels.warming import FAILED, Warming
from bridgehead.core.records.record import Record
from bridgehead.core.titles.lesson import PLAYER as PUPIL
from bridgehead.players.search.agent import InterruptedThoughtError
from bridgehead.server.games.store import Store
from bridgehead.server.puzzles.puzzle_store import PuzzleStore
from bridgehead.server.views.title_data import HUMAN
from bridgehead.server.web.threads import aside

_log = logging.getLogger(__name__)

PLAYER = "general"
SECONDS = 120.0  # approximate thinking time for a whole game
AT_END = 0.5  # seconds for an analysis to stop when the server stops


class _StoppedError(Exception):
    """The analysis is no longer wanted."""


class Job:
    """An analysis that is running, waiting or has failed."""

    def __init__(self, game: str) -> None:
        self.game = game  # the id of the saved game
        self.done = 0
        self.of = 0
        self.stopped = False  # read in its thread
        self.trouble = ""
        self.task: asyncio.Task[None] | None = None

    def progress(self, done: int, of: int) -> None:
        """Record its progress; called in its thread."""
        if self.stopped:
            raise _StoppedError
        self.done, self.of = done, of


class Analyses:
    """The analyses of one data folder, each identified by the digest of its record."""

    def __init__(self, store: Store, warming: Warming, kept: PuzzleStore) -> None:
        """`kept` gets the mistakes of people, to practice them as puzzles."""
        self.store = store
        self.kept = kept
        self.warming = warming
        self._jobs: dict[str, Job] = {}
        self._one = asyncio.Lock()

    async def state(self, game: str, record: Record) -> dict[str, Any]:
        """Return the progress of the analysis of a saved game's record.

        When it is done, also its result, and how many of its mistakes became puzzles.
        """
        found = await self._state(record.digest())
        if found["state"] != "done":
            return found
        return {**found, "mistakes": await aside("store", self.kept.mistakes_of, game)}

    async def _state(self, digest: str) -> dict[str, Any]:
        job = self._jobs.get(digest)
        if job is not None and not job.trouble:
            return {"state": "running", "done": job.done, "of": job.of}
        found = await aside("store", self.store.analysis, digest)
        if found is not None:
            return {"state": "done", "result": found}
        return {"state": "none", **({"trouble": job.trouble} if job is not None else {})}

    async def start(self, game: str, record: Record) -> dict[str, Any]:
        """Start the analysis of a saved game's record if there is none; return its state."""
        digest, data = record.digest(), record.to_dict()
        found = await self._state(digest)
        running = digest in self._jobs and not self._jobs[digest].trouble
        if found["state"] != "none" or running:
            return await self.state(game, record)
        job = self._jobs[digest] = Job(game)
        job.task = asyncio.create_task(self._run(digest, data, job))
        return {"state": "running", "done": 0, "of": 0}

    async def _run(self, digest: str, record: dict[str, Any], job: Job) -> None:
        try:
            async with self._one:
                if job.stopped:
                    raise _StoppedError
                found = await aside("analysis", analyse_record, record, job, self.warming)
            await aside("store", self.store.keep_analysis, job.game, digest, found)
            await aside("store", self._keep_mistakes, job.game, record, found)
            del self._jobs[digest]
        except (_StoppedError, InterruptedThoughtError):
            del self._jobs[digest]
        except BridgeheadError as error:
            job.trouble = str(error)
        except Exception as error:  # report a fault in the player, and keep the server running
            _log.exception("game %s: the analysis failed", job.game)
            job.trouble = f"the analysis failed ({type(error).__name__}: {error})"

    def _keep_mistakes(self, game: str, data: dict[str, Any], found: dict[str, Any]) -> None:
        """Keep the mistakes of people in an analyzed game; lessons and puzzles have none."""
        record = Record.from_dict(data)
        if PUPIL in record.players.values() or self.kept.puzzle_of(game) is not None:
            return
        people = [side for side in record.game.sides if record.players.get(side, HUMAN) == HUMAN]
        self.kept.add_mistakes(mistakes_in(record, found, people), game)

    def forget(self, game: str) -> None:
        """Stop the analysis of a saved game that is deleted."""
        for job in self._jobs.values():
            if job.game == game:
                job.stopped = True

    async def stop(self) -> None:
        """Stop all analyses, and wait briefly for the threads to notice."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for job in self._jobs.values():
            job.stopped = True
        if tasks:
            await asyncio.wait(tasks, timeout=AT_END)


def refusal(record: Record) -> str:
    """Return why a record cannot be analyzed now, "" if it can."""
    if record.position.to_move is None:
        return ""
    hides = analysis.may_be_analysed(record)
    if hides is not None:
        return hides
    if record.dice.kind == "committed":
        return "a game with committed dice can be analyzed only when it is over"
    return ""


def analyse_record(data: dict[str, Any], job: Job, warming: Warming) -> dict[str, Any]:
    """Analyze a record given as data; the secret of its dice is not needed.

    It needs many rollouts, so it waits until the title is compiled.
    """
    record = Record.from_dict(data)
    while not warming.wait(record.game.id, timeout=0.2):
        job.progress(0, 0)
    if warming.progress(record.game.id).state == FAILED:
        raise BridgeheadError(
            "the rules of this game could not be compiled, and an analysis in plain Python would "
            "take hours; the server's log says what is wrong"
        )
    found = analysis.analyse(
        record,
        player=PLAYER,
        seconds=SECONDS,
        progress=job.progress,
        interrupt=lambda: job.stopped,
    )
    return found.to_dict()
