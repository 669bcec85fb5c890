"""The components of a game: map, counters, names and board; and the situation in a position.

Words, data and screens use these. `game.py` makes a `Game` and a `Position` of them.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np

from bridgehead.core.kernels.kernel import record_type
from bridgehead.core.kernels.kernel_game import HexPosition, KernelGame
from bridgehead.core.positions.position import EVERYTHING
from bridgehead.core.scenarios import conditions
from bridgehead.core.titles.bids import bid_of, in_points
from bridgehead.core.titles.dataset import DataSet
from bridgehead.core.titles.options import BID, in_order
from bridgehead.core.words.notation import Grammar, Packing
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats.board import build, counters_in_play
from bridgehead.titles.middle_east_battles.formats.editions import MARKERS, Edition
from bridgehead.titles.middle_east_battles.records import BOARD, STATE, WORK
from bridgehead.titles.middle_east_battles.rules import entry_points, query_entry_points

OBJECTS = {
    "place": "unit hex", "move": "unit hex", "enter": "unit hex", "exit": "unit hex",
    "drop": "unit hex", "land": "unit hex", "lift": "unit hex", "liftoff": "unit hex",
    "cross": "unit helper hex", "return": "unit", "with": "unit", "fpf": "unit", "lose": "unit",
    "retreat": "unit hex", "displace": "unit hex", "advance": "unit hex", "attack": "hex",
    "also": "hex", "air": "number", "air-b": "number", "roll": "face", "continue": "number",
}  # fmt: skip
PACKING = Packing(verb=st.VERB, unit=st.UNIT, no_unit=st.NO_UNIT, helper=st.SLOT)


class Components(KernelGame):
    """The components of one of the games."""

    state_type = record_type(STATE)
    work_type = record_type(WORK)
    max_actions = st.MAX_ACTIONS
    entry_points = entry_points
    conditions = frozenset(conditions.ALL) - {conditions.LINE_OPEN, conditions.LINE_CUT}
    across = "off the map by an exit"

    def __init__(self, edition: Edition, options: frozenset[str], data: DataSet) -> None:
        self.edition = edition
        self.id = edition.id
        self.name = f"{edition.name} ({edition.stem})"
        self.sides = edition.sides
        self.options = in_order(tuple(edition.options), options)
        self.data = data
        self.map = data.map
        self.counters = counters_in_play(edition, options, data)
        self.units = tuple(unit["id"] for unit in self.counters)
        self.hexes = tuple(self.map.grid.hexes())
        self.hex_numbers = frozenset(self.hexes)
        self.set_board(BOARD, build(data, edition, options, goals=self.scenario_places()))
        names = {verb: edition.markers.get(verb, "") for verb in MARKERS}
        self.markers = tuple(names.values())  # "" where the game has none
        self.air = tuple(name for name in self.markers[:2] if name)
        self.guns = tuple(name for name in self.markers[2:] if name)
        verbs = [(names.get(verb, verb), OBJECTS.get(verb, "")) for verb in st.VERBS]
        helpers = [self.units[u] for u in self.board[0].slot_unit.tolist() if u >= 0]
        self.grammar = Grammar(
            verbs, self.units, self.hexes, off_map_case="5.1", packing=PACKING, helpers=helpers
        )

    @property
    def last_turn(self) -> int:
        """The last game turn to which the West may go on [9.2]."""
        return max(int(self.board[0].turns), int(self.board[0].optional_last))

    def set_last_turn(self, turn: int) -> None:
        """Change the last game turn; nobody may go on after it [9.2]."""
        super().set_last_turn(turn)
        self.board[0].optional_last = 0

    @property
    def endings(self) -> tuple[str, ...]:
        """How the game can end: by its own victory, or by that of its scenario."""
        if self.board[0].conditions:
            return tuple(st.ENDING_NAMES[number] for number in (st.RESIGNED, st.BY_SCENARIO))
        return st.ENDING_NAMES[1 : st.BY_SCENARIO]

    def case(self, rule: str) -> str:
        """Return the case number of a rule."""
        return self.edition.cases[rule]

    def named(self, number: int) -> str:
        """Return the name of a side in a sentence: "the Anglo-French"."""
        return self.edition.named_sides[self.sides[number]].name

    def adjective(self, number: int) -> str:
        """Return the adjective of a side: "Anglo-French"."""
        return self.edition.named_sides[self.sides[number]].adjective

    def figures(self, position: Situation) -> list[int]:
        """Return the values of a position's attack, in the order of `query_entry_points`."""
        found = np.zeros(query_entry_points.FIGURES, np.int64)
        query_entry_points.figures(*position.arrays, found)
        return [int(number) for number in found]


