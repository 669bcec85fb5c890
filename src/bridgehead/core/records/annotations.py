"""Comments and lines of a record: what people and the analysis say about a game.

A comment stands after a number of actions. A line is a way in which the game could have gone on
from there. Both are part of the file (docs/notation.md) and change nothing in the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bridgehead.core.errors import IllegalAction, InvalidRecord
from bridgehead.core.files.bounded_text import shown

ANNOTATIONS = ("comments", "lines")  # the fields of a record
MOST_COMMENTS = 2000  # in a record, without those of its lines
MOST_LINES = 500
LONGEST_LINE = 2000  # actions
LONGEST_COMMENT = 4000  # characters
LONGEST_NAME = 200


@dataclass(frozen=True)
class Comment:
    """A text about the position after `at` actions; 0 is the start."""

    at: int
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Return the comment as data."""
        return {"at": self.at, "text": self.text}


@dataclass(frozen=True)
class Line:
    """Actions that could have followed the first `at` actions of the game.

    The comments count the actions of the line: 0 is where it branches off.
    """

    at: int
    actions: tuple[str, ...]
    name: str = ""
    comments: tuple[Comment, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the line as data."""
        data: dict[str, Any] = {"at": self.at}
        if self.name:
            data["name"] = self.name
        data["actions"] = list(self.actions)
        if self.comments:
            data["comments"] = [comment.to_dict() for comment in self.comments]
        return data


def check_room(entries: Sequence[Any], most: int, what: str) -> None:
    """Raise InvalidRecord if a record cannot have one more comment or line."""
    if len(entries) >= most:
        raise InvalidRecord(f"a record can have {most} {what}, and this one has as many")


def checked_comment(at: int, text: str, most: int, where: str = "comment") -> Comment:
    """Return a comment; InvalidRecord if its text or its place is not valid.

    `most` is the number of actions.
    """
    _check_place(at, most, where)
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_COMMENT:
        raise InvalidRecord(
            f"{where}, text: must be a text of 1 to {LONGEST_COMMENT} characters, not {shown(text)}"
        )
    return Comment(at, text)


def checked_line(record: Any, line: Line, where: str = "line") -> Line:
    """Return a line of a record, with its actions in their standard spelling.

    InvalidRecord if its place, name or number of actions is not valid, or an action is not legal
    where it stands.
    """
    _check_place(line.at, len(record.actions), where)
    if not isinstance(line.name, str) or len(line.name) > LONGEST_NAME:
        raise InvalidRecord(f"{where}, name: must be a text of at most {LONGEST_NAME} characters")
    if not 1 <= len(line.actions) <= LONGEST_LINE:
        raise InvalidRecord(f"{where}, actions: must be a list of 1 to {LONGEST_LINE} actions")
    position, actions = record.position_at(line.at).copy(), []
    for number, text in enumerate(line.actions, start=1):
        if not isinstance(text, str):
            raise InvalidRecord(f"{where}, action {number}: {shown(text)} is not a string")
        try:
            actions += position.push(text)
        except IllegalAction as error:
            raise InvalidRecord(
                f"{where}, after action {line.at}, action {number} of the line, {text!r}: "
                f"[{error.case}] {error.reason}"
            ) from error
    comments = tuple(
        checked_comment(comment.at, comment.text, len(actions), f"{where}, comment {number}")
        for number, comment in enumerate(line.comments, start=1)
    )
    return Line(line.at, tuple(actions), line.name, comments)


def read_comments(data: Any, most: int, where: str = "record, comments") -> list[Comment]:
    """Return the comments in data; InvalidRecord names the first that is not valid."""
    found = []
    for number, one in enumerate(_entries(data, MOST_COMMENTS, where), start=1):
        _check_fields(one, {"at", "text"}, set(), f"{where}, {number}")
        found.append(checked_comment(one["at"], one["text"], most, f"{where}, {number}"))
    return found


def read_lines(data: Any, record: Any, where: str = "record, lines") -> list[Line]:
    """Return the lines in data, replayed; InvalidRecord names the first that is not valid."""
    found = []
    for number, one in enumerate(_entries(data, MOST_LINES, where), start=1):
        here = f"{where}, {number}"
        _check_fields(one, {"at", "actions"}, {"name", "comments"}, here)
        if not isinstance(one["actions"], list):
            raise InvalidRecord(f"{here}, actions: must be a list of strings")
        comments = read_comments(one.get("comments", []), LONGEST_LINE, f"{here}, comments")
        line = Line(one["at"], tuple(one["actions"]), one.get("name", ""), tuple(comments))
        found.append(checked_line(record, line, here))
    return found


def until(data: Mapping[str, Any], count: int) -> dict[str, Any]:
    """Return comments and lines, given as data, without those after more than `count` actions."""
    return {name: [one for one in data[name] if one["at"] <= count] for name in data}


def _entries(data: Any, most: int, where: str) -> list[Any]:
    if not isinstance(data, list) or len(data) > most:
        raise InvalidRecord(f"{where}: must be a list of at most {most} entries")
    return data


def _check_fields(one: Any, needed: set[str], allowed: set[str], where: str) -> None:
    if not isinstance(one, dict) or not needed <= set(one) <= needed | allowed:
        optional = f", and may have {' and '.join(sorted(allowed))}" if allowed else ""
        raise InvalidRecord(
            f"{where}: must be an object with {' and '.join(sorted(needed))}{optional}, "
            f"not {shown(one)}"
        )


def _check_place(at: Any, most: int, where: str) -> None:
    if type(at) is not int or not 0 <= at <= most:
        raise InvalidRecord(
            f"{where}, at: must be a number of actions from 0 to {most}, not {shown(at)}"
        )
