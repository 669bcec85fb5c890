"""The open sessions: opened on the first request, closed some time after the last window."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from bridgehead import analysis, players
from bridgehead.core.dice.dice import Secrets
from bridgehead.core.errors import BridgeheadError, InvalidRecord, UnknownPlayer
from bridgehead.core.files.bounded_text import read_json
from bridgehead.core.kernels.warming import Warming
from bridgehead.core.positions.position_line import is_line
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import check_options, game_info, load_with
from bridgehead.core.titles.positions import is_position, position_of
from bridgehead.server.games import lessons
from bridgehead.server.games.analyses import Analyses, refusal
from bridgehead.server.games.automatic_steps import play_on
from bridgehead.server.games.datasets import DataSets
from bridgehead.server.games.persistence import (
    NotStored,
    StaleActionError,
    read_record,
    read_saved,
)
from bridgehead.server.games.sessions import Session
from bridgehead.server.games.store import Listing, Store, UnknownSavedError
from bridgehead.server.lines import new_line as new_lines
from bridgehead.server.orders import local_orders
from bridgehead.server.orders.local_orders import LocalOrders
from bridgehead.server.puzzles.puzzle_store import PuzzleStore
from bridgehead.server.puzzles.puzzles import KEPT as KEPT_PUZZLES
from bridgehead.server.puzzles.puzzles import Grader, Puzzles, new_record
from bridgehead.server.views.positions import is_summary, summary
from bridgehead.server.views.reader import SecretError
from bridgehead.server.views.title_data import HUMAN
from bridgehead.server.web.threads import aside

_log = logging.getLogger(__name__)

KEPT = 8  # sessions without connections that stay open, so that reloading a page is quick
SECOND = (
    "this game is already here and not over: a second copy would reveal its dice; continue the "
    "one in the list, or delete it first"
)


class BadRequestError(BridgeheadError):
    """The page sent an invalid request."""


class OpenGames:
    """All games of one data folder."""

    def __init__(self, store: Store, secrets: Secrets, warming: Warming) -> None:
        self.store = store
        self.secrets = secrets
        self.warming = warming
        self.attempts = PuzzleStore(store)
        self.puzzles = Puzzles(self.attempts, Grader(warming))
        self.analyses = Analyses(store, warming, self.attempts)
        self.data_sets = DataSets(secrets.folder.parent)
        self._lines: OrderedDict[str, Session] = OrderedDict()  # in which new lines are played
        self._sessions: dict[str, Session] = {}
        # one lock per game for opening and deleting; waiting tasks keep it alive
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # Starting and importing

    async def begin(self, wanted: Any) -> str:
        """Start a game with the settings of the page's form, and return its id."""
        if not isinstance(wanted, dict):
            raise BadRequestError("must be an object with game, options, players and seed")
        if "lesson" in wanted:
            return await self._teach(wanted["lesson"], wanted.get("game"))
        if "position" in wanted:
            return await self._begin_in(
                wanted["position"], wanted.get("players", {}), checked_seed(wanted.get("seed"))
            )
        if "puzzle" in wanted:
            return await self._begin_puzzle(wanted["puzzle"], wanted.get("game"))
        game_id = wanted.get("game")
        if not isinstance(game_id, str):
            raise BadRequestError("game: must be the id of a game")
        options: Any = wanted.get("options", [])
        if not isinstance(options, list) or not all(isinstance(name, str) for name in options):
            raise BadRequestError("options: must be a list of names")
        info = game_info(game_id)
        check_options(game_id, options)
        who = _players(game_id, info.sides, wanted.get("players", {}))
        seed = checked_seed(wanted.get("seed"))
        self.warming.want(game_id)
        own = wanted.get("data")
        data = None if own is None else await aside("setup", self.data_sets.get, own, game_id)

        def new() -> Record:
            kind = "committed" if seed is None else "seeded"
            game = load_with(game_id, options, data=data)
            return Record.new(game, kind, seed=seed, players=who, secrets=self.secrets)

        record = await aside("setup", new)
        return await aside("store", keep, self.store, record)

    async def _teach(self, lesson: Any, game: Any) -> str:
        """Start a lesson of a game's title, and return the id of its game."""
        if not isinstance(lesson, str) or not isinstance(game, str):
            raise BadRequestError("lesson, game: must be the ids of a lesson and of its game")
        record = await aside("setup", lessons.begun, game, lesson)
        self.warming.want(record.game.id)
        return await aside("store", keep, self.store, record)

    async def _begin_puzzle(self, what: Any, game: Any) -> str:
        """Begin a puzzle in a game of its own, and return the game's id; forget old ones."""
        if not isinstance(what, str) or not (game is None or isinstance(game, str)):
            raise BadRequestError(
                "puzzle: must be an id, today, next or due; game: must be the id of a game"
            )
        puzzle = await aside("setup", self.puzzles.choose, what, game)
        self.warming.want(puzzle.game_id)
        record = await aside("setup", new_record, puzzle)
        found = await aside("store", lambda: keep(self.store, record, puzzle=puzzle.id))
        for old in (await aside("store", self.attempts.games))[KEPT_PUZZLES:]:
            session = self._sessions.get(old)
            if session is None or not session.connections:
                with contextlib.suppress(UnknownSavedError):
                    await self.delete(old)
        return found

    async def take(self, text: str, who: Mapping[str, str]) -> str:
        """Import a record file, with these players if they are named; return its id."""
        data = text if is_line(text) else await aside("setup", parse_record, text)
        if is_position(data):
            return await self._begin_in(data, who)
        runs = await self._runs_here(data)
        if runs and self._holds(_commitment(data)):
            raise InvalidRecord(SECOND)  # not even read: its end would disclose the secret
        record = await aside("setup", read_record, data, self.secrets)
        if runs and record.position.to_move is not None:
            raise InvalidRecord(SECOND)
        named = {**record.players, **{side: name for side, name in who.items() if name}}
        record.players = _players(record.game.id, record.game.sides, named, strict=bool(who))
        return await aside("store", keep, self.store, record)

    async def _begin_in(self, data: Any, who: Any, seed: int | None = None) -> str:
        """Start a game in a position, given as data or as a line; return its id."""

        def new() -> Record:
            try:
                start = position_of(data)
            except (TypeError, OverflowError, RecursionError) as error:
                raise InvalidRecord(
                    f"the position holds a value of the wrong kind: {error}"
                ) from error
            given = who
            if isinstance(who, Mapping):
                given = {side: name for side, name in who.items() if name}
            named = _players(start.game.id, start.game.sides, given)
            kind = "committed" if seed is None else "seeded"
            return Record.new(
                start.game, kind, seed=seed, start=start, players=named, secrets=self.secrets
            )

        record = await aside("setup", new)
        return await aside("store", keep, self.store, record)

    async def branch(self, game_id: str, wanted: Any) -> str:
        """Start a game from a moment of another one; return its id.

        SecretError if that would tell what a side may not know yet.
        """
        if not isinstance(wanted, dict):
            raise BadRequestError("must be an object with at, players, view and seed")
        session = await self.session(game_id)
        parent, seed = session.record, checked_seed(wanted.get("seed"))
        session.view.check_open("a branch")
        count = session.view.count_of(whole(wanted.get("at"), "at"))
        who = _players(parent.game.id, parent.game.sides, wanted.get("players", {}))
        view, name = wanted.get("view"), wanted.get("name", "")
        view = "" if view is None else view

        def new() -> Record:
            kind = "committed" if seed is None else "seeded"
            return parent.branch(
                count, kind, seed=seed, view=view, players=who, secrets=self.secrets, name=name
            )

        record = await aside("setup", new)
        return await aside("store", keep, self.store, record, (game_id, count))

    async def _runs_here(self, data: Any) -> bool:
        """Whether a running game here has the same committed dice as a record.

        Both copies would roll the same, and the end of one would disclose the secret of the other.
        """
        commitment = _commitment(data)
        if not commitment:
            return False
        return False in await aside("store", self.store.games_with, commitment)

    def _holds(self, commitment: str) -> bool:
        try:
            self.secrets.get(commitment)
        except InvalidRecord:
            return False
        return True

    async def begin_line(self, game_id: str, wanted: Any) -> str:
        """Begin a new line of a game, in a session that is in memory only; return its id.

        `wanted` has `at` and may have `line` and `done`: so many actions of that line are played
        already. SecretError if the game hides something; errors of `new_record`.
        """
        if not isinstance(wanted, dict):
            raise BadRequestError("must be an object with at, and perhaps line and done")
        session, line = await self.session(game_id), wanted.get("line")
        session.view.check_open("a line")
        at = session.view.count_of(whole(wanted.get("at"), "at"))
        varied = None if line is None else whole(line, "line")
        done = whole(wanted.get("done", 0), "done")
        record = await aside("setup", new_lines.new_record, session.record, at, varied, done)
        found, line = new_lines.new_id(), new_lines.NewLine(game_id, at)
        given = found, record, NotStored(), 0, play_on, None, line
        self._lines[found] = await aside("setup", Session, *given)
        idle = [key for key, one in self._lines.items() if not one.connections]
        for key in idle[: max(len(idle) - new_lines.KEPT, 0)]:
            del self._lines[key]
        return found

    async def annotate(self, session: Session, wanted: Any) -> None:
        """Write a comment into a game, or its analysis; keep a new line, or remove a line.

        `wanted` has `at` and `text`, which replaces the comments after that many actions (""
        removes them); or `analysis`; or `keep`, the id of a line that was played, and `name`; or
        `remove`, the number of a line and `actions`, what it consists of.
        """
        if not isinstance(wanted, dict):
            raise BadRequestError(
                "must be an object with at and text, or with analysis, keep or remove"
            )
        session.view.check_open("a comment")
        if "keep" in wanted or "remove" in wanted:
            await session.annotate(self._change_of_lines(session, wanted))
            return
        if wanted.get("analysis") is True:
            state = await self.analyses.state(session.id, session.record)
            if state["state"] != "done":
                raise BadRequestError("analysis: there is none of this game")
            await session.annotate(lambda record: analysis.annotate(record, state["result"]))
            return
        at, text = whole(wanted.get("at"), "at"), wanted.get("text")
        if not isinstance(text, str):
            raise BadRequestError(f"text: must be a text, not {text!r}")

        def change(record: Record) -> None:
            record.comments = [one for one in record.comments if one.at != at]
            if text.strip():
                record.comment(at, text.strip())

        await session.annotate(change)

    def _change_of_lines(self, session: Session, wanted: dict[str, Any]) -> Callable[[Record], Any]:
        """Return the change of a record that keeps a new line, or removes a line."""
        if "keep" in wanted:
            played = self._lines.get(str(wanted["keep"]))
            if played is None or played.line is None or played.line.parent != session.id:
                raise BadRequestError("keep: must be the id of a line of this game that was begun")
            name, at, actions = wanted.get("name", ""), played.line.at, played.record.actions
            return lambda record: record.add_line(at, actions, name)
        number, known = whole(wanted["remove"], "remove"), wanted.get("actions")

        def remove(record: Record) -> None:
            lines = record.lines
            if number >= len(lines) or list(lines[number].actions) != known:
                raise StaleActionError("the lines of this game have changed: load it again")
            del lines[number]

        return remove

    # Sessions

    async def session(self, game_id: str) -> Session:
        """Return a game's session; UnknownSavedError, or InvalidRecord if it cannot be read."""
        if game_id in self._lines:
            self._lines.move_to_end(game_id)
            return self._lines[game_id]
        async with self._lock(game_id):
            known = self._sessions.get(game_id)
            if known is not None:
                return known
            record, revision = await read_saved(self.store, game_id, self.secrets)
            await self._note_disclosed(record)
            self._sweep()
            self.warming.want(record.game.id)
            puzzle = await aside("store", self.attempts.puzzle_of, game_id)
            solving = await aside("setup", self.puzzles.find, puzzle) if puzzle else None
            given = game_id, record, self.store, revision, play_on, solving
            session = await aside("setup", Session, *given)
            ordered = await aside("store", local_orders.read, self.store, game_id)
            keep = partial(local_orders.write, self.store, game_id)
            session.orders = LocalOrders(record.game, ordered, keep)
            self._sessions[game_id] = session
            return session

    async def _note_disclosed(self, record: Record) -> None:
        """Note that dice are predictable if a finished game here has the same ones."""
        commitment = record.dice.commitment
        if commitment is None or record.position.to_move is None or not self._holds(commitment):
            return
        if True in await aside("store", self.store.games_with, commitment):
            await aside("store", self.secrets.disclose, commitment)

    async def listing(self) -> Listing:
        """Return the list of games; a game whose entry cannot be shown is marked as damaged."""
        found = await aside("store", self.store.listing)
        good = [one for one in found.games if is_summary(one)]
        bad = [str(one["id"]) for one in found.games if not is_summary(one)]
        for game_id in found.damaged + bad:
            _log.warning("game %s: its file is damaged: it is not listed", game_id)
        return Listing(good, found.damaged + bad)

    def _lock(self, game_id: str) -> asyncio.Lock:
        return self._locks.setdefault(game_id, asyncio.Lock())

    def _sweep(self) -> None:
        idle = [key for key, session in self._sessions.items() if not session.connections]
        for key in idle[: max(len(idle) - KEPT, 0)]:
            del self._sessions[key]

    async def delete(self, game_id: str) -> None:
        """Delete a game, and tell its connections."""
        async with self._lock(game_id):
            await aside("store", self.store.delete, game_id)
            self._forget(game_id)

    def _forget(self, game_id: str) -> None:
        session = self._sessions.pop(game_id, None)
        self.analyses.forget(game_id)
        if session is not None:
            session.close()

    async def stop(self) -> None:
        """Cancel all thinking, because the server stops."""
        for session in (*self._sessions.values(), *self._lines.values()):
            session.rest()
        await self.analyses.stop()

    # Advice

    async def hint(self, game_id: str, wanted: Any) -> dict[str, Any]:
        """Return a hint for the side and the number of actions in `wanted`."""
        if not isinstance(wanted, dict):
            raise BadRequestError("must be an object with side and at")
        session = await self.session(game_id)
        draft = wanted.get("draft") is True
        return await session.hint(wanted.get("side"), wanted.get("at"), draft=draft)

    async def analysis(self, game_id: str, *, start: bool) -> dict[str, Any]:
        """Return the state of a game's analysis; start it if there is none and `start` is set.

        SecretError if the game is not over and an analysis would reveal secrets.
        """
        session = await self.session(game_id)
        reason = refusal(session.record)
        if reason:
            raise SecretError(reason)
        if not start:
            return await self.analyses.state(game_id, session.record)
        return await self.analyses.start(game_id, session.record)


