"""Perft: how many sequences of decisions there are to a depth, the dice's rolls among them.

Two generators of legal actions that agree on these numbers agree on what may be done. A game that
ends earlier counts for no deeper sequence.

>>> import bridgehead as bh
>>> from bridgehead.lab.perft import perft
>>> position = bh.load("across-suez-1980").start()
>>> perft(position, 1) == len(position.legal_actions())
True
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.core.positions.position import Position
from bridgehead.players import title_players


def perft(position: Position, depth: int) -> int:
    """Count the sequences of `depth` decisions from a position, which is not changed.

    The last decision is counted, not carried out. For depth 0 the count is 1. ValueError if the
    depth is negative.
    """
    if depth < 0:
        raise ValueError(f"depth is {depth}; it must be 0 or more")
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.legal_codes())
    return sum(_parts(position, depth).values())


def divide(position: Position, depth: int) -> dict[str, int]:
    """Return for each legal action how many sequences of `depth` decisions begin with it."""
    if depth < 1:
        raise ValueError(f"depth is {depth}; it must be 1 or more, to have a first decision")
    decode = position.game.grammar.decode
    return {decode(code): count for code, count in _parts(position, depth).items()}


def _parts(position: Position, depth: int) -> dict[int, int]:
    """Count by first decision. This is done in Python, so that a long count can be interrupted."""
    walk = position.copy()
    count = _counter(walk, depth - 1)
    parts = {}
    for code in position.legal_codes().tolist():
        walk.push_code(code)
        parts[code] = count(walk)
        walk.pop()
    return parts


def _counter(position: Position, depth: int) -> Any:
    """Return the function that counts from a position: a title's kernel, or push and pop."""
    game, module = position.game, title_players.kernels(position.game.id)
    if module is None:
        return lambda walk: _count(walk, depth)
    states = np.zeros(depth + 1, game.state_type)
    works = np.zeros(depth + 1, game.work_type)
    outs = np.zeros((depth + 1, game.max_actions), np.int32)

    def count(walk: Position) -> int:
        board, states[:1], works[:1] = walk.arrays
        return int(module.count_sequences(board, states, works, outs, depth))

    return count


def _count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    codes = position.legal_codes()
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes.tolist():
        position.push_code(code)
        total += _count(position, depth - 1)
        position.pop()
    return total
