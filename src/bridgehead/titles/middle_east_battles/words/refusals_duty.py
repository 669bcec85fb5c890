"""What an attack would leave undone [7.3, 7.4, 7.19]: who must join, which enemy is left over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bridgehead.core.errors import Reason
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.rules import refusal_entry_points as entries
from bridgehead.titles.middle_east_battles.words.refusal_base import Finder

if TYPE_CHECKING:
    from bridgehead.titles.middle_east_battles.data.components import Situation


class DutyFinder(Finder):
    """Reasons about duties."""

    def aimed(self, position: Situation, aims: list[int]) -> Situation:
        """Return a copy of a position in which an attack on some hexes has been begun."""
        trial = position.copy()
        s = trial.state
        s.step, s.aims = st.DECLARE, len(aims)
        s.aim[: len(aims)] = sorted(aims)
        for unit in range(len(self.game.units)):
            if int(s.hex[unit]) in aims and not s.attacked[unit]:
                s.role[unit], s.origin[unit] = st.DEFENDER, s.hex[unit]
        return trial

    def unmet(self, position: Situation, joining: list[int], subject: str) -> Reason:
        """Return which duty an attack would break if these units joined it, one or all of them.

        `subject` is what cannot be done: a hex to be attacked, a unit to join, the attack itself.
        """
        rule = "night_combat" if position.is_night else "duty"
        s, units = position.state, range(len(self.game.units))
        joined = {u for u in units if s.role[u] in (st.ADJACENT, st.RANGED)}
        aims = s.aim[: s.aims].tolist()
        near = {
            u for u in (*joining, *joined) if all(self.adjacent(int(s.hex[u]), a) for a in aims)
        }
        entries.duties_of(*position.arrays, bool(near))
        bound, owed = position.work[0].bound.copy(), position.work[0].owed.copy()
        for unit in units:
            if (
                unit in joined
                or unit in joining
                or not self._must_join(position, unit, bound, owed)
            ):
                continue
            if not joining:
                return self.reason(
                    rule, f"{self.game.units[unit]} would be left without an enemy to attack: "
                    "it must join first",
                )  # fmt: skip
            if unit < max((*joining, *joined)) and len(joining) == 1:
                return self.reason(
                    rule, f"{self.game.units[unit]} would be left without an enemy to attack: it "
                    f"must join, and before {subject}",
                )  # fmt: skip
            if not all(self.adjacent(int(s.hex[unit]), a) for a in aims) or not near:
                return self.reason(
                    rule, f"{subject}: {self.game.units[unit]} would be left without an enemy to "
                    "attack, and cannot join",
                )  # fmt: skip
        for who in [joining, *([u] for u in joining)]:
            left = self._left_over(position, joined | set(who), bound, owed)
            if left is not None:
                return self.reason(
                    rule,
                    f"{subject}: {self.game.units[left]} must be attacked too, and nobody would be "
                    "left who could",
                )
        return self.reason(rule, f"{subject}: what must be attacked in this phase would not be")

    def _may_attack(self, position: Situation, unit: int) -> bool:
        s, b = position.state, self.board
        if s.hex[unit] < 0 or b.side[unit] != s.side or s.fought[unit]:
            return False
        return not (b.artillery[unit] and s.displaced[unit])

    def _owed_next_to(self, position: Situation, unit: int, owed: Any) -> list[int]:
        s = position.state
        around = self.around(int(s.hex[unit]))
        return [
            enemy
            for enemy in range(len(self.game.units))
            if owed[enemy] and not s.attacked[enemy] and int(s.hex[enemy]) in around
        ]

    def _must_join(self, position: Situation, unit: int, bound: Any, owed: Any) -> bool:
        """Whether a unit has enemies that must be attacked, and all of them are in this attack."""
        s = position.state
        if not bound[unit] or not self._may_attack(position, unit):
            return False
        aims = s.aim[: s.aims].tolist()
        enemies = self._owed_next_to(position, unit, owed)
        return bool(enemies) and all(int(s.hex[enemy]) in aims for enemy in enemies)

    def _left_over(
        self, position: Situation, taking_part: set[int], bound: Any, owed: Any
    ) -> int | None:
        """Return the first enemy outside an attack whom only those who take part could attack."""
        s, units = position.state, range(len(self.game.units))
        aims = s.aim[: s.aims].tolist()
        for enemy in units:
            if not owed[enemy] or s.attacked[enemy] or s.hex[enemy] < 0:
                continue
            if int(s.hex[enemy]) in aims:
                continue
            around = self.around(int(s.hex[enemy]))
            who = [
                u
                for u in units
                if bound[u] and self._may_attack(position, u) and int(s.hex[u]) in around
            ]
            if who and all(u in taking_part for u in who):
                return enemy
        return None

    def still_to_attack(self, position: Situation) -> list[int]:
        """Return the bound units that are next to an enemy who has not been attacked."""
        s, b = position.state, self.board
        units = range(len(self.game.units))
        found = []
        for unit in units:
            if not s.bound[unit] or not self._may_attack(position, unit):
                continue
            around = self.around(int(s.hex[unit]))
            if any(
                int(s.hex[e]) in around and b.side[e] != s.side and not s.attacked[e] for e in units
            ):
                found.append(unit)
        return found
