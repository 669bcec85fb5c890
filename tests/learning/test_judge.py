"""A short training on afterstates learns, whoever plays its games, and plays: at night."""

from __future__ import annotations

import csv
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.errors import BridgeheadError
from bridgehead.engine.check import check
from tests.lab import compiled_only

torch = pytest.importorskip("torch", reason="PyTorch is the extra `learn`")
pytestmark = [pytest.mark.slow, compiled_only]

from bridgehead.learning import afterstates, checkpoint, ppo  # noqa: E402
from bridgehead.learning.selfplay import _Table  # noqa: E402

GAME = "across-suez-1980"
SETTINGS = afterstates.Settings(GAME, seed=3, iterations=8, sergeants=0.75, games=10, drafts=4)


class Elsewhere:
    """Workers of other machines: they get copies of the tasks, and do the last first."""

    count = 4

    def warm(self, game_id: str) -> None:
        """Nothing is to be done."""

    def share(
        self, work: Callable[[Any], Any], tasks: Sequence[Any], *, in_order: bool = False
    ) -> Iterator[tuple[int, Any]]:
        """Do the tasks."""
        assert in_order
        found = [pickle.loads(pickle.dumps(work(pickle.loads(pickle.dumps(task)))))
                 for task in reversed(tasks)]  # fmt: skip
        yield from enumerate(reversed(found))


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    out = tmp_path_factory.mktemp("judge")
    return out, afterstates.train(SETTINGS, out)


def test_the_judge_learns_who_wins(trained: tuple[Path, dict[str, Any]]) -> None:
    text = (trained[0] / "curve.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    assert [row["stage"] for row in rows] == ["sergeants"] * 6 + ["own games"] * 2
    assert float(rows[5]["loss"]) < float(rows[0]["loss"]) - 0.05
    assert trained[1]["games"] == 8 * 20


def test_it_learns_the_same_whoever_plays_the_games(
    trained: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    again = afterstates.train(SETTINGS, tmp_path, Elsewhere())  # type: ignore[arg-type]
    assert again["digest"] == trained[1]["digest"]


def test_the_checkpoint_is_evaluated_and_plays(trained: tuple[Path, dict[str, Any]]) -> None:
    path = trained[0] / "checkpoint.pt"
    found = checkpoint.load(path)
    scores = afterstates.evaluate(found, 5, seed=9)
    assert scores["both"].games == 10
    assert scores == afterstates.evaluate(found, 5, seed=9, workers=Elsewhere())  # type: ignore[arg-type]
    report = check(f"{sys.executable} -m bridgehead.learning.play {path}", [GAME])
    assert report.passed, [each for each in report.checks if not each.ok]


def test_a_wrong_evaluation_is_told(
    trained: tuple[Path, dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(trained[0] / "checkpoint.pt")
    assert afterstates.main(["--evaluate", path, "--pairs", "0"]) == 1
    assert afterstates.main(["--evaluate", path, "--drafts", "-2"]) == 1
    told = capsys.readouterr().err
    assert "pairs is 0; it must be 1 or more" in told
    assert "drafts is -2; it must be 1 or more" in told


def test_a_judge_is_no_policy(
    trained: tuple[Path, dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ppo.main(["--evaluate", str(trained[0] / "checkpoint.pt")]) == 1
    assert "is no policy; evaluate it with" in capsys.readouterr().err


def test_targets_count_what_comes_next_and_the_result() -> None:
    table = _Table.__new__(_Table)
    table.side = 1  # its odds are those of the second side
    zero, sure = 0.0, -50.0
    assert table._targets([zero, sure, zero], 1.0, 1.0) == [1.0, 1.0, 1.0]
    first, second, last = table._targets([zero, sure, zero], 1.0, 0.5)
    assert last == 1.0
    assert second == pytest.approx(0.5 * 0.5 + 0.5 * last)
    assert first == pytest.approx(0.5 * 1.0 + 0.5 * second, abs=1e-6)
    with pytest.raises(BridgeheadError, match="drafts is 0"):
        afterstates.Settings(GAME, drafts=0).check()
