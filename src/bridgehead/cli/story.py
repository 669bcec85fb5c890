"""The log of a record: what each action did, told by the title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from bridgehead.core.ending import side_name, told
from bridgehead.core.errors import InvalidRecord
from bridgehead.core.position import EVERYTHING, Event, Position
from bridgehead.core.record import Record


@dataclass(frozen=True)
class Step:
    """One action of a record: its number from 1, whose it was, its text and what it did."""

    number: int
    actor: str
    action: str
    events: tuple[Event, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the step as plain data."""
        return {
            "number": self.number,
            "actor": self.actor,
            "action": self.action,
            "events": [event_data(event) for event in self.events],
        }


def reader_of(record: Record, side: str | None) -> str | None:
    """Return to whom a record is told: to that side, to everybody (None), or all, when it is over.

    While the game goes on, what the other side keeps secret is left out.
    """
    return EVERYTHING if record.position.to_move is None else side


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as plain data."""
    return {"text": event.text, "case": event.case, "hexes": list(event.hexes)}


def event_line(event: Event) -> str:
    """Return an event as a line: the sentence, and its case in brackets."""
    return f"{event.text} [{event.case}]" if event.case else event.text


def lines_of(steps: Iterable[Step]) -> list[str]:
    """Return the log lines of several steps."""
    return [event_line(event) for step in steps for event in step.events]


def count_at(record: Record, at: int | None) -> int:
    """Return how many actions `--at` means. InvalidRecord where the record has fewer."""
    actions = len(record.actions)
    if at is not None and at > actions:
        raise InvalidRecord(f"--at {at}: the record has {actions} actions")
    return actions if at is None else at


def position_at(record: Record, at: int | None) -> Any:
    """Return the position after the first `at` actions, all of them where it is None."""
    return record.position_at(count_at(record, at))


def steps_of(
    record: Record,
    at: int | None = None,
    last: int | None = None,
    viewer: str | None = EVERYTHING,
) -> Iterator[Step]:
    """Yield what happened, up to action `at`; with `last`, only that many actions before it."""
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
    """Return the events of an action of this position, as a viewer may read them."""
    actor, told = position.to_move or "", position.public(action, viewer)
    return Step(number, actor, told, tuple(position.describe(action, viewer)))


def clock(position: Any) -> str:
    """Return the time of a position, as "turn 2, Israel, movement"."""
    view = position.view(None)
    night = ", night" if getattr(position, "is_night", False) else ""
    if position.to_move is None:
        return f"turn {view['turn']}{night}, the game is over"
    side = side_name(position.game.id, str(view["side"]))
    return f"turn {view['turn']}{night}, {side}, {view['phase']} phase"


def next_line(position: Any) -> str:
    """Return who decides next, or who has won."""
    result = position.result
    if result is not None:
        said = told(result, position.game.id)
        return f"{said} [{result.case}]" if result.case else said
    who = (
        "the dice are to be rolled" if position.to_move == "dice" else f"{position.to_move} decides"
    )
    return f"Next: {clock(position)}: {who}."
