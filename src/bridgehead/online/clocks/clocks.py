"""The clocks of a game after each event, as pure functions.

A clock changes when another side is to decide, when a game turn begins, and on request (a pause, a
gift, a vacation). It never changes within a **spell**, a series of decisions of one side in a row.
Everybody may see all these events, so clocks do not show how often or when somebody decided in
secret.

The row of a running clock has the time `since` when it runs, and its `deadline`. Everything else is
a length of time, so an outage moves only these two. Times are the database's, in milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.clocks import paces
from bridgehead.online.clocks.paces import Pace
from bridgehead.online.games.history import PAUSE, Entry
from bridgehead.online.orders.stand_in import TIME, Absence


class ClockError(BridgeheadError):
    """The clocks forbid this."""


class TimeUpError(ClockError):
    """The time is up: only the loss on time can be recorded."""


@dataclass(frozen=True)
class RemainingTime:
    """The remaining time of one side."""

    bank: int
    left: int = 0  # rest of the allowance of the side's game turn
    turn: int = -1  # the turn of that allowance
    credited: int = 0  # the last turn for which time was added to the bank


@dataclass(frozen=True)
class Spell:
    """The side to decide as everybody sees it, the turn, and whether it is the side's own turn."""

    side: str  # "" if nobody decides
    turn: int
    is_own: bool


@dataclass(frozen=True)
class Clock:
    """The clocks of both sides. A computer player has no clock."""

    pace: Pace
    purses: Mapping[str, RemainingTime]
    spell: Spell
    reply: int = 0  # rest of the allowance of the present reply
    since: int | None = None  # the time from which the running clock counts, None if no clock runs
    paused: bool = False
    away: tuple[str, ...] = ()  # sides whose players are on vacation
    stood_in: tuple[str, ...] = ()  # sides for which a computer plays

    @property
    def pot(self) -> int:
        """The remaining allowance of the spell at the time `since`."""
        purse = self.purses.get(self.spell.side)
        if purse is None:
            return 0
        return purse.left if self.spell.is_own else self.reply

    @property
    def deadline(self) -> int | None:
        """The time at which the side to decide loses on time; None if no clock runs."""
        if self.since is None:
            return None
        return self.since + self.pot + self.purses[self.spell.side].bank

    def is_up(self, now: int) -> bool:
        """Whether the side to decide has used up its time."""
        return self.deadline is not None and now >= self.deadline

    def to_dict(self) -> dict[str, Any]:
        """Return all fields except `since` as data to store."""
        purses = {side: [p.bank, p.left, p.turn, p.credited] for side, p in self.purses.items()}
        spell = [self.spell.side, self.spell.turn, self.spell.is_own]
        return {
            "purses": purses, "spell": spell, "reply": self.reply,
            "paused": self.paused, "away": list(self.away), "stood_in": list(self.stood_in),
        }  # fmt: skip

    @classmethod
    def of(cls, pace: str, data: Mapping[str, Any], since: int | None) -> Clock:
        """Return the clocks of stored data."""
        side, turn, own = data["spell"]
        purses = {name: RemainingTime(*numbers) for name, numbers in data["purses"].items()}
        return cls(
            paces.read(pace), purses, Spell(side, turn, own), data["reply"], since,
            data["paused"], tuple(data["away"]), tuple(data.get("stood_in", ())),
        )  # fmt: skip


def fresh(pace: Pace, sides: Collection[str], spell: Spell) -> Clock:
    """Return the clocks of a game before it begins; `sides` are those that people play."""
    purse = RemainingTime(pace.bank, credited=spell.turn)
    return Clock(pace, dict.fromkeys(sides, purse), replace(spell, side=""))


def begin(clock: Clock, spell: Spell, away: Collection[str], now: int) -> Clock:
    """Start the clocks when the game begins."""
    return turn_to(replace(clock, away=tuple(sorted(away))), spell, now)


def turn_to(clock: Clock, spell: Spell, now: int) -> Clock:
    """Switch to another side or turn; nothing changes within a spell."""
    if spell == clock.spell:
        return clock
    clock = replace(settle(clock, now), spell=spell, since=None, reply=0)
    purse = clock.purses.get(spell.side)
    if purse is None:
        return clock
    pace = clock.pace
    if not spell.is_own:
        return _run(replace(clock, reply=pace.reply), now)
    if spell.turn > purse.turn:
        first = pace.grace if purse.turn < 0 else 0
        purse = replace(purse, left=pace.turn + first, turn=spell.turn)
    if spell.turn > purse.credited:
        bank = max(purse.bank, min(purse.bank + pace.credit, pace.cap))
        purse = replace(purse, bank=bank, credited=spell.turn)
    return _run(_with(clock, spell.side, purse), now)


def settle(clock: Clock, now: int) -> Clock:
    """Deduct the time since the clock started: from the allowance, then from the bank."""
    if clock.since is None:
        return clock
    side, pot = clock.spell.side, clock.pot
    spent = max(now - clock.since, 0)
    purse = clock.purses[side]
    purse = replace(purse, bank=max(purse.bank - max(spent - pot, 0), 0))
    clock = replace(_with(clock, side, purse), since=now)
    return _with_pot(clock, max(pot - spent, 0))


