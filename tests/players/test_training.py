"""Training: reproducible, whatever the processes; what it learns is there to be learned."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest

from bridgehead.cli import main
from bridgehead.core.errors import MissingPackage
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.search import net as nets
from bridgehead.players.learned import training, weights
from bridgehead.players.learned.training import Samples, Settings
from bridgehead.players.learned.weights import Judgement, calibrated

compiled = pytest.mark.skipif(not JIT, reason="games take minutes in plain Python")
SMALL = Settings("across-suez-1980", games=10, practice=1, looks=8, hidden=4, epochs=2, seed=5)


def samples(count: int, chance: np.ndarray, x: np.ndarray) -> Samples:
    won = np.random.default_rng(2).random(count) < chance
    return Samples(x.astype(np.float32), won.astype(float), np.arange(count), won.astype(float))


@pytest.mark.slow
def test_it_learns_what_is_there() -> None:
    """A chance that depends on two of four features, on one of them not linearly."""
    x = np.random.default_rng(1).normal(size=(6000, 4))
    truth = 1 / (1 + np.exp(-(1.5 * x[:, 0] + 1.5 * np.abs(x[:, 1]) - 1)))
    learned, _, kept = samples(6000, truth, x).split()
    net = training.fit(learned, 16, 40, 1)
    assert len(net) == nets.size(4, 16)
    said = training.judged(net, kept.x)
    assert float(np.sqrt(((said - truth[kept.game]) ** 2).mean())) < 0.06
    found = training.figures(Judgement(net, (1.0, 0.0)), kept)
    assert found["brier"] < found["base_brier"]
    assert found["positions"] == found["games"] == 1200
    for row in found["reliability"]:
        if row["positions"] > 100:
            assert abs(row["said"] - row["came"]) < 0.15


def test_games_are_kept_whole() -> None:
    x = np.zeros((50, 2))
    parts = samples(50, np.full(50, 0.5), x).split()
    assert [len(set(part.game)) for part in parts] == [30, 10, 10]
    assert len(set().union(*(set(part.game) for part in parts))) == 50
    with pytest.raises(training.TooFewGamesError, match="at least 5"):
        training.train(dataclasses.replace(SMALL, games=4))


def test_reliability_by_hand() -> None:
    rows = training.reliability(np.array([0.05, 0.07, 0.95, 1.0]), np.array([0.0, 1.0, 1.0, 1.0]))
    assert rows == [
        {"positions": 2, "said": 0.06, "came": 0.5},
        {"positions": 2, "said": 0.975, "came": 1.0},
    ]


def test_a_calibration_makes_chances_of_prospects() -> None:
    random = np.random.default_rng(4)
    said = random.random(20_000)
    truth = np.array([calibrated((0.6, -1.0), p) for p in said])
    slope, shift = training.calibrate(said, (random.random(20_000) < truth).astype(float))
    assert slope == pytest.approx(0.6, abs=0.05)
    assert shift == pytest.approx(-1.0, abs=0.08)
    # who always loses has a small chance left
    slope, shift = training.calibrate(np.full(50, 0.4), np.zeros(50))
    assert 0 < calibrated((slope, shift), 0.4) < 0.2


@pytest.mark.slow
@compiled
def test_the_seed_decides_and_the_processes_do_not() -> None:
    told: list[tuple[str, int]] = []
    first, made = training.train(SMALL, 1, lambda stage, done: told.append((stage, done)))
    again, _ = training.train(SMALL, 2)
    other, _ = training.train(dataclasses.replace(SMALL, seed=6), 1)
    assert (first.net == again.net).all()
    assert first.calibration == again.calibration
    assert (first.net != other.net).any()
    assert told[-1] == ("practice", 1)
    assert made["samples"]["outcomes"] < made["samples"]["all"]
    assert made["command"] == SMALL.command()


@pytest.mark.slow
@compiled
def test_the_command_writes_a_file_that_can_be_played_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "w.json"
    words = SMALL.command().split()[1:]
    assert main([*words, "-o", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    data = json.loads(path.read_text())
    assert told["command"] == data["command"] == SMALL.command()
    assert weights.judgement_of("across-suez-1980", data).net[1] == 4
    assert main(["train", "chess"]) == 1
    assert "chess" in capsys.readouterr().err
    assert main(["train", "across-suez-1980", "--games", "0"]) == 2


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "sklearn.neural_network", None)
    with pytest.raises(MissingPackage, match="extra 'train'"):
        training.train(SMALL)
