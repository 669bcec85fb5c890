"""The line mode: for pipes, scripts, and terminals that show only text.

This is the part for all maps; `terminal.hexes` and `terminal.points` add their commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from bridgehead.core.errors import BridgeheadError, IllegalAction, MalformedAction, printable
from bridgehead.core.titles.games import title_of
from bridgehead.core.titles.lesson import PLAYER, lesson_of
from bridgehead.core.titles.rules_text import RuleText
from bridgehead.core.titles.title import Title
from bridgehead.core.words.grammar import with_verb
from bridgehead.players.advice.hints import Hint
from bridgehead.terminal.screen import palette
from bridgehead.terminal.screen.sides import label
from bridgehead.terminal.session import HUMAN, Line
from bridgehead.terminal.texts.advice import after_the_end, before_dice, hint_lines, steps
from bridgehead.terminal.texts.common import reconstructed
from bridgehead.terminal.texts.goals import briefing_lines, goal_lines
from bridgehead.terminal.texts.help import commands_text
from bridgehead.terminal.texts.lessons import lesson_lines

WIDTH = 100
NEWS = 12  # lines of the log told to somebody who has looked away
CURTAIN = 60  # empty lines between what one and the other may see
SIGNS = f"═║╔╗╚╝╠╣╦╩╬╨╥┄┊┌┐└┘├┤┬┴┼─│░{palette.FALLING}{palette.RISING}▌▐▁█▄≈►·…"
_ASCII = str.maketrans(SIGNS, "=|+++++++++||-|+++++++++-|:\\/||_H=~>-.") | {ord("½"): ".5"}


class LineGame:
    """Reads commands and answers in lines of at most 100 characters, without color."""

    COMMANDS: tuple[str, ...] = (
        "show", "map", "legal", "why", "units", "points", "log", "undo", "take", "save", "load",
        "help", "rules", "hint", "brief", "goals", "next", "leave",
    )  # fmt: skip

    def __init__(self, session: Any, source: TextIO, sink: TextIO) -> None:
        self.session = session
        self.source, self.sink = source, sink
        self._hinted: tuple[Any, Hint] | None = None  # the last hint, and where it was given
        self._ascii = not _can_print(sink)
        self._told = dict.fromkeys(session.readers, 0)  # how much of its log each has read
        self._commands: dict[str, Callable[[list[str]], None]] = {
            name: getattr(self, name) for name in self.COMMANDS
        } | {"?": self.help}

    def run(self) -> int:
        """Play until the game is over or the input ends. Return the exit status, 0."""
        self._introduce()
        self.show([])
        self._others()
        self._say_lesson()
        while True:
            if self.session.is_over and self._at_terminal():
                self.say("The game is over: save FILE keeps it, quit leaves.")
            self._write(self._prompt())
            line = self.source.readline()
            if not line:
                self._write("\n")
                break
            if not self._at_terminal():
                self.say(line.strip())  # what was typed, so that a transcript can be read
            if line.strip() in ("quit", "q", "exit"):
                break
            self.obey(line)
            if self.session.is_planned:
                break
        if self.session.path is not None and self.session.unsaved:
            self.save([])
        return 0

    @property
    def _title(self) -> Title:
        return title_of(self.session.game.id)

    def _at_terminal(self) -> bool:
        return self.source.isatty()

    def _prompt(self) -> str:
        position = self.session.position
        if self.session.is_over:
            return "over> "
        side = label(self.session.game, self.session.to_move)
        return f"turn {position.turn}, {side}, {self.session.decision_step.replace('_', ' ')}> "

    def obey(self, line: str) -> None:
        """Carry out one line: a command, or an action."""
        command, *rest = line.split() or [""]
        if not command or command.startswith("#"):
            return
        try:
            if command in self._commands:
                self._commands[command](rest)
            else:
                self._act(line)
        except IllegalAction as error:
            self.say(f"[{error.case}] {error.reason}")
            if isinstance(error, MalformedAction):
                self.say("help lists the commands, legal the actions.")
        except BridgeheadError as error:
            self.say(str(error))

    # What is written

    def _write(self, text: str) -> None:
        text = printable(text)
        self.sink.write(text.translate(_ASCII) if self._ascii else text)
        self.sink.flush()

    def say(self, text: str = "") -> None:
        """Print a paragraph, wrapped at 100 characters."""
        for line in text.split("\n"):
            for part in _wrapped(line, WIDTH):
                self._write(f"{part}\n")

    def say_all(self, texts: Iterable[str]) -> None:
        """Print paragraphs."""
        for text in texts:
            self.say(text)

    def _introduce(self) -> None:
        game = self.session.game
        self.say(game.name)
        for side, player in self.session.players.items():
            who = "a person here" if player == HUMAN else f"the computer ({player})"
            who = "the lesson" if player == PLAYER else who
            self.say(f"{label(game, side)}: {who}.")
        self.say(f"Dice: {self.session.record.dice.kind}.")
        for sentence in reconstructed(game):
            self.say(f"Reconstructed: {sentence}")
        self.say(self._welcome())
        self.say()
        self._curtain()

    def _curtain(self) -> None:
        """If something is hidden, let the other person look away; then print the news."""
        session = self.session
        before = session.viewer
        if session.needs_curtain:
            name = label(session.game, session.to_move)
            if self._at_terminal():
                self._write("\n" * CURTAIN)
                self._write(f"{name}: your decision. When only you are looking, press Enter. ")
                self.source.readline()
                self._write("\n" * CURTAIN)
            else:
                self.say(f"---- {with_verb(name, 'looks', 'look')} now ----")
            session.open_curtain()
        if session.viewer != before and session.viewer is not None:
            self._report(session.log[self._told.get(session.viewer, 0) :][-NEWS:])
            if session.log:
                self.say(self._headline())

    # A lesson

    def next(self, rest: list[str]) -> None:
        """Read on in a lesson."""
        del rest
        self.session.read_on()
        self._say_lesson()

    def leave(self, rest: list[str]) -> None:
        """Leave the lesson and play on."""
        del rest
        self.session.leave_lesson()
        self.say("You now play freely, against the sergeant.")
        self._others()

    def _say_lesson(self) -> None:
        """Print the instructions of a lesson, if this is one."""
        self.say_all(lesson_lines(self.session))

    # Playing

    def _act(self, line: str) -> None:
        if not self.session.is_over and not self.session.waits_for_person:
            raise BridgeheadError("it is not your decision now")
        self._report(self.session.do(" ".join(line.split())))
        self._others()
        self._say_lesson()

    def _others(self) -> None:
        """Let the dice and the computer players act."""
        while (lines := self.session.step()) is not None:
            self._report(lines)
        if self.session.is_over:
            self.say()
            self.say_all(self._result())
            if self.session.path is not None and self.session.unsaved:
                self.save([])
            self.say(after_the_end(self.session))
        self._curtain()
        if self.session.viewer in self._told:
            self._told[self.session.viewer] = len(self.session.log)

    def _report(self, lines: Iterable[Line]) -> None:
        for line in lines:
            case = f" [{line.event.case}]" if line.event.case else ""
            self.say(f"{line.event.text}{case}")

    # What each kind of map tells in its own way

    def _welcome(self) -> str:
        """Return how to start."""
        raise NotImplementedError

    def _headline(self) -> str:
        """Return turn, phase and the side to decide, in one line."""
        raise NotImplementedError

    def _result(self) -> list[str]:
        """Return lines about how the game ended."""
        raise NotImplementedError

    def show(self, rest: list[str]) -> None:
        """Show the map and the state of the game."""
        raise NotImplementedError

    # Commands

    def why(self, rest: list[str]) -> None:
        """Print why an action is refused."""
        if not rest:
            raise MalformedAction("the form is: why ACTION")
        action = " ".join(rest)
        error = self.session.why_not(action)
        self.say(f"[{error.case}] {error.reason}" if error else f"{action} is legal")

    def log(self, rest: list[str]) -> None:
        """Show the log, or its last lines."""
        count = int(rest[0]) if rest and rest[0].isdigit() else len(self.session.log)
        self._report(self.session.log[-count:] if count else [])

    def hint(self, rest: list[str]) -> None:
        """Print a computer player's advice, or its steps; or play them up to the next roll."""
        if rest not in ([], ["steps"], ["play"]):
            raise MalformedAction("the form is: hint, hint steps or hint play")
        if not self.session.waits_for_person:
            raise BridgeheadError("it is not your decision now")
        position = self.session.position.copy()
        if not rest or self._hinted is None or self._hinted[0] != position:
            self._hinted = position, self.session.hint(position)
        found = self._hinted[1]
        if not rest:
            self.say_all(hint_lines(found))
        elif rest == ["steps"]:
            self.say_all(steps(found.lines[0]))
        else:
            self._play(before_dice(found.lines[0]))

    def _play(self, plan: list[str]) -> None:
        """Play a plan; it ends when others decide, and when an enemy is revealed."""
        side = self.session.to_move
        known = self.session.position.shown(side)
        for action in plan:
            if self.session.to_move != side or not self.session.position.shown(side) <= known:
                break
            self._report(self.session.do(action))
        self._others()
        self._say_lesson()

    def brief(self, rest: list[str]) -> None:
        """Print the briefing."""
        del rest
        game = self.session.game
        told = briefing_lines(game.id, options=game.options, own_data=game.own_data)
        self.say_all(told or [f"{game.name} has no briefing"])

    def goals(self, rest: list[str]) -> None:
        """Print the state of the victory conditions."""
        del rest
        position, viewer = self.session.position, self.session.viewer
        self.say_all(
            goal_lines(position, viewer) or ["this game has no victory conditions to show"]
        )

    def undo(self, rest: list[str]) -> None:
        """Take the last decision back."""
        self.say(f"taken back: {self.session.undo()}")
        self._say_lesson()

    def take(self, rest: list[str]) -> None:
        """Take back units that were placed in the set-up."""
        if rest[:1] != ["back"] or len(rest) < 2:
            raise MalformedAction("the form is: take back UNIT …")
        self.session.take_back(rest[1:])
        self.say(f"taken back: {', '.join(rest[1:])}")

    def save(self, rest: list[str]) -> None:
        """Save the game."""
        path = self.session.save(Path(rest[0]) if rest else None)
        self.say(f"saved to {path}")

    def load(self, rest: list[str]) -> None:
        """Open a game from a file."""
        if len(rest) != 1:
            raise MalformedAction("the form is: load FILE")
        self.session.load(Path(rest[0]))
        self.show([])
        self._others()

    def help(self, rest: list[str]) -> None:
        """Print the commands, or the rule of a case."""
        if not rest:
            self.say(commands_text(self.session.game))
            return
        found = self._title.rules_for(self.session.game.id, rest[0])
        if not found:
            raise BridgeheadError(f"there is no case {rest[0]} in this edition; rules lists them")
        self._tell(found)

    def rules(self, rest: list[str]) -> None:
        """Print all rules."""
        self._tell(self._title.rules_text(self.session.game.id))

    def _tell(self, found: tuple[RuleText, ...]) -> None:
        for rule in found:
            self.say(f"[{rule.case}] {rule.title}: {rule.text}")
            for one in rule.examples:
                self.say(f"  An example to play: {lesson_of(self.session.game.id, one).command}")


def _can_print(sink: TextIO) -> bool:
    """Whether a stream can print the map's signs."""
    try:
        SIGNS.encode(sink.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _wrapped(line: str, width: int) -> Iterator[str]:
    """Wrap a line at blanks, keeping its indent."""
    while len(line) > width:
        at = line.rfind(" ", 1, width + 1)
        if at <= 0 or not line[:at].strip():
            at = width
        yield line[:at].rstrip()
        line = f"  {line[at:].lstrip()}"
    yield line
