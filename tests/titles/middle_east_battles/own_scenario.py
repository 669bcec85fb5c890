"""The scenario in `examples/oasis`, a game from outside of the package."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bridgehead.core.titles import games
from bridgehead.titles import own_games
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS

ID = "oasis"
FOLDER = Path(__file__).parents[3] / "examples" / ID


@contextmanager
def added(folder: Path = FOLDER) -> Iterator[None]:
    """Add the game of a folder instead of what is listed, and take it off the list again."""
    games.games()  # what the environment names comes first
    lists: tuple[dict[str, Any], ...] = (games._games, EDITIONS)
    before = [each.pop(ID, None) for each in lists]
    try:
        own_games.add_folder(folder)
        yield
    finally:
        for each, known in zip(lists, before, strict=True):
            each.pop(ID, None)
            if known is not None:
                each[ID] = known


def changed(folder: Path, file: str, old: str, new: str) -> Path:
    """Return a copy of the scenario with a change in one file."""
    copied = folder / ID
    shutil.copytree(FOLDER, copied)
    text = (copied / file).read_text(encoding="utf-8")
    assert old in text, old
    (copied / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return copied
