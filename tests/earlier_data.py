"""A made-up earlier version of a title's data, for games that began with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from bridgehead.core.records.earlier_data import FormerFiles
from bridgehead.core.titles.dataset import DataSet, former_data
from bridgehead.core.titles.games import game_info

VERSION = "2026-11-25"
UNITS = "units.toml"


@contextmanager
def earlier_data(title: str) -> Iterator[DataSet]:
    """Let the package have data of a game until a day: the first counter's strength was another."""
    rules = game_info(title).data
    found = re.search(r"^strength = (\d+)", rules.own_text(UNITS), re.MULTILINE)
    assert found is not None
    units = rules.own_text(UNITS).replace(found[0], f"strength = {int(found[1]) + 1}", 1)
    kept = rules.former_files
    object.__setattr__(rules, "former_files", lambda: (FormerFiles(VERSION, {UNITS: units}),))
    try:
        [data] = former_data(rules)
        yield data
    finally:
        object.__setattr__(rules, "former_files", kept)
