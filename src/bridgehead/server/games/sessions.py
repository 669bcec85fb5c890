"""An open game: its record, the connections that show it, and the computer's steps.

A session runs in the event loop, one thing at a time. Only slow work is done in threads, so that
the page stays responsive: a computer player's choice (on a copy), reading and writing the database,
and describing the whole story again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from bridgehead.core.errors import IllegalAction
from bridgehead.core.records.annotations import ANNOTATIONS
from bridgehead.core.records.record import NOT_TAKEN_BACK, Record
from bridgehead.core.titles.lesson import NotNowError, players_after
from bridgehead.server.games.computer import Adviser, Computers
from bridgehead.server.games.lessons import Tutor
from bridgehead.server.games.pauses import Pace
from bridgehead.server.games.persistence import GameStore, StaleActionError, StoredRow, seal_of
from bridgehead.server.games.plans import Walk, follow, walk
from bridgehead.server.games.setup_moves import change_of
from bridgehead.server.games.store import UnknownSavedError
from bridgehead.server.lines.new_line import NewLine
from bridgehead.server.orders.local_orders import LocalOrders
from bridgehead.server.puzzles.puzzles import PuzzleError, Solving
from bridgehead.server.views import positions
from bridgehead.server.views.local_view import LocalView, OpenView
from bridgehead.server.views.positions import summary
from bridgehead.server.views.story import alike, tell
from bridgehead.server.web.connection import Connection, encoded
from bridgehead.server.web.threads import GivenUpError, aside


class Session:
    """One game being played."""

    def __init__(
        self,
        game_id: str,
        record: Record,
        store: GameStore,
        revision: int,
        play_on: Callable[[Session], Coroutine[Any, Any, None]] | None = None,
        solving: Solving | None = None,
        line: NewLine | None = None,
    ) -> None:
        """`play_on` makes automatic steps until a person is to decide (`automatic_steps.py`).

        `solving` is the puzzle that is solved in the game, if it is one; `line` is the line of
        another game that is played in it.
        """
        self.id = game_id
        self.view = LocalView(record) if line is None else OpenView(record)
        self.closed = False
        self._keeper = StoredRow(game_id, revision, store)
        self.pace = Pace()
        self._play_on = play_on
        self._steps: asyncio.Task[None] | None = None
        self.trouble = ""  # why the computer or the dice cannot continue
        self.sealed = seal_of(record)  # why the game cannot be continued here
        self._plans: dict[int, int] = {}  # by end of each plan that was carried out: its start
        self._untold: int | None = None  # the first log line that the connections do not have
        self.told_at = 0.0  # when the last change was sent
        self.hushed = False  # the last action is hidden from the viewers
        self.tutor = Tutor.of(record)
        self.solving = solving
        self.line = line
        self.computers = Computers(record)
        self._adviser = Adviser()
        self.orders = LocalOrders(record.game)
        if self.sealed:
            self.trouble = self.sealed

    # State

    @property
    def record(self) -> Record:
        """The record of the game."""
        return self.view.record

    @property
    def connections(self) -> set[Connection]:
        """The connections that show the game."""
        return self.view.windows

    @property
    def mine(self) -> bool:
        """Whether a person decides now, and is at the screen."""
        view = self.view
        person = view.is_person(self.record.position.to_move) and not self._is_led_on
        return not self.sealed and person and view.curtain is None

    @property
    def _is_led_on(self) -> bool:
        """Whether the next step of the lesson is automatic."""
        return self.tutor is not None and self.tutor.due is not None

    def hello(self) -> str:
        """Return the first message to a connection."""
        more = {
            "lesson": self.tutor and self.tutor.hello(),
            "puzzle": self.solving and self.solving.hello(),
            "line": self.line and self.line.hello(),
        }
        return self.view.hello(self.id, self.record.dice.header(), more)

    def state(self, told_from: int = 0) -> dict[str, Any]:
        """Return the present position, with the log from entry `told_from` on."""
        record = self.record
        side = record.position.to_move
        waiting = None
        if self.solving is not None:
            pass  # nobody else decides
        elif side in self.computers and not self.sealed:
            waiting = {"side": side, "player": self.computers.name(str(side))}
        elif self._is_led_on and side in record.game.sides:
            waiting = {"side": side, "player": record.players[str(side)]}
        state = {
            **self.view.state(mine=self.mine, told_from=told_from),
            "canUndo": self._undone() is not None,
            "lesson": self.tutor and self.tutor.data(),
            "puzzle": self.solving and self.solving.data(side),
            "line": self.line and self.line.data(record.position),
            "waiting": waiting,
            "paused": self.pace.paused,
            "trouble": self.trouble,
        }
        return state if self.tutor is None else {**state, "placed": []}

    def look(self, side: object) -> None:
        """Show the side's view, once it has come to the screen."""
        if self.view.look(side):
            self._tell_orders(*self.connections)
            self._changed(len(self.view.story.entries))
            self.flush()
            self.drive()

    def _summary(
        self, position: Any, count: int, more: Sequence[tuple[Any, str]] = ()
    ) -> dict[str, Any]:
        """Return the entry for the list of games at a position after `count` actions and `more`."""
        if position.result is not None:
            return summary(self.record, position, count + len(more))
        said = sum(1 for at, decision in more if at.public(decision, None))
        return summary(self.record, position, self.view.story.said(count) + said)

    # Connections

    def enter(self, connection: Connection) -> None:
        """Show the game to one more connection, and let the computer continue."""
        self.flush()
        self.view.forget_drawn()
        self.connections.add(connection)
        connection.send(self.hello())
        connection.tell(self.state())
        self._tell_orders(connection)
        self.drive()

    def leave(self, connection: Connection) -> None:
        """Remove a connection. While there is none, computers do not think."""
        self.connections.discard(connection)
        if not self.connections:
            self.rest()

    def rest(self) -> None:
        """Stop thinking and playing until somebody watches or asks."""
        self.computers.give_up()
        self._adviser.give_up()
        if self._steps is not None:  # a step that is being written is completed
            self._steps.cancel()
            self._steps = None

    def drive(self) -> None:
        """Start to make automatic steps, unless that is in progress."""
        if self._play_on is not None and (self._steps is None or self._steps.done()):
            self._steps = asyncio.create_task(self._play_on(self))

    def close(self) -> None:
        """Tell every connection that the game was deleted, and stop."""
        self.closed = True
        self.view.send({"type": "gone"})
        for connection in list(self.connections):
            self.leave(connection)
        self.rest()

    # Requests

    async def act(self, action: str, at: object) -> None:
        """Carry out a person's action.

        IllegalAction, StaleActionError or StoreError if impossible.
        """

        async def act() -> None:
            self._check_fresh(at)
            chooses = self.line is not None and self.record.position.to_move == "dice"
            if not (self.mine or chooses):
                raise IllegalAction("notation", "it is not a person's decision now")
            if self.tutor is not None:
                self.tutor.check(self.record.position.copy().push(action))
            await self._carry_out(action)

        await self._keeper.change(act)
        self.flush()
        self.drive()

    async def plan(
        self, actions: Sequence[str], at: object, first: int | None = None, *, goes_on: bool = False
    ) -> dict[str, Any]:
        """Carry out a person's actions one after the other, as many as are legal.

        They are written together. `first`: only that many of them. `goes_on`: an undo takes them
        back together with those of the previous plan. Return how many were carried out, and why not
        all. If the first action is not possible, errors are as for `act`.
        """

        async def plan() -> Walk:
            self._check_fresh(at)
            if not self.mine:
                raise IllegalAction("notation", "it is not a person's decision now")
            found, count = follow(self.record.position, actions, first), len(self.record.actions)
            if found.error is not None and not found.done:
                raise found.error
            if self.tutor is not None:
                self.tutor.check(found.decisions)
            await self._carry_out_walk(found)
            begun = self._plans.get(count, count) if goes_on else count
            self._plans[len(self.record.actions)] = begun
            return found

        found = await self._keeper.change(plan)
        self.flush()
        self.drive()
        error = found.error
        refused = positions.refusal(error, game=self.record.game) if error is not None else None
        return {"done": found.done, "stopped": found.stopped, "refused": refused}

    async def order(self, number: object, data: object) -> None:
        """Replace the standing orders of the person who looks; see `LocalOrders.order`.

        They answer later decisions: a pending one remains the person's.
        """
        side = self.view.viewer
        if side is None or self.tutor is not None or self._takes_all_back:
            raise IllegalAction("notation", "standing orders are for a side that you play")
        await self.orders.order(side, number, data)
        self._tell_orders(*self.connections)

    def _tell_orders(self, *windows: Connection) -> None:
        """Send windows the orders of the person who looks."""
        side = self.view.viewer
        if side is not None and self.tutor is None and not self._takes_all_back:
            text = encoded(self.orders.data(side))
            for window in windows:
                window.send(text)

    async def undo(self, at: object) -> None:
        """Take back the last decision, or a whole plan as far as that is allowed."""

        async def undo() -> None:
            self._check_fresh(at)
            left = self._undone()
            if left is None:
                raise IllegalAction("undo", NOT_TAKEN_BACK)
            if self.solving is not None and not self.solving.shows:
                self.solving.begin()
            if self.tutor is not None or self._takes_all_back:
                await self._cut(left, has_read=True)
                return
            record, count = self.record, len(self.record.actions)
            said = record.comments, record.lines
            undone = _taken_back(record, left)
            left = len(record.actions)
            told = self._summary(record.position, left)
            for action in reversed(undone):  # until the change is written
                record.do(action)
            record.comments, record.lines = said
            await self._keeper.truncate(count, left, told)
            _taken_back(record, left)
            self._forget(left)

        await self._keeper.change(undo)
        self.flush()

    async def set_up(self, units: Sequence[str], place: str | None, at: object) -> None:
        """Move a unit that was placed in the present set-up, or take such units back."""

        async def set_up() -> None:
            self._check_fresh(at)
            if not self.mine:
                raise IllegalAction("notation", "it is not a person's decision now")
            if self.tutor is not None:
                raise NotNowError("in a lesson, Undo takes back a whole step")
            change, record = change_of(self.record, units, place), self.record
            found = walk(record.position_at(change.keep), *change.actions)
            told = self._summary(found.after, change.keep, found.steps)
            await self._keeper.truncate(len(record.actions), change.keep, told, found.decisions)
            record.cut(change.keep)
            self._forget(change.keep)
            for n, (here, decision) in enumerate(found.steps, start=change.keep + 1):
                record.do(decision)
                self.view.add(here, decision, record.position, n)

        await self._keeper.change(set_up)
        self.flush()

    async def annotate(self, change: Callable[[Record], object]) -> None:
        """Change the comments and lines of the record. InvalidRecord if the change is invalid."""

        async def annotate() -> None:
            record, count = self.record, len(self.record.actions)
            said = record.comments, record.lines
            record.comments, record.lines = list(said[0]), list(said[1])
            try:
                change(record)
                data = {
                    name: [one.to_dict() for one in getattr(record, name)] for name in ANNOTATIONS
                }
                await self._keeper.set_header(count, data, self._summary(record.position, count))
            except BaseException:
                record.comments, record.lines = said
                raise

        await self._keeper.change(annotate)

    @property
    def _takes_all_back(self) -> bool:
        """Whether also what showed something can be taken back: in a puzzle and a line."""
        return self.solving is not None or self.line is not None

    def _undone(self) -> int | None:
        """Return how many actions remain after an undo; None if nothing can be taken back."""
        if self.tutor is not None:
            return None if self.tutor.due else self.tutor.undone
        if self._takes_all_back:
            count = len(self.record.actions)
            return self._plans.get(count, count - 1) if count else None
        if not (self.mine and self.record.can_undo()):
            return None
        count = len(self.record.actions)
        return self._plans.get(count, count - 1)

    async def _cut(self, left: int, *, has_read: bool) -> None:
        """Take back all actions but the first `left`; call within a change."""
        record, count = self.record, len(self.record.actions)
        told = self._summary(record.position_at(left), left)
        await self._keeper.truncate(count, left, told)
        record.cut(left)
        if self.tutor is not None:
            self.tutor.follow(record, has_read=has_read)
        self._forget(left)

    def _forget(self, left: int) -> None:
        """Remove the story of the actions after the first `left`, which were taken back."""
        self._plans = {end: start for end, start in self._plans.items() if end <= left}
        self.view.cut(left)
        self.hushed = False
        self._moved(len(self.view.story.entries))

    # Lessons

    async def learn(self, what: object, at: object) -> None:
        """Read on in a lesson, restart it, or leave it and play on.

        NotNowError outside a lesson.
        """

        async def learn() -> None:
            self._check_fresh(at)
            if self.tutor is None:
                raise NotNowError("this game is not a lesson")
            if what == "next":
                self.tutor.read_on()
                self._changed(len(self.view.story.entries))
            elif what == "restart":
                await self._cut(self.tutor.beginning, has_read=False)
            elif what == "leave":
                await self._leave_lesson()
            else:
                raise NotNowError(f"a lesson has no {what!r}: next, restart, leave")

        await self._keeper.change(learn)
        self.flush()
        self.drive()

    async def _leave_lesson(self) -> None:
        """Let a computer player take over the lesson's side; call within a change."""
        record, count = self.record, len(self.record.actions)
        who = players_after(record.players)
        told = {**self._summary(record.position, count), "players": who}
        await self._keeper.set_header(count, {"players": who}, told)
        record.players, self.tutor = who, None
        self.computers = Computers(record)
        self.view.send_text(self.hello())
        self._changed(0)

    # Puzzles

    async def begin_puzzle(self, at: object, *, shows: bool = False) -> None:
        """Take the whole plan back, to try again or to be shown the best plan.

        PuzzleError outside a puzzle, or if the best plan may not be shown yet.
        """

        async def begin() -> None:
            self._check_fresh(at)
            if self.solving is None:
                raise PuzzleError("this game is not a puzzle")
            self.solving.begin(shows=shows)
            if self.record.actions:
                await self._cut(0, has_read=False)
            else:
                self._changed(len(self.view.story.entries))

        await self._keeper.change(begin)
        self.flush()

    async def grade(self, *, gives_up: bool = False) -> dict[str, Any]:
        """Grade the plan that was played in a puzzle, and show the grade to every connection.

        Errors as for `Solving.check`; PuzzleError outside a puzzle.
        """
        if self.solving is None:
            raise PuzzleError("this game is not a puzzle")
        found = await self.solving.check(tuple(self.record.actions), gives_up=gives_up)
        self._changed(len(self.view.story.entries))
        self.flush()
        return found

    async def hint(self, side: object, at: object, *, draft: bool = False) -> dict[str, Any]:
        """Return a strong player's advice for the person to decide; see `Adviser.hint`.

        StaleActionError if the position is not, or after the thinking no longer, the requested one;
        IllegalAction if that side, or no person, is to decide.
        """
        self._check_fresh(at)
        if not self.mine or side != self.record.position.to_move:
            raise IllegalAction("notation", "it is not your decision now")
        if self.solving is not None:
            raise PuzzleError("there are no hints in a puzzle: give up to see the best plan")
        asked = self.record.position.copy()

        def check() -> None:
            if self.closed:
                raise UnknownSavedError("the game was deleted meanwhile")
            if self.record.position != asked:
                raise StaleActionError("the game has moved on meanwhile")

        try:
            found = await self._adviser.hint(asked, check, draft=draft)
        except GivenUpError:
            check()
            raise StaleActionError("this question was dropped: ask again") from None
        check()
        return {**found, "at": at}

    def _check_fresh(self, at: object) -> None:
        if type(at) is not int:
            raise StaleActionError("at: must be the number of actions that the page knew")
        now = self.view.length
        if at != now:
            raise StaleActionError(
                f"the game has moved on: it is at action {now}, and this page knew {at}"
            )

    async def _carry_out(self, action: str) -> None:
        """Save an action, carry it out, and only then show it; if one step fails, nothing is done.

        Call within a change.
        """
        await self._carry_out_walk(walk(self.record.position, action))

    async def _carry_out_walk(self, found: Walk) -> None:
        """Save several actions, carry them out, and only then show them."""
        record, view = self.record, self.view
        known, told, anew = len(record.actions), len(view.story.entries), None
        reader = view.reader_at(found.after)
        if reader != view.story.reader:  # a finished game is described again, with its secrets
            anew = await aside("setup", tell, record, reader)
            afters = (*(at for at, _ in found.steps[1:]), found.after)
            for n, (step, then) in enumerate(
                zip(found.steps, afters, strict=True), start=known + 1
            ):
                anew.add(*step, then, n)
        listed = self._summary(found.after, known, found.steps)
        await self._keeper.append(known, found.decisions, listed)
        self.trouble = ""
        self.hushed = self.is_hushed(found)
        if anew is not None:
            told, view.story = alike(view.story.entries, anew.entries), anew
        for n, (at, decision) in enumerate(found.steps, start=known + 1):
            record.do(decision)
            if self.tutor is not None:
                self.tutor.took(decision)
            view.add(at, decision, record.position, n)
        view.follow()
        self._moved(told)

    def is_hushed(self, found: Walk) -> bool:
        """Whether the viewers may not even know that something was done [72]."""
        reader = self.view.reader
        told = any(at.public(decision, reader) for at, decision in found.steps)
        return not told and found.before.to_move != self.view.viewer

    def _moved(self, told: int) -> None:
        """Note that the position has changed, and cancel thinking about the old one.

        Actions that the viewers may not even count are not shown.
        """
        self.computers.give_up(unless=self.record.position)
        self._adviser.give_up(unless=self.record.position)
        if not self.hushed:
            self._changed(told)

    def _changed(self, told: int) -> None:
        """Note that connections have an older position, and the log's first `told` lines."""
        self._untold = told if self._untold is None else min(self._untold, told)

    def flush(self) -> None:
        """Send the changes to every connection."""
        if self._untold is not None:
            told, self._untold = self._untold, None
            self.told_at = asyncio.get_running_loop().time()
            self.view.send(self.view.news(self.state(told)))

    async def make(self, action: str, found_in: Any) -> None:
        """Carry out an action of the dice or a computer that was found in a position.

        StaleActionError if the position has changed meanwhile.
        """

        async def make() -> None:
            if self.record.position != found_in:
                raise StaleActionError("the game has moved on meanwhile")
            await self._carry_out(action)

        await self._keeper.change(make)

    def fail(self, why: str) -> None:
        """Report why the computer or the dice cannot continue."""
        self.trouble = why
        self._changed(len(self.view.story.entries))

    def pause(self, on: bool) -> None:
        """Pause the computer, or let it continue. A person's own roll is not paused."""
        self.pace.paused = on
        self._changed(len(self.view.story.entries))
        self.flush()
        self.drive()


def _taken_back(record: Record, count: int) -> list[str]:
    """Take actions back, as far as allowed, until `count` are left; return them, the last first."""
    undone = []
    while len(record.actions) > count and record.can_undo():
        undone.append(record.undo())
    return undone
