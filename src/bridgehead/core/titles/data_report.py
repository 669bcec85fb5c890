"""A report on a player's own data: differences from ours, and contradictions to the rulebook.

Everything here is plain data for a screen to show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from bridgehead.core.files.bounded_text import shown
from bridgehead.core.positions.schema import called
from bridgehead.core.titles.dataset import DataRules, DataSet, own_data

NOTHING = object()


@dataclass(frozen=True)
class Change:
    """One place where data differ from ours; `stated` is the rulebook's statement of our value."""

    file: str
    where: str
    ours: str  # "" if ours has nothing there
    theirs: str
    stated: str

    def to_dict(self) -> dict[str, str]:
        """Return it as JSON data."""
        return asdict(self)


def changes(rules: DataRules, data: DataSet) -> list[Change]:
    """Return the differences from our data in all files except the map, in file order."""
    own = own_data(rules)
    found = []
    for file in rules.files[1:]:
        if data[file] != own[file]:
            for path, ours, theirs in _differences(own[file], data[file], ()):
                place = (*path, "there") if NOTHING in (ours, theirs) else path
                told = rules.stated(file, place)
                found.append(Change(file, ".".join(path), _told(ours), _told(theirs), told))
    return found


Path = tuple[str, ...]


def _differences(ours: Any, theirs: Any, path: Path) -> Iterator[tuple[Path, Any, Any]]:
    if ours == theirs and type(ours) is type(theirs):
        return
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in [*ours, *(key for key in theirs if key not in ours)]:
            yield from _differences(ours.get(key, NOTHING), theirs.get(key, NOTHING), (*path, key))
    elif _tables(ours) and _tables(theirs):
        named = [{called(one, n): one for n, one in enumerate(all_, 1)} for all_ in (ours, theirs)]
        yield from _differences(named[0], named[1], path)
    else:
        yield path, ours, theirs


def _tables(value: object) -> bool:
    """Whether a value is a list of tables."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _told(value: object) -> str:
    if value is NOTHING:
        return ""
    return value if isinstance(value, str) and len(value) < 60 else shown(value)
