"""TOML files in a title's `data` folder that contain only texts."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def title_file(package: str, name: str) -> dict[str, Any]:
    """Return `data/NAME` of a title's package. It comes with the program, so no limits apply."""
    source = files(package).joinpath("data", name)
    return tomllib.loads(source.read_text(encoding="utf-8"))
