"""Questions of screens and players besides legal actions: paths and costs, odds, the line.

Points are movement points as printed (halves occur).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from bridgehead.core.errors import IllegalAction, Reason
from bridgehead.core.words.notation import hex_string
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.formats.components import Situation
from bridgehead.titles.across_suez.rules import combat, entry_points
from bridgehead.titles.across_suez.rules import forbidden as no
from bridgehead.titles.across_suez.rules.canal import cannot_cross, crossing_cost
from bridgehead.titles.across_suez.rules.movement import ALL_RULES, allowance
from bridgehead.titles.across_suez.rules.reinforcement import (
    may_arrive,
    may_land_by_air,
    may_land_by_sea,
)
from bridgehead.titles.across_suez.rules.zones import adjacent, is_night
from bridgehead.titles.across_suez.words.refusals import Asked


class Movement:
    """Destinations of one unit in the present Movement Phase, with costs, and why not others.

    A unit off the map may come by land ("enter") and by air or sea ("land"); with a verb only that
    way counts, without one the cheaper of the two.
    """

    def __init__(self, position: Situation, unit: str, verb: str | None = None) -> None:
        self._position = position.copy()
        self.unit = position.game.units[position.game.unit_index(unit)]
        self._u = position.game.unit_index(unit)
        self._b, self._s, self._w = (array[0] for array in self._position.arrays)
        self.allowance: float = allowance(self._b, self._s, self._u) / 2
        self.refusal: Reason | None = position.game.reasons.unit_cannot_move(position, self._u)
        self._cost = np.full(st.MAX_HEXES, st.UNREACHED, np.int16)
        self._previous = np.full((st.MAX_HEXES, 2), -1, np.int16)  # by enter or move, by land
        self._by = np.zeros(st.MAX_HEXES, np.int8)  # which of the two is the cheaper
        self._crossing_spent = st.UNREACHED
        if self.refusal is None:
            self._search(verb)

    def _search(self, verb: str | None) -> None:
        board, state, work = self._position.arrays
        b, s, u = self._b, self._s, self._u
        on_map = s.hex[u] != st.OFF
        if verb in (None, "move", "enter") and (on_map or may_arrive(b, s, u)):
            entry_points.search_unit(board, state, work, u, ALL_RULES)
            self._crossing_spent = int(work[0].cost[b.crossing_hex])
            self._keep(work[0].cost, work[0].previous, 0)
        if on_map or verb not in (None, "land"):
            return
        if may_land_by_air(b, s, u):
            free = entry_points.landing_hexes(board, work, int(b.side[u]))
            self._keep(np.where(free, 0, st.UNREACHED), np.full(st.MAX_HEXES, -1), 1)
        elif may_land_by_sea(b, s, u):
            entry_points.search_sea(board, state, work, u)
            self._keep(work[0].cost, work[0].previous, 1)

    def _keep(self, cost: Any, previous: Any, way: int) -> None:
        better = cost < self._cost
        self._cost[better] = cost[better]
        self._by[better] = way
        self._previous[:, way] = previous

    @cached_property
    def destinations(self) -> dict[str, float]:
        """Every hex where the unit may end its move, with the cost in points.

        A landing by air costs nothing.
        """
        if self.refusal is not None:
            return {}
        game = self._position.game
        state, work = self._position.state, self._position.work
        return {
            game.hexes[h]: int(self._cost[h]) / 2
            for h in range(len(game.hexes))
            if self._cost[h] < st.UNREACHED and work[0].occupant[h] < 0 and h != state.hex[self._u]
        }

    @property
    def crossing(self) -> float | None:
        """Points to be across the canal at the end of the move, None if it cannot cross."""
        spent = self._crossing_spent
        if cannot_cross(self._b, self._s, self._w, self._u, spent):
            return None
        return (spent + crossing_cost(self._b, self._s)) / 2

    def cost(self, hex_: str) -> float:
        """Return the cost of a destination in points.

        IllegalAction with the reason for any other hex.
        """
        reason = self.why_not(hex_)
        if reason is not None:
            raise IllegalAction(reason.case, reason.text)
        return self.destinations[hex_]

    def path(self, hex_: str) -> list[str]:
        """Return the cheapest path to a destination, from the unit's place or where it enters."""
        self.cost(hex_)
        game = self._position.game
        way = [game.hex_index(hex_)]
        previous = self._previous[:, self._by[way[0]]]
        while previous[way[-1]] >= 0:
            way.append(int(previous[way[-1]]))
        return [game.hexes[h] for h in reversed(way)]

    def why_not(self, hex_: str) -> Reason | None:
        """Return why the unit may not end its move there, None if it may."""
        hex_ = hex_string(hex_)
        if self.refusal is not None:
            return self.refusal
        if hex_ in self.destinations:
            return None
        reason: Reason = self._position.game.reasons.no_way_to(self._position, self._u, hex_)
        return reason


