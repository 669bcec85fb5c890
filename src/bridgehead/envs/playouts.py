"""An evaluator for OpenSpiel's Monte Carlo tree search: playouts by kernels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.errors import UnknownPlayer
from bridgehead.envs.openspiel import BridgeheadGame, BridgeheadState
from bridgehead.players import title_players


class PlayoutEvaluator:
    """An evaluator for `mcts.MCTSBot`, to be used instead of `mcts.RandomRolloutEvaluator`.

    `player` plays both sides of each of `playouts` games: the "recruit", who acts at random, or the
    "sergeant". `trust` is the prior probability of this player's own choice; the rest is the same
    for every action. (A side has hundreds of actions, so a search with fewer simulations needs a
    prior: give the bot `child_selection_fn=mcts.SearchNode.puct_value`.)

    A playout uses the complete position. If the rules hide something, search with `ismcts`, which
    draws unknown facts at random first.
    """

    def __init__(
        self,
        game: BridgeheadGame,
        player: str = "recruit",
        *,
        playouts: int = 1,
        trust: float = 0.0,
        seed: int = 0,
    ) -> None:
        found = title_players.kernels(game.played.id)
        if found is None or player not in found.KINDS:
            known = ", ".join(found.KINDS) if found else "none"
            raise UnknownPlayer(f"no kernel plays as {player!r} here; there are: {known}")
        if playouts < 1 or not 0.0 <= trust <= 1.0:
            raise ValueError(
                f"playouts={playouts}, trust={trust}: must be 1 or more, and from 0 to 1"
            )
        self._kernels = found
        self._kind = found.KINDS[player]
        self._playouts = playouts
        self._trust = trust
        self._spaces = game.spaces
        self._random = np.random.default_rng(seed)
        self._out = np.zeros(game.played.max_actions, np.int32)

    def evaluate(self, state: BridgeheadState) -> NDArray[np.float64]:
        """Return each player's mean return over the playouts."""
        board, now, work = state.position.arrays
        lead = 0
        for _ in range(self._playouts):
            end, scratch = now.copy(), work.copy()
            self._kernels.play_out(
                board, end, scratch, self._out, self._random, self._kind, self._kind
            )
            lead += (1, -1, 0)[self._kernels.outcome(end[0])[0]]  # the last: nobody, a draw
        return np.array([lead, -lead]) / self._playouts

    def prior(self, state: BridgeheadState) -> list[tuple[int, float]]:
        """Return every action with its probability; chance outcomes with the true ones."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal: Any = self._spaces.legal(state.position)
        share = np.full(len(legal), (1.0 - self._trust) / len(legal))
        if self._trust:
            board, now, work = state.position.arrays
            code = self._kernels.decide(board, now, work, self._out, self._random, self._kind)
            share[np.searchsorted(legal, self._spaces.actions.index(code))] += self._trust
        return list(zip(legal.tolist(), share.tolist(), strict=True))
