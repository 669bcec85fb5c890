"""The games that one process serves, and the work that is due in them.

Several processes may serve one database. They notify each other of changes (`wake_ups.py`), and
each also checks the revisions of its open games every two seconds. A pending decision of a
computer is noted in the game's row: a process that finds it claims the game and thinks
(`claims.py`). If two processes think, the journal takes one of the two decisions. Workers do this
or, if there are no workers, the servers (`works`).
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import time
from collections.abc import Coroutine, Iterator, Sequence
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.kernels.warming import Warming
from bridgehead.online.accounts.accounts import Account, Accounts
from bridgehead.online.accounts.login_sessions import Sessions
from bridgehead.online.accounts.passwords import Passwords
from bridgehead.online.clocks import inactivity, stored_clocks
from bridgehead.online.clocks.deadlines import Timekeeper
from bridgehead.online.clocks.heartbeat import Heartbeat
from bridgehead.online.database.database import Database
from bridgehead.online.database.lobby_tables import WATCHERS_CHAT
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.games import chat, games, journal
from bridgehead.online.games.games import UnknownGameError
from bridgehead.online.live.live_game import LiveGame
from bridgehead.online.live.open_puzzles import OpenPuzzles
from bridgehead.online.live.readers import Window
from bridgehead.online.live.wake_ups import SESSIONS, WakeUps
from bridgehead.online.moderation.restrictions import check_may_talk
from bridgehead.online.notices import notices
from bridgehead.online.orders import captain, standing_orders
from bridgehead.online.ratings import after_a_game, matches
from bridgehead.online.tournaments import sweep
from bridgehead.online.web.limits import LIMITS, OpenWindows
from bridgehead.online.work import monitoring
from bridgehead.online.work.analyses import Analyses
from bridgehead.online.work.claims import Claims
from bridgehead.online.work.monitoring import DECISIONS, GAMES, WAITING
from bridgehead.online.work.worker_queue import Jobs
from bridgehead.server.games.persistence import StaleActionError
from bridgehead.server.web.rate_limits import Limits
from bridgehead.server.web.threads import GivenUpError

_log = logging.getLogger(__name__)

EVERY = 2.0  # seconds between two checks for changes of other processes
ENDED = 5  # number of such checks between two checks for revoked sessions
IDLE = 600.0  # seconds between two searches for games that nobody plays on
SWEEP = 10.0  # seconds between two searches for due work
PACE = 0.4  # seconds between two actions of a computer in a game that somebody watches
ENTERING = 4  # windows that are opened at the same time; others get their turn in between
KEPT = 50  # games without windows that stay in memory


class GameServer:
    """The games and the due work of one process."""

    def __init__(
        self,
        database: Database,
        seal: Seal,
        warming: Warming,
        passwords: Passwords | None = None,
        limits: Limits | None = None,
        *,
        works: bool = True,
        serves: bool = True,
        jobs: Jobs | None = None,
        windows: OpenWindows | None = None,
    ) -> None:
        """`works`: whether this process makes computers' decisions; `jobs` wakes workers.

        `serves`: whether people play here. A process that only works keeps no time: while no
        process serves, clocks must stand still.
        """
        self.database = database
        self.works, self.serves, self.jobs = works, serves, jobs
        self.seal = seal
        self.warming = warming
        self.accounts = Accounts(database, passwords or Passwords())
        self.sessions = Sessions(database)
        self.limits = limits or Limits(LIMITS)
        self.windows = windows or OpenWindows()
        self.entering = asyncio.Semaphore(ENTERING)
        self.timekeeper = Timekeeper(database, self.game, self.clocks_changed)
        self._heartbeat = Heartbeat(database)
        self.analyses = Analyses(database, warming, self.game)
        self.puzzles = OpenPuzzles(database, warming, self.limits)
        self._games: dict[str, LiveGame] = {}
        # all games that are still referenced, so that none is opened twice
        self._open: WeakValueDictionary[str, LiveGame] = WeakValueDictionary()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._wake_ups = WakeUps(database, self._heard)
        self._due = asyncio.Event()
        self._openings: set[asyncio.Task[LiveGame]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._claims = Claims(database)
        self._next_idle = float("-inf")

    def start(self) -> None:
        """Start to watch for changes of other processes, and for due work."""
        loops = [self._follow(), monitoring.measure_lag()]
        if self.serves:
            loops.append(self.timekeeper.run())
            self._heartbeat.start()
        if self.works:
            loops.append(self._work())
        self._loops = [asyncio.create_task(each) for each in loops]
        self._wake_ups.start()

    async def stop(self) -> None:
        """Stop. Whatever was appended is in the database; unfinished thinking is lost."""
        tasks: list[asyncio.Task[Any]] = [
            *self._loops, *self._thinking.values(), *self._openings
        ]  # fmt: skip
        games = list(self._open.values())
        for game in games:
            game.memory.give_up()
            game.clocks.stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._heartbeat.stop()
        await self.analyses.stop()
        await asyncio.gather(*(game.journal.settled() for game in games))
        await self._wake_ups.stop()

    # Games

    async def game(self, game: str) -> LiveGame:
        """Return a game that has begun; UnknownGameError if there is none.

        Only one caller opens a game at a time. Opening is completed even if the caller no longer
        waits, so that nobody opens the game again meanwhile.
        """
        task = asyncio.ensure_future(self._game(game))
        self._openings.add(task)
        task.add_done_callback(self._opened)
        return await asyncio.shield(task)

    def _opened(self, task: asyncio.Task[LiveGame]) -> None:
        self._openings.discard(task)
        if not task.cancelled():
            task.exception()  # the caller got the error, if it still waited

    async def _game(self, game: str) -> LiveGame:
        async with self._locks.setdefault(game, asyncio.Lock()):
            known = self._open.get(game)
            if known is None:
                row = await self.database.read(games.load, game)
                if row.state not in (games.RUNNING, games.OVER):
                    raise UnknownGameError("this game has not begun")
                self.warming.want(row.title)
                known = await LiveGame.open(row, self.database, self.seal, self.wake)
                await known.begin()
            else:
                await known.journal.refresh()
            self._games.pop(game, None)  # keep the most recently used last
            self._games[game] = self._open[game] = known
            self._sweep()
            return known

    async def seen_by(self, game: str, account: Account | None) -> tuple[LiveGame, str | None]:
        """Return a game as an account may see it, and the side that it plays.

        UnknownGameError if there is none, or if it is private and the account plays no side.
        """
        found = await self.game(game)
        who = account.id if account else None
        if not found.memory.row.is_open_to(who) and not (
            found.memory.is_over and await self.database.read(after_a_game.is_open, game)
        ):
            raise UnknownGameError()
        return found, found.memory.row.side_of(who)

    def _sweep(self) -> None:
        idle = [key for key, game in self._games.items() if not game.memory.windows]
        for key in idle[: max(len(idle) - KEPT, 0)]:
            if key not in self._thinking:
                del self._games[key]

    def close(self, sessions: list[str]) -> None:
        """Close the windows of revoked sessions, also in other processes."""
        self._close(sessions)
        if sessions:
            self._wake_ups.wake(SESSIONS)

    def _close(self, sessions: list[str]) -> None:
        for window in self._windows():
            if window.session in sessions:
                window.send(None)

    def cut(self, who: str, code: int, text: str) -> None:
        """Close every window of an account, or of a spectator's address, and say why."""
        for window in self._windows():
            if window.who == who and window.code != code:
                window.cut(code, text)

    def present(self) -> set[str]:
        """Return the accounts that have a game open at this process."""
        return {window.account for window in self._windows()} - {""}

    def _windows(self) -> Iterator[Window]:
        """Yield every open window."""
        for game in list(self._open.values()):
            yield from game.memory.windows
        yield from self.puzzles.windows()

    async def _close_ended(self) -> None:
        """Close the windows whose session has expired or was ended by another process."""
        here = {window.session for window in self._windows()} - {""}
        self._close(await self.sessions.ended(here))

    async def say(self, game: LiveGame, window: Window, text: str, key: str) -> None:
        """Store a chat message of a player or a spectator, and send it to those who may read it."""
        said = chat.checked(text)
        await self.database.read(check_may_talk, window.account, game.id)
        key = f"{window.account}:{key}"
        if window.viewer is None:
            say = partial(chat.say, room=WATCHERS_CHAT)
            await self.database.write(say, game.id, window.account, said, key)
            await game.hear_watchers()
        else:
            await self.database.write(chat.say, game.id, window.account, said, key)
            await game.hear()
        self._wake_ups.wake(game.id)

    async def tell_aftermath(self, game: str) -> None:
        """Send the aftermath of a finished game to all windows, also in other processes."""
        known = self._open.get(game)
        if known is not None:
            await known.tell_aftermath()
        self._wake_ups.wake(game)

    async def seen(self, game: LiveGame, window: Window) -> None:
        """Note that a player's visible page has shown all news, so no notice is needed."""
        shown = [(window.account, game.id)]
        if await self.database.read(notices.unsent, shown):
            await self.database.write(notices.seen, shown)

    # Other people

    async def _heard(self, what: list[str]) -> None:
        """Refresh games that another process has changed, and close windows of ended sessions.

        An empty list means that anything may have happened.
        """
        with _survived("looking at what other processes have changed"):
            if not what or SESSIONS in what:
                await self._close_ended()
            if what != [SESSIONS]:
                await self._look(what)

    async def _follow(self) -> None:
        for number in itertools.count(1):
            await asyncio.sleep(EVERY)
            with _survived("looking at other processes' games"):
                await self._look()
                if number % ENDED == 0:
                    await self._close_ended()
                GAMES.set(len(self._games))

    async def _look(self, only: Sequence[str] = ()) -> None:
        looked_at = [
            game
            for game in list(self._open.values())
            if game.memory.windows and (not only or game.id in only)
        ]
        ids = [game.id for game in looked_at]
        if not ids:
            return
        revisions = await self.database.read(journal.revisions, ids)
        remarks = await self.database.read(chat.counts, ids)
        watchers = await self.database.read(chat.counts, ids, WATCHERS_CHAT)
        clocks = await self.database.read(stored_clocks.of_games, ids)
        rematches = await self.database.read(matches.answers, ids)
        for game in looked_at:
            if revisions.get(game.id) == game.memory.revision:
                game.clocks.take(clocks.get(game.id))
            if rematches.get(game.id) not in (None, game.memory.aftermath):
                await game.tell_aftermath()
            if revisions.get(game.id) != game.memory.revision:
                await game.journal.refresh()
            if remarks.get(game.id, 0) > game.memory.heard:
                await game.hear()
            if watchers.get(game.id, 0) > game.memory.heard_by_watchers:
                await game.hear_watchers()

    async def clocks_changed(self, games: list[str]) -> None:
        """Show clocks that changed without a journal entry, here and in other processes."""
        for game in games:
            self._wake_ups.wake(game)
        if games:
            await self._look(games)

    # Due work

    def look_for_work(self) -> None:
        """Look for due work at once, or let workers look."""
        self._due.set()
        if self.jobs is not None and not self.works:
            self.jobs.wake()

    def wake(self, game: str) -> None:
        """Tell other processes that a game has changed, and look for work that is due here."""
        self._wake_ups.wake(game)
        known = self._open.get(game)
        if known is None or known.memory.thinks:
            self._due.set()
            if self.jobs is not None and game not in self._thinking:
                self.jobs.wake(game)
        if known is not None and (known.orders.is_captains or known.memory.is_over):
            self.look_for_work()  # a tournament goes on after the end of a game

    async def think(self, game: str) -> None:
        """Think about a game until a person is to decide; return at once if nothing is due."""
        self._begin(game, self._think(game))
        await asyncio.wait([self._thinking[game]])

    async def _work(self) -> None:
        while True:
            self._due.clear()
            with _survived("looking for what is due"):
                due = await self.database.read(games.due, "think")
                WAITING.labels("think").set(len(due))
                for game in due:
                    self._begin(game, self._think(game))
                for game in await self.database.read(games.due, standing_orders.DUE):
                    self._begin(game, self._reply(game))
            with _survived("carrying on with tournaments"):
                await sweep.sweep(self)
            with _survived("looking for challenges that have expired, and for inactive games"):
                await self._end_what_is_old()
            with _survived("looking for analyses that are wanted"):
                await self.analyses.sweep()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._due.wait(), SWEEP)

    async def _end_what_is_old(self) -> None:
        """Withdraw expired challenges; from time to time, end games that nobody plays on."""
        if await self.database.read(games.any_expired):
            await self.database.write(games.end_expired)
        if time.monotonic() > self._next_idle:
            self._next_idle = time.monotonic() + IDLE
            for game, side, revision in await self.database.read(inactivity.over):
                with contextlib.suppress(StaleActionError):  # somebody has acted
                    await (await self.game(game)).idle(side, revision)

    def _begin(self, game: str, work: Coroutine[Any, Any, None]) -> None:
        if game in self._thinking:
            work.close()
            return
        task = self._thinking[game] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self._thinking.pop(game, None))

    async def _reply(self, game_id: str) -> None:
        """Let a captain decide for a person who has ordered this."""

        async def is_ours() -> bool:
            return await self._claims.take(game_id)

        with _survived(f"game {game_id}: a captain's decision"):
            try:
                if await is_ours():
                    await captain.reply(await self.game(game_id), self.warming, is_ours)
            finally:
                await self._claims.leave(game_id)

    async def _think(self, game_id: str) -> None:
        """Decide for a computer until a person is to decide or the game is over."""
        with _survived(f"game {game_id}: a computer's decision"):
            try:
                await self._decide(game_id)
            finally:
                await self._claims.leave(game_id)

    async def _decide(self, game_id: str) -> None:
        if not await self._claims.take(game_id):
            return
        game = await self.game(game_id)
        with contextlib.suppress(StaleActionError):
            await game.absences.end_over()
        while game.memory.thinks and await self._claims.take(game_id):
            position = game.memory.record.position.copy()
            side = str(position.to_move)
            try:
                action = await game.memory.computers_for(side).choose(side, position)
                if game.memory.windows or self.jobs is not None:
                    await asyncio.sleep(PACE)  # with jobs, other processes may have windows
                await game.play_for(side, action, position)
                DECISIONS.inc()
            except (GivenUpError, StaleActionError):
                await asyncio.sleep(0)


@contextlib.contextmanager
def _survived(what: str) -> Any:
    """Log an exception in a loop that continues."""
    try:
        yield
    except BridgeheadError as error:
        _log.warning("%s failed: %s", what, error)
    except Exception:
        _log.exception("%s failed", what)
