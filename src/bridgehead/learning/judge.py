"""The judge: a network that says how a game will end, from what a side sees of a position.

It learns numbers for each pair of a unit and the cell where it stands, and adds them up (as the
networks of chess engines do), with what else is known of the units and the game. Small layers make
a chance of them. It is cheap: thousands of positions a second on one core.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from bridgehead.envs.extras import extra
from bridgehead.learning.features import Features, Shorts

with extra("learn"):
    import torch
    from torch import Tensor, nn

AWAY = 8  # rows for units in no hex, by the column `place`
SCALE = 8.0


@dataclass(frozen=True)
class Sizes:
    """The sizes of a judge."""

    hidden: int = 64
    shared: int = 16  # numbers of a cell that all units share

    def to_dict(self) -> dict[str, int]:
        """Return the sizes as plain data."""
        return asdict(self)


class Judge(nn.Module):
    """The logarithm of the odds that the first side wins."""

    kind = "judge"

    def __init__(self, features: Features, shape: Sizes | None = None) -> None:
        super().__init__()
        self.features, self.shape = features, shape or Sizes()
        space, hidden = features.space, self.shape.hidden
        units, width = space.unit_shape
        self._hex = features.hex_column
        self._place = [field.name for field in space.unit_fields].index("place")
        self._rest = [c for c in range(width) if c not in (self._hex, self._place)]
        self.cells = space.cells + AWAY
        self.register_buffer("cell", torch.from_numpy(features.cell), persistent=False)
        self.register_buffer("first_row", torch.arange(units) * self.cells, persistent=False)
        self.pairs = nn.Embedding(units * self.cells, hidden)
        self.places = nn.Parameter(torch.randn(self.cells, self.shape.shared) * 0.3)
        self.roles = nn.Parameter(torch.randn(units, self.shape.shared, hidden) * 0.05)
        self.marks = nn.Linear(units * len(self._rest), hidden)
        self.scalars = nn.Linear(3 * space.scalar_shape[0], hidden)
        self.second = nn.Linear(hidden, hidden)
        self.third = nn.Linear(hidden, hidden)
        self.odds = nn.Linear(hidden, 1)
        nn.init.zeros_(self.pairs.weight)

    def forward(self, units: Tensor, scalars: Tensor) -> Tensor:
        """Return a number for each position, given tables of units and scalars (int16)."""
        hexes, place = units[:, :, self._hex].long(), units[:, :, self._place].long()
        away = self.cells - AWAY + place.clamp(0, AWAY - 1)
        cells = torch.where(hexes < 0, away, self.cell[hexes])  # type: ignore[index]
        found = self.pairs(self.first_row + cells).sum(1)  # type: ignore[operator]
        found = found + torch.einsum("nus,ush->nh", self.places[cells], self.roles)
        found = found + self.marks(units[:, :, self._rest].float().flatten(1) / SCALE)
        x = scalars.float()
        found = found + self.scalars(torch.cat([x / SCALE, torch.sin(x), torch.cos(x)], 1))
        found = torch.relu(self.second(torch.relu(found)))
        found = torch.relu(self.third(found) + found)
        odds: Tensor = self.odds(found)[:, 0]
        return odds

    def judge(self, units: Shorts, scalars: Shorts) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        """Return the same for arrays, without learning."""
        with torch.no_grad():
            found = self(torch.from_numpy(units), torch.from_numpy(scalars))
        return np.asarray(found.numpy())
