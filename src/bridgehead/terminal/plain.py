"""The game line by line: for pipes, scripts, and terminals that show nothing but text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from bridgehead.core.errors import BridgeheadError, IllegalAction, MalformedAction, printable
from bridgehead.core.registry import hex_title, title_of
from bridgehead.core.rules_text import RuleText
from bridgehead.core.title import TerminalTexts, Title
from bridgehead.terminal import palette, words
from bridgehead.terminal.advice import after_the_end, hint_lines
from bridgehead.terminal.attack import Draft, odds_of
from bridgehead.terminal.counters import strength
from bridgehead.terminal.help import commands_text
from bridgehead.terminal.look import look
from bridgehead.terminal.mapview import MapPicture, Scene
from bridgehead.terminal.session import HUMAN, Session

WIDTH = 100
ROWS = 16  # lines of the map shown above and below a hex
FEW = 8  # hexes that are listed for a unit where all units are listed
SIGNS = f"═║╔╗╚╝╠╣╦╩╬╨╥┄┊┌┐└┘├┤┬┴┼{palette.FALLING}{palette.RISING}▌▐▁█▄≈►·…"
_ASCII = str.maketrans(SIGNS, "=|+++++++++||-|+++++++++\\/||_H=~>-.") | {ord("½"): ".5"}


class LineGame:
    """Reads commands, answers in lines of at most 100 characters, without color."""

    def __init__(self, session: Session, source: TextIO, sink: TextIO) -> None:
        self.session = session
        self.source, self.sink = source, sink
        self._ascii = not _can_print(sink)
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "show": self.show, "map": self.map, "legal": self.legal, "odds": self.odds,
            "why": self.why, "path": self.path, "hex": self.hex, "units": self.units,
            "line": self.line, "log": self.log, "undo": self.undo, "save": self.save,
            "load": self.load, "help": self.help, "?": self.help, "rules": self.rules,
            "points": self.points, "hint": self.hint,
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

    @property
    def _title(self) -> Title:
        return title_of(self.session.game.id)

    @property
    def _texts(self) -> TerminalTexts:
        return hex_title(self.session.game.id).terminal

    def _at_terminal(self) -> bool:
        return self.source.isatty()

    def _prompt(self) -> str:
        position = self.session.position
        if self.session.is_over:
            return "over> "
        return f"turn {position.turn} {self.session.to_move} {self.session.decision_step}> "

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
        text = printable(text)
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
            self.say(f"{look(self.session.game).label(side)}: {who}.")
        self.say(f"Dice: {self.session.record.dice.kind}.")
        for sentence in words.reconstructed(self.session.game):
            self.say(f"Reconstructed: {sentence}")
        case = self._texts.EXAMPLE_CASE
        self.say(f"help tells the commands; help {case} tells what a case says.")
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
            for line in self._result():
                self.say(line)
            if self.session.path is not None and self.session.unsaved:
                self.save([])
            self.say(after_the_end(self.session))

    def _result(self) -> list[str]:
        return words.result_lines(self.session)

    def _report(self, lines: list[Any]) -> None:
        for line in lines:
            self.say(_log_line(line))

    # Commands

    def show(self, rest: list[str]) -> None:
        """Show the map and the state of the game."""
        session = self.session
        picture = MapPicture(session.game.map, Scene.of(session))
        for first, last in picture.pieces(WIDTH):
            for line in picture.text(first, last):
                self._write(f"{line}\n")
        self.say(words.signs_line(session.game))
        self.say(words.headline(session))
        totals = session.position.points if words.has_ledger(session) else {}
        for side, found in words.counts(session).items():
            told = f"; {words.points(totals[side])} victory points" if side in totals else ""
            self.say(f"{words.counts_line(session, side, found)}{told}")
        for line in words.marker_lines(session):
            self.say(line)
        for (side, turn), codes in sorted(words.arrivals(session).items(), key=lambda k: k[0][1]):
            self.say(f"  turn {turn}, {look(session.game).label(side)}: {' '.join(codes)}")

    def map(self, rest: list[str]) -> None:
        """Show the map around a hex; without one the same as `show`."""
        if not rest:
            self.show(rest)
            return
        self.session.game.hex_index(rest[0])
        picture = MapPicture(self.session.game.map, Scene.of(self.session))
        first, last = picture.around(rest[0], WIDTH)
        lines = picture.text(first, last)
        top = picture.corner(rest[0])[1]
        self._write(f"{lines[0]}\n")
        for line in lines[max(1, top - ROWS) : top + ROWS + 2]:
            self._write(f"{line}\n")

    def legal(self, rest: list[str]) -> None:
        """List the legal actions."""
        actions = list(self.session.position.legal_actions())
        if rest:
            self._known(rest[0])
            actions = [action for action in actions if rest[0] in action.split()]
        each = self._texts.LISTS_EACH_ACTION
        few = None if rest else FEW
        for line in words.columns(actions, WIDTH) if each else _grouped(actions, few):
            self.say(line)
        if rest and not actions:
            self.say(self._why_nothing(rest[0]))

    def _why_nothing(self, unit: str) -> str:
        movement = self.session.position.movement(unit)
        if movement.refusal is not None:
            return f"none: [{movement.refusal.case}] {movement.refusal.text}"
        return "none"

    def odds(self, rest: list[str]) -> None:
        """Tell the odds of an attack."""
        if len(rest) < 3 or len(rest[0]) != 4:
            raise MalformedAction(f"the form is: {self._texts.ODDS_FORM}")
        position, attack = self.session.position, Draft([])
        for text in self.session.game.expand(position, f"attack {' '.join(rest)}"):
            verb, *objects = text.split()
            if verb in ("attack", "also"):
                attack.hexes += objects
            elif verb == "with":
                attack.units += objects
            elif verb != "fire":
                attack.markers[verb] = int(objects[0]) if objects else 1
        odds = odds_of(position, attack)
        for line in words.odds_lines(odds) if odds is not None else ["nobody attacks"]:
            self.say(line)

    def _known(self, unit: str) -> None:
        self.session.game.unit_index(unit)

    def why(self, rest: list[str]) -> None:
        """Tell why a unit cannot go to a hex, or why an action is refused."""
        if rest and rest[0] in (*self.session.game.grammar.verbs, "resign"):
            error = self.session.why_not(" ".join(rest))
            self.say(f"[{error.case}] {error.reason}" if error else f"{' '.join(rest)} is legal")
            return
        unit, number, *way = self._pair(rest, "why UNIT HEX, or why ACTION")
        reason = self.session.position.movement(unit, *way).why_not(number)
        self.say(f"[{reason.case}] {reason.text}" if reason else f"{unit} can go to {number}")

    def path(self, rest: list[str]) -> None:
        """Tell the cheapest way of a unit to a hex."""
        unit, number, *verb = self._pair(rest, "path UNIT HEX")
        movement = self.session.position.movement(unit, *verb)
        way, cost = movement.path(number), movement.cost(number)
        self.say(
            f"{' '.join(way)}: {words.points(cost)} of {words.points(movement.allowance)} points"
        )

    def _pair(self, rest: list[str], form: str) -> list[str]:
        """Return unit and hex, and the way to move where one is named."""
        if len(rest) not in (2, 3):
            raise MalformedAction(f"the form is: {form}")
        self._known(rest[0])
        return rest

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
        long = max(8, *(len(counter["id"]) for counter in self.session.game.counters))
        found = [
            f"{counter['id']:<{long}} {strength(counter):<5} {places[counter['id']]}"
            for counter in self.session.game.counters
            if not rest or counter["side"] == rest[0]
        ]
        for line in words.columns(found, WIDTH):
            self.say(line)

    def line(self, rest: list[str]) -> None:
        """Tell the line of communication."""
        if words.has_ledger(self.session):
            raise BridgeheadError("there is no line of communication in this game")
        way = self.session.position.line_of_communication()
        self.say(f"open: {' '.join(way)}" if way else "the line of communication is cut")

    def points(self, rest: list[str]) -> None:
        """Tell the victory points and what they were given for."""
        if not words.has_ledger(self.session):
            raise BridgeheadError("this game is not won by points")
        for line in [*words.ledger_lines(self.session), *words.marker_lines(self.session)]:
            self.say(line)

    def log(self, rest: list[str]) -> None:
        """Show the log, or its last lines."""
        count = int(rest[0]) if rest and rest[0].isdigit() else len(self.session.log)
        self._report(self.session.log[-count:] if count else [])

    def hint(self, rest: list[str]) -> None:
        """Tell what a computer player would do."""
        del rest
        if not self.session.waits_for_person:
            raise BridgeheadError("it is not your decision now")
        for line in hint_lines(self.session.hint(self.session.position.copy())):
            self.say(line)

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
            self.say(commands_text(self.session.game))
            return
        found = self._title.rules_for(self.session.game.id, rest[0])
        if not found:
            raise BridgeheadError(f"there is no case {rest[0]} in this edition; rules lists them")
        self._tell(found)

    def rules(self, rest: list[str]) -> None:
        """Tell all rules."""
        self._tell(self._title.rules_text(self.session.game.id))

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


def _grouped(actions: list[str], most: int | None) -> list[str]:
    """Return actions, a line for each verb and unit, the hexes of one together.

    With `most` they are counted where they are more.
    """
    groups: dict[str, list[str]] = {}
    for action in actions:
        *head, last = action.split()
        if len(last) == 4 and last.isdigit():
            groups.setdefault(" ".join(head), []).append(last)
        else:
            groups[action] = []
    return [
        f"{head} {' '.join(hexes)}".rstrip()
        if most is None or len(hexes) <= most
        else f"{head} HEX ({len(hexes)} of them: legal {head.split()[-1]})"
        for head, hexes in groups.items()
    ]
