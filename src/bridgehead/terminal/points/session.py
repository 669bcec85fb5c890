"""A game of points being played at one terminal: what each person may know is kept apart.

One person sees what its side may see. Where two sit at one screen, the one who decides looks, and
whenever something is hidden the other one's view comes only after a curtain.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.position import EVERYTHING, Event
from bridgehead.core.record import Record
from bridgehead.core.registry import point_title, title_of
from bridgehead.render.points import PointScene as Drawn
from bridgehead.terminal.points import lines as told
from bridgehead.terminal.points.look import drawn
from bridgehead.terminal.points.menu import Entry, menu
from bridgehead.terminal.session import (
    HUMAN,
    Line,
    MakePlayer,
    MakeThinker,
    Session,
    make_player,
    make_thinker,
)


class PointSession(Session):
    """A record of a game of points being played on, and who looks at it."""

    def __init__(
        self,
        record: Record,
        players: Mapping[str, str],
        *,
        path: Path | None = None,
        seed: int | None = None,
        make: MakePlayer = make_player,
        think: MakeThinker = make_thinker,
    ) -> None:
        who = {side: players.get(side, HUMAN) for side in record.game.sides}
        self.people = tuple(side for side, player in who.items() if player == HUMAN)
        self.readers: tuple[str | None, ...] = self.people or (None,)
        self.looking: str | None = self.people[0] if len(self.people) == 1 else None
        self._logs: dict[str | None, list[Line]] = {}
        super().__init__(record, players, path=path, seed=seed, make=make, think=think)

    def _take(self, record: Record) -> None:
        if title_of(record.game.id).kind != "points":
            raise BridgeheadError(f"{record.game.name} is played on another board: begin it anew")
        if len(self.people) > 1:
            self.looking = None
        super()._take(record)

    # Who looks

    @property
    def viewer(self) -> str | None:
        """The side that looks now, None where only what both may see is shown."""
        return self.looking

    @property
    def needs_curtain(self) -> bool:
        """Whether somebody else has to look away before this decision is shown."""
        if not self.waits_for_person or self.looking == self.to_move:
            return False
        if not point_title(self.game.id).screen.is_veiled(self.position):
            self.looking = self.to_move
            self._forget()
            return False
        return True

    def open_curtain(self) -> None:
        """Show the view of the side that is to decide."""
        self.looking = self.to_move
        self._forget()

    def _forget(self) -> None:
        super()._forget()
        for name in ("view", "seen", "entries"):
            self.__dict__.pop(name, None)

    @cached_property
    def view(self) -> Mapping[str, Any]:
        """What the one who looks may see."""
        found: Mapping[str, Any] = self.position.view(self.viewer)
        return found

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

    def turn_step(self) -> tuple[object, ...]:
        """Return what tells one decision's menu from another's."""
        position = self.position
        return position.turn, position.phase, position.step, self.to_move

    # The log, told to each

    @property
    def log(self) -> list[Line]:
        """What has happened, as the one who looks may read it."""
        return self._logs.setdefault(self.looking, [])

    @log.setter
    def log(self, lines: list[Line]) -> None:
        self._logs = {reader: list(lines) for reader in self.readers}

    def _note(self, position: Any, text: str, number: int) -> None:
        side, turn = position.to_move, position.turn
        over = self.is_over
        for reader in self.readers:
            viewer = EVERYTHING if over else reader
            shot = told.shot_line(position, text, viewer)
            events = [Event(shot), *position.describe(text, viewer)[1:]] if shot else (
                position.describe(text, viewer))  # fmt: skip
            self._logs[reader] += [Line(event, side, turn, number) for event in events]

    def undo(self) -> str:
        """Take the last decision back and return it; IllegalAction where that may not be."""
        text = self.record.undo()
        number = len(self.record.actions)
        for reader, lines in self._logs.items():
            self._logs[reader] = [line for line in lines if line.number < number]
        self._forget()
        return text
