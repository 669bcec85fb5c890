"""Positions as data: reading checks every field, and reading what was written gives the same.

The format is described in docs/notation.md and by `schema()`. Reading does not check a position
against the rules, only that it is possible. The combat in it is read by `combat_data.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgehead.core.errors import InvalidPosition
from bridgehead.core.positions.field_reader import FieldReader, is_int
from bridgehead.core.positions.position_data import header
from bridgehead.core.titles.bids import bid_of
from bridgehead.core.titles.options import BID
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats import combat_data
from bridgehead.titles.middle_east_battles.formats.components import Components, Situation, side_of
from bridgehead.titles.middle_east_battles.rules import entry_points, query_entry_points

FORMAT = 1
PENDING = (  # the fields of the pending decision, and of a part of a phase
    "step", "combat", "entering", "placed", "result", "dropping", "air_dice", "bound", "owed",
)  # fmt: skip
UNIT_LISTS = (
    "moved", "landed", "brought_over", "fixed", "disengaged", "bound", "owed", "fought",
    "attacked", "displaced", "protected", "shaken",
)  # fmt: skip
MARKS = {"landed": st.LANDED, "brought_over": st.BROUGHT_OVER}  # lists that share a field
FLAGS = ("amphibious", "privilege", "withdrawn", "militia_over")
COUNTS = {"drops": 2, "landings": 6, "militia_left": 6}
COLUMNS = ("3", "4a", "shf")
FIRST_STEPS = {  # of a phase, or the only one
    "setup": st.SETUP,
    "movement": st.MOVEMENT,
    "combat": st.COMBAT,
    "end": st.CONTINUE,
    "over": st.OVER,
}
# The steps that need saying: those of a phase with several, but for a combat's
OTHER_STEPS = {
    "start": (st.AIR_ROLL, st.WITHDRAWAL, st.MILITIA_ROLL, st.MILITIA),
    "movement": (st.MOVEMENT, st.ONWARD),
    "end": (st.CONTINUE, st.CONTINUE_ROLL),
}
PHASES = ("setup", "start", "movement", "combat", "end", "over")
FIELDS = (
    "format", "game", "options", "map", "data", "turn", "side", "phase", "step", "units",
    *UNIT_LISTS, "dropping", *COUNTS, "entered", "columns", "entering", "placed", "guns_used",
    "airstrikes", "air_dice", *FLAGS, "western_cities", "fired_into", "last_turn", "ledger",
    "combat", "result", "to_move", "legal_actions",
)  # fmt: skip


def write(position: Situation, *, full: bool = False) -> dict[str, Any]:
    """Return a position as data. Default values are left out, except in the header.

    `full`: every field that all positions of this phase have is included.
    """
    game, s = position.game, position.state
    data = header(position, FORMAT, full=full)
    if position.phase in OTHER_STEPS and (full or s.step not in FIRST_STEPS.values()):
        data["step"] = position.step
    data["units"] = position.units
    data |= _unit_lists(position, full)
    if full or bool(s.dropping) != default_dropping(s):
        data["dropping"] = bool(s.dropping)
    data |= {field: int(s[field]) for field in COUNTS if full or s[field]}
    data |= _entries(position, full)
    data |= {field: bool(s[field]) for field in FLAGS if full or s[field]}
    if full or _western_cities(position) != default_cities(position):
        data["western_cities"] = _western_cities(position)
    if full or s.city_fired.any():
        data["fired_into"] = _cities(position, s.city_fired)
    if full or s.last_turn != default_last_turn(position):
        data["last_turn"] = int(s.last_turn)
    ledger = dict(position.entries)
    if full or ledger != default_ledger(game):
        data["ledger"] = ledger
    if s.aims:
        data["combat"] = combat_data.write(position)
    if position.result_by_rules is not None:
        data["result"] = position.result_by_rules.to_dict()
    return data


def _unit_lists(position: Situation, full: bool) -> dict[str, Any]:
    game, s = position.game, position.state
    found = {}
    for field in UNIT_LISTS:
        values = s["landed"] == MARKS[field] if field in MARKS else s[field] != 0
        marked = [unit for unit, value in zip(game.units, values, strict=False) if value]
        if marked or full:
            found[field] = marked
    if full or (s.step in combat_data.PHASE and not _nothing_done(s)):
        return found
    if s.step in combat_data.PHASE:  # the duties are then computed where they are not given
        twin = position.copy()
        query_entry_points.set_duties(*twin.arrays)
        for field in ("bound", "owed"):
            if (twin.state[field] == s[field]).all():
                found.pop(field, None)
            else:
                found.setdefault(field, [])
    return found


def _nothing_done(s: Any) -> bool:
    """Whether no attack has been fired yet in a Combat Phase."""
    return not s.fought.any() and not s.attacked.any()


def _entries(position: Situation, full: bool) -> dict[str, Any]:
    """Return the stored facts about arrivals, militia, airstrikes and guns."""
    game, s, b = position.game, position.state, position.game.board[0]
    found: dict[str, Any] = {}
    entered = {
        game.hexes[int(b.rim_hex[rim])]: int(s.entered[rim])
        for rim in range(int(b.rims))
        if s.entered[rim]
    }
    columns = {
        name: game.hexes[int(at)] for name, at in zip(COLUMNS, s.column_hex, strict=True) if at >= 0
    }
    if entered or full:
        found["entered"] = entered
    if columns or full:
        found["columns"] = columns
    if s.entering >= 0:
        found["entering"] = {
            "unit": game.units[int(s.entering)],
            "hex": game.hexes[int(s.entry_hex)],
        }
    placed = sorted((int(n), u) for u, n in enumerate(s.placed) if n)
    if placed or full:
        found["placed"] = [game.units[u] for _, u in placed]
    guns = [name for name, used in zip(game.guns, s.guns_used, strict=False) if used]
    if guns or full:
        found["guns_used"] = guns
    if full or position.air != default_air(position):
        found["airstrikes"] = position.air
    if full or s.air_dice != default_air_dice(position):
        found["air_dice"] = int(s.air_dice)
    return found


# Defaults: what is meant where a field is left out


def default_dropping(s: Any) -> bool:
    """Whether a Western Movement Phase has just begun: nothing was done except drops."""
    return bool(
        s.step == st.MOVEMENT
        and s.side == st.WEST
        and int((s.moved != 0).sum()) == s.drops
        and s.landings == 0
    )


def default_air(position: Situation) -> dict[str, int]:
    """Return the airstrikes of a whole turn, 0 where they are rolled for."""
    b = position.game.board[0]
    there = position.state.step != st.SETUP
    return {
        name: int(number) if there else 0
        for name, number in zip(position.game.air, b.air_markers, strict=False)
    }


def default_air_dice(position: Situation) -> int:
    """Return the number of dice for airstrikes, at that step."""
    b = position.game.board[0]
    if position.state.step != st.AIR_ROLL:
        return 0
    return int(b.air_dice_night if position.is_night else b.air_dice_day)


def _western_cities(position: Situation) -> list[str]:
    return _cities(position, position.state.west_city)


def _cities(position: Situation, marked: Any) -> list[str]:
    """Return the marked city hexes, by their indexes among the city hexes."""
    held = marked.tolist()
    places = position.game.board[0].city_place.tolist()
    hexes = zip(position.game.hexes, places, strict=False)
    return [hex_ for hex_, place in hexes if place >= 0 and held[place]]


def default_cities(position: Situation) -> list[str]:
    """Return the city hexes that hold a Western unit, where it matters who entered them [9.4]."""
    b, s = position.game.board[0], position.state
    if not b.city_control:
        return []
    places = b.city_place.tolist()
    units = zip(s.hex.tolist(), b.side.tolist(), strict=True)
    west = {h for h, side in units if h >= 0 and side == st.WEST}
    return [position.game.hexes[h] for h in sorted(west) if places[h] >= 0]


def default_last_turn(position: Situation) -> int:
    """Return the default last turn: the latest possible one, if the game goes on."""
    b = position.game.board[0]
    return int(b.optional_last) if position.turn > b.turns else 0


def default_ledger(game: Components) -> dict[str, float]:
    """Return the ledger at the start of the game."""
    opening = int(game.board[0].opening) / 2
    return {st.LEDGER[st.OPINION]: opening} if opening else {}


# Reading


def read(game: Components, data: Mapping[str, Any]) -> Situation:
    """Return the position that the data describe. InvalidPosition names field and reason."""
    return _Reader(game, data).read()


class _Reader(FieldReader):
    """Reads one position; errors are raised by `refuse`."""

    def read(self) -> Situation:
        if not isinstance(self.data, Mapping):
            raise InvalidPosition(f"a position is an object of fields, not {self.data!r}")
        self.header(FORMAT, FIELDS)
        position = self.game.start()
        s = position.state
        self._when(s)
        if "units" in self.data:
            self._units(s)
        elif s.step != st.SETUP:
            self._deploy(position)
        self._stacks(s)
        self._unit_lists(s)
        self._arrivals(s)
        for field in FLAGS:
            s[field] = self.boolean(self.data, field, False)
        for field, most in COUNTS.items():
            s[field] = self.count(self.data, field, 0, most)
        s.dropping = self.boolean(self.data, "dropping", default_dropping(s))
        if s.dropping and (s.step not in (st.MOVEMENT, st.OVER) or s.side != st.WEST):
            raise self.refuse("dropping", "belongs to the West's movement phase")
        self._fire(position)
        self._points(position)
        fresh: Situation = position.copy()  # what was computed on the way is forgotten
        if "combat" in self.data:
            combat_data.Reader(self.game, self.data, fresh).read()
        self._duties(fresh)
        self._result(fresh.state)
        if fresh.to_move is not None and len(fresh.legal_codes()) == 0:
            raise self.refuse("combat", "leaves nothing to decide at this step")
        return fresh

    def _deploy(self, position: Situation) -> None:
        """Put Egypt's units into the suggested set-up."""
        s, step = position.state, int(position.state.step)
        s.step = st.SETUP
        entry_points.carry_out(*position.arrays, self.game.grammar.encode("deploy"))
        s.step = step

    def _when(self, s: Any) -> None:
        """Read turn, side, phase and step."""
        b, sides = self.game.board[0], self.game.sides
        last = max(int(b.turns), int(b.optional_last))
        s.turn = self.turn(last)
        phase = self.one_of(self.data, "phase", PHASES, "movement")
        of_egypt = phase in ("setup", "end") or (phase == "start" and not b.air_from)
        first = sides[st.EGYPT if of_egypt else st.WEST]
        s.side = sides.index(self.one_of(self.data, "side", sides, first))
        s.step = self._step(phase, int(s.side))
        self._step_fits(s, phase)

    def _step(self, phase: str, side: int) -> int:
        known = OTHER_STEPS.get(phase)
        if known is None:
            if "step" in self.data:
                raise self.refuse("step", f"is not said in the phase {phase}")
            return FIRST_STEPS[phase]
        first = FIRST_STEPS.get(phase)
        if first is None:
            of_egypt = st.WITHDRAWAL if self.game.board[0].withdrawal else st.MILITIA_ROLL
            first = st.AIR_ROLL if side == st.WEST else of_egypt
        names = tuple(st.STEPS[step] for step in known)
        return st.STEPS.index(self.one_of(self.data, "step", names, st.STEPS[first]))

    def _step_fits(self, s: Any, phase: str) -> None:
        b, step = self.game.board[0], s.step
        egypt = s.side == st.EGYPT
        fits = {
            st.SETUP: egypt and s.turn == 1,
            st.AIR_ROLL: not egypt and b.air_from > 0 and s.turn >= b.air_from,
            st.WITHDRAWAL: egypt and bool(b.withdrawal),
            st.MILITIA_ROLL: egypt and 0 < b.militia_from <= s.turn,
            st.MILITIA: egypt and 0 < b.militia_from <= s.turn,
            st.ONWARD: bool(b.edge_entry),
            st.CONTINUE: egypt and b.optional_last > 0 and s.turn == b.turns,
            st.CONTINUE_ROLL: egypt and b.optional_last > 0 and s.turn > b.turns,
        }
        if not fits.get(int(step), True):
            side = self.game.sides[s.side]
            name = st.STEPS[step]
            raise self.refuse("phase", f"{phase}: there is no {name} of {side} in turn {s.turn}")

    def _units(self, s: Any) -> None:
        given = self.mapping(self.data, "units", "unit id to place")
        b = self.game.board[0]
        land, sides = b.land.tolist(), b.side.tolist()
        s.hex[:] = st.ELIMINATED
        named: dict[int, str] = {}
        places = {name: place for place, name in st.PLACES.items()}
        for name, place in given.items():
            u = self.unit("units", name)
            if u in named:
                raise self.refuse("units", f"{name} and {named[u]} are the same unit", (named[u],))
            named[u] = name
            if isinstance(place, str) and place in places:
                s.hex[u] = places[place]
                leaves = sides[u] == st.WEST or b.withdrawal
                if places[place] == st.EXITED and not leaves:
                    raise self.refuse("units", f"{name} cannot have left the map", (name,))
                continue
            h = self.hex(f"units, {name}", place)
            if not land[h]:
                terrain = self.game.map.terrain_of(self.game.hexes[h])
                told = f"{name} on {place}: no unit can stand in {terrain}"
                raise self.refuse("units", told, (name,), (place,))
            s.hex[u] = h

    def _stacks(self, s: Any) -> None:
        """[5.11] Reject illegal stacks, except with militia that must still move."""
        b, units = self.game.board[0], self.game.units
        there: dict[int, list[int]] = {}
        for u, h in enumerate(s.hex.tolist()):
            if h >= 0:
                there.setdefault(h, []).append(u)
        arriving = s.side == st.EGYPT and st.PHASE_OF_STEP[s.step] in ("start", "movement", "over")
        for h, stack in there.items():
            if len(stack) == 1:
                continue
            there_are, place = [units[u] for u in stack], self.game.hexes[h]
            names = " and ".join(there_are)
            if len({int(b.side[u]) for u in stack}) > 1:
                told = f"{names} are enemies, and both on {place}"
                raise self.refuse("units", told, there_are, (place,))
            helicopters = sum(b.mobility[u] == st.HELICOPTER for u in stack)
            militia = sum(b.militia[u] != 0 for u in stack)
            if len(stack) == 2 and helicopters:
                continue
            if not (arriving and militia >= len(stack) - 1):
                raise self.refuse("units", f"{names} cannot all be on {place}", there_are, (place,))

    def _unit_lists(self, s: Any) -> None:
        for field in UNIT_LISTS:
            for u in self.unit_list(self.data, field):
                if field not in MARKS:
                    s[field][u] = 1
                elif s.landed[u]:
                    raise self.refuse(field, f"{self.game.units[u]} is in landed too")
                else:
                    s.landed[u] = MARKS[field]

    def _arrivals(self, s: Any) -> None:
        b = self.game.board[0]
        for number, count in self.mapping(self.data, "entered", "entry hex to number").items():
            h = self.hex("entered", number)
            if b.rim[h] < 0:
                raise self.refuse("entered", f"{number} is no hex by which units enter")
            if not is_int(count) or not 0 <= count <= len(self.game.units):
                raise self.refuse("entered", f"{number}: {count!r} is no number of units")
            s.entered[b.rim[h]] = count
        for name, number in self.mapping(self.data, "columns", "column to entry hex").items():
            h = self.hex("columns", number)
            if name not in COLUMNS or b.rim[h] < 0:
                raise self.refuse("columns", f"{name!r} enters by no hex {number}")
            s.column_hex[COLUMNS.index(name)] = h
        self._entering(s)
        for order, u in enumerate(self.unit_list(self.data, "placed"), start=1):
            if not b.militia[u] or s.placed[u]:
                raise self.refuse("placed", "is a list of militia units, each once")
            s.placed[u] = order

    def _entering(self, s: Any) -> None:
        b, given = self.game.board[0], self.mapping(self.data, "entering", "unit and hex")
        if (s.step == st.ONWARD) > bool(given):
            raise self.refuse("entering", "is missing at the step onward")
        if not given:
            return
        u = self.unit("entering", given.get("unit"))
        h = self.hex("entering", given.get("hex"))
        if s.step not in (st.ONWARD, st.OVER) or set(given) != {"unit", "hex"}:
            raise self.refuse("entering", "holds unit and hex, and belongs to the step onward")
        if s.hex[u] != st.OFF or b.rim[h] < 0 or b.side[u] != s.side or not b.arrives[u]:
            raise self.refuse("entering", f"{given['unit']} does not enter by {given['hex']}")
        s.entering, s.entry_hex = u, h

    def _fire(self, position: Situation) -> None:
        """Read airstrikes and naval guns."""
        s, game = position.state, self.game
        air = self.mapping(self.data, "airstrikes", "airstrike to number")
        for name in air:
            if name not in game.air:
                raise self.refuse("airstrikes", f"{name!r} is none; {', '.join(game.air)}")
        for kind, (name, number) in enumerate(default_air(position).items()):
            s.air[kind] = self.count(air, name, number, 99, "airstrikes")
        guns = self.data.get("guns_used", [])
        if not isinstance(guns, list) or any(name not in game.guns for name in guns):
            known = ", ".join(game.guns) or "none in this game"
            raise self.refuse("guns_used", f"is {guns!r}; it must be a list of naval guns: {known}")
        for name in guns:
            s.guns_used[game.guns.index(name)] = 1
        least = 1 if s.step == st.AIR_ROLL else 0
        s.air_dice = self.count(self.data, "air_dice", default_air_dice(position), 2, least=least)
        if s.air_dice and not least:
            raise self.refuse("air_dice", "belongs to the step air roll")

    def _cities(self, marked: Any, field: str, default: list[str], *, used: bool) -> None:
        """Mark the city hexes that a field names; `used`: the game's rules ask for them."""
        b = self.game.board[0]
        cities = self.data.get(field, default)
        if not isinstance(cities, list):
            raise self.refuse(field, f"is {cities!r}; it must be a list of hexes")
        marked[:] = 0
        for number in cities:
            place = int(b.city_place[self.hex(field, number)])
            name = self.game.edition.name
            if place < 0:
                raise self.refuse(field, f"{number} is no city hex of {name}")
            if not used:
                raise self.refuse(field, f"is not used in {name}: leave it out")
            marked[place] = 1

    def _points(self, position: Situation) -> None:
        """Read the owners of cities, the last turn, and the ledger."""
        s, b = position.state, self.game.board[0]
        held, fired = bool(b.city_control), bool(b.fire_into_city)
        self._cities(s.west_city, "western_cities", default_cities(position), used=held)
        self._cities(s.city_fired, "fired_into", [], used=fired)
        low, high = int(b.turns) + 1, int(b.optional_last)
        last = self.data.get("last_turn", default_last_turn(position))
        if not is_int(last) or (last != 0 and not low <= last <= high):
            raise self.refuse("last_turn", f"is {last!r}; it is a turn from {low} to {high}")
        if (last == 0) != (s.turn <= b.turns) or (last and last < s.turn):
            raise self.refuse("last_turn", f"cannot be {last} in turn {s.turn}")
        s.last_turn = last
        s.ledger[:] = 0
        for name, points in self._ledger().items():
            number = isinstance(points, (int, float)) and not isinstance(points, bool)
            if not number or not 0 <= points <= 1000 or points * 2 != int(points * 2):
                raise self.refuse("ledger", f"{name}: {points!r} is no number of points")
            s.ledger[st.LEDGER.index(name)] = int(points * 2)

    def _ledger(self) -> Mapping[str, Any]:
        """Return points by entry; they may also be given by side and entry, as in `ledger`."""
        sides = self.game.sides
        given = self.mapping(self.data, "ledger", "entry to points", default_ledger(self.game))
        found = {name: points for name, points in given.items() if name not in sides}
        for name in found:
            if name not in st.LEDGER:
                raise self.refuse("ledger", f"{name!r} is unknown; {', '.join(st.LEDGER)}")
        for side in sides:
            of_side = self.mapping(given, side, "entry to points", within="ledger, ")
            for name, points in of_side.items():
                if name == BID:
                    self._check_bid(side, points)
                    continue
                if name not in st.LEDGER or sides[side_of(name)] != side:
                    own = [entry for entry in st.LEDGER if sides[side_of(entry)] == side]
                    reason = f"{name!r} is no entry of this side; it has {', '.join(own)}"
                    raise self.refuse(f"ledger, {side}", reason)
                if name in found:
                    raise self.refuse("ledger", f"{name!r} is given twice")
                found[name] = points
        return found

    def _check_bid(self, side: str, points: Any) -> None:
        """Reject a bid that differs from the one in the game's options."""
        bid = bid_of(self.game.options, self.game.sides)
        if bid is None or (bid.side, bid.points) != (side, points):
            told = "there is none" if bid is None else f"it is {bid}"
            raise self.refuse(f"ledger, {side}", f"{BID!r}: is {points!r}; by the options {told}")

    def _duties(self, position: Situation) -> None:
        """Compute the duties of a Combat Phase in which nothing was done, unless they are given."""
        s = position.state
        if s.step not in combat_data.PHASE or not _nothing_done(s):
            return
        given = {field: s[field].copy() for field in ("bound", "owed") if field in self.data}
        query_entry_points.set_duties(*position.arrays)
        for field, values in given.items():
            s[field] = values

    def _result(self, s: Any) -> None:
        given = self.data.get("result")
        if (given is not None) != (s.step == st.OVER):
            raise self.refuse("result", "belongs to the phase over, which needs one")
        if given is None:
            return
        sides = (*self.game.sides, "draw")
        if not isinstance(given, Mapping) or given.get("winner") not in sides:
            raise self.refuse("result", f"names a winner: {', '.join(sides)}")
        drawn = given["winner"] == "draw"
        s.winner = st.NOBODY if drawn else sides.index(given["winner"])
        known = self.game.endings
        usual = "draw" if drawn else "points"
        ending = given.get("ending", usual if usual in known else known[-1])
        if ending not in known:
            raise self.refuse("result", f"has no known ending; one of {', '.join(known)}")
        s.ending = st.ENDING_NAMES.index(ending)
        if (s.ending == st.DRAWN) != drawn and s.ending != st.BY_SCENARIO:
            raise self.refuse("result", f"{given['winner']} does not fit the ending {ending}")
