"""A new line of a game: played in a session of its own, in which one person does everything.

Nothing of it is stored until it is kept in the game. The person chooses what the dice show.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from bridgehead.core.errors import BridgeheadError, InvalidRecord
from bridgehead.core.records.record import Record
from bridgehead.server.views.title_data import HUMAN

PREFIX = "line-"  # of the ids of such sessions
KEPT = 8  # sessions of lines that are kept, so that a page can be loaded again


class LineError(BridgeheadError):
    """A line cannot be begun or kept like that."""


class NewLine:
    """The line that is played in a session: it begins after `at` actions of the game `parent`."""

    def __init__(self, parent: str, at: int) -> None:
        self.parent = parent
        self.at = at

    def hello(self) -> dict[str, Any]:
        """Return the first message to a connection."""
        return {"game": self.parent, "at": self.at}

    @staticmethod
    def data(position: Any) -> dict[str, Any]:
        """Return the state: what the dice can show, if they are due."""
        rolls = position.to_move == "dice"
        return {"outcomes": list(position.legal_actions()) if rolls else []}


def new_record(parent: Record, at: int, line: int | None = None, done: int = 0) -> Record:
    """Return a record in which a line after `at` actions of a game is played.

    With `line`, the first `done` actions of that line of the game are played already. LineError if
    there is no such line; InvalidRecord if the game is over there. IndexError.
    """
    start = parent.position_at(at).copy()
    if start.to_move is None:
        raise InvalidRecord("a line begins before the end of the game: choose an earlier action")
    actions: Sequence[str] = ()
    if line is not None:
        if line >= len(parent.lines) or parent.lines[line].at != at:
            raise LineError(f"line: the game has no line {line} after action {at}")
        actions = parent.lines[line].actions[:done]
    people = dict.fromkeys(parent.game.sides, HUMAN)
    record = Record.new(parent.game, "open", start=start, players=people)
    for action in actions:
        record.do(action)
    return record


def new_id() -> str:
    """Return the id of a new session of a line."""
    return f"{PREFIX}{secrets.token_hex(8)}"
