"""The clocks stored in the rows of games: appends, outages, losses on time.

Code that writes several rows of games at once first locks the row of the heartbeat, so two such
transactions never deadlock. These functions run in the database's threads, within a transaction.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, and_, insert, not_, or_, select, update

from bridgehead.core.titles.games import game_info
from bridgehead.online.clocks import clocks, paces
from bridgehead.online.clocks.clock_jumps import LEAST, ClockDifference, steady_time
from bridgehead.online.clocks.clocks import Clock, Spell
from bridgehead.online.clocks.paces import MINUTE, SECOND, Pace
from bridgehead.online.database.database import Database, now
from bridgehead.online.database.tables import DICE as DICE_OF
from bridgehead.online.database.tables import GAME, HEARTBEAT, OUTAGE, SEAT, VACATION
from bridgehead.online.dice.sealed import SEALED
from bridgehead.online.games.history import DICE, Entry

BEAT = 15 * SECOND  # time between two heartbeats
GAP = MINUTE  # a longer gap without heartbeats is an outage
GRACE = 2 * MINUTE  # extra time after an outage, to come back
LEASE = 30 * SECOND  # how long a process may take to end the games that it has claimed
BATCH = 20
AUTO, CLAIM = "auto", "claim"
COLUMNS = (GAME.c.pace, GAME.c.clock, GAME.c.since, GAME.c.flag, GAME.c.vacation)


@dataclass
class Tick:
    """The input of an append for the clocks; the append fills in the new clocks."""

    spell: Spell
    clock: Clock | None = None


def of_row(row: Any) -> Clock | None:
    """Return the clocks of a game's row, None if time is unlimited."""
    if row.clock is None:
        return None
    return Clock.of(row.pace, json.loads(row.clock), row.since)


def values(clock: Clock | None) -> dict[str, Any]:
    """Return the column values that store these clocks."""
    if clock is None:
        return {}
    kept = json.dumps(clock.to_dict())
    return {"clock": kept, "since": clock.since, "deadline": clock.deadline}


def spell_of(position: Any, owes: Sequence[str] = (), *, over: bool = False) -> Spell:
    """Return who is to decide in a position, as everybody may know it.

    While the dice wait for something that a browser `owes`, the clock of its side runs.
    """
    side = (*owes, position.to_move)[0]
    if over or side in (None, DICE):
        side = ""
    return Spell(str(side), int(position.turn), side == position.side)


def step(row: Any, entries: Sequence[Entry], tick: Tick | None, time: int) -> dict[str, Any]:
    """Return the clock columns after an append; ClockError if the clocks forbid it."""
    clock = of_row(row)
    if clock is None or tick is None:
        return {}
    automatic = row.flag == AUTO
    tick.clock = clocks.step(clock, entries, tick.spell, automatic=automatic, now=time)
    return values(tick.clock)


def fresh(pace: Pace, sides: Sequence[str], spell: Spell) -> dict[str, Any]:
    """Return the clock columns of a new game, and the side whose clock starts."""
    if not pace.is_timed:
        return {"pace": pace.text}
    return {"pace": pace.text, **values(clocks.fresh(pace, sides, spell))}


def begin(connection: Connection, game: str) -> None:
    """Start the clocks of a game whose seats are all taken."""
    columns = GAME.c.waits_for, GAME.c.title, GAME.c.summary, *COLUMNS
    row = connection.execute(select(*columns).where(GAME.c.id == game)).one()
    side, is_own = row.waits_for, None
    if side == DICE:  # nothing is rolled before every browser has begun its chain
        side = _first_browser(connection, game, row.title)
        is_own = json.loads(row.summary).get("side") == side
        connection.execute(update(GAME).where(GAME.c.id == game).values(waits_for=side or DICE))
    clock = of_row(row)
    if clock is None:
        return
    away: list[str] = []
    if row.vacation and clock.pace.kind == paces.DAILY:
        lock(connection)  # nobody goes on vacation meanwhile
        going_on = select(SEAT.c.side).join(VACATION, SEAT.c.account == VACATION.c.account)
        found = going_on.where(SEAT.c.game == game, VACATION.c.ended.is_(None))
        away = list(connection.execute(found).scalars())
    spell = replace(clock.spell, side=side)
    if is_own is not None:
        spell = replace(spell, is_own=is_own)
    begun = clocks.begin(clock, spell, away, now(connection))
    connection.execute(update(GAME).where(GAME.c.id == game).values(values(begun)))


