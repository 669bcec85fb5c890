"""The log of a record: the effects of each action, described by the title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from bridgehead.core.errors import InvalidRecord
from bridgehead.core.positions.ending import side_name, told
from bridgehead.core.positions.position import EVERYTHING, Event, Position
from bridgehead.core.records.annotations import Line
from bridgehead.core.records.origin import is_open
from bridgehead.core.records.record import Record


@dataclass(frozen=True)
class Step:
    """One action of a record: its number from 1, its side, its text and its effects."""

    number: int
    actor: str
    action: str
    events: tuple[Event, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the step as JSON data."""
        return {
            "number": self.number,
            "actor": self.actor,
            "action": self.action,
            "events": [event_data(event) for event in self.events],
        }


def reader_of(record: Record, side: str | None) -> str | None:
    """Return the reader for whom a record is described: the side, everybody (None), or all secrets.

    While the game runs, the other side's secrets are left out; when it is over, nothing is secret.
    """
    return EVERYTHING if record.position.to_move is None else side


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as JSON data."""
    return {"text": event.text, "case": event.case, "hexes": list(event.hexes)}


def event_line(event: Event) -> str:
    """Return an event as a line: the sentence, and its rules case in brackets."""
    return f"{event.text} [{event.case}]" if event.case else event.text


def lines_of(steps: Iterable[Step]) -> list[str]:
    """Return the log lines of several steps."""
    return [event_line(event) for step in steps for event in step.events]


def count_at(record: Record, at: int | None) -> int:
    """Return the number of actions for `--at`. InvalidRecord if the record has fewer."""
    actions = len(record.actions)
    if at is not None and at > actions:
        raise InvalidRecord(f"--at {at}: the record has {actions} actions")
    return actions if at is None else at


def position_at(record: Record, at: int | None) -> Any:
    """Return the position after the first `at` actions, or after all if `at` is None."""
    return record.position_at(count_at(record, at))


def steps_of(
    record: Record,
    at: int | None = None,
    last: int | None = None,
    viewer: str | None = EVERYTHING,
) -> Iterator[Step]:
    """Yield the steps up to action `at`; with `last`, only that many of them."""
    wanted = count_at(record, at)
    told_from = 0 if last is None else max(0, wanted - last)
    position = record.opening()
    for number, action in enumerate(record.actions[:wanted], start=1):
        if number > told_from and (step := step_ahead(position, number, action, viewer)).action:
            yield step
        position.push(action)


def step_ahead(
    position: Position, number: int, action: str, viewer: str | None = EVERYTHING
) -> Step:
    """Return the events of an action in this position, as a viewer may read them."""
    actor, told = position.to_move or "", position.public(action, viewer)
    return Step(number, actor, told, tuple(position.describe(action, viewer)))


def annotation_lines(record: Record, at: int) -> list[str]:
    """Return the comments after the first `at` actions, and the lines that branch off there.

    None while the game hides something, because they may tell it.
    """
    if not is_open(record):
        return []
    found = [text for one in record.comments if one.at == at for text in one.text.splitlines()]
    for line in record.lines:
        if line.at == at:
            found.append(f"Line: {line.name or 'without a name'}")
            found += _actions_of(line)
    return found


def _actions_of(line: Line) -> list[str]:
    """Return a line's actions, with its comments between them."""
    found: list[str] = []
    for number in range(len(line.actions) + 1):
        if number:
            found.append(f"  {line.at + number:4d}  {line.actions[number - 1]}")
        for comment in line.comments:
            if comment.at == number:
                found += [f"        {text}" for text in comment.text.splitlines()]
    return found


def origin_line(record: Record) -> str:
    """Return a line that says where a record comes from, "" if it has no origin."""
    origin = record.origin
    if origin is None:
        return ""
    seen = f", from what {side_name(record.game.id, origin.view)} knew" if origin.view else ""
    return f"Branch of game {origin.record[:12]} after action {origin.action}{seen}"


def clock(position: Any) -> str:
    """Return the time of a position, as "turn 2, Israel, movement"."""
    view = position.view(None)
    night = ", night" if getattr(position, "is_night", False) else ""
    if position.to_move is None:
        return f"turn {view['turn']}{night}, the game is over"
    side = side_name(position.game.id, str(view["side"]))
    return f"turn {view['turn']}{night}, {side}, {view['phase']} phase"


def next_line(position: Any) -> str:
    """Return a line with the side to decide, or the winner."""
    result = position.result
    if result is not None:
        said = told(result, position.game.id)
        return f"{said} [{result.case}]" if result.case else said
    who = (
        "the dice are to be rolled" if position.to_move == "dice" else f"{position.to_move} decides"
    )
    return f"Next: {clock(position)}: {who}."
