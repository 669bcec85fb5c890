"""The common base of games whose rules are kernels behind a title's entry points.

The title names its module of `entry_points` (which take one-element arrays of its records), its
`board` and its `reasons`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.core.errors import IllegalAction, InvalidData
from bridgehead.core.kernels.kernel import record_type
from bridgehead.core.positions.position import EVERYTHING, Game, Position
from bridgehead.core.records.record_data import data_of, load_carried
from bridgehead.core.scenarios.conditions import POINTS_AHEAD
from bridgehead.core.scenarios.scenario import Scenario
from bridgehead.core.scenarios.setting_up import lay_conditions, start_position, units_in_play
from bridgehead.core.titles.games import game_info
from bridgehead.core.titles.options import SCENARIO, value_of
from bridgehead.core.words.notation import RESIGN


class KernelGame(Game):
    """One game of a title whose rules are kernels."""

    entry_points: Any  # the title's module of that name
    board: Any  # the board, an array of one record
    reasons: Any  # a module: why an action is refused
    counters: tuple[dict[str, Any], ...]  # counters in play, from the data
    hexes: tuple[str, ...]  # places of units: hexes or points
    across = "across"  # what is said of units that count for a condition `across`
    conditions: frozenset[int] = frozenset()  # kinds of conditions that scenarios may have
    out_of_play: frozenset[str] = frozenset()  # units that the scenario does not play with
    scenario_start: Any = None  # the state where the scenario starts, an array of one record

    def set_board(self, dtype: np.dtype[Any], board: Any) -> None:
        """Set the board, which must not be changed from now on.

        Options, units, counters and hexes must be set.
        """
        self.board = np.zeros(1, record_type(dtype))
        self.board[0] = board
        self.scenario = self._chosen_scenario()
        if self.scenario is not None:
            self.name = f"{self.name}: {self.scenario.name}"
            self.set_scenario(self.scenario)
        self.board.flags.writeable = False

    def _chosen_scenario(self) -> Scenario | None:
        """Return the scenario among the options, if there is one."""
        name = value_of(self.options, SCENARIO)
        return game_info(self.id).scenario(name) if name else None

    def scenario_places(self) -> tuple[str, ...]:
        """Return the places that a scenario's conditions name; none if points decide it, too."""
        scenario = self._chosen_scenario()
        if scenario is None or any(one.kind == POINTS_AHEAD for one in scenario.conditions):
            return ()
        return tuple(place for one in scenario.conditions for place in one.places)

    def set_scenario(self, scenario: Scenario) -> None:
        """Write a scenario's last turn and conditions into the board. InvalidData: it cannot be."""
        if not self.conditions:
            raise InvalidData(f"{scenario.source}: {self.id} cannot be played with scenarios")
        if scenario.side not in self.sides:
            raise InvalidData(f"{scenario.source}: [side] must be {' or '.join(self.sides)}")
        if self.id not in scenario.games:
            raise InvalidData(
                f"{scenario.source}: [games] are {', '.join(scenario.games)}, not {self.id}"
            )
        for number, measured in enumerate(scenario.balance, start=1):
            if not set(measured.wins) <= set(self.sides):
                sides = " and ".join(self.sides)
                raise InvalidData(f"{scenario.source}: [balance {number}.wins] is by side: {sides}")
        first = scenario.first_turn
        if not first <= scenario.last_turn <= self.last_turn:
            raise InvalidData(
                f"{scenario.source}: [last_turn] must be from {first}, the first turn, to "
                f"{self.last_turn}, the last turn of {self.id}"
            )
        self.set_last_turn(scenario.last_turn)
        self.out_of_play = frozenset(self.units) - set(units_in_play(self, scenario))
        lay_conditions(self, self.board[0], scenario)

    @property
    def last_turn(self) -> int:
        """The last game turn on the board."""
        return int(self.board[0].turns)

    def set_last_turn(self, turn: int) -> None:
        """Change the last game turn on the board while the game is made."""
        self.board[0].turns = turn

    def set_up_scenario(self) -> None:
        """Make the position where the scenario starts, if there is one; the last step of making."""
        if self.scenario is not None:
            self.scenario_start = start_position(self, self.scenario).arrays[1].copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return load_carried, (self.id, self.options, data_of(self))

    def unit_index(self, unit: str) -> int:
        """Return a unit's index in the counter list; MalformedAction if there is no such unit."""
        return self.grammar.unit(unit)

    def hex_index(self, hex_: str) -> int:
        """Return a hex's index in the list of hexes; MalformedAction if there is no such hex."""
        return self.grammar.hex(hex_)

    @property
    def played(self) -> tuple[dict[str, Any], ...]:
        """The counters in play, without those that a scenario leaves out."""
        out = self.out_of_play
        return tuple(one for one in self.counters if one["id"] not in out)

    def place_name(self, place: str) -> str:
        """Return the name of a place in a sentence: with its id, if the map has a name for it."""
        name = getattr(self.map, "names", {}).get(place)
        return f"{name} ({place})" if name else place

    def side_name(self, side: str) -> str:
        """Return the name of a side: "Israel", "Anglo-French"."""
        return game_info(self.id).title_object.side_name(self.id, side)

    def refresh(self, state: Any, work: Any) -> None:
        """Compute `work` from `state`."""
        self.entry_points.refresh(self.board, state, work)

    def list_legal(self, state: Any, work: Any, out: Any) -> int:
        """Write the numbers of the legal actions; return how many there are."""
        return int(self.entry_points.list_legal(self.board, state, work, out))

    def carry_out(self, state: Any, work: Any, code: int) -> None:
        """Apply a legal action, or RESIGN."""
        if code == RESIGN:
            self.entry_points.resign(state)
        else:
            self.entry_points.carry_out(self.board, state, work, code)

    def owner(self, state: Any) -> int:
        """Return the side whose decision is pending."""
        return int(self.entry_points.owner(state))

    def refusal(self, position: Position, code: int) -> IllegalAction:
        """Return why an action is not legal."""
        found: IllegalAction = self.reasons.refusal(position, code)
        return found


