"""Dense numbers for the actions of a game: 0, 1, 2, … without the gaps of the kernels' numbers.

A title says which actions can ever be legal (`envs/actions.py`: verb, unit, places). They are
numbered in the order of the kernels' numbers, so that a list of legal actions stays ascending.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.notation import Packing

Possible: TypeAlias = tuple[int, int, Sequence[int]]  # a verb, a unit (or none), its places
PLAIN = (0,)  # the place of an action that names none


@dataclass(frozen=True)
class Numbering:
    """Both ways between the kernels' numbers (codes) and dense ones (indices).

    A code's `pair` (unit and verb) is `code // verb`, its place the rest. The index of a code is
    `table[start[pair] + place]`, where `start[pair]` is not below 0; -1 is none.
    """

    codes: NDArray[np.int32]  # by index, ascending
    start: NDArray[np.int64]  # by pair, -1 where the game has no such action
    width: NDArray[np.int64]  # by pair: places that the table has
    table: NDArray[np.int32]
    verb: int  # places of a pair, as in the packing

    def index(self, code: int) -> int:
        """Return the index of a code, -1 where it has none."""
        pair, place = divmod(int(code), self.verb)
        if not 0 <= pair < len(self.start) or place >= self.width[pair]:
            return -1
        return int(self.table[int(self.start[pair]) + place])


def number(possible: Iterable[Possible], packing: Packing) -> Numbering:
    """Return the dense numbering of these actions."""
    pairs: dict[int, NDArray[np.int64]] = {}
    for verb, unit, places in possible:
        pair = unit * (packing.unit // packing.verb) + verb
        found = np.unique(np.asarray(places, np.int64))
        if pair in pairs:
            found = np.union1d(pairs[pair], found)
        if len(found):
            pairs[pair] = found
    start = np.full(max(pairs) + 1, -1, np.int64)
    width = np.zeros(len(start), np.int64)
    rows, codes, size, count = [], [], 0, 0
    for pair in sorted(pairs):
        places_of = pairs[pair]
        row = np.full(int(places_of[-1]) + 1, -1, np.int32)
        row[places_of] = np.arange(count, count + len(places_of), dtype=np.int32)
        start[pair], width[pair] = size, len(row)
        rows.append(row)
        codes.append(pair * packing.verb + places_of)
        size, count = size + len(row), count + len(places_of)
    table = np.concatenate(rows)
    found_codes = np.concatenate(codes).astype(np.int32)
    made = Numbering(found_codes, start, width, table, packing.verb)
    for array in (made.codes, made.start, made.width, made.table):
        array.flags.writeable = False
    return made