@dataclass(frozen=True)
class Shift:
    """A shift of the column: its cause, columns to the right (left is negative), its case."""

    name: str
    columns: int
    case: str


@dataclass(frozen=True)
class Odds:
    """The odds of an attack. `results` has the probability of each result, as a fraction."""

    attack: int
    defense: int
    differential: int
    shifts: tuple[Shift, ...]
    column: int
    column_label: str
    unshifted_column: int
    table: tuple[str, ...]  # the column itself, results of 1 to 6
    results: Mapping[str, Fraction]

    def to_dict(self) -> dict[str, Any]:
        """Return the odds as JSON data, with probabilities as numbers."""
        return {
            "attack": self.attack,
            "defense": self.defense,
            "differential": self.differential,
            "shifts": [{"name": s.name, "columns": s.columns, "case": s.case} for s in self.shifts],
            "column": self.column,
            "column_label": self.column_label,
            "table": list(self.table),
            "results": {result: float(chance) for result, chance in self.results.items()},
        }


def odds(position: Situation, target_hex: str, attackers: Sequence[str], support: bool) -> Odds:
    """Return the odds of this attack if it were fired now.

    The attackers must be adjacent to the hex, and support must be Israel's and by day; it does not
    check which units have fought already, and which must attack in turn 1.
    """
    game = position.game
    b, s, w = (array[0] for array in position.arrays)
    h = game.hex_index(target_hex)
    target = int(w.occupant[h])
    if target < 0:
        raise game.reasons.error(no.NO_ENEMY, Asked(position, hex_=h))
    if not attackers:
        raise game.reasons.error(no.NO_ATTACKER, Asked(position))
    for name in attackers:
        u = game.unit_index(name)
        if s.hex[u] < 0 or not adjacent(b, s.hex[u], h):
            raise IllegalAction(
                game.case("adjacency"), f"{name} does not stand next to {target_hex}"
            )
        if b.side[u] == b.side[target]:
            raise IllegalAction(game.case("adjacency"), f"{name} is on the target's side")
    if support and b.side[target] == st.ISRAEL:
        raise game.reasons.error(no.ISRAEL_SUPPORTS, Asked(position))
    if support and is_night(b, s):
        raise game.reasons.error(no.SILENT_AT_NIGHT, Asked(position))
    units = np.array(sorted({game.unit_index(name) for name in attackers}))
    return _odds_of(position, target, h, units, s.hex[units].astype(np.int64), int(support))


def declared_odds(position: Situation) -> Odds | None:
    """Return the odds of the attack being declared or resolved, None without attackers."""
    b, s = position.game.board[0], position.state
    units, hexes, n = combat.attackers(b, s)
    if s.target < 0 or n == 0:
        return None
    target, target_hex = int(s.target), int(s.target_hex)
    return _odds_of(position, target, target_hex, units[:n], hexes[:n], int(s.support))


def _odds_of(
    position: Situation, target: int, target_hex: int, units: Any, hexes: Any, support: int
) -> Odds:
    game = position.game
    charts = game.data["tables.toml"]
    board, state, _ = position.arrays
    found = np.zeros(7, np.int64)
    entry_points.odds_of(board, state, target, target_hex, units, hexes, support, found)
    attack, defense, terrain, combined, unshifted, column, ridge = (int(n) for n in found)
    shifts = []
    if terrain:
        name = game.map.terrain_of(game.hexes[target_hex]).replace("_", " ")
        across = bool(ridge) and terrain != int(board[0].shift[target_hex])
        rule = "ridge_shift" if across else "terrain_shift"
        shifts.append(Shift(f"{name} behind a ridge" if across else name, terrain, game.case(rule)))
    if combined:
        columns = int(board[0].combined_arms_shift)
        shifts.append(Shift("combined arms", columns, game.case("combined_arms")))
    if support:
        columns = int(board[0].support_shift)
        shifts.append(Shift("artillery support", columns, game.case("support")))
    table = tuple(st.RESULTS[int(board[0].results[die, column])] for die in range(1, 7))
    return Odds(
        attack=attack,
        defense=defense,
        differential=attack - defense,
        shifts=tuple(shifts),
        column=column,
        column_label=charts["combat_results"]["columns"][column],
        unshifted_column=unshifted,
        table=table,
        results={r: Fraction(table.count(r), 6) for r in st.RESULTS[1:] if r in table},
    )


def line_of_communication(position: Situation) -> list[str] | None:
    """[14.1] Return a shortest line from Matzmed to its end, None if it is cut."""
    board, _, work = position.arrays
    if not entry_points.trace_line(board, work):
        return None
    line = [int(board[0].loc_end)]
    while work[0].previous[line[-1]] >= 0:
        line.append(int(work[0].previous[line[-1]]))
    return [position.game.hexes[h] for h in reversed(line)]
