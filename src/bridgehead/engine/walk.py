"""Games with combat for testing a player once for each kind of decision."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bridgehead import players
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.positions.position import Game, Position

LONGEST = 600 if JIT else 60  # actions, dice included
FIGHT = ("attack", "with")  # what the walk prefers, so that combat's decisions come soon
COMMON = ("end", "pass")  # verbs that do not make a decision another


class Walk:
    """Yields positions with new kinds of decisions; `take` continues from them.

    The recruit makes all other decisions, and attacks if it can. Games end early, with the walk.
    """

    def __init__(self, game: Game, side: str, most: int, seed: int) -> None:
        self.side = side
        self.most = most
        self._position = game.start()
        self._recruit = players.create(game, "recruit", seed)
        self._random = np.random.default_rng(seed)
        self._action: str | None = None
        self._seen: set[str] = set()

    def __iter__(self) -> Iterator[Position]:
        for _ in range(LONGEST):
            mover = self._position.to_move
            if mover is None or len(self._seen) >= self.most:
                return
            if mover == self.side and self.kind(self._position) not in self._seen:
                self._seen.add(self.kind(self._position))
                yield self._position
                assert self._action is not None, "take() the action before going on"
                action, self._action = self._action, None
            else:
                action = self._own_action(mover)
            self._position.push(action)
            if self._position.to_move is None:
                return

    def take(self, action: str) -> None:
        """Carry out an action in the position yielded last. A resignation is ignored."""
        self._action = self._own_action(self.side) if action == "resign" else action

    @staticmethod
    def kind(position: Position) -> str:
        """Return the kind of the pending decision: the available verbs, "move or end"."""
        verbs = dict.fromkeys(text.split()[0] for text in position.legal_actions())
        telling = [verb for verb in verbs if verb not in COMMON] or list(verbs)
        return "/".join(telling)

    def _own_action(self, mover: str) -> str:
        legal = self._position.legal_actions()
        if mover == "dice":
            return str(legal[int(self._random.integers(len(legal)))])
        fights = [text for text in legal if text.split()[0] in FIGHT]
        if fights and self._random.random() < 0.8:
            return fights[int(self._random.integers(len(fights)))]
        if "deploy" in legal:  # the set-up in one go
            return "deploy"
        return self._recruit.choose(self._position)
