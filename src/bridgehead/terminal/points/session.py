"""A game of points being played at one terminal: what is seen, and the menu."""

from __future__ import annotations

from functools import cached_property

from bridgehead.render.points import PointScene as Drawn
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
