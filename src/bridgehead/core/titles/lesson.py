"""Lessons: a position, and steps that say what to do and why.

A title has them in `data/lessons/NUMBER-ID.toml`, the first one first. The player acts on the real
board by the real rules; a step goes on when one of its actions is done. Rolls and the opponent's
answers are part of the lesson, so that everybody sees the same.

Worked examples of the rules in brief have the same form and stand in
`data/lessons/examples/ID.toml`. The rules that they belong to name them: `examples = ["ID"]` in
`data/rules.toml`.

    [lesson]
    game = "across-suez-1980"
    side = "israel"            # the player's
    title = "..."
    teaches = "..."            # what one knows afterwards, in a few words
    minutes = 12
    options = ["scenario=..."] # of the game
    before = ["deploy", "end"] # actions that have been played when the lesson begins
    [lesson.position]          # as in docs/notation.md; none: the start of the game

    [[step]]
    say = "..."                # what to do, and why
    do = ["move sharon 0112"]  # actions of which any goes on; none: the reader goes on with Next
    all = ["attack 0609", "with sharon", "fire"]  # or: all of these, the last one last
    places = ["0112"]          # what lights up
    then = ["roll 3"]          # what follows by itself
    because = "..."            # what has happened, told when it is done
    numbers = { attack = 11 }  # what the texts say of odds; tests compare it with the rules
    [step.instead]             # what would come of other actions, by pattern
    "attack *" = "..."
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any

from bridgehead.core.errors import BridgeheadError, InvalidData, UnknownLesson
from bridgehead.core.positions.position import Position
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import load_with, title_of
from bridgehead.core.titles.title_file import title_file

LESSONS, EXAMPLES, ENDING = "lessons", "lessons/examples", ".toml"
PLAYER = "lesson"  # the player of the other side, in a record
OPPONENT = "sergeant"  # the player who takes over when the lesson is left


class NotNowError(BridgeheadError):
    """The lesson does not ask for this legal action now."""


@dataclass(frozen=True)
class Step:
    """One step of a lesson."""

    say: str
    do: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    because: str = ""
    places: tuple[str, ...] = ()
    all: tuple[str, ...] = ()
    instead: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, Any] = field(default_factory=dict)

    @property
    def asks(self) -> bool:
        """Whether the step is completed by an action, and not by reading."""
        return bool(self.do or self.all)

    def consequence(self, action: str) -> str:
        """Return a sentence on what would come of another legal action than the step's."""
        found = (say for one, say in self.instead.items() if fnmatchcase(action, one))
        return next(found, OTHERWISE)


@dataclass(frozen=True)
class Lesson:
    """A guided game of a title. `teaches` says in a few words what one knows afterwards."""

    id: str
    game: str
    side: str
    title: str
    minutes: int
    steps: tuple[Step, ...]
    teaches: str = ""
    position: Mapping[str, Any] | None = None  # None: the start of the game
    options: tuple[str, ...] = ()
    before: tuple[str, ...] = ()  # actions that have been played when the lesson begins

    @property
    def key(self) -> str:
        """An id among the lessons of all titles."""
        return f"{self.game}/{self.id}"

    @property
    def command(self) -> str:
        """The command that begins it."""
        return f"bridgehead learn {self.game} {self.id}"

    @property
    def players(self) -> dict[str, str]:
        """The player of each side, as a record names it."""
        sides = load_with(self.game, self.options).sides
        return {side: "human" if side == self.side else PLAYER for side in sides}

    def start(self) -> Position:
        """Return the position at the start of the lesson."""
        found = self.record().position
        assert isinstance(found, Position)
        return found

    def record(self) -> Record:
        """Return a new record of the lesson. Its rolls are scripted; its dice are named open."""
        game = load_with(self.game, self.options)
        start = None if self.position is None else game.position(dict(self.position))
        record = Record.new(game, "open", start=start, players=self.players)
        for action in self.before:
            record.do(action)
        return record


@cache
def read(package: str, kind: str = LESSONS) -> tuple[Lesson, ...]:
    """Return the lessons or examples of a title; InvalidData if a step has no text."""
    folder = files(package).joinpath("data", kind)
    names = sorted(one.name for one in folder.iterdir()) if folder.is_dir() else []
    return tuple(_read(package, kind, name) for name in names if name.endswith(ENDING))


def _read(package: str, kind: str, name: str) -> Lesson:
    found = title_file(package, f"{kind}/{name}")
    stem = name.removesuffix(ENDING)
    about = found["lesson"]
    steps = []
    for number, told in enumerate(found["step"], 1):
        if "say" not in told:
            raise InvalidData(f"{package}, {name}: step {number} has no text: `say`")
        lists: dict[str, Any] = {
            key: tuple(told.get(key, ())) for key in ("do", "then", "places", "all")
        }
        others = {key: told[key] for key in ("because", "instead", "numbers") if key in told}
        steps.append(Step(told["say"], **lists, **others))
    return Lesson(
        id=stem.partition("-")[2] if kind == LESSONS else stem,
        game=about["game"],
        side=about["side"],
        title=about["title"],
        minutes=about["minutes"],
        teaches=about.get("teaches", ""),
        steps=tuple(steps),
        position=about.get("position"),
        options=tuple(about.get("options", ())),
        before=tuple(about.get("before", ())),
    )


