"""Why an action is not legal: for every rule a sentence of our own and the case number.

This is plain Python beside the kernels. It is asked only about what `legal` did not list, and
looks for the first rule that stands in the way, in the order in which a player would be told. The
finders stand in the modules `reasons_…`; this one knows which of them answers for which verb.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.core.errors import IllegalAction, Reason
from bridgehead.core.notation import RESIGN
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.rules import refusal_entry_points as entries
from bridgehead.titles.middle_east_battles.words.cases import case_of
from bridgehead.titles.middle_east_battles.words.refusals_aftermath import AftermathFinder
from bridgehead.titles.middle_east_battles.words.refusals_combat import (
    MARKER_VERBS,
    CombatFinder,
    ProtectionFinder,
)
from bridgehead.titles.middle_east_battles.words.refusals_landing import LandingFinder

if TYPE_CHECKING:
    from bridgehead.titles.middle_east_battles.data.components import (
        Components,
        Situation,
    )

MOVES = range(st.MOVE, st.RETURN + 1)


class Reasons(LandingFinder, CombatFinder, ProtectionFinder, AftermathFinder):
    """The reasons of one game."""

    def __init__(self, game: Components) -> None:
        super().__init__(game)
        self.verbs = {name: number for name, (number, _) in game.grammar.verbs.items()}

    def case(self, rule: str) -> str:
        """Return the case number of a rule."""
        return case_of(rule)

    def refusal(self, position: Situation, code: int) -> IllegalAction:
        """Return why an action of this number is not legal."""
        found = self._find(position, code)
        return IllegalAction(found.case, found.text)

    def _find(self, position: Situation, code: int) -> Reason:
        """Return the reason. A game is over at the end of its last turn [10.2, 10.14]."""
        step = int(position.state.step)
        if step == st.OVER:
            return self.reason("victory", "the game is over")
        if code == RESIGN:
            return self.reason("concede", "the die is to be rolled first")
        unit, verb, place = self.game.grammar.split(code)
        if verb in MOVES:
            return self._move(position, unit, verb, place)
        if verb == st.PLACE:
            return self._place(position, unit, place)
        if verb in (st.ATTACK, st.ALSO, st.WITH, st.FIRE_FPF, *MARKER_VERBS):
            return self._attack(position, unit, verb, place)
        if verb == st.LOSE:
            return self.lose(position, unit)
        if verb == st.RETREAT_TO:
            return self.retreat(position, unit, place)
        if verb == st.DISPLACE_TO:
            return self.displace(position, unit, place)
        if verb == st.ADVANCE_TO:
            return self.advance(position, unit, place)
        return self._without_object(position, verb, place)

    def _without_object(self, position: Situation, verb: int, place: int) -> Reason:
        s = position.state
        if verb == st.FIRE:
            return self.fire(position)
        if verb in (st.TAKE_FRONTAL, st.TAKE_MOBILE):
            return self.table(position)
        if verb == st.END:
            return self._end(position)
        if verb == st.DEPLOY and s.step == st.SETUP:
            return self.reason("setup", "all units are set up: end the set-up")
        if verb == st.WITHDRAW and not self.suez:
            when = "already" if s.withdrawn else "at the start of an Egyptian turn"
            return self.reason("withdrawal", f"the withdrawal is declared {when}")
        if verb in (st.CONTINUE_TO, st.STOP) and self.suez:
            if s.step == st.CONTINUE:
                low, high = int(self.board.turns) + 1, int(self.board.optional_last)
                return self.reason("length", f"the last turn is one of {low} to {high}")
            return self.reason("length", "whether to go on is decided at the end of turn 6, once")
        return self.not_now(position)

    # Set-up, militia, and the end of phases

    def _place(self, position: Situation, unit: int, hex_: int) -> Reason:
        """[3.1, 9.3, 10.3] Return why a unit cannot be set up in a hex."""
        s, b = position.state, self.board
        name, number = self.game.units[unit], self.game.hexes[hex_]
        if s.step == st.MILITIA:
            return self._place_militia(position, unit, hex_)
        if s.step != st.SETUP:
            return self.not_now(position)
        rule = self.of_game("suez_setup", "el_arish_setup")
        group = int(b.setup_group[unit])
        if group == 0:
            return self.reason("setup", f"{name} is not set up before the game")
        if s.hex[unit] != st.OFF:
            return self.reason("setup", f"{name} is set up already")
        waiting = [
            u
            for u in range(len(self.game.units))
            if s.hex[u] == st.OFF and 0 < b.setup_group[u] < group
        ]
        if waiting:
            return self.reason(rule, f"these units are set up first: {self.names(waiting)}")
        there = self.units_at(position, hex_)
        if there:
            return self.reason(rule, f"{number} holds {self.names(there)}: one unit to a hex")
        return self.reason(rule, f"{name} may not be set up on {number}")

    def _place_militia(self, position: Situation, unit: int, hex_: int) -> Reason:
        s, b = position.state, self.board
        name, number = self.game.units[unit], self.game.hexes[hex_]
        if not b.militia[unit] or s.hex[unit] != st.OFF:
            return self.reason("militia", f"{name} is no militia in the pool")
        first = min(u for u in range(len(self.game.units)) if b.militia[u] and s.hex[u] == st.OFF)
        if unit != first:
            return self.reason("militia", f"{self.game.units[first]} is placed first")
        if b.city[hex_] and position.work[0].zone[st.WEST, hex_] > 0:
            return self.reason("militia", f"{number} is in a Western zone of control")
        return self.reason("militia", f"{number} is no city hex with an Egyptian unit in it")

    def _end(self, position: Situation) -> Reason:
        """[4.2, 4.3] Return what is still to be done before a phase can end."""
        s, b = position.state, self.board
        units = range(len(self.game.units))
        if s.step == st.SETUP:
            left = [u for u in units if b.setup_group[u] and s.hex[u] == st.OFF]
            return self.reason("setup", f"these units are still to be set up: {self.names(left)}")
        if s.step == st.ONWARD:
            entering = self.game.units[int(s.entering)]
            return self.reason("column", f"{entering} is entering: finish its move first")
        if s.step == st.MOVEMENT:
            full = {int(s.hex[u]) for u in units if s.placed[u] and s.hex[u] >= 0}
            full = {h for h in full if position.work[0].count[h] > 1}
            movers = [
                u for u in units
                if int(s.hex[u]) in full and entries.moves_elsewhere(*position.arrays, u)
            ]  # fmt: skip
            return self.reason(
                "militia",
                f"militia may not stay stacked; these can move: {self.names(movers)}",
            )
        if s.step == st.DECLARE:
            return self.reason("procedure", "finish the attack: name the attackers and fire")
        if s.step == st.COMBAT:
            rule = "night_combat" if position.is_night else "duty"
            must = self.names(self.still_to_attack(position))
            return self.reason(rule, f"these units are next to an enemy and must attack: {must}")
        return self.not_now(position)

    # Movement

    def _move(self, position: Situation, unit: int, verb: int, place: int) -> Reason:
        stuck = self.unit_cannot_move(position, unit)
        if stuck is not None:
            return stuck
        if position.state.step == st.ONWARD and verb != st.MOVE:
            name = self.game.units[unit]
            return self.reason("column", f"{name} is entering: say where its move ends")
        if verb == st.CROSS:
            slot, hex_ = divmod(place, st.SLOT)
            return self.cross(position, unit, int(self.board.slot_unit[slot]), hex_)
        if verb == st.RETURN:
            return self.back(position, unit)
        return self._to(position, unit, verb, place)

    def _to(self, position: Situation, unit: int, verb: int, hex_: int) -> Reason:
        if verb == st.ENTER:
            return self.enter(position, unit, hex_)
        if verb == st.EXIT:
            return self.exit(position, unit, hex_)
        if verb == st.DROP:
            return self.drop(position, unit, hex_)
        if verb == st.LAND:
            return self.land(position, unit, hex_)
        if verb in (st.LIFT, st.LIFTOFF):
            return self.lift(position, unit, hex_, verb == st.LIFTOFF)
        return self.move(position, unit, hex_)

    def hex_not_reached(self, position: Situation, unit: int, hex_: str, verb: str) -> Reason:
        """Return why a unit cannot get to a hex by a verb ("move", "land", …)."""
        if hex_ not in self.game.hex_numbers:
            return self.reason("off_map", f"{hex_} is not on the map")
        h = self.game.hex_index(hex_)
        number = self.verbs.get(verb, st.MOVE)
        if position.state.step == st.OVER:
            return self.reason("victory", "the game is over")
        if number == st.PLACE:
            return self._place(position, unit, h)
        stuck = self.unit_cannot_move(position, unit)
        if stuck is not None:
            return stuck
        if number == st.CROSS:
            return self.cross(position, unit, -1, h)
        return self._to(position, unit, number, h)

    # Combat

    def _attack(self, position: Situation, unit: int, verb: int, place: int) -> Reason:
        if verb == st.ATTACK:
            return self.attack(position, place)
        if verb == st.ALSO:
            return self.also(position, place)
        if verb == st.WITH:
            return self.with_unit(position, unit)
        if verb == st.FIRE_FPF:
            return self.protect(position, unit)
        return self.marker(position, verb, place)
