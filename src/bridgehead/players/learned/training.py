"""Learning to judge, by self-play: what `bridgehead train` does.

1. *Outcomes.* Sergeants of changing looseness play the beginning of a game, strict ones the rest.
   The features at each end of a player turn, and who won, make a first net.
2. *Rollouts.* In the middle of such games plans are made, good and bad, and each position after a
   plan gets rollouts that the first net judges: one player turn on, as temporal-difference learning
   does.
3. *Practice.* Generals with the net so far play themselves. What came of their games joins the
   outcomes; the plans that they tested, the errors of the net among them, join the rollouts.

One net with one hidden layer learns from all of it what positions are worth. Of every five games
one is kept back, for a calibration that makes a chance of winning of that, and one for measuring.
Everything follows from the seed; the number of processes changes nothing.
"""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.extras import needs
from bridgehead.core.search import net as nets
from bridgehead.core.workers import Processes, Workers
from bridgehead.players.learned.weights import Judgement, calibrated
from bridgehead.players.search.agent import DICE, Agent, empty_net
from bridgehead.players.search.search import Budget, Evolution, PlanSearch, Screening
from bridgehead.titles.loading import load

Numbers = NDArray[np.float64]

LOOSE = (0.0, 0.05, 0.15, 0.4)
LOOSE_PART = 0.8  # of a game's player turns, at most, that are played loosely
STEPS = 24  # actions, at most, from the beginning of a player turn to a plan that is tested
PARTS = 5  # games of number 0 of so many are for measuring, of number 1 for calibrating
CHUNK = 25  # games that a process plays at a time
BINS = 10
TINY = 1e-6


class TooFewGamesError(BridgeheadError):
    """There are too few games to learn from or to measure with."""


@dataclass(frozen=True)
class Settings:
    """All settings of a training run."""

    game: str
    games: int = 6000
    practice: int = 60
    looks: int = 60
    hidden: int = 64
    epochs: int = 15
    seed: int = 1

    def command(self) -> str:
        """Return the command with these settings."""
        return (
            f"bridgehead train {self.game} --games {self.games} --practice {self.practice} "
            f"--looks {self.looks} --hidden {self.hidden} --epochs {self.epochs} --seed {self.seed}"
        )


@dataclass
class Samples:
    """Features, the first side's value of each position, and the number of its game."""

    x: NDArray[np.float32]
    y: Numbers
    game: NDArray[np.int64]
    result: Numbers  # the first side's points at the end of the game; NaN where y is from rollouts

    @classmethod
    def joined(cls, parts: list[Samples]) -> Samples:
        """Return several sample sets joined into one."""
        return cls(*(np.concatenate([getattr(p, f) for p in parts]) for f in cls.__annotations__))

    def where(self, mask: NDArray[np.bool_]) -> Samples:
        """Return the samples selected by a mask."""
        return Samples(self.x[mask], self.y[mask], self.game[mask], self.result[mask])

    def split(self) -> tuple[Samples, Samples, Samples]:
        """Return the training, calibration and test sets."""
        part = self.game % PARTS
        return self.where(part > 1), self.where(part == 1), self.where(part == 0)


class _Rows:
    """Samples being collected."""

    def __init__(self) -> None:
        self._rows: list[tuple[Any, float, int, float]] = []

    def add(self, x: Any, y: float, game: int, *, result: float = math.nan) -> None:
        self._rows.append((x.astype(np.float32), y, game, result))

    def samples(self, features: int) -> Samples:
        x, y, game, result = zip(*self._rows, strict=True) if self._rows else ((), (), (), ())
        return Samples(
            np.array(x, np.float32).reshape(len(self._rows), features),
            np.array(y, np.float64),
            np.array(game, np.int64),
            np.array(result, np.float64),
        )


# Games


def _outcomes(agent: Agent, number: int, turns: int, rows: _Rows) -> None:
    """Play one game of stage 1."""
    state = agent.game.start().arrays[1].copy()
    _begin(agent, state, turns)
    seen = []
    while agent.owner(state) >= 0:
        seen.append(agent.features(state))
        agent.play_out(state, turns=1)
    worth, result = agent.worth(state), agent.result(state)
    for x in seen:
        rows.add(x, worth, number, result=result)


def _begin(agent: Agent, state: Any, turns: int) -> Numbers:
    """Play the first turns of a game with looseness; return that of each side."""
    random = agent.random
    loose = np.array([LOOSE[int(random.random() * len(LOOSE))] for _ in range(2)])
    agent.play_out(state, turns=int(random.random() * LOOSE_PART * turns), loose=loose)
    return loose


def _length(agent: Agent) -> int:
    """Return the number of player turns in a game."""
    agent.random = np.random.default_rng(0)
    state = agent.game.start().arrays[1].copy()
    turns = 0
    while agent.owner(state) >= 0:
        agent.play_out(state, turns=1)
        turns += 1
    return turns


