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
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.extras import needs
from bridgehead.core.titles.games import build_game
from bridgehead.core.workers import Processes, Workers
from bridgehead.learning import expert_games as games
from bridgehead.learning.curve import Curve
from bridgehead.learning.lookahead import Effort, check_open
from bridgehead.learning.scores import Score, score_of
from bridgehead.learning.sharing import add_workers, workers_of

NAMES = ("seed", "minutes", "iterations", "sergeants", "games", "drafts", "rounds", "rollouts")
KEPT = 600_000  # positions to learn from, the newest
SIZE = 512  # positions in a lesson
PIECE = 4  # games of a task
SERGEANTS = 48  # games of sergeants for each game of one's own
ADVANTAGE = 4.0  # what the error of a difference between drafts counts, beside that of a chance
LEAST_RATE = 0.05  # of the learning rate at first
MARGINS = (0.0, 0.01, 0.02, 0.04, 0.08, 0.16, 1.0)  # tried on drafts not learned from yet
AUTO = "auto"
RECENT = 4000  # of these drafts


@dataclass(frozen=True)
class Settings:
    """All settings of a training run, except the machine."""

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
        """The search effort for a decision."""
        return Effort(self.drafts, self.rounds, self.rollouts)

    def check(self) -> None:
        """Raise BridgeheadError if a number is invalid."""
        self.effort.check()
        for name in ("minutes", "games", "rounds", "rollouts", "lessons", "rate"):
            if not getattr(self, name) > 0:
                raise BridgeheadError(f"{name} is {getattr(self, name)}; it must be more than 0")
        if self.iterations < 0:
            raise BridgeheadError(f"iterations is {self.iterations}; it must be 0 or more")
        if not 0 < self.sergeants <= 1:
            raise BridgeheadError(f"sergeants is {self.sergeants}; it must be above 0, at most 1")


class Learning:
    """An evaluation in training, its training data, and the time spent."""

    def __init__(self, settings: Settings, workers: Workers, device: str = AUTO) -> None:
        import torch

        from bridgehead.learning.evaluation import Evaluation, device_of

        torch.manual_seed(settings.seed)
        torch.set_num_threads(1)
        self.settings, self.workers = settings, workers
        self.game = bh.load(settings.game)
        check_open(self.game)
        build_game(self.game.id)
        self.device = device_of(device)
        self.network = Evaluation(self.game).to(self.device)
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
        """The share of the budget that is spent, starting at 0."""
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
        """Return the games of an iteration as tasks."""
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

    def _keep(self, found: games.TrainingData) -> None:
        rows = (self.seen + np.arange(len(found.y))) % KEPT
        self._x[rows], self._y[rows] = found.x, found.y
        self._first[rows] = np.where(found.first < 0, -1, (self.seen + found.first) % KEPT)
        self.seen += len(rows)

    def _learn(self, count: int) -> float:
        """Train on random positions with a falling learning rate; return the mean loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.rate * max(LEAST_RATE, 1.0 - self.spent)
        losses = []
        for _ in range(count):
            loss = self._loss()
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self.optimizer.step()
            losses.append(float(loss.detach()))
        return float(np.mean(losses))

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
        """Return the margin with which the network alone gains most, on held-out drafts."""
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
    """Train an evaluation; write `curve.csv` and `checkpoint.pt` to a folder, return the results.

    `say` is called with a line for each iteration. `device` is PyTorch's name of the device for
    training, or `auto`: a GPU if there is one.
    """
    settings.check()
    _need_torch()
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
    """Return a progress line for an iteration."""
    scores = [f"{side} {told[f'score_{i}']:.0%}" for i, side in enumerate(learning.game.sides)]
    begin = (
        f"{min(learning.spent, 1):4.0%}  {learning.seconds:5.0f} s  {learning.games:6,} games  "
        f"loss {told['loss']:.3f}"
    )
    return f"{begin}  {', '.join(scores)}" if own else begin


def _save(learning: Learning, out: Path) -> dict[str, Any]:
    """Write the checkpoint; return a description of the training."""
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
    game, done = found.network.game, found.told["done"]
    net, effort = found.network.flat(), effort or Effort(**done["effort"])
    all_seeds = tuple((seed, number) for number in range(pairs))
    tasks = [
        games.Task(game.id, game.options, side, seeds, effort, net, done["margin"], learns=False)
        for side in (0, 1)
        for seeds in (all_seeds[n : n + PIECE] for n in range(0, pairs, PIECE))
    ]
    results: list[list[Any]] = [[], []]
    for place, one in (workers or Processes()).share(games.play, tasks, in_order=True):
        results[tasks[place].side].append(one.results)
    scores = {side: score_of(np.concatenate(results[i])) for i, side in enumerate(game.sides)}
    return scores | {"both": score_of(np.concatenate(results[0] + results[1]))}


def main(words: list[str] | None = None) -> int:
    """Train or evaluate, print the results as JSON, and return the exit status."""
    parser = _parser()
    given = parser.parse_args(words)
    if given.evaluate is None and (given.game is None or given.out is None):
        parser.error("name a game and --out, or a checkpoint with --evaluate")
    try:
        done = _evaluated(given) if given.evaluate else _trained(given)
    except (BridgeheadError, ModuleNotFoundError) as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(done, indent=1))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bridgehead.learning.expert")
    parser.add_argument("game", nargs="?", help="id of a game (`bridgehead games`)")
    parser.add_argument("--out", type=Path, help="folder for checkpoint and curve")
    parser.add_argument("--evaluate", type=Path, metavar="CHECKPOINT", help="play, do not train")
    parser.add_argument("--pairs", type=int, default=200, help="pairs of games to evaluate")
    for name in NAMES:
        parser.add_argument(f"--{name}", type=type(getattr(Settings(""), name)))
    parser.add_argument("--device", default=AUTO, help="where the network learns (a GPU if any)")
    add_workers(parser)
    return parser


def _given(given: argparse.Namespace, names: Sequence[str]) -> dict[str, Any]:
    """Return those of the named options that were given."""
    return {name: value for name in names if (value := getattr(given, name)) is not None}


def _need_torch() -> None:
    """Raise an error that says how to install PyTorch if it is missing."""
    with needs("learn"):
        import torch  # noqa: F401


def _tell(line: str) -> None:
    print(line, file=sys.stderr)


def _trained(given: argparse.Namespace) -> dict[str, Any]:
    settings = Settings(given.game, **_given(given, NAMES))
    settings.check()
    check_open(bh.load(settings.game))
    _need_torch()
    with workers_of(given, settings.game) as workers:
        return train(settings, given.out, workers, _tell, given.device)


def _evaluated(given: argparse.Namespace) -> dict[str, Any]:
    _need_torch()
    from bridgehead.learning import checkpoint

    found = checkpoint.load(given.evaluate)
    if given.pairs < 1:
        raise BridgeheadError(f"pairs is {given.pairs}; it must be 1 or more")
    asked = _given(given, ("drafts", "rounds", "rollouts"))
    effort = replace(Effort(**found.told["done"]["effort"]), **asked)
    effort.check()
    seed = Settings("").seed if given.seed is None else given.seed
    began = time.process_time()
    with workers_of(given, found.network.game.id) as workers:
        scores = evaluate(found, given.pairs, seed, effort=effort, workers=workers)
    told = {side: score.to_dict() for side, score in scores.items()}
    spent = round(time.process_time() - began, 1)
    return {"digest": found.digest, "opponent": "sergeant", "seed": seed,
            "effort": asdict(effort), "cpu_seconds": spent, **told}  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main())
