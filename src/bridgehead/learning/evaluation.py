"""A network that evaluates positions by the features of a title's evaluation (docs/players.md).

It has one hidden layer, so that kernels can use it as well (`bridgehead.core.search.net`): a
rollout evaluates it within machine code.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.extras import needs
from bridgehead.core.positions.position import Game
from bridgehead.core.search import net as nets
from bridgehead.players import title_players

with needs("learn"):
    import torch
    from torch import Tensor, nn

HIDDEN = 64  # units of the hidden layer
RARE = 1e-3  # a feature that varies less than this is left out


def inputs_of(game: Game) -> str:
    """Return the SHA-256 of the names of a game's features, in their order."""
    return hashlib.sha256("\n".join(title_players.thinking(game.id).NAMES).encode()).hexdigest()


class Evaluation(nn.Module):
    """A network whose output is the log odds that the first side wins."""

    mean: Tensor
    factor: Tensor

    def __init__(self, game: Game, hidden: int = HIDDEN) -> None:
        super().__init__()
        self.game, self.hidden = game, hidden
        count = int(title_players.thinking(game.id).FEATURES)
        self.register_buffer("mean", torch.zeros(count))
        self.register_buffer("factor", torch.ones(count))
        self.inner = nn.Linear(count, hidden)
        self.outer = nn.Linear(hidden, 1)

    def scale_to(self, x: NDArray[Any]) -> None:
        """Set the scaling of the features from these positions."""
        spread = x.std(0)
        self.mean.copy_(torch.from_numpy(x.mean(0).astype(np.float32)))
        factor = np.where(spread > RARE, 1.0 / np.maximum(spread, RARE), 0.0)
        self.factor.copy_(torch.from_numpy(factor.astype(np.float32)))

    def forward(self, x: Tensor) -> Tensor:
        """Return a number for each row of features."""
        scaled = ((x - self.mean) * self.factor).clamp(-nets.CLIP, nets.CLIP)
        odds: Tensor = self.outer(torch.relu(self.inner(scaled)))[:, 0]
        return odds

    def flat(self) -> NDArray[np.float64]:
        """Return the weights in the form that kernels read."""
        sizes = np.array([len(self.mean), self.hidden], np.float64)
        parts = [self.mean, self.factor, self.inner.weight.T, self.inner.bias]
        parts += [self.outer.weight, self.outer.bias]
        numbers = [part.detach().cpu().double().numpy().ravel() for part in parts]
        return np.concatenate([sizes, *numbers])


def device_of(name: str) -> torch.device:
    """Return a device by name, `auto` for a GPU if there is one; BridgeheadError if unusable."""
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(name)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0]
        raise BridgeheadError(
            f"device {name!r} cannot be used here ({reason}); "
            "`auto` takes the GPU where there is one, else the processor"
        ) from None
    return device
