"""Why a unit cannot move, cannot end its move in a hex, or cannot leave the map [5.0, 6.0]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.core.errors import Reason
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.rules import refusal_entry_points as entries
from bridgehead.titles.middle_east_battles.rules.movement import (
    ALL_RULES,
    WITHOUT_ALLOWANCE,
    WITHOUT_ENEMIES,
    WITHOUT_PASSING,
    WITHOUT_ZONES,
)
from bridgehead.titles.middle_east_battles.words.refusal_base import Finder, points

if TYPE_CHECKING:
    from bridgehead.titles.middle_east_battles.data.components import Situation

FIGHTING = range(st.COMBAT, st.ADVANCE + 1)


class MovementFinder(Finder):
    """Reasons about moves of units on the map."""

    def unit_cannot_move(self, position: Situation, unit: int) -> Reason | None:
        """[5.1, 5.4, 5.6] Return why a unit can do nothing in this phase, None where it can try."""
        s, b, name = position.state, self.board, self.game.units[unit]
        if s.step == st.OVER:
            return self.reason("victory", "the game is over")
        if s.step in FIGHTING:
            return self.reason(
                "out_of_phase",
                f"units move in their own side's movement phase, and now it is the combat phase "
                f"({position.to_move} to move)",
            )
        if s.step not in (st.MOVEMENT, st.ONWARD):
            return self.not_now(position)
        if b.side[unit] != s.side:
            return self.reason(
                "movement", f"{name} is not yours: {position.side} is moving its units"
            )
        if s.step == st.ONWARD and unit != s.entering:
            entering = self.game.units[int(s.entering)]
            return self.reason("column", f"{entering} is entering: finish its move first")
        if s.hex[unit] == st.ELIMINATED:
            return self.reason("movement", f"{name} is eliminated")
        if s.hex[unit] == st.EXITED:
            rule = self.of_game("suez_exit", "el_arish_exit")
            return self.reason(rule, f"{name} has left the map and does not return")
        if s.moved[unit]:
            return self.reason("moved_already", f"{name} has moved already in this phase")
        if s.fixed[unit]:
            return self.reason("crossing", f"{name} helps others across and does not move itself")
        return self._held(position, unit) if s.hex[unit] >= 0 else None

    def _held(self, position: Situation, unit: int) -> Reason | None:
        """Return what keeps a unit on the map where it is."""
        b, name = self.board, self.game.units[unit]
        if b.mobility[unit] == st.STATIC:
            return self.reason("static", f"{name} is static and never moves")
        if not entries.pinned_now(*position.arrays, unit):
            return None
        if b.side[unit] == st.WEST:
            return self.reason(
                "egyptian_zone",
                f"{name} began its move in the zone of Egyptians in a fortification and is held",
            )
        if position.is_night:
            return self.reason(
                "night_movement", f"{name} began the night in an Israeli zone and stays there"
            )
        return self.reason(
            "western_zone", f"{name} began its move in a Western zone of control and is held"
        )

    def closed(self, position: Situation, unit: int, hex_: int) -> Reason | None:
        """[5.5, 5.7, 5.11, 5.13] Return why no move could end in a hex, None where it is free."""
        b, number, name = self.board, self.game.hexes[hex_], self.game.units[unit]
        if not b.land[hex_]:
            ground = self.ground(hex_)
            if b.mobility[unit] == st.HELICOPTER:
                return self.reason(
                    "helicopter", f"{number} is {ground}: {name} can fly over it, not end there"
                )
            return self.reason("terrain", f"{number} is {ground}, which no ground unit may enter")
        there = self.units_at(position, hex_)
        if there and b.side[there[0]] != b.side[unit]:
            return self.reason("enemy_hex", f"{number} holds the enemy unit {self.names(there)}")
        if not entries.room_in(self.game.board, position.work, unit, hex_):
            return self.reason(
                "stacking",
                f"{number} holds {self.names(there)}: a hex has room for one unit and a "
                "helicopter, or two helicopters",
            )
        return None

    def move(self, position: Situation, unit: int, hex_: int) -> Reason:
        """Return why a unit that may move cannot end its move in a hex."""
        s, b = position.state, self.board
        name, number = self.game.units[unit], self.game.hexes[hex_]
        entering = s.step == st.ONWARD
        if s.hex[unit] < 0 and not entering:
            egypt = b.side[unit] == st.EGYPT
            rule = self.of_game("militia" if egypt else "lift", "column" if egypt else "entry")
            return self.reason(rule, f"{name} is not on the map, and has to come onto it first")
        if hex_ == s.hex[unit]:
            return self.reason("movement", f"{name} stands on {number} already")
        closed = self.closed(position, unit, hex_)
        if closed is not None:
            return closed
        if b.mobility[unit] == st.HELICOPTER:
            start = int(s.entry_hex if entering else s.hex[unit])
            cost = 2 * self.distance(start, hex_) + (2 if entering else 0)
            return self.too_dear(position, unit, f"{number} costs {points(cost)} movement points")
        return self.obstacle(position, unit, hex_)

    def too_dear(self, position: Situation, unit: int, costs: str) -> Reason:
        """Say that something costs more than a unit has."""
        board, state, _ = position.arrays
        has = points(int(entries.allowance_of(board, state, unit)))
        return self.reason("allowance", f"{costs}; {self.game.units[unit]} has {has}")

    def cost(self, position: Situation, unit: int, hex_: int, left_out: int) -> int:
        """Return what a hex costs a ground unit with some rules left out, or UNREACHED."""
        s = position.state
        if s.step == st.ONWARD:
            entries.search_rim(*position.arrays, unit, int(s.entry_hex), left_out)
        else:
            entries.search_unit(*position.arrays, unit, left_out)
        return int(position.work[0].cost[hex_])

    def obstacle(self, position: Situation, unit: int, hex_: int) -> Reason:
        """Name the first rule that, left out, makes a hex reachable for a ground unit."""
        name, number = self.game.units[unit], self.game.hexes[hex_]
        for left_out in range(WITHOUT_ZONES, WITHOUT_ALLOWANCE + 1):
            cost = self.cost(position, unit, hex_, left_out)
            if cost == st.UNREACHED:
                continue
            if left_out == WITHOUT_ZONES:
                return self._zone(position, unit, hex_)
            if left_out == WITHOUT_PASSING:
                return self.reason(
                    "passing",
                    f"{name} would have to pass through friends to get to {number}, which costs "
                    "more than it has",
                )
            if left_out == WITHOUT_ENEMIES:
                return self.reason(
                    "enemy_hex", f"enemy units bar every way of {name} to {number} that it can pay"
                )
            return self.too_dear(
                position, unit, f"{number} costs at least {points(cost)} movement points"
            )
        if self.suez:
            return self.reason(
                "crossing",
                f"only closed hexsides lead to {number}: sea, lake and Suez Canal are crossed with "
                "an engineer's help",
            )
        return self.reason("terrain", f"no way for a ground unit leads to {number}")

    def _zone(self, position: Situation, unit: int, hex_: int) -> Reason:
        s, name, number = position.state, self.game.units[unit], self.game.hexes[hex_]
        if self.board.side[unit] == st.WEST:
            return self.reason(
                "egyptian_zone",
                f"the zones of Egyptians in fortifications stop {name} before it gets to {number}",
            )
        if position.is_night:
            return self.reason(
                "night_movement", f"{name} may enter no Israeli zone at night: {number} is in one, "
                "or behind one",
            )  # fmt: skip
        board, _, work = position.arrays
        if s.withdrawn and s.hex[unit] >= 0 and entries.stops_at(board, work, unit, s.hex[unit]):
            return self.reason(
                "withdrawal",
                f"{name} leaves an Israeli zone and may enter no other in that move: {number} is "
                "in one, or behind one",
            )
        return self.reason(
            "western_zone", f"Western zones of control stop {name} before it gets to {number}"
        )

    # Leaving the map

    def exit(self, position: Situation, unit: int, hex_: int) -> Reason:
        """Return why a unit cannot leave the map by a hex [9.10, 10.9]."""
        s, b = position.state, self.board
        name, number = self.game.units[unit], self.game.hexes[hex_]
        rule = self.of_game("suez_exit", "el_arish_exit")
        if b.side[unit] == st.EGYPT and self.suez:
            return self.reason(rule, "Egyptian units do not leave the map")
        if b.side[unit] == st.EGYPT and not s.withdrawn:
            return self.reason(
                "withdrawal",
                "Egyptian units leave the map only after a withdrawal is declared",
            )
        if s.hex[unit] < 0:
            return self.reason(rule, f"{name} is not on the map")
        if not b.exit_cost[hex_]:
            span = self.of_game("4807 to 4814", "1928 to 1952")
            return self.reason(rule, f"units leave the map by {span}, not by {number}")
        if b.mobility[unit] == st.HELICOPTER:
            cost = 2 * self.distance(int(s.hex[unit]), hex_) + 2
            return self.too_dear(position, unit, f"leaving by {number} costs {points(cost)} points")
        cost = self.cost(position, unit, hex_, ALL_RULES)
        if cost == st.UNREACHED:
            there = self.units_at(position, hex_)
            if there and b.side[there[0]] != b.side[unit]:
                return self.reason("enemy_hex", f"{number} holds the enemy {self.names(there)}")
            return self.obstacle(position, unit, hex_)
        total = int(entries.price_of_exit(*position.arrays, unit, hex_, cost))
        if total == st.UNREACHED:
            rule = "western_zone" if b.side[unit] == st.EGYPT else "egyptian_zone"
            return self.reason(rule, f"an enemy zone stops {name} in {number}: it cannot go on")
        return self.too_dear(position, unit, f"leaving by {number} costs {points(total)} points")
