"""Imitation: what a teacher would do in the positions that the learner comes to.

The teacher is the sergeant with the learned weights by which captain and general draft their
plans: it decides in microseconds. At first the teacher's actions are carried out, later more and
more the learner's own (DAgger), so that the learner also sees what follows its own mistakes.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from bridgehead.core import compiled
from bridgehead.core.position import Game
from bridgehead.core.registry import package_of
from bridgehead.envs import BatchEnv
from bridgehead.envs.extras import extra
from bridgehead.learning import lessons
from bridgehead.learning.features import Decisions, Ints, joined, of_batch
from bridgehead.learning.network import Network
from bridgehead.learning.staggering import stagger
from bridgehead.players import weights
from bridgehead.players.agent import Agent

with extra("learn"):
    import torch

RANK = "captain"  # whose learned weights the teacher has
STEPS = 4  # of all games, between two lessons
KEPT = 64  # steps of the games that lessons draw from
LESSONS = 2
SIZE = 256  # decisions in a lesson
STEEPEST = 1.0  # the largest norm of a gradient


class Teacher:
    """Says for each game of a batch what it would do."""

    def __init__(self, game: Game, seed: int) -> None:
        compiled.build(package_of(game.id))  # without it the teacher would be plain Python
        self._agent = Agent(game, weights.load(game.id).net, seed, RANK)

    def choose(self, env: BatchEnv) -> Ints:
        """Return the number of an action for each game; the games are left alone."""
        codes = [self._agent.quick(env.position(g).arrays[1]) for g in range(env.n)]
        return np.array([env.actions.index(code) for code in codes], np.int64)


class Cloning:
    """Lessons of a network with a teacher; `follow` is how often the teacher's action is made."""

    def __init__(self, network: Network, games: int, seed: int, rate: float) -> None:
        game = network.features.game
        self.network = network
        self.env = BatchEnv(game, games, seed=seed, mask=False)
        self.teacher = Teacher(game, seed)
        stagger(self.env, self.teacher.choose, seed)
        self.random = np.random.default_rng([seed, 2])
        self.optimizer = torch.optim.Adam(network.parameters(), lr=rate)
        self.kept: deque[tuple[Decisions, Ints]] = deque(maxlen=KEPT)
        self.seen = 0

    def step(self, follow: float) -> dict[str, float]:
        """Play some steps, then learn; return loss and how often both choose the same."""
        alike = []
        for _ in range(STEPS):
            decisions = of_batch(self.env)
            right, own = self.teacher.choose(self.env), self.network.choose(decisions)
            alike.append(float((right == own).mean()))
            self.kept.append((decisions, decisions.slots(right)))
            followed = self.random.random(self.env.n) < follow
            self.env.step(np.where(followed, right, own))
            self.seen += self.env.n
        losses = [self._lesson() for _ in range(LESSONS)]
        return {"loss": float(np.mean(losses)), "agreement": float(np.mean(alike))}

    def _lesson(self) -> float:
        each = max(1, SIZE // self.env.n)
        drawn = self.random.integers(len(self.kept), size=each)
        decisions = joined([self.kept[i][0] for i in drawn.tolist()])
        slots = torch.from_numpy(np.concatenate([self.kept[i][1] for i in drawn.tolist()]))
        chances, _ = self.network(decisions)
        loss = torch.nn.functional.nll_loss(chances, slots.to(chances.device))
        return lessons.step(self.optimizer, loss, STEEPEST)

    def close(self) -> None:
        """Let the games go."""
        self.env.close()
