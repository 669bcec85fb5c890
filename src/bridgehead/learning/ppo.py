"""Train a network, or evaluate one: `python -m bridgehead.learning.ppo` (docs/learning.md).

    python -m bridgehead.learning.ppo across-suez-1980 --seed 1 --minutes 10 --out DIR
    python -m bridgehead.learning.ppo --evaluate DIR/checkpoint.pt --games 200

Minutes are processor minutes: on a busy machine it takes longer, and learns the same amount.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.envs.extras import extra
from bridgehead.envs.spaces import build
from bridgehead.learning.curve import Curve
from bridgehead.learning.evaluate import evaluate


@dataclass(frozen=True)
class Settings:
    """All that a training depends on, the machine aside."""

    game: str
    seed: int = 1
    minutes: float = 20.0  # of processor time
    imitation: float = 0.4  # the share of it that imitates
    games: int = 64  # at once; the first side gets three quarters of them in PPO
    steps: int = 64  # of each game in an iteration of PPO
    cloning_rate: float = 2e-3
    rate: float = 3e-4
    opponent: str = "sergeant"
    threads: int = 1
    device: str = "cpu"

    def check(self) -> None:
        """BridgeheadError where a number makes no sense."""
        for name in ("minutes", "games", "steps", "threads"):
            if not getattr(self, name) > 0:
                raise BridgeheadError(f"{name} is {getattr(self, name)}; it must be more than 0")
        if not 0 <= self.imitation <= 1:
            raise BridgeheadError(f"imitation is {self.imitation}; it must be from 0 to 1")


def train(settings: Settings, out: Path) -> dict[str, Any]:
    """Train a network; write `curve.csv` and `checkpoint.pt` to a folder, tell what came of it."""
    settings.check()
    with extra("learn"):
        import torch
    from bridgehead.learning import checkpoint
    from bridgehead.learning.features import Features
    from bridgehead.learning.network import Network, device_of

    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(settings.seed)
    torch.set_num_threads(settings.threads)
    build(settings.game)
    network = Network(Features(bh.load(settings.game))).to(device_of(settings.device))
    curve, began = Curve(out / "curve.csv"), time.process_time()
    budget = 60 * settings.minutes
    cloned = _imitate(network, settings, curve, began, settings.imitation * budget)
    done: dict[str, Any] = {"imitated": cloned}
    done |= _improve(network, settings, curve, began, budget)
    done["cpu_seconds"] = round(time.process_time() - began, 1)
    digest = checkpoint.save(out / "checkpoint.pt", network, asdict(settings), done)
    return {"checkpoint": str(out / "checkpoint.pt"), "digest": digest, **done}


def _imitate(network: Any, settings: Settings, curve: Curve, began: float, until: float) -> int:
    """Imitate until so much processor time is spent; return the decisions."""
    from bridgehead.learning.cloning import Cloning

    cloning = Cloning(network, settings.games, settings.seed, settings.cloning_rate)
    began_here, iteration = time.process_time(), 0
    while (spent := time.process_time() - began) < until:
        passed = (time.process_time() - began_here) / max(until, 1e-9)
        for group in cloning.optimizer.param_groups:
            group["lr"] = settings.cloning_rate * max(0.1, 1 - passed)
        found = cloning.step(follow=1 - passed)
        curve.add(stage="imitation", iteration=iteration, cpu_seconds=spent,
                  decisions=cloning.seen, **found)  # fmt: skip
        iteration += 1
    cloning.close()
    return cloning.seen


def _improve(
    network: Any, settings: Settings, curve: Curve, began: float, until: float
) -> dict[str, int]:
    """Learn by PPO until so much processor time is spent; return what was played."""
    from bridgehead.learning.improving import Improving

    second = max(1, settings.games // 4)
    shares = (max(1, settings.games - second), second)
    improving = Improving(network, shares, settings.seed, settings.rate, settings.opponent)
    while (spent := time.process_time() - began) < until:
        found = improving.step(settings.steps)
        curve.add(stage="ppo", iteration=improving.iteration, cpu_seconds=spent,
                  decisions=improving.seen, games=improving.finished, **found)  # fmt: skip
    improving.close()
    return {"decisions": improving.seen, "games": improving.finished}


def main(words: list[str] | None = None) -> int:
    """Carry out the command; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m bridgehead.learning.ppo")
    usual = Settings("")
    parser.add_argument("game", nargs="?", help="id of a game on a hex map (`bridgehead games`)")
    parser.add_argument("--out", type=Path, help="folder for checkpoint and curve")
    parser.add_argument("--evaluate", type=Path, metavar="CHECKPOINT", help="play, do not train")
    parser.add_argument("--pairs", type=int, default=200, help="pairs of games to evaluate")
    for name in ("seed", "minutes", "imitation", "games", "steps", "opponent", "threads", "device"):
        value = getattr(usual, name)
        parser.add_argument(f"--{name}", type=type(value), default=value)
    given = parser.parse_args(words)
    if given.evaluate is None and (given.game is None or given.out is None):
        parser.error("name a game and --out, or a checkpoint with --evaluate")
    try:
        print(json.dumps(_evaluated(given) if given.evaluate else _trained(given), indent=1))
    except (BridgeheadError, ModuleNotFoundError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _trained(given: argparse.Namespace) -> dict[str, Any]:
    names = ("game", "seed", "minutes", "imitation", "games", "steps", "opponent", "threads",
             "device")  # fmt: skip
    return train(Settings(**{name: getattr(given, name) for name in names}), given.out)


def _evaluated(given: argparse.Namespace) -> dict[str, Any]:
    with extra("learn"):
        import torch
    from bridgehead.learning import checkpoint

    torch.set_num_threads(given.threads)
    found = checkpoint.load_kind(given.evaluate, "policy")
    build(found.network.features.game.id)
    scores = evaluate(found.network, given.pairs, given.seed, given.opponent)
    told = {side: score.to_dict() for side, score in scores.items()}
    return {"digest": found.digest, "opponent": given.opponent, "seed": given.seed, **told}


if __name__ == "__main__":
    raise SystemExit(main())
