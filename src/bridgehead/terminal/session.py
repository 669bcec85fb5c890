"""A game at one terminal: the side to decide, the viewer, the log.

The line mode and the screen both use a `Session`. It knows no rules: everything it says comes from
the position. A single person sees what their side may see. If two people share the screen, secrets
of a side are shown to nobody; in a title with hidden stacks, the side to decide is the viewer, and
the other side's view comes only after a curtain.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.core.positions.decision import Decision
from bridgehead.core.positions.position import EVERYTHING, Event, Game
from bridgehead.core.positions.setup import PLACE, Change, SetUp
from bridgehead.core.records.record import Record
from bridgehead.core.titles.decisions import Decisions
from bridgehead.core.titles.games import point_title, title_of
from bridgehead.core.titles.lesson import PLAYER, Guide, guide_of, players_after
from bridgehead.players.advice.hints import Hint, hint

HUMAN = "human"


class Player(Protocol):
    """A computer player; it is asked only when its side is to decide."""

    def choose(self, position: Any) -> str:
        """Return one legal action of the position."""


MakePlayer = Callable[[Game, str, int], Player]
MakeThinker = Callable[[Game, int], Any]  # a Thinker of bridgehead.players


def make_player(game: Game, name: str, seed: int) -> Player:
    """Return a computer player by its name; UnknownPlayer if there is none."""
    from bridgehead import players

    player: Player = players.create(game, name, seed, players.spare_cores())
    return player


def make_thinker(game: Game, seed: int) -> Any:
    """Return the computer player that gives hints."""
    from bridgehead import players

    return players.thinker(game, seed=seed, threads=players.spare_cores())


@dataclass(frozen=True)
class Line:
    """A line of the log: an event, the side that decided, and the number of actions before it."""

    event: Event
    side: str
    turn: int
    number: int


class Session:
    """A record in progress, the players of its sides, and the viewer.

    `players` maps each side to "human" or to a computer player's name. `path` is the file to which
    the game is saved automatically, at every change of phase and at the end. `viewer` is the
    present viewer's side, None if only what both sides may see is shown.
    """

    def __init__(
        self,
        record: Record,
        players: Mapping[str, str],
        *,
        path: Path | None = None,
        seed: int | None = None,
        make: MakePlayer = make_player,
        think: MakeThinker = make_thinker,
    ) -> None:
        self.players = {side: players.get(side, HUMAN) for side in record.game.sides}
        self.people = tuple(side for side, player in self.players.items() if player == HUMAN)
        self.viewer = self.people[0] if len(self.people) == 1 else None
        self.veils = title_of(record.game.id).veils
        self.path = path
        self.planner: str | None = None  # the side whose plan is a puzzle's: the game ends with it
        self._make, self._make_thinker = make, think
        self._seed = secrets.randbelow(2**31) if seed is None else seed
        self._take(record)

    def _take(self, record: Record) -> None:
        self.record = record
        self.game: Any = record.game
        self._thinker: Any = None  # made when a hint is asked for
        self.guide: Guide | None = guide_of(record) if PLAYER in self.players.values() else None
        if self.guide is None:
            self.players = players_after(self.players)
        self.saved_at = len(record.actions) if record.actions else 0
        self._computers = {
            side: self._make(record.game, name, self._seed + number)
            for number, (side, name) in enumerate(self.players.items())
            if name not in (HUMAN, PLAYER)
        }
        if len(self.people) > 1:
            self.viewer = None
        self._logs: dict[str | None, list[Line]] = {reader: [] for reader in self.readers}
        self._tell_what_was()
        self._forget()

    def _tell_what_was(self) -> None:
        position = self.record.opening()
        for number, text in enumerate(self.record.actions):
            self._note(position, text, number)
            position.push(text)

    def _forget(self) -> None:
        for name in ("decision", "view", "seen", "entries"):
            self.__dict__.pop(name, None)

    # What there is to know

    @property
    def position(self) -> Any:
        """The present position. It must not be changed outside this class."""
        return self.record.position

    @property
    def to_move(self) -> str | None:
        """The side whose decision is pending, "dice", or None when the game is over."""
        side: str | None = self.position.to_move
        return side

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_move is None

    @property
    def waits_for_person(self) -> bool:
        """Whether a person at this terminal is to decide."""
        side = self.to_move
        person = side in self.players and self.players[str(side)] == HUMAN
        return person and not (self.guide is not None and self.guide.due)

    @property
    def goes_on(self) -> bool:
        """Whether dice, a computer player or a lesson makes the next step."""
        if self.guide is not None:
            return bool(self.guide.due)
        if self.is_planned:
            return False
        return not self.is_over and not self.waits_for_person

    @property
    def is_planned(self) -> bool:
        """Whether this is a puzzle, and its plan is complete."""
        return self.planner is not None and self.to_move != self.planner

    @property
    def unsaved(self) -> bool:
        """Whether there are actions that were not saved to a file."""
        return len(self.record.actions) != self.saved_at

    @cached_property
    def decision(self) -> Decision:
        """The pending decision, sorted."""
        return Decision.of(self.position)

    @property
    def decisions(self) -> Decisions:
        """What the title asks at each step, and its words for verbs."""
        return title_of(self.game.id).decisions

    @property
    def decision_step(self) -> str:
        """The name of the pending decision, such as "movement", "retreat", "fpf"."""
        return self.decision.step

    # Who looks

    @property
    def readers(self) -> tuple[str | None, ...]:
        """The readers of the log.

        They are all people if they take turns at the screen, otherwise only the viewer.
        """
        return self.people if self.veils and self.people else (self.viewer,)

    @property
    def needs_curtain(self) -> bool:
        """Whether another person must look away before this decision is shown."""
        if not self.veils or not self.waits_for_person or self.viewer == self.to_move:
            return False
        if not point_title(self.game.id).screen.is_veiled(self.position):
            self.open_curtain()
            return False
        return True

    def open_curtain(self) -> None:
        """Show the view of the side that is to decide."""
        self.viewer = self.to_move
        self._forget()

    @cached_property
    def view(self) -> Mapping[str, Any]:
        """Return what the viewer may see."""
        found: Mapping[str, Any] = self.position.view(self.viewer)
        return found

    @property
    def log(self) -> list[Line]:
        """The log as the viewer may read it."""
        return self._logs.get(self.viewer, [])

    # Playing

    def do(self, text: str) -> list[Line]:
        """Carry out a person's action and return the new lines of the log.

        A whole attack may be one text; it is carried out completely or not at all. IllegalAction if
        it is not legal. Placing a unit that was placed already in the set-up moves it.
        """
        verb, *objects = text.split() or [""]
        if verb == PLACE and len(objects) == 2 and self.was_placed(objects[0]):
            return self.move_placed(*objects)
        texts = self.game.expand(self.position, text)
        if len(texts) > 1:
            self.position.copy().push(text)  # refused here, before anything is done
        self.check_lesson(texts)
        return [line for decision in texts for line in self._do(decision)]

    def was_placed(self, unit: str) -> bool:
        """Whether a unit was placed in the present set-up of a person."""
        setup = SetUp.of(self.record) if self.waits_for_person else None
        return setup is not None and unit in setup.placed

    def move_placed(self, unit: str, place: str) -> list[Line]:
        """Move a unit that was placed in the set-up; return the new lines of the log."""
        return self._change(SetUp.due(self.record).move(unit, place), f"{PLACE} {unit} {place}")

    def take_back(self, units: Sequence[str]) -> None:
        """Take back units that were placed in the set-up; IllegalAction if that is not possible."""
        self._change(SetUp.due(self.record).take_back(units))

    def _change(self, change: Change, told: str = "") -> list[Line]:
        """Change the set-up; return the new log lines of one of its actions."""
        if not self.waits_for_person or self.guide is not None:
            raise IllegalAction("undo", "you cannot change a set-up now")
        self.record.cut(change.keep)
        self._forget_lines(change.keep)
        lines: list[Line] = []
        for action in change.actions:
            done = self._do(action)
            lines = done if action == told else lines
        self._forget()
        return lines

    def _do(self, text: str) -> list[Line]:
        before, phase = len(self.log), self._phase()
        number = len(self.record.actions)
        position = self.position.copy()
        self.record.do(text)
        if self.guide is not None:
            self.guide.answer(text)
        self._note(position, text, number)
        self._forget()
        if self.path is not None and self._phase() != phase:
            self.save(self.path)
        return self.log[before:]

    def _phase(self) -> tuple[Any, ...]:
        position = self.position
        return position.turn, position.side, position.phase

    def _note(self, position: Any, text: str, number: int) -> None:
        side, turn = position.to_move, position.turn
        for reader, lines in self._logs.items():
            told = self._events(position, text, EVERYTHING if self.is_over else reader)
            lines += [Line(event, side, turn, number) for event in told]

    def _events(self, position: Any, text: str, reader: str | None) -> Sequence[Event]:
        """Return the events of an action as a reader may know them."""
        found: Sequence[Event] = position.describe(text, reader)
        return found

    def step(self) -> list[Line] | None:
        """Let the dice or a computer player make one decision; None if a person is to decide."""
        side = self.to_move
        if self.guide is not None:
            return self._do(self.guide.due[0]) if self.guide.due else None
        if self.is_planned:
            return None
        if side == "dice":
            return self._do(self.record.next_action())
        if side is None or self.players[side] == HUMAN:
            return None
        return self._do(self._computers[side].choose(self.position.copy()))

    def undo(self) -> str:
        """Take back the last decision and return it; IllegalAction if that is not allowed."""
        if self.guide is not None:
            text = self._undo_step(self.guide)
        else:
            text = self.record.undo()
        self._forget_lines(len(self.record.actions))
        self._forget()
        return text

    def _forget_lines(self, number: int) -> None:
        """Remove the log lines of all actions after the first `number`."""
        for lines in self._logs.values():
            lines[:] = [line for line in lines if line.number < number]

    # A lesson

    def check_lesson(self, texts: Sequence[str]) -> None:
        """Raise IllegalAction if a lesson does not ask for these decisions now."""
        if self.guide is None:
            return
        error = next((self.why_not(text) for text in texts[:1]), None)
        if error is not None:
            raise error  # the rule comes first
        trial = self.guide.copy()
        for text in texts:
            answer = trial.answer(text)
            if not answer.done:
                raise IllegalAction("lesson", answer.say)

    def read_on(self) -> None:
        """Advance past a lesson's step with only text; IllegalAction at any other step."""
        if self.guide is None or not self.guide.reads:
            raise IllegalAction("lesson", "there is nothing to continue")
        self.guide.next()

    def leave_lesson(self) -> None:
        """Continue without the lesson, against a computer player."""
        if self.guide is None:
            raise IllegalAction("lesson", "this game is not a lesson")
        self.guide = None
        self.players = players_after(self.players)
        self.record.players = dict(self.players)
        self._computers = {
            side: self._make(self.game, name, self._seed + number)
            for number, (side, name) in enumerate(self.players.items())
            if name != HUMAN
        }

    def _undo_step(self, guide: Guide) -> str:
        """Take back a whole step of a lesson, including rolls, and return its first decision."""
        if not guide.begun:
            raise IllegalAction("undo", "this is the start of the lesson")
        left = guide.begun[-1]
        text = self.record.actions[left]
        self.record.cut(left)
        self.guide = Guide.along(guide.lesson, self.record.actions)
        if self.guide is not None:
            self.guide.read_all()
        return text

    # Files

    def save(self, path: Path | None = None) -> Path:
        """Write the game to a file and use that file from now on; BridgeheadError on failure."""
        path = path or self.path
        if path is None:
            raise BridgeheadError("give the name of the file to save to")
        self.record.save(path)
        self.path = path
        self.saved_at = len(self.record.actions)
        return path

    def load(self, path: Path) -> None:
        """Open a game from a file, with the same players.

        BridgeheadError if that is not possible.
        """
        found = Record.load(path, secrets=self.record.secrets)
        if type(found.game.map) is not type(self.game.map):
            raise BridgeheadError(f"{path} is a game of {found.game.name}: start again to open it")
        self._take(found)
        self.path = path

    # Questions

    @property
    def until_compiled(self) -> str:
        """What does not work fully until the rules are compiled."""
        if self.planner is not None:
            return "your plan cannot be graded"
        return "captain and general think less deeply"

    def hint(self, position: Any) -> Hint:
        """Return a computer player's advice for a position of this game; it takes a while.

        It uses only what the side to decide may know. BridgeheadError if there is no advice.
        """
        if self.planner is not None:
            raise IllegalAction("notation", "there are no hints in a puzzle")
        if self._thinker is None:
            self._thinker = self._make_thinker(self.game, self._seed)
        return hint(position, self._thinker)

    def why_not(self, action: str) -> IllegalAction | None:
        """Return why an action is refused now, None if it is legal."""
        refusal: IllegalAction | None = self.position.why_not(action)
        return refusal
