"""Why an action is not legal: for every rule a sentence of our own and the edition's case number.

This is plain Python beside the kernels. It is asked only about what `legal` did not list, and
looks for the first rule that stands in the way, in the order in which a player would be told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.core.errors import IllegalAction, Reason
from bridgehead.core.notation import RESIGN
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.rules import entry_points
from bridgehead.titles.across_suez.rules.movement import (
    WITHOUT_ALLOWANCE,
    WITHOUT_BRIDGE_LIMITS,
    WITHOUT_ENEMIES,
    WITHOUT_ZONES,
)
from bridgehead.titles.across_suez.words.cases import case_of

if TYPE_CHECKING:
    from bridgehead.titles.across_suez.data.components import Components, Situation

MOVES = (st.MOVE, st.ENTER, st.CROSS, st.LAND)
WAITING_FOR = {
    st.SETUP: "units are being placed before the first turn",
    st.MOVEMENT: "it is the movement phase",
    st.BOMBARD: "the bombardments come first in this combat phase",
    st.BOMBARD_ROLL: "the die of a bombardment is to be rolled",
    st.COMBAT: "it is the combat phase, and no attack has been declared",
    st.ATTACKERS: "an attack is being declared: add attackers, then fire",
    st.ATTACK_ROLL: "the die of an attack is to be rolled",
    st.LOSS: "the attacker must choose his losses",
    st.RETREAT: "a retreat is to be made",
    st.ADVANCE: "an advance is to be made or declined",
}


def points(half: int) -> str:
    """Return half points as printed points: 17 is "8½"."""
    whole, rest = divmod(half, 2)
    return f"{whole or ''}½" if rest else str(whole)


class Reasons:
    """The reasons of one game."""

    def __init__(self, game: Components) -> None:
        self.game = game

    def reason(self, rule: str, text: str) -> Reason:
        """Return a reason with the edition's number for a rule."""
        return Reason(case_of(rule, self.game.edition.numbering), text)

    def refusal(self, position: Situation, code: int) -> IllegalAction:
        """Return why an action of this number is not legal."""
        found = self._find(position, code)
        return IllegalAction(found.case, found.text)

    def _find(self, position: Situation, code: int) -> Reason:
        step = int(position.state.step)
        if step == st.OVER:
            return self.reason("victory", "the game is over")
        if code == RESIGN:
            return self.reason("sequence", "the die is to be rolled first")
        unit, verb, hex_ = code // 8192, code // 512 % 16, code % 512
        if verb in MOVES:
            return self._move(position, unit, verb, hex_)
        if verb == st.PLACE:
            return self._place(position, unit, hex_)
        if verb == st.BOMBARD_AT:
            return self._bombard(position, hex_)
        if verb == st.ATTACK:
            return self._attack(position, hex_)
        if verb == st.WITH:
            return self._with(position, unit)
        if verb == st.SUPPORT:
            return self._support(position)
        if verb == st.FIRE:
            return self._fire(position)
        if verb == st.END:
            return self._end(position)
        return self._after_result(position, unit, verb, hex_)

    def _not_now(self, position: Situation) -> Reason:
        mover = position.to_move
        waiting = WAITING_FOR[int(position.state.step)]
        return self.reason("sequence", f"not now: {waiting} ({mover} to move)")

    # Movement

    def _move(self, position: Situation, unit: int, verb: int, hex_: int) -> Reason:
        s, b, name = position.state, position.game.board[0], self.game.units[unit]
        if s.step != st.MOVEMENT:
            if verb == st.CROSS and s.step >= st.BOMBARD:
                return self.reason("crossing_phase", "the canal is crossed in the movement phase")
            return self._not_now(position)
        off = s.hex[unit] == st.OFF
        if verb == st.LAND and off and b.side[unit] == s.side:
            return self._land(position, unit, hex_)
        stuck = self.unit_cannot_move(position, unit)
        if stuck is not None:
            return stuck
        by_land = 0 < b.arrives[unit] <= s.turn
        if off and verb in (st.MOVE, st.CROSS) and not by_land:
            rule = "by_sea" if b.by_sea_from[unit] else "by_air"
            return self.reason(
                rule, f"{name} is not on the map yet, and comes not by land: land it"
            )
        if verb == st.MOVE and off:
            return self.reason("entering", f"{name} is not on the map yet: enter it")
        if verb == st.ENTER and not off:
            return self.reason("entering", f"{name} is on the map already: move it")
        if verb == st.LAND:
            return self.reason("movement", f"{name} is on the map already: move it")
        if verb == st.CROSS:
            return self._cross(position, unit)
        if verb == st.ENTER and not b.arrives[unit]:
            return self.reason("arrival", f"{name} does not arrive by land")
        return self.hex_not_reached(position, unit, self.game.hexes[hex_])

    def unit_cannot_move(self, position: Situation, unit: int) -> Reason | None:
        """Return why a unit can do nothing at all in this phase, None where it can try."""
        s, name = position.state, self.game.units[unit]
        board, state, work = position.arrays
        b = board[0]
        if s.step != st.MOVEMENT:
            if s.step == st.OVER:
                return self.reason("victory", "the game is over")
            return self._not_now(position)
        if b.side[unit] != s.side:
            return self.reason(
                "movement", f"{name} is not yours: {st.SIDES[s.side]} is moving its units"
            )
        place = int(s.hex[unit])
        if place == st.ACROSS:
            return self.reason("stays_across", f"{name} is across the canal and stays there")
        if place == st.ELIMINATED:
            return self.reason("movement", f"{name} is eliminated")
        if s.moved[unit]:
            return self.reason("movement", f"{name} has moved already in this phase")
        if place == st.OFF:
            return self._not_arrived(position, unit)
        if entry_points.held(board, state, work, unit):
            return self.reason(
                "confusion_move",
                f"{name} begins turn 1 in an enemy zone of control and may not move in it",
            )
        return None

    def _not_arrived(self, position: Situation, unit: int) -> Reason | None:
        s, b, name = position.state, position.game.board[0], self.game.units[unit]
        turns = [int(t) for t in (b.arrives[unit], b.by_air_from[unit], b.by_sea_from[unit]) if t]
        if not turns:
            return self.reason("arrival", f"{name} was not placed before turn 1 and stays out")
        if min(turns) > s.turn:
            return self.reason("arrival", f"{name} arrives in turn {min(turns)}")
        return None

    def no_way_to(self, position: Situation, unit: int, hex_: str) -> Reason:
        """Return why a unit that may move cannot end in a hex, whichever way it comes."""
        s, b = position.state, self.game.board[0]
        if s.hex[unit] == st.OFF and not 0 < b.arrives[unit] <= s.turn:
            if hex_ not in self.game.hex_numbers:
                return self.reason("off_map", f"{hex_} is not on the map, which no unit leaves")
            return self._land(position, unit, self.game.hex_index(hex_))
        return self.hex_not_reached(position, unit, hex_)

    def hex_not_reached(self, position: Situation, unit: int, hex_: str) -> Reason:
        """Return why a unit that may move cannot end its move in a hex.

        Rules are left out one after the other; the first that makes the hex reachable is named.
        """
        s, name = position.state, self.game.units[unit]
        board, _, _ = position.arrays
        b = board[0]
        if hex_ not in self.game.hex_numbers:
            return self.reason("off_map", f"{hex_} is not on the map, which no unit leaves")
        h = self.game.hex_index(hex_)
        if h == s.hex[unit]:
            return self.reason("movement", f"{name} stands on {hex_} already")
        in_the_way = self._hex_is_closed(position, unit, h)
        if in_the_way is not None:
            return in_the_way
        if b.bridge_limited and unit == b.bridge_unit and not b.bridge_may[h]:
            return self.reason(
                "bridge_route", f"{hex_} is neither clear nor has a road, as the bridge unit needs"
            )
        return self._obstacle(position, unit, hex_, h)

    def _hex_is_closed(self, position: Situation, unit: int, h: int) -> Reason | None:
        """Return why no move of the unit could end in the hex, None where it is free."""
        b, hex_ = self.game.board[0], self.game.hexes[h]
        if not b.land[h]:
            terrain = self.game.map.terrain_of(hex_)
            return self.reason("terrain", f"{hex_} is {terrain}, which no unit may enter")
        other = int(position.work[0].occupant[h])
        if other >= 0 and b.side[other] != b.side[unit]:
            return self.reason("enemy_hex", f"{hex_} holds the enemy unit {self.game.units[other]}")
        if other >= 0:
            return self.reason(
                "stacking", f"{hex_} holds {self.game.units[other]}: a move may not end on a friend"
            )
        return None

    def _diverted_by(self, position: Situation, unit: int) -> str | None:
        """Return the enemy on the entry hex of a unit off the map, None where there is none."""
        b = self.game.board[0]
        if position.state.hex[unit] != st.OFF or b.entry[unit] < 0:
            return None
        other = int(position.work[0].occupant[b.entry[unit]])
        if other < 0 or b.side[other] == b.side[unit]:
            return None
        return self.game.units[other]

    def _obstacle(self, position: Situation, unit: int, hex_: str, h: int) -> Reason:
        name = self.game.units[unit]
        board, state, work = position.arrays
        has = points(int(entry_points.allowance(board, state, unit)))
        diverted_by = self._diverted_by(position, unit)
        first = WITHOUT_ZONES if diverted_by is None else WITHOUT_ENEMIES
        for left_out in range(first, WITHOUT_ALLOWANCE + 1):
            entry_points.search_unit(board, state, work, unit, left_out)
            cost = int(work[0].cost[h])
            if cost == st.UNREACHED:
                continue
            if left_out == WITHOUT_ZONES:
                return self.reason(
                    "zone", f"enemy zones of control stop {name} before it gets to {hex_}"
                )
            if left_out == WITHOUT_ENEMIES and diverted_by is not None:
                return self.reason(
                    "entry_hex",
                    f"{diverted_by} stands on the entry hex of {name}, and {hex_} is out of reach "
                    "from the nearest hex where it can come in",
                )
            if left_out == WITHOUT_ENEMIES:
                return self.reason(
                    "enemy_hex",
                    f"enemy units bar every way of {name} to {hex_} within its {has} points",
                )
            if left_out == WITHOUT_BRIDGE_LIMITS:
                return self.reason(
                    "bridge_route",
                    f"the bridge unit keeps to clear and road hexes, and no such way leads to "
                    f"{hex_} within its {has} points",
                )
            return self.reason(
                "allowance",
                f"{hex_} costs at least {points(cost)} movement points; {name} has {has}",
            )
        return self.reason("terrain", f"no way for a unit leads to {hex_}")

    def _cross(self, position: Situation, unit: int) -> Reason:
        s, name = position.state, self.game.units[unit]
        board, state, work = position.arrays
        b = board[0]
        if s.side != st.ISRAEL:
            return self.reason("who_crosses", "only Israeli units cross the canal")
        if unit == b.bridge_unit:
            return self.reason("bridge_unit_crosses", "the bridge unit itself cannot cross")
        if s.turn < b.crossing_from:
            return self.reason("ferry", "nobody crosses the canal in turn 1")
        price = int(entry_points.crossing_price(board, state))
        if price == 0:
            return self.reason(
                "ferry",
                "two units have crossed by ferry in this phase, and no bridge stood at Matzmed "
                "when it began",
            )
        entry_points.search_unit(board, state, work, unit, 0)
        spent = int(work[0].cost[b.crossing_hex])
        if spent == st.UNREACHED:
            matzmed = self.game.hexes[b.crossing_hex]
            other = int(work[0].occupant[b.crossing_hex])
            if other >= 0 and b.side[other] == b.side[unit]:
                return self._obstacle(position, unit, matzmed, int(b.crossing_hex))
            return self.hex_not_reached(position, unit, matzmed)
        rule = "bridge_crossing" if s.bridge_open else "ferry"
        has = int(entry_points.allowance(board, state, unit))
        return self.reason(
            rule,
            f"{name} would need {points(spent)} points to Matzmed and {points(price)} to cross; "
            f"it has {points(has)}",
        )

    def _land(self, position: Situation, unit: int, hex_: int) -> Reason:
        s, name = position.state, self.game.units[unit]
        b = position.game.board[0]
        by_air, by_sea = int(b.by_air_from[unit]), int(b.by_sea_from[unit])
        if not by_air and not by_sea:
            return self.reason("arrival", f"{name} comes neither by air nor by sea")
        rule = "by_sea" if by_sea else "by_air"
        if s.moved[unit]:
            return self.reason("movement", f"{name} has moved already in this phase")
        if s.turn < max(by_air, by_sea):
            return self.reason(rule, f"{name} can land from turn {max(by_air, by_sea)} on")
        in_the_way = self._hex_is_closed(position, unit, hex_)
        if in_the_way is not None:
            return in_the_way
        if by_sea:
            return self.reason(
                rule,
                f"{name} comes ashore on a vacant canal hex and cannot get from there to "
                f"{self.game.hexes[hex_]} in this turn",
            )
        return self.reason(
            rule, f"{self.game.hexes[hex_]} is not a vacant land hex outside enemy zones of control"
        )

    def _place(self, position: Situation, unit: int, hex_: int) -> Reason:
        s, b, name = position.state, position.game.board[0], self.game.units[unit]
        if s.step != st.SETUP:
            return self._not_now(position)
        rule = "commandos" if b.type[unit] == st.COMMANDO else "airborne_placing"
        if not b.beside[unit]:
            return self.reason(rule, f"{name} is not placed before the game")
        if s.hex[unit] != st.OFF:
            return self.reason(rule, f"{name} is placed already")
        return self.reason(
            rule, f"{self.game.hexes[hex_]} is not a vacant land hex next to a Reshef unit"
        )

    # Combat

    def _bombard(self, position: Situation, hex_: int) -> Reason:
        s, b = position.state, position.game.board[0]
        if s.side == st.ISRAEL:
            return self.reason("bombardment", "only Egypt bombards; Israeli guns support attacks")
        if b.night[s.turn] and s.step >= st.BOMBARD:
            return self.reason("artillery_night", "there is no artillery at night")
        if s.step in (st.MOVEMENT, st.BOMBARD_ROLL):
            return self._not_now(position)
        if s.step != st.BOMBARD:
            return self.reason("bombardment", "bombardments come before the first attack")
        if s.bombardments >= b.bombardments:
            return self.reason("bombardment", "both bombardments of this phase are made")
        unit = int(position.work[0].occupant[hex_])
        if unit < 0 or b.side[unit] != st.ISRAEL:
            return self.reason("bombardment", f"{self.game.hexes[hex_]} holds no Israeli unit")
        if s.bombarded[unit]:
            return self.reason(
                "bombarded_twice", f"{self.game.units[unit]} was bombarded in this phase already"
            )
        return self.reason(
            "bombardment", f"no Egyptian unit stands next to {self.game.units[unit]}"
        )

    def no_enemy(self, hex_: int) -> Reason:
        """Say that there is nobody to attack in a hex."""
        return self.reason("adjacency", f"{self.game.hexes[hex_]} holds no enemy unit")

    def nobody(self) -> Reason:
        """Say that nobody attacks."""
        return self.reason("announcement", "an attack has at least one attacker")

    def _attack(self, position: Situation, hex_: int) -> Reason:
        s, b = position.state, position.game.board[0]
        if s.step == st.ATTACKERS:
            return self.reason("announcement", "finish the attack that is being declared first")
        if s.step != st.COMBAT:
            return self._not_now(position)
        unit = int(position.work[0].occupant[hex_])
        if unit < 0 or b.side[unit] == s.side:
            return self.no_enemy(hex_)
        name = self.game.units[unit]
        if s.attacked[unit]:
            return self.reason("attacked_once", f"{name} was attacked in this phase already")
        friends = [int(position.work[0].occupant[h]) for h in b.neighbor[hex_].tolist() if h >= 0]
        friends = [u for u in friends if u >= 0 and b.side[u] == s.side]
        if any(s.fought[u] for u in friends):
            return self.reason("one_attack", f"every unit next to {name} has attacked already")
        return self.reason("adjacency", f"no unit that could attack stands next to {name}")

    def _with(self, position: Situation, unit: int) -> Reason:
        s, b, name = position.state, position.game.board[0], self.game.units[unit]
        if s.step == st.COMBAT:
            return self.reason("announcement", "name the hex to be attacked first")
        if s.step != st.ATTACKERS:
            return self._not_now(position)
        if b.side[unit] != s.side:
            return self.reason("adjacency", f"{name} is not yours")
        if s.hex[unit] < 0 or s.target_hex not in b.neighbor[s.hex[unit]]:
            return self.reason("adjacency", f"{name} does not stand next to the target")
        if s.fought[unit]:
            return self.reason("one_attack", f"{name} has attacked in this phase already")
        if s.landed[unit]:
            return self.reason("by_air", f"{name} came by air in this turn and does nothing else")
        if s.origin[unit] >= 0:
            return self.reason("announcement", f"{name} is in the attack already")
        if s.support:
            return self.reason("announcement", "artillery is named last: now fire")
        waited_for = entry_points.first_to_join(*position.arrays)
        if 0 <= waited_for < unit:
            return self._must_join(waited_for)
        return self.reason("announcement", "attackers are added in the order of the counter list")

    def _must_join(self, unit: int) -> Reason:
        return self.reason(
            "confusion_attack",
            f"{self.game.units[unit]} must attack in turn 1 and this is its last target: "
            "it must join",
        )

    def _support(self, position: Situation) -> Reason:
        s, b = position.state, position.game.board[0]
        if s.side != st.ISRAEL:
            return self.reason("support_is_israels", "only Israeli attacks are supported")
        if s.step not in (st.COMBAT, st.ATTACKERS):
            return self._not_now(position)
        if b.night[s.turn]:
            return self.reason("artillery_night", "there is no artillery at night")
        if s.support:
            return self.reason("support_limit", "one attack is supported once")
        if s.step == st.COMBAT or not (s.origin >= 0).any():
            return self.reason("announcement", "declare the attack first, then its support")
        waited_for = entry_points.first_to_join(*position.arrays)
        if waited_for >= 0:
            return self._must_join(waited_for)
        return self.reason(
            "support_limit",
            "no artillery is left in this phase: there is one supported attack, and one more for "
            "each unit across the canal",
        )

    def _fire(self, position: Situation) -> Reason:
        s = position.state
        if s.step == st.COMBAT:
            return self.reason("announcement", "declare an attack first")
        if s.step != st.ATTACKERS:
            return self._not_now(position)
        if not (s.origin >= 0).any():
            return self.nobody()
        return self._must_join(int(entry_points.first_to_join(*position.arrays)))

    def _end(self, position: Situation) -> Reason:
        s = position.state
        if s.step == st.ATTACKERS:
            return self.reason("announcement", "finish the attack: add attackers and fire")
        if s.step != st.COMBAT:
            return self._not_now(position)
        forced = [
            name
            for u, name in enumerate(self.game.units)
            if entry_points.obliged(*position.arrays, u)
        ]
        return self.reason(
            "confusion_attack", f"in turn 1 these units must attack first: {', '.join(forced)}"
        )

    def _after_result(self, position: Situation, unit: int, verb: int, hex_: int) -> Reason:
        s = position.state
        expected = {
            st.LOSE: st.LOSS,
            st.RETREAT_TO: st.RETREAT,
            st.ADVANCE_TO: st.ADVANCE,
            st.STAY: st.ADVANCE,
        }
        if verb not in expected or s.step != expected[verb]:
            return self._not_now(position)
        name, number = self.game.units[unit], self.game.hexes[hex_]
        if verb == st.LOSE:
            return self.reason("loss", f"{name} took no part in this attack or is lost already")
        if verb == st.RETREAT_TO:
            return self._retreat(position, unit, hex_, name, number)
        return self.reason(
            "advance",
            f"{name} cannot advance into {number}: only a surviving unit of this combat may, into "
            "the hex it left vacant, over ground open to it",
        )

    def _retreat(self, position: Situation, unit: int, hex_: int, name: str, number: str) -> Reason:
        s = position.state
        due = unit == s.target if s.result == st.DR else 0 <= s.origin[unit] == s.hex[unit]
        if not due:
            return self.reason("retreat", f"{name} does not have to retreat")
        return self.reason(
            "retreat",
            f"{number} is no retreat for {name}: it must be next to it, vacant, open to it, and "
            "in no enemy zone of control",
        )
