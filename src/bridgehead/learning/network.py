"""The network: scores of the legal actions, and how the game will end for the side to decide.

Two convolutions read the map. An action is scored from the cells that it names, from embeddings
of its unit, verb and place, and from a summary of the whole position. Both sides share one
network; the observation says which side it is.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from bridgehead.core.errors import BridgeheadError
from bridgehead.envs.extras import extra
from bridgehead.learning.features import Decisions, Features, Ints

with extra("learn"):
    import torch
    from torch import Tensor, nn
    from torch.nn import functional

SCALE = 8.0  # numbers of observations are divided by it where they are larger than one


@dataclass(frozen=True)
class Shape:
    """The sizes of a network."""

    channels: int = 24
    position: int = 8  # learned numbers of each cell
    embedding: int = 16
    hidden: int = 64

    def to_dict(self) -> dict[str, int]:
        """Return the sizes as plain data."""
        return asdict(self)


class Network(nn.Module):
    """Policy and value of one game."""

    kind = "policy"

    def __init__(self, features: Features, shape: Shape | None = None) -> None:
        super().__init__()
        self.features, self.shape = features, shape or Shape()
        f, s = features, self.shape
        planes, rows, columns = f.space.map_shape
        units, width = f.space.unit_shape
        self.register_buffer("facts", torch.from_numpy(f.map_facts), persistent=False)
        facts = np.concatenate([f.unit_facts, np.zeros_like(f.unit_facts[:1])])
        self.register_buffer("unit_facts", torch.from_numpy(facts), persistent=False)
        self.cells = nn.Parameter(torch.randn(s.position, rows, columns) * 0.1)
        self.first = nn.Conv2d(planes + len(f.map_facts) + s.position, s.channels, 3, padding=1)
        self.second = nn.Conv2d(s.channels, s.channels, 3, padding=1)
        scalars = f.space.scalar_shape[0]
        self.context = nn.Linear(2 * scalars + units * (width + 1) + 2 * s.channels, s.hidden)
        self.unit = nn.Embedding(units + 1, s.embedding)
        self.verb = nn.Embedding(f.verbs, s.embedding)
        self.place = nn.Embedding(f.places, s.embedding)
        wide = 2 * s.channels + 3 * s.embedding + f.unit_facts.shape[1]
        self.action = nn.Linear(wide, s.hidden)
        self.summary = nn.Linear(s.hidden, s.hidden)
        self.pair = nn.Linear(s.hidden, s.embedding)
        self.deep = nn.Linear(s.hidden, s.hidden)
        self.score = nn.Linear(s.hidden, 1)
        self.judge = nn.Linear(s.hidden, s.hidden)
        self.value = nn.Linear(s.hidden, 1)
        nn.init.zeros_(self.score.weight)
        for table in (self.unit, self.verb, self.place):
            nn.init.normal_(table.weight, std=0.2)

    @property
    def device(self) -> torch.device:
        """Where the network is."""
        return self.cells.device

    def forward(self, decisions: Decisions) -> tuple[Tensor, Tensor]:
        """Return the logarithm of each legal action's probability, (n, most legal), and values."""
        flat = self.features.flat(decisions.legal, decisions.units)
        given = {name: torch.from_numpy(part).to(self.device) for name, part in flat.items()}
        seen, context = self._read(decisions)
        count, channels = seen.shape[:2]
        # One cell more, of zeros, for what stands nowhere.
        cells = functional.pad(seen.flatten(2), (0, 1)).transpose(1, 2).reshape(-1, channels)
        start = given["row"] * (len(cells) // count)
        unit, place = self.unit(given["unit"]), self.place(given["place"])
        facts = self.unit_facts[given["unit"]]  # type: ignore[index]
        parts = [cells[start + given["to"]], cells[start + given["at"]]]
        parts += [unit, self.verb(given["verb"]), place, facts]
        summary = self.summary(context)[given["row"]]
        hidden = torch.relu(self.action(torch.cat(parts, 1)) + summary)
        pair = self.pair(context)[given["row"]]
        scores = self.score(torch.relu(self.deep(hidden)))[:, 0] + (unit * pair * place).sum(1)
        table = scores.new_full((count, int(flat["counts"].max())), -torch.inf)
        table = table.index_put((given["row"], given["slot"]), scores)
        value = torch.tanh(self.value(torch.relu(self.judge(context)))[:, 0])
        return torch.log_softmax(table, 1), value

    def _read(self, decisions: Decisions) -> tuple[Tensor, Tensor]:
        """Return the map after the convolutions, and the summary of the position."""
        planes = self._numbers(decisions.map)
        count = len(planes)
        fixed = torch.cat([self.facts, self.cells]).expand(count, -1, -1, -1)  # type: ignore[list-item]
        seen = torch.relu(self.first(torch.cat([planes, fixed], 1)))
        seen = torch.relu(self.second(seen) + seen)
        units = self._numbers(decisions.units)
        here = torch.from_numpy((decisions.units[:, :, self.features.hex_column] >= 0).astype("f4"))
        scalars = self._numbers(decisions.scalars)
        read = [scalars, torch.sin(scalars * SCALE), units.flatten(1), here.to(self.device)]
        read += [seen.mean((2, 3)), seen.amax((2, 3))]
        return seen, torch.relu(self.context(torch.cat(read, 1)))

    def _numbers(self, values: Any) -> Tensor:
        return torch.from_numpy(values.astype(np.float32)).to(self.device) / SCALE

    def choose(self, decisions: Decisions, random: np.random.Generator | None = None) -> Ints:
        """Return an action's number for each decision: drawn, or the likeliest without `random`."""
        with torch.no_grad():
            chances, _ = self(decisions)
        return picked(decisions, chances.cpu().numpy(), random)[0]


def picked(
    decisions: Decisions, chances: Any, random: np.random.Generator | None
) -> tuple[Ints, Ints]:
    """Return actions and their slots, given logarithms of probabilities."""
    if random is None:
        slots = chances.argmax(1)
    else:  # Gumbel: the largest is drawn with the probabilities
        slots = (chances + random.gumbel(size=chances.shape)).argmax(1)
    actions = [legal[slot] for legal, slot in zip(decisions.legal, slots.tolist(), strict=True)]
    return np.array(actions, np.int64), slots


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
