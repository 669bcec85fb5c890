"""Learn to judge positions, and play by it: `python -m bridgehead.learning.afterstates`.

    python -m bridgehead.learning.afterstates across-suez-1980 --seed 1 --minutes 10 --out DIR
    python -m bridgehead.learning.afterstates --evaluate DIR/checkpoint.pt --pairs 200

First the judge learns the results of sergeants' games. Then it takes the best of some drafts in
games against the sergeant, and learns from these (TD(lambda) on afterstates). Minutes are processor
minutes, of all processes together. With `--iterations` instead of minutes the same seed learns the
same numbers, whoever plays the games (`--processes`, `--ray`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.workers import Processes, Workers
from bridgehead.envs.spaces import build
from bridgehead.learning import command, lessons
from bridgehead.learning.curve import Curve
from bridgehead.learning.drafts import check_open
from bridgehead.learning.evaluate import Score
from bridgehead.learning.sharing import workers_of

NAMES = ("seed", "minutes", "iterations", "sergeants", "games", "drafts")  # settings, as options
KEPT = 400_000  # positions to learn from
SIZE = 256  # positions in a lesson
PIECE = 8  # games of a task
DOUBTS = (0.3, 0.8, 2.0)  # tried in training; the best of each side goes into the checkpoint


@dataclass(frozen=True)
class Settings:
    """All that a training depends on, the machine aside."""

    game: str
    seed: int = 1
    minutes: float = 15.0  # of processor time, unless `iterations` says when to stop
    iterations: int = 0
    sergeants: float = 0.3  # the share of it with games of sergeants
    games: int = 32  # of each side in an iteration
    drafts: int = 8
    lessons: float = 1.0  # how often each position is learned, on average
    rate: float = 2e-3

    def check(self) -> None:
        """BridgeheadError where a number makes no sense."""
        command.budget_check(self, ("minutes", "games", "drafts", "lessons", "rate"))


class Learning:
    """A judge, what it learns from, and what that has cost."""

    def __init__(self, settings: Settings, workers: Workers) -> None:
        import torch

        from bridgehead.learning.features import Features
        from bridgehead.learning.judge import Judge

        torch.manual_seed(settings.seed)
        torch.set_num_threads(1)
        self.settings, self.workers = settings, workers
        self.game = bh.load(settings.game)
        check_open(self.game)
        build(self.game.id)
        self.judge = Judge(Features(self.game))
        self.optimizer = torch.optim.AdamW(
            self.judge.parameters(), settings.rate, weight_decay=0.01
        )
        self.random = np.random.default_rng([settings.seed, 5])
        space = self.judge.features.space
        self._kept: dict[str, Any] = {
            "units": np.zeros((KEPT, *space.unit_shape), np.int16),
            "scalars": np.zeros((KEPT, *space.scalar_shape), np.int16),
            "targets": np.zeros(KEPT, np.float32),
        }
        self.iteration = self.games = self.seen = 0
        self.seconds = 0.0
        self.tried: dict[tuple[int, float], list[float]] = {}

    @property
    def spent(self) -> float:
        """The share of the budget that is spent, from 0 on."""
        if self.settings.iterations:
            return self.iteration / self.settings.iterations
        return self.seconds / (60 * self.settings.minutes)

    def step(self, *, own: bool) -> dict[str, float]:
        """Play some games with each side, then learn from them."""
        from bridgehead.learning.selfplay import play

        tasks = self._tasks(own=own)
        results: list[list[float]] = [[], []]
        new = 0
        for place, found in self.workers.share(play, tasks, in_order=True):
            task = tasks[place]
            self._keep(found)
            new += len(found.targets)
            self.seconds += found.seconds
            results[task.side] += found.results.tolist()
            for doubt, result in zip(task.doubts, found.results.tolist(), strict=own):
                self.tried.setdefault((task.side, doubt), []).append(result)
        began = time.process_time()
        loss = self._learn(int(self.settings.lessons * new / SIZE) + 1)
        self.seconds += time.process_time() - began
        self.games += sum(len(each) for each in results)
        self.iteration += 1
        return {"loss": loss} | {f"score_{i}": float(np.mean(results[i])) for i in (0, 1)}

    def _tasks(self, *, own: bool) -> list[Any]:
        """Return the games of an iteration, some to a task."""
        from bridgehead.learning.selfplay import Task, packed

        s, found = self.settings, []
        judge = packed(self.judge) if own else b""
        for side in (0, 1):
            for first in range(0, s.games, PIECE):
                games = range(first, min(first + PIECE, s.games))
                seeds = tuple((s.seed, self.iteration, side, i) for i in games)
                doubts = tuple(DOUBTS[i % len(DOUBTS)] for i in games) if own else ()
                drafts = s.drafts if own else 1
                found.append(Task(self.game.id, self.game.options, side, seeds, drafts, doubts,
                                  judge=judge))  # fmt: skip
        return found

    def _keep(self, found: Any) -> None:
        rows = (self.seen + np.arange(len(found.targets))) % KEPT
        for name, kept in self._kept.items():
            kept[rows] = getattr(found, name)
        self.seen += len(rows)

    def _learn(self, count: int) -> float:
        """Learn from positions at random; return the mean loss."""
        rate = self.settings.rate
        return lessons.take(self.optimizer, rate, self.spent, count, self._loss)

    def _loss(self) -> Any:
        import torch

        rows = self.random.integers(min(self.seen, KEPT), size=SIZE)
        units, scalars, targets = (torch.from_numpy(k[rows]) for k in self._kept.values())
        odds = self.judge(units, scalars)
        return torch.nn.functional.binary_cross_entropy_with_logits(odds, targets)

    def doubts(self) -> list[float]:
        """Return for each side the doubt that scored best in training."""
        found = []
        for side in (0, 1):
            scores = {d: float(np.mean(self.tried.get((side, d), [0.0]))) for d in DOUBTS}
            found.append(max((score, doubt) for doubt, score in scores.items())[1])
        return found


def train(
    settings: Settings,
    out: Path,
    workers: Workers | None = None,
    say: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Train a judge; write `curve.csv` and `checkpoint.pt` to a folder, tell what came of it.

    `say` is given a line for each iteration.
    """
    settings.check()
    command.need_torch()
    out.mkdir(parents=True, exist_ok=True)
    learning, curve = Learning(settings, workers or Processes()), Curve(out / "curve.csv")
    while learning.spent < 1:
        own = learning.spent >= settings.sergeants
        if learning.spent < (1 + settings.sergeants) / 2:
            learning.tried.clear()  # only what it plays like in the end counts
        told = learning.step(own=own)
        curve.add(stage="own games" if own else "sergeants", iteration=learning.iteration,
                  cpu_seconds=learning.seconds, decisions=learning.seen, games=learning.games,
                  **told)  # fmt: skip
        _save(learning, out)
        if say is not None:
            say(_line(learning, told))
    return _save(learning, out)