def lessons_of(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game's title, those of its other games too, in their order."""
    return read(title_of(game).package)


def examples_of(game: str) -> tuple[Lesson, ...]:
    """Return the worked examples of the rules of a game's title, those of its other games too."""
    return read(title_of(game).package, EXAMPLES)


def lesson_of(game: str, id_: str = "") -> Lesson:
    """Return a lesson or an example of a game's title, the first lesson without an id.

    UnknownLesson if there is none.
    """
    found = lessons_of(game)
    for one in (*found, *examples_of(game)):
        if id_ in ("", one.id):
            return one
    known = f": one of {', '.join(one.id for one in found)}" if found else ""
    raise UnknownLesson(f"{game} has no lesson {id_}".rstrip() + known)


@dataclass(frozen=True)
class Answer:
    """The reaction of a lesson to an action: whether it was right, a text, and what follows."""

    done: bool
    say: str
    then: tuple[str, ...] = ()


READ_ON = "Read this first, then choose Next."
OTHERWISE = "That is legal, but the lesson shows something else here."


class Guide:
    """Leads a player through a lesson. The position itself is the caller's.

    >>> guide = Guide(lesson_of("across-suez-1980"))
    >>> guide.wanted
    ()
    >>> guide.next()
    >>> guide.answer("move sharon 0101").done
    False
    """

    def __init__(self, lesson: Lesson, at: int = 0) -> None:
        self.lesson = lesson
        self.at = at  # the number of the step, from 0
        self.made: tuple[str, ...] = ()  # actions done of a step that asks for several
        self.due: tuple[str, ...] = ()  # automatic actions before the next step
        self.because = ""  # the explanation of the last completed step
        self.begun: tuple[int, ...] = ()  # by completed step: the number of actions at its start
        self._actions = 0

    @classmethod
    def along(cls, lesson: Lesson, actions: Iterable[str]) -> Guide | None:
        """Return the guide after these actions; None if they do not follow the lesson."""
        guide = cls(lesson)
        for number, action in enumerate(actions):
            if number < len(lesson.before):
                if action != lesson.before[number]:
                    return None
                guide._actions += 1
            elif not guide.answer(action).done:
                return None
        return guide if guide._actions >= len(lesson.before) else None

    def copy(self) -> Guide:
        """Return a copy at the same step."""
        twin = Guide(self.lesson, self.at)
        twin.made, twin.due, twin.because = self.made, self.due, self.because
        twin.begun, twin._actions = self.begun, self._actions
        return twin

    @property
    def over(self) -> bool:
        """Whether the last step is done."""
        return self.at >= len(self.lesson.steps)

    @property
    def reads(self) -> bool:
        """Whether the step contains only text, and is not the last one."""
        more = self.at + 1 < len(self.lesson.steps)
        return more and not self.due and not self.step.asks

    @property
    def step(self) -> Step:
        """The present step; IndexError when the lesson is over."""
        return self.lesson.steps[self.at]

    @property
    def wanted(self) -> tuple[str, ...]:
        """The actions that complete the step; none if it is only read, or others act."""
        return () if self.due or self.over else self._left(self.step)

    def _left(self, step: Step) -> tuple[str, ...]:
        if not step.all:
            return step.do
        left = tuple(action for action in step.all if action not in self.made)
        return left[:-1] or left  # the last action stays until the end

    def next(self) -> None:
        """Advance past a step that asks for no action; ValueError at any other step."""
        if self.step.asks:
            raise ValueError("this step needs an action")
        self.at += 1

    def read_all(self) -> None:
        """Advance to the next step that asks for an action."""
        while self.reads:
            self.next()

    def answer(self, action: str) -> Answer:
        """Return the lesson's reaction to a legal action; advance if it was the expected one.

        Steps that contain only text are passed automatically.
        """
        if self.due:
            return self._follow(action)
        ahead = next((k for k, one in enumerate(self._rest) if one.asks), None)
        if ahead is None:
            return Answer(False, READ_ON)
        step = self._rest[ahead]
        if action not in self._left(step):
            if ahead:
                return Answer(False, READ_ON)
            return Answer(False, step.consequence(action))
        self.at += ahead
        if not self.made:
            self.begun = (*self.begun, self._actions)
        self._actions += 1
        self.made = (*self.made, action)
        if step.all and set(step.all) - set(self.made):
            return Answer(True, "")
        self.at += 1
        self.made, self.due, self.because = (), step.then, step.because
        return Answer(True, step.because, step.then)

    @property
    def _rest(self) -> Sequence[Step]:
        return self.lesson.steps[self.at :]

    def _follow(self, action: str) -> Answer:
        if action != self.due[0]:
            return Answer(False, "The lesson continues by itself now.")
        self._actions += 1
        self.due = self.due[1:]
        return Answer(True, "")


def guide_of(record: Record) -> Guide | None:
    """Return the guide for the player of a record; None if it is not a lesson's.

    The record may be from a lesson that has changed since.
    """
    if PLAYER not in record.players.values():
        return None
    for lesson in (*lessons_of(record.game.id), *examples_of(record.game.id)):
        if lesson.game != record.game.id or lesson.options != record.game.options:
            continue
        guide = Guide.along(lesson, record.actions)
        if guide is not None and lesson.record().opening() == record.opening():
            return guide
    return None


def players_after(players: Mapping[str, str]) -> dict[str, str]:
    """Return the players of each side after a lesson is left."""
    return {side: OPPONENT if name == PLAYER else name for side, name in players.items()}
