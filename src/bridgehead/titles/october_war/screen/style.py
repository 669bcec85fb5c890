"""The style of October War, as plain data for the drawing package."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from bridgehead.core.titles.dataset import DataSet


def style(game_id: str = "", own: DataSet | None = None) -> dict[str, Any]:
    """Return the colors, symbols and words of a picture, for `bridgehead.render.Style.of`.

    The turns with their dates come from the charts; `own` has the charts if they are not ours.
    """
    del game_id
    drawn = {key: value for key, value in _read("style").items() if key != "points"}
    turns = _data("tables", own)["turns"]
    drawn["turns"] = turns["date"]
    drawn["sure_turns"] = turns["last"]
    return drawn


def points_style(game_id: str = "", own: DataSet | None = None) -> dict[str, Any]:
    """Return the further style: scenery, lettering, names on counters, dark terrain.

    `bridgehead.render.points.PointStyle.of` takes both.
    """
    del game_id
    drawn: dict[str, Any] = dict(_read("style")["points"])
    turns = _data("tables", own)["turns"]
    drawn["income"] = {stock: turns[stock] for stock in ("israel", "egypt", "syria")}
    victory = _data("tables", own)["sudden_death"]
    arab = victory["arab_casualties_above"]
    drawn["casualty_limit"] = {
        "israel": victory["israel_casualties_above"],
        "egypt": arab,
        "syria": arab,
    }
    events = _data("events", own)["event"]
    drawn["events"] = {event["id"]: event["name"] for event in events}
    drawn["pools"] = {
        side: [
            event["id"]
            for event in events
            if event["side"] == side and "out_of_pool_until" not in event
        ]
        for side in ("israel", "arab")
    }
    drawn["event_sides"] = {event["id"]: event["side"] for event in events}
    return drawn


def _data(name: str, own: DataSet | None) -> Any:
    return _read(name) if own is None else own[f"{name}.toml"]


@cache
def _read(name: str) -> dict[str, Any]:
    data = files("bridgehead.titles.october_war").joinpath(f"data/{name}.toml")
    return tomllib.loads(data.read_text(encoding="utf-8"))
