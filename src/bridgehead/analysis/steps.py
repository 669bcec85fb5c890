"""Steps of a record for analysis: a roll, or a series of decisions of one side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bridgehead.core.records.record import Record

DECISION, DICE, RESIGN = "decision", "dice", "resign"


@dataclass(frozen=True)
class Step:
    """A step of a game: actions `first` to `last` (from 1), who made them, and its kind.

    `who` is a side or "dice", `kind` one of "decision", "dice", "resign". `before` and `after` are
    positions. `choice` is whether the side had an alternative, `whole` whether its plan was
    completed: an unfinished game may stop in the middle of one.
    """

    first: int
    last: int
    who: str
    kind: str
    turn: int
    actions: tuple[str, ...]
    before: Any
    after: Any
    choice: bool
    whole: bool


def steps_of(record: Record, first: int = 1, last: int | None = None) -> Iterator[Step]:
    """Yield the steps of a record's actions `first` to `last`.

    Steps at the limits are included completely.
    """
    end = len(record.actions) if last is None else last
    position = record.opening()
    done = 0
    while done < min(end, len(record.actions)):
        before = position.copy()
        actions, choice = _run(record, done, position)
        done += len(actions)
        if done < first:
            continue
        who = str(before.to_move)
        kind = DICE if who == "dice" else RESIGN if actions[0] == "resign" else DECISION
        yield Step(
            first=done - len(actions) + 1,
            last=done,
            who=who,
            kind=kind,
            turn=int(before.turn),
            actions=tuple(actions),
            before=before,
            after=position.copy(),
            choice=choice,
            whole=kind != DECISION or position.to_move != who,
        )


def _run(record: Record, done: int, position: Any) -> tuple[list[str], bool]:
    """Play one step in the position; return its actions, and whether there was a choice.

    A resignation is a separate step, not part of a plan.
    """
    who = position.to_move
    actions: list[str] = []
    choice = False
    for text in record.actions[done:]:
        if actions and (position.to_move != who or who == "dice" or text == "resign"):
            break
        choice = choice or len(position.legal_codes()) > 1
        position.push(text)
        actions.append(text)
        if text == "resign":
            break
    return actions, choice
