"""Scores with their intervals, and the learning curve."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest

from bridgehead.learning.curve import Curve
from bridgehead.learning.scores import score_of, wilson

pytestmark = pytest.mark.plain


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(50, 100)
    assert math.isclose(low, 0.4038, abs_tol=1e-4)
    assert math.isclose(high, 0.5962, abs_tol=1e-4)
    found = score_of(np.array([1.0, 0.5, 0.0, 1.0]))
    assert (found.games, found.wins, found.score) == (4, 2, 0.625)


def test_the_curve_is_a_table(tmp_path: Path) -> None:
    curve = Curve(tmp_path / "curve.csv")
    curve.add(stage="own games", iteration=3, loss=0.123456, score_0=float("nan"))
    text = (tmp_path / "curve.csv").read_text(encoding="utf-8")
    (row,) = csv.DictReader(text.splitlines())
    assert (row["stage"], row["iteration"], row["loss"], row["score_0"]) == (
        "own games", "3", "0.1235", "",
    )  # fmt: skip
    with pytest.raises(ValueError, match="no column wins"):
        curve.add(wins=1)
