"""The style of Across Suez, as plain data for the drawing package."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bridgehead.core.titles.dataset import DataSet


def style(game_id: str = "", own: DataSet | None = None) -> dict[str, Any]:
    """Return the colors, symbols and words of a picture, for `bridgehead.render.Style.of`.

    All editions look alike.
    """
    del game_id, own
    data = files("bridgehead.titles.across_suez").joinpath("data")
    drawn = tomllib.loads(data.joinpath("style.toml").read_text(encoding="utf-8"))
    tables = tomllib.loads(data.joinpath("tables.toml").read_text(encoding="utf-8"))
    drawn["night"] = tables["turns"]["night"]
    return drawn
