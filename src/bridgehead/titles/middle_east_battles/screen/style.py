"""The style of the two games, as plain data for the drawing package."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS


def style(game_id: str) -> dict[str, Any]:
    """Return the colors, symbols and words of a picture, for `bridgehead.render.Style.of`.

    Symbols and sizes are the same in both games; the turns come from the charts.
    """
    name = EDITIONS[game_id].data
    drawn = {**_read("style_both"), **_read(f"style_{name}")}
    turns = _read("tables")["turns"][name]
    drawn["turns"] = turns["track"]
    drawn["sure_turns"] = turns["count"]
    drawn["night"] = turns.get("night", [])
    return drawn


def _read(name: str) -> dict[str, Any]:
    data = files("bridgehead.titles.middle_east_battles").joinpath(f"data/{name}.toml")
    return tomllib.loads(data.read_text(encoding="utf-8"))
