"""`LegalActions`: an action space that knows which actions are legal now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.extras import needs

with needs("research"):
    from gymnasium import spaces


class LegalActions(spaces.Discrete):
    """The actions of a game. Without a mask, `sample` returns a legal one."""

    def __init__(self, n: int, mask: Callable[[], NDArray[np.int8]]) -> None:
        super().__init__(n)
        self._mask = mask

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a random action: one that the mask allows, by default a legal one."""
        if mask is None and probability is None:
            mask = self._mask()
        return super().sample(mask, probability)

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy may outlive its environment: it is a plain space, with the random numbers of this.
        return spaces.Discrete, (int(self.n), self._np_random)

    @classmethod
    def like(cls, other: Any, mask: Callable[[], NDArray[np.int8]]) -> LegalActions:
        """Return a space of the same size as another, which continues its random numbers."""
        made = cls(int(other.n), mask)
        made._np_random = other._np_random
        return made
