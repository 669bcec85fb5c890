"""No folder of the package has more than 15 entries, so that a reader finds what is in it."""

from __future__ import annotations

from pathlib import Path

import pytest

import bridgehead

pytestmark = pytest.mark.plain
SRC = Path(bridgehead.__file__).parent
MOST = 15
# What every package has, or the package itself: nobody looks for anything there.
UNCOUNTED = {"__init__.py", "__main__.py", "__pycache__", "_version.py", "py.typed"}


def entries(folder: Path) -> set[str]:
    """Return the names of the modules, files and folders in a folder."""
    return {path.name for path in folder.iterdir()} - UNCOUNTED


def test_folders_are_small() -> None:
    folders = [SRC, *(path for path in SRC.rglob("*") if path.is_dir())]
    folders = [path for path in folders if not UNCOUNTED & {*path.parts}]
    assert len(folders) > 60
    counts = {str(path.relative_to(SRC)): len(entries(path)) for path in folders}
    assert {name: count for name, count in counts.items() if count > MOST} == {}
