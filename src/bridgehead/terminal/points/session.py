"""A game of points being played at one terminal: what is seen, and the menu."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from bridgehead.core.position import Event
from bridgehead.render.points import PointScene as Drawn
from bridgehead.terminal.points import lines as told
from bridgehead.terminal.points.look import drawn
from bridgehead.terminal.points.menu import Entry, menu
from bridgehead.terminal.session import Session


class PointSession(Session):
    """A record of a game of points being played on."""

    @cached_property
    def seen(self) -> Drawn:
        """The counters that the one who looks sees, and how many lie hidden."""
        return drawn(self.game, self.view, self.viewer)

    @cached_property
    def entries(self) -> list[Entry]:
        """The menu of the pending decision; empty where nobody who looks has to decide."""
        if not self.waits_for_person or self.needs_curtain:
            return []
        return menu(self.position, self.view["units"])

    def _events(self, position: Any, text: str, reader: str | None) -> Sequence[Event]:
        shot = told.shot_line(position, text, reader)
        events = super()._events(position, text, reader)
        return [Event(shot), *events[1:]] if shot else events
