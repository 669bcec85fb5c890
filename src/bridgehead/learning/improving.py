"""Masked PPO: a network plays against a kernel player from either side, and learns from results.

Only legal actions have a probability. The first iterations after imitation learn the value alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bridgehead.envs import BatchEnv
from bridgehead.envs.extras import extra
from bridgehead.learning import lessons
from bridgehead.learning.advantage import advantages
from bridgehead.learning.cloning import STEEPEST, Teacher
from bridgehead.learning.features import Decisions, joined, of_batch
from bridgehead.learning.network import Network, picked
from bridgehead.learning.staggering import stagger

with extra("learn"):
    import torch
    from torch import Tensor

TRACE = 0.97
CLIP = 0.2
EPOCHS = 2
SIZE = 512  # decisions in a lesson
ENTROPY = 0.002
WARMING = 3  # iterations in which only the value is learned


class Seat:
    """One side of many games against the opponent: plays on, and keeps what happens."""

    def __init__(self, network: Network, side: str, games: int, seed: int, opponent: str) -> None:
        game = network.features.game
        self.network, self.side = network, game.sides.index(side)
        self.env = BatchEnv(game, games, seed=seed, learner=side, opponent=opponent, mask=False)
        stagger(self.env, Teacher(game, seed).choose, seed)
        self.random = np.random.default_rng([seed, 3])
        self.results: list[float] = []  # of games that have ended since it was last asked

    def play(self, steps: int) -> dict[str, Any]:
        """Play some steps of all games; return what a lesson needs, (steps * games) rows."""
        parts: list[Decisions] = []
        kept: dict[str, list[Any]] = {
            name: [] for name in ("slot", "chance", "value", "won", "end")
        }
        for _ in range(steps):
            decisions = of_batch(self.env)
            with torch.no_grad():
                chances, values = (part.cpu().numpy() for part in self.network(decisions))
            actions, slots = picked(decisions, chances, self.random)
            self.env.step(actions)
            parts.append(decisions)
            rewards, ended = self.env.rewards[:, self.side].copy(), self.env.terminated.copy()
            rows = np.arange(self.env.n)
            for name, one in zip(kept, (slots, chances[rows, slots], values, rewards, ended),
                                 strict=True):  # fmt: skip
                kept[name].append(one)
            self.results += (0.5 + 0.5 * rewards[ended]).tolist()
        with torch.no_grad():
            last = self.network(of_batch(self.env))[1].cpu().numpy()
        table = {name: np.stack(rows) for name, rows in kept.items()}
        better = advantages(table["won"], table["end"], table["value"], last, TRACE)
        return {
            "decisions": joined(parts), "slot": table["slot"].reshape(-1),
            "chance": table["chance"].reshape(-1), "better": better.reshape(-1),
            "target": (better + table["value"]).reshape(-1),
        }  # fmt: skip

    def score(self) -> float:
        """Return the score of the games that have ended since this was last asked."""
        found = float(np.mean(self.results)) if self.results else float("nan")
        self.results = []
        return found


class Improving:
    """PPO of a network, the games shared between the sides as `games` says."""

    def __init__(
        self, network: Network, games: tuple[int, int], seed: int, rate: float, opponent: str
    ) -> None:
        self.network = network
        sides = network.features.game.sides
        self.seats = [
            Seat(network, side, count, seed + 10 * i, opponent)
            for i, (side, count) in enumerate(zip(sides, games, strict=True))
            if count
        ]
        self.random = np.random.default_rng([seed, 4])
        self.optimizer = torch.optim.Adam(network.parameters(), lr=rate)
        self.iteration = self.seen = self.finished = 0

    def step(self, steps: int) -> dict[str, float]:
        """Play some steps with each side, then learn from them."""
        parts = [seat.play(steps) for seat in self.seats]
        decisions = joined([part["decisions"] for part in parts])
        columns = {
            name: np.concatenate([part[name] for part in parts]).astype(np.float32)
            for name in ("slot", "chance", "better", "target")
        }
        better = columns["better"]
        columns["better"] = (better - better.mean()) / (better.std() + 1e-6)
        count, losses, spread = len(decisions), [], []
        for _ in range(EPOCHS):
            order = self.random.permutation(count)
            for first in range(0, count, SIZE):
                rows = order[first : first + SIZE]
                loss, entropy = self._loss(decisions.take(rows), columns, rows)
                losses.append(lessons.step(self.optimizer, loss, STEEPEST))
                spread.append(entropy)
        self.iteration += 1
        self.seen += count
        self.finished += sum(len(seat.results) for seat in self.seats)
        found = {"loss": float(np.mean(losses)), "entropy": float(np.mean(spread))}
        return found | {f"score_{seat.side}": seat.score() for seat in self.seats}

    def _loss(self, decisions: Decisions, columns: Any, rows: Any) -> tuple[Tensor, float]:
        device = self.network.device
        old, better, target = (
            torch.from_numpy(columns[name][rows]).to(device)
            for name in ("chance", "better", "target")
        )
        slots = torch.from_numpy(columns["slot"][rows].astype(np.int64)).to(device)
        chances, values = self.network(decisions)
        judging = ((values - target) ** 2).mean()
        legal = chances.masked_fill(torch.isinf(chances), 0.0)
        entropy = -(legal.exp() * legal).sum(1).mean()
        if self.iteration < WARMING:
            return judging, float(entropy.detach())
        ratio = (chances.gather(1, slots[:, None])[:, 0] - old).exp()
        gain = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
        return 0.5 * judging - gain - ENTROPY * entropy, float(entropy.detach())

    def close(self) -> None:
        """Let the games go."""
        for seat in self.seats:
            seat.env.close()
