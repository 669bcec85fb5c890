"""How Across Suez is drawn, as plain data: the drawing package makes its style of it."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def style(game_id: str = "") -> dict[str, Any]:
    """Return the colors, symbols and words of a picture; `bridgehead.render.Style.of` takes it.

    All editions look alike.
    """
    del game_id
    data = files("bridgehead.titles.across_suez").joinpath("data")
    drawn = tomllib.loads(data.joinpath("style.toml").read_text(encoding="utf-8"))
    tables = tomllib.loads(data.joinpath("tables.toml").read_text(encoding="utf-8"))
    drawn["night"] = tables["turns"]["night"]
    return drawn
