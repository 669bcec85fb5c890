"""What the person at the screen is about to do: the cursor, the menus that are open, the line.

It knows no rules: the menu holds what is legal, and for all else the position says why not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bridgehead.core.decision import Decision
from bridgehead.core.errors import IllegalAction
from bridgehead.core.registry import point_title
from bridgehead.terminal.aim_moves import Notice
from bridgehead.terminal.mapview import Mark
from bridgehead.terminal.points.atlas import theaters_of
from bridgehead.terminal.points.menu import Entry
from bridgehead.terminal.points.session import PointSession

ENDINGS = ("end", "pass", "stay", "hold")  # what the key that ends says, the first that is there
BY_CURSOR = ("move to", "fly to", "cross to", "set up at", "retreat to")


class PointAim:
    """The state of the screen that is no part of the game."""

    def __init__(self, session: PointSession) -> None:
        self.session = session
        self.cursor = session.game.map.points[0].id
        self.theater = session.game.map.theaters[0].id
        self.levels: list[tuple[str, list[Entry]]] = []
        self.choice = 0
        self._root: tuple[tuple[object, ...], int] | None = None  # the line of the first menu
        self.away = False  # the cursor was moved away from what the chosen line is about
        self.clear()

    def clear(self) -> None:
        """Drop what is chosen, as after every action; look at what the decision is about."""
        self.levels, self.away = [], False
        here = (self.session.turn_step(), len(self.session.entries))
        same = self._root is not None and self._root[0] == here[0]
        self.choice = min(self._root[1], max(0, here[1] - 1)) if same and self._root else 0
        self._root = (here[0], self.choice)
        view = self.session.view
        about = view.get("battle") or view.get("target") or view.get("landing")
        if about:
            self.look_at(str(about))
        elif self.entry is not None and self.entry.places:
            self.look_at(self.entry.places[0])

    # Looking

    def look_at(self, place: str) -> None:
        """Put the cursor on a place, and show a theater on which it lies."""
        theaters = theaters_of(self.session.game.map, place)
        if theaters:
            self.cursor = place
            if self.theater not in theaters:
                self.theater = theaters[0]

    def go(self, place: str) -> None:
        """Move the cursor to a place by hand."""
        self.look_at(place)
        self.away = True

    def other_theater(self) -> None:
        """Show the other theater, the cursor on its first point."""
        known = [theater.id for theater in self.session.game.map.theaters]
        self.theater = known[(known.index(self.theater) + 1) % len(known)]
        if self.theater not in theaters_of(self.session.game.map, self.cursor):
            first = next(p for p in self.session.game.map.points if p.theater == self.theater)
            self.cursor = first.id

    # The menu

    @property
    def decision(self) -> Decision:
        """The pending decision."""
        return self.session.decision

    @property
    def entries(self) -> list[Entry]:
        """The lines of the menu that is open."""
        return self.levels[-1][1] if self.levels else self.session.entries

    @property
    def entry(self) -> Entry | None:
        """The line that is chosen."""
        return self.entries[self.choice] if self.choice < len(self.entries) else None

    def next(self, step: int = 1) -> Notice | None:
        """Go to the next or previous line of the menu, and look at what it is about."""
        if not self.entries:
            return Notice("nothing can be done here", good=False)
        self.choice = (self.choice + step) % len(self.entries)
        entry = self.entries[self.choice]
        places = entry.places[-1:] or entry.all_places()[:1]
        if places:
            self.look_at(places[0])
        self.away = False
        return None

    def pick(self, index: int) -> Notice:
        """Take a line of the menu: carry it out, or open what lies below it."""
        entry = self.entries[index]
        if not self.levels:
            self._root = (self.session.turn_step(), index)
        if not entry.below:
            return self.do(entry.action)
        self.levels.append((entry.label, entry.below))
        self.choice, self.away = 0, False
        return Notice(f"{entry.label}: choose")

    def enter(self) -> Notice:
        """Take the chosen line; where the cursor was moved away from it, what is possible there."""
        if not self.session.waits_for_person:
            return Notice("it is not your decision now", good=False)
        entry = self.entry
        if entry is None:
            return Notice("nothing can be done here", good=False)
        if self.away and self.cursor not in entry.places:
            here = self.there(self.cursor)
            if not here:
                return Notice("nothing on this menu can be done here", good=False)
            index = here[0]
            if len(here) > 1:
                self.choice = index
                self.away = False
                return Notice("Tab goes through the lines, Enter takes one")
            return self.pick(index)
        return self.pick(self.choice)

    def there(self, place: str) -> list[int]:
        """Return the lines of the open menu that are about a place: counters there, goals."""
        ends = [n for n, entry in enumerate(self.entries) if entry.places[-1:] == (place,)]
        return ends or [n for n, entry in enumerate(self.entries) if place in entry.places]

    def up(self) -> None:
        """Go one menu up."""
        if self.levels:
            self.levels.pop()
        self.choice = 0

    # Acting

    def do(self, text: str) -> Notice:
        """Carry out an action, or say why not."""
        return self._try(lambda: self.session.do(text))

    def _try(self, act: Callable[[], Any]) -> Notice:
        try:
            lines = act()
        except IllegalAction as error:
            return Notice(error.reason, error.case, good=False)
        if not self.session.needs_curtain:
            self.clear()
        return Notice(lines[-1].event.text if lines else "done")

    def end(self) -> Notice:
        """End the phase, or decline."""
        plain = self.decision.plain
        return self.do(next((word for word in ENDINGS if word in plain), "end"))

    def deploy(self) -> Notice:
        """Set the rest up as is suggested."""
        return self.do("deploy")

    def forgotten(self) -> list[str]:
        """Return what a person may have forgotten when ending this phase."""
        screen = point_title(self.session.game.id).screen
        return [found.text for found in screen.reminders(self.session.position, self.decision)]

    # What is marked

    def marks(self) -> dict[str, Mark]:
        """Return what is marked on the map."""
        if not self.session.waits_for_person:
            recent = self.session.log[-1].event.hexes if self.session.log else ()
            return {place: Mark("recent") for place in recent}
        entry = self.entry
        marks: dict[str, Mark] = {}
        if self.levels or len(self.entries) <= 12:
            marks |= {p: Mark("reach") for one in self.entries for p in one.places[-1:]}
        if entry is None:
            return marks
        marks |= {place: Mark("offer") for one in entry.below for place in one.places[-1:]}
        marks |= {place: Mark("path") for place in entry.places}
        if entry.unit and entry.places:
            marks[entry.places[0]] = Mark("selected")
        return marks
