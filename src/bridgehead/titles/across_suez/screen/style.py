"""The style of Across Suez, as plain data for the drawing package."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def style(game_id: str = "") -> dict[str, Any]:
    """Return the colors, symbols and words of a picture, for `bridgehead.render.Style.of`.

    All editions look alike.
    """
    del game_id
    data = files("bridgehead.titles.across_suez").joinpath("data")
    drawn = tomllib.loads(data.joinpath("style.toml").read_text(encoding="utf-8"))
    tables = tomllib.loads(data.joinpath("tables.toml").read_text(encoding="utf-8"))
    drawn["night"] = tables["turns"]["night"]
    return drawn
