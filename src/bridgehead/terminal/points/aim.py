"""The controller for titles of points: the open menus, the chosen line, marks."""

from __future__ import annotations

from bridgehead.core.titles.games import point_title
from bridgehead.core.titles.screens import PointScreen
from bridgehead.terminal.points.menu import Entry
from bridgehead.terminal.points.session import PointSession
from bridgehead.terminal.points.theater_sheet import theaters_of
from bridgehead.terminal.screen.controller import NOT_YOURS, Controller, Mark, Notice


class PointAim(Controller):
    """The state of the screen that is not part of the game."""

    session: PointSession

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
        """Cancel the choice, as after every action; look at the place of the decision."""
        self.levels, self.away = [], False
        here = (self._turn_step(), len(self.session.entries))
        same = self._root is not None and self._root[0] == here[0]
        self.choice = min(self._root[1], max(0, here[1] - 1)) if same and self._root else 0
        self._root = (here[0], self.choice)
        view = self.session.view
        about = view.get("battle") or view.get("target") or view.get("landing")
        if about:
            self.look_at(str(about))
        elif self.entry is not None and self.entry.places:
            self.look_at(self.entry.places[0])

    def _turn_step(self) -> tuple[object, ...]:
        """Return a key that tells one decision's menu from another's."""
        position = self.session.position
        return position.turn, position.phase, position.step, position.to_move

    @property
    def _screen(self) -> PointScreen:
        return point_title(self.session.game.id).screen

    # Looking

    def look_at(self, place: str) -> None:
        """Put the cursor on a place, and show a theater that contains it."""
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
        """Show the other theater, with the cursor on its first point."""
        known = [theater.id for theater in self.session.game.map.theaters]
        self.theater = known[(known.index(self.theater) + 1) % len(known)]
        if self.theater not in theaters_of(self.session.game.map, self.cursor):
            first = next(p for p in self.session.game.map.points if p.theater == self.theater)
            self.cursor = first.id

    # The menu

    @property
    def entries(self) -> list[Entry]:
        """The lines of the open menu."""
        return self.levels[-1][1] if self.levels else self.session.entries

    @property
    def entry(self) -> Entry | None:
        """The chosen line."""
        return self.entries[self.choice] if self.choice < len(self.entries) else None

    def next(self, step: int = 1) -> Notice | None:
        """Go to the next or previous line of the menu, and look at its place."""
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
        """Choose a line of the menu: carry it out, or open the menu below it."""
        entry = self.entries[index]
        if not self.levels:
            self._root = (self._turn_step(), index)
        if not entry.below:
            return self.do(entry.action)
        self.levels.append((entry.label, entry.below))
        self.choice, self.away = 0, False
        return Notice(f"{entry.label}: choose")

    def enter(self) -> Notice:
        """Choose the present line.

        If the cursor was moved elsewhere, the possible actions there.
        """
        if not self.session.waits_for_person:
            return NOT_YOURS
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
        """Return the lines of the open menu that concern a place: counters there, goals."""
        ends = [n for n, entry in enumerate(self.entries) if entry.places[-1:] == (place,)]
        return ends or [n for n, entry in enumerate(self.entries) if place in entry.places]

    def acts_at(self, place: str) -> bool:
        """Whether a click on a place does more than moving the cursor."""
        return bool(self.there(place))

    def drop(self) -> None:
        """Return to the previous menu."""
        if self.levels:
            self.levels.pop()
        self.choice = 0

    # What is marked

    def marks(self) -> dict[str, Mark]:
        """Return the marks on the map."""
        if not self.session.waits_for_person:
            return {place: Mark("recent") for place in self.recent()}
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
