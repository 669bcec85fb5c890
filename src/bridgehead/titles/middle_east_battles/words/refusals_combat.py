"""Why an attack cannot be declared so, or a fire not be given [7.0, 8.0]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.core.errors import Reason
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.rules import refusal_entry_points as entries
from bridgehead.titles.middle_east_battles.words.refusal_base import Finder
from bridgehead.titles.middle_east_battles.words.refusals_duty import DutyFinder

if TYPE_CHECKING:
    from bridgehead.titles.middle_east_battles.data.components import Situation

MARKER_VERBS = (st.STRIKE_A, st.STRIKE_B, st.SHELL_A, st.SHELL_B)
NATIONS = ("British", "French")


class CombatFinder(DutyFinder):
    """Reasons about attacks before the die."""

    # The defending hexes

    def attack(self, position: Situation, hex_: int) -> Reason:
        """Return why a hex cannot be attacked."""
        s = position.state
        if s.step == st.DECLARE:
            return self.reason("procedure", "finish the attack that is being declared first")
        if s.step != st.COMBAT:
            return self.not_now(position)
        return self._no_target(position, hex_) or self._no_attack(position, [hex_])

    def also(self, position: Situation, hex_: int) -> Reason:
        """Return why a hex cannot be added to the defending hexes."""
        s = position.state
        if s.step == st.COMBAT:
            return self.reason("several_hexes", "the first hex is named by attack")
        if s.step != st.DECLARE:
            return self.not_now(position)
        if self._anybody(position):
            return self.reason("several_hexes", "hexes are named before the attackers")
        aims = s.aim[: s.aims].tolist()
        missing = self._no_target(position, hex_)
        if missing is not None:
            return missing
        if hex_ <= aims[-1]:
            return self.reason(
                "several_hexes", "defending hexes are named in ascending order, each once"
            )
        return self._no_attack(position, [*aims, hex_])

    def _no_target(self, position: Situation, hex_: int) -> Reason | None:
        s, b = position.state, self.board
        there = self.units_at(position, hex_)
        if not there or b.side[there[0]] == s.side:
            return self.no_enemy(hex_)
        if all(s.attacked[u] for u in there):
            return self.reason(
                "attacked_once", f"{self.names(there)} was attacked in this phase already"
            )
        return None

    def no_enemy(self, hex_: int) -> Reason:
        """Say that there is nobody to attack in a hex."""
        return self.reason("adjacency", f"{self.game.hexes[hex_]} holds no enemy unit")

    def nobody(self) -> Reason:
        """Say that an attack has neither a unit nor a marker."""
        return self.reason("procedure", "nobody is in the attack yet")

    def other_table(self, name: str) -> Reason:
        """Say on which table an attack is, and no choice."""
        return self.reason("table", f"this attack is on the {name} table")

    def _no_attack(self, position: Situation, aims: list[int]) -> Reason:
        """Return why no attack on these hexes can come to be fired."""
        trial = self.aimed(position, aims)
        number = self.game.hexes[aims[-1]]
        board, state, work = trial.arrays
        b, s = board[0], state[0]
        own = [u for u in range(len(self.game.units)) if b.side[u] == s.side and s.hex[u] >= 0]
        able = [u for u in own if int(entries.role_of(board, state, work, u)) != st.NO_ROLE]
        if len(aims) > 1 and not any(
            all(self.adjacent(int(s.hex[u]), aim) for aim in aims) for u in able
        ):
            if able or self._any_marker(trial):
                return self.reason("one_hex", "without an adjacent attacker it is one hex alone")
            return self.reason(
                "several_hexes", "no unit that can attack stands next to all of these hexes"
            )
        if able or self._any_marker(trial):
            return self.unmet(trial, able, number)
        near = [u for u in own if self.adjacent(int(s.hex[u]), aims[0])]
        if any(b.artillery[u] and s.displaced[u] and not s.fought[u] for u in near):
            return self.reason("displacement_limits", "displaced artillery is silent in this phase")
        if near and all(s.fought[u] for u in near):
            return self.reason("one_attack", f"every unit next to {number} has attacked already")
        return self.reason(
            "adjacency", f"no unit that could attack stands next to {number} or has it in range"
        )

    def _any_marker(self, position: Situation) -> bool:
        s = position.state
        if s.side == st.EGYPT:
            return False
        return bool(s.air.any() or any(entries.guns_can(*position.arrays, n) for n in range(2)))

    def _anybody(self, position: Situation) -> bool:
        s = position.state
        joined = (s.role == st.ADJACENT) | (s.role == st.RANGED)
        return bool(joined.any() or s.strikes.any())

    # The attackers

    def with_unit(self, position: Situation, unit: int) -> Reason:
        """[7.4, 8.7, 8.8] Return why a unit cannot join the attack being declared."""
        s, b, name = position.state, self.board, self.game.units[unit]
        if s.step == st.COMBAT:
            return self.reason("procedure", "name the hex to be attacked first")
        if s.step != st.DECLARE:
            return self.not_now(position)
        if b.side[unit] != s.side:
            return self.reason("adjacency", f"{name} is not yours")
        if s.hex[unit] < 0:
            return self.reason("adjacency", f"{name} is not on the map")
        if s.role[unit] != st.NO_ROLE:
            return self.reason("procedure", f"{name} is in the attack already")
        if s.fought[unit]:
            return self.reason("one_attack", f"{name} has attacked in this phase already")
        if s.attacked[unit]:
            return self.reason("one_attack", f"{name} was attacked in this phase")
        if b.artillery[unit] and s.displaced[unit]:
            return self.reason(
                "displacement_limits", f"{name} was displaced and does not fire in this phase"
            )
        if int(entries.role_of(*position.arrays, unit)) == st.NO_ROLE:
            return self._out_of_reach(position, unit)
        if s.strikes.any():
            return self.reason("procedure", "units are named before airstrikes and guns")
        division = self._of_other_division(position, unit)
        if division is not None:
            return division
        last = max(
            (u for u in range(len(self.game.units)) if s.role[u] in (st.ADJACENT, st.RANGED)),
            default=-1,
        )
        if unit < last:
            return self.reason("procedure", "attackers are named in the order of the counter list")
        return self.unmet(position, [unit], name)

    def _of_other_division(self, position: Situation, unit: int) -> Reason | None:
        s, b = position.state, self.board
        if not b.divisions or b.side[unit] != st.WEST or b.division[unit] == 0:
            return None
        for other, role in enumerate(s.role.tolist()[: len(self.game.units)]):
            if role in (st.ADJACENT, st.RANGED) and b.division[other] not in (0, b.division[unit]):
                return self.reason(
                    "division",
                    f"{self.game.units[unit]} is of another division than {self.game.units[other]}",
                )
        return None

    def _out_of_reach(self, position: Situation, unit: int) -> Reason:
        """[8.3, 8.9, 8.14, 8.16] Return why neither next to the hexes nor from range."""
        s, b, name = position.state, self.board, self.game.units[unit]
        at, aims = int(s.hex[unit]), s.aim[: s.aims].tolist()
        touched = [aim for aim in aims if self.adjacent(at, aim)]
        if not b.artillery[unit]:
            if touched:
                return self.reason(
                    "several_hexes", f"{name} does not stand next to all of the defending hexes"
                )
            return self.reason("adjacency", f"{name} does not stand next to the defending hex")
        if not entries.barrages(*position.arrays, unit):
            if not b.strength[unit]:
                return self.reason("missiles", f"{name} has no barrage and cannot fire from range")
            return self.reason(
                "adjacent_artillery",
                f"{name} is next to an enemy that it could attack, and may not fire elsewhere",
            )
        if min(self.distance(at, aim) for aim in aims) > b.range[unit]:
            return self.reason("range", f"{name} has a range of {int(b.range[unit])}")
        board, state, work = position.arrays
        if not any(entries.fire_at(board, state, work, unit, aim, True) for aim in aims):
            return self.reason(
                "egyptian_fire", f"no other Egyptian unit next to the target observes for {name}"
            )
        return self.reason(
            "egyptian_fire", "one Egyptian artillery unit fires from range in an attack, no more"
        )

    # Markers, firing

    def marker(self, position: Situation, verb: int, number: int) -> Reason:
        """[8.18, 8.19] Return why a marker cannot be given."""
        s = position.state
        rule = "airstrikes" if verb in MARKER_VERBS[:2] else "naval_guns"
        if s.step not in (st.DECLARE, st.FPF):
            return self.not_now(position)
        if (s.side == st.EGYPT) == (s.step == st.DECLARE):
            return self.reason(rule, "Egypt has neither airstrikes nor naval guns")
        kind = MARKER_VERBS.index(verb)
        given = s.strikes if s.step == st.DECLARE else s.covers
        if given[kind:].any():
            return self.reason(
                "procedure", "airstrikes and guns are named once each, British before French, "
                "airstrikes before guns",
            )  # fmt: skip
        if rule == "airstrikes":
            if s.air[kind] < number:
                return self.reason(rule, f"{int(s.air[kind])} of these airstrikes are left")
        else:
            nation = kind - st.GUNS_A
            if not self.board.guns:
                return self.reason(rule, "there are no naval guns in this game")
            if s.guns_used[nation]:
                return self.reason(rule, f"the {NATIONS[nation]} guns have fired in this phase")
            if not entries.guns_can(*position.arrays, nation):
                at = "a defending hex" if s.step == st.DECLARE else "an attacker"
                return self.reason(rule, f"no {NATIONS[nation]} unit stands next to {at}")
        return self.unmet(position, [], "the attack")

    def fire(self, position: Situation) -> Reason:
        """[8.4] Return why an attack cannot be fired."""
        s = position.state
        if s.step == st.COMBAT:
            return self.reason("procedure", "declare an attack first")
        if s.step != st.DECLARE:
            return self.not_now(position)
        if not self._anybody(position):
            return self.nobody()
        if s.aims > 1 and not (s.role == st.ADJACENT).any():
            return self.reason(
                "one_hex", "without an adjacent attacker an attack is on a single hex"
            )
        return self.unmet(position, [], "the attack")

    def table(self, position: Situation) -> Reason:
        """[7.7, 7.8] Return why no table can be chosen."""
        s = position.state
        if s.step in (st.DECLARE, st.FPF):
            return self.reason("table", "the table is chosen last, after all fire is given")
        if s.step in (st.NIGHT_ROLL, st.ATTACK_ROLL):
            return self.other_table("frontal" if s.crt == st.FRONTAL else "mobile")
        return self.not_now(position)


class ProtectionFinder(Finder):
    """Reasons about protective fire [8.10]."""

    def protect(self, position: Situation, unit: int) -> Reason:
        """Return why a unit cannot give protective fire."""
        s, b, name = position.state, self.board, self.game.units[unit]
        if s.step in (st.TABLE, st.NIGHT_ROLL, st.ATTACK_ROLL) and self._by_fire_alone(position):
            return self.reason(
                "none_against_fire",
                "nobody gives protective fire against artillery and markers alone",
            )
        if s.step != st.FPF:
            return self.not_now(position)
        if b.side[unit] == s.side:
            return self.reason("protective_fire", "protective fire is given by the defender")
        if s.hex[unit] < 0 or not b.artillery[unit]:
            what = "is not on the map" if s.hex[unit] < 0 else "is no artillery"
            return self.reason("protective_fire", f"{name} {what}")
        silent = self._silent(position, unit)
        if silent is not None:
            return silent
        if s.covers.any():
            return self.reason("procedure", "units are named before airstrikes and guns")
        away = self._no_line(position, unit)
        if away is not None:
            return away
        kind, may = entries.protects(*position.arrays, unit)
        if kind and not may:
            return self.reason(
                "egyptian_fire", "one Egyptian artillery unit protects a defense, no more"
            )
        return self.reason("procedure", "protectors are named in the order of the counter list")

    def _by_fire_alone(self, position: Situation) -> bool:
        s, b = position.state, self.board
        return not any(
            s.role[u] == st.ADJACENT and not b.artillery[u] for u in range(len(self.game.units))
        )

    def _silent(self, position: Situation, unit: int) -> Reason | None:
        """[7.5, 8.10, 8.13] Return why a unit gives no protective fire in this combat."""
        s, name = position.state, self.game.units[unit]
        if s.role[unit] == st.PROTECTOR:
            return self.reason("protective_fire", f"{name} gives its fire already")
        if s.role[unit] == st.DEFENDER:
            return self.reason("own_defense", f"{name} defends itself, with its defense")
        if s.protected[unit]:
            return self.reason("unity", f"{name} has given its protective fire in this phase")
        if s.attacked[unit]:
            return self.reason("protective_fire", f"{name} was attacked in this phase")
        if s.displaced[unit]:
            return self.reason("displacement_limits", f"{name} was displaced in this phase")
        if s.shaken[unit]:
            return self.reason(
                "protective_fire", f"{name} retreated or was displaced in its own combat phase"
            )
        if position.work[0].zone[s.side, s.hex[unit]] > 0:
            return self.reason("protective_fire", f"{name} is next to an enemy")
        return None

    def _no_line(self, position: Situation, unit: int) -> Reason | None:
        """Return why a unit's fire does not serve these defenders."""
        s, b, name = position.state, self.board, self.game.units[unit]
        count = len(self.game.units)
        aims = s.aim[: s.aims].tolist()
        if b.divisions and b.side[unit] == st.WEST and b.division[unit]:
            others = [
                u
                for u in range(count)
                if s.role[u] == st.DEFENDER and b.division[u] not in (0, b.division[unit])
            ]
            if others:
                return self.reason(
                    "division", f"{name} is of another division than {self.names(others)}"
                )
        if b.missile[unit]:
            vehicles = [
                u
                for u in range(count)
                if s.role[u] == st.ADJACENT and b.mobility[u] == st.MOTO_MECH
            ]
            if not vehicles:
                return self.reason("missiles", f"{name} fires at vehicles alone")
        if min(self.distance(int(s.hex[unit]), aim) for aim in aims) > b.range[unit]:
            return self.reason("range", f"{name} has a range of {int(b.range[unit])}")
        if b.missile[unit] and not int(entries.protects(*position.arrays, unit)[0]):
            return self.reason(
                "missiles", f"the fire of {name} would cross a town, city or rough hex"
            )
        return None
