"""Positions as data: reading checks every field, and reading what was written gives the same.

The format is described in docs/notation.md and by `schema()`. Reading does not check a position
against the rules, only that it is possible. `seen` returns what one side may see.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridgehead.core.cache import Recent
from bridgehead.core.errors import InvalidPosition
from bridgehead.core.positions.field_reader import FieldReader
from bridgehead.core.positions.position_data import header
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import fields, pending
from bridgehead.titles.october_war.formats.components import Components, Situation
from bridgehead.titles.october_war.rules import entry_points
from bridgehead.titles.october_war.rules.air.air_phases import may_fly
from bridgehead.titles.october_war.rules.air.strikes import serves

FORMAT = 1
OWNERS = ("israel", "arab", "dice")
FIELDS = (
    "format", "game", "options", "map", "data", "turn", "side", "phase", "step", "owner", "units",
    "back", "known", *fields.MARKS, "came", "task", "control", "bridges", *fields.TABLES,
    "pool", "air_master", "looked_at", "raid_at", "raid_ew", "tried", *fields.COUNTS,
    *fields.WORDS, *fields.UNITS, *fields.PLACES, *fields.PLACE_LISTS, "result", "hidden",
    "viewer", "to_move", "legal_actions",
)  # fmt: skip


def place_name(game: Any, where: int, arrives: int) -> str:
    """Return the word for a counter's place."""
    if where >= 0:
        return str(game.places[where])
    if where == st.TRACK:
        return f"turn-track:{arrives}"
    if where <= st.MISSION_BOX:
        theater, mission = divmod(st.MISSION_BOX - where, 4)
        return f"{st.THEATERS[theater]}:{st.MISSIONS[mission]}"
    return st.BOXES[-1 - where]


def units(position: Situation) -> dict[str, str]:
    """Return the true place of each counter in play."""
    key = position.game, position.state.tobytes()
    return dict(_units.get(key, lambda: _units_of(position)))


_units: Recent[dict[str, str]] = Recent(8)  # each viewer of a position asks for them


def _units_of(position: Situation) -> dict[str, str]:
    s = position.state
    where, arrives = s.where.tolist(), s.arrives.tolist()
    game = position.game
    return {
        id_: place_name(game, where[u], arrives[u])
        for u, id_ in enumerate(game.units)
        if id_ not in game.out_of_play
    }


def write(position: Situation, *, full: bool = False) -> dict[str, Any]:
    """Return a position as data. Default values are left out, except in the header.

    `full`: everything is included except the counters and places of decisions that are not pending.
    """
    game, s = position.game, position.state
    blank = None if full else game.blank
    data = header(position, FORMAT, full=full) | {"step": position.step}
    if s.owner != st.NOBODY:
        data["owner"] = OWNERS[s.owner]
    data["units"] = units(position)
    data |= _of_units(game, s, full)
    data |= _of_the_map(game, s, full)
    data |= _tables(s, blank)
    data |= _words_and_counts(game, s, blank)
    if not (s.mark & st.IN_COMMAND).any() and pending.commanded(position).any():
        data["in_command"] = []
    if full or s.looking or default_looking(s):  # 1 is said always: once 0 was meant otherwise
        data["looking"] = int(s.looking)
    if position.result_by_rules is not None:
        data["result"] = position.result_by_rules.to_dict()
    return data


def default_looking(s: Any) -> int:
    """Return the default for whether looks can still be made: only if nothing was done yet."""
    if s.step == st.MOVE:
        return int(not (s.mark & st.MOVED_NOW).any())
    return int(s.step == st.RAIDS and s.raids == 0)


def _of_units(game: Any, s: Any, full: bool) -> dict[str, Any]:
    found: dict[str, Any] = {}
    ids = game.units
    for name, values in (("back", s.back), ("known", s.known), ("tried", s.tried)):
        marked = [ids[u] for u in values[: len(ids)].nonzero()[0]]
        if marked or full:
            found[name] = marked
    for bit, name in enumerate(fields.MARKS):
        marked = [ids[u] for u in (s.mark[: len(ids)] & (1 << bit)).nonzero()[0]]
        if marked or full:
            found[name] = marked
    came = {ids[u]: game.places[s.came[u]] for u in (s.came[: len(ids)] >= 0).nonzero()[0]}
    task = {ids[u]: int(s.task[u]) for u in s.task[: len(ids)].nonzero()[0]}
    return found | {
        name: value for name, value in (("came", came), ("task", task)) if value or full
    }


