"""The state of a game that follows from its journal: its actions, a pending offer, its end.

A journal only grows. Its meaning is found by reading all entries from the first one on:

| kind | side | text | what it does |
|---|---|---|---|
| `action` | who decided, or `dice` | the action | it is added |
| `undo` | who takes back | a count | only that many actions are kept |
| `offer` | who offers | `draw`, `takeback COUNT`, `pause` | pending until answered or lapsed |
| `withdraw`, `decline` | who does | | the offer is gone |
| `accept` | who accepts | of a pause `pause` | actions go, or the game is drawn or paused |
| `resume` | who ends a pause | | the clocks go on (`clocks.py`) |
| `gift` | who gives the other time | milliseconds | the clocks change |
| `resign` | who resigns | why, if not by choice: `tournament`, `deleted` | the other side wins |
| `flag` | whose time is up | | the other side wins |
| `idle` | who did not act for too long | | the other side wins |
| `away`, `back` | who is away, or back | how long (`stand_in.py`) | a computer plays, or no more |
| `abort` | who calls the game off | | it counts for nothing |
| `adjudicate` | | a side, or `draw` | a moderator decides |
| `cancel` | | | a moderator ends it: it counts for nothing |
| `anchor`, `link`, `secret` | owner of the chain | | for the dice alone (`verifiable.py`) |

An offer to take back lapses with the next action, because it refers to the position before; an
offer of a draw lapses when the other side acts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.positions.ending import (
    ABORTED,
    ADJUDICATED,
    AGREED,
    CANCELLED,
    DELETED,
    INACTIVE,
    RESIGNED,
    TIME,
    WITHDRAWN,
    Ending,
)
from bridgehead.online.orders.stand_in import Absence

DICE = "dice"
DRAW = "draw"
TAKE_BACK = "takeback"
PAUSE = "pause"
CANCEL = "cancel"
LEFT = {"": RESIGNED, "tournament": WITHDRAWN, "deleted": DELETED}  # why a side resigned


class JournalError(BridgeheadError):
    """A journal contains something invalid."""


@dataclass(frozen=True)
class Entry:
    """One entry of a journal, without its number."""

    kind: str
    side: str
    text: str = ""
    roll: int | None = None  # for decisions of the dice, the number of the draw
    link: str | None = None  # the next link of the deciding side's dice chain
    computer: str | None = None  # that decided for an absent player


@dataclass(frozen=True)
class Offer:
    """A pending offer: a draw, a pause, or to take back all actions after the first `keep`."""

    side: str
    what: str
    keep: int | None = None


@dataclass(frozen=True)
class History:
    """The state of a game that follows from its journal."""

    sides: tuple[str, ...]
    actions: tuple[str, ...] = ()
    by: tuple[str, ...] = ()  # the side that decided each action
    offer: Offer | None = None
    ending: Ending | None = None
    count: int = 0  # number of entries
    paused: bool = False
    computers: tuple[str, ...] = ()  # the computer that decided each action for a player, or ""
    away: Mapping[str, Absence] = field(default_factory=dict)  # by side

    @classmethod
    def of(cls, sides: Sequence[str], entries: Iterable[Entry]) -> History:
        """Return the history of a whole journal; JournalError if it is invalid."""
        found = _Reading(tuple(sides))
        for entry in entries:
            found.take(entry)
        return found.history()

    def after(self, entries: Iterable[Entry]) -> History:
        """Return the history after more entries."""
        found = _Reading(self.sides, self)
        for entry in entries:
            found.take(entry)
        return found.history()

    def other(self, side: str) -> str:
        """Return the opponent of a side."""
        first, second = self.sides
        return second if side == first else first

    def last_of(self, side: str) -> int | None:
        """Return how many actions come before a side's last one, None if it has made none."""
        for count in range(len(self.by) - 1, -1, -1):
            if self.by[count] == side:
                return count
        return None


