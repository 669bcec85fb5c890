"""Why a unit cannot come onto the map in this way, or there [9.11 to 9.14, 10.4, 10.5, 10.10]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.core.errors import Reason
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.rules import refusal_entry_points as entries
from bridgehead.titles.middle_east_battles.words.refusal_base import points
from bridgehead.titles.middle_east_battles.words.refusals_movement import MovementFinder

if TYPE_CHECKING:
    from bridgehead.titles.middle_east_battles.data.components import Situation

SPANS = {"T": "4816 to 4824", "Y": "4825 to 4836", "S": "4837 to 4848", "east": "4816 to 4852"}


class LandingFinder(MovementFinder):
    """Reasons about arrivals, lifts and crossings [9.7, 10.5]."""

    # Air drops

    def drop(self, position: Situation, unit: int, hex_: int) -> Reason:
        """[9.11, 10.10] Return why a unit cannot drop on a hex."""
        s, b = position.state, self.board
        name, number = self.game.units[unit], self.game.hexes[hex_]
        rule = self.of_game("suez_drop", "el_arish_drop")
        if not b.drops[unit]:
            return self.reason(rule, f"{name} does not drop from the air")
        if s.hex[unit] != st.OFF:
            return self.reason(rule, f"{name} is on the map already")
        if not s.dropping:
            return self.reason(rule, "air drops come before anything else in the movement phase")
        if not self.suez and s.privilege:
            return self.reason(rule, "the one Matt battalion that may drop, or come by another "
                               "edge, has come")  # fmt: skip
        if self.suez and s.drops >= (b.first_drops if s.turn == 1 else b.later_drops):
            return self.reason(rule, "all air drops of this turn are made: two in turn 1, then one")
        if not b.clear[hex_]:
            return self.reason(rule, f"{number} is {self.ground(hex_)}: drops need clear ground")
        return self.closed(position, unit, hex_) or self.not_now(position, rule)

    # Amphibious landings

    def land(self, position: Situation, unit: int, hex_: int) -> Reason:
        """[9.13] Return why a unit cannot land from the sea on a hex."""
        s, b = position.state, self.board
        name, number = self.game.units[unit], self.game.hexes[hex_]
        if not self.suez:
            return self.reason("entry", "nobody lands from the sea in this game")
        if b.side[unit] == st.EGYPT:
            return self.reason("amphibious", "Egyptian units do not land from the sea")
        if b.mobility[unit] == st.HELICOPTER:
            return self.reason("amphibious", f"{name} is a helicopter: it flies in")
        if s.hex[unit] != st.OFF:
            return self.reason("amphibious", f"{name} is on the map already")
        if s.turn < b.amphibious_from:
            return self.reason("amphibious", f"landings begin in turn {int(b.amphibious_from)}")
        most = int(b.amphibious_later if s.amphibious else b.amphibious_first)
        if s.landings >= most:
            return self.reason("amphibious", f"{most} units have landed in this phase already")
        if not b.coast[hex_]:
            return self.reason(
                "amphibious", f"{number} is not on the Mediterranean coast from 2801 to 1632"
            )
        return self.closed(position, unit, hex_) or self.not_now(position, "amphibious")

    # Entering

    def enter(self, position: Situation, unit: int, hex_: int) -> Reason:
        """[9.12, 10.4, 10.5] Return why a unit cannot enter the map by, or fly in to, a hex."""
        s, b, name = position.state, self.board, self.game.units[unit]
        egypt = b.side[unit] == st.EGYPT
        if s.hex[unit] != st.OFF:
            rule = self.of_game("lift", "column" if egypt else "entry")
            return self.reason(rule, f"{name} is on the map already: move it")
        if self.suez:
            return self._fly_in(position, unit, hex_)
        arrives = int(b.arrives[unit])
        if arrives == 0:
            return self.reason("column", f"{name} is no reinforcement")
        if arrives > s.turn:
            late = "column" if egypt else "el_arish_air"
            return self.reason(late, f"{name} may enter from turn {arrives} on")
        return self._enter_by(position, unit, hex_)

    def _fly_in(self, position: Situation, unit: int, hex_: int) -> Reason:
        b, name, number = self.board, self.game.units[unit], self.game.hexes[hex_]
        if b.side[unit] == st.EGYPT:
            return self.reason("militia", f"{name} comes onto the map when militia are placed")
        if b.mobility[unit] != st.HELICOPTER:
            return self.reason(
                "lift", f"only helicopters fly in by themselves: drop, lift or land {name}"
            )
        closed = self.closed(position, unit, hex_)
        if closed is not None:
            return closed
        cost = 2 + 2 * int(b.sea_distance[hex_])
        return self.too_dear(position, unit, f"{number} costs {points(cost)} points from the sea")

    def span(self, unit: int) -> str:
        """Return by which hexes a unit enters, as a text."""
        if self.board.side[unit] == st.EGYPT:
            return "1928 to 1952"
        return SPANS[str(self.game.counters[unit].get("entry", "east"))]

    def _enter_by(self, position: Situation, unit: int, hex_: int) -> Reason:
        s, b = position.state, self.board
        name, number = self.game.units[unit], self.game.hexes[hex_]
        rule = "column" if b.side[unit] == st.EGYPT else "entry"
        rim = int(b.rim[hex_])
        if rim < 0 or not (b.may_enter[unit, rim] or b.may_enter_privileged[unit, rim]):
            return self.reason(rule, f"{name} enters by {self.span(unit)}, not by {number}")
        if not b.may_enter[unit, rim] and s.privilege:
            return self.reason(
                rule, f"one Matt battalion has dropped or come by another edge; {name} enters by "
                f"{self.span(unit)}",
            )  # fmt: skip
        column = int(b.column[unit])
        if column != st.NO_COLUMN and s.column_hex[column] not in (-1, hex_):
            by = self.game.hexes[int(s.column_hex[column])]
            return self.reason(rule, f"the column of {name} enters by {by} in this phase")
        there = self.units_at(position, hex_)
        if there and b.side[there[0]] != b.side[unit]:
            return self.reason("enemy_hex", f"{number} holds the enemy unit {self.names(there)}")
        board, state, work = position.arrays
        price = int(entries.price_of_entry(board, state, unit, rim))
        has = int(entries.allowance_of(board, state, unit))
        if price > has:
            return self.reason(
                "column",
                f"as number {int(s.entered[rim]) + 1} by {number} {name} would pay "
                f"{points(price)} points; it has {points(has)}",
            )
        if position.is_night and entries.stops_at(board, work, unit, hex_):
            return self.reason(
                "night_movement", f"{number} is in an Israeli zone, which nobody enters at night"
            )
        return self.reason(
            "stacking", f"{number} holds {self.names(there)}, and {name} cannot go on from there"
        )

    # Helicopters

    def back(self, position: Situation, unit: int) -> Reason:
        """[9.12] Return why a unit cannot fly back into the box."""
        s, b, name = position.state, self.board, self.game.units[unit]
        if not self.suez:
            return self.reason("entry", "no unit goes back off the map in this game")
        if b.mobility[unit] != st.HELICOPTER:
            return self.reason("lift", f"only helicopters fly back into the box, not {name}")
        if s.hex[unit] < 0:
            return self.reason("lift", f"{name} is in the box")
        cost = 2 + 2 * int(b.sea_distance[s.hex[unit]])
        return self.too_dear(position, unit, f"the flight back costs {points(cost)} points")

    def lift(self, position: Situation, unit: int, hex_: int, off: bool) -> Reason:
        """[9.12] Return why JS cannot take a unit to a hex, or off the map by it."""
        s, b = position.state, self.board
        name, number = self.game.units[unit], self.game.hexes[hex_]
        if not self.suez:
            return self.reason("entry", "no unit is carried by air in this game")
        joint = int(b.joint)
        carrier = self.game.units[joint]
        if b.side[unit] == st.EGYPT or b.mobility[unit] != st.STRAIGHT_LEG:
            return self.reason("lift", f"{carrier} carries Anglo-French foot units, not {name}")
        if s.hex[joint] < 0 and s.hex[joint] != st.OFF:
            return self.reason("lift", f"{carrier} is no longer there")
        if s.moved[joint]:
            return self.reason("lift", f"{carrier} has flown already in this phase")
        if off and not b.exit_cost[hex_]:
            return self.reason("suez_exit", f"units leave the map by 4807 to 4814, not by {number}")
        if not off:
            unfit = self._no_landing_ground(position, unit, joint, hex_)
            if unfit is not None:
                return unfit
        cost = self._flight(position, unit, joint, hex_) + (2 if off else 0)
        board, state, _ = position.arrays
        has = points(int(entries.allowance_of(board, state, joint)))
        return self.reason(
            "lift", f"the whole flight costs {points(cost)} points; {carrier} has {has}"
        )

    def _no_landing_ground(
        self, position: Situation, unit: int, joint: int, hex_: int
    ) -> Reason | None:
        s, b, number = position.state, self.board, self.game.hexes[hex_]
        if not b.clear[hex_]:
            return self.reason(
                "lift", f"{number} is {self.ground(hex_)}: a lift needs clear ground"
            )
        if hex_ == s.hex[unit]:
            return self.reason("lift", f"{self.game.units[unit]} stands on {number} already")
        others = [u for u in self.units_at(position, hex_) if u not in (unit, joint)]
        if others and b.side[others[0]] == st.EGYPT:
            return self.reason("enemy_hex", f"{number} holds the enemy unit {self.names(others)}")
        if others:
            return self.reason(
                "lift", f"{number} holds {self.names(others)}: a lift ends in an empty hex"
            )
        return None

    def _flight(self, position: Situation, unit: int, joint: int, hex_: int) -> int:
        """Return the half points of a lift: out to the unit, and with it to the hex."""
        s, b = position.state, self.board
        start, at = int(s.hex[joint]), int(s.hex[unit])

        def from_sea(place: int) -> int:
            return 2 + 2 * int(b.sea_distance[place])

        if at == st.OFF:
            return (0 if start == st.OFF else from_sea(start)) + from_sea(hex_)
        out = from_sea(at) if start == st.OFF else 2 * self.distance(start, at)
        return out + 2 * self.distance(at, hex_)

    # Crossings

    def cross(self, position: Situation, unit: int, engineer: int, hex_: int) -> Reason:
        """[9.14] Return why an engineer (-1 any) cannot help a unit across to a hex."""
        s, b = position.state, self.board
        name, number = self.game.units[unit], self.game.hexes[hex_]
        if not self.suez:
            return self.reason("terrain", "nobody crosses water with help in this game")
        if b.side[unit] == st.EGYPT:
            return self.reason("crossing", "only Anglo-French units are helped across")
        if b.mobility[unit] == st.HELICOPTER or s.hex[unit] < 0:
            return self.reason("crossing", f"{name} is no ground unit on the map")
        if engineer < 0:
            return self.reason(
                "crossing",
                f"no engineer next to {name} could help it across a closed hexside to {number}",
            )
        helper = self.game.units[engineer]
        if engineer == unit:
            return self.reason("crossing", f"{name} cannot help itself across")
        if s.hex[engineer] < 0 or s.moved[engineer]:
            gone = "is not on the map" if s.hex[engineer] < 0 else "has moved in this phase"
            return self.reason("crossing", f"{helper} {gone} and helps nobody")
        direction = self.direction(int(s.hex[unit]), int(s.hex[engineer]))
        if direction < 0 or b.closed[s.hex[unit], direction]:
            return self.reason(
                "crossing", f"{name} does not stand next to {helper} on the same side of the water"
            )
        onward = self.direction(int(s.hex[engineer]), hex_)
        if onward < 0 or (b.land[hex_] and not b.closed[s.hex[engineer], onward]):
            return self.reason(
                "crossing", f"{number} does not lie across a closed hexside from {helper}"
            )
        return self.closed(position, unit, hex_) or self.not_now(position, "crossing")
