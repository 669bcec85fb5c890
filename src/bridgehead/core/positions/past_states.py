"""The states before the actions of a position, older ones compressed.

An action changes a few of a state's thousands of bytes, so a block of states takes hardly more
than two of them. A history is a list with an item for each action: a state, or the packed block
that has it.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

BLOCK = 8  # states that are packed together
LEVEL = 1  # the quickest: higher ones save little


class Packed(bytes):
    """The states of a block, compressed."""

    __slots__ = ()


def pack(history: list[bytes]) -> None:
    """Pack full blocks of states; the last actions, which may be taken back, stay as they are."""
    first = (len(history) // BLOCK - 2) * BLOCK
    while first >= 0 and not isinstance(history[first + BLOCK - 1], Packed):
        block = range(first, first + BLOCK)
        packed = Packed(zlib.compress(b"".join(state_of(history, n) for n in block), LEVEL))
        for number in block:
            history[number] = packed
        first -= BLOCK


def state_of(history: list[bytes], number: int) -> bytes:
    """Return the state before action `number`, from 0. IndexError."""
    found = history[number]
    if not isinstance(found, Packed):
        return found
    states = _unpacked(found)
    size = len(states) // BLOCK
    at = number % BLOCK * size
    return states[at : at + size]


@lru_cache(maxsize=4)  # whoever walks through a game needs one block after the other
def _unpacked(packed: Packed) -> bytes:
    return zlib.decompress(packed)
