"""Games between sergeants for learning heuristic weights, and the value of a finished game."""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.players import title_players
from bridgehead.titles.across_suez.rules.canal import bridge_in_place, trace_line, units_across

NEARLY = 10.0  # what each of Israel's three conditions is worth in a game that it has not won


class SergeantsGames:
    """Plays games between sergeants with the weights of a board."""

    def __init__(self, game: Any) -> None:
        self.kernels: Any = title_players.kernels(game.id)
        self.thinking: Any = title_players.thinking(game.id)
        self.work = np.zeros(1, game.work_type)
        self.fog = game.id == "october-war"
        self._strict = np.zeros(2)
        self._out = np.zeros(game.max_actions, np.int32)

    def play(self, board: Any, state: Any, random: np.random.Generator, turns: int = -1) -> None:
        """Play to the end, or for so many player turns; games with fog always to the end."""
        if self.fog:  # rollouts play with open cards, which would teach what nobody can know
            kind = self.kernels.KINDS["sergeant"]
            self.kernels.play_out(board, state, self.work, self._out, random, kind, kind)
        else:
            self.thinking.play_out(
                board, state, self.work, self._out, random, turns, -1, self._strict, -1
            )

    def worth(self, board: Any, state: Any) -> float:
        """Return the value of a finished game to the first side: its lead in victory points.

        A game of October War may also be won at once: the value is a hundred times what the
        searching players give the finished game. Across Suez counts no points: the value is
        Israel's, out of a hundred.
        """
        if self.fog:
            return 100.0 * float(self.thinking.worth(board, state, self.work))
        lead = self.kernels.lead(board, state, self.work)
        return israel_worth(self.kernels, board, state, self.work) if lead is None else float(lead)

    def winner(self, state: Any) -> int:
        """Return the number of the side that won a finished game, negative for a draw."""
        return int(self.kernels.outcome(state[0])[0])


def israel_worth(kernels: Any, board: Any, state: Any, work: Any) -> float:
    """Return the value of a finished game of Across Suez to Israel, out of a hundred."""
    won = kernels.outcome(state[0])[0] == 0
    return 100.0 if won else NEARLY * conditions_met(board[0], state[0], work[0])


def conditions_met(b: Any, s: Any, w: Any) -> float:
    """Return how many of its three conditions Israel meets in Across Suez.

    The first condition, units across the canal, is counted as a fraction.
    """
    across = min(1.0, units_across(b, s) / int(b["units_across_to_win"]))
    return across + bool(bridge_in_place(b, s)) + bool(trace_line(b, w))
