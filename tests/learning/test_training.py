"""A short training learns, and its checkpoint plays: with PyTorch, at night."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bridgehead.core.errors import InvalidData
from bridgehead.engine.check import check
from tests.lab import compiled_only

torch = pytest.importorskip("torch", reason="PyTorch is the extra `learn`")
pytestmark = [pytest.mark.slow, compiled_only]

from bridgehead.envs import BatchEnv  # noqa: E402
from bridgehead.learning import checkpoint, evaluate, ppo  # noqa: E402
from bridgehead.learning.cloning import Teacher  # noqa: E402
from bridgehead.learning.features import Features, of_batch  # noqa: E402
from bridgehead.learning.network import Network  # noqa: E402

GAME = "across-suez-1980"


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    out = tmp_path_factory.mktemp("trained")
    settings = ppo.Settings(GAME, seed=3, minutes=0.75, imitation=0.8, games=32, steps=16)
    return out, ppo.train(settings, out)


def agreement(network: Network) -> float:
    """Return how often a network chooses as the teacher, in games that the teacher plays."""
    found = []
    with BatchEnv(network.features.game, 16, seed=99, mask=False) as env:
        teacher = Teacher(network.features.game, seed=99)
        for _ in range(60):
            right = teacher.choose(env)
            real = env.counts > 1
            found += (right == network.choose(of_batch(env)))[real].tolist()
            env.step(right)
    return float(np.mean(found))


def test_training_learns_what_the_teacher_does(trained: tuple[Path, dict[str, Any]]) -> None:
    out, done = trained
    learned = checkpoint.load(out / "checkpoint.pt").network
    torch.manual_seed(0)
    assert agreement(learned) > agreement(Network(learned.features)) + 0.1
    text = (out / "curve.csv").read_text(encoding="utf-8")
    assert {row["stage"] for row in csv.DictReader(text.splitlines())} == {"imitation", "ppo"}
    assert done["decisions"] > 0


def test_a_checkpoint_is_read_as_it_was_written(trained: tuple[Path, dict[str, Any]]) -> None:
    out, done = trained
    found = checkpoint.load(out / "checkpoint.pt")
    assert found.digest == done["digest"] == checkpoint.digest_of(found.network)
    assert found.told["settings"]["seed"] == 3
    scores = evaluate.evaluate(found.network, 8, seed=5)
    assert scores["both"].games == 16
    assert scores == evaluate.evaluate(found.network, 8, seed=5)


def test_a_checkpoint_that_was_changed_is_refused(
    trained: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    told = torch.load(trained[0] / "checkpoint.pt", weights_only=True)
    told["network"]["value.bias"] += 1
    torch.save(told, tmp_path / "changed.pt")
    with pytest.raises(InvalidData, match="not those that its hash is of"):
        checkpoint.load(tmp_path / "changed.pt")
    (tmp_path / "text.pt").write_text("hello")
    with pytest.raises(InvalidData, match="is not a checkpoint"):
        checkpoint.load(tmp_path / "text.pt")


def test_the_checkpoint_plays_through_the_engine_protocol(
    trained: tuple[Path, dict[str, Any]],
) -> None:
    command = f"{sys.executable} -m bridgehead.learning.play {trained[0] / 'checkpoint.pt'}"
    report = check(command, [GAME])
    assert report.passed, [each for each in report.checks if not each.ok]


def test_only_legal_actions_have_a_probability() -> None:
    import bridgehead as bh

    game = bh.load(GAME)
    features = Features(game)
    decisions = features.of_position(game.start())
    chances, value = Network(features)(decisions)
    assert chances.shape == (1, len(game.start().legal_actions()))
    assert torch.isclose(chances.exp().sum(), torch.tensor(1.0))
    assert -1 <= float(value.detach()[0]) <= 1
