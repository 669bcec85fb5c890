"""Games from which the judge learns, as tasks that any worker can play (`core.workers`).

What a game brings depends on its seed and the judge alone, not on who plays it.
"""

from __future__ import annotations

import io
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.registry import load_with
from bridgehead.envs.extras import extra
from bridgehead.learning.drafts import SURE, Drafter, pick
from bridgehead.learning.features import Features, Shorts
from bridgehead.learning.judge import Judge, Sizes
from bridgehead.players import weights
from bridgehead.players.agent import Agent

with extra("learn"):
    import torch

WILD = (0.02, 0.05, 0.1, 0.2)  # how loosely a game without a judge begins
WILD_ACTIONS = 260
CURIOUS = 0.05  # how often a draft is taken at random
TRACE = 0.8  # TD(lambda): what the next position is expected to bring counts with the result


@dataclass(frozen=True)
class Task:
    """Some games of one side against the sergeant. Without a judge the drafts are not changed."""

    game: str
    options: tuple[Any, ...]
    side: int
    seeds: tuple[tuple[int, ...], ...]  # of each game
    drafts: int = 1
    doubts: tuple[float, ...] = ()  # of each game, where there is a judge
    curious: float = CURIOUS
    judge: bytes = b""


@dataclass(frozen=True)
class Found:
    """What the games brought: positions with targets (of the first side), and results."""

    units: Shorts
    scalars: Shorts
    targets: NDArray[np.float32]
    results: NDArray[np.float64]  # 1 for a win of the learner's side, 0.5 for a draw
    seconds: float  # of processor time


def packed(judge: Judge) -> bytes:
    """Return the judge's numbers as bytes."""
    kept = io.BytesIO()
    torch.save(judge.state_dict(), kept)
    return kept.getvalue()


@lru_cache(maxsize=4)
def _features(game: str, options: tuple[Any, ...]) -> Features:
    return Features(load_with(game, options))


@lru_cache(maxsize=1)
def _unpacked(features: Features, kept: bytes, hidden: int) -> Judge:
    judge = Judge(features, Sizes(hidden=hidden))
    judge.load_state_dict(torch.load(io.BytesIO(kept), weights_only=True))
    judge.eval()
    return judge


def play(task: Task) -> Found:
    """Play the games of a task."""
    torch.set_num_threads(1)
    began = time.process_time()
    features = _features(task.game, task.options)
    table = _Table(features, task.side)
    judge = _unpacked(features, task.judge, Sizes().hidden) if task.judge else None
    for i, seed in enumerate(task.seeds):
        doubt = task.doubts[i] if judge is not None else 0.0
        table.play(task, judge, doubt, np.random.default_rng(seed))
    units, scalars = table.features.space.unit_shape, table.features.space.scalar_shape
    return Found(
        np.array(table.units, np.int16).reshape(-1, *units),
        np.array(table.scalars, np.int16).reshape(-1, *scalars),
        np.array(table.targets, np.float32), np.array(table.results),
        time.process_time() - began,
    )  # fmt: skip


class _Table:
    """Plays games one after the other, and keeps what they bring."""

    def __init__(self, features: Features, side: int) -> None:
        game: Any = features.game
        self.features, self.side = features, side
        self.drafter = Drafter(features, side)
        self.enemy = Agent(game, weights.load(game.id).net)
        self.enemy.board = game.board  # the sergeant's own numbers
        self.units: list[Any] = []
        self.scalars: list[Any] = []
        self.targets: list[float] = []
        self.results: list[float] = []

    def play(self, task: Task, judge: Any, doubt: float, random: np.random.Generator) -> None:
        agent = self.drafter.agent
        agent.random = self.enemy.random = random
        state, odds = self.features.game.start().arrays[1].copy(), []
        if judge is None:
            state = self._wild_start(state, random)
        while (owner := agent.owner(state)) >= 0:
            if owner != self.side:
                self.enemy.play_out(state, steps=1)
                continue
            drafts = self.drafter.draft(state, task.drafts, random)
            taken, judged = 0, None
            if judge is not None:
                judged = self.drafter.judge(judge, drafts)
                taken = pick(judged, doubt)
                if random.random() < task.curious:
                    taken = int(random.integers(len(drafts.plans)))
            odds.append(0.0 if judged is None else float(judged[taken]))
            self.units.append(drafts.units[taken])
            self.scalars.append(drafts.scalars[taken])
            state = drafts.after[taken].copy()
        result = float(agent.result(state))
        self.results.append(result if self.side == 0 else 1.0 - result)
        self.targets += self._targets(odds, result, 1.0 if judge is None else TRACE)

    def _wild_start(self, state: Any, random: np.random.Generator) -> Any:
        """Play some actions on, the side loosely, so that the judge sees all kinds of positions."""
        loose = np.zeros(2)
        loose[self.side] = random.choice(WILD)
        self.drafter.agent.play_out(state, steps=int(random.random() * WILD_ACTIONS), loose=loose)
        return state

    def _targets(self, odds: list[float], result: float, trace: float) -> list[float]:
        """Return what each position should have been judged: chances of the first side."""
        sign = 1.0 if self.side == 0 else -1.0
        target, found = result, []
        for each in reversed(odds):
            found.append(target)
            chance = 1.0 / (1.0 + np.exp(-sign * min(max(each, -SURE), SURE)))
            target = trace * target + (1.0 - trace) * float(chance)
        return found[::-1]
