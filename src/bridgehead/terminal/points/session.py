"""A game on points and routes at one terminal: what the viewer sees, and the menu."""

from __future__ import annotations

from functools import cached_property

from bridgehead.render.points import PointScene as Drawn
from bridgehead.terminal.points.look import drawn
from bridgehead.terminal.points.menu import Entry, menu
from bridgehead.terminal.session import Session


class PointSession(Session):
    """A record in progress of a game on points and routes."""

    @cached_property
    def seen(self) -> Drawn:
        """The visible counters for the present viewer, and the numbers of hidden ones."""
        return drawn(self.game, self.view, self.viewer)

    @cached_property
    def entries(self) -> list[Entry]:
        """The menu of the pending decision; empty if no viewer here is to decide."""
        if not self.waits_for_person or self.needs_curtain:
            return []
        return menu(self.position, self.view["units"])
