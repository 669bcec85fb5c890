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

from bridgehead.core.words.notation import Packing

# a verb, a unit (or none), its places
Possible: TypeAlias = tuple[int, int, Sequence[int] | NDArray[np.int64]]
PLAIN = (0,)  # the place of an action that names none


ROW, FIRST, WIDTH = range(3)  # columns of `Numbering.pairs`


@dataclass(frozen=True)
class Numbering:
    """The mapping between the kernels' numbers (codes) and dense ones (indices).

    A code's `pair` (unit and verb) is `code

    verb`, its place the remainder. `pairs` has for each pair the start of its row in `table`, its
    first index, and the length of its row: 0 if the game has no such action (its first index is
    then that of the next pair that has any). The row gives the rank of each place among those of
    the pair, -1 for none. An index is the first one of the pair plus the rank. Pairs with the same
    places share a row, so that the table is small: kernels look up hundreds of actions in each
    decision.
    """

    codes: NDArray[np.int32]  # by index, ascending
    pairs: NDArray[np.int64]  # by pair: ROW, FIRST, WIDTH
    table: NDArray[np.int32]
    verb: int  # places of a pair, as in the packing

    def index(self, code: int) -> int:
        """Return the index of a code, -1 if it has none."""
        pair, place = divmod(int(code), self.verb)
        if not 0 <= pair < len(self.pairs):
            return -1
        row, first, width = self.pairs[pair].tolist()
        rank = int(self.table[row + place]) if place < width else -1
        return first + rank if rank >= 0 else -1


def number(possible: Iterable[Possible], packing: Packing) -> Numbering:
    """Return the dense numbering of these actions."""
    places = _places_of_pairs(possible, packing)
    pairs = np.zeros((max(places) + 1, 3), np.int64)
    rows: dict[bytes, tuple[int, NDArray[np.int32]]] = {}
    codes, count, size = [], 0, 0
    for pair in range(len(pairs)):
        pairs[pair, FIRST] = count
        if pair not in places:
            continue
        own = places[pair]
        if own.tobytes() not in rows:
            row = np.full(int(own[-1]) + 1, -1, np.int32)
            row[own] = np.arange(len(own), dtype=np.int32)
            rows[own.tobytes()] = size, row
            size += len(row)
        at, row = rows[own.tobytes()]
        pairs[pair] = at, count, len(row)
        codes.append(pair * packing.verb + own)
        count += len(own)
    table = np.concatenate([row for _, row in rows.values()])
    made = Numbering(np.concatenate(codes).astype(np.int32), pairs, table, packing.verb)
    for array in (made.codes, made.pairs, made.table):
        array.flags.writeable = False
    return made


def _places_of_pairs(
    possible: Iterable[Possible], packing: Packing
) -> dict[int, NDArray[np.int64]]:
    """Return the places of each pair, ascending."""
    found: dict[int, NDArray[np.int64]] = {}
    for verb, unit, places in possible:
        pair = unit * (packing.unit // packing.verb) + verb
        own = np.asarray(places, np.int64)
        if not (own[1:] > own[:-1]).all():
            own = np.unique(own)
        if pair in found:
            own = np.union1d(found[pair], own)
        if len(own):
            found[pair] = own
    return found
