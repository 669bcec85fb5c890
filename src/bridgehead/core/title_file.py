"""The TOML files of a title's `data` room that only words are made of."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def title_file(package: str, name: str) -> dict[str, Any]:
    """Return `data/NAME` of a title's package. It comes with the program, so it is not measured."""
    source = files(package).joinpath("data", name)
    return tomllib.loads(source.read_text(encoding="utf-8"))