def _of_the_map(game: Any, s: Any, full: bool) -> dict[str, Any]:
    b = game.board[0]
    found: dict[str, Any] = {}
    control = {
        game.places[p]: _side_or_none(int(s.control[p]))
        for p in range(int(b.places))
        if full or s.control[p] != b.start_control[p]
    }
    bridges = {
        game.places[int(b.canal_end[k, 0])]: st.SIDES[s.bridge[k]]
        for k in range(int(b.canals))
        if s.bridge[k] != st.NOBODY
    }
    masters = {
        theater: st.SIDES[s.air_master[k]]
        for k, theater in enumerate(st.THEATERS)
        if s.air_master[k] != st.NOBODY
    }
    looked = {game.places[p]: int(s.looked_at[p]) for p in s.looked_at.nonzero()[0]}
    raid_ew = [k for k in range(1, int(s.raids) + 1) if s.raid_ew[k - 1]]
    raid_at = [game.places[p] for p in s.raid_at[: int(s.raids)]]
    for name, value in (
        ("control", control), ("bridges", bridges), ("air_master", masters),
        ("looked_at", looked), ("raid_at", raid_at), ("raid_ew", raid_ew),
    ):  # fmt: skip
        if value or full:
            found[name] = value
    for name in fields.PLACE_LISTS:
        there = [game.places[p] for p in s[name].nonzero()[0]]
        if there or full:
            found[name] = there
    return found


def _side_or_none(side: int) -> str:
    return st.SIDES[side] if side >= 0 else "none"


