"""The learning curve: a CSV file with one row per iteration, written during training."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import Any

COLUMNS = (
    "stage", "iteration", "cpu_seconds", "decisions", "games", "loss", "score_0", "score_1",
)  # fmt: skip


class Curve:
    """Writes rows; values that a stage does not measure are empty."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerow(COLUMNS)

    def add(self, **row: Any) -> None:
        """Write a row."""
        unknown = set(row) - set(COLUMNS)
        if unknown:
            raise ValueError(f"no column {', '.join(sorted(unknown))}")
        cells = [_cell(row.get(name, "")) for name in COLUMNS]
        with self.path.open("a", newline="", encoding="utf-8") as file:
            csv.writer(file).writerow(cells)


def _cell(value: Any) -> Any:
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value:.4g}"
    return value