def _rollouts(agent: Agent, number: int, turns: int, rows: _Rows) -> None:
    """Play one game of stage 2."""
    random = agent.random
    state = agent.game.start().arrays[1].copy()
    loose = _begin(agent, state, turns)
    while agent.owner(state) >= 0:
        agent.play_out(state, steps=int(random.random() * STEPS), loose=loose / 2)
        if agent.owner(state) in (0, 1):
            _plans(agent, state, number, rows)
        if agent.owner(state) >= 0:
            agent.play_out(state, turns=1)


def _plans(agent: Agent, state: Any, number: int, rows: _Rows) -> None:
    """Make three plans and evaluate their ends by rollouts."""
    legal = agent.legal(state)
    for k in range(3 if len(legal) > 1 else 0):
        first = int(legal[int(agent.random.random() * len(legal))]) if k == 2 else -1
        loose = LOOSE[int(agent.random.random() * len(LOOSE))]
        _, end = agent.principal_line(state, loose, (), first)
        if agent.owner(end) >= 0:
            prospects = sum(agent.rollout(end, 1, face) for face in (0, 2, 4)) / 3
            rows.add(agent.features(end), prospects, number)


def _practice(agent: Agent, number: int, turns: int, rows: _Rows, looks: int) -> None:
    """Play one game of stage 3."""
    state = agent.game.start().arrays[1].copy()
    loose = _begin(agent, state, turns) if number % 2 else np.zeros(2)
    way: type[PlanSearch] = Screening if agent.screens else Evolution
    seen, now = [], -1
    while (side := agent.owner(state)) >= 0:
        if agent.turn_of(state) != now:
            now = agent.turn_of(state)
            seen.append(agent.features(state))
        if side == DICE or len(agent.legal(state)) < 2:
            agent.play_out(state, steps=1)
            continue
        found = way(agent, state, Budget(rollouts=looks)).run()
        for one in found:
            if agent.owner(one.ends[0]) >= 0:
                ours = one.total / max(1, len(one.points))
                rows.add(agent.features(one.ends[0]), ours if side == 0 else 1 - ours, number)
        astray = loose[side] > 0 and agent.random.random() < 0.1
        plan = found[int(agent.random.random() * len(found)) if astray else 0].plan
        state = agent.after(state, plan)
    worth, result = agent.worth(state), agent.result(state)
    for x in seen:
        rows.add(x, worth, number, result=result)


def _play(job: tuple[str, str, Numbers | None, int, int, int, int]) -> Samples:
    """Play some games of a stage; results depend only on the seed and the games' numbers."""
    game_id, stage, net, seed, first, count, looks = job
    game = load(game_id)
    agent = Agent(game, empty_net(game) if net is None else net)
    rows = _Rows()
    turns = _length(agent)
    for number in range(first, first + count):
        agent.random = np.random.default_rng([seed, STAGES.index(stage), number])
        if stage == "outcomes":
            _outcomes(agent, number, turns, rows)
        elif stage == "rollouts":
            _rollouts(agent, number, turns, rows)
        else:
            _practice(agent, number, turns, rows, looks)
    samples = rows.samples(agent.width)
    samples.game += FAR * STAGES.index(stage)  # games of their own
    return samples


FAR = 5_000_000  # a multiple of PARTS
STAGES = ("outcomes", "rollouts", "practice")


# Learning