def _tables(s: Any, blank: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, (keys, _, _) in fields.TABLES.items():
        if blank is None or s[name].tolist() != blank[name].tolist():
            found[name] = dict(zip(keys, s[name].tolist(), strict=True))
    if blank is None or s.pool.tolist() != blank.pool.tolist():
        found["pool"] = [
            event for e, event in enumerate(st.EVENTS) if (int(s.pool[0]) | int(s.pool[1])) >> e & 1
        ]
    return found


def _words_and_counts(game: Any, s: Any, blank: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, words in fields.WORDS.items():
        if blank is None or s[name] != blank[name]:
            found[name] = words[s[name]] if s[name] >= 0 else "none"
    for name in fields.COUNTS:
        if name != "looking" and (blank is None or s[name] != blank[name]):
            found[name] = int(s[name])
    found |= {name: game.units[s[name]] for name in fields.UNITS if s[name] >= 0}
    return found | {name: game.places[s[name]] for name in fields.PLACES if s[name] >= 0}


# Reading


def read(game: Components, data: Mapping[str, Any]) -> Situation:
    """Return the position that the data describe; InvalidPosition names the first wrong field."""
    if not isinstance(data, Mapping):
        raise InvalidPosition(f"a position is an object with fields, not {data!r}")
    return _Reader(game, data).read()


class _Reader(FieldReader):
    """Reads one position; each method reads a group of fields."""

    def read(self) -> Situation:
        self.header(FORMAT, FIELDS)
        if "hidden" in self.data or "viewer" in self.data:
            raise self.refuse("hidden", "is a side's view: a game cannot go on from it")
        position: Situation = self.game.blank_position()
        self.position, self.s = position, position.state
        s = self.s
        self._when(s)
        self._units()
        self._marks()
        self._map()
        self._tables()
        self._words_and_counts()
        if s.step != st.OVER:
            self._decision(position)
            if "in_command" not in self.data:
                s.mark |= pending.commanded(position)
                position = position.copy()  # what was computed on the way is forgotten
        elif s.ending == st.NOT_ENDED:
            known = ", ".join(st.ENDING_NAMES[1:])
            raise self.refuse("ending", f"is missing: how the game ended, one of {known}")
        return position

    def _when(self, s: Any) -> None:
        """Read turn, side, phase and step."""
        s.turn = self.turn(int(self.game.board[0].last_turn))
        phase = self.one_of(self.data, "phase", st.PHASES, "movement 1")
        s.phase = st.PHASES.index(phase)
        side = self.one_of(self.data, "side", st.SIDES, pending.first_side(phase))
        s.side = st.SIDES.index(side)
        first = pending.FIRST_STEPS.get(phase, "next")
        if "step" in self.data:
            first = self.one_of(self.data, "step", fields.step_names(), first)
        s.step = st.STEPS.index(first)
        if (s.step == st.OVER) != (s.phase == st.ENDED):
            raise self.refuse("step", f"{first!r} does not come in the phase {phase!r}")
        if s.step == st.OVER:
            s.owner = st.NOBODY

    # Counters

    def _units(self) -> None:
        s, b, game = self.s, self.game.board[0], self.game
        if "units" not in self.data:
            for u, place in enumerate(game.standard):
                s.where[u] = place if s.phase != st.SETUP else b.start[u]
        else:
            given = self.mapping(self.data, "units", "a place for each counter")
            s.where[:] = st.PERMANENT
            s.where[: len(game.units)] = st.ELIMINATED
            for name, place in given.items():
                u = self.unit("units", name)
                s.where[u], s.arrives[u] = self._where(str(name), place, bool(b.air[u]))
        for name in game.out_of_play:  # eliminated ones could come back
            s.where[game.unit_index(name)] = st.PERMANENT

    def _where(self, name: str, place: object, strike: bool) -> tuple[int, int]:
        field = f"units, {name}"
        if not isinstance(place, str):
            raise self.refuse(field, f"{place!r} is no string: places are named by their ids")
        found = self.game.place_numbers.get(place)
        if place.startswith("turn-track:"):
            turn = place.removeprefix("turn-track:")
            digits = turn.isascii() and turn.isdigit() and len(turn) < 4
            if digits and int(turn) <= self.game.board[0].last_turn:
                return st.TRACK, int(turn)
        if found is None:
            raise self.refuse(field, f"{place!r} is no point, reserve area or box")
        in_air = found <= st.MISSION_BOX or found in (st.READY, st.USED)
        if (found >= 0 and strike) or (in_air and not strike):
            kind = "a strike" if strike else "a ground unit"
            raise self.refuse(field, f"{kind} cannot be in {place!r}")
        if 0 <= found < self.game.board[0].points and self.game.board[0].water[found]:
            raise self.refuse(field, f"nobody stands in {place!r}, a crossing point")
        self._serves(field, name, int(found))
        return int(found), 0

    def _serves(self, field: str, name: str, found: int) -> None:
        """[18.5, 25.3] Check that a counter may be in a reserve area, or on a mission, at all."""
        b, u = self.game.board[0], self.unit("units", name)
        side, place = int(b.side[u]), self.data["units"][name]
        if found >= b.points and b.start_control[found] != side:
            owner = st.SIDES[int(b.start_control[found])]
            reason = f"{place!r} is for units of {owner}, and this is one of {st.SIDES[side]}"
            raise self.refuse(field, reason)
        if found > st.MISSION_BOX:
            return
        theater, mission = divmod(st.MISSION_BOX - found, 4)
        kind = int(b.type[u]) - st.TAC
        if not serves(b, u, theater) or not may_fly(kind, mission):
            raise self.refuse(field, f"a strike of this kind and nation flies no {place!r}")

    def _marks(self) -> None:
        s = self.s
        for name, values in (("back", s.back), ("known", s.known), ("tried", s.tried)):
            for u in self.unit_list(self.data, name):
                values[u] = 1
        for bit, name in enumerate(fields.MARKS):
            for u in self.unit_list(self.data, name):
                s.mark[u] |= 1 << bit
        for name, place in self.mapping(self.data, "came", "the place each came from").items():
            s.came[self.unit("came", name)] = self._place("came", place)
        for name in (task := self.mapping(self.data, "task", "the raid of each strike")):
            s.task[self.unit("task", name)] = self.count(task, name, 0, st.MAX_RAIDS - 1, "task")

    def _place(self, field: str, place: object) -> int:
        if not isinstance(place, str):
            raise self.refuse(field, f"{place!r} is no string: places are named by their ids")
        found = self.game.place_numbers.get(place, -1)
        if found < 0:
            raise self.refuse(field, f"{place!r} is no point and no reserve area")
        return int(found)

    # The map

    def _map(self) -> None:
        s, b = self.s, self.game.board[0]
        for name, side in self.mapping(self.data, "control", "a side for each point").items():
            p = self._place("control", name)
            words = (*st.SIDES, "none")
            s.control[p] = words.index(self.one_of({name: side}, name, words, "", "control, "))
            if s.control[p] == len(st.SIDES):
                s.control[p] = st.NOBODY
        ends = {int(b.canal_end[k, 0]): k for k in range(int(b.canals))}
        for name, side in self.mapping(self.data, "bridges", "a side for each bridge").items():
            p = self._place("bridges", name)
            if p not in ends:
                raise self.refuse("bridges", f"{name!r} is no African bank of the canal")
            word = self.one_of({name: side}, name, st.SIDES, "", "bridges, ")
            s.bridge[ends[p]] = st.SIDES.index(word)
            self._held(name, ends[p], st.SIDES.index(word))
        for name, side in self.mapping(self.data, "air_master", "a side for a theater").items():
            if name not in st.THEATERS:
                raise self.refuse("air_master", f"{name!r} is no theater")
            word = self.one_of({name: side}, name, st.SIDES, "", "air_master, ")
            s.air_master[st.THEATERS.index(name)] = st.SIDES.index(word)
        looked = self.mapping(self.data, "looked_at", "who looked there: 1, 2 or 3")
        for name in looked:
            s.looked_at[self._place("looked_at", name)] = self.count(
                looked, name, 0, 3, "looked_at"
            )
        for name in fields.PLACE_LISTS:
            for place in self._list(name, "points"):
                s[name][self._place(name, place)] = 1
        raids = self._list("raid_at", "points")
        if len(raids) >= st.MAX_RAIDS:
            raise self.refuse("raid_at", f"has {len(raids)} raids")
        for number in self._list("raid_ew", "numbers of raids"):
            if type(number) is not int or not 1 <= number <= len(raids):
                raise self.refuse("raid_ew", f"{number!r} is the number of no raid")
            s.raid_ew[number - 1] = 1
        for k, place in enumerate(raids):
            s.raid_at[k] = self._place("raid_at", place)

    def _held(self, name: str, canal: int, side: int) -> None:
        """[21.4] Check that a unit of its owner is at one end of a bridge."""
        ends = [int(p) for p in self.game.board[0].canal_end[canal]]
        if not any(self._stands(side, p) for p in ends):
            banks = " or ".join(self.game.places[p] for p in ends)
            reason = f"a bridge of {st.SIDES[side]} needs one of its units in {banks}"
            raise self.refuse(f"bridges, {name}", reason, (), (name,))

    def _list(self, field: str, of: str) -> list[Any]:
        value = self.data.get(field, [])
        if not isinstance(value, list):
            raise self.refuse(field, f"is {value!r}; it must be a list of {of}")
        return value

    # Numbers

    def _tables(self) -> None:
        s = self.s
        for name, (keys, least, most) in fields.TABLES.items():
            given = self.mapping(self.data, name, f"numbers of {', '.join(keys)}")
            for key in given:
                if key not in keys:
                    raise self.refuse(name, f"{key!r} is unknown; there are {', '.join(keys)}")
            for k, key in enumerate(keys):
                s[name][k] = self.count(given, key, int(s[name][k]), most, name, least)
        if "pool" in self.data:
            s.pool[:] = 0
            for event in self._list("pool", "events"):
                if event not in st.EVENTS:
                    raise self.refuse("pool", f"{event!r} is no event")
                e = st.EVENTS.index(event)
                s.pool[st.ARAB if e < len(st.ARAB_EVENTS) else st.ISRAEL] |= 1 << e

    def _words_and_counts(self) -> None:
        s = self.s
        for name, words in fields.WORDS.items():
            if name in self.data:
                word = self.one_of(self.data, name, (*words, "none"), "")
                s[name] = st.NOBODY if word == "none" else words.index(word)
        for name, most in fields.COUNTS.items():
            least = -1 if name == "committed" else 0
            s[name] = self.count(self.data, name, int(s[name]), most, least=least)
        s.looking = self.count(self.data, "looking", default_looking(s), 1)
        for name in fields.UNITS:
            if name in self.data:
                s[name] = self.unit(name, self.data[name])
        for name in fields.PLACES:
            if name in self.data:
                s[name] = self._place(name, self.data[name])

    def _decision(self, position: Situation) -> None:
        """Check the side to decide, the decision's subject, and that there is a legal action."""
        s = self.s
        lack = None
        if s.step == st.NEXT:
            lack = pending.begin(position)
        else:
            self._needs(position.step)
        if lack is None:
            owner = self.one_of(self.data, "owner", OWNERS, OWNERS[pending.owner_of(position)])
            s.owner = OWNERS.index(owner)
            lack = pending.lack(position)
        if lack is not None:
            raise self.refuse(*lack)
        if not len(position.legal_codes()):
            raise self.refuse("step", f"{position.step!r}: there is nothing that can be decided")

    def _needs(self, step: str) -> None:
        """Check that the step belongs to the phase, and that its subject is complete."""
        s = self.s
        phases = fields.phases_of(int(s.step))
        if s.phase not in phases:
            known = ", ".join(st.PHASES[phase] for phase in phases)
            raise self.refuse("step", f"{step!r} comes in another phase: {known}")
        for name in fields.NEEDS.get(int(s.step), ()):
            if s[name] < 0 or (name == "raid" and not 0 < s.raid <= s.raids):
                raise self.refuse(name, f"is missing: the step is {step!r}")
        if s.raids > len(self.data.get("raid_at", ())):
            raise self.refuse("raids", "names more raids than raid_at")
        for name in ("flyer", "sam", "shooter"):
            if s[name] >= 0 and s.where[s[name]] < 0:
                raise self.refuse(name, f"{self.data[name]!r} is not on the map")
        battle = int(s.battle)
        for side in st.SIDES if battle >= 0 and s.step != st.OVER else ():
            if not self._stands(st.SIDES.index(side), battle) and s.step in NEEDS_BOTH:
                raise self.refuse("battle", f"no unit of {side} stands there")

    def _stands(self, side: int, p: int) -> bool:
        b = self.game.board[0]
        n = len(self.game.units)
        return bool(((self.s.where[:n] == p) & (b.side[:n] == side)).any())


NEEDS_BOTH = (st.ATTACKER_EW, st.DEFENDER_EW, st.FIRE, st.FIRE_ROLL)


# What one side may see [69 to 72]


def seen(position: Situation, viewer: int) -> dict[str, Any]:
    """Return a position as a side may see it; `viewer` is NOBODY for a spectator.

    Hidden facts are left out: nothing in the result changes when hidden counters are exchanged, or
    when secret plans are different.
    """
    position = without_set_up(position, viewer)
    game, s = position.game, position.state
    data = write(position)
    hidden = hidden_from(position, viewer)
    shown = {id_ for u, id_ in enumerate(game.units) if not hidden[u]}
    counts: dict[str, int] = {}
    for u in hidden.nonzero()[0]:
        place = data["units"][game.units[u]]
        counts[place] = counts.get(place, 0) + 1
    data["units"] = {id_: place for id_, place in data["units"].items() if id_ in shown}
    for name in ("back", "known", "tried", *fields.MARKS):
        if name in data:
            data[name] = [id_ for id_ in data[name] if id_ in shown]
    if "in_command" in data:  # it tells where headquarters stand
        own = {id_ for u, id_ in enumerate(game.units) if game.board[0].side[u] == viewer}
        data["in_command"] = [id_ for id_ in data["in_command"] if id_ in own]
    if s.side != viewer:  # that something flew is seen, not that it was of the 202nd
        data.pop("drops", None)
    if s.flyer >= 0 and s.where[s.flyer] >= 0:  # that a counter takes off there is seen by all
        data["takeoff"] = game.places[s.where[s.flyer]]
    for name in ("came", "task"):
        if name in data:
            data[name] = {id_: value for id_, value in data[name].items() if id_ in shown}
    for name in fields.UNITS:
        if name in data and data[name] not in shown:
            del data[name]
    for name in ("back", "known", "tried", *fields.MARKS, "came", "task"):
        if name in data and not data[name]:
            del data[name]
    if not s.looking:  # where it is said of a position rests on counters that may be hidden
        data.pop("looking", None)
    data["viewer"] = st.SIDES[viewer] if viewer >= 0 else "spectator"
    data["hidden"] = dict(sorted(counts.items(), key=lambda item: game.place_numbers[item[0]]))
    if s.phase == st.AIR_COMMITMENT:
        _hide_plans(position, data, viewer)
    return data


def without_set_up(position: Situation, viewer: int) -> Situation:
    """[10] Return a position without what another side has placed in its unfinished set-up."""
    if position.state.phase != st.SETUP or position.state.side == viewer:
        return position
    found = position.copy()
    board, state, _ = found.arrays
    entry_points.before_set_up(board, state)
    return found


def hidden_from(position: Situation, viewer: int) -> Any:
    """Return for each counter whether its identity is hidden from a viewer."""
    board, state, work = position.arrays
    out = position.game.flags_of_units()
    entry_points.hidden(board, state, work, viewer, out)
    return out[: len(position.game.units)] != 0


def _hide_plans(position: Situation, data: dict[str, Any], viewer: int) -> None:
    """[72] Show the enemy's strikes as ready until both sides have committed theirs."""
    b, game = position.game.board[0], position.game
    for u, id_ in enumerate(game.units):
        box, colon, _ = data["units"].get(id_, "").partition(":")
        if b.air[u] and b.side[u] != viewer and colon and box in st.THEATERS:
            data["units"][id_] = "ready"
    if position.state.owner != viewer:
        data.pop("committed", None)
