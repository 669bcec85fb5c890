"""The lesson at a room's table: it plays the other side and the dice, and tells what to do next.

Where a player is follows from the actions of the game, so it is kept with them. Only how far
somebody has read between two actions is remembered by the room alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.lesson import OPPONENT, PLAYER, Guide, Lesson, NotNowError, lesson_of
from bridgehead.core.record import Record


class Tutor:
    """Leads the player of a record through the lesson that it is a game of."""

    def __init__(self, guide: Guide) -> None:
        self._guide = guide

    @classmethod
    def of(cls, record: Record) -> Tutor | None:
        """Return who leads the player of a record, None where it is an ordinary game.

        Where a record was left by a lesson that has changed since, a computer player takes over.
        """
        seats = [side for side, name in record.players.items() if name == PLAYER]
        if not seats:
            return None
        lesson = lesson_of(record.game.id)
        if lesson is not None and _is_of(record, lesson):
            guide = Guide.along(lesson, record.actions)
            if guide is not None:
                return cls(guide)
        record.players = players_after(record)
        return None

    @property
    def due(self) -> str | None:
        """What the other side, or the dice, do now; None where the player is asked."""
        return self._guide.due[0] if self._guide.due else None

    def check(self, actions: Sequence[str]) -> None:
        """Raise NotNowError where the lesson does not ask for these actions now."""
        trial = self._copy()
        for action in actions:
            answer = trial.answer(action)
            if not answer.done:
                raise NotNowError(answer.say)

    def took(self, action: str) -> None:
        """Go on with an action that was made."""
        self._guide.answer(action)

    def follow(self, record: Record) -> None:
        """Begin to read anew after an undo, or what another server did."""
        guide = Guide.along(self._guide.lesson, record.actions)
        if guide is not None:
            self._guide = guide

    def read_on(self) -> None:
        """Go on from a step that only tells something; NotNowError from another."""
        guide = self._guide
        if guide.due or guide.over or guide.step.asks or guide.at + 1 >= len(guide.lesson.steps):
            raise NotNowError("This step is not done by reading it.")
        guide.next()

    @property
    def undone(self) -> int | None:
        """How many actions are left when the last step is taken back; None at the beginning.

        What followed by itself goes with it: the lesson's dice are no secret.
        """
        return self._guide.begun[-1] if self._guide.begun else None

    @property
    def beginning(self) -> int:
        """How many actions there were when the lesson began."""
        return len(self._guide.lesson.before)

    def hello(self) -> dict[str, Any]:
        """Return what a window is told once: the lesson, step by step."""
        lesson = self._guide.lesson
        steps = [{"say": step.say, "because": step.because} for step in lesson.steps]
        return {"title": lesson.title, "minutes": lesson.minutes, "steps": steps}

    def data(self) -> dict[str, Any]:
        """Return where the player is."""
        guide = self._guide
        last = guide.at + 1 >= len(guide.lesson.steps)
        step = None if guide.over else guide.step
        return {
            "step": min(guide.at, len(guide.lesson.steps) - 1),
            "because": guide.because,
            "wanted": list(guide.wanted),
            "all": list(step.all) if step is not None and not guide.due else [],
            "places": list(step.places) if step is not None and not guide.due else [],
            "reads": step is not None and not step.asks and not guide.due and not last,
            "over": guide.over or (last and step is not None and not step.asks),
            "begun": bool(guide.begun),
        }

    def _copy(self) -> Guide:
        guide = Guide(self._guide.lesson, self._guide.at)
        guide.made, guide.due = self._guide.made, self._guide.due
        return guide


def players_after(record: Record) -> dict[str, str]:
    """Return who plays each side when a lesson is left."""
    return {side: OPPONENT if name == PLAYER else name for side, name in record.players.items()}


def begun(game_id: Any) -> Record:
    """Return a record of a title's lesson, begun; BridgeheadError where there is none."""
    lesson = lesson_of(game_id)
    if lesson is None:
        raise BridgeheadError(f"there is no lesson for {game_id}")
    return lesson.record()


def _is_of(record: Record, lesson: Lesson) -> bool:
    """Whether a record is a game of that lesson, from its beginning."""
    fresh = lesson.record()
    return (record.game, record.opening()) == (fresh.game, fresh.opening())
