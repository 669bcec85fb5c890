"""The lesson in a session: it plays the other side and the dice, and gives instructions.

The player's progress follows from the actions of the game, so it is saved with them. Only the text
read between two actions is remembered by the session alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bridgehead.core.records.record import Record
from bridgehead.core.titles.lesson import (
    Guide,
    NotNowError,
    guide_of,
    lesson_of,
    lessons_of,
    players_after,
)


class Tutor:
    """Leads the player of a lesson's record through the lesson."""

    def __init__(self, guide: Guide) -> None:
        self._guide = guide

    @classmethod
    def of(cls, record: Record) -> Tutor | None:
        """Return the tutor of a record, None for an ordinary game.

        If the lesson has changed so that the record no longer follows it, a computer player takes
        over.
        """
        guide = guide_of(record)
        if guide is None:
            record.players = players_after(record.players)
        return None if guide is None else cls(guide)

    @property
    def due(self) -> str | None:
        """The next action of the other side or the dice; None if it is the player's turn."""
        return self._guide.due[0] if self._guide.due else None

    def check(self, actions: Sequence[str]) -> None:
        """Raise NotNowError if the lesson does not ask for these actions now."""
        trial = self._guide.copy()
        for action in actions:
            answer = trial.answer(action)
            if not answer.done:
                raise NotNowError(answer.say)

    def took(self, action: str) -> None:
        """Advance past an action that was made."""
        self._guide.answer(action)

    def follow(self, record: Record, *, has_read: bool) -> None:
        """Return to the player's step after actions of the record were taken back."""
        guide = Guide.along(self._guide.lesson, record.actions)
        if guide is not None:
            self._guide = guide
            if has_read:
                guide.read_all()

    def read_on(self) -> None:
        """Advance past a step that contains only text; NotNowError at any other step."""
        if not self._guide.reads:
            raise NotNowError("This step needs an action.")
        self._guide.next()

    @property
    def undone(self) -> int | None:
        """The number of actions left when the last step is taken back; None at the beginning.

        Automatic steps after it are taken back, too: the lesson's dice are no secret.
        """
        return self._guide.begun[-1] if self._guide.begun else None

    @property
    def beginning(self) -> int:
        """The number of actions when the lesson began."""
        return len(self._guide.lesson.before)

    def hello(self) -> dict[str, Any]:
        """Return the first message to a connection: the lesson, step by step."""
        lesson = self._guide.lesson
        steps = [{"say": step.say, "because": step.because} for step in lesson.steps]
        every = lessons_of(lesson.game)
        later = every[every.index(lesson) + 1 :] if lesson in every else ()  # none after an example
        return {
            "key": lesson.key,
            "title": lesson.title,
            "minutes": lesson.minutes,
            "steps": steps,
            "following": {"game": later[0].game, "id": later[0].id} if later else None,
        }

    def data(self) -> dict[str, Any]:
        """Return the player's progress."""
        guide = self._guide
        last = guide.at + 1 >= len(guide.lesson.steps)
        step = None if guide.over else guide.step
        return {
            "step": min(guide.at, len(guide.lesson.steps) - 1),
            "because": guide.because,
            "wanted": list(guide.wanted),
            "all": list(step.all) if step is not None and not guide.due else [],
            "places": list(step.places) if step is not None and not guide.due else [],
            "reads": guide.reads,
            "over": not guide.due and (guide.over or (last and not guide.step.asks)),
            "begun": bool(guide.begun),
        }


def begun(game_id: str, lesson: str) -> Record:
    """Return a new record of a title's lesson, the first one without an id; else UnknownLesson."""
    return lesson_of(game_id, lesson).record()
