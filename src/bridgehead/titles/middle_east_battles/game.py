"""Middle East Battles as a `Game`, and its `Position`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from bridgehead.core.errors import MalformedAction
from bridgehead.core.positions.position import EVERYTHING, Event, Position, Result
from bridgehead.core.titles.dataset import DataSet
from bridgehead.titles.middle_east_battles.formats import position_format
from bridgehead.titles.middle_east_battles.formats.components import Components, Situation
from bridgehead.titles.middle_east_battles.formats.editions import SECRET_VERBS, Edition
from bridgehead.titles.middle_east_battles.formats.schema import schema as position_schema
from bridgehead.titles.middle_east_battles.screen import queries
from bridgehead.titles.middle_east_battles.screen.queries import Movement, Odds
from bridgehead.titles.middle_east_battles.words import prose
from bridgehead.titles.middle_east_battles.words.refusals import Reasons


class MiddleEastBattles(Components):
    """One of the games with its options and its map."""

    def __init__(self, edition: Edition, options: frozenset[str], data: DataSet) -> None:
        super().__init__(edition, options, data)
        self.reasons = Reasons(self)
        self.set_up_scenario()

    def start(self) -> MiddleEastBattlesPosition:
        """Return the position at the start of the game: Egypt sets up [9.3, 10.3]."""
        position = MiddleEastBattlesPosition(self)
        position.start()
        return position

    def position(self, data: Mapping[str, Any]) -> MiddleEastBattlesPosition:
        """Return the position given as data (docs/notation.md).

        InvalidPosition if it is invalid.
        """
        return cast(MiddleEastBattlesPosition, position_format.read(self, data))

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of this game's positions as data."""
        return position_schema(self)

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
        markers = [name for name in self.markers if name]
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


class MiddleEastBattlesPosition(Situation):
    """A position of one of the games."""

    __slots__ = ()
    game: MiddleEastBattles

    @property
    def result_by_rules(self) -> Result | None:
        """The result by the rules, None if the game is not over by its rules."""
        return prose.result(self)

    def movement(self, unit: str, verb: str | None = None) -> Movement:
        """Return where a unit can go now, with costs, and why it cannot go elsewhere.

        `verb` is one of "move", "exit", "enter", "drop", "land", "lift", "liftoff", "cross",
        "place"; by default it is the first of them that the unit can use now.
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
        """Return the odds of an attack on one or several hexes, whichever side is to move.

        Duties are not checked: who must attack or be attacked, and who has fought already.
        `markers` and `covers` give the attacker's and the defender's markers by their verbs:
        `{"british-air": 3, "british-guns": 1}`. `table` is the one that the West chooses ("mobile",
        "frontal"). IllegalAction if there can be no such attack.
        """
        return queries.odds(self, hexes, attackers, markers, protectors, covers, table)

    def pending_odds(self) -> Odds | None:
        """Return the odds of the attack being declared or rolled, None without an attacker."""
        return queries.pending_odds(self)

    def line_of_communication(self) -> None:
        """Return None, because these games have no line of communication."""

    def to_dict(self, *, full: bool = False) -> dict[str, Any]:
        """Return the position as data, including the West's secret [9.2].

        With `full`, default values are included.
        """
        return position_format.write(self, full=full)

    def _seen(self, side: str | None) -> dict[str, Any]:
        """Remove the last turn that the West has written down [9.2]."""
        seen = position_format.write(self)
        seen.pop("last_turn", None)
        known = self.last_turn_known_to(side)
        if known is not None:
            seen["last_turn"] = known
        return seen

    def describe(self, text: str, viewer: str | None = EVERYTHING) -> list[Event]:
        """Return the events of a legal action, as in the log."""
        return prose.describe(self, text)

    def public(self, text: str, viewer: str | None) -> str:
        """Return an action as a viewer may read it: how long the West goes on is secret [9.2]."""
        verb = text.split(maxsplit=1)[0] if text.strip() else ""
        secret = verb in SECRET_VERBS and viewer != self.game.sides[SECRET_VERBS[verb]]
        return verb if secret and viewer != EVERYTHING else text
