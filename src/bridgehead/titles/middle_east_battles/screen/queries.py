"""Questions of screens and players besides legal actions: paths and costs, odds.

Points are movement points as printed (halves occur).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from bridgehead.core.errors import IllegalAction, MalformedAction, Reason
from bridgehead.core.maps.hexmap import hexside
from bridgehead.core.words.notation import hex_string
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats.components import Components, Situation
from bridgehead.titles.middle_east_battles.rules import forbidden as no
from bridgehead.titles.middle_east_battles.rules import query_entry_points, refused
from bridgehead.titles.middle_east_battles.rules.movement.movement import ALL_RULES

# The verbs by which a unit gets somewhere, in the order in which they are looked for
WAYS = {
    "move": st.MOVE, "place": st.PLACE, "enter": st.ENTER, "drop": st.DROP, "land": st.LAND,
    "lift": st.LIFT, "cross": st.CROSS, "exit": st.EXIT, "liftoff": st.LIFTOFF,
}  # fmt: skip
FREE = (st.PLACE, st.DROP, st.LAND, st.CROSS)  # cost nothing
PLAIN_HEXSIDES = ("lake", "wadi")  # the others have proper names
ROLLED = (st.RETREAT, st.DISPLACE, st.LOSS, st.ADVANCE)


class Movement:
    """Destinations of one unit by one verb, with costs, and why not others.

    `destinations` are those that are legal now. For `cross`, `engineers` names the engineers that
    can help, for each destination.
    """

    def __init__(self, position: Situation, unit: str, verb: str | None = None) -> None:
        game = position.game
        self._position = position.copy()
        self._u = game.unit_index(unit)
        self.unit = game.units[self._u]
        self._legal = self._find_legal()
        if verb is not None and verb not in WAYS:
            raise MalformedAction(f"{verb!r} is no way to move; there are {', '.join(WAYS)}")
        self.verb = verb if verb is not None else self._first_verb()
        board, state, _ = self._position.arrays
        self.allowance: float = int(query_entry_points.allowance(board, state, self._u)) / 2
        self.refusal: Reason | None = None
        if not self._legal:
            self.refusal = game.reasons.unit_cannot_move(self._position, self._u)
        self._search()

    def _find_legal(self) -> dict[int, list[int]]:
        """Return the places of the unit's legal actions, by verb."""
        split = self._position.game.grammar.split
        found: dict[int, list[int]] = {}
        codes = self._position.legal_codes()
        low, high = self._u * st.UNIT, (self._u + 1) * st.UNIT
        for code in codes[(codes >= low) & (codes < high)].tolist():
            _, verb, place = split(code)
            if verb in WAYS.values():
                found.setdefault(verb, []).append(place)
        return found

    def _first_verb(self) -> str:
        for verb, number in WAYS.items():
            if number in self._legal:
                return verb
        s, b = self._position.state, self._position.game.board[0]
        if s.hex[self._u] != st.OFF or s.entering == self._u:
            return "move"
        if s.step in (st.SETUP, st.MILITIA_ROLL, st.MILITIA):
            return "place"
        comes_in = b.edge_entry or b.mobility[self._u] == st.HELICOPTER
        return "enter" if comes_in else "drop" if b.drops[self._u] and s.dropping else "land"

    def _search(self) -> None:
        board, state, work = self._position.arrays
        query_entry_points.search_ways(board, state, work, self._u, WAYS[self.verb], ALL_RULES)
        self._cost = work[0].cost.tolist()
        self._previous = work[0].previous.tolist()
        # kept apart, because the search shares its place with what the position keeps
        self._places = self._legal.get(WAYS[self.verb], [])

    @cached_property
    def destinations(self) -> dict[str, float]:
        """Every possible hex for the verb, with its cost in points.

        Drops, landings, assisted crossings and set-up placements cost nothing.
        """
        game, free = self._position.game, WAYS[self.verb] in FREE
        return {
            game.hexes[place % st.SLOT]: 0.0 if free else self._cost[place] / 2
            for place in sorted(self._places, key=lambda place: place % st.SLOT)
        }

    @cached_property
    def engineers(self) -> dict[str, tuple[str, ...]]:
        """The engineers that can help, for each hex beyond the water [9.14]."""
        found: dict[str, tuple[str, ...]] = {}
        game = self._position.game
        if self.verb == "cross":
            for place in self._places:
                slot, h = divmod(place, st.SLOT)
                engineer = game.units[int(game.board[0].slot_unit[slot])]
                hex_ = game.hexes[h]
                found[hex_] = (*found.get(hex_, ()), engineer)
        return found

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
        game, s, u = self._position.game, self._position.state, self._u
        start = game.hexes[int(s.hex[u])] if s.hex[u] >= 0 else ""
        if self.verb == "cross":
            return [start, self._position.units[self.engineers[hex_][0]], hex_]
        flies = game.board[0].mobility[u] == st.HELICOPTER or self.verb in ("lift", "liftoff")
        if flies and self.verb in ("move", "exit", "enter", "lift", "liftoff"):
            if not start and s.entering == u:
                start = game.hexes[int(s.entry_hex)]
            return self._flight(start, hex_)
        if self.verb not in ("move", "exit"):
            return [hex_]
        way = [game.hex_index(hex_)]
        while self._previous[way[-1]] >= 0:
            way.append(self._previous[way[-1]])
        return [game.hexes[h] for h in reversed(way)]

    def _flight(self, start: str, end: str) -> list[str]:
        """Return a straight path through the air, from the nearest sea if it starts there."""
        hexmap = self._position.game.map
        distance = hexmap.grid.distance
        if not start:
            sea = hexmap.areas["features"].get("helicopter_sea", ())
            start = min(sea, key=lambda at: distance(at, end), default=end)
        way = [start]
        while way[-1] != end:
            way.append(min(hexmap.grid.neighbors(way[-1]), key=lambda at: distance(at, end)))
        return way

    def why_not(self, hex_: str) -> Reason | None:
        """Return why the unit may not go there by this verb, None if it may."""
        hex_ = hex_string(hex_)
        if hex_ in self.destinations:
            return None
        if self.refusal is not None:
            return self.refusal
        reasons = self._position.game.reasons
        reason: Reason = reasons.hex_not_reached(self._position, self._u, hex_, self.verb)
        return reason