class _Reading:
    """Reads a journal entry by entry."""

    def __init__(self, sides: tuple[str, ...], before: History | None = None) -> None:
        self.sides = sides
        self.actions = list(before.actions) if before else []
        self.by = list(before.by) if before else []
        self.offer = before.offer if before else None
        self.ending = before.ending if before else None
        self.count = before.count if before else 0
        self.paused = before.paused if before else False
        self.computers = list(before.computers) if before else []
        self.away = dict(before.away) if before else {}

    def history(self) -> History:
        """Return the history of the entries read so far."""
        actions, by = tuple(self.actions), tuple(self.by)
        return History(
            self.sides, actions, by, self.offer, self.ending, self.count, self.paused,
            tuple(self.computers), self.away,
        )  # fmt: skip

    def take(self, entry: Entry) -> None:
        """Read the next entry."""
        self.count += 1
        if self.ending is not None:
            raise JournalError(f"entry {self.count}: {entry.kind} after the end")
        read = getattr(self, f"_{entry.kind}", None)
        if read is None:
            raise JournalError(f"entry {self.count}: {entry.kind!r} is no kind of entry")
        read(entry)

    def _action(self, entry: Entry) -> None:
        self.actions.append(entry.text)
        self.by.append(entry.side)
        self.computers.append(entry.computer or "")
        offer = self.offer
        if offer and (offer.what == TAKE_BACK or entry.side not in (offer.side, DICE)):
            self.offer = None

    def _undo(self, entry: Entry) -> None:
        self._cut(_count(entry.text))

    def _cut(self, count: int) -> None:
        if not 0 <= count < len(self.actions):
            raise JournalError(
                f"entry {self.count}: {count} of {len(self.actions)} actions cannot be kept"
            )
        del self.actions[count:], self.by[count:], self.computers[count:]
        self.offer = None

    def _offer(self, entry: Entry) -> None:
        what, _, keep = entry.text.partition(" ")
        if what not in (DRAW, TAKE_BACK, PAUSE):
            raise JournalError(f"entry {self.count}: {what!r} is no kind of offer")
        self.offer = Offer(entry.side, what, _count(keep) if what == TAKE_BACK else None)

    def _withdraw(self, entry: Entry) -> None:
        self._standing(entry.side, own=True)
        self.offer = None

    def _decline(self, entry: Entry) -> None:
        self._standing(entry.side, own=False)
        self.offer = None

    def _accept(self, entry: Entry) -> None:
        offer = self._standing(entry.side, own=False)
        if offer.what == DRAW:
            self.ending = Ending(AGREED, DRAW)
        elif offer.what == PAUSE:
            self.paused = True
        else:
            self._cut(offer.keep or 0)
        self.offer = None

    def _anchor(self, entry: Entry) -> None:
        """Change nothing: the entry concerns the dice only."""

    _link = _secret = _anchor

    def _standing(self, side: str, *, own: bool) -> Offer:
        if self.offer is None or (self.offer.side == side) != own:
            raise JournalError(f"entry {self.count}: there is no such offer")
        return self.offer

    def _resume(self, entry: Entry) -> None:
        if not self.paused:
            raise JournalError(f"entry {self.count}: {entry.side} ends a pause that is none")
        self.paused = False

    def _gift(self, entry: Entry) -> None:
        """Change nothing: the entry concerns the clocks only."""

    def _resign(self, entry: Entry) -> None:
        if entry.text not in LEFT:
            raise JournalError(f"entry {self.count}: {entry.text!r} is no reason to resign")
        self.ending = Ending(LEFT[entry.text], self._against(entry.side), entry.side)
        self.offer = None

    def _flag(self, entry: Entry) -> None:
        self.ending = Ending(TIME, self._against(entry.side), entry.side)
        self.offer = None

    def _idle(self, entry: Entry) -> None:
        self.ending = Ending(INACTIVE, self._against(entry.side), entry.side)
        self.offer = None

    def _away(self, entry: Entry) -> None:
        self._against(entry.side)
        self.away[entry.side] = Absence.read(entry.text)

    def _back(self, entry: Entry) -> None:
        if self.away.pop(entry.side, None) is None:
            raise JournalError(f"entry {self.count}: {entry.side} comes back and was not away")

    def _abort(self, entry: Entry) -> None:
        self._against(entry.side)
        self.ending = Ending(ABORTED, DRAW)
        self.offer = None

    def _adjudicate(self, entry: Entry) -> None:
        if entry.text not in (*self.sides, DRAW):
            raise JournalError(f"entry {self.count}: {entry.text!r} cannot win")
        self.ending = Ending(ADJUDICATED, entry.text)
        self.offer = None

    def _cancel(self, entry: Entry) -> None:
        self.ending = Ending(CANCELLED, DRAW)
        self.offer = None

    def _against(self, side: str) -> str:
        if side not in self.sides:
            raise JournalError(f"entry {self.count}: {side!r} is no side")
        return History(self.sides).other(side)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise JournalError(f"{text!r} is no count of actions")
    return int(text)
