"""What the people at this computer see of a game."""

from __future__ import annotations

from typing import Any

from bridgehead.core.positions.position import EVERYTHING
from bridgehead.core.records.record import Record
from bridgehead.server.views import points
from bridgehead.server.views.reader import GameView, SecretError
from bridgehead.server.views.story import tell
from bridgehead.server.views.title_data import HUMAN
from bridgehead.server.web.connection import Connection


class LocalView(GameView[Connection]):
    """The view of the only person, or of the one of two people who is at the screen."""

    def __init__(self, record: Record) -> None:
        """Describe the game, which takes a while."""
        super().__init__(record, None)
        self._at_screen: str | None = None  # with two people: the side that looks at the screen
        self.follow()
        self.story = tell(record, self.reader)

    def is_person(self, side: str | None) -> bool:
        """Whether a person plays a side."""
        sides = self.record.game.sides
        return side in sides and self.record.players.get(str(side), HUMAN) == HUMAN

    @property
    def shared(self) -> bool:
        """Whether both sides are people at one screen."""
        return all(self.is_person(side) for side in self.record.game.sides)

    @property
    def viewer(self) -> str | None:
        """The side whose view the page gets: the only person's.

        With two people, the side to move.
        """
        people = [side for side in self.record.game.sides if self.is_person(side)]
        if len(people) == 1:
            return people[0]
        if not people:
            return None
        if self.title.veils and self.record.position.result is None:
            return None if self.curtain else self._at_screen
        side: str | None = self.record.position.to_move
        return side if side in people else str(self.record.position.side)

    @property
    def curtain(self) -> str | None:
        """The side that must come to the screen, if two people share it and the game hides things.

        Until then only what both may see is shown, and nothing can be done.
        """
        position = self.record.position
        side = position.to_move
        if not (self.title.veils and self.shared) or side not in self.record.game.sides:
            return None
        hidden = points.is_veiled(position) and side != self._at_screen
        return str(side) if hidden else None

    def look(self, side: object) -> bool:
        """Show the side's view, once it has come to the screen; return whether it had to come."""
        if side is None or side != self.curtain:
            return False
        self._at_screen, self.roll = str(side), None
        return True

    def follow(self) -> None:
        """If nothing is hidden, give the screen to the side to decide."""
        position = self.record.position
        decides = position.to_move in position.game.sides
        if self.title.veils and decides and not points.is_veiled(position):
            self._at_screen = position.to_move

    def state(self, *, mine: bool, told_from: int = 0) -> dict[str, Any]:
        """Return the present state, with the log from entry `told_from` on."""
        curtain = {"curtain": self.curtain} if self.title.veils else {}
        drawn = {"board": self.board(), "log": self.log(told_from)}
        return {**self.present(mine=mine), **curtain, **drawn}

    def news(self, state: dict[str, Any]) -> dict[str, Any]:
        """Return a state with only the groups of the drawing that not all windows have."""
        fresh = self.redrawn()
        self._drawn = self.hashes()
        return {**state, "board": fresh}

    def forget_drawn(self) -> None:
        """Note that one window gets its own state: the next state must have all groups."""
        self._drawn = None

    def check_export(self) -> None:
        """Raise SecretError if the record contains what the reader may not know yet."""
        start = self.title.veils and self.record.start is not None  # the full position
        over = self.record.position.result is not None
        if self.story.actions != self.record.actions or (start and not over):
            raise SecretError(
                "the record names what only one side may know while the game goes on; it can be "
                "had as soon as the game is over"
            )


class OpenView(LocalView):
    """The view of a person who decides for both sides: nothing is hidden."""

    def __init__(self, record: Record) -> None:
        """Describe the game, which takes a while."""
        super().__init__(record)
        self._sees_all = True

    @property
    def shared(self) -> bool:
        """Whether both sides read it, in turn: no, because one person sees everything."""
        return False

    @property
    def viewer(self) -> str | None:
        """The side that decides or, while the dice do, the side whose phase it is."""
        position = self.record.position
        side: str | None = position.to_move
        return side if side in self.record.game.sides else str(position.side)

    @property
    def curtain(self) -> None:
        """No side has to come to the screen."""
        return

    def reader_at(self, position: Any) -> str:
        """Return the reader of the log: one who may know everything."""
        return EVERYTHING