def pause(clock: Clock, now: int) -> Clock:
    """Stop the clocks, as both agreed."""
    return replace(settle(clock, now), paused=True, since=None)


def resume(clock: Clock, side: str, now: int) -> Clock:
    """Resume the clocks. The side to decide gets extra time if the other side ended the pause."""
    if not clock.paused:
        raise ClockError("the game is not paused")
    clock = replace(clock, paused=False)
    if clock.spell.side in clock.purses and side != clock.spell.side:
        clock = _with_pot(clock, clock.pot + clock.pace.grace)
    return _run(clock, now)


def give(clock: Clock, side: str, now: int) -> Clock:
    """Give a side time, counted from now if its time was up."""
    if side not in clock.purses:
        raise ClockError("a computer needs no time")
    clock = settle(clock, now)
    purse = clock.purses[side]
    bank = purse.bank + clock.pace.gift
    if bank > clock.pace.most:
        raise ClockError("that side already has the maximum time")
    return _with(clock, side, replace(purse, bank=bank))


def leave(clock: Clock, side: str, now: int) -> Clock:
    """Stop a side's clock while its player is on vacation; not if its time is up."""
    if clock.spell.side == side and clock.is_up(now):
        return clock
    clock = replace(clock, away=tuple(sorted({*clock.away, side})))
    return replace(settle(clock, now), since=None) if clock.spell.side == side else clock


def come_back(clock: Clock, side: str, now: int) -> Clock:
    """Restart a side's clock after a vacation, if it was stopped."""
    if side not in clock.away:
        return clock
    clock = replace(clock, away=tuple(each for each in clock.away if each != side))
    return _run(clock, now) if clock.spell.side == side else clock


def step(
    clock: Clock, entries: Sequence[Entry], spell: Spell, *, automatic: bool, now: int
) -> Clock:
    """Return the clocks after entries that lead to a spell; ClockError if the clocks forbid them.

    `automatic`: whether an entry after the deadline is too late even if nobody has claimed the win.
    """
    first = entries[0]
    if first.kind == "flag" or (first.kind == "away" and _is_up(first)):
        if first.side != clock.spell.side or not clock.is_up(now):
            raise ClockError("the other side's time is not up")
    elif automatic and clock.is_up(now):
        raise TimeUpError("the time is up")
    if clock.paused and first.side in clock.purses and first.kind in ("action", "undo"):
        raise ClockError("the game is paused: end the pause to play on")
    is_own = first.kind in ("action", "undo") and first.computer is None
    if first.side in clock.away and is_own:
        raise ClockError("you are on vacation: end it in the settings to continue playing")
    for entry in entries:
        clock = _event(clock, entry, spell, now)
    return turn_to(clock, spell, now)


def _event(clock: Clock, entry: Entry, spell: Spell, now: int) -> Clock:
    if entry.kind == "accept" and entry.text == PAUSE:
        return pause(clock, now)
    if entry.kind == "accept":  # a turn played again gets its allowance again, but no credit
        purses = {
            side: replace(purse, turn=min(purse.turn, spell.turn))
            for side, purse in clock.purses.items()
        }
        return replace(clock, purses=purses)
    if entry.kind == "resume":
        return resume(clock, entry.side, now)
    if entry.kind == "away":
        return _stand_in(clock, entry, now)
    if entry.kind == "back":
        there = tuple(side for side in clock.stood_in if side != entry.side)
        clock = replace(clock, stood_in=there)
        return _run(clock, now) if clock.spell.side == entry.side else clock
    if entry.kind == "gift":
        other = next((side for side in clock.purses if side != entry.side), "")
        return give(clock, other, now)
    return clock


def _stand_in(clock: Clock, entry: Entry, now: int) -> Clock:
    """Stop a side's clock while a computer plays for it.

    A player whose time was up finds as much as a gift of time when they come back.
    """
    side = entry.side
    clock = settle(clock, now)
    if _is_up(entry):
        purse = clock.purses[side]
        clock = _with(clock, side, replace(purse, bank=max(purse.bank, clock.pace.gift)))
    clock = replace(clock, stood_in=tuple(sorted({*clock.stood_in, side})))
    return _run(clock, now) if clock.spell.side == side else clock


def _is_up(entry: Entry) -> bool:
    """Whether a computer takes over because the player's time is up."""
    return Absence.read(entry.text).kind == TIME


def _run(clock: Clock, now: int) -> Clock:
    side = clock.spell.side
    stands = clock.paused or side in (*clock.away, *clock.stood_in) or side not in clock.purses
    return replace(clock, since=None if stands else now)


def _with(clock: Clock, side: str, purse: RemainingTime) -> Clock:
    return replace(clock, purses={**clock.purses, side: purse})


def _with_pot(clock: Clock, pot: int) -> Clock:
    side = clock.spell.side
    if not clock.spell.is_own:
        return replace(clock, reply=pot)
    return _with(clock, side, replace(clock.purses[side], left=pot))
