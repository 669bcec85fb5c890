"""The names in braces in sentences of refusals; each is computed when a sentence needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from bridgehead.core.titles.games import title_of
from bridgehead.core.words.grammar import capital
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.rules import query_entry_points
from bridgehead.titles.middle_east_battles.words.prose import a

if TYPE_CHECKING:
    from bridgehead.titles.middle_east_battles.formats.components import Situation


def points(half: int) -> str:
    """Return half points as printed points: 17 is "8½"."""
    whole, rest = divmod(half, 2)
    return f"{whole or ''}½" if rest else str(whole)


def decider(position: Situation) -> str:
    """Return the name of the side to decide."""
    sides = position.game.edition.named_sides
    to_move = position.to_move or ""
    return sides[to_move].name if to_move in sides else "the dice"


class Spoken:
    """The words for one action in one position, by the names that sentences use."""

    def __init__(
        self,
        position: Situation,
        unit: int = st.NO_UNIT,
        verb: int = st.END,
        place: int = -1,
        helper: int = -1,
    ) -> None:
        self.position, self.game, self.s = position, position.game, position.state
        self.b = position.game.board[0]
        self.unit, self.verb, self.place, self.helper = unit, verb, place, helper

    def __getitem__(self, name: str) -> str:
        return str(WORDS[name](self))

    def names(self, units: Iterable[int]) -> str:
        """Return the names of units as a list."""
        return ", ".join(self.game.units[int(u)] for u in units)

    def units(self, told: Callable[[int], object]) -> str:
        """Return the names of the units for which something is true, as a list."""
        return self.names(u for u in range(len(self.game.units)) if told(u))

    def hex(self, hex_: int) -> str:
        """Return the number of a hex."""
        return self.game.hexes[int(hex_)]

    def has(self, unit: int) -> str:
        """Return the movement points that a unit has."""
        board, state, _ = self.position.arrays
        return points(int(query_entry_points.allowance(board, state, unit)))

    def subject(self) -> str:
        """Return what a duty forbids: attacking a hex, joining, or firing the attack."""
        if self.verb == st.WITH:
            return self.names([self.unit])
        return self.hex(self.place) if self.verb in (st.ATTACK, st.ALSO) else "the attack"

    def from_to(self, hexes: Sequence[str]) -> str:
        """Return a row of hexes by its ends."""
        return f"{hexes[0]} to {hexes[-1]}" if hexes else "no hex"

    def span(self) -> str:
        """Return the hexes by which the unit enters."""
        entry = str(self.game.counters[self.unit].get("entry", ""))
        feature = self.game.edition.map.edges.get(entry, "")
        found = self.game.map.areas["features"].get(feature) or self.game.map.spans.get(entry, ())
        return self.from_to(found)

    def feature(self, name: str) -> str:
        """Return the hexes of a feature of the map."""
        return self.from_to(self.game.map.areas["features"].get(name, ()))

    def coast(self) -> str:
        """Return where units land: "Mediterranean coast from 2801 to 1632"."""
        words = self.game.edition.map.coast.split("_")
        return f"{' '.join([words[0].title(), *words[1:]])} from {self.feature('_'.join(words))}"

    def not_there(self) -> str:
        """Return why the unit does not enter by a hex: it is on another edge, or inland."""
        hex_ = self.hex(self.place)
        if self.b.rim[self.place] >= 0:
            return f", not by {hex_}"
        return f" and goes on from there as far as its points last: not to {hex_}"

    def not_now(self) -> str:
        """Return what must be done instead."""
        waiting = title_of(self.game.id).decisions.steps[self.position.step].waiting
        return f"not now: {waiting} ({decider(self.position)} to move)"


WORDS: dict[str, Callable[[Spoken], object]] = {
    "unit": lambda of: of.names([of.unit]),
    "other": lambda of: of.names([of.position.arrays[2][0].witness]),  # who is in the way
    "helper": lambda of: of.names([of.helper]),
    "carrier": lambda of: of.names([of.b.joint]),
    "entering": lambda of: of.names([of.s.entering]),
    "there": lambda of: of.units(lambda u: of.s.hex[u] == of.place),
    "others_there": lambda of: of.units(
        lambda u: of.s.hex[u] == of.place and u not in (of.unit, of.b.joint)
    ),
    "earlier": lambda of: of.units(
        lambda u: of.s.hex[u] == st.OFF and 0 < of.b.setup_group[u] < of.b.setup_group[of.unit]
    ),
    "other_divisions": lambda of: of.units(
        lambda u: (
            of.s.role[u] == st.DEFENDER and of.b.division[u] not in (0, of.b.division[of.unit])
        )
    ),
    "hex": lambda of: of.hex(of.place),
    "ground": lambda of: of.game.map.terrain_of(of.hex(of.place)).replace("_", " "),
    "waited_for": lambda of: of.hex(of.s.chain_hex[of.s.chain - 1]),
    "column_hex": lambda of: of.hex(of.s.column_hex[of.b.column[of.unit]]),
    "exits": lambda of: of.feature(of.game.edition.map.exits),
    "coast": Spoken.coast,
    "western": lambda of: of.game.adjective(st.WEST),
    "a_western": lambda of: a(of.game.adjective(st.WEST)),
    "egypt": lambda of: capital(of.game.named(st.EGYPT)),
    "egyptian": lambda of: of.game.adjective(st.EGYPT),
    "an_egyptian": lambda of: a(of.game.adjective(st.EGYPT)),
    "span": Spoken.span,
    "not_there": Spoken.not_there,
    "price": lambda of: points(int(of.position.arrays[2][0].price)),
    "has": lambda of: of.has(of.unit),
    "carrier_has": lambda of: of.has(int(of.b.joint)),
    "range": lambda of: of.b.range[of.unit],
    "arrives": lambda of: of.b.arrives[of.unit],
    "entry_number": lambda of: of.s.entered[of.b.rim[of.place]] + 1,
    "first_landing": lambda of: of.b.amphibious_from,
    "landings": lambda of: of.b.amphibious_later if of.s.amphibious else of.b.amphibious_first,
    "strikes_left": lambda of: of.s.air[of.verb - st.STRIKE_A],
    "nation": lambda of: of.game.edition.nations[of.verb - st.SHELL_A].capitalize(),
    "spotted": lambda of: "a defending hex" if of.s.step == st.DECLARE else "an attacker",
    "subject": Spoken.subject,
    "side": lambda of: of.position.side,
    "not_now": Spoken.not_now,
}
