"""Games from which an evaluation learns, as tasks for any worker (`core.workers`).

Playing them needs no PyTorch: the network is passed as the weights that kernels read. The result of
a game depends only on its seed and these weights, not on where it is played.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.positions.position import Game
from bridgehead.core.titles.games import build_game, load_with
from bridgehead.learning.lookahead import Effort, EvaluatedPlan, Floats, Lookahead
from bridgehead.players.search.agent import DICE, Agent, State, empty_net

LOOSE = (0.0, 0.05, 0.15, 0.4)  # how loosely a side plays the beginning of a game of sergeants
LOOSE_PART = 0.8  # of the actions of a game of sergeants, at most, that are played loosely
CURIOUS = 0.3  # how often a round also tests a draft that was not judged the best
ACTIONS = 370  # of a game, about


@dataclass(frozen=True)
class Task:
    """Some games of a player with lookahead against the plain sergeant.

    `side` is the side of the player with lookahead; with -1 sergeants play both sides.
    """

    game: str
    options: tuple[Any, ...]
    side: int
    seeds: tuple[tuple[int, ...], ...]  # of each game
    effort: Effort
    net: Floats | None = None
    margin: float = 0.0
    learns: bool = True  # whether positions are kept


@dataclass(frozen=True)
class TrainingData:
    """Training data from games: positions with targets (of the first side), and results."""

    x: NDArray[np.float32]  # features
    y: NDArray[np.float32]
    first: NDArray[np.int64]  # row of the first plan of the same decision, or -1
    gains: NDArray[np.float64]  # of drafts over the first plan: as judged, and by rollouts
    results: NDArray[np.float64]  # 1 for a win of the side that looks ahead, 0.5 for a draw
    decisions: int  # of that side, plans and not actions
    seconds: float  # of processor time


@lru_cache(maxsize=4)
def _game(name: str, options: tuple[Any, ...]) -> Game:
    build_game(name)
    return load_with(name, options)


def play(task: Task) -> TrainingData:
    """Play the games of a task."""
    began = time.process_time()
    table = _Table(_game(task.game, task.options), task)
    for seed in task.seeds:
        table.play(np.random.default_rng(seed))
    return TrainingData(
        np.array(table.x, np.float32).reshape(-1, table.agent.width),
        np.array(table.y, np.float32), np.array(table.first, np.int64),
        np.array(table.gains, np.float64).reshape(-1, 2), np.array(table.results),
        table.decisions, time.process_time() - began,
    )  # fmt: skip


class _Table:
    """Plays games one after the other, and collects training data."""

    def __init__(self, game: Any, task: Task) -> None:
        self.game, self.side, self.learns = game, task.side, task.learns
        net = empty_net(game) if task.net is None else task.net
        self.agent = Agent(game, net, 0, "general")
        self.agent.board = game.board  # the sergeant's usual weights
        self.player: Lookahead | None = None
        if task.side >= 0:
            self.player = Lookahead(game, task.side, net, task.effort, task.margin)
            self.player.curious = CURIOUS if task.learns else 0.0
        self.x: list[Floats] = []
        self.y: list[float] = []
        self.first: list[int] = []
        self.gains: list[tuple[float, float]] = []
        self.results: list[float] = []
        self.decisions = 0

    def play(self, random: np.random.Generator) -> None:
        """Play a game."""
        agent, player = self.agent, self.player
        agent.random = random
        state = self.game.start().arrays[1].copy()
        if player is None:
            self._wild_start(state, random)
        open_ = []  # rows whose target is the worth of the finished game
        turn = -1
        while (owner := agent.owner(state)) >= 0:
            if agent.turn_of(state) != turn:
                turn = agent.turn_of(state)
                open_.append(self._keep(state))
            if player is None:
                agent.play_out(state, turns=1)
            elif owner != self.side:
                agent.play_out(state, steps=1)
            else:
                best, tested = player.think(state, random)
                self.decisions += 1
                self._learn(tested)
                state = best.after.copy()
                if agent.owner(state) in (0, 1, DICE):
                    open_.append(self._keep(state))
        worth, result = agent.worth(state), agent.result(state)
        if self.learns:
            for row in open_:
                self.y[row] = worth
        self.results.append(1.0 - result if self.side == 1 else result)

    def _wild_start(self, state: State, random: np.random.Generator) -> None:
        """Play some actions with more randomness, so that all kinds of positions occur."""
        loose = random.choice(LOOSE, 2)
        steps = int(random.random() * LOOSE_PART * ACTIONS)
        self.agent.play_out(state, steps=steps, loose=loose)

    def _keep(self, state: State, y: float = 0.0, first: int = -1) -> int:
        """Add a position to the data; return its row."""
        if self.learns:
            self.x.append(self.agent.features(state))
            self.y.append(y)
            self.first.append(first)
        return len(self.x) - 1

    def _learn(self, tested: list[EvaluatedPlan]) -> None:
        """Add the positions after the plans of a decision, with the results of their rollouts."""
        if not self.learns or not len(tested[0].points):
            return
        first = -1
        for number, one in enumerate(tested):
            points = float(one.points.mean())
            if number:
                gain = points - float(tested[0].points[: len(one.points)].mean())
                self.gains.append((one.judged - tested[0].judged, gain))
            if self.agent.owner(one.after) < 0:
                continue
            row = self._keep(one.after, points if self.side == 0 else 1.0 - points, first)
            first = row if number == 0 else first
