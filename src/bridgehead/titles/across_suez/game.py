"""Across Suez as a `Game`, and its `Position`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bridgehead.core.dataset import DataSet
from bridgehead.core.errors import MalformedAction
from bridgehead.core.kernel import record_type
from bridgehead.core.kernel_game import KernelGame
from bridgehead.core.notation import Grammar, Packing
from bridgehead.core.position import EVERYTHING, Event, Position, Result
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.data import position_format
from bridgehead.titles.across_suez.data.board import BOARD, build, counters_in_play, spellings
from bridgehead.titles.across_suez.data.editions import Edition
from bridgehead.titles.across_suez.rules import entry_points
from bridgehead.titles.across_suez.screen import queries
from bridgehead.titles.across_suez.screen.queries import Movement, Odds
from bridgehead.titles.across_suez.words import prose
from bridgehead.titles.across_suez.words.cases import case_of
from bridgehead.titles.across_suez.words.refusals import Reasons

OBJECTS = {
    "place": "unit hex", "move": "unit hex", "enter": "unit hex", "cross": "unit",
    "land": "unit hex", "with": "unit", "lose": "unit", "retreat": "unit hex",
    "advance": "unit hex", "attack": "hex", "bombard": "hex", "roll": "face",
}  # fmt: skip
PACKING = Packing(verb=st.VERB, unit=st.UNIT, no_unit=st.NO_UNIT)


class AcrossSuez(KernelGame):
    """One edition of Across Suez with its options and its map."""

    sides = st.SIDES
    state_type = record_type(st.STATE)
    work_type = record_type(st.WORK)
    max_actions = st.MAX_ACTIONS
    entry_points = entry_points

    def __init__(self, edition: Edition, options: frozenset[str], data: DataSet) -> None:
        self.edition = edition
        self.id = edition.id
        self.name = f"{edition.name} ({edition.publisher}, {edition.year})"
        self.options = tuple(option for option in edition.options if option in options)
        self.data = data
        self.map = data.map
        self.counters = counters_in_play(data, options)
        self.units = tuple(unit["id"] for unit in self.counters)
        self.hexes = tuple(self.map.grid.hexes())
        self.hex_numbers = frozenset(self.hexes)
        verbs = [(verb, OBJECTS.get(verb, "")) for verb in st.VERBS]
        self.grammar = Grammar(
            verbs, self.units, self.hexes, spellings(self.units), self.case("off_map"),
            packing=PACKING,
        )  # fmt: skip
        self.board = np.zeros(1, record_type(BOARD))
        self.board[0] = build(data, edition, options)
        self.board.flags.writeable = False
        self.reasons = Reasons(self)

    def start(self) -> AcrossSuezPosition:
        """Return the position in which the game begins [2.5; reprint 3.0]."""
        position = AcrossSuezPosition(self)
        entry_points.start(self.board, position._state, np.zeros(1, self.work_type))
        return position

    def position(self, data: Mapping[str, Any]) -> AcrossSuezPosition:
        """Return the position given as data (docs/notation.md); InvalidPosition says why not."""
        return position_format.read(self, data)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of this game's positions as data."""
        return position_format.schema(self)

    def case(self, rule: str) -> str:
        """Return the case number of a rule in this edition."""
        return case_of(rule, self.edition.numbering)

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


class AcrossSuezPosition(Position):
    """A position of Across Suez."""

    __slots__ = ()
    game: AcrossSuez

    @property
    def turn(self) -> int:
        """The game turn, 1 to 7."""
        return int(self.state.turn)

    @property
    def side(self) -> str:
        """Whose Player-Turn it is."""
        return st.SIDES[self.state.side]

    @property
    def phase(self) -> str:
        """The phase: "setup", "movement", "bombardment", "combat" or "over"."""
        return st.PHASE_OF_STEP[self.state.step]

    @property
    def is_night(self) -> bool:
        """[10.0] Whether this game turn is at night."""
        return bool(self.game.board[0].night[self.turn])

    @property
    def units(self) -> dict[str, str]:
        """Where each unit is: a hex number, "off", "across" or "eliminated"."""
        hexes = self.game.hexes
        return {
            unit: hexes[place] if place >= 0 else st.PLACES[place]
            for unit, place in zip(self.game.units, self.state.hex.tolist(), strict=False)
        }

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        return prose.result(self)

    def movement(self, unit: str, verb: str | None = None) -> Movement:
        """Return where a unit can go now, at what cost, and why not elsewhere.

        `verb` narrows it to one way of arriving: "enter" by land, "land" by air or sea.
        """
        return Movement(self, unit, verb)

    def odds(self, hex_: str, attackers: Sequence[str], support: bool = False) -> Odds:
        """Return what an attack on a hex by these units would be, whoever is to move.

        Who has fought already, and who has to attack in turn 1, is not asked. IllegalAction says
        why there can be no such attack.
        """
        return queries.odds(self, hex_, attackers, support)

    def pending_odds(self) -> Odds | None:
        """Return the odds of the attack being declared or rolled, None without attackers."""
        if self.state.target < 0 or not (self.state.origin >= 0).any():
            return None
        return queries.read_odds(self)

    def line_of_communication(self) -> list[str] | None:
        """Return a shortest line of communication, hex by hex, None where it is cut [14.1]."""
        return queries.line_of_communication(self)

    def to_dict(self, *, full: bool = False) -> dict[str, Any]:
        """Return the position as data; `full` leaves out nothing that is at its default."""
        return position_format.write(self, full=full)

    def view(self, side: str | None) -> dict[str, Any]:
        """Return what a side may see: in Across Suez all of it, for everybody."""
        if side is not None and side not in st.SIDES:
            raise ValueError(f"{side!r} is no side; there are {', '.join(st.SIDES)}")
        seen = position_format.write(self)
        seen["to_move"] = self.to_move
        if side is not None and self.to_move == side:
            seen["legal_actions"] = list(self.legal_actions())
        return seen

    def describe(self, text: str, viewer: str | None = EVERYTHING) -> list[Event]:
        """Return what a legal action does, as the log tells it."""
        return prose.describe(self, text)

    def __repr__(self) -> str:
        return f"<{self.game.id} turn {self.turn} {self.side} {self.phase}, {self.to_move} to move>"
