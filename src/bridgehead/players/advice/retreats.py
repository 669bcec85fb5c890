"""The shortest way through a retreat: all moves of a side until the rules ask something else.

A retreat may displace friends, and these others. Whoever has to make room step by step sees a chain
of moves that loses the fewest units, and of those one of the shortest.
"""

from __future__ import annotations

import heapq
from itertools import count
from typing import Any

from bridgehead.core.positions.decision import step_of
from bridgehead.core.titles.games import title_of

MOST_TRIED = 150  # positions, before the best one so far is completed with the first moves listed
LONGEST = 40  # moves of a chain


def chain_of(position: Any) -> list[str]:
    """Return the moves that complete the pending retreats of the side to move; [] if none do.

    Steps that belong to a retreat have `chains` in the title's `data/decisions.toml`.
    """
    side, before = position.to_move, _lost(position, position.to_move)
    if not _goes_on(position, side):
        return []
    order = count()  # of equally good chains the first that the rules list
    waiting: list[tuple[int, int, int, Any, tuple[str, ...]]] = [(0, 0, 0, position, ())]
    known: set[bytes] = set()
    for _ in range(MOST_TRIED):
        if not waiting:
            return []
        *_, here, moves = heapq.heappop(waiting)
        if not _goes_on(here, side):
            return list(moves)
        if len(moves) >= LONGEST or (key := here.state.tobytes()) in known:
            continue
        known.add(key)
        for action in here.legal_actions():
            then = here.copy()
            then.push(action)
            longer = (*moves, action)
            lost = _lost(then, side) - before
            heapq.heappush(waiting, (lost, len(longer), next(order), then, longer))
    return _completed(min(waiting), side)


def _completed(best: tuple[int, int, int, Any, tuple[str, ...]], side: str) -> list[str]:
    """Return a chain that was not searched to its end, with the first moves listed."""
    *_, here, moves = best
    here, found = here.copy(), list(moves)
    while _goes_on(here, side):
        if len(found) >= LONGEST:
            return []
        found.append(here.legal_actions()[0])
        here.push(found[-1])
    return found


def _goes_on(position: Any, side: str) -> bool:
    """Whether the side is still to make a move of a retreat."""
    if position.to_move != side or position.result is not None:
        return False
    steps = title_of(position.game.id).decisions.steps
    return bool(steps[step_of(position, position.to_dict())].chains)


def _lost(position: Any, side: str) -> int:
    """Return how many units of a side are out of the game."""
    mine = {unit["id"] for unit in position.game.counters if unit["side"] == side}
    where = position.to_dict()["units"]
    return sum(unit not in where or where[unit] == "eliminated" for unit in mine)