@dataclass(frozen=True)
class Shift:
    """A shift of the column: its cause, columns to the right (left is negative), its case."""

    name: str
    columns: int
    case: str


@dataclass(frozen=True)
class Table:
    """The odds of an attack on one table.

    `table` is the column, results of 1 to 6, after the conversion of 7.8. `results` has the
    probability of each, at night also over the night die.
    """

    column: int
    column_label: str
    table: tuple[str, ...]
    results: Mapping[str, Fraction]

    def to_dict(self) -> dict[str, Any]:
        """Return the table as JSON data, with probabilities as numbers."""
        return {
            "column": self.column,
            "column_label": self.column_label,
            "table": list(self.table),
            "results": {result: float(chance) for result, chance in self.results.items()},
        }


@dataclass(frozen=True)
class Odds:
    """The odds of an attack.

    `tables` has both tables if the West may still choose, otherwise the one that was chosen or must
    be used; `on` is that one, or mobile as long as nobody has chosen. `protection` is the most that
    the defender could add. With `night_die` the night die is still to be rolled: columns are those
    before its shift, chances those over all its faces. `idle` are the results without effect in
    this attack [8.6].
    """

    hexes: tuple[str, ...]
    attack: int
    defense: int
    differential: int
    shifts: tuple[Shift, ...]
    unshifted_column: int
    tables: Mapping[str, Table]
    on: str
    protection: int
    night_die: bool
    idle: tuple[str, ...]

    @property
    def column(self) -> int:
        """The column on the table in use."""
        return self.tables[self.on].column

    @property
    def column_label(self) -> str:
        """The column's differentials, as printed."""
        return self.tables[self.on].column_label

    @property
    def table(self) -> tuple[str, ...]:
        """The column itself, results of 1 to 6."""
        return self.tables[self.on].table

    @property
    def results(self) -> Mapping[str, Fraction]:
        """The probability of each result."""
        return self.tables[self.on].results

    def to_dict(self) -> dict[str, Any]:
        """Return the odds as JSON data, with probabilities as numbers."""
        return {
            "hexes": list(self.hexes),
            "attack": self.attack,
            "defense": self.defense,
            "differential": self.differential,
            "shifts": [{"name": s.name, "columns": s.columns, "case": s.case} for s in self.shifts],
            "unshifted_column": self.unshifted_column,
            **self.tables[self.on].to_dict(),
            "tables": {name: table.to_dict() for name, table in self.tables.items()},
            "on": self.on,
            "protection": self.protection,
            "night_die": self.night_die,
            "idle": list(self.idle),
        }


TABLES = {"mobile": st.MOBILE, "frontal": st.FRONTAL}


