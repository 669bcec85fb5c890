"""Across Suez as a `Game`, and its `Position`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from bridgehead.core.errors import MalformedAction
from bridgehead.core.positions.position import EVERYTHING, Event, Position, Result
from bridgehead.core.titles.dataset import DataSet
from bridgehead.titles.across_suez.formats import position_format
from bridgehead.titles.across_suez.formats.components import Components, Situation
from bridgehead.titles.across_suez.formats.editions import Edition
from bridgehead.titles.across_suez.screen import queries
from bridgehead.titles.across_suez.screen.queries import Movement, Odds
from bridgehead.titles.across_suez.words import prose
from bridgehead.titles.across_suez.words.refusals import Reasons


class AcrossSuez(Components):
    """One edition of Across Suez with its options and its map."""

    def __init__(self, edition: Edition, options: frozenset[str], data: DataSet) -> None:
        super().__init__(edition, options, data)
        self.reasons = Reasons(self)
        self.set_up_scenario()

    def start(self) -> AcrossSuezPosition:
        """Return the position at the start of the game [2.5; reprint 3.0]."""
        position = AcrossSuezPosition(self)
        position.start()
        return position

    def position(self, data: Mapping[str, Any]) -> AcrossSuezPosition:
        """Return the position given as data (docs/notation.md).

        InvalidPosition if it is invalid.
        """
        return cast(AcrossSuezPosition, position_format.read(self, data))

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of this game's positions as data."""
        return position_format.schema(self)

    def expand(self, position: Position, text: str) -> list[str]:
        """Return the decisions of a whole attack in one line, attackers in any order [6.1]."""
        words = text.split()
        if len(words) <= 2 or words[0] != "attack":
            return [" ".join(words)]
        form = "attack HEX with UNIT … [support] [fire]"
        rest = words[2:]
        tail: list[str] = []
        for word in ("fire", "support"):
            if rest and rest[-1] == word:
                tail.insert(0, rest.pop())
        if rest and rest[0] != "with":
            raise MalformedAction(f"{text!r} is no action; a whole attack has the form {form!r}")
        names = [word for word in rest if word != "with"]
        if bool(names) != bool(rest) or len(set(names)) < len(names):
            raise MalformedAction(f"{text!r}: name each attacker once, as in {form!r}")
        ordered = sorted(names, key=self.unit_index)
        return [f"attack {words[1]}", *(f"with {name}" for name in ordered), *tail]


class AcrossSuezPosition(Situation):
    """A position of Across Suez."""

    __slots__ = ()
    game: AcrossSuez

    @property
    def result_by_rules(self) -> Result | None:
        """The result by the rules, None if the game is not over by its rules."""
        return prose.result(self)

    def movement(self, unit: str, verb: str | None = None) -> Movement:
        """Return where a unit can go now, with costs, and why it cannot go elsewhere.

        `verb` restricts it to one way of arriving: "enter" by land, "land" by air or sea.
        """
        return Movement(self, unit, verb)

    def odds(self, hex_: str, attackers: Sequence[str], support: bool = False) -> Odds:
        """Return the odds of an attack on a hex by these units, whichever side is to move.

        It does not check which units have fought already, and which must attack in turn 1.
        IllegalAction if there can be no such attack.
        """
        return queries.odds(self, hex_, attackers, support)

    def pending_odds(self) -> Odds | None:
        """Return the odds of the attack being declared or rolled, None without attackers."""
        return queries.declared_odds(self)

    def line_of_communication(self) -> list[str] | None:
        """Return a shortest line of communication, hex by hex, None if it is cut [14.1]."""
        return queries.line_of_communication(self)

    def to_dict(self, *, full: bool = False) -> dict[str, Any]:
        """Return the position as data; with `full`, default values are included."""
        return position_format.write(self, full=full)

    def describe(self, text: str, viewer: str | None = EVERYTHING) -> list[Event]:
        """Return the events of a legal action, as in the log."""
        return prose.describe(self, text)