def fit(samples: Samples, hidden: int, epochs: int, seed: int) -> Numbers:
    """Return a net fitted to samples."""
    mean = samples.x.mean(axis=0, dtype=np.float64)
    factor = 1 / np.maximum(samples.x.std(axis=0, dtype=np.float64), 1e-2)
    z = np.clip((samples.x - mean) * factor, -nets.CLIP, nets.CLIP)
    # a chance y is a won game of weight y and a lost one of weight 1 - y
    x, won = np.concatenate([z, z]), np.repeat([1, 0], len(z))
    weight = np.concatenate([samples.y, 1 - samples.y])
    used = weight > 2e-3
    model = _model(hidden, epochs, seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it stops after `epochs`, as it was told to
        model.fit(x[used], won[used], sample_weight=weight[used])
    inner, outer = model.coefs_
    parts = [inner, model.intercepts_[0], outer, model.intercepts_[1]]
    head = np.array([len(mean), hidden], np.float64)
    return np.concatenate([head, mean, factor, *(np.ravel(part) for part in parts)])


def _model(hidden: int, epochs: int, seed: int) -> Any:
    with needs("train"):
        from sklearn.neural_network import MLPClassifier
    return MLPClassifier(
        (hidden,), alpha=1e-3, batch_size=512, learning_rate_init=2e-3, max_iter=epochs,
        random_state=seed,
    )  # fmt: skip


def calibrate(said: Numbers, came: Numbers) -> tuple[float, float]:
    """Return slope and shift that turn prospects into win probabilities, by logistic regression.

    Newton's method; two extra games, one won and one lost in an even position, keep it finite.
    """
    p = np.clip(np.concatenate([said, [0.5, 0.5]]), TINY, 1 - TINY)
    y = np.concatenate([came, [0.0, 1.0]])
    z = np.stack([np.log(p / (1 - p)), np.ones(len(p))], axis=1)
    found = np.array([1.0, 0.0])
    for _ in range(50):
        expected = 1 / (1 + np.exp(-z @ found))
        curve = (z * (expected * (1 - expected))[:, None]).T @ z + 1e-6 * np.eye(2)
        found += np.clip(np.linalg.solve(curve, z.T @ (y - expected)), -1, 1)
    return round(float(found[0]), 4), round(float(found[1]), 4)


def judged(net: Numbers, x: NDArray[np.float32]) -> Numbers:
    """Return a net's output for rows of features."""
    return np.array([nets.judge(net, row) for row in x.astype(np.float64)])


def figures(judgement: Judgement, samples: Samples) -> dict[str, Any]:
    """Return the quality of predictions: Brier score, log loss, reliability table.

    `base_brier` is the score of always predicting the mean.
    """
    kept = samples.where(~np.isnan(samples.result))
    said = [calibrated(judgement.calibration, p) for p in judged(judgement.net, kept.x)]
    p, y = np.clip(np.array(said), TINY, 1 - TINY), kept.result
    return {
        "positions": len(y),
        "games": len(np.unique(kept.game)),
        "brier": round(float(((p - y) ** 2).mean()), 4),
        "base_brier": round(float(((y.mean() - y) ** 2).mean()), 4),
        "log_loss": round(float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean()), 4),
        "reliability": reliability(p, y),
    }


def reliability(said: Numbers, came: Numbers) -> list[dict[str, float]]:
    """Return for each tenth of the predicted chances their number, mean and results."""
    place = np.minimum((said * BINS).astype(int), BINS - 1)
    return [
        {
            "positions": int((place == k).sum()),
            "said": round(float(said[place == k].mean()), 3),
            "came": round(float(came[place == k].mean()), 3),
        }
        for k in range(BINS)
        if (place == k).any()
    ]


# The whole


def train(
    settings: Settings,
    processes: int = 1,
    tell: Callable[[str, int], None] | None = None,
    *,
    workers: Workers | None = None,
) -> tuple[Judgement, dict[str, Any]]:
    """Train; return an evaluation, and how it was made.

    `tell(stage, done)` is called as games are played. `workers` play them instead of `processes`
    processes of this machine, for example a cluster, with the same result. MissingPackage if
    scikit-learn is missing, before anything is played.
    """
    _model(1, 1, 0)
    if settings.games < PARTS:
        raise TooFewGamesError(f"--games {settings.games} is too few: at least {PARTS}")
    crew = workers or Processes(processes)
    crew.warm(settings.game)
    began = time.perf_counter()
    outcomes = _stage(settings, "outcomes", settings.games, None, crew, tell)
    first = fit(outcomes.split()[0], settings.hidden, settings.epochs, settings.seed)
    parts = [outcomes, _stage(settings, "rollouts", settings.games // 4, first, crew, tell)]
    net = _learn(parts, settings)
    if settings.practice:
        parts.append(_stage(settings, "practice", settings.practice, net, crew, tell))
        net = _learn(parts, settings)
    _, unseen, kept = Samples.joined(parts).split()
    ended = unseen.where(~np.isnan(unseen.result))
    judgement = Judgement(net, calibrate(judged(net, ended.x), ended.result))
    made = {
        "command": settings.command(),
        "seed": settings.seed,
        "seconds": round(time.perf_counter() - began),
        "samples": {"outcomes": len(outcomes.y), "all": sum(len(p.y) for p in parts)},
        "held_out": figures(judgement, kept),
    }
    return judgement, made


def _learn(parts: list[Samples], settings: Settings) -> Numbers:
    return fit(Samples.joined(parts).split()[0], settings.hidden, settings.epochs, settings.seed)


def _stage(
    settings: Settings,
    stage: str,
    games: int,
    net: Numbers | None,
    workers: Workers,
    tell: Callable[[str, int], None] | None,
) -> Samples:
    """Play the games of a stage."""
    chunk = CHUNK if stage != "practice" else 1
    jobs = [
        (settings.game, stage, net, settings.seed, first, min(chunk, games - first), settings.looks)
        for first in range(0, games, chunk)
    ]
    parts: list[Samples] = []
    done = 0
    for place, part in workers.share(_play, jobs, in_order=True):
        parts.append(part)
        done += jobs[place][5]
        if tell is not None:
            tell(stage, done)
    return Samples.joined(parts)
