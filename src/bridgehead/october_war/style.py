"""How October War is drawn, as plain data: the drawing package makes its styles of it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


def style(game_id: str = "") -> dict[str, Any]:
    """Return the colors, symbols and words of a picture; `bridgehead.render.Style.of` takes it.

    The turns with their dates come from the charts.
    """
    del game_id
    drawn = {key: value for key, value in _read("style").items() if key != "points"}
    turns = _read("tables")["turns"]
    drawn["turns"] = turns["date"]
    drawn["sure_turns"] = turns["last"]
    return drawn


def points_style(game_id: str = "") -> dict[str, Any]:
    """Return what `style` has no word for: scenery, lettering, names on counters, dark terrain.

    `bridgehead.render.points.PointStyle.of` takes both.
    """
    del game_id
    drawn: dict[str, Any] = dict(_read("style")["points"])
    turns = _read("tables")["turns"]
    drawn["income"] = {stock: turns[stock] for stock in ("israel", "egypt", "syria")}
    victory = _read("tables")["sudden_death"]
    arab = victory["arab_casualties_above"]
    drawn["casualty_limit"] = {
        "israel": victory["israel_casualties_above"],
        "egypt": arab,
        "syria": arab,
    }
    events = _read("events")["event"]
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


@cache
def _read(name: str) -> dict[str, Any]:
    data = files("bridgehead.october_war").joinpath(f"data/{name}.toml")
    return tomllib.loads(data.read_text(encoding="utf-8"))
