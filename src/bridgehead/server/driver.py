"""Automatic steps of a game, at a pace: the dice and the computer players."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from typing import TYPE_CHECKING, Any

from bridgehead.core.errors import BridgeheadError
from bridgehead.server.aside import GivenUpError
from bridgehead.server.keeping import StaleActionError
from bridgehead.server.plans import Walk, walk
from bridgehead.server.store import UnknownSavedError
from bridgehead.server.tempo import Tempo

if TYPE_CHECKING:
    from bridgehead.server.sessions import Session

_log = logging.getLogger(__name__)

PACE = 0.6  # seconds before the first step of a computer's turn; the page can change it
SLOWEST = 10.0
EVERY = 0.06  # seconds between two states while the computer plays without pauses


class Driver:
    """Makes a session's automatic steps while somebody watches, until a person is to decide."""

    def __init__(self, session: Session) -> None:
        self.pace = PACE
        self.paused = False
        self._session = session
        self._tempo = Tempo()
        self._hurry = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def hurries(self) -> bool:
        """Whether pauses are skipped until a person decides."""
        return self._hurry.is_set()

    def set_pace(self, milliseconds: object) -> None:
        """Set the full pause before a step of the computer; in a long turn pauses get shorter."""
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            seconds = float(milliseconds) / 1000  # type: ignore[arg-type]
            if math.isfinite(seconds):
                self.pace = min(max(seconds, 0.0), SLOWEST)

    def hurry(self) -> None:
        """Skip pauses until a person decides."""
        self._hurry.set()

    def drive(self) -> None:
        """Start the task that makes automatic steps, if it does not run."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drive())

    def stop(self) -> None:
        """Stop. A step that is being written is completed."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _drive(self) -> None:
        session = self._session
        try:
            while session.connections and not session.sealed and await self._next_step():
                pass
            if session.mine or session.record.position.to_move is None:
                self._hurry.clear()
        except BridgeheadError as error:
            session.fail(str(error))
        except Exception as error:  # report a fault in a player instead of stopping silently
            _log.exception("game %s: the computer failed", session.id)
            session.fail(f"the computer player failed ({type(error).__name__}: {error})")
        session.flush()

    async def _next_step(self) -> bool:
        """Make a step; if the position changes meanwhile, try again from the new one."""
        try:
            return await self._step()
        except (GivenUpError, StaleActionError):
            await asyncio.sleep(0)
            return True
        except UnknownSavedError:
            return False  # the game was deleted, and the connections have been told

    async def _step(self) -> bool:
        """Make one step of the dice or a computer; return False if there is none."""
        session = self._session
        position = session.record.position.copy()
        side = position.to_move
        if session.tutor is not None:
            return await self._led(session.tutor.due, position)
        if side == "dice" and session.view.is_person(position.side):
            await session.make(session.record.next_action(), position)
            session.flush()
            return True
        if self.paused or (side != "dice" and side not in session.computers):
            return False
        if side == "dice":
            await self._wait(position)
            if session.record.position != position:
                return True
            action = session.record.next_action()
        else:
            if self._pauses and not session.hushed:
                player = session.computers.name(str(side))
                session.view.send({"type": "thinking", "side": side, "player": player})
            action = await session.computers.choose(str(side), position)
            found = walk(position, action)
            # No pause within a compound action: its length would reveal a plan.
            if _is_told(found) and not (session.hushed and session.is_hushed(found)):
                await self._wait(position)
            else:
                await asyncio.sleep(0)
        if not self.paused:
            await session.make(action, position)
            now = session.record.position
            if (now.turn, now.side) != (position.turn, position.side):
                self._hurry.clear()  # "move now" lasts until the end of one side's turn
        if self._pauses or asyncio.get_running_loop().time() - session.told_at > EVERY:
            session.flush()
        return True

    async def _led(self, action: str | None, position: Any) -> bool:
        """Make the next automatic step of a lesson; return False if there is none."""
        session = self._session
        if action is None or self.paused:
            return False
        if position.to_move != "dice" or not session.view.is_person(position.side):
            await self._wait(position)
        if session.record.position == position and not self.paused:
            await session.make(action, position)
            session.flush()
        return True

    @property
    def _pauses(self) -> bool:
        return self.pace > 0 and not self._hurry.is_set()

    async def _wait(self, position: Any) -> None:
        """Pause before a step from a position."""
        if not self._pauses:
            return await asyncio.sleep(0)
        actions = self._session.record.actions
        rolled = bool(actions) and actions[-1].startswith("roll ")
        share = self._tempo.share((position.turn, position.side), rolled=rolled)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), self.pace * share)
        return None


def _is_told(found: Walk) -> bool:
    """Whether everybody is told of these steps; an attack is described when it is fired."""
    return any(at.describe(decision, None) for at, decision in found.steps)
