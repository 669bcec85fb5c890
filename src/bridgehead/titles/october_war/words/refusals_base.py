"""The common part of all refusals: the request in words for sentences, and a few tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridgehead.core.titles.games import title_of
from bridgehead.core.words.grammar import row
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.rules.places import alike
from bridgehead.titles.october_war.words.cases import case_of
from bridgehead.titles.october_war.words.names import (
    NATION_NAMES,
    SIDE_NAMES,
    place_name,
    strikes,
)
from bridgehead.titles.october_war.words.sentences import SENTENCES

if TYPE_CHECKING:
    from bridgehead.titles.october_war.formats.components import Situation

SETUP_RULES = ("setup_israel", "setup_egypt", "setup_syria")


@dataclass(frozen=True)
class Reason:
    """The reason why something is not legal: our own sentence and the rule's case."""

    case: str
    text: str


class Asked:
    """A refused action: the records of its position, and the objects of the action.

    What it says depends only on what the side to decide knows.
    """

    def __init__(self, position: Situation, code: int) -> None:
        self.position = position
        self.game = position.game
        self.b, self.s, self.w = (array[0] for array in position.arrays)
        self.code = code
        self.unit, self.verb, self.place = self.game.grammar.split(code)
        self._more: dict[str, object] = {}

    def told(self, **words: object) -> None:
        """Add words that only this refusal needs."""
        self._more |= words

    def reason(self, number: int) -> Reason:
        """Return the reason for a rule's number."""
        rule, sentence = SENTENCES[number]
        words = self._words() | self._more
        return Reason(case_of(rule.format(**words)), sentence.format(**words))

    def _words(self) -> dict[str, object]:
        """Return the words that several sentences use.

        `place`, `other`, `number` and `terrain` come from a predicate's `w.witness`.
        """
        b, s, witness = self.b, self.s, int(self.w.witness)
        words: dict[str, object] = {
            "waiting": title_of(self.game.id).decisions.steps[self.position.step].waiting,
            "to_move": SIDE_NAMES.get(self.position.to_move or "", "the dice"),
            "side": self.side(int(s.side)),
            "at": self.at(self.place),
            "number": witness,
            "strikes_left": f"{strikes(witness)} {'is' if witness == 1 else 'are'} left",
            "place": self.at(witness),
            "terrain": self.terrain(witness),
            "other": self.name(witness),
            "bridges": int(b.bridges_most),
            "free_from": int(b.free_from),
            "conversions": int(s.conversions),
            "division": int(b.division_counts),
            "first_tac": int(b.first_tac),
            "battle": self.at(int(s.battle)),
        }
        u = self.unit
        if u < int(b.units):
            side = int(b.side[u])
            words |= {
                "unit": self.name(u),
                "owner": self.side(side),
                "is_at": self.is_at(u),
                "here": self.at(int(s.where[u])),
                "limit": int(b.stack_limit[side]),
                "range": int(b.fly_range if b.traits[u] & st.CAN_FLY else b.drop_range),
                "setup": SETUP_RULES[b.stock[u]] if b.stock[u] >= 0 else "setup",
                "air": "israeli_air" if side == st.ISRAEL else "arab_air",
            }
        return words

    # Names

    def name(self, u: int) -> str:
        """Return the name of a counter."""
        units = self.game.units
        return str(self.game.unit_names[units[u]]) if 0 <= u < len(units) else ""

    def names(self, units: list[int]) -> str:
        """Return counters as a list in a sentence."""
        return row(self.name(u) for u in units)

    def at(self, p: int) -> str:
        """Return the name of a place."""
        return place_name(self.game, self.game.places[p]) if 0 <= p < len(self.game.places) else ""

    def side(self, side: int) -> str:
        """Return the name of a side."""
        return SIDE_NAMES[st.SIDES[side]]

    def nation(self, nation: int) -> str:
        """Return the name of a nation."""
        return NATION_NAMES[st.NATIONS[nation]]

    def terrain(self, p: int) -> str:
        """Return the terrain of a point."""
        if not 0 <= p < int(self.b.points):
            return ""
        return str(self.game.map.point(self.game.places[p]).terrain.replace("_", " "))

    def is_at(self, u: int) -> str:
        """Return a counter's place as text."""
        where = int(self.s.where[u])
        if where >= 0:
            return f"in {self.at(where)}"
        if where == st.TRACK:
            return f"on the turn track until turn {int(self.s.arrives[u])}"
        if where <= st.MISSION_BOX:
            return "on a mission"
        return f"in the box {st.BOXES[-1 - where]}"

    # Tests that several chapters need

    def equal(self) -> int:
        """Return IS_ALIKE if an equal counter in the same place must be named instead."""
        b, u = self.b, self.unit
        if u >= int(b.units):
            return no.ALLOWED
        legal = set(self.position.legal_codes().tolist())
        for v in range(int(b.group_first[b.group[u]]), u):
            if alike(b, self.s, v, u) and self.code + (v - u) * st.UNIT in legal:
                self.told(alike=self.name(v), alike_id=self.game.units[v])
                return no.IS_ALIKE
        return no.ALLOWED

    def equal_or_not_now(self) -> int:
        """Return that an equal counter must be named, or that it is not the time."""
        return self.equal() or no.NOT_NOW

    def route(self, p: int, q: int) -> int:
        """Return the number of the route between two places, -1 if there is none."""
        for k in range(int(self.b.degree[p])):
            if int(self.b.neighbor[p, k]) == q:
                return k
        return -1
