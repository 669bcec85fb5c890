"""The game line by line: for pipes, scripts, and terminals that show nothing but text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from bridgehead.across_suez.rules_text import RuleText, rules_for, rules_text
from bridgehead.core.errors import BridgeheadError, IllegalAction, MalformedAction
from bridgehead.terminal import palette, words
from bridgehead.terminal.help import commands_text
from bridgehead.terminal.mapview import MapPicture, Scene
from bridgehead.terminal.session import HUMAN, Session

WIDTH = 100
SIGNS = f"═║╔╗╚╝╠╣╦╩╬╨╥┄┊┌┐└┘├┤┬┴┼{palette.FALLING}{palette.RISING}▌▐▁≈►·…"
_ASCII = str.maketrans(SIGNS, "=|+++++++++||-|+++++++++\\/||_~>-.") | {ord("½"): ".5"}


class LineGame:
    """Reads commands, answers in lines of at most 100 characters, without color."""

    def __init__(self, session: Session, source: TextIO, sink: TextIO) -> None:
        self.session = session
        self.source, self.sink = source, sink
        self._ascii = not _can_print(sink)
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "show": self.show, "map": self.show, "legal": self.legal, "odds": self.odds,
            "why": self.why, "path": self.path, "hex": self.hex, "units": self.units,
            "line": self.line, "log": self.log, "undo": self.undo, "save": self.save,
            "load": self.load, "help": self.help, "?": self.help, "rules": self.rules,
        }  # fmt: skip

    def run(self) -> int:
        """Play until the game is over or the input ends. Returns the exit status, 0."""
        self._introduce()
        self.show([])
        self._others()
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
        if self.session.path is not None and self.session.unsaved:
            self.save([])
        return 0

    def _at_terminal(self) -> bool:
        return self.source.isatty()

    def _prompt(self) -> str:
        position = self.session.position
        if self.session.is_over:
            return "over> "
        return f"turn {position.turn} {self.session.to_move} {self.session.decision.step}> "

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
                self.say("help tells the commands, legal the actions.")
        except BridgeheadError as error:
            self.say(str(error))

    # What is written

    def _write(self, text: str) -> None:
        self.sink.write(text.translate(_ASCII) if self._ascii else text)
        self.sink.flush()

    def say(self, text: str = "") -> None:
        """Write a paragraph, broken at 100 characters."""
        for line in text.split("\n"):
            for part in _wrapped(line, WIDTH):
                self._write(f"{part}\n")

    def _introduce(self) -> None:
        self.say(self.session.game.name)
        for side, player in self.session.players.items():
            who = "a person here" if player == HUMAN else f"the computer ({player})"
            self.say(f"{words.SIDES[side]}: {who}.")
        self.say(f"Dice: {self.session.record.dice.kind}.")
        for sentence in words.reconstructed(self.session.game):
            self.say(f"Reconstructed: {sentence}")
        self.say("help tells the commands; help 4.5 tells what a case says.")
        self.say()

    # Playing

    def _act(self, line: str) -> None:
        if not self.session.is_over and not self.session.waits_for_person:
            raise BridgeheadError("it is not your decision now")
        self._report(self.session.do(" ".join(line.split())))
        self._others()

    def _others(self) -> None:
        """Let the dice and the computer players go on."""
        while (lines := self.session.step()) is not None:
            self._report(lines)
        if self.session.is_over:
            self.say()
            for line in words.result_lines(self.session):
                self.say(line)
            if self.session.path is not None and self.session.unsaved:
                self.save([])

    def _report(self, lines: list[Any]) -> None:
        for line in lines:
            self.say(_log_line(line))

    # Commands

    def show(self, rest: list[str]) -> None:
        """Show the map and the state of the game."""
        session = self.session
        for line in MapPicture(session.game.map, Scene.of(session)).text():
            self._write(f"{line}\n")
        signs = "  ".join(f"{g} {t.replace('_', ' ')}" for t, g in palette.GLYPHS.items())
        self.say(f"{signs}  ═ road  ┄ trail  ▌▐▁ ridge  4-12] Israel  2-10) Egypt")
        self.say(words.headline(session))
        for side, found in words.counts(session).items():
            self.say(
                f"{words.SIDES[side]}: {found['map']} on the map, {found['across']} across, "
                f"{found['eliminated']} eliminated, {found['due']} due, {found['later']} later"
            )
        for (side, turn), codes in sorted(words.arrivals(session).items(), key=lambda k: k[0][1]):
            self.say(f"  turn {turn}, {words.SIDES[side]}: {' '.join(codes)}")

    def legal(self, rest: list[str]) -> None:
        """List the legal actions."""
        actions = list(self.session.position.legal_actions())
        if rest:
            self._known(rest[0])
            mine = [action for action in actions if rest[0] in action.split()]
            for line in words.columns(mine, WIDTH) or [self._why_nothing(rest[0])]:
                self.say(line)
            return
        for line in words.columns(actions, WIDTH):
            self.say(line)

    def _why_nothing(self, unit: str) -> str:
        movement = self.session.position.movement(unit)
        if movement.refusal is not None:
            return f"none: [{movement.refusal.case}] {movement.refusal.text}"
        return "none"

    def odds(self, rest: list[str]) -> None:
        """Tell the odds of an attack."""
        if len(rest) < 3 or rest[1] != "with":
            raise MalformedAction("the form is: odds HEX with UNIT … [support]")
        support = rest[-1] == "support"
        units = [word for word in rest[2 : len(rest) - support] if word != "with"]
        for line in words.odds_lines(self.session.position.odds(rest[0], units, support)):
            self.say(line)

    def _known(self, unit: str) -> None:
        self.session.game.unit_index(unit)

    def why(self, rest: list[str]) -> None:
        """Tell why a unit cannot go to a hex."""
        unit, number = self._pair(rest, "why UNIT HEX")
        reason = self.session.position.movement(unit).why_not(number)
        self.say(f"[{reason.case}] {reason.text}" if reason else f"{unit} can go to {number}")

    def path(self, rest: list[str]) -> None:
        """Tell the cheapest way of a unit to a hex."""
        unit, number = self._pair(rest, "path UNIT HEX")
        movement = self.session.position.movement(unit)
        way, cost = movement.path(number), movement.cost(number)
        self.say(
            f"{' '.join(way)}: {words.points(cost)} of {words.points(movement.allowance)} points"
        )

    def _pair(self, rest: list[str], form: str) -> tuple[str, str]:
        if len(rest) != 2:
            raise MalformedAction(f"the form is: {form}")
        self._known(rest[0])
        return rest[0], rest[1]

    def hex(self, rest: list[str]) -> None:
        """Tell what is known of a hex."""
        if len(rest) != 1:
            raise MalformedAction("the form is: hex HEX")
        self.session.game.hex_index(rest[0])
        for line in words.hex_lines(self.session, rest[0]):
            self.say(line)

    def units(self, rest: list[str]) -> None:
        """List the units and where they are."""
        places = self.session.position.units
        found = [
            f"{counter['id']:<8} {words.strength(counter):<5} {places[counter['id']]}"
            for counter in self.session.game.counters
            if not rest or counter["side"] == rest[0]
        ]
        for line in words.columns(found, WIDTH):
            self.say(line)

    def line(self, rest: list[str]) -> None:
        """Tell the line of communication."""
        way = self.session.position.line_of_communication()
        self.say(f"open: {' '.join(way)}" if way else "the line of communication is cut")

    def log(self, rest: list[str]) -> None:
        """Show the log, or its last lines."""
        count = int(rest[0]) if rest and rest[0].isdigit() else len(self.session.log)
        self._report(self.session.log[-count:] if count else [])

    def undo(self, rest: list[str]) -> None:
        """Take the last decision back."""
        self.say(f"taken back: {self.session.undo()}")

    def save(self, rest: list[str]) -> None:
        """Save the game."""
        path = self.session.save(Path(rest[0]) if rest else None)
        self.say(f"saved to {path}")

    def load(self, rest: list[str]) -> None:
        """Go on with the game of a file."""
        if len(rest) != 1:
            raise MalformedAction("the form is: load FILE")
        self.session.load(Path(rest[0]))
        self.show([])
        self._others()

    def help(self, rest: list[str]) -> None:
        """Tell the commands, or the rule of a case."""
        if not rest:
            self.say(commands_text())
            return
        found = rules_for(self.session.game.id, rest[0])
        if not found:
            raise BridgeheadError(f"there is no case {rest[0]} in this edition; rules lists them")
        self._tell(found)

    def rules(self, rest: list[str]) -> None:
        """Tell all rules."""
        self._tell(rules_text(self.session.game.id))

    def _tell(self, found: tuple[RuleText, ...]) -> None:
        for rule in found:
            self.say(f"[{rule.case}] {rule.title}: {rule.text}")


def _log_line(line: Any) -> str:
    case = f" [{line.event.case}]" if line.event.case else ""
    return f"{line.event.text}{case}"


def _can_print(sink: TextIO) -> bool:
    """Whether the map's signs can be written to a stream."""
    try:
        SIGNS.encode(sink.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _wrapped(line: str, width: int) -> Iterator[str]:
    """Break a line at blanks, keeping its indent."""
    while len(line) > width:
        at = line.rfind(" ", 1, width + 1)
        if at <= 0 or not line[:at].strip():
            at = width
        yield line[:at].rstrip()
        line = f"  {line[at:].lstrip()}"
    yield line
