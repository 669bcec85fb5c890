"""Actions as texts: a verb and its objects, lower case, ids as in the counter lists.

A `Grammar` knows a title's verbs and translates between texts and the numbers of kernels. A text
that is not an action raises `MalformedAction` with what would be right.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from bridgehead.core.errors import IllegalAction, MalformedAction
from bridgehead.core.kernels.kernel import Codes, Listed, entry

# An action's number is unit * packing.unit + verb * packing.verb + place, and below RESIGN.
RESIGN = 1 << 30
FEW = 16  # numbers that are put into words one by one: quicker than to look for runs


@dataclass(frozen=True)
class Packing:
    """How a title's actions are packed into numbers.

    `verb` is larger than every place, `unit` a multiple of `verb`, and `no_unit`, larger than every
    unit, is used if an action names none. The place of a verb with a helper is the helper's index
    in the list of helpers times `helper`, plus the hex. With `by_verb` the random policy draws a
    verb first if an action names no unit.
    """

    verb: int
    unit: int
    no_unit: int
    helper: int = 0
    by_verb: bool = False


def no_hex_string(given: object) -> str:
    """Return the error about a hex that is not given as a string."""
    meant = f"{given:04}" if type(given) is int and 0 <= given < 10000 else "0112"
    return f"{given!r} is no string: a hex is a string of four digits, as in {meant!r}"


def hex_string(given: str) -> str:
    """Return a hex that was given as a string; MalformedAction if it was not."""
    if not isinstance(given, str):
        raise MalformedAction(no_hex_string(given))
    return given


@entry
def find(codes: Listed, code: int) -> int:
    """Return the index of a number in an ascending array, -1 if it is missing."""
    low, high = 0, len(codes)
    while low < high:
        middle = (low + high) // 2
        if codes[middle] < code:
            low = middle + 1
        else:
            high = middle
    if low < len(codes) and codes[low] == code:
        return low
    return -1


def _parts(verb: str, said: str) -> tuple[str, bool, str]:
    """Return a verb, whether its first object is a unit, and its other objects."""
    return verb, said.startswith("unit"), said.removeprefix("unit").strip()


class Grammar:
    """The verbs, units and hexes of one game.

    `verbs` gives for each verb, in the order of their numbers, its objects: "unit", "hex", "unit
    hex", "unit helper hex", "face" (of a die), "number" or "". A subclass with its own
    `_check_form`, `_pack` and `_unpack` has other objects, after a unit or none. A verb without a
    name is not used by this game. `helpers` are the units that can be the second object.
    """

    def __init__(
        self,
        verbs: Sequence[tuple[str, str]],
        units: Sequence[str],
        hexes: Sequence[str],
        aliases: Mapping[str, str] | None = None,
        off_map_case: str = "notation",
        helpers: Sequence[str] = (),
        *,
        packing: Packing,
    ) -> None:
        self.packing = packing
        self.verbs = {verb: (number, said) for number, (verb, said) in enumerate(verbs) if verb}
        self.units = {unit: u for u, unit in enumerate(units)}
        self.hexes = {hex_: h for h, hex_ in enumerate(hexes)}
        self.aliases = dict(aliases or {})  # other spellings of units, understood but never written
        self.off_map_case = off_map_case  # the rule that keeps units on the map
        self._parts = [_parts(verb, said) for verb, said in verbs]
        self._unit_list = list(units)
        self._hex_list = list(hexes)
        self._helpers = list(helpers)
        self._lengths = {verb: 1 + len(said.split()) for verb, said in verbs}

    def encode(self, text: str) -> int:
        """Return the number of an action text. MalformedAction if it is not an action."""
        words = text.split()
        if not words:
            raise MalformedAction("an empty text is no action")
        verb = words[0]
        if verb == "resign" and len(words) == 1:
            return RESIGN
        if verb not in self.verbs:
            raise MalformedAction(
                f"{verb!r} is no verb{self._near(verb, self.verbs)}; "
                f"there are {', '.join(self.verbs)}, resign"
            )
        number, objects = self.verbs[verb]
        self._check_form(verb, objects, words)
        _, has_unit, rest = self._parts[number]
        unit = self.unit(words[1]) if has_unit else self.packing.no_unit
        place = self._pack(verb, rest, words[2:] if has_unit else words[1:])
        return unit * self.packing.unit + number * self.packing.verb + place

    def _check_form(self, verb: str, objects: str, words: Sequence[str]) -> None:
        """Raise MalformedAction for an action with too many or too few words."""
        wanted = objects.split()
        if len(words) - 1 != len(wanted):
            form = " ".join((verb, *(word.upper() for word in wanted)))
            raise MalformedAction(f"{' '.join(words)!r} has not the form {form!r}")

    def _pack(self, verb: str, objects: str, words: Sequence[str]) -> int:
        """Return the objects of an action with the right number of words, as one number."""
        place = 0
        for kind, word in zip(objects.split(), words, strict=True):
            if kind == "helper":
                place = self.packing.helper * self._helper(word)
            elif kind == "hex":
                place += self.hex(word)
            elif kind == "number":
                place = self._number(word)
            else:
                place = self._face(word)
        return place

    def is_one(self, words: Sequence[str]) -> bool:
        """Whether so many words, starting with a verb, can be a single decision."""
        return len(words) == self._lengths.get(words[0] if words else "", len(words))

    def decode(self, code: int) -> str:
        """Return the text of an action's number."""
        if code == RESIGN:
            return "resign"
        unit, number, place = self.split(code)
        verb, has_unit, objects = self._parts[number]
        if has_unit:
            verb = f"{verb} {self._unit_list[unit]}"
        return f"{verb} {self._unpack(objects, place)}" if objects else verb

    def _unpack(self, objects: str, packed: int) -> str:
        """Return the objects of an action as text."""
        if objects == "hex":
            return self._hex_list[packed]
        if objects == "helper hex":
            helper, hex_ = divmod(packed, self.packing.helper)
            return f"{self._helpers[helper]} {self._hex_list[hex_]}"
        return str(packed)

    def runs(self, codes: Codes) -> Iterator[tuple[str, str, list[str]]]:
        """Return action numbers as unit ("" for none), verb and the texts of the other objects.

        Adjacent numbers that differ only in those objects are grouped, which is much faster than
        one by one. `resign` must not be among them.
        """
        heads = codes // self.packing.verb
        places = (codes - heads * self.packing.verb).tolist()
        ends = [*(np.flatnonzero(np.diff(heads)) + 1).tolist(), len(places)]
        begin = 0
        for end in ends if places else ():
            unit, number = divmod(int(heads[begin]), self.packing.unit // self.packing.verb)
            verb, has_unit, objects = self._parts[number]
            here = places[begin:end]
            if not objects:
                texts = [""] * len(here)
            elif (known := self._texts_of(objects)) is not None:
                texts = [known[place] for place in here]
            else:
                texts = [self._unpack(objects, place) for place in here]
            yield self._unit_list[unit] if has_unit else "", verb, texts
            begin = end

    def decode_all(self, codes: Codes) -> Iterator[str]:
        """Return the texts of action numbers; `resign` must not be among them."""
        if len(codes) < FEW:
            yield from map(self.decode, codes.tolist())
            return
        for unit, verb, objects in self.runs(codes):
            head = f"{verb} {unit}" if unit else verb
            for text in objects:
                yield f"{head} {text}" if text else head

    def _texts_of(self, objects: str) -> Sequence[str] | None:
        """Return the texts of all places of a kind of objects, if there is such a list."""
        return self._hex_list if objects == "hex" else None

    def split(self, code: int) -> tuple[int, int, int]:
        """Return unit, verb and place of an action's number."""
        unit, rest = divmod(int(code), self.packing.unit)
        verb, place = divmod(rest, self.packing.verb)
        return unit, verb, place

    def _near(self, word: str, known: Any) -> str:
        near = difflib.get_close_matches(word.lower(), list(known), n=1)
        return f" (did you mean {near[0]}?)" if near else ""

    def unit(self, word: str) -> int:
        """Return a unit's index in the counter list; MalformedAction if there is no such unit."""
        if not isinstance(word, str):
            raise MalformedAction(f"{word!r} is no string: units are named by their ids")
        known = self.units.get(self.aliases.get(word, word))
        if known is None:
            raise MalformedAction(f"no unit is called {word!r}{self._near(word, self.units)}")
        return known

    def hex(self, word: str) -> int:
        """Return a hex's index in the list of hexes.

        MalformedAction if the text is not a hex number, IllegalAction if the hex is off the map.
        """
        word = hex_string(word)
        known = self.hexes.get(word)
        if known is not None:
            return known
        if len(word) == 4 and word.isascii() and word.isdigit():
            raise IllegalAction(
                self.off_map_case, f"{word} is off the map: none of its hexes has that number"
            )
        raise MalformedAction(f"{word!r} is no hex of the map: four digits, as in 0112")

    def _helper(self, word: str) -> int:
        if word not in self._helpers:
            raise MalformedAction(f"{word!r} is none of those who can help: {self._helpers}")
        return self._helpers.index(word)

    def _number(self, word: str) -> int:
        digits = word.isascii() and word.isdigit() and len(word) < 4
        if not digits or not 0 < int(word) < 100:
            raise MalformedAction(f"{word!r} is no number from 1 to 99")
        return int(word)

    def _face(self, word: str) -> int:
        if word not in ("1", "2", "3", "4", "5", "6"):
            raise MalformedAction(f"{word!r} is no roll of a die: 1 to 6")
        return int(word)


class ActionList(Sequence[str]):
    """Legal actions in their fixed order: stored as numbers, read as texts.

    `len`, `in` and indexing convert only what they need. `codes` is the array of numbers.
    """

    __slots__ = ("_grammar", "codes")

    def __init__(self, grammar: Grammar, codes: Codes) -> None:
        self._grammar = grammar
        self.codes = codes

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return list(self._grammar.decode_all(self.codes[index]))
        return self._grammar.decode(int(self.codes[index]))

    def __iter__(self) -> Iterator[str]:
        return self._grammar.decode_all(self.codes)

    def runs(self) -> Iterator[tuple[str, str, list[str]]]:
        """Return the actions as unit ("" for none), verb and the texts of the other objects.

        Adjacent actions that differ only in these are grouped.
        """
        return self._grammar.runs(self.codes)

    def __contains__(self, text: object) -> bool:
        if not isinstance(text, str):
            return False
        try:
            return find(self.codes, self._grammar.encode(text)) >= 0
        except IllegalAction:
            return False

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ActionList) and other._grammar is self._grammar:
            return np.array_equal(self.codes, other.codes)
        if isinstance(other, (ActionList, list, tuple)):
            return list(self) == list(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(repr(text) for text in self[:4])
        return f"<{len(self)} actions: {shown}{', …' if len(self) > 4 else ''}>"
