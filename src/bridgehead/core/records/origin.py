"""Where a record comes from, if it begins in a position of another game."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bridgehead.core.errors import InvalidRecord
from bridgehead.core.files.bounded_text import shown
from bridgehead.core.positions.position_line import digest_with
from bridgehead.core.titles.games import hides, title_of

FIELDS = ("record", "action", "view")
SECRET = "{what}: this game hides things and still runs: wait until it is over"


@dataclass(frozen=True)
class Origin:
    """The record that a game branches off from, and after which of its actions.

    `record` is `digest_of` its header and these actions, so that the parent may go on. `view` is
    the side whose view the game begins from; what that side did not know was drawn at random. It is
    "" if the game begins from the position as it was.
    """

    record: str
    action: int
    view: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the origin as data."""
        data: dict[str, Any] = {"record": self.record, "action": self.action}
        return {**data, "view": self.view} if self.view else data

    @classmethod
    def from_dict(cls, data: Any, sides: Sequence[str]) -> Origin:
        """Return the origin in data; InvalidRecord if it is not valid."""
        if not isinstance(data, dict) or not {"record", "action"} <= set(data) <= set(FIELDS):
            raise InvalidRecord(
                "record, origin: must be an object with record and action, and may have view"
            )
        record, action, view = data["record"], data["action"], data.get("view", "")
        if not isinstance(record, str) or not re.fullmatch("[0-9a-f]{64}", record):
            raise InvalidRecord(
                f"record, origin, record: must be a digest of 64 digits, not {shown(record)}"
            )
        if type(action) is not int or action < 0:
            raise InvalidRecord(
                f"record, origin, action: must be a number of actions, not {shown(action)}"
            )
        if view not in ("", *sides):
            raise InvalidRecord(
                f"record, origin, view: must be one of {', '.join(sides)}, not {shown(view)}"
            )
        return cls(record, action, view)


def digest_of(record: Any, count: int | None = None) -> str:
    """Return a digest of a record: its game, its opening and its first `count` actions (all)."""
    start = record.start.to_dict() if record.start is not None else None
    game = record.game
    digest = digest_with(game.data.digest, game.scenario)
    actions = record.actions if count is None else record.actions[:count]
    parts = [game.id, list(game.options), digest, start, actions]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def is_open(record: Any) -> bool:
    """Whether everything in a record may be told: nothing is hidden in it, or its game is over."""
    return record.position.to_move is None or not hides(record.position)


def check_open(record: Any, what: str) -> None:
    """Raise InvalidRecord if a whole position of a record may not be told yet.

    A file without actions has nothing but its start, which everybody with the file can read.
    """
    if record.actions and not is_open(record):
        raise InvalidRecord(SECRET.format(what=what))


def start_of_branch(record: Any, count: int, view: str = "", seed: int | None = None) -> Any:
    """Return the position in which a branch begins: after `count` actions of a record.

    With `view`, what that side did not know is drawn at random. InvalidRecord if that is not
    possible, or would tell secrets.
    """
    if not 0 <= count <= len(record.actions):
        raise InvalidRecord(f"branch: the record has {len(record.actions)} actions, not {count}")
    check_open(record, "branch")
    position = record.position_at(count).copy()
    if position.to_move is None:
        raise InvalidRecord(
            f"branch: the game is over after action {count}: choose an earlier action"
        )
    if view == "":
        return position
    if view not in record.game.sides:
        raise InvalidRecord(f"branch: view must be one of {', '.join(record.game.sides)}")
    return as_known_to(position, view, seed)


def as_known_to(position: Any, side: str, seed: int | None = None) -> Any:
    """Return a position with what a side does not know drawn at random."""
    thinking = title_of(position.game.id).thinking
    found = position.copy()
    if thinking is None or not hides(position):
        return found
    board, state, work = found.arrays
    sample = state.copy()
    thinking.determinize(
        board, sample, work.copy(), position.game.sides.index(side), np.random.default_rng(seed)
    )
    return found.at(sample)
