"""The line mode of hex titles: the map, units, odds, paths."""

from __future__ import annotations

from bridgehead.core.errors import BridgeheadError, MalformedAction
from bridgehead.core.titles.games import hex_title
from bridgehead.core.titles.screens import TerminalTexts
from bridgehead.terminal.hexes import words
from bridgehead.terminal.hexes.attack import Draft, odds_of
from bridgehead.terminal.hexes.counters import strength
from bridgehead.terminal.hexes.mapview import MapPicture, Scene
from bridgehead.terminal.hexes.session import HexSession
from bridgehead.terminal.plain import WIDTH, LineGame
from bridgehead.terminal.screen.sides import label
from bridgehead.terminal.texts.common import columns

ROWS = 16  # lines of the map shown above and below a hex
FEW = 8  # hexes that are listed for a unit where all units are listed


class HexLineGame(LineGame):
    """Reads commands and answers in lines of at most 100 characters, without color."""

    COMMANDS = (*LineGame.COMMANDS, "odds", "path", "hex", "line")
    session: HexSession

    @property
    def _texts(self) -> TerminalTexts:
        return hex_title(self.session.game.id).terminal

    def _welcome(self) -> str:
        return f"help lists the commands; help {self._texts.EXAMPLE_CASE} tells what a case says."

    def _headline(self) -> str:
        return words.headline(self.session)

    def _result(self) -> list[str]:
        return words.result_lines(self.session)

    # Commands

    def show(self, rest: list[str]) -> None:
        """Show the map and the state of the game."""
        session = self.session
        picture = MapPicture(session.game, Scene.of(session))
        for first, last in picture.pieces(WIDTH):
            for line in picture.text(first, last):
                self._write(f"{line}\n")
        self.say(words.signs_line(session.game))
        self.say(words.headline(session))
        self.say_all(words.limit_lines(session))
        totals = session.position.points if words.has_ledger(session) else {}
        for side, found in words.counts(session).items():
            told = f"; {words.points(totals[side])} victory points" if side in totals else ""
            self.say(f"{words.counts_line(session, side, found)}{told}")
        self.say_all(words.marker_lines(session))
        for (side, turn), codes in sorted(words.arrivals(session).items(), key=lambda k: k[0][1]):
            self.say(f"  turn {turn}, {label(session.game, side)}: {' '.join(codes)}")

    def map(self, rest: list[str]) -> None:
        """Show the map around a hex; without a hex the same as `show`."""
        if not rest:
            self.show(rest)
            return
        self.session.game.hex_index(rest[0])
        picture = MapPicture(self.session.game, Scene.of(self.session))
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
        if self._texts.LISTS_EACH_ACTION:
            self.say_all(columns(actions, WIDTH))
        else:
            self.say_all(_grouped(actions, None if rest else FEW))
        if rest and not actions:
            self.say(self._why_nothing(rest[0]))

    def _why_nothing(self, unit: str) -> str:
        movement = self.session.position.movement(unit)
        if movement.refusal is not None:
            return f"none: [{movement.refusal.case}] {movement.refusal.text}"
        return "none"

    def odds(self, rest: list[str]) -> None:
        """Print the odds of an attack."""
        if len(rest) < 3 or len(rest[0]) != 4:
            raise MalformedAction(f"the form is: {self._texts.ODDS_FORM}")
        position, attack = self.session.position, Draft([])
        for text in self.session.game.expand(position, f"attack {' '.join(rest)}"):
            verb, *objects = text.split()
            if verb in ("attack", self.session.decisions.further):
                attack.hexes += objects
            elif verb == "with":
                attack.units += objects
            elif verb != "fire":
                attack.markers[verb] = int(objects[0]) if objects else 1
        odds = odds_of(position, attack)
        self.say_all(words.odds_lines(odds) if odds is not None else ["nobody attacks"])

    def _known(self, unit: str) -> None:
        self.session.game.unit_index(unit)

    def why(self, rest: list[str]) -> None:
        """Print why a unit cannot go to a hex, or why an action is refused."""
        if rest and rest[0] in (*self.session.game.grammar.verbs, "resign"):
            super().why(rest)
            return
        unit, number, *way = self._pair(rest, "why UNIT HEX, or why ACTION")
        reason = self.session.position.movement(unit, *way).why_not(number)
        self.say(f"[{reason.case}] {reason.text}" if reason else f"{unit} can go to {number}")

    def path(self, rest: list[str]) -> None:
        """Print the cheapest path of a unit to a hex."""
        unit, number, *verb = self._pair(rest, "path UNIT HEX")
        movement = self.session.position.movement(unit, *verb)
        way, cost = movement.path(number), movement.cost(number)
        self.say(
            f"{' '.join(way)}: {words.points(cost)} of {words.points(movement.allowance)} points"
        )

    def _pair(self, rest: list[str], form: str) -> list[str]:
        """Return unit and hex, and the way of moving if one is named."""
        if len(rest) not in (2, 3):
            raise MalformedAction(f"the form is: {form}")
        self._known(rest[0])
        return rest

    def hex(self, rest: list[str]) -> None:
        """Describe a hex."""
        if len(rest) != 1:
            raise MalformedAction("the form is: hex HEX")
        self.session.game.hex_index(rest[0])
        self.say_all(words.hex_lines(self.session, rest[0]))

    def units(self, rest: list[str]) -> None:
        """List the units and their places."""
        game, places = self.session.game, self.session.position.units
        long = max(8, *(len(counter["id"]) for counter in game.counters))
        found = [
            f"{counter['id']:<{long}} {strength(game, counter):<5} {places[counter['id']]}"
            for counter in game.played
            if not rest or counter["side"] == rest[0]
        ]
        self.say_all(columns(found, WIDTH))

    def line(self, rest: list[str]) -> None:
        """Print the line of communication."""
        if words.has_ledger(self.session):
            raise BridgeheadError("there is no line of communication in this game")
        way = self.session.position.line_of_communication()
        self.say(f"open: {' '.join(way)}" if way else "the line of communication is cut")

    def points(self, rest: list[str]) -> None:
        """Print the victory points and the reasons for them."""
        if not words.has_ledger(self.session):
            raise BridgeheadError("this game is not won by points")
        self.say_all([*words.ledger_lines(self.session), *words.marker_lines(self.session)])


def _grouped(actions: list[str], most: int | None) -> list[str]:
    """Return actions, one line for each verb and unit, with all hexes of one together.

    If there are more than `most`, the line has only their number.
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
