"""Positions as data: reading checks every field, and reading what was written gives the same.

The format is described in docs/notation.md and by `schema()`. Reading does not check a position
against the rules, only that it is possible.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from typing import Any

from bridgehead.core.errors import InvalidPosition
from bridgehead.core.positions.field_reader import FieldReader, is_int
from bridgehead.core.positions.position_data import (
    count,
    distinct,
    fixed,
    header,
    one_of,
    result,
    table,
)
from bridgehead.core.positions.position_data import schema as position_schema
from bridgehead.core.scenarios.scenario import DRAW
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.formats.components import Components, Situation
from bridgehead.titles.across_suez.rules.artillery import has_bombardment
from bridgehead.titles.across_suez.rules.canal import bridge_in_place
from bridgehead.titles.across_suez.rules.zones import is_night

FORMAT = 1
UNIT_LISTS = ("moved", "landed", "fought", "attacked", "bombarded")
COUNTS = {"ferried": 2, "supported": 99, "bombardments": 2}
PENDING = ("combat", "bombarding", "result")  # the fields of the pending decision
COMBAT_STEPS = {
    "attackers": st.ATTACKERS,
    "roll": st.ATTACK_ROLL,
    "loss": st.LOSS,
    "retreat": st.RETREAT,
    "advance": st.ADVANCE,
}
STEP_OF_PHASE = {
    "setup": st.SETUP,
    "movement": st.MOVEMENT,
    "bombardment": st.BOMBARD,
    "combat": st.COMBAT,
    "over": st.OVER,
}
FIELDS = (
    "format", "game", "options", "map", "data", "turn", "side", "phase", "units", *UNIT_LISTS,
    *COUNTS, "bridge_open", "combat", "bombarding", "result", "to_move", "legal_actions",
)  # fmt: skip
RESULTS_AT = {"loss": ("Ee",), "retreat": ("Ar", "Dr"), "advance": ("Ar", "Ae", "Ee", "Dr", "De")}


def write(position: Situation, *, full: bool = False) -> dict[str, Any]:
    """Return a position as data. Default values are left out, except in the header.

    `full`: every field that all positions have is included.
    """
    game, s = position.game, position.state
    data = header(position, FORMAT, full=full) | {"units": position.units}
    for field in UNIT_LISTS:
        marked = list(compress(game.units, s[field].tolist()))
        if marked or full:
            data[field] = marked
    for field in COUNTS:
        if s[field] or full:
            data[field] = int(s[field])
    if full or bool(s.bridge_open) != _default_bridge_open(position):
        data["bridge_open"] = bool(s.bridge_open)
    if s.step == st.BOMBARD_ROLL:
        data["bombarding"] = game.hexes[s.target_hex]
    elif s.step in COMBAT_STEPS.values():
        data["combat"] = _write_combat(position)
    if position.result_by_rules is not None:
        data["result"] = position.result_by_rules.to_dict()
    return data


def _default_bridge_open(position: Situation) -> bool:
    s, b = position.state, position.game.board[0]
    israel_moves = s.side == st.ISRAEL and s.step != st.SETUP
    return bool(israel_moves and bridge_in_place(b, s))


def _write_combat(position: Situation) -> dict[str, Any]:
    game, s = position.game, position.state
    combat: dict[str, Any] = {
        "step": next(name for name, step in COMBAT_STEPS.items() if step == s.step),
        "hex": game.hexes[s.target_hex],
        "target": game.units[s.target],
        "attackers": {
            unit: game.hexes[origin]
            for unit, origin in zip(game.units, s.origin.tolist(), strict=False)
            if origin >= 0
        },
        "support": bool(s.support),
    }
    if s.result:
        combat["result"] = st.RESULTS[s.result]
    if s.loss_due:
        combat["loss_due"] = int(s.loss_due)
    return combat


def read(game: Components, data: Mapping[str, Any]) -> Situation:
    """Return the position that the data describe. InvalidPosition names field and reason."""
    return _Reader(game, data).read()


class _Reader(FieldReader):
    """Reads one position; errors are raised by `refuse`."""

    def read(self) -> Situation:
        if not isinstance(self.data, Mapping):
            raise InvalidPosition(f"a position is an object of fields, not {self.data!r}")
        self.header(FORMAT, FIELDS)
        position: Situation = self.game.start()
        s, b = position.state, self.game.board[0]
        s.turn = self.turn(int(b.turns))
        phase = self.one_of(self.data, "phase", tuple(STEP_OF_PHASE), "movement")
        first = "egypt" if phase == "bombardment" else "israel"
        s.side = st.SIDES.index(self.one_of(self.data, "side", st.SIDES, first))
        s.step = STEP_OF_PHASE[phase]
        if s.step == st.BOMBARD and not has_bombardment(b, s):
            raise self.refuse("phase", "bombardment is Egypt's alone, and not at night")
        if s.step == st.SETUP and not (b.beside.any() and s.turn == 1 and s.side == st.ISRAEL):
            raise self.refuse("phase", "nothing is set up by the players in this game")
        if "units" in self.data:
            self._units(s)
        for field in UNIT_LISTS:
            s[field][:] = 0
            for u in self.unit_list(self.data, field):
                s[field][u] = 1
        default = _default_bridge_open(position)
        s.bridge_open = self.boolean(self.data, "bridge_open", default)
        self._decision(s)
        least = {"bombardments": int(s.bombarded.sum()), "supported": int(s.support)}
        for field, most in COUNTS.items():
            s[field] = self._count(field, most, least.get(field, 0))
        self._result(s)
        if s.step != st.OVER and len(position.legal_codes()) == 0:
            raise self.refuse("combat", "leaves nothing to decide at this step")
        return position

    def _count(self, field: str, most: int, least: int) -> int:
        """Read a count; the rest of the position implies its minimum, which is also the default."""
        value = self.data.get(field, least)
        if not is_int(value) or not 0 <= value <= most or least > most:
            raise self.refuse(field, f"is {value!r}; it must be a number from 0 to {most}")
        return max(int(value), least)

    def _units(self, s: Any) -> None:
        given = self.data["units"]
        if not isinstance(given, Mapping):
            raise self.refuse("units", "is an object: unit id to place")
        b = self.game.board[0]
        s.hex[:] = st.ELIMINATED
        taken: dict[int, str] = {}
        named: dict[int, str] = {}
        places = {name: place for place, name in st.PLACES.items()}
        for name, place in given.items():
            u = self.unit("units", name)
            if u in named:
                raise self.refuse("units", f"{name} and {named[u]} are the same unit", (named[u],))
            named[u] = name
            if isinstance(place, str) and place in places:
                s.hex[u] = places[place]
                if places[place] == st.ACROSS and (b.side[u] != st.ISRAEL or u == b.bridge_unit):
                    raise self.refuse("units", f"{name} cannot be across the canal", (name,))
                continue
            h = self.hex(f"units, {name}", place)
            if not b.land[h]:
                terrain = self.game.map.terrain_of(self.game.hexes[h])
                told = f"{name} on {place}: no unit can stand in {terrain}"
                raise self.refuse("units", told, (name,), (place,))
            if h in taken:
                both = name, taken[h]
                told = f"{name} and {taken[h]} are both on {place}"
                raise self.refuse("units", told, both, (place,))
            taken[h] = name
            s.hex[u] = h

    def _decision(self, s: Any) -> None:
        """Read the bombardment or the combat that is being resolved."""
        if "bombarding" in self.data:
            if s.step != st.BOMBARD:
                raise self.refuse("bombarding", "belongs to the phase bombardment")
            s.target_hex = self.hex("bombarding", self.data["bombarding"])
            s.target = self._stands_on("bombarding", s, int(s.target_hex))
            if self.game.board[0].side[s.target] != st.ISRAEL:
                raise self.refuse("bombarding", "an Israeli unit is bombarded, none other")
            s.bombarded[s.target] = 1
            s.step = st.BOMBARD_ROLL
        if "combat" not in self.data:
            return
        combat = self.data["combat"]
        if not isinstance(combat, Mapping):
            raise self.refuse("combat", f"is {combat!r}; it must be an object of fields")
        if s.step != st.COMBAT:
            raise self.refuse("combat", "belongs to the phase combat")
        for field in combat:
            if field not in ("step", "hex", "target", "attackers", "support", "result", "loss_due"):
                raise self.refuse(f"combat.{field}", "is unknown")
        self._combat(s, combat)

    def _stands_on(self, field: str, s: Any, h: int) -> int:
        for u in range(len(self.game.units)):
            if s.hex[u] == h:
                return u
        raise self.refuse(field, f"no unit stands on {self.game.hexes[h]}")

    def _combat(self, s: Any, combat: Mapping[str, Any]) -> None:
        b = self.game.board[0]
        step = combat.get("step", "attackers")
        if not isinstance(step, str) or step not in COMBAT_STEPS:
            raise self.refuse("combat.step", f"is {step!r}; one of {', '.join(COMBAT_STEPS)}")
        s.step = COMBAT_STEPS[step]
        s.target_hex = self.hex("combat.hex", combat.get("hex"))
        if "target" in combat:
            s.target = self.unit("combat.target", combat["target"])
        else:
            s.target = self._stands_on("combat.hex", s, int(s.target_hex))
        if b.side[s.target] == s.side:
            raise self.refuse("combat.target", "is on the attacker's own side")
        attackers = combat.get("attackers", {})
        if not isinstance(attackers, Mapping):
            raise self.refuse(
                "combat.attackers", "is an object: unit id to the hex it attacks from"
            )
        for name, number in attackers.items():
            u, h = self.unit("combat.attackers", name), self.hex("combat.attackers", number)
            before_roll = step in ("attackers", "roll")
            away = s.hex[u] != h and (before_roll or (step == "loss" and s.hex[u] >= 0))
            taken = h in s.origin
            if b.side[u] != s.side or h not in b.neighbor[s.target_hex] or away or taken:
                raise self.refuse("combat.attackers", f"{name} cannot attack from {number}")
            s.origin[u] = h
        if not attackers and step != "attackers":
            raise self.refuse("combat.attackers", "is empty")
        if step != "attackers":  # it has been fired
            s.attacked[s.target] = 1
            s.fought[s.origin >= 0] = 1
        s.support = self.boolean(combat, "support", False)
        if s.support and (s.side != st.ISRAEL or is_night(b, s)):
            raise self.refuse("combat.support", "is Israel's, and by day")
        self._combat_result(s, step, combat)

    def _combat_result(self, s: Any, step: str, combat: Mapping[str, Any]) -> None:
        result, due = combat.get("result"), combat.get("loss_due", 0)
        if step not in RESULTS_AT:
            if result is not None or due:
                raise self.refuse("combat.result", f"there is none at step {step}")
            if s.hex[s.target] != s.target_hex:
                raise self.refuse("combat.target", "does not stand on the attacked hex")
            return
        if result not in RESULTS_AT[step]:
            known = ", ".join(RESULTS_AT[step])
            raise self.refuse("combat.result", f"is {result!r}; at step {step} one of {known}")
        s.result = st.RESULTS.index(result)
        strength = int(self.game.board[0].strength[s.target])
        if not is_int(due) or not 0 <= due <= strength or (due > 0) != (step == "loss"):
            raise self.refuse("combat.loss_due", f"is {due!r} at step {step}")
        s.loss_due = due
        stands = s.hex[s.target] == s.target_hex
        should_stand = result in ("Ar", "Ae") or (step == "retreat" and result == "Dr")
        dead = s.hex[s.target] == st.ELIMINATED
        if stands != should_stand or (result in ("Ee", "De") and not dead):
            raise self.refuse("combat.target", f"is not where it is at step {step} after {result}")

    def _result(self, s: Any) -> None:
        given = self.data.get("result")
        if (given is not None) != (s.step == st.OVER):
            raise self.refuse("result", "belongs to the phase over, which needs one")
        if given is None:
            return
        winners, known = endings(self.game)
        if not isinstance(given, Mapping) or given.get("winner") not in winners:
            raise self.refuse("result", f"names a winner: {' or '.join(winners)}")
        s.winner = winners.index(given["winner"]) if given["winner"] in st.SIDES else st.NOBODY
        usual = "held" if s.winner == st.ISRAEL else "time"
        ending = given.get("ending", known[-1] if self.game.board[0].conditions else usual)
        if ending not in known:
            raise self.refuse("result", f"has no known ending; one of {', '.join(known)}")
        s.ending = st.ENDING_NAMES.index(ending)
        if s.ending == st.BY_SCENARIO:
            return
        if s.winner == st.NOBODY:
            raise self.refuse("result", f"a game does not end in a draw that way: {ending}")
        if s.ending != st.RESIGNED and (s.ending == st.ISRAEL_HOLDS) != (s.winner == st.ISRAEL):
            raise self.refuse("result", f"{given['winner']} does not win that way")


def endings(game: Components) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the possible winners and endings: those of the game, or of its scenario's victory."""
    if game.board[0].conditions:
        return (*st.SIDES, DRAW), tuple(st.ENDING_NAMES[n] for n in (st.RESIGNED, st.BY_SCENARIO))
    return st.SIDES, st.ENDING_NAMES[1 : st.BY_SCENARIO]


def schema(game: Components) -> dict[str, Any]:
    """Return the JSON Schema of a game's positions."""
    names = one_of([*game.units, *game.grammar.aliases])
    numbers = one_of(game.hexes)
    combat = {
        "step": one_of(COMBAT_STEPS),
        "hex": numbers,
        "target": names,
        "attackers": table(names["enum"], numbers),
        "support": {"type": "boolean"},
        "result": one_of(st.RESULTS[1:]),
        "loss_due": {"type": "integer", "minimum": 0},
    }
    fields = {
        "turn": count(int(game.board[0].turns), 1),
        "side": one_of(st.SIDES),
        "phase": one_of(STEP_OF_PHASE),
        "units": table(names["enum"], one_of([*st.PLACES.values(), *game.hexes])),
        **dict.fromkeys(UNIT_LISTS, distinct(names)),
        **{field: count(most) for field, most in COUNTS.items()},
        "bridge_open": {"type": "boolean"},
        "combat": fixed(combat, "hex"),
        "bombarding": numbers,
        "result": result(*endings(game)),
    }
    return position_schema(game, FORMAT, fields, PENDING)
