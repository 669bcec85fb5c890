"""The data that the package had in earlier versions, as their files lie in a title's `data`.

`data/former/VERSION/` holds the files that were changed at the end of that version, in the places
that they have in `data`. A file that is missing there is that of the next version, and after the
last version today's. VERSION is a day, `2026-11-25`, until which the data were in use, or the
number of a release. If the data change again on that day, its time follows:
`2026-11-25-evening`. Versions follow each other in the order of these names.
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
    """The files of an earlier version."""

    version: str
    texts: Mapping[str, str]  # by name: all that this version or a later one has otherwise

    @property
    def name(self) -> str:
        """What says whose data they are."""
        if not (day := _DAY.fullmatch(self.version)):
            return f"the package as it was in {self.version}"
        return f"the package as it was until {', '.join(filter(None, day.groups()))}"


def former_files(
    data: Traversable, names: Iterable[str], place: Callable[[str], str] = str
) -> tuple[FormerFiles, ...]:
    """Return the files of each earlier version of a game, the latest version first.

    `names` are the files of its data, and `place` tells where in the folder `data` each one lies.
    A version that has no file of this game is none of its versions.
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
