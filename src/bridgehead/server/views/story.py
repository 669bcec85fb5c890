"""The story of a game for one reader: the log, and the points where turns and phases begin.

Some actions must not even be counted by a reader: where units are set up, how strikes are
committed. So actions are numbered as the reader knows them, and `counts` says how many the record
has.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from sys import intern
from typing import Any

from bridgehead.core.positions.ending import Ending, told
from bridgehead.core.records.record import Record
from bridgehead.server.views.map_views import map_views
from bridgehead.server.views.title_data import standing

KEPT = ("actions", "counts", "unsaid", "shots")  # lists of a story that consist of plain data


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: the effect of action number `n` (from 1), and its phase.

    The readers of a game share the texts.
    """

    n: int
    turn: int
    side: str
    phase: str
    text: str
    case: str
    hexes: tuple[str, ...]
    roll: int | None
    settles: bool = False  # as in Event

    def to_dict(self) -> dict[str, Any]:
        """Return the line as JSON data for the page."""
        data: dict[str, Any] = {
            "n": self.n,
            "turn": self.turn,
            "side": self.side,
            "phase": self.phase,
            "text": self.text,
            "case": self.case,
            "hexes": list(self.hexes),
        }
        return data if self.roll is None else {**data, "roll": self.roll}


FIELDS = tuple(field.name for field in fields(Entry))
TEXT, HEXES = FIELDS.index("text"), FIELDS.index("hexes")


@dataclass(frozen=True)
class Mark:
    """The beginning of a turn, a player turn or a phase: after `n` actions.

    At the beginning of a side's turn `standing` says how the game stood, as the reader may know it.
    """

    n: int
    turn: int
    side: str
    phase: str
    night: bool
    standing: dict[str, Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the mark as JSON data for the page."""
        return {name: value for name, value in vars(self).items() if name != "standing"}


class Story:
    """The log and the marks of a record, updated with every action.

    It is written for one reader: a side, None for everybody, EVERYTHING once the game is over. All
    action numbers in it are the reader's.
    """

    def __init__(self, opening: Any, reader: str | None) -> None:
        self.reader = reader
        self.game = opening.game
        self.told = 0  # number of actions of the record that the story includes
        self.is_ended = False  # ended other than by the rules; the last line says so
        self.actions: list[str] = []  # as the reader may read them
        self.counts = [0]  # actions of the record, by the number that the reader knows of
        self.unsaid: list[int] = []  # actions of the record that only their maker may count
        self.entries: list[Entry] = []
        begun = standing(opening, reader)
        self.marks: list[Mark] = [replace(_mark(opening, 0), standing=begun)]
        self.shots: list[dict[str, Any]] = []  # for titles with points: combat rolls, explained
        self._map_views = map_views(opening.game.id)

    def add(self, before: Any, action: str, after: Any, n: int) -> None:
        """Add action number n of the record, which led from one position to the next."""
        self.told = n
        if not before.public(action, None):
            self.unsaid.append(n)
        shown = self._public(before, action)
        if not shown:
            return
        self.counts.append(n)
        n = len(self.counts) - 1
        roll = int(action.split()[1]) if action.startswith("roll ") else None
        mark, last = _mark(after, n), self.marks[-1]
        announces = action == "end" and after.result is None  # an event announces the next phase
        place = mark if announces else _mark(before, n)
        clock = (place.turn, place.side, place.phase)
        self.actions.append(shown)
        for event in before.describe(action, self.reader):
            said = (intern(event.text), event.case, event.hexes)
            self.entries.append(Entry(n, *clock, *said, roll, event.settles))
            roll = None  # show the die only once
        if shot := self._map_views.shot(before, action, self.reader):
            self.shots.append({"n": n, **shot})
        if (mark.turn, mark.side, mark.phase) != (last.turn, last.side, last.phase):
            if mark.side != last.side:
                mark = replace(mark, standing=standing(after, self.reader))
            self.marks.append(mark)

    def to_dict(self) -> dict[str, Any]:
        """Return everything in it that concerns actions, as data."""
        entries = self.entries[:-1] if self.is_ended else self.entries
        data: dict[str, Any] = {name: list(getattr(self, name)) for name in KEPT}
        data["told"] = self.told
        data["entries"] = [[getattr(entry, name) for name in FIELDS] for entry in entries]
        data["marks"] = [list(vars(mark).values()) for mark in self.marks]
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any], opening: Any, reader: str | None) -> Story:
        """Return the story of stored data."""
        story = cls(opening, reader)
        for name in ("told", *KEPT):
            setattr(story, name, data[name])
        for row in data["entries"]:
            row[TEXT], row[HEXES] = intern(row[TEXT]), tuple(row[HEXES])
            story.entries.append(Entry(*row))
        story.marks = [Mark(*row) for row in data["marks"]]
        return story

    def end(self, position: Any, ending: Ending) -> None:
        """Add the end of a game that did not end by its rules, after the last action."""
        n, mark = len(self.counts) - 1, self.marks[-1]
        said = told(ending.result(position.game), position.game.id)
        place = (position.turn, position.side, mark.phase)
        self.entries.append(Entry(n, *place, said, "", (), None))
        self.is_ended = True

    def shots_until(self, count: int) -> list[dict[str, Any]]:
        """Return the combat rolls of the phase in which action number `count` was made."""
        begun = max(mark.n for mark in self.marks if mark.n < max(count, 1))
        return [shot for shot in self.shots if begun < shot["n"] <= count]

    def _public(self, before: Any, action: str) -> str:
        return str(before.public(action, self.reader))

    def known(self, count: int) -> int:
        """Return how many of the first `count` actions of the record the reader knows of."""
        return bisect_right(self.counts, count) - 1

    def said(self, count: int) -> int:
        """Return how many of the first `count` actions of the record everybody may count."""
        return count - bisect_right(self.unsaid, count)

    def cut(self, count: int) -> None:
        """Remove every action after the first `count` of the record."""
        self.told = min(self.told, count)
        del self.unsaid[bisect_right(self.unsaid, count) :]
        count = self.known(count)
        del self.actions[count:]
        del self.counts[count + 1 :]
        self.entries = [entry for entry in self.entries if entry.n <= count]
        self.shots = [shot for shot in self.shots if shot["n"] <= count]
        self.marks = [mark for mark in self.marks if mark.n <= count]


def tell(record: Record, reader: str | None, known: Story | None = None) -> Story:
    """Return the story of a record; `known`, the story of its first actions, is continued."""
    story = known or Story(record.opening(), reader)
    for n, before, action, after in record.steps(story.told):
        story.add(before, action, after, n)
    if record.ending is not None:
        story.end(record.position, record.ending)
    return story


def _mark(position: Any, n: int) -> Mark:
    return Mark(n, position.turn, position.side, position.phase, position.is_night)


def log_lines(entries: list[Entry], told_from: int = 0) -> dict[str, Any]:
    """Return lines of the log, with the index of the first one."""
    return {"from": told_from, "entries": [entry.to_dict() for entry in entries]}


def alike(old: Sequence[Entry], new: Sequence[Entry]) -> int:
    """Return how many lines at the start of two logs are equal."""
    for n, (before, now) in enumerate(zip(old, new, strict=False)):
        if before is not now and before != now:
            return n
    return min(len(old), len(new))
