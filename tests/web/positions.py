"""Records that begin where a test wants to be."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bridgehead as bh

RECORDS = Path(__file__).parents[1] / "records"
GAME = "across-suez-1980"


def recorded(name: str) -> dict[str, Any]:
    """Return a recorded game of tests/records."""
    text = (RECORDS / f"{name}.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


def until(name: str, count: int) -> dict[str, Any]:
    """Return a recorded game that has come to its first `count` actions."""
    data = recorded(name)
    data["actions"] = data["actions"][:count]
    data.pop("result", None)
    return data


def record(
    start: dict[str, Any] | None = None,
    actions: Sequence[str] = (),
    *,
    game: str = GAME,
    seed: int = 1,
    **options: bool,
) -> dict[str, Any]:
    """Return a record with seeded dice that begins in a position and has come so far."""
    loaded = bh.load(game, **options)
    position = None if start is None else loaded.position({"game": game, **start})
    made = bh.Record.new(loaded, "seeded", seed=seed, start=position)
    for action in actions:
        made.do(action)
    return made.to_dict()


def position_of(data: dict[str, Any]) -> Any:
    """Return the position that a record has come to."""
    return bh.Record.from_dict(data).position
