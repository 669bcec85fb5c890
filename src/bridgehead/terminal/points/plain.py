"""A title of points line by line: maps, lists and numbered menus, without color."""

from __future__ import annotations

from typing import TextIO

from bridgehead.core.errors import BridgeheadError, MalformedAction
from bridgehead.core.registry import point_title
from bridgehead.terminal import plain, words
from bridgehead.terminal.plain import WIDTH, LineGame
from bridgehead.terminal.points import lines as told
from bridgehead.terminal.points import words as said
from bridgehead.terminal.points.atlas import theaters_of
from bridgehead.terminal.points.chart import Chart, PointScene
from bridgehead.terminal.points.help import commands_text
from bridgehead.terminal.points.look import courses, label, place_names
from bridgehead.terminal.points.menu import Entry, find
from bridgehead.terminal.points.session import PointSession
from bridgehead.terminal.session import HUMAN

_ASCII = str.maketrans("─│┼░", "-|+:")
NEWS = 12  # lines of the log told to somebody who has looked away
FEW = 30  # entries of a menu that is shown without being asked for
CURTAIN = 60  # empty lines between what one and the other may see


class PointLineGame(LineGame):
    """Reads commands, numbers of a menu and actions; answers in lines of at most 100 characters."""

    session: PointSession

    def __init__(self, session: PointSession, source: TextIO, sink: TextIO) -> None:
        super().__init__(session, source, sink)
        self._levels: list[tuple[str, list[Entry]]] = []  # the menus that are open
        self._told = dict.fromkeys(session.readers, 0)  # how much of its log each has read
        for gone in ("odds", "path", "hex", "line"):
            del self._commands[gone]
        self._commands |= {
            "menu": self.menu, "m": self.menu, "back": self.back, "b": self.back,
            "stack": self.stack, "stacks": self.stacks, "boxes": self.boxes, "air": self.air,
            "events": self.events, "battle": self.battle, "units": self.stacks,
        }  # fmt: skip

    # What is written

    def _write(self, text: str) -> None:
        super()._write(text.translate(_ASCII) if self._ascii else text)

    def _introduce(self) -> None:
        game = self.session.game
        self.say(game.name)
        for side, player in self.session.players.items():
            who = "a person here" if player == HUMAN else f"the computer ({player})"
            self.say(f"{label(game, side)}: {who}.")
        self.say(f"Dice: {self.session.record.dice.kind}.")
        for sentence in words.reconstructed(game):
            self.say(f"Reconstructed: {sentence}")
        self.say("menu lists what can be done, a number chooses; help tells the commands.")
        self.say()
        self._curtain()

    def _result(self) -> list[str]:
        return said.result_lines(self.session.position)

    def _others(self) -> None:
        super()._others()
        self._levels = []
        self._curtain()
        self._read_log()

    def _read_log(self) -> None:
        if self.session.looking in self._told:
            self._told[self.session.looking] = len(self.session.log)

    def _curtain(self) -> None:
        """Let the other person look away, where something is hidden, and tell what is new."""
        session = self.session
        before = session.looking
        if session.needs_curtain:
            name = label(session.game, session.to_move)
            if self._at_terminal():
                self._write("\n" * CURTAIN)
                self._write(f"{name}: your decision. When you alone look, press Enter. ")
                self.source.readline()
                self._write("\n" * CURTAIN)
            else:
                self.say(f"---- {name} looks now ----")
            session.open_curtain()
        if session.looking != before and session.looking is not None:
            fresh = session.log[self._told.get(session.looking, 0) :]
            for line in fresh[-NEWS:]:
                self.say(plain._log_line(line))
            if len(session.log):
                self.say(said.headline(session.position))

    # Playing

    def obey(self, line: str) -> None:
        """Carry out one line: a number of the menu, a command, or an action."""
        word = line.strip()
        if not word.isascii() or not word.isdigit():
            super().obey(line)
            return
        try:
            self._choose(int(word))
        except BridgeheadError as error:
            case = getattr(error, "case", "")
            self.say(f"[{case}] {getattr(error, 'reason', error)}" if case else str(error))

    def _level(self) -> list[Entry]:
        return self._levels[-1][1] if self._levels else self.session.entries

    def _choose(self, number: int) -> None:
        entries = self._level()
        if number == 0:
            self.back([])
            return
        if number > len(entries):
            raise BridgeheadError(f"the menu has {len(entries)} lines: menu shows them")
        entry = entries[number - 1]
        if entry.below:
            self._levels.append((entry.label, entry.below))
            self._show_level()
        else:
            self._act(entry.action)

    def menu(self, rest: list[str]) -> None:
        """Show what can be done, numbered; with words only the lines in which they are."""
        if not self.session.waits_for_person:
            raise BridgeheadError("it is not your decision now")
        self._levels = []
        if rest:
            text = " ".join(rest)
            self._levels = [(text, find(self.session.entries, text))]
        self._show_level()

    def back(self, rest: list[str]) -> None:
        """Go one menu up."""
        del rest
        if self._levels:
            self._levels.pop()
        self._show_level()

    def _show_level(self) -> None:
        title = self._levels[-1][0] if self._levels else said.prompt(self.session.position)
        if not self._levels:
            for line in told.pending_lines(self.session.position, self.session.viewer):
                self.say(line)
        self.say(f"{title}:")
        rows = [f"{n:>4} {_counted(entry)}" for n, entry in enumerate(self._level(), start=1)]
        for line in words.columns(rows, WIDTH) or ["   nothing"]:
            self.say(line)
        if self._levels:
            self.say("   0 back")

    # Commands

    def show(self, rest: list[str]) -> None:
        """Show the maps and the state of the game, and what can be done where that is not long."""
        del rest
        session = self.session
        for theater in session.game.map.theaters:
            self._map(theater.id)
        self.say(told.legend_line(session.game))
        self.say(said.headline(session.position))
        totals = said.ledger(session.position)
        found = point_title(session.game.id).screen.counts(session.position)
        for side, count in found.items():
            self.say(
                f"{label(session.game, side)}: {count['map']} counters on the maps, "
                f"{count['eliminated']} eliminated, {totals[side]} victory points"
            )
        for line in told.stock_lines(session.game, session.seen):
            self.say(line)
        for line in told.pending_lines(session.position, session.viewer):
            self.say(line)
        if 0 < len(session.entries) <= FEW:
            self._show_level()

    def _map(self, theater: str) -> None:
        session = self.session
        scene = PointScene.of(session.game.map, session.seen)
        chart = Chart(session.game.map, theater, scene, courses=courses(session.game.id))
        name = next(t.name for t in session.game.map.theaters if t.id == theater)
        self._write(f"{name}\n")
        for line in chart.text():
            self._write(f"{line}\n")

    def map(self, rest: list[str]) -> None:
        """Show the map of a theater, or the one on which a point lies; both without a word."""
        game_map = self.session.game.map
        known = [theater.id for theater in game_map.theaters]
        for word in rest or known:
            theaters = [word] if word in known else list(theaters_of(game_map, word))
            if not theaters:
                raise MalformedAction(f"{word!r} is no theater and no point")
            self._map(theaters[0])
        self.say(told.legend_line(self.session.game))

    def stack(self, rest: list[str]) -> None:
        """Tell what is known of a point or reserve area."""
        if len(rest) != 1:
            raise MalformedAction("the form is: stack POINT")
        if rest[0] not in place_names(self.session.game):
            raise MalformedAction(f"no point is called {rest[0]!r}")
        for line in told.place_lines(self.session.game, self.session.seen, rest[0]):
            self.say(line)

    def stacks(self, rest: list[str]) -> None:
        """List all stacks, or those of a theater."""
        known = [theater.id for theater in self.session.game.map.theaters]
        if rest and rest[0] not in known:
            raise MalformedAction(f"the form is: stacks [{'|'.join(known)}]")
        theater = rest[0] if rest else None
        for line in told.stack_lines(self.session.game, self.session.seen, theater):
            self.say(line)

    def boxes(self, rest: list[str]) -> None:
        """Tell what lies off the map: stocks, strikes, events, boxes, turn track."""
        del rest
        for line in told.display_lines(self.session.game, self.session.seen):
            self.say(line)

    def air(self, rest: list[str]) -> None:
        """Tell the strikes by theater and mission."""
        del rest
        for line in told.sky_lines(self.session.game, self.session.seen):
            self.say(line)

    def events(self, rest: list[str]) -> None:
        """Tell the events: the one that is drawn, what lasts, what is still to come."""
        del rest
        for line in told.event_lines(self.session.game, self.session.seen):
            self.say(line)

    def battle(self, rest: list[str]) -> None:
        """Tell the battle, or the attack whose die is to be rolled, with columns and shifts."""
        del rest
        found = told.pending_lines(self.session.position, self.session.viewer)
        for line in found or ["no battle is fought now"]:
            self.say(line)

    def legal(self, rest: list[str]) -> None:
        """List the legal actions, or those in which a word occurs."""
        if not self.session.waits_for_person:
            raise BridgeheadError("it is not your decision now")
        actions = list(self.session.position.legal_actions())
        if rest:
            actions = [text for text in actions if set(rest) <= set(text.split())]
        for line in words.columns(actions, WIDTH) or ["none"]:
            self.say(line)

    def why(self, rest: list[str]) -> None:
        """Tell why an action is refused."""
        if not rest:
            raise MalformedAction("the form is: why ACTION")
        error = self.session.why_not(" ".join(rest))
        self.say(f"[{error.case}] {error.reason}" if error else f"{' '.join(rest)} is legal")

    def points(self, rest: list[str]) -> None:
        """Tell the victory points as things stand."""
        del rest
        for side, total in said.ledger(self.session.position).items():
            self.say(f"{label(self.session.game, side)}: {total} victory points")

    def undo(self, rest: list[str]) -> None:
        """Take the last decision back."""
        super().undo(rest)
        self._levels = []

    def load(self, rest: list[str]) -> None:
        """Go on with the game of a file."""
        self._levels = []
        super().load(rest)

    def help(self, rest: list[str]) -> None:
        """Tell the commands, or the rule of a case."""
        if rest:
            super().help(rest)
        else:
            self.say(commands_text())


def _counted(entry: Entry) -> str:
    """Return an entry's words, with the number of lines below it."""
    return f"{entry.label} …{len(entry.below)}" if entry.below else entry.label


__all__ = ["PointLineGame"]
