"""Learn to judge positions by looking ahead: `python -m bridgehead.learning.expert`.

    python -m bridgehead.learning.expert across-suez-1980 --seed 1 --minutes 6 --out DIR
    python -m bridgehead.learning.expert --evaluate DIR/checkpoint.pt --pairs 200 --seed 9

This is expert iteration: the network learns what looking ahead with the network has found. First it
learns the results of sergeants' games. Then a player that looks ahead (`lookahead`) plays the plain
sergeant from both sides. The network learns the results, what rollouts found of each draft, and how
much better a draft was than the first plan of the same decision. Minutes are processor minutes, of
all processes together. With `--iterations` instead the same seed learns the same numbers, whoever
plays the games (`--processes`, `--ray`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.workers import Processes, Workers
from bridgehead.envs.spaces import build
from bridgehead.learning import command, lessons
from bridgehead.learning import expert_games as games
from bridgehead.learning.curve import Curve
from bridgehead.learning.drafts import check_open
from bridgehead.learning.evaluate import Score
from bridgehead.learning.lookahead import Effort
from bridgehead.learning.sharing import workers_of

NAMES = ("seed", "minutes", "iterations", "sergeants", "games", "drafts", "rounds", "rollouts")
KEPT = 600_000  # positions to learn from, the newest
SIZE = 512  # positions in a lesson
PIECE = 4  # games of a task
SERGEANTS = 48  # games of sergeants for each game of one's own
ADVANTAGE = 4.0  # what the error of a difference between drafts counts, beside that of a chance
MARGINS = (0.0, 0.01, 0.02, 0.04, 0.08, 0.16, 1.0)  # tried on drafts not learned from yet
AUTO = "auto"
RECENT = 4000  # of these drafts


@dataclass(frozen=True)
class Settings:
    """All that a training depends on, the machine aside."""

    game: str
    seed: int = 1
    minutes: float = 6.0  # of processor time, unless `iterations` says when to stop
    iterations: int = 0
    sergeants: float = 0.3  # the share of it with games of sergeants
    games: int = 8  # of each side in an iteration
    drafts: int = Effort.drafts
    rounds: int = Effort.rounds
    rollouts: int = Effort.rollouts
    lessons: float = 12.0  # how often each position is learned, on average
    rate: float = 2e-3

    @property
    def effort(self) -> Effort:
        """How hard the player looks at a decision."""
        return Effort(self.drafts, self.rounds, self.rollouts)

    def check(self) -> None:
        """BridgeheadError where a number makes no sense."""
        self.effort.check()
        positive = ("minutes", "games", "rounds", "rollouts", "lessons", "rate")
        command.budget_check(self, positive)


class Learning:
    """An evaluation, what it learns from, and what that has cost."""

    def __init__(self, settings: Settings, workers: Workers, device: str = AUTO) -> None:
        import torch

        from bridgehead.learning.evaluation import Evaluation
        from bridgehead.learning.features import Features
        from bridgehead.learning.network import device_of

        torch.manual_seed(settings.seed)
        torch.set_num_threads(1)
        self.settings, self.workers = settings, workers
        self.game = bh.load(settings.game)
        check_open(self.game)
        build(self.game.id)
        self.device = device_of(device)
        self.network = Evaluation(Features(self.game)).to(self.device)
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), settings.rate, weight_decay=1e-4
        )
        self.random = np.random.default_rng([settings.seed, 5])
        self._x = np.zeros((KEPT, len(self.network.mean)), np.float32)
        self._y = np.zeros(KEPT, np.float32)
        self._first = np.full(KEPT, -1, np.int64)
        self.gains = np.zeros((0, 2))
        self.iteration = self.games = self.seen = 0
        self.seconds = 0.0

    @property
    def spent(self) -> float:
        """The share of the budget that is spent, from 0 on."""
        if self.settings.iterations:
            return self.iteration / self.settings.iterations
        return self.seconds / (60 * self.settings.minutes)

    def step(self, *, own: bool) -> dict[str, float]:
        """Play some games, then learn from them."""
        tasks = self._tasks(own=own)
        results: list[list[float]] = [[], []]
        before = self.seen
        for place, found in self.workers.share(games.play, tasks, in_order=True):
            self._keep(found)
            self.seconds += found.seconds
            self.games += len(found.results)
            if own:
                results[tasks[place].side] += found.results.tolist()
                self.gains = np.concatenate([self.gains, found.gains])[-RECENT:]
        began = time.process_time()
        if before == 0:
            self.network.scale_to(self._x[: self.seen])
        loss = self._learn(int(self.settings.lessons * (self.seen - before) / SIZE) + 1)
        self.seconds += time.process_time() - began
        self.iteration += 1
        return {"loss": loss} | {
            f"score_{i}": float(np.mean(results[i])) if own else float("nan") for i in (0, 1)
        }

    def _tasks(self, *, own: bool) -> list[games.Task]:
        """Return the games of an iteration, some to a task."""
        s, found = self.settings, []
        net = self.network.flat() if own else None
        piece = PIECE if own else PIECE * SERGEANTS
        for side in (0, 1) if own else (-1,):
            count = s.games if own else 2 * s.games * SERGEANTS
            for first in range(0, count, piece):
                numbers = range(first, min(first + piece, count))
                seeds = tuple((s.seed, self.iteration, side + 1, i) for i in numbers)
                found.append(
                    games.Task(self.game.id, self.game.options, side, seeds, s.effort, net)
                )
        return found

    def _keep(self, found: games.Found) -> None:
        rows = (self.seen + np.arange(len(found.y))) % KEPT
        self._x[rows], self._y[rows] = found.x, found.y
        self._first[rows] = np.where(found.first < 0, -1, (self.seen + found.first) % KEPT)
        self.seen += len(rows)

    def _learn(self, count: int) -> float:
        """Learn from positions at random; return the mean loss."""
        rate = self.settings.rate
        return lessons.take(self.optimizer, rate, self.spent, count, self._loss)

    def _loss(self) -> Any:
        import torch
        from torch.nn.functional import binary_cross_entropy_with_logits as cross_entropy

        rows = self.random.integers(min(self.seen, KEPT), size=SIZE)
        y = torch.from_numpy(self._y[rows]).to(self.device)
        odds = self.network(torch.from_numpy(self._x[rows]).to(self.device))
        loss = cross_entropy(odds, y)
        pairs = np.flatnonzero(self._first[rows] >= 0)
        if not len(pairs):
            return loss
        first = self._first[rows[pairs]]
        chance = torch.sigmoid(self.network(torch.from_numpy(self._x[first]).to(self.device)))
        gain = y[pairs] - torch.from_numpy(self._y[first]).to(self.device)
        error = torch.sigmoid(odds[pairs]) - chance - gain
        return loss + ADVANTAGE * (error**2).sum() / SIZE

    def margin(self) -> float:
        """Return the margin by which the network alone gains most on drafts not learned from."""
        if not len(self.gains):
            return MARGINS[-1]
        judged, found = self.gains.T
        return max(MARGINS, key=lambda margin: (float(found[judged > margin].sum()), margin))


def train(
    settings: Settings,
    out: Path,
    workers: Workers | None = None,
    say: Callable[[str], None] | None = None,
    device: str = AUTO,
) -> dict[str, Any]:
    """Train an evaluation; write `curve.csv` and `checkpoint.pt` to a folder, tell what came of it.

    `say` is given a line for each iteration. `device` is PyTorch's name of where the network
    learns, or `auto`: a GPU if there is one.
    """
    settings.check()
    command.need_torch()
    out.mkdir(parents=True, exist_ok=True)
    learning = Learning(settings, workers or Processes(), device)
    curve = Curve(out / "curve.csv")
    done: dict[str, Any] = {}
    while learning.spent < 1:
        own = learning.spent >= settings.sergeants
        told = learning.step(own=own)
        curve.add(stage="own games" if own else "sergeants", iteration=learning.iteration,
                  cpu_seconds=learning.seconds, decisions=learning.seen, games=learning.games,
                  **told)  # fmt: skip
        done = _save(learning, out)
        if say is not None:
            say(_line(learning, told, own=own))
    return done


def _line(learning: Learning, told: dict[str, float], *, own: bool) -> str:
    """Return what is said of an iteration."""
    scores = [f"{side} {told[f'score_{i}']:.0%}" for i, side in enumerate(learning.game.sides)]
    begin = (
        f"{min(learning.spent, 1):4.0%}  {learning.seconds:5.0f} s  {learning.games:6,} games  "
        f"loss {told['loss']:.3f}"
    )
    return f"{begin}  {', '.join(scores)}" if own else begin


def _save(learning: Learning, out: Path) -> dict[str, Any]:
    """Write the checkpoint; return what was done for it."""
    from bridgehead.learning import checkpoint

    done = {
        "cpu_seconds": round(learning.seconds, 1), "games": learning.games,
        "positions": learning.seen, "margin": learning.margin(),
        "effort": asdict(learning.settings.effort),
    }  # fmt: skip
    path = out / "checkpoint.pt"
    digest = checkpoint.save(path, learning.network, asdict(learning.settings), done)
    return {"checkpoint": str(path), "digest": digest, **done}


def evaluate(
    found: Any, pairs: int, seed: int, *, effort: Effort | None = None,
    workers: Workers | None = None,
) -> dict[str, Score]:  # fmt: skip
    """Return the score of each side of a checkpoint over as many games, and of both together."""
    game, done = found.network.features.game, found.told["done"]
    net, effort = found.network.flat(), effort or Effort(**done["effort"])
    tasks = [
        games.Task(game.id, game.options, side, seeds, effort, net, done["margin"], learns=False)
        for side in (0, 1)
        for seeds in command.seeds_of(pairs, PIECE, seed)
    ]
    return command.scores_of(game.sides, games.play, tasks, workers)


def main(words: list[str] | None = None) -> int:
    """Carry out the command; return its exit status."""
    parser = command.parser_of("expert", Settings(""), NAMES)
    parser.add_argument("--device", default=AUTO, help="where the network learns (a GPU if any)")
    return command.run(parser, words, _trained, _evaluated)


def _trained(given: argparse.Namespace) -> dict[str, Any]:
    settings = Settings(given.game, **command.named(given, NAMES))
    command.check(settings)
    with workers_of(given, settings.game) as workers:
        return train(settings, given.out, workers, command.tell, given.device)


def _evaluated(given: argparse.Namespace) -> dict[str, Any]:
    command.need_torch()
    from bridgehead.learning import checkpoint

    found = checkpoint.load_kind(given.evaluate, "evaluation")
    if given.pairs < 1:
        raise BridgeheadError(f"pairs is {given.pairs}; it must be 1 or more")
    asked = command.named(given, ("drafts", "rounds", "rollouts"))
    effort = replace(Effort(**found.told["done"]["effort"]), **asked)
    effort.check()
    seed = Settings("").seed if given.seed is None else given.seed
    began = time.process_time()
    with workers_of(given, found.network.features.game.id) as workers:
        scores = evaluate(found, given.pairs, seed, effort=effort, workers=workers)
    told = {side: score.to_dict() for side, score in scores.items()}
    spent = round(time.process_time() - began, 1)
    return {"digest": found.digest, "opponent": "sergeant", "seed": seed,
            "effort": asdict(effort), "cpu_seconds": spent, **told}  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main())
