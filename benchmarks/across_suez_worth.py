"""What a finished game of Across Suez is worth to Israel: the title counts no victory points."""

from __future__ import annotations

from typing import Any

from bridgehead.titles.across_suez.rules.canal import bridge_in_place, trace_line, units_across

NEARLY = 10.0  # what each of Israel's three conditions is worth in a game that it has not won


def israel_worth(kernels: Any, board: Any, state: Any, work: Any) -> float:
    """Return what a finished game of Across Suez is worth to Israel, of a hundred."""
    won = kernels.outcome(state[0])[0] == 0
    return 100.0 if won else NEARLY * conditions_met(board[0], state[0], work[0])


def conditions_met(b: Any, s: Any, w: Any) -> float:
    """Return how many of its three conditions Israel meets in Across Suez: units across in part."""
    across = min(1.0, units_across(b, s) / int(b["units_across_to_win"]))
    return across + bool(bridge_in_place(b, s)) + bool(trace_line(b, w))
