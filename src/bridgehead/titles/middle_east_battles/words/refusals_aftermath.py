"""Why a unit cannot retreat, be displaced, be lost or advance like that [7.9 to 7.16]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.core.errors import Reason
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.rules import refusal_entry_points as entries
from bridgehead.titles.middle_east_battles.words.refusal_base import Finder

if TYPE_CHECKING:
    from bridgehead.titles.middle_east_battles.data.components import Situation

ATTACKERS_GO = ("DE", "EX", "AX", "D1", "D2", "D3", "D4")


class AftermathFinder(Finder):
    """Reasons about what follows the die."""

    def lose(self, position: Situation, unit: int) -> Reason:
        """[7.9] Return why a unit cannot be given as a loss."""
        if position.state.step != st.LOSS:
            return self.not_now(position)
        return self.reason(
            "loss",
            f"{self.game.units[unit]} did not attack from next to the enemy, or is lost already",
        )

    # Retreat

    def retreat(self, position: Situation, unit: int, hex_: int) -> Reason:
        """[7.10 to 7.12] Return why a unit cannot retreat to a hex."""
        s = position.state
        name, number = self.game.units[unit], self.game.hexes[hex_]
        if s.step != st.RETREAT:
            return self.not_now(position)
        if s.due[unit] == 0:
            return self.reason("retreat", f"{name} does not have to retreat")
        if s.mover >= 0 and s.mover != unit:
            mover = self.game.units[int(s.mover)]
            return self.reason("retreat", f"{mover} has begun its retreat and finishes it first")
        direction = self.direction(int(s.hex[unit]), hex_)
        if direction < 0:
            return self.reason("retreat", f"a retreat goes hex by hex, not to {number}")
        met = int(entries.step_of_retreat(*position.arrays, unit, direction))
        if met == entries.BARRED:
            return self.barred(position, unit, hex_, direction)
        if met == entries.NOT_FURTHER:
            return self.reason(
                "retreat", f"{number} is no further from where {name} was when the combat began"
            )
        if met == entries.FULL:
            there = self.names(self.units_at(position, hex_))
            return self.reason("displacement_limits", f"{there} in {number} cannot be displaced")
        return self._poor_way(position, unit, hex_)

    def barred(self, position: Situation, unit: int, hex_: int, direction: int) -> Reason:
        """Return what bars a retreat or a displacement to a neighboring hex."""
        s, b, number = position.state, self.board, self.game.hexes[hex_]
        if not b.land[hex_]:
            return self.reason("retreat", f"{number} is {self.ground(hex_)}: no retreat goes there")
        if b.closed[s.hex[unit], direction]:
            return self.reason("result", f"no retreat crosses the closed hexside to {number}")
        if not b.retreat[s.hex[unit], direction]:
            return self.reason(
                "small_waterways", f"a retreat to {number} would cross a waterway without a bridge"
            )
        there = self.units_at(position, hex_)
        if there and b.side[there[0]] != b.side[unit]:
            return self.reason("enemy_hex", f"{number} holds the enemy unit {self.names(there)}")
        return self.reason("retreat_zone", f"{number} is in an enemy zone: no retreat to it")

    def _poor_way(self, position: Situation, unit: int, hex_: int) -> Reason:
        number = self.game.hexes[hex_]
        _, steps = entries.way_of_retreat(*position.arrays, unit)
        if not entries.room_in(self.game.board, position.work, unit, hex_):
            return self.reason(
                "retreat_way",
                f"{number} holds {self.names(self.units_at(position, hex_))}, and there is a way "
                "through open hexes, or one that leads further",
            )
        if int(steps) == int(position.state.due[unit]):
            return self.reason(
                "retreat_way", f"by {number} the retreat cannot be made as far as it must be"
            )
        return self.reason("retreat_way", f"another way than by {number} leads further")

    # Displacement

    def displace(self, position: Situation, unit: int, hex_: int) -> Reason:
        """[7.13, 7.14] Return why a unit cannot be displaced to a hex."""
        s = position.state
        name, number = self.game.units[unit], self.game.hexes[hex_]
        if s.step != st.DISPLACE:
            return self.not_now(position)
        waited_for = int(s.chain_hex[s.chain - 1])
        if s.hex[unit] != waited_for:
            return self.reason(
                "displacement", f"{name} does not stand on {self.game.hexes[waited_for]}"
            )
        direction = self.direction(waited_for, hex_)
        if direction < 0:
            return self.reason("displacement", f"a displaced unit goes one hex, not to {number}")
        met = int(entries.step_aside_of(*position.arrays, unit, direction))
        if met == entries.FIXED:
            return self.reason("displacement_limits", f"{name} cannot be displaced")
        if met == entries.NO_WAY:
            return self.barred(position, unit, hex_, direction)
        if met == entries.OTHERS_OPEN:
            return self.reason(
                "displacement_limits", f"{name} has an open hex to go to, and {number} is not open"
            )
        return self.reason(
            "displacement_limits", f"with {name} in {number} the displacement cannot be completed"
        )

    # Advance

    def advance(self, position: Situation, unit: int, hex_: int) -> Reason:
        """[7.15, 7.16] Return why a unit cannot advance to a hex."""
        s, b = position.state, self.board
        name, number = self.game.units[unit], self.game.hexes[hex_]
        if s.step == st.COMBAT:
            return self.reason("advance_now", "an advance is made at once, before the next attack")
        if s.step != st.ADVANCE:
            return self.not_now(position)
        if s.advanced[unit]:
            return self.reason("advance", f"{name} has made its advance")
        if not entries.goes_forward(self.game.board, position.arrays[1], unit):
            return self._stays(position, unit)
        if b.land[hex_] and not entries.room_in(self.game.board, position.work, unit, hex_):
            there = self.names(self.units_at(position, hex_))
            return self.reason("stacking", f"{number} holds {there}, and has no room for {name}")
        return self.reason(
            "advance",
            f"{number} is not on the path of an enemy that {name} was next to, or the way there is "
            "closed",
        )

    def _stays(self, position: Situation, unit: int) -> Reason:
        """[7.15, 8.5] Return why a unit does not advance at all after this combat."""
        s, name = position.state, self.game.units[unit]
        attackers = st.RESULTS[int(s.result)] in ATTACKERS_GO
        if s.role[unit] != (st.ADJACENT if attackers else st.DEFENDER) or s.hex[unit] < 0:
            who = "an attacker next to the enemy" if attackers else "a unit that was attacked"
            return self.reason("advance", f"{name} is not {who}, and only such units advance")
        if s.landed[unit]:
            rule = self.of_game("suez_drop", "el_arish_drop")
            return self.reason(rule, f"{name} landed in this turn and does not advance")
        if s.fixed[unit]:
            return self.reason("crossing", f"{name} helps others across and does not move")
        if s.disengaged[unit]:
            return self.reason("withdrawal", f"{name} left a zone and does not advance")
        return self.reason("static", f"{name} is static and never moves")