def parse_record(text: str) -> Any:
    """Return the data of a record file; InvalidRecord if it is invalid."""
    return read_json(text, "the file", InvalidRecord)


def _commitment(data: Any) -> str:
    """Return the dice commitment in a record's data, "" if there is none."""
    dice = data.get("dice") if isinstance(data, dict) else None
    commitment = dice.get("commitment") if isinstance(dice, dict) else None
    if not isinstance(commitment, str) or not re.fullmatch("[0-9a-f]{64}", commitment):
        return ""
    return commitment


def _players(
    game_id: str, sides: tuple[str, ...], given: Any, *, strict: bool = True
) -> dict[str, str]:
    """Return the player of each side.

    A side is played by a person if the record names no player for it or, unless `strict`, an
    unknown one.
    """
    if not isinstance(given, Mapping) or not set(given) <= set(sides):
        raise BadRequestError(f"players: must be an object with {' and '.join(sides)}")
    who = {side: given.get(side, HUMAN) for side in sides}
    for side, name in who.items():
        if not isinstance(name, str):
            raise BadRequestError(f"players, {side}: must be a name, not {name!r}")
        try:
            if name != HUMAN:
                players.check(game_id, name)
        except UnknownPlayer as error:
            if strict:
                raise BadRequestError(f"players, {side}: {HUMAN}, or a computer: {error}") from None
            who[side] = HUMAN
    return who


def keep(
    store: Store, record: Record, parent: tuple[str, int] | None = None, *, puzzle: str = ""
) -> str:
    """Store a record, and return its id. `parent` and `puzzle`: see `Store.create`."""
    told = summary(record, record.position, len(record.actions))
    return store.create(record.to_dict(), told, parent, puzzle=puzzle)


def checked_seed(seed: Any) -> int | None:
    """Return a seed of the page's form, None for none; BadRequestError if it is invalid."""
    return None if seed is None else whole(seed, "seed")


def whole(number: Any, name: str) -> int:
    """Return a whole number of a request; BadRequestError if it is not one."""
    if type(number) is not int or number < 0:
        raise BadRequestError(f"{name}: must be a whole number of 0 or more, not {number!r}")
    return number