def odds(
    position: Situation,
    hexes: str | Sequence[str],
    attackers: Sequence[str],
    markers: Mapping[str, int] | None,
    protectors: Sequence[str],
    covers: Mapping[str, int] | None,
    table: str | None,
) -> Odds:
    """Return the odds of this attack if it were fired now.

    Attackers must be adjacent to all the hexes, or artillery with one of them in range; it does not
    check who has fought already, who must attack or be attacked, and other rules about attacks.
    """
    if table is not None and table not in TABLES:
        raise MalformedAction(f"{table!r} is no table; there are {', '.join(TABLES)}")
    trial = _Trial(position)
    several = isinstance(hexes, Iterable) and not isinstance(hexes, str)
    trial.aim_at(list(hexes) if several else [hexes])  # type: ignore[list-item]
    trial.attack_with(attackers)
    trial.give(markers or {}, "strikes")
    if not attackers and not trial.s.strikes.any():
        raise trial.barred(no.NOBODY_YET)
    trial.protect_with(protectors)
    trial.give(covers or {}, "covers")
    found = read_odds(trial.position, table)
    if table is not None and found.on != table:
        raise _illegal(position.game.reasons.other_table(found.on))
    return found


def _illegal(reason: Reason) -> IllegalAction:
    """Return a reason as the error that the action would raise."""
    return IllegalAction(reason.case, reason.text)


class _Trial:
    """A copy of a position on which an attack is prepared."""

    def __init__(self, position: Situation) -> None:
        self.position = position.copy()
        self.game = position.game
        self.s = s = self.position.state
        s.air += s.strikes[:2] + s.covers[:2]
        for field in ("role", "strikes", "covers", "crt", "night_shift", "result", "aims"):
            s[field] = 0
        s.origin[:] = -1
        s.aim[:] = -1
        if position.phase != "combat":  # what the last Combat Phase remembers is over
            for field in ("fought", "attacked", "displaced", "protected", "guns_used"):
                s[field][:] = 0

    def _illegal(self, rule: str, text: str) -> IllegalAction:
        return _illegal(self.game.reasons.reason(rule, text))

    def barred(self, number: int, unit: int = st.NO_UNIT, hex_: int = -1) -> IllegalAction:
        """Return the error for a rule's number."""
        return _illegal(self.game.reasons.of_rule(self.position, number, unit, hex_))

    def aim_at(self, hexes: list[str]) -> None:
        """Set the defenders of some hexes, first those that have not been attacked."""
        b, s, game = self.game.board[0], self.s, self.game
        aims = sorted({game.hex_index(hex_) for hex_ in hexes})
        if not 1 <= len(aims) <= len(s.aim):
            raise MalformedAction("an attack is on one to six hexes")
        s.aims, s.aim[: len(aims)] = len(aims), aims
        sides = set()
        for h in aims:
            there = [u for u in range(len(game.units)) if s.hex[u] == h]
            if not there:
                raise self.barred(no.NO_ENEMY, hex_=h)
            fresh = [u for u in there if not s.attacked[u]]
            for u in fresh or there:
                s.role[u], s.origin[u] = st.DEFENDER, h
            sides |= {int(b.side[u]) for u in there}
        if len(sides) > 1:
            raise self._illegal("adjacency", "the units on these hexes are on different sides")
        s.side = 1 - sides.pop()

    def attack_with(self, attackers: Sequence[str]) -> None:
        """Add attackers, in close combat or from range."""
        b, s = self.game.board[0], self.s
        board, state, _ = self.position.arrays
        for name in attackers:
            u = self.game.unit_index(name)
            if b.side[u] != s.side:
                raise self._illegal("adjacency", f"{name} is on the defenders' side")
            role = int(refused.place_in(board, state, u))
            if role < 0:
                raise self.barred(-role, u)
            s.role[u], s.origin[u] = role, s.hex[u]

    def protect_with(self, protectors: Sequence[str]) -> None:
        """Add protective fire of the defender's artillery."""
        b, s = self.game.board[0], self.s
        for name in protectors:
            u = self.game.unit_index(name)
            if b.side[u] == s.side or not b.artillery[u] or s.hex[u] < 0 or s.role[u]:
                text = f"{name} cannot give the defender protective fire"
                raise self._illegal("protective_fire", text)
            s.role[u], s.origin[u] = st.PROTECTOR, s.hex[u]

    def give(self, markers: Mapping[str, int], field: str) -> None:
        """Add one side's markers."""
        game, s = self.game, self.s
        known = [name for name in game.markers if name]
        west = s.side == st.WEST
        for name, number in markers.items():
            if name not in known or (number and (field == "strikes") != west):
                raise MalformedAction(f"{name!r} cannot be given; West has {', '.join(known)}")
            kind = game.markers.index(name)
            s[field][kind] = int(number)
            if kind < st.GUNS_A:
                s.air[kind] = max(0, int(s.air[kind]) - int(number))


def pending_odds(position: Situation) -> Odds | None:
    """Return the odds of the attack that is declared or resolved, None without an attacker."""
    s = position.state
    attackers = (s.role == st.ADJACENT) | (s.role == st.RANGED)
    if s.aims == 0 or not (attackers.any() or s.strikes.any()):
        return None
    if s.step not in ROLLED:
        return read_odds(position, None)
    trial = position.copy()  # as they all stood when the die was rolled
    took_part = trial.state.role != st.NO_ROLE
    trial.state.hex[took_part] = trial.state.origin[took_part]
    return read_odds(trial, None)