class KernelPosition(Position):
    """A position of a game with kernels. Its state has the fields `turn` and `side`."""

    __slots__ = ()

    @property
    def turn(self) -> int:
        """The game turn."""
        return int(self.state.turn)

    @property
    def side(self) -> str:
        """The side whose player turn it is; in a shared phase, the side that is acting."""
        return str(self.game.sides[self.state.side])

    @property
    def phase(self) -> str:
        """The phase."""
        raise NotImplementedError

    def start(self) -> None:
        """Set up the position at the start of the game, or of its scenario."""
        if self.game.scenario_start is not None:
            self._state[0] = self.game.scenario_start[0]
            return
        if self._work is None:
            self._work = np.zeros(1, self.game.work_type)
        self.game.entry_points.start(self.game.board, self._state, self._work)

    def view(self, side: str | None, *, actions: bool = True) -> dict[str, Any]:
        """Return a side's view as data; None is a spectator, who sees what all may see.

        EVERYTHING is a viewer from whom nothing is hidden. `actions`: with the legal actions, if
        the side is to decide.
        """
        if side not in (None, EVERYTHING, *self.game.sides):
            raise ValueError(f"{side!r} is not a side; the sides are {', '.join(self.game.sides)}")
        seen = self._seen(side)
        seen["to_move"] = self.to_move
        if actions and side is not None and self.to_move == side:
            seen["legal_actions"] = list(self.legal_actions())
        return seen

    def _seen(self, side: str | None) -> dict[str, Any]:
        """Return the position as data, without what a side may not see."""
        del side
        return self.to_dict()

    def __repr__(self) -> str:
        return f"<{self.game.id} turn {self.turn} {self.side} {self.phase}, {self.to_move} to move>"


class HexPosition(KernelPosition):
    """A position of a game on hexes. Its state has the hex of each unit, and a step."""

    __slots__ = ()
    places: dict[int, str]  # words for units that are in no hex
    phase_of_step: tuple[str, ...]

    @property
    def phase(self) -> str:
        """The phase, one of the title's `state.PHASE_OF_STEP`."""
        return str(self.phase_of_step[self.state.step])

    @property
    def is_night(self) -> bool:
        """Whether this game turn is at night."""
        return bool(self.game.board[0].night[self.turn])

    @property
    def units(self) -> dict[str, str]:
        """The place of each unit in play: a hex number, or a word such as "off" or "eliminated"."""
        hexes, out = self.game.hexes, self.game.out_of_play
        return {
            unit: hexes[place] if place >= 0 else self.places[place]
            for unit, place in zip(self.game.units, self.state.hex.tolist(), strict=False)
            if unit not in out
        }
