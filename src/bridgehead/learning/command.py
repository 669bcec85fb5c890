"""What the commands that train a player and evaluate it share: options, errors, and scores.

`expert` and `afterstates` are such commands. Each has settings of its own, and says how a training
and an evaluation go.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.workers import Processes, Workers
from bridgehead.envs.extras import extra
from bridgehead.learning.drafts import check_open
from bridgehead.learning.evaluate import Score, score_of
from bridgehead.learning.sharing import add_workers

Carry = Callable[[argparse.Namespace], dict[str, Any]]


def parser_of(program: str, settings: Any, names: Sequence[str]) -> argparse.ArgumentParser:
    """Return a command's parser; `names` are the settings that are options, typed as they are."""
    parser = argparse.ArgumentParser(prog=f"python -m bridgehead.learning.{program}")
    parser.add_argument("game", nargs="?", help="id of a game on a hex map (`bridgehead games`)")
    parser.add_argument("--out", type=Path, help="folder for checkpoint and curve")
    parser.add_argument("--evaluate", type=Path, metavar="CHECKPOINT", help="play, do not train")
    parser.add_argument("--pairs", type=int, default=200, help="pairs of games to evaluate")
    for name in names:
        parser.add_argument(f"--{name}", type=type(getattr(settings, name)))
    add_workers(parser)
    return parser


def run(
    parser: argparse.ArgumentParser, words: list[str] | None, trained: Carry, evaluated: Carry
) -> int:
    """Train or evaluate, print what came of it as JSON, and return the exit status."""
    given = parser.parse_args(words)
    if given.evaluate is None and (given.game is None or given.out is None):
        parser.error("name a game and --out, or a checkpoint with --evaluate")
    try:
        done = evaluated(given) if given.evaluate else trained(given)
    except (BridgeheadError, ModuleNotFoundError) as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(done, indent=1))
    return 0


def named(given: argparse.Namespace, names: Sequence[str]) -> dict[str, Any]:
    """Return the options of these names that were given."""
    return {n: value for n in names if (value := getattr(given, n)) is not None}


def check(settings: Any) -> None:
    """BridgeheadError where settings make no sense, or PyTorch is missing."""
    settings.check()
    check_open(bh.load(settings.game))
    need_torch()


def need_torch() -> None:
    """Tell how to install PyTorch where it is missing."""
    with extra("learn"):
        import torch  # noqa: F401


def tell(line: str) -> None:
    """Print a line about the progress."""
    print(line, file=sys.stderr)


def budget_check(settings: Any, positive: Sequence[str]) -> None:
    """BridgeheadError where numbers of the settings or their budget make no sense."""
    for name in positive:
        if not getattr(settings, name) > 0:
            raise BridgeheadError(f"{name} is {getattr(settings, name)}; it must be more than 0")
    if settings.iterations < 0:
        raise BridgeheadError(f"iterations is {settings.iterations}; it must be 0 or more")
    if not 0 < settings.sergeants <= 1:
        share = settings.sergeants
        raise BridgeheadError(f"sergeants is {share}; it must be above 0, at most 1")


def seeds_of(pairs: int, piece: int, seed: int) -> list[tuple[tuple[int, int], ...]]:
    """Return the seeds of the games of one side, some to a task."""
    return [
        tuple((seed, i) for i in range(first, min(first + piece, pairs)))
        for first in range(0, pairs, piece)
    ]


def scores_of(
    sides: Sequence[str], play: Callable[[Any], Any], tasks: Sequence[Any], workers: Workers | None
) -> dict[str, Score]:
    """Play tasks; return the score of each side, and of both together."""
    results: list[list[Any]] = [[], []]
    for place, one in (workers or Processes()).share(play, tasks, in_order=True):
        results[tasks[place].side].append(one.results)
    scores = {side: score_of(np.concatenate(results[i])) for i, side in enumerate(sides)}
    return scores | {"both": score_of(np.concatenate(results[0] + results[1]))}
