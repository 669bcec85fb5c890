"""Automatic steps of a game, at a pace: the dice, the computer players, and lessons."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from bridgehead.core.errors import BridgeheadError
from bridgehead.server.games.persistence import StaleActionError
from bridgehead.server.games.plans import Walk, walk
from bridgehead.server.games.sessions import Session
from bridgehead.server.games.store import UnknownSavedError
from bridgehead.server.web.threads import GivenUpError

_log = logging.getLogger(__name__)

EVERY = 0.06  # seconds between two states while the computer plays without pauses


async def play_on(session: Session) -> None:
    """Make automatic steps while a window shows the game, until a person must decide."""
    try:
        while session.connections and not session.sealed and await _next_step(session):
            pass
        if session.mine or session.record.position.to_move is None:
            session.pace.hurry(False)
    except BridgeheadError as error:
        session.fail(str(error))
    except Exception as error:  # report a fault in a player instead of stopping silently
        _log.exception("game %s: the computer failed", session.id)
        session.fail(f"the computer player failed ({type(error).__name__}: {error})")
    session.flush()


async def _next_step(session: Session) -> bool:
    """Make a step; if the position changes meanwhile, try again from the new one."""
    try:
        return await step(session)
    except (GivenUpError, StaleActionError):
        await asyncio.sleep(0)
        return True
    except UnknownSavedError:
        return False  # the game was deleted, and the connections have been told


async def step(session: Session) -> bool:
    """Make one step of the dice or a computer; return False if there is none."""
    pace, position = session.pace, session.record.position.copy()
    side = position.to_move
    if session.solving is not None or session.line is not None:
        return False
    if session.tutor is not None:
        return await _lesson_step(session, session.tutor.due, position)
    if side == "dice" and session.view.is_person(position.side):
        await session.make(session.record.next_action(), position)
        session.flush()
        return True
    if side in position.game.sides and session.view.is_person(side):
        ordered = session.orders.answer(position)
        if ordered is not None:
            await session.make(ordered, position)
            session.flush()
            return True
    if pace.paused or (side != "dice" and side not in session.computers):
        return False
    if side == "dice":
        await _wait(session, position)
        if session.record.position != position:
            return True
        action = session.record.next_action()
    else:
        if pace.has_pauses and not session.hushed:
            player = session.computers.name(str(side))
            session.view.send({"type": "thinking", "side": side, "player": player})
        action = await session.computers.choose(str(side), position)
        found = walk(position, action)
        # No pause within a compound action: its length would reveal a plan.
        if _is_told(found) and not (session.hushed and session.is_hushed(found)):
            await _wait(session, position)
        else:
            await asyncio.sleep(0)
    if not pace.paused:
        await session.make(action, position)
        now = session.record.position
        if (now.turn, now.side) != (position.turn, position.side):
            pace.hurry(False)  # "move now" lasts until the end of one side's turn
    if pace.has_pauses or asyncio.get_running_loop().time() - session.told_at > EVERY:
        session.flush()
    return True


async def _lesson_step(session: Session, action: str | None, position: Any) -> bool:
    """Make the next automatic step of a lesson; return False if there is none."""
    if action is None or session.pace.paused:
        return False
    if position.to_move != "dice" or not session.view.is_person(position.side):
        await _wait(session, position)
    if session.record.position == position and not session.pace.paused:
        await session.make(action, position)
        session.flush()
    return True


async def _wait(session: Session, position: Any) -> None:
    """Pause before a step from a position."""
    actions = session.record.actions
    rolled = bool(actions) and actions[-1].startswith("roll ")
    await session.pace.wait((position.turn, position.side), rolled=rolled)


def _is_told(found: Walk) -> bool:
    """Whether everybody is told of these steps; an attack is described when it is fired."""
    return any(at.describe(decision, None) for at, decision in found.steps)
