"""The components of a game: map, counters, names and board; and the situation in a position.

Words, data and screens use these. `game.py` makes a `Game` and a `Position` of them.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from bridgehead.core.kernels.kernel import record_type
from bridgehead.core.kernels.kernel_game import HexPosition, KernelGame
from bridgehead.core.scenarios import conditions
from bridgehead.core.scenarios.scenario import Scenario
from bridgehead.core.titles.dataset import DataSet
from bridgehead.core.titles.options import in_order
from bridgehead.core.words.notation import Grammar, Packing
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.formats.board import build, counters_in_play, spellings
from bridgehead.titles.across_suez.formats.editions import Edition
from bridgehead.titles.across_suez.records import BOARD, STATE, WORK
from bridgehead.titles.across_suez.rules import entry_points
from bridgehead.titles.across_suez.words.cases import case_of

OBJECTS = {
    "place": "unit hex", "move": "unit hex", "enter": "unit hex", "cross": "unit",
    "land": "unit hex", "with": "unit", "lose": "unit", "retreat": "unit hex",
    "advance": "unit hex", "attack": "hex", "bombard": "hex", "roll": "face",
}  # fmt: skip
PACKING = Packing(verb=st.VERB, unit=st.UNIT, no_unit=st.NO_UNIT)


class Components(KernelGame):
    """The components of one edition of Across Suez."""

    sides = st.SIDES
    state_type = record_type(STATE)
    work_type = record_type(WORK)
    max_actions = st.MAX_ACTIONS
    entry_points = entry_points
    conditions = frozenset(conditions.ALL) - {conditions.POINTS_AHEAD}

    def __init__(self, edition: Edition, options: frozenset[str], data: DataSet) -> None:
        self.edition = edition
        self.id = edition.id
        self.name = f"{edition.name} ({edition.publisher}, {edition.year})"
        self.options = in_order(edition.options, options)
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
        self.set_board(BOARD, build(data, edition, options))

    def case(self, rule: str) -> str:
        """Return the case number of a rule in this edition."""
        return case_of(rule, self.edition.numbering)

    def set_scenario(self, scenario: Scenario) -> None:
        """Let players bring as many units across as the scenario asks for, and no more."""
        super().set_scenario(scenario)
        if scenario.conditions:
            asked = [one.count for one in scenario.conditions if one.kind == conditions.ACROSS]
            self.board[0].units_across_to_win = max(asked, default=0)


class Situation(HexPosition):
    """The places of all units, and the pending decision."""

    __slots__ = ()
    game: Components
    places = st.PLACES
    phase_of_step = st.PHASE_OF_STEP

    @abstractmethod
    def pending_odds(self) -> Any:
        """Return the odds of the attack being declared or rolled, None without attackers."""