def read_odds(position: Situation, table: str | None) -> Odds:
    """Return the odds of the attack that the position is resolving."""
    game, s = position.game, position.state
    found = game.figures(position)
    shifts = _shifts(position, found)
    forced = found[query_entry_points.TABLE]
    names = [name for name, number in TABLES.items() if forced in (st.NO_TABLE, number)]
    chosen = next((name for name, number in TABLES.items() if number == s.crt), table)
    if chosen in names:
        names = [chosen]
    rolled = s.step in (st.ATTACK_ROLL, *ROLLED) and s.crt != st.NO_TABLE
    night_die = position.is_night and not rolled
    raw = found[query_entry_points.UNSHIFTED] + sum(shift.columns for shift in shifts)
    read = {name: _table(position, TABLES[name], raw, night_die) for name in names}
    return Odds(
        hexes=tuple(game.hexes[h] for h in s.aim[: s.aims].tolist()),
        attack=found[query_entry_points.ATTACK],
        defense=found[query_entry_points.DEFENSE],
        differential=found[query_entry_points.ATTACK] - found[query_entry_points.DEFENSE],
        shifts=shifts,
        unshifted_column=_on_table(game, found[query_entry_points.UNSHIFTED]),
        tables=read,
        on=names[0],
        protection=found[query_entry_points.PROTECTION] if s.step not in ROLLED else 0,
        night_die=night_die,
        idle=_idle(position),
    )


def _idle(position: Situation) -> tuple[str, ...]:
    """[8.6] Return the results without effect in the attack that the position is resolving."""
    if not position.is_by_fire_alone:
        return ()
    if (position.state.role == st.ADJACENT).any():
        return ("D1",)  # the others are carried out on the artillery beside the defenders
    return tuple(result for result in st.RESULTS if result in ("A1", "BR", "AE", "D1"))


def _on_table(game: Components, column: int) -> int:
    """[7.2] Limit a column to those of the table."""
    return max(0, min(len(game.data["tables.toml"]["crt"]["columns"]) - 1, column))


def _table(position: Situation, table: int, raw: int, night_die: bool) -> Table:
    """Return one table's column, with the probabilities of its results."""
    game = position.game
    board, state, _ = position.arrays
    column = _on_table(game, raw)
    turns = [0]
    if night_die:
        turns = [int(query_entry_points.night_shift(board, state, face)) for face in range(1, 7)]
    chances: dict[str, Fraction] = {}
    for shift in turns:
        for result in _faces(position, table, _on_table(game, raw + shift)):
            chances[result] = chances.get(result, Fraction(0)) + Fraction(1, 6 * len(turns))
    return Table(
        column=column,
        column_label=game.data["tables.toml"]["crt"]["columns"][column],
        table=_faces(position, table, column),
        results={result: chances[result] for result in st.RESULTS if result in chances},
    )


def _faces(position: Situation, table: int, column: int) -> tuple[str, ...]:
    board, state, _ = position.arrays
    found = np.zeros(6, np.int64)
    query_entry_points.faces(board, state, table, column, found)
    return tuple(st.RESULTS[number] for number in found.tolist())


def _shifts(position: Situation, found: list[int]) -> tuple[Shift, ...]:
    """Return every shift of the column, with its cause."""
    known = (
        (_terrain_name(position, found), query_entry_points.TERRAIN, "7.6"),
        ("engineers", query_entry_points.ENGINEERS, position.game.case("engineers")),
        ("British and French", query_entry_points.MIXED, "7.18"),
        ("withdrawal", query_entry_points.WITHDRAWAL, "10.11"),
        ("night", query_entry_points.NIGHT, "7.19"),
    )
    return tuple(Shift(name, found[place], case) for name, place, case in known if found[place])


def _terrain_name(position: Situation, found: list[int]) -> str:
    """Return the terrain that causes the shift: a hex's, or a hexside's [7.6]."""
    game, s, b = position.game, position.state, position.game.board[0]
    terrain = found[query_entry_points.TERRAIN]
    shifts = b.fort_shift if s.side == st.WEST else b.shift
    for h in s.aim[: s.aims].tolist():
        if shifts[h] == terrain:
            return str(game.map.terrain_of(game.hexes[h])).replace("_", " ")
    for u in range(len(game.units)):
        if s.role[u] != st.ADJACENT:
            continue
        for h in s.aim[: s.aims].tolist():
            side = hexside(game.hexes[int(s.origin[u])], game.hexes[h])
            for kind, sides in game.map.hexsides.items():
                if side in sides:
                    named = kind.replace("_", " ")
                    return f"{named if kind in PLAIN_HEXSIDES else named.title()} hexside"
    return "hexside"
