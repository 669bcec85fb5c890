"""The line mode of titles of points: maps, lists and numbered menus, without color."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TextIO

from bridgehead.core.errors import BridgeheadError, MalformedAction
from bridgehead.core.titles.games import point_title
from bridgehead.terminal.plain import WIDTH, LineGame
from bridgehead.terminal.points import lines as told
from bridgehead.terminal.points import words as said
from bridgehead.terminal.points.chart import Chart, PointScene
from bridgehead.terminal.points.look import place_names
from bridgehead.terminal.points.menu import Entry, find
from bridgehead.terminal.points.session import PointSession
from bridgehead.terminal.points.theater_sheet import theaters_of
from bridgehead.terminal.screen.sides import label
from bridgehead.terminal.texts.common import columns

FEW = 30  # entries of a menu that is shown without being asked for


class PointLineGame(LineGame):
    """Reads commands, numbers of a menu and actions; answers in lines of at most 100 characters."""

    COMMANDS = (*LineGame.COMMANDS, "menu", "back", "stack", "battle")
    session: PointSession

    def __init__(self, session: PointSession, source: TextIO, sink: TextIO) -> None:
        super().__init__(session, source, sink)
        self._levels: list[tuple[str, list[Entry]]] = []  # the menus that are open
        self._commands |= {"m": self.menu, "b": self.back, "stacks": self.units}
        for name, lines in (
            ("boxes", told.display_lines), ("air", told.sky_lines), ("events", told.event_lines),
        ):  # fmt: skip
            self._commands[name] = partial(self._off_the_map, lines)

    def _welcome(self) -> str:
        return "menu lists the possible actions, a number chooses one; help lists the commands."

    def _headline(self) -> str:
        return said.headline(self.session.position)

    def _result(self) -> list[str]:
        return said.result_lines(self.session.position)

    def _others(self) -> None:
        super()._others()
        self._levels = []

    # Playing

    def _act(self, line: str) -> None:
        """Carry out an action, or choose a line of the menu by its number."""
        word = line.strip()
        if word.isascii() and word.isdigit():
            self._choose(int(word))
        else:
            super()._act(line)

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
        """Show the possible actions, numbered; with words, only the lines that contain them."""
        if not self.session.waits_for_person:
            raise BridgeheadError("it is not your decision now")
        self._levels = []
        if rest:
            text = " ".join(rest)
            self._levels = [(text, find(self.session.entries, text))]
        self._show_level()

    def back(self, rest: list[str]) -> None:
        """Return to the previous menu."""
        del rest
        if self._levels:
            self._levels.pop()
        self._show_level()

    def _show_level(self) -> None:
        title = self._levels[-1][0] if self._levels else said.asked(self.session.position)
        if not self._levels:
            self.say_all(told.pending_lines(self.session.position, self.session.viewer))
        self.say(f"{title}:")
        rows = [f"{n:>4} {_counted(entry)}" for n, entry in enumerate(self._level(), start=1)]
        self.say_all(columns(rows, WIDTH) or ["   nothing"])
        if self._levels:
            self.say("   0 back")

    # Commands

    def show(self, rest: list[str]) -> None:
        """Show the maps and the state of the game, and the menu if it is short."""
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
        self.say_all(told.stock_lines(session.game, session.seen))
        self.say_all(told.pending_lines(session.position, session.viewer))
        if 0 < len(session.entries) <= FEW:
            self._show_level()

    def _map(self, theater: str) -> None:
        session = self.session
        scene = PointScene.of(session.game.map, session.seen)
        chart = Chart(session.game, theater, scene)
        name = next(t.name for t in session.game.map.theaters if t.id == theater)
        self._write(f"{name}\n")
        for line in chart.text():
            self._write(f"{line}\n")

    def map(self, rest: list[str]) -> None:
        """Show the map of a theater, or the one with a point; without an argument both."""
        game_map = self.session.game.map
        known = [theater.id for theater in game_map.theaters]
        for word in rest or known:
            theaters = [word] if word in known else list(theaters_of(game_map, word))
            if not theaters:
                raise MalformedAction(f"{word!r} is neither a theater nor a point")
            self._map(theaters[0])
        self.say(told.legend_line(self.session.game))

    def stack(self, rest: list[str]) -> None:
        """Describe a point or reserve area."""
        if len(rest) != 1:
            raise MalformedAction("the form is: stack POINT")
        if rest[0] not in place_names(self.session.game):
            raise MalformedAction(f"unknown point {rest[0]!r}")
        self.say_all(told.place_lines(self.session.game, self.session.seen, rest[0]))

    def units(self, rest: list[str]) -> None:
        """List all stacks, or those of a theater."""
        known = [theater.id for theater in self.session.game.map.theaters]
        if rest and rest[0] not in known:
            raise MalformedAction(f"the form is: stacks [{'|'.join(known)}]")
        theater = rest[0] if rest else None
        self.say_all(told.stack_lines(self.session.game, self.session.seen, theater))

    def _off_the_map(self, lines: Callable[[Any, Any], list[str]], rest: list[str]) -> None:
        """Print what is off the map: all of it, the strikes or the events."""
        del rest
        self.say_all(lines(self.session.game, self.session.seen))

    def battle(self, rest: list[str]) -> None:
        """Print the battle, or the attack to be rolled for, with columns and shifts."""
        del rest
        found = told.pending_lines(self.session.position, self.session.viewer)
        self.say_all(found or ["no battle is fought now"])

    def legal(self, rest: list[str]) -> None:
        """List the legal actions, or those that contain a word."""
        if not self.session.waits_for_person:
            raise BridgeheadError("it is not your decision now")
        actions = list(self.session.position.legal_actions())
        if rest:
            actions = [text for text in actions if set(rest) <= set(text.split())]
        self.say_all(columns(actions, WIDTH) or ["none"])

    def points(self, rest: list[str]) -> None:
        """Print the present victory points."""
        del rest
        for side, total in said.ledger(self.session.position).items():
            self.say(f"{label(self.session.game, side)}: {total} victory points")

    def undo(self, rest: list[str]) -> None:
        """Take the last decision back."""
        super().undo(rest)
        self._levels = []

    def take(self, rest: list[str]) -> None:
        """Take back counters that were placed in the set-up."""
        super().take(rest)
        self._levels = []

    def load(self, rest: list[str]) -> None:
        """Open a game from a file."""
        self._levels = []
        super().load(rest)


def _counted(entry: Entry) -> str:
    """Return an entry's words, with the number of lines below it."""
    return f"{entry.label} …{len(entry.below)}" if entry.below else entry.label
