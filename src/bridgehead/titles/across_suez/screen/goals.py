"""How near each side is to victory [14.0 to 14.2], for the tracker of the screens."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import numpy as np

from bridgehead.core.cache import Recent
from bridgehead.core.titles.briefing import Goal
from bridgehead.titles.across_suez.rules.canal import bridge_in_place, carries_line, units_across

if TYPE_CHECKING:
    from bridgehead.titles.across_suez.formats.components import Situation
    from bridgehead.titles.across_suez.records import Board, Work

BLOCKED = 1000  # steps that a detour may take before the line is drawn through a hex that bars it


def goals(position: Situation, viewer: str | None = None) -> tuple[Goal, ...]:
    """Return the present state of Israel's three conditions; Egypt wins if one of them fails.

    Nothing is hidden in this title: every viewer gets the same.
    """
    del viewer
    key = position.game, position.state.tobytes()
    return _goals.get(key, lambda: _goals_of(position))


_goals: Recent[tuple[Goal, ...]] = Recent(16)


def _goals_of(position: Situation) -> tuple[Goal, ...]:
    game = position.game
    b, s = game.board[0], position.state
    across, needed = int(units_across(b, s)), int(b.units_across_to_win)
    crossing = game.hexes[int(b.crossing_hex)]
    bridge = str(game.units[int(b.bridge_unit)])
    where = position.units[bridge]
    placed = bool(bridge_in_place(b, s))
    line, broken = line_with_breaks(position)
    told = f"broken at {', '.join(broken)}" if broken else "open"
    return (
        Goal(
            "israel", "Units across the canal", game.case("victory"), across, needed,
            across >= needed, (crossing,), () if across >= needed else (crossing,),
        ),
        Goal(
            "israel", f"Bridge unit at {crossing}", game.case("victory"), int(placed), 1,
            placed, (crossing, *([where] if where.isdigit() and where != crossing else [])),
            () if placed else (crossing,), (crossing,), "" if placed else _place_in_words(where),
        ),
        Goal(
            "israel", f"Line from {crossing} to {game.hexes[int(b.loc_end)]}",
            game.case("line"), int(not broken), 1, not broken, line, broken,
            (game.hexes[int(b.loc_end)],), told,
        ),
    )  # fmt: skip


def _place_in_words(where: str) -> str:
    """Return the place of the bridge unit: a hex, or the word in `position.units`."""
    if where.isdigit():
        return f"now {where}"
    return {"off": "to come"}.get(where, where)


def line_with_breaks(position: Situation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """[14.1] Return the line of communication, and the hexes at which it is cut.

    If no line is open, this is the way with the fewest blocked hexes.
    """
    board, _, work = position.arrays
    b = board[0]
    start, end = int(b.crossing_hex), int(b.loc_end)
    ways = _ways.get(position.game, lambda: _ways_of(b))
    carries = _carriers(b, work[0])
    queue = [(0 if carries(start) else BLOCKED, start, -1)]
    came: dict[int, int] = {}
    while queue:
        cost, here, before = heappop(queue)
        if here in came:
            continue
        came[here] = before
        if here == end:
            break
        for there in ways[here]:
            if there not in came:
                step = 1 if carries(there) else BLOCKED
                heappush(queue, (cost + step, there, here))
    line = []
    here = end
    while here >= 0 and here in came:
        line.append(here)
        here = came[here]
    line.reverse()
    broken = [hex_ for hex_ in line if not carries(hex_)]
    names = position.game.hexes
    return tuple(names[h] for h in line), tuple(names[h] for h in broken)


def _carriers(b: Board, w: Work) -> Callable[[int], bool]:
    """Return `carries_line` of a position.

    It asks arrays instead of records, whose fields take ten times as long to find.
    """
    board = cast("Board", SimpleNamespace(carries_loc=b.carries_loc, side=b.side))
    work = cast("Work", SimpleNamespace(occupant=w.occupant, zone=w.zone))
    known: dict[int, bool] = {}

    def carries(hex_: int) -> bool:
        if hex_ not in known:
            known[hex_] = carries_line(board, work, hex_)
        return known[hex_]

    return carries


_ways: Recent[list[list[int]]] = Recent(8)


def _ways_of(b: Board) -> list[list[int]]:
    """Return for each hex the neighbors into which a line may run if nothing blocks it."""
    steps, neighbors, carries = map(np.asarray, (b.step, b.neighbor, b.carries_loc))
    open_ = (steps > 0) & (neighbors >= 0) & (carries[neighbors] > 0)
    return [near[there].tolist() for near, there in zip(neighbors, open_, strict=True)]
