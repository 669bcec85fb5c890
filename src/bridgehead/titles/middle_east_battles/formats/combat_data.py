"""The combat being resolved, as data: the object `combat` of a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgehead.core.positions.field_reader import FieldReader, is_int
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats.components import (
    Components,
    Situation,
)
from bridgehead.titles.middle_east_battles.rules import query_entry_points

STEPS = (
    st.DECLARE, st.FPF, st.TABLE, st.NIGHT_ROLL, st.ATTACK_ROLL, st.RETREAT, st.DISPLACE, st.LOSS,
    st.ADVANCE,
)  # fmt: skip
PHASE = (st.COMBAT, *STEPS)
ROLLED = (st.RETREAT, st.DISPLACE, st.LOSS, st.ADVANCE)
TABLES = ("", "mobile", "frontal")
RESULTS_AT = {
    st.RETREAT: ("A1", "BR", "AX", "D1", "D2", "D3", "D4"),
    st.DISPLACE: ("A1", "BR", "AX", "D1", "D2", "D3", "D4"),
    st.LOSS: ("EX", "AX"),
    st.ADVANCE: ("A1", "AE", "DE", "EX", "AX", "D1", "D2", "D3", "D4"),
}
FIELDS = (
    "step", "aims", "defenders", "attackers", "ranged", "markers", "protectors", "covers", "table",
    "night_shift", "result", "due", "mover", "paths", "chain", "loss_due", "advanced",
)  # fmt: skip
LONGEST_PATH = 5


def write(position: Situation) -> dict[str, Any]:
    """Return the combat of a position as data."""
    game, s = position.game, position.state
    units, hexes = game.units, game.hexes
    taking = list(zip(units, s.role.tolist(), s.origin.tolist(), strict=False))

    def taking_part(*roles: int) -> dict[str, str]:
        return {unit: hexes[origin] for unit, role, origin in taking if role in roles}

    def given(markers: Any) -> dict[str, int]:
        return {name: int(n) for name, n in zip(game.markers, markers, strict=False) if name and n}

    optional = {
        "ranged": list(taking_part(st.RANGED)),
        "markers": given(s.strikes),
        "protectors": taking_part(st.PROTECTOR),
        "covers": given(s.covers),
        "table": TABLES[s.crt],
        "night_shift": int(s.night_shift),
        "result": st.RESULTS[s.result],
        "due": {unit: n for unit, n in zip(units, s.due.tolist(), strict=False) if n},
        "mover": units[s.mover] if s.mover >= 0 else "",
        "paths": {
            unit: [hexes[h] for h in way if h >= 0]
            for unit, way in zip(units, s.path.tolist(), strict=False)
            if way[0] >= 0
        },
        "chain": [
            {"unit": units[s.chain_unit[n]], "hex": hexes[s.chain_hex[n]]} for n in range(s.chain)
        ],
        "loss_due": int(s.loss_due),
        "advanced": [unit for unit, n in zip(units, s.advanced.tolist(), strict=False) if n],
    }
    return {
        "step": position.step,
        "aims": [hexes[h] for h in s.aim[: s.aims].tolist()],
        "defenders": taking_part(st.DEFENDER),
        "attackers": taking_part(st.ADJACENT, st.RANGED),
        **{field: value for field, value in optional.items() if value},
    }


class Reader(FieldReader):
    """Reads the combat of one position into its state."""

    def __init__(
        self,
        game: Components,
        data: Mapping[str, Any],
        position: Situation,
    ) -> None:
        super().__init__(game, data)
        self.position = position

    def read(self) -> None:
        """Read all fields."""
        s = self.position.state
        self.combat = self.mapping(self.data, "combat", "its fields")
        if s.step != st.COMBAT:
            raise self.refuse("combat", "belongs to the phase combat")
        for field in self.combat:
            if field not in FIELDS:
                raise self.refuse(f"combat.{field}", f"is unknown; there are {', '.join(FIELDS)}")
        names = tuple(st.STEPS[step] for step in STEPS)
        s.step = st.STEPS.index(self.one_of(self.combat, "step", names, "declare", "combat."))
        self._aims(s)
        self._defenders(s)
        self._attackers(s)
        self._markers("markers", s.strikes)
        self._markers("covers", s.covers)
        self._protectors(s)
        if s.step != st.DECLARE:  # it has been fired
            self._fired(s)
        self._table(s)
        self._result(s)
        self._aftermath(s)
        self._stands(s)

    def _aims(self, s: Any) -> None:
        given = self.combat.get("aims")
        if not isinstance(given, list) or not 1 <= len(given) <= len(s.aim):
            raise self.refuse("combat.aims", f"is {given!r}; it must be a list of 1 to 6 hexes")
        aims = [self.hex("combat.aims", number) for number in given]
        if sorted(set(aims)) != aims:
            raise self.refuse("combat.aims", "are hexes in ascending order, each once")
        s.aims = len(aims)
        s.aim[: len(aims)] = aims

    def _on(self, field: str, name: str, number: object, s: Any, role: int) -> int:
        """Let a unit take part from a hex, and return it."""
        u, h = self.unit(f"combat.{field}", name), self.hex(f"combat.{field}", number)
        away = s.hex[u] != h
        attacks = role in (st.ADJACENT, st.RANGED)
        foe = self.game.board[0].side[u] != s.side
        if s.role[u] or foe == attacks or (away and s.step not in ROLLED):
            raise self.refuse(f"combat.{field}", f"{name} cannot take part so from {number}")
        s.role[u], s.origin[u] = role, h
        return u

    def _defenders(self, s: Any) -> None:
        aims = set(s.aim[: s.aims].tolist())
        b, units, hexes = self.game.board[0], self.game.units, self.game.hexes
        there = {
            units[u]: hexes[h]
            for u, h in enumerate(s.hex.tolist())
            if h in aims and b.side[u] != s.side and not (s.attacked[u] and s.step == st.DECLARE)
        }
        given = self.mapping(self.combat, "defenders", "unit to hex", there, "combat.")
        for name, number in given.items():
            u = self._on("defenders", name, number, s, st.DEFENDER)
            if int(s.origin[u]) not in aims:
                raise self.refuse("combat.defenders", f"{name} is not on a hex attacked")
        held = {int(s.origin[u]) for u in range(len(units)) if s.role[u]}
        if held != aims:
            raise self.refuse("combat.aims", "there is nobody to attack on one of them")

    def _attackers(self, s: Any) -> None:
        given = self.mapping(self.combat, "attackers", "unit to hex", None, "combat.")
        for name, number in given.items():
            u = self.unit("combat.attackers", name)
            h = self.hex("combat.attackers", number)
            role = st.ADJACENT if self._adjacent_to_all(s, h) else st.RANGED
            if role == st.RANGED and not self._in_range(s, u, h):
                raise self.refuse(
                    "combat.attackers", f"{name} on {number} is neither adjacent nor in range"
                )
            self._on("attackers", name, number, s, role)
        ranged = self.unit_list(self.combat, "ranged", "combat.")
        if "ranged" in self.combat and any(s.role[u] != st.RANGED for u in ranged):
            raise self.refuse("combat.ranged", "names attackers that are not adjacent, none other")

    def _adjacent_to_all(self, s: Any, h: int) -> bool:
        neighbors = self.game.board[0].neighbor[h].tolist()
        return all(aim in neighbors for aim in s.aim[: s.aims].tolist())

    def _in_range(self, s: Any, u: int, h: int) -> bool:
        b, distance = self.game.board[0], self.game.map.grid.distance
        hexes = self.game.hexes
        nearest = min(distance(hexes[h], hexes[aim]) for aim in s.aim[: s.aims].tolist())
        return bool(b.artillery[u]) and nearest <= int(b.range[u])

    def _markers(self, field: str, markers: Any) -> None:
        given = self.mapping(self.combat, field, "marker to number", None, "combat.")
        s, west = self.position.state, self.position.state.side == st.WEST
        known = [name for name in self.game.markers if name]
        for name, number in given.items():
            if name not in known or (field == "markers") != west:
                raise self.refuse(f"combat.{field}", f"{name!r} cannot be given here")
            kind = self.game.markers.index(name)
            most = 99 if kind < st.GUNS_A else 1
            markers[kind] = self.count(given, name, 0, most, f"combat.{field}")
            if kind >= st.GUNS_A and number:
                s.guns_used[kind - st.GUNS_A] = 1

    def _protectors(self, s: Any) -> None:
        given = self.mapping(self.combat, "protectors", "unit to hex", None, "combat.")
        for name, number in given.items():
            u = self._on("protectors", name, number, s, st.PROTECTOR)
            if not self.game.board[0].artillery[u] or s.step == st.DECLARE:
                raise self.refuse("combat.protectors", f"{name} gives no protective fire now")
            s.protected[u] = 1
        if s.covers.any() and s.step == st.DECLARE:
            raise self.refuse("combat.covers", "are given after the attack is fired")

    def _fired(self, s: Any) -> None:
        attackers = (s.role == st.ADJACENT) | (s.role == st.RANGED)
        if not attackers.any() and not s.strikes.any():
            raise self.refuse("combat.attackers", "is empty, and there are no markers")
        if s.aims > 1 and not (s.role == st.ADJACENT).any():
            raise self.refuse("combat.aims", "a fire from range alone is on one hex")
        s.attacked[s.role == st.DEFENDER] = 1
        s.fought[attackers] = 1

    def _table(self, s: Any) -> None:
        known = s.step in (st.NIGHT_ROLL, st.ATTACK_ROLL, *ROLLED)
        if not known:
            if "table" in self.combat:
                raise self.refuse("combat.table", f"is not known at step {st.STEPS[s.step]}")
        else:
            figures = self.game.figures(self.position)
            forced = TABLES[int(figures[query_entry_points.TABLE])]
            choice = (forced,) if forced else TABLES[1:]
            table = self.one_of(self.combat, "table", choice, choice[0], "combat.")
            s.crt = TABLES.index(table)
        shift = self.combat.get("night_shift", 0)
        night = self.position.is_night and s.step in (st.ATTACK_ROLL, *ROLLED)
        if not is_int(shift) or not -5 <= shift <= 0 or (shift and not night):
            raise self.refuse("combat.night_shift", f"is {shift!r} at this step")
        if s.step == st.NIGHT_ROLL and not self.position.is_night:
            raise self.refuse("combat.step", "there is no night roll by day")
        s.night_shift = shift

    def _result(self, s: Any) -> None:
        result = self.combat.get("result", "")
        possible = RESULTS_AT.get(int(s.step), ("",))
        if result not in possible:
            known = ", ".join(possible) or "none"
            raise self.refuse(
                "combat.result", f"is {result!r}; at step {st.STEPS[s.step]}: {known}"
            )
        s.result = st.RESULTS.index(result)

    def _aftermath(self, s: Any) -> None:
        self._due(s)
        paths = self.mapping(self.combat, "paths", "unit to the hexes of its way", None, "combat.")
        for name, way in paths.items():
            u = self.unit("combat.paths", name)
            if not isinstance(way, list) or not 1 <= len(way) <= LONGEST_PATH or not s.role[u]:
                raise self.refuse("combat.paths", f"{name}: {way!r} is no way of a retreat")
            if s.step not in ROLLED:
                raise self.refuse("combat.paths", "belong to what follows the die")
            s.path[u, : len(way)] = [self.hex("combat.paths", number) for number in way]
        self._chain(s)
        s.loss_due = self.count(self.combat, "loss_due", 0, 999, "combat")
        if (s.loss_due > 0) < (s.step == st.LOSS) or (s.loss_due and not s.result):
            raise self.refuse("combat.loss_due", f"is {int(s.loss_due)} at this step")
        for u in self.unit_list(self.combat, "advanced", "combat."):
            if s.step != st.ADVANCE or s.hex[u] < 0:
                raise self.refuse("combat.advanced", "belongs to the step advance")
            s.advanced[u] = 1

    def _due(self, s: Any) -> None:
        b = self.game.board[0]
        due = self.mapping(self.combat, "due", "unit to steps", None, "combat.")
        retreats = s.step in (st.RETREAT, st.DISPLACE)
        if bool(due) != retreats:
            raise self.refuse("combat.due", "belongs to the steps retreat and displace")
        sides = set()
        for name in due:
            u = self.unit("combat.due", name)
            s.due[u] = self.count(due, name, 0, 4, "combat.due", 1)
            sides.add(int(b.side[u]))
            if s.role[u] not in (st.ADJACENT, st.DEFENDER) or s.hex[u] < 0:
                raise self.refuse("combat.due", f"{name} does not retreat in this combat")
            if b.mobility[u] == st.STATIC:
                raise self.refuse("combat.due", f"{name} is static")
        if len(sides) > 1:
            raise self.refuse("combat.due", "are units of one side")
        s.retreating = sides.pop() if sides else st.NOBODY
        mover = self.combat.get("mover")
        if mover is not None:
            s.mover = self.unit("combat.mover", mover)
            if not s.due[s.mover]:
                raise self.refuse("combat.mover", f"{mover} has no step left to go")

    def _chain(self, s: Any) -> None:
        chain = self.combat.get("chain", [])
        if not isinstance(chain, list) or bool(chain) != (s.step == st.DISPLACE):
            raise self.refuse("combat.chain", "is a list of units that wait, at step displace")
        for frame in chain:
            if not isinstance(frame, Mapping) or set(frame) != {"unit", "hex"}:
                raise self.refuse("combat.chain", f"{frame!r} is no object with unit and hex")
            u = self.unit("combat.chain", frame["unit"])
            h = self.hex("combat.chain", frame["hex"])
            b = self.game.board[0]
            waits = s.hex[u] >= 0 and h in b.neighbor[s.hex[u]] and b.side[u] == s.retreating
            first = s.chain == 0
            before = -1 if first else int(s.chain_hex[s.chain - 1])
            linked = u == s.mover if first else s.hex[u] == before
            if not waits or not linked or (s.hex == h).sum() == 0 or u in s.chain_unit:
                raise self.refuse("combat.chain", f"{frame['unit']} cannot wait for {frame['hex']}")
            s.chain_unit[s.chain], s.chain_hex[s.chain] = u, h
            s.chain += 1

    def _stands(self, s: Any) -> None:
        """Reject a loss without a unit to lose, and a defense without a defender."""
        if s.step == st.LOSS and not ((s.role == st.ADJACENT) & (s.hex >= 0)).any():
            raise self.refuse("combat.attackers", "nobody is left who could be lost")
        if s.step == st.TABLE and self.game.figures(self.position)[query_entry_points.TABLE]:
            raise self.refuse("combat.step", "there is no choice of tables for this attack")
