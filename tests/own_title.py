"""A title of one's own, as `bridgehead new-title` makes it: in a folder, and among the games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import bridgehead as bh
from bridgehead.cli import main
from bridgehead.core.titles import games
from bridgehead.titles import own_games

NAME, PACKAGE = "tiny-ford", "tiny_ford"


def made(folder: Path) -> Path:
    """Make the title in a folder; return its own folder."""
    assert main(["new-title", NAME, "--to", str(folder)]) == 0
    return folder / PACKAGE


@contextmanager
def added(folder: Path) -> Iterator[bh.GameInfo]:
    """Add the title in its folder to the games, and forget it afterwards."""
    bh.games()  # what the environment names comes first
    paths = sys.path.copy()
    try:
        (info,) = own_games.add_folder(folder)
        yield info
    finally:
        sys.path[:] = paths
        games._games.pop(NAME, None)
        for module in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
            del sys.modules[module]
