"""What of the baseline needs no PyTorch: decisions as numbers, advantages, intervals, the curve."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.learning import ppo
from bridgehead.learning.advantage import advantages
from bridgehead.learning.curve import Curve
from bridgehead.learning.evaluate import score_of, wilson
from bridgehead.learning.features import Features, joined

pytestmark = pytest.mark.plain


def test_flat_actions_are_the_legal_ones_with_the_cells_that_they_name() -> None:
    game = bh.load("across-suez-1980")
    features = Features(game)
    position = game.start()
    twice = joined([features.of_position(position)] * 2)
    flat = features.flat(twice.legal, twice.units)
    texts = position.legal_actions()
    assert flat["counts"].tolist() == [len(texts)] * 2
    assert flat["row"].tolist() == [0] * len(texts) + [1] * len(texts)
    assert flat["slot"].tolist() == [*range(len(texts))] * 2
    cells = features.space.cell
    for i, index in enumerate(twice.legal[0].tolist()):
        verb, *objects = features.actions.text(index).split()
        if verb == "move":
            unit, place = objects
            assert flat["to"][i] == cells[game.grammar.hex(place)]
            stands = position.to_dict()["units"][unit]
            stands = stands if isinstance(stands, str) else stands["hex"]
            assert flat["at"][i] == cells[game.grammar.hex(stands)]
            break
    else:
        raise AssertionError("no unit can move")
    assert twice.slots(np.array([twice.legal[0][3], twice.legal[1][0]])).tolist() == [3, 0]


def test_a_game_of_points_is_refused() -> None:
    with pytest.raises(BridgeheadError, match="october-war is played on points"):
        Features(bh.load("october-war"))


def test_advantages_count_what_follows_and_stop_at_the_end_of_a_game() -> None:
    column = np.array([[0.0], [1.0], [0.0], [0.0]], np.float32)
    ended = column > 0
    values = np.array([[0.5], [0.25], [0.0], [-0.5]], np.float32)
    last = np.array([0.75], np.float32)
    whole = advantages(column, ended, values, last, 1.0)
    # The results alone: the first game is won, the second is expected to end with 0.75.
    assert (whole + values).ravel().tolist() == [1.0, 1.0, 0.75, 0.75]
    next_alone = advantages(column, ended, values, last, 0.0)
    assert next_alone.ravel().tolist() == [-0.25, 0.75, -0.5, 1.25]


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(50, 100)
    assert math.isclose(low, 0.4038, abs_tol=1e-4)
    assert math.isclose(high, 0.5962, abs_tol=1e-4)
    found = score_of(np.array([1.0, 0.5, 0.0, 1.0]))
    assert (found.games, found.wins, found.score) == (4, 2, 0.625)


def test_the_curve_is_a_table(tmp_path: Path) -> None:
    curve = Curve(tmp_path / "curve.csv")
    curve.add(stage="ppo", iteration=3, loss=0.123456, score_0=float("nan"))
    text = (tmp_path / "curve.csv").read_text(encoding="utf-8")
    (row,) = csv.DictReader(text.splitlines())
    assert (row["stage"], row["iteration"], row["loss"], row["score_0"]) == (
        "ppo", "3", "0.1235", "",
    )  # fmt: skip
    with pytest.raises(ValueError, match="no column wins"):
        curve.add(wins=1)


def test_wrong_settings_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ppo.main(["across-suez-1980", "--out", str(tmp_path), "--imitation", "2"]) == 1
    assert "imitation is 2.0; it must be from 0 to 1" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        ppo.main(["across-suez-1980"])