def _first_browser(connection: Connection, game: str, title: str) -> str:
    """Return the side whose browser must send its anchor first; "" if the dice need none."""
    mode = connection.execute(select(DICE_OF.c.mode).where(DICE_OF.c.game == game)).scalar_one()
    if mode == SEALED:
        return ""
    people = select(SEAT.c.side).where(SEAT.c.game == game, SEAT.c.computer.is_(None))
    found = set(connection.execute(people).scalars())
    return next(side for side in game_info(title).sides if side in found)


def of_games(connection: Connection, games: Sequence[str]) -> dict[str, Clock]:
    """Return the clocks of those games that have clocks."""
    rows = connection.execute(
        select(GAME.c.id, *COLUMNS).where(GAME.c.id.in_(games), GAME.c.clock.is_not(None))
    )
    return {row.id: clock for row in rows if (clock := of_row(row)) is not None}


# Outages


def lock(connection: Connection) -> Any:
    """Lock the heartbeat row and return it; its time is 0 if there was none yet."""
    return connection.execute(select(HEARTBEAT).where(HEARTBEAT.c.id == 1).with_for_update()).one()


def is_quiet(connection: Connection) -> bool:
    """Whether no clock runs, or a heartbeat was written a moment ago."""
    time = now(connection)
    runs = select(GAME.c.id).where(GAME.c.deadline.is_not(None)).limit(1)
    last = connection.execute(select(HEARTBEAT.c.time)).scalar_one()
    return 0 <= time - last < BEAT or connection.execute(runs).first() is None


@dataclass(frozen=True)
class WrittenHeartbeat:
    """A heartbeat that has been written."""

    moved: int  # number of deadlines moved, after an outage or a jump of the clock
    steady: ClockDifference  # for the next heartbeat


def beat(connection: Connection, known: ClockDifference | None = None) -> WrittenHeartbeat:
    """Write the heartbeat; `known` is what this process knew at its last one.

    Every process writes heartbeats. The first heartbeat after an outage moves all deadlines by the
    length of the outage plus some time to come back; the first one after a jump of the system clock
    moves them by the jump. The other processes then find that heartbeat.
    """
    row = lock(connection)
    time, last = now(connection), row.time
    jump = known.jump(time, row.jumped) if known else 0
    if not jump and last - time >= LEAST:
        jump = time - last  # the clock was set back while no process ran
    jumped = row.jumped + jump
    if time > last or jump:
        connection.execute(update(HEARTBEAT).values(time=time, jumped=jumped))
    moved = 0
    if jump:
        moved = _move_by_jump(connection, jump, time, known)
    elif last and time - last > GAP:
        here = GAME.c.since <= last + GAP
        moved = _move(connection, here, time - last + GRACE)
        connection.execute(insert(OUTAGE).values(begun=last, ended=time, games=moved))
    return WrittenHeartbeat(moved, ClockDifference(steady_time(), time, jumped))


def _move_by_jump(
    connection: Connection, jump: int, time: int, known: ClockDifference | None
) -> int:
    """Move deadlines by a jump of the system clock, except those of spells that began after it."""
    spent = steady_time() - known.at if known else 0
    moved = _move(connection, not_(GAME.c.since.between(time - spent, time)), jump)
    connection.execute(update(GAME).where(GAME.c.swept > time).values(swept=None))
    return moved


def _move(connection: Connection, which: Any, by: int) -> int:
    moved = {"deadline": GAME.c.deadline + by, "since": GAME.c.since + by}
    running = update(GAME).where(GAME.c.deadline.is_not(None), which)
    return int(connection.execute(running.values(moved)).rowcount)


async def write_beat(database: Database) -> int:
    """Write the heartbeat of this process; return how many deadlines were moved."""
    written = await database.write(beat, database.steady)
    database.steady = written.steady
    return written.moved


# Losses on time


def overdue(connection: Connection) -> bool:
    """Whether there is a game whose time is up."""
    found = select(GAME.c.id).where(_ended(now(connection))).limit(1)
    return connection.execute(found).first() is not None


def sweep(connection: Connection) -> list[str]:
    """Return games whose time is up, to end them; each game is given to one process only."""
    time = now(connection)
    found = select(GAME.c.id).where(_ended(time)).order_by(GAME.c.deadline).limit(BATCH)
    games = list(connection.execute(found.with_for_update(skip_locked=True)).scalars())
    if games:
        connection.execute(update(GAME).where(GAME.c.id.in_(games)).values(swept=time))
    return games


def _ended(time: int) -> Any:
    free = or_(GAME.c.swept.is_(None), GAME.c.swept < time - LEASE)
    return and_(GAME.c.flag == AUTO, GAME.c.deadline.is_not(None), GAME.c.deadline <= time, free)
