"""The package's data of earlier versions, stored in a title's `data` folder.

`data/former/VERSION/` has the files that were changed at the end of that version, at the same paths
as in `data`. A file that is missing there is the same as in the next version, or after the last
version the same as today's. VERSION is a day, `2026-11-25`, until which the data were in use, or
the number of a release. If the data change again on that day, a time is added:
`2026-11-25-evening`. Versions are in the order of these names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

FOLDER = "former"
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)(?:-(\w+))?")


@dataclass(frozen=True)
class FormerFiles:
    """The data files of an earlier version."""

    version: str
    texts: Mapping[str, str]  # by file name: the files that differ from today's

    @property
    def name(self) -> str:
        """The source that error messages name for these data."""
        if not (day := _DAY.fullmatch(self.version)):
            return f"the package as it was in {self.version}"
        return f"the package as it was until {', '.join(filter(None, day.groups()))}"


def former_files(
    data: Traversable, names: Iterable[str], place: Callable[[str], str] = str
) -> tuple[FormerFiles, ...]:
    """Return the files of each earlier version of a game, the latest version first.

    `names` are the data files of the game, and `place` returns the path of each one in the folder
    `data`. A version without files of this game is left out.
    """
    folder = data.joinpath(FOLDER)
    versions = [one.name for one in folder.iterdir() if one.is_dir()] if folder.is_dir() else []
    found: list[FormerFiles] = []
    texts: dict[str, str] = {}
    for version in sorted(versions, reverse=True):
        own = {
            name: path.read_text(encoding="utf-8")
            for name in names
            if (path := folder.joinpath(version, place(name))).is_file()
        }
        if own:
            texts = {**texts, **own}
            found.append(FormerFiles(version, texts))
    return tuple(found)
