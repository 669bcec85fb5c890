"""Actions as texts: verbs, counters, points, nations, events, and their numbers in kernels.

The verbs and the packing of their objects are in `state`. A move lists every point that it enters,
and has the number of that path on the board.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bridgehead.core.errors import IllegalAction, MalformedAction
from bridgehead.core.words.notation import Grammar, Packing
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.words.cases import case_of

PACKING = Packing(verb=st.VERB, unit=st.UNIT, no_unit=st.NO_UNIT, by_verb=True)
READY = "ready"  # the Ready box, where strikes arrive
INTO_READY = ("arrive", "mobilize", "free")
LONGEST_WALK = 4
FEWEST = {"divide": 0}  # of the numbers that verbs take; else 1
MOST = {"commit": 31, "raid": 31}  # else 99

# What an action's objects are called in its form, by their kinds in `state.VERBS`
FORMS = {
    "unit": "UNIT",
    "place": "POINT",
    "walk": "POINT …",
    "number": "NUMBER",
    "face": "FACE",
    "event": "EVENT",
    "nation": "NATION",
    "kind": "KIND",
    "commit": "KIND NATION THEATER MISSION NUMBER",
}


class PointGrammar(Grammar):
    """The verbs, counters and places of October War.

    `places` are the ids of the points and reserve areas in the order of their numbers, `board` the
    record that `board.build` made of the same map. `names` are the places in sentences, by id.
    """

    def __init__(
        self, units: Sequence[str], places: Sequence[str], board: Any, names: Mapping[str, str]
    ) -> None:
        super().__init__(st.VERBS, units, places, packing=PACKING)
        sizes = board.walk_size[: board.walks].tolist()
        ways = board.walk[: board.walks].tolist()
        walks = [tuple(way[:size]) for way, size in zip(ways, sizes, strict=True)]
        self._names = names
        self._points = int(board.points)
        self._walks = {way: number for number, way in enumerate(walks)}
        self._routes = [
            set(near[:degree])
            for near, degree in zip(board.neighbor.tolist(), board.degree.tolist(), strict=True)
        ]
        self._walk_texts = [" ".join(places[p] for p in way) for way in walks]

    # From texts

    def _check_form(self, verb: str, objects: str, words: Sequence[str]) -> None:
        wanted = " ".join((verb, *(FORMS[kind] for kind in objects.split())))
        count, most = len(words), len(wanted.split())
        if objects.endswith("walk"):
            if 3 <= count <= most + LONGEST_WALK - 2:
                return
            wanted += f", one to {LONGEST_WALK} of them: every point it enters"
        elif count == most:
            return
        raise MalformedAction(f"{' '.join(words)!r} has not the form {wanted!r}")

    def _pack(self, verb: str, objects: str, words: Sequence[str]) -> int:
        """Return the packed objects of an action that has the right number of words."""
        if objects == "walk":
            return self._walk(words)
        if objects == "commit":
            kind = self._one_of("kind of strikes", words[0], st.KINDS)
            nation = self._one_of("nation", words[1], st.NATIONS)
            theater = self._one_of("theater", words[2], st.THEATERS)
            mission = self._one_of("mission", words[3], st.MISSIONS)
            front = ((kind * 16 + nation) * 2 + theater) * 4 + mission
            return front * 32 + self._count(verb, words[4])
        if objects == "place number":
            return self.hex(words[0]) * 128 + self._count(verb, words[1])
        if objects == "place kind number":
            kind = self._one_of("kind of strikes", words[1], st.KINDS)
            return (self.hex(words[0]) * 4 + kind) * 32 + self._count(verb, words[2])
        if objects == "nation place":
            return self._one_of("nation", words[0], st.NATIONS) * 128 + self.hex(words[1])
        if objects == "place":
            return self._place(verb, words[0])
        if objects == "event":
            return self._one_of("event", words[0], st.EVENTS)
        if objects == "nation":
            return self._one_of("nation", words[0], st.NATIONS)
        if objects == "number":
            return self._count(verb, words[0])
        if objects == "face":
            return self._face(words[0])
        return 0

    def hex(self, word: str) -> int:
        """Return a place's number; MalformedAction, with suggestions, if there is none."""
        if not isinstance(word, str):
            raise MalformedAction(f"{word!r} is no string: places are named by their ids")
        known = self.hexes.get(word)
        if known is None:
            raise MalformedAction(f"unknown point {word!r}{_meant(word, self.hexes)}")
        return known

    def _place(self, verb: str, word: str) -> int:
        if word == READY:
            if verb not in INTO_READY:
                raise MalformedAction(f"{READY!r} is a box, and no point to {verb}")
            return st.READY_PLACE
        return self.hex(word)

    def _walk(self, words: Sequence[str]) -> int:
        """Return a path's number; IllegalAction if nobody can move that way."""
        way = tuple(self.hex(word) for word in words)
        number = self._walks.get(way)
        if number is not None:
            return number
        known = max(k for k in range(1, len(way)) if way[:k] in self._walks)
        here, on = (self._names[word] for word in words[known - 1 : known + 1])
        if way[known - 1] >= self._points:
            raise IllegalAction(case_of("reserve"), f"a move ends in {here}")
        if way[known] not in self._routes[way[known - 1]]:
            listed = "a move lists every point it enters"
            raise IllegalAction(case_of("routes"), f"no route joins {here} and {on}: {listed}")
        raise IllegalAction(case_of("terrain"), f"every unit must stop in {here}")

    def _one_of(self, what: str, word: str, known: Sequence[str]) -> int:
        if word not in known:
            near = _meant(word, known) or f"; there are {', '.join(known)}"
            raise MalformedAction(f"no {what} is called {word!r}{near}")
        return known.index(word)

    def _count(self, verb: str, word: str) -> int:
        least, most = FEWEST.get(verb, 1), MOST.get(verb, 99)
        digits = word.isascii() and word.isdigit() and len(word) < 4
        if not digits or not least <= int(word) <= most:
            raise MalformedAction(f"{word!r} is no number from {least} to {most}")
        return int(word)

    # To texts

    def _texts_of(self, objects: str) -> Sequence[str] | None:
        return self._walk_texts if objects == "walk" else None

    def _unpack(self, objects: str, packed: int) -> str:
        if objects == "walk":
            return self._walk_texts[packed]
        if objects == "place":
            return READY if packed == st.READY_PLACE else self._hex_list[packed]
        if objects == "commit":
            front, count = divmod(packed, 32)
            rest, mission = divmod(front, 4)
            kind_nation, theater = divmod(rest, 2)
            kind, nation = divmod(kind_nation, 16)
            return (
                f"{st.KINDS[kind]} {st.NATIONS[nation]} {st.THEATERS[theater]} "
                f"{st.MISSIONS[mission]} {count}"
            )
        if objects == "place number":
            place, count = divmod(packed, 128)
            return f"{self._hex_list[place]} {count}"
        if objects == "place kind number":
            place_kind, count = divmod(packed, 32)
            place, kind = divmod(place_kind, 4)
            return f"{self._hex_list[place]} {st.KINDS[kind]} {count}"
        if objects == "nation place":
            nation, place = divmod(packed, 128)
            return f"{st.NATIONS[nation]} {self._hex_list[place]}"
        if objects == "event":
            return st.EVENTS[packed]
        if objects == "nation":
            return st.NATIONS[packed]
        return str(packed)


def _meant(word: str, known: Iterable[str]) -> str:
    """Return suggestions for a misspelled word, in brackets."""
    near = difflib.get_close_matches(word.lower(), list(known), n=3)
    return f" (did you mean {' or '.join(near)}?)" if near else ""