class Situation(HexPosition):
    """The places of all units, and the pending decision."""

    __slots__ = ()
    game: Components
    places = st.PLACES
    phase_of_step = st.PHASE_OF_STEP

    @abstractmethod
    def pending_odds(self) -> Any:
        """Return the odds of the attack being declared or rolled, None without attackers."""

    def last_turn_known_to(self, viewer: str | None) -> int | None:
        """Return the last turn that the West has written down, None if a viewer knows none [9.2].

        It is the West's secret until the game is over.
        """
        knows = viewer in (self.game.sides[st.WEST], EVERYTHING) or self.result is not None
        return int(self.state.last_turn) or None if knows else None

    @property
    def step(self) -> str:
        """The name of the pending decision, one of `state.STEPS`."""
        return st.STEPS[self.state.step]

    @property
    def air(self) -> dict[str, int]:
        """The airstrikes left in this game turn, by the verb that uses them [8.18]."""
        left = self.state.air.tolist()
        return {name: left[kind] for kind, name in enumerate(self.game.air)}

    @property
    def is_by_fire_alone(self) -> bool:
        """[8.6] Whether only artillery and markers attack, adjacent or not."""
        adjacent = self.state.role == st.ADJACENT
        return bool(self.game.board[0].artillery[adjacent].all())

    @property
    def ledger(self) -> dict[str, dict[str, float]]:
        """The victory points of each side, by reason.

        The field `ledger` of a position has the same form.
        """
        west, egypt = self.game.sides
        found: dict[str, dict[str, float]] = {west: {}, egypt: {}}
        for name, number in self.entries.items():
            found[self.game.sides[side_of(name)]][name] = number
        bid = bid_of(self.game.options, self.game.sides)
        if bid is not None:
            found[bid.side][BID] = bid.points
        return found

    @property
    def entries(self) -> dict[str, float]:
        """The victory points of both sides by reason, without zeros."""
        ledger = zip(st.LEDGER, self.state.ledger.tolist(), strict=True)
        return {name: in_points(number) for name, number in ledger if number}

    @property
    def points(self) -> dict[str, float]:
        """The victory points of each side, including a bid."""
        board, state, _ = self.arrays
        sides = enumerate(self.game.sides)
        return {
            side: in_points(int(query_entry_points.points(board, state, k))) for k, side in sides
        }

    @property
    def points_if_ended(self) -> dict[str, float]:
        """The points of each side if the game ended now: with objectives [9.8, 9.9, 10.7, 10.8].

        Egypt's objectives of this turn are in `points` after the end of the turn, the West's when
        the game is over.
        """
        board, _, work = self.arrays
        worth = [int(board[0].west_objective), int(board[0].egypt_objective)]
        counted = (st.OVER,), (st.OVER, st.CONTINUE, st.CONTINUE_ROLL)
        found = dict(self.points)
        for side, k in zip(self.game.sides, (st.WEST, st.EGYPT), strict=True):
            if self.state.step not in counted[k]:
                held = int(query_entry_points.objectives_held(board, work, k))
                found[side] += in_points(worth[k] * held)
        return found


def side_of(entry: str) -> int:
    """Return the side to which an entry's victory points belong."""
    return st.WEST if st.LEDGER.index(entry) >= st.FIRST_OF_WEST else st.EGYPT
