"""Middle East Battles as a `Game`, and its `Position`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bridgehead.core.dataset import DataSet
from bridgehead.core.deprecated import Called
from bridgehead.core.errors import MalformedAction
from bridgehead.core.kernel import record_type
from bridgehead.core.kernel_game import KernelGame
from bridgehead.core.notation import Grammar, Packing
from bridgehead.core.position import EVERYTHING, Event, Position, Result
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.data import position_format
from bridgehead.titles.middle_east_battles.data.board import build, counters_in_play
from bridgehead.titles.middle_east_battles.data.editions import SECRET_VERBS, Edition
from bridgehead.titles.middle_east_battles.data.layout import BOARD
from bridgehead.titles.middle_east_battles.data.schema import schema as position_schema
from bridgehead.titles.middle_east_battles.rules import entry_points, query_entry_points
from bridgehead.titles.middle_east_battles.screen import queries
from bridgehead.titles.middle_east_battles.screen.queries import Movement, Odds
from bridgehead.titles.middle_east_battles.words import prose
from bridgehead.titles.middle_east_battles.words.refusals import Reasons

OBJECTS = {
    "place": "unit hex", "move": "unit hex", "enter": "unit hex", "exit": "unit hex",
    "drop": "unit hex", "land": "unit hex", "lift": "unit hex", "liftoff": "unit hex",
    "cross": "unit helper hex", "return": "unit", "with": "unit", "fpf": "unit", "lose": "unit",
    "retreat": "unit hex", "displace": "unit hex", "advance": "unit hex", "attack": "hex",
    "also": "hex", "air": "number", "air-b": "number", "roll": "face", "continue": "number",
}  # fmt: skip
# How a game names its markers, where it has them; "" is a verb that the game does not have.
MARKERS = {
    "suez-56": {"air": "british-air", "air-b": "french-air",
                "guns": "british-guns", "guns-b": "french-guns"},
    "el-arish-67": {"air": "air", "air-b": "", "guns": "", "guns-b": ""},
}  # fmt: skip
PACKING = Packing(verb=st.VERB, unit=st.UNIT, no_unit=st.NO_UNIT, helper=st.SLOT)


class MiddleEastBattles(KernelGame):
    """One of the two games with its options and its map."""

    state_type = record_type(st.STATE)
    work_type = record_type(st.WORK)
    max_actions = st.MAX_ACTIONS
    entry_points = entry_points

    def __init__(self, edition: Edition, options: frozenset[str], data: DataSet) -> None:
        self.edition = edition
        self.id = edition.id
        self.name = f"{edition.name} ({edition.publisher}, {edition.year})"
        self.sides = edition.sides
        self.options = tuple(option for option in edition.options if option in options)
        self.data = data
        self.map = data.map
        self.counters = counters_in_play(edition, options, data)
        self.units = tuple(unit["id"] for unit in self.counters)
        self.hexes = tuple(self.map.grid.hexes())
        self.hex_numbers = frozenset(self.hexes)
        self.board = np.zeros(1, record_type(BOARD))
        self.board[0] = build(data, edition, options)
        self.board.flags.writeable = False
        names = MARKERS[edition.id]
        self.markers = tuple(names.values())  # "" where the game has none
        self.air = tuple(name for name in self.markers[:2] if name)
        self.guns = tuple(name for name in self.markers[2:] if name)
        verbs = [(names.get(verb, verb), OBJECTS.get(verb, "")) for verb in st.VERBS]
        helpers = [self.units[u] for u in self.board[0].slot_unit.tolist() if u >= 0]
        self.grammar = Grammar(
            verbs, self.units, self.hexes, off_map_case="5.1", packing=PACKING, helpers=helpers
        )

        self.reasons = Reasons(self)

    def start(self) -> MiddleEastBattlesPosition:
        """Return the position in which the game begins: Egypt sets up [9.3, 10.3]."""
        position = MiddleEastBattlesPosition(self)
        entry_points.start(self.board, position._state, np.zeros(1, self.work_type))
        return position

    def position(self, data: Mapping[str, Any]) -> MiddleEastBattlesPosition:
        """Return the position given as data (docs/notation.md); InvalidPosition says why not."""
        return position_format.read(self, data)

    def case(self, rule: str) -> str:
        """Return the case number of a rule."""
        return self.reasons.case(rule)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of this game's positions as data."""
        return position_schema(self)

    def figures(self, position: MiddleEastBattlesPosition) -> list[int]:
        """Return what a position's attack comes to, in the order of `query_doors`."""
        found = np.zeros(query_entry_points.FIGURES, np.int64)
        query_entry_points.figures(*position.arrays, found)
        return [int(number) for number in found]

    def expand(self, position: Position, text: str) -> list[str]:
        """Return the decisions of a whole attack in one line, attackers in any order [7.3]."""
        words = text.split()
        if words and words[0] == "enter" and len(words) == 4:  # entry hex, and on from there
            return [f"enter {words[1]} {words[2]}", f"move {words[1]} {words[3]}"]
        if not words or words[0] != "attack":
            return [" ".join(words)]
        return self._expand_attack(words, text)

    def _expand_attack(self, words: list[str], text: str) -> list[str]:
        form = "attack HEX [also HEX …] with UNIT … [markers] [fire]"
        markers = [name for name in MARKERS[self.id].values() if name]
        hexes, units, given, fire = [], [], {}, False
        rest = words[1:]
        reading = "hex"
        while rest:
            word = rest.pop(0)
            if word in ("also", "with"):
                reading = "hex" if word == "also" else "unit"
            elif word == "fire" and not rest:
                fire = True
            elif word in markers:
                number = f" {rest.pop(0)}" if word.endswith("air") and rest else ""
                given[word] = f"{word}{number}"
            elif reading == "hex":
                hexes.append(word)
            else:
                units.append(word)
        if not hexes or len(set(hexes)) < len(hexes) or len(set(units)) < len(units):
            raise MalformedAction(f"{text!r}: name each hex and unit once, as in {form!r}")
        hexes.sort()
        units.sort(key=self.unit_index)
        return [
            f"attack {hexes[0]}",
            *(f"also {hex_}" for hex_ in hexes[1:]),
            *(f"with {unit}" for unit in units),
            *(given[name] for name in markers if name in given),
            *(["fire"] if fire else []),
        ]


