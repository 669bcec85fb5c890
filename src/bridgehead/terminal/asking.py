"""The key of the full-screen game that asks a computer player for a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bridgehead.core.errors import BridgeheadError
from bridgehead.players.hints import Hint, percent
from bridgehead.terminal.advice import hint_text
from bridgehead.terminal.controller import NOT_YOURS, Notice
from bridgehead.terminal.dialogs import TextWindow
from bridgehead.terminal.session import Session

if TYPE_CHECKING:
    from textual.app import App

    Base = App[None]
else:
    Base = object

THINKING = "thinking about what to do; you can go on meanwhile"


class Asking(Base):
    """The part of the full-screen game that asks a computer player for a hint.

    It thinks in a thread of its own. What it finds is shown if the decision is still the same.
    """

    session: Session
    _thinking = False

    def action_hint(self) -> None:
        """Ask what a computer player would do."""
        if not self.session.waits_for_person:
            self.tell(NOT_YOURS)
        elif self._thinking:
            self.tell(Notice(THINKING))
        else:
            self._thinking = True
            self.tell(Notice(THINKING))
            position = self.session.position.copy()
            self.run_worker(lambda: self._think(position), thread=True)

    def tell(self, notice: Notice | None) -> None:
        """Show a notice."""
        raise NotImplementedError

    def _think(self, position: Any) -> None:
        found: Hint | BridgeheadError
        try:
            found = self.session.hint(position)
        except BridgeheadError as error:
            found = error
        if self.is_running:  # one may have left meanwhile
            self.call_from_thread(self._hinted, position, found)

    def _hinted(self, position: Any, found: Hint | BridgeheadError) -> None:
        """Show a hint, or why there is none."""
        self._thinking = False
        if position != self.session.position or not self.session.waits_for_person:
            return  # somebody has decided meanwhile
        if isinstance(found, BridgeheadError):
            self.tell(Notice(str(found), good=False))
            return
        self.tell(Notice(f"the hint: {found.action}, {percent(found.chance)}"))
        self.push_screen(TextWindow("What would you do?", hint_text(found)))