def _line(learning: Learning, told: dict[str, float]) -> str:
    """Return what is said of an iteration."""
    scores = (f"{side} {told[f'score_{i}']:.0%}" for i, side in enumerate(learning.game.sides))
    return (
        f"{min(learning.spent, 1):4.0%}  {learning.seconds:5.0f} s  {learning.games:6,} games  "
        f"loss {told['loss']:.3f}  {', '.join(scores)}"
    )


def _save(learning: Learning, out: Path) -> dict[str, Any]:
    """Write the checkpoint; return what was done for it."""
    from bridgehead.learning import checkpoint

    settings = learning.settings
    done = {
        "cpu_seconds": round(learning.seconds, 1), "games": learning.games,
        "positions": learning.seen, "doubts": learning.doubts(), "drafts": settings.drafts,
        "tried": [[s, d, len(r), float(np.mean(r))] for (s, d), r in learning.tried.items()],
    }  # fmt: skip
    digest = checkpoint.save(out / "checkpoint.pt", learning.judge, asdict(settings), done)
    return {"checkpoint": str(out / "checkpoint.pt"), "digest": digest, **done}


def evaluate(
    found: Any, pairs: int, seed: int, *, drafts: int | None = None, workers: Workers | None = None
) -> dict[str, Score]:
    """Return the score of each side of a checkpoint over as many games, and of both together.

    With one draft the drafter plays alone, without what was learned.
    """
    from bridgehead.learning.selfplay import Task, packed, play

    game, done = found.network.features.game, found.told["done"]
    judge, number = packed(found.network), drafts or done["drafts"]
    tasks = [
        Task(game.id, game.options, side, seeds, number,
             (float(done["doubts"][side]),) * len(seeds), 0.0, judge)
        for side in (0, 1)
        for seeds in command.seeds_of(pairs, PIECE, seed)
    ]  # fmt: skip
    return command.scores_of(game.sides, play, tasks, workers)


def main(words: list[str] | None = None) -> int:
    """Carry out the command; return its exit status."""
    parser = command.parser_of("afterstates", Settings(""), NAMES)
    return command.run(parser, words, _trained, _evaluated)


def _trained(given: argparse.Namespace) -> dict[str, Any]:
    settings = Settings(given.game, **command.named(given, NAMES))
    command.check(settings)
    with workers_of(given, settings.game) as workers:
        return train(settings, given.out, workers, command.tell)


def _evaluated(given: argparse.Namespace) -> dict[str, Any]:
    command.need_torch()
    from bridgehead.learning import checkpoint

    found = checkpoint.load_kind(given.evaluate, "judge")
    for name in ("pairs", "drafts"):
        if (value := getattr(given, name)) is not None and value < 1:
            raise BridgeheadError(f"{name} is {value}; it must be 1 or more")
    seed = Settings("").seed if given.seed is None else given.seed
    with workers_of(given, found.network.features.game.id) as workers:
        scores = evaluate(found, given.pairs, seed, drafts=given.drafts, workers=workers)
    told = {side: score.to_dict() for side, score in scores.items()}
    return {"digest": found.digest, "opponent": "sergeant", "seed": seed, **told}


if __name__ == "__main__":
    raise SystemExit(main())