class MiddleEastBattlesPosition(Position):
    """A position of Suez '56 or El Arish '67."""

    __slots__ = ()
    game: MiddleEastBattles

    @property
    def turn(self) -> int:
        """The game turn."""
        return int(self.state.turn)

    @property
    def side(self) -> str:
        """Whose Player-Turn it is."""
        return self.game.sides[self.state.side]

    @property
    def step(self) -> str:
        """The name of the pending decision, one of `state.STEPS`."""
        return st.STEPS[self.state.step]

    @property
    def phase(self) -> str:
        """The phase: "setup", "start", "movement", "combat", "end" or "over"."""
        return st.PHASE_OF_STEP[self.state.step]

    @property
    def is_night(self) -> bool:
        """[5.15, 7.19] Whether this game turn is at night."""
        return bool(self.game.board[0].night[self.turn])

    @property
    def units(self) -> dict[str, str]:
        """Where each unit is: a hex number, "off", "exited" or "eliminated"."""
        hexes = self.game.hexes
        return {
            unit: hexes[place] if place >= 0 else st.PLACES[place]
            for unit, place in zip(self.game.units, self.state.hex.tolist(), strict=False)
        }

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        return prose.result(self)

    @property
    def air(self) -> dict[str, int]:
        """The airstrikes left in this game turn, by the verb that uses them [8.18]."""
        left = self.state.air.tolist()
        return {name: left[kind] for kind, name in enumerate(self.game.air)}

    @property
    def ledger(self) -> Called[dict[str, float]]:
        """For each side the victory points it has, by what they were given for.

        The field `ledger` of a position takes it as it is.
        """
        west, egypt = self.game.sides
        found: dict[str, dict[str, float]] = {west: {}, egypt: {}}
        for name, number in self.entries.items():
            found[self.game.sides[position_format.side_of(name)]][name] = number
        return Called("ledger", found)

    @property
    def entries(self) -> Called[float]:
        """The victory points of both sides by what they were given for, where there are any."""
        ledger = zip(st.LEDGER, self.state.ledger.tolist(), strict=True)
        return Called("entries", {name: in_points(number) for name, number in ledger if number})

    @property
    def points(self) -> Called[float]:
        """The victory points of each side."""
        totals = {side: sum(entries.values()) for side, entries in self.ledger.items()}
        return Called("points", totals)

    def movement(self, unit: str, verb: str | None = None) -> Movement:
        """Return where a unit can go now, at what cost, and why not elsewhere.

        `verb` is one of "move", "exit", "enter", "drop", "land", "lift", "liftoff", "cross",
        "place"; without it, it is the first of them that the unit can use now.
        """
        return Movement(self, unit, verb)

    def odds(
        self,
        hexes: str | Sequence[str],
        attackers: Sequence[str] = (),
        markers: Mapping[str, int] | None = None,
        protectors: Sequence[str] = (),
        covers: Mapping[str, int] | None = None,
        table: str | None = None,
    ) -> Odds:
        """Return what an attack on one or several hexes would be, whoever is to move.

        Duties are not applied: who must attack or be attacked, and who has fought already, is not
        asked. `markers` and `covers` give the attacker's and the defender's markers by their verbs:
        `{"british-air": 3, "british-guns": 1}`. `table` is the one that the West chooses ("mobile",
        "frontal"). IllegalAction says why there can be no such attack.
        """
        return queries.odds(self, hexes, attackers, markers, protectors, covers, table)

    def pending_odds(self) -> Odds | None:
        """Return the odds of the attack being declared or rolled, None without an attacker."""
        return queries.pending_odds(self)

    def line_of_communication(self) -> None:
        """Return None: these games know no line of communication."""

    def to_dict(self, *, full: bool = False) -> dict[str, Any]:
        """Return the position as data, the West's secret among it [9.2].

        `full` leaves out nothing that is at its default.
        """
        return position_format.write(self, full=full)

    def view(self, side: str | None) -> dict[str, Any]:
        """Return what a side may see: all but the last turn that the West has written down."""
        if side is not None and side not in self.game.sides:
            raise ValueError(f"{side!r} is no side; there are {', '.join(self.game.sides)}")
        seen = position_format.write(self)
        seen.pop("last_turn", None)
        known = side == self.game.sides[st.WEST] or self.result is not None
        if known and self.state.last_turn:
            seen["last_turn"] = int(self.state.last_turn)
        seen["to_move"] = self.to_move
        if side is not None and self.to_move == side:
            seen["legal_actions"] = list(self.legal_actions())
        return seen

    def describe(self, text: str, viewer: str | None = EVERYTHING) -> list[Event]:
        """Return what a legal action does, as the log tells it."""
        return prose.describe(self, text)

    def public(self, text: str, viewer: str | None) -> str:
        """Return an action as a viewer may read it: how long the West goes on is secret [9.2]."""
        verb = text.split(maxsplit=1)[0] if text.strip() else ""
        knows = viewer == EVERYTHING or SECRET_VERBS.get(verb, viewer) == viewer
        return text if knows else verb

    def __repr__(self) -> str:
        return f"<{self.game.id} turn {self.turn} {self.side} {self.phase}, {self.to_move} to move>"


def in_points(half_points: int) -> float:
    """Return half points as points, whole ones as a whole number."""
    return half_points // 2 if half_points % 2 == 0 else half_points / 2
