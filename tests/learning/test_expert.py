"""A short expert iteration learns, whoever plays its games, and plays: at night."""

from __future__ import annotations

import csv
import json
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.errors import InvalidData
from bridgehead.engine.check import check
from bridgehead.learning.lookahead import Effort, Lookahead
from bridgehead.players.search.agent import empty_net
from tests.lab import compiled_only

torch = pytest.importorskip("torch", reason="PyTorch is the extra `learn`")
pytestmark = [pytest.mark.slow, compiled_only]

from bridgehead.learning import checkpoint, expert, expert_games, play  # noqa: E402
from bridgehead.learning.play import LearnedPlayer  # noqa: E402

GAME = "across-suez-1980"
SETTINGS = expert.Settings(
    GAME, seed=3, iterations=5, sergeants=0.6, games=4, drafts=4, rounds=2, rollouts=3
)


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
    out = tmp_path_factory.mktemp("expert")
    return out, expert.train(SETTINGS, out)


def test_the_evaluation_learns_who_wins(trained: tuple[Path, dict[str, Any]]) -> None:
    text = (trained[0] / "curve.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    assert [row["stage"] for row in rows] == ["sergeants"] * 3 + ["own games"] * 2
    assert float(rows[2]["loss"]) < float(rows[0]["loss"]) - 0.05
    assert trained[1]["games"] == 3 * 2 * 4 * expert.SERGEANTS + 2 * 2 * 4


def test_it_learns_the_same_whoever_plays_the_games(
    trained: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    again = expert.train(SETTINGS, tmp_path, Elsewhere())  # type: ignore[arg-type]
    assert again["digest"] == trained[1]["digest"]
    assert again["margin"] == trained[1]["margin"]


def test_it_plays_better_than_the_sergeant_that_drafts(
    trained: tuple[Path, dict[str, Any]],
) -> None:
    found = checkpoint.load(trained[0] / "checkpoint.pt")
    drafts = expert.evaluate(found, 40, seed=9, effort=Effort(rounds=0))
    learned = expert.evaluate(found, 40, seed=9)
    assert learned["israel"].wins > drafts["israel"].wins
    assert learned["both"].wins > drafts["both"].wins + 4


def test_the_checkpoint_is_evaluated_and_plays(
    trained: tuple[Path, dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    path = trained[0] / "checkpoint.pt"
    found = checkpoint.load(path)
    scores = expert.evaluate(found, 3, seed=9)
    assert scores["both"].games == 6
    assert scores == expert.evaluate(found, 3, seed=9, workers=Elsewhere())  # type: ignore[arg-type]
    words = ["--evaluate", str(path), "--pairs", "3", "--seed", "9"]
    assert expert.main(words) == 0
    assert json.loads(capsys.readouterr().out)["both"] == scores["both"].to_dict()
    assert expert.main([*words, "--rollouts", "0"]) == 0
    assert json.loads(capsys.readouterr().out)["effort"]["rollouts"] == 0
    report = check(f"{sys.executable} -m bridgehead.learning.play {path}", [GAME])
    assert report.passed, [each for each in report.checks if not each.ok]


def follows_the_sergeant(path: Path, rounds: int | None, seed: int) -> bool:
    """Whether Israel's first forty decisions are the sergeant's; the enemy takes the first."""
    game: Any = bh.load(GAME)
    player = LearnedPlayer(checkpoint.load(path), rounds=rounds)
    player._new({"game": GAME, "seed": seed})
    sergeant = Lookahead(game, 0, empty_net(game), Effort(rounds=0)).agent
    position, decided = game.start(), 0
    while decided < 40:
        if position.to_move != "israel":
            position.push(position.legal_actions()[0])
            continue
        chosen = player._choose({"view": position.view("israel")})["action"]
        if chosen != game.grammar.decode(sergeant.quick(position.arrays[1])):
            return False
        position.push(chosen)
        decided += 1
    return True


def test_it_plays_the_sergeants_plans_without_rounds(
    trained: tuple[Path, dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    path = trained[0] / "checkpoint.pt"
    assert follows_the_sergeant(path, 0, 1)
    assert not all(follows_the_sergeant(path, None, seed) for seed in range(1, 9))
    assert play.main([str(path), "--rounds", "-1"]) == 1
    assert "rounds is -1; it must be 0 or more" in capsys.readouterr().err


def test_a_wrong_evaluation_is_told(
    trained: tuple[Path, dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(trained[0] / "checkpoint.pt")
    assert expert.main(["--evaluate", path, "--pairs", "0"]) == 1
    assert "pairs is 0; it must be 1 or more" in capsys.readouterr().err


def test_a_checkpoint_is_read_as_it_was_written(trained: tuple[Path, dict[str, Any]]) -> None:
    out, done = trained
    found = checkpoint.load(out / "checkpoint.pt")
    assert found.digest == done["digest"] == checkpoint.digest_of(found.network)
    assert found.told["settings"]["seed"] == 3


def test_a_checkpoint_that_was_changed_is_refused(
    trained: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    told = torch.load(trained[0] / "checkpoint.pt", weights_only=True)
    told["network"]["outer.bias"] += 1
    torch.save(told, tmp_path / "changed.pt")
    with pytest.raises(InvalidData, match="the weights do not match the hash"):
        checkpoint.load(tmp_path / "changed.pt")
    (tmp_path / "text.pt").write_text("hello")
    with pytest.raises(InvalidData, match="is not a checkpoint"):
        checkpoint.load(tmp_path / "text.pt")


def test_a_checkpoint_of_other_features_is_refused(
    trained: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    told = torch.load(trained[0] / "checkpoint.pt", weights_only=True)
    told["inputs"] = "0" * 64
    torch.save(told, tmp_path / "other.pt")
    with pytest.raises(InvalidData, match="this program's evaluation uses other features"):
        checkpoint.load(tmp_path / "other.pt")


def test_what_a_game_brings_has_targets_from_rollouts_and_results() -> None:
    effort = Effort(drafts=3, rounds=1, rollouts=2)
    task = expert_games.Task(GAME, (), 0, ((5, 1),), effort)
    found = expert_games.play(task)
    assert found.results.tolist() in ([0.0], [1.0])
    alone = found.first < 0
    changed = np.flatnonzero(~alone)
    assert len(changed) > 5
    assert (found.first[changed] < changed).all()
    assert (found.first[found.first[changed]] == -1).all()
    assert found.decisions > 10
    assert ((found.y >= 0) & (found.y <= 1)).all()
    kept = expert_games.play(expert_games.Task(GAME, (), 0, ((5, 1),), effort, learns=False))
    assert len(kept.y) == 0


def test_a_device_that_is_not_there_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [GAME, "--out", str(tmp_path), "--device", "abacus", "--iterations", "1"]
    assert expert.main(words) == 1
    assert "device 'abacus' cannot be used here" in capsys.readouterr().err
    assert not (tmp_path / "checkpoint.pt").exists()
