"""A guided first game: a position, and steps that say what to do and why.

A title has `data/lesson.toml`. The player acts on the real board by the real rules; a step goes on
when one of its actions is done. Rolls and the opponent's answers are part of the lesson, so that
everybody sees the same.

    [lesson]
    game = "across-suez-1980"
    side = "israel"            # the player's
    title = "..."
    minutes = 12
    before = ["deploy", "end"] # actions that have been played when the lesson begins
    [lesson.position]          # as in docs/notation.md; none: the start of the game

    [[step]]
    say = "..."                # what to do, and why
    do = ["move sharon 0112"]  # actions of which any goes on; none: the reader clicks Next
    places = ["0112"]          # what lights up
    then = ["roll 3"]          # what follows by itself
    because = "..."            # what has happened, told when it is done
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bridgehead.core.errors import InvalidData
from bridgehead.core.position import Position
from bridgehead.core.registry import load_with
from bridgehead.core.title_file import title_file


@dataclass(frozen=True)
class Step:
    """One step of a lesson."""

    say: str
    do: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    because: str = ""
    places: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A guided first game of a title."""

    game: str
    side: str
    title: str
    minutes: int
    steps: tuple[Step, ...]
    position: Mapping[str, Any] | None = None  # None: the start of the game
    options: tuple[str, ...] = ()
    before: tuple[str, ...] = ()  # actions that have been played when the lesson begins

    def start(self) -> Position:
        """Return the position in which the lesson begins."""
        game = load_with(self.game, self.options)
        found = game.start() if self.position is None else game.position(dict(self.position))
        for action in self.before:
            found.push(action)
        return found


def read(package: str) -> Lesson:
    """Return the lesson of a title's data/lesson.toml; InvalidData where a step has no text."""
    found = title_file(package, "lesson.toml")
    about = found["lesson"]
    steps = []
    for number, told in enumerate(found["step"], 1):
        if "say" not in told:
            raise InvalidData(f"step {number} of the lesson of {package} has no text: `say`")
        lists = {name: tuple(told.get(name, ())) for name in ("do", "then", "places")}
        steps.append(Step(say=told["say"], because=told.get("because", ""), **lists))
    return Lesson(
        about["game"], about["side"], about["title"], about["minutes"], tuple(steps),
        about.get("position"), tuple(about.get("options", ())), tuple(about.get("before", ())),
    )  # fmt: skip


@dataclass(frozen=True)
class Answer:
    """What a lesson says to an action: whether the step is done, a text, and what follows."""

    done: bool
    say: str
    then: tuple[str, ...] = ()


class Guide:
    """Leads a player through a lesson. The position itself is the caller's.

    >>> guide = Guide(read(title_of("across-suez-1980").package))
    >>> guide.step.do
    ()
    >>> guide.next()
    >>> guide.answer("move sharon 0101").done
    False
    """

    def __init__(self, lesson: Lesson, at: int = 0) -> None:
        self.lesson = lesson
        self.at = at  # the number of the step, from 0

    @property
    def over(self) -> bool:
        """Whether the last step is done."""
        return self.at >= len(self.lesson.steps)

    @property
    def step(self) -> Step:
        """The step to do now; IndexError when the lesson is over."""
        return self.lesson.steps[self.at]

    def next(self) -> None:
        """Go on from a step that asks for no action; ValueError from another."""
        if self.step.do:
            raise ValueError("this step is done by an action")
        self.at += 1

    def answer(self, action: str) -> Answer:
        """Return what the lesson says to a legal action, and go on if it was what it asked for."""
        if self.over or not self.step.do:
            return Answer(False, "Click Next to go on.")
        step = self.step
        if action not in step.do:
            return Answer(
                False, f"That is legal, but the lesson wants to show something else. {step.say}"
            )
        self.at += 1
        return Answer(True, step.because, step.then)
