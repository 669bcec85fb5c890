"""The controller of the screen: the common part of all titles.

A controller turns keys and clicks into actions of the session, and says what to mark on the map. It
knows no rules: it offers legal actions, and asks the position why anything else is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bridgehead.core.errors import IllegalAction
from bridgehead.core.positions.decision import Decision
from bridgehead.core.titles.screens import Screen
from bridgehead.terminal.session import Line, Session


@dataclass(frozen=True)
class Notice:
    """A sentence for the person: what was done, or why it was refused, with its case."""

    text: str
    case: str = ""
    good: bool = True

    def __str__(self) -> str:
        return f"[{self.case}] {self.text}" if self.case else self.text


NOT_YOURS = Notice("it is not your decision now", good=False)


@dataclass(frozen=True)
class Mark:
    """A mark on a place: a key of palette.MARKS, and a few characters to write there."""

    kind: str
    label: str = ""


class Controller:
    """The state of the screen that is not part of the game: the cursor, the choice."""

    session: Session
    cursor: str

    def clear(self) -> None:
        """Cancel the choice, as after every action."""
        raise NotImplementedError

    @property
    def _screen(self) -> Screen:
        """The title's answers to screens."""
        raise NotImplementedError

    @property
    def decision(self) -> Decision:
        """The pending decision."""
        return self.session.decision

    def do(self, text: str) -> Notice:
        """Carry out an action, or return why it is refused."""
        return self._try(lambda: self.session.do(text))

    def _try(self, act: Callable[[], Sequence[Line]]) -> Notice:
        try:
            lines = act()
        except IllegalAction as error:
            return Notice(error.reason, error.case, good=False)
        if not self.session.needs_curtain:
            self.clear()
        return Notice(lines[-1].event.text if lines else "done")

    def deploy(self) -> Notice:
        """Place all remaining units as suggested."""
        return self.do("deploy")

    def end(self) -> Notice:
        """End the phase, or decline what is offered."""
        plain = self.decision.plain
        return self.do(self.session.decisions.declining(plain) or "end")

    def forgotten(self) -> list[str]:
        """Return reminders of what would be left undone if the phase ended now."""
        reminders = self._screen.reminders(self.session.position, self.decision)
        return [found.text for found in reminders]

    def recent(self) -> Sequence[str]:
        """Return the places in the last line of the log."""
        log = self.session.log
        return log[-1].event.hexes if log else ()
