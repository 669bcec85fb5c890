"""A position as text for a model: decision, points, victory conditions, units by place.

Everything about the pieces is read from one side's view. Units and places have the names that
actions use.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.positions.position import Game
from bridgehead.core.titles.games import title_of
from bridgehead.server.views import points, positions, title_data
from bridgehead.terminal.screen.sides import label
from bridgehead.terminal.texts.goals import goal_lines

# of a view: what is told in other lines, and what never changes
TOLD = frozenset(
    ("format", "game", "options", "map", "data", "turn", "side", "phase", "units", "hidden",
     "viewer", "to_move", "legal_actions", "result", "owner", "step", *positions.MARKS)
)  # fmt: skip
MOST_PLACES = 30  # of one question


class UnknownPlaceError(BridgeheadError):
    """There is no such place on the map."""


@dataclass(frozen=True)
class GameNames:
    """The constant names of a game: units and places in words, and neighbors."""

    units: Mapping[str, str]
    sides: Mapping[str, str]  # of each unit
    places: Mapping[str, str]
    neighbors: Mapping[str, Mapping[str, str]]  # place -> direction or other place -> place or kind


@lru_cache(maxsize=16)
def gazetteer(game: Game) -> GameNames:
    """Return the gazetteer of a game."""
    return _NAMES[title_of(game.id).kind](game)


def _of_hexes(game: Game) -> GameNames:
    units, hexes = title_data.units_data(game), title_data.hexes_data(game)
    return GameNames(
        units={unit["id"]: _hex_unit(unit) for unit in units},
        sides={unit["id"]: unit["side"] for unit in units},
        places={hex_: told["text"].partition(", ")[2] or "Clear" for hex_, told in hexes.items()},
        neighbors={hex_: told["neighbors"] for hex_, told in hexes.items()},
    )


def _hex_unit(unit: Mapping[str, Any]) -> str:
    arrives = unit["arrives"]
    entry = f", arrives in turn {arrives}" if arrives is not None and arrives > 1 else ""
    return f"{_called(unit)}{unit['typeLabel'].lower()} {unit['told']}{entry}"


def _called(unit: Mapping[str, Any]) -> str:
    """Return the name of a unit if the log uses another name than actions do."""
    same = re.sub(r"[^a-z0-9]", "", unit["name"].lower()) == unit["id"].replace("-", "")
    return "" if same else f"{unit['name']}, "


def _of_points(game: Game) -> GameNames:
    fixed = points.fixed(game)
    units, places = {}, {}
    for unit in fixed["units"]:
        bracket = "" if unit["bracket"] is None else f"[{unit['bracket']}]"
        kind = unit["typeLabel"].lower()
        units[unit["id"]] = f"{_called(unit)}{kind} {unit['strength']}{bracket}"
    for place in fixed["places"]:
        places[place["id"]] = place["text"]
    return GameNames(
        units=units,
        sides={unit["id"]: unit["side"] for unit in fixed["units"]},
        places=places,
        neighbors={
            place["id"]: {route["to"]: route["by"] for route in place["routes"]}
            for place in fixed["places"]
        },
    )


_NAMES = {"hexes": _of_hexes, "points": _of_points}


# The position


def summary(position: Any, view: Mapping[str, Any], side: str) -> list[str]:
    """Return a position as lines of text."""
    return [
        *headline(position, view, side),
        *_scores(position),
        *_rest(view),
        "",
        "Victory conditions",
        *(f"  {line}" for line in goal_lines(position, side)),
        *_units(position.game, view, side),
    ]


def headline(position: Any, view: Mapping[str, Any], side: str) -> list[str]:
    """Return the time, the model's side, and the pending decision: two or three lines."""
    game = position.game
    night = ", night" if getattr(position, "is_night", False) else ""
    lines = [f"{game.name}. You play {side}. Turn {view['turn']}{night}."]
    result = position.result
    if result is not None:
        won = "drawn" if result.winner == "draw" else f"won by {label(game, result.winner)}"
        case = f" [{result.case}]" if result.case else ""
        lines.append(f"The game is over, {won}: {result.reason}.{case}")
        return lines
    whose = label(game, view["side"])
    step = f", step: {view['step']}" if "step" in view else ""
    lines.append(f"It is {whose}'s turn, {view['phase']} phase{step}. You decide:")
    lines.append(f"  {verbs(position.legal_actions())}")
    return lines


def verbs(actions: Iterable[str]) -> str:
    """Return the number of actions of each verb: "move (300), end"."""
    count = Counter(text.split()[0] for text in actions)
    return ", ".join(verb if n == 1 else f"{verb} ({n})" for verb, n in count.items())


def _scores(position: Any) -> list[str]:
    found = getattr(position, "points", None)
    if found is None:
        return []
    told = ", ".join(f"{label(position.game, side)} {n:g}" for side, n in found.items())
    return [f"Victory points: {told}"]


def _rest(view: Mapping[str, Any]) -> list[str]:
    """Return the rest of a view, field by field: markers, air points, the current combat."""
    return [
        f"{name.replace('_', ' ')}: {_plain(value)}"
        for name, value in view.items()
        if name not in TOLD and value not in ({}, [], "", None)
    ]


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plain(each)}" for key, each in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " ".join(_plain(each) for each in value)
    return str(value)


def _units(game: Any, view: Mapping[str, Any], side: str) -> list[str]:
    """Return the units of each side by place, one's own side first."""
    known, lines = gazetteer(game), list[str]()
    where = _by_place(game, view)
    for each in sorted(game.sides, key=lambda one: one != side):
        whose = f"{label(game, each)} ({'you' if each == side else 'enemy'})"
        on_map, elsewhere = list[str](), list[str]()
        for place, units in where.items():
            mine = [unit for unit in units if known.sides[unit] == each]
            if mine and place in known.places:
                told = "; ".join(_unit(known, unit, view) for unit in mine)
                on_map.append(f"  {place} ({known.places[place]}): {told}")
            elif mine:
                elsewhere.append(f"  {place}: {_listed(known, mine, place)}")
        lines += ["", f"{whose}, on the map", *(on_map or ["  nobody"])]
        lines += [f"{whose}, elsewhere", *elsewhere] if elsewhere else []
    hidden = view.get("hidden")
    if hidden:
        lines += ["", "Enemy counters that you cannot identify", f"  {_plain(hidden)}"]
    return lines


def _by_place(game: Any, view: Mapping[str, Any]) -> dict[str, list[str]]:
    places: dict[str, list[str]] = {}
    for unit in game.units:
        if unit in view["units"]:
            places.setdefault(str(view["units"][unit]), []).append(unit)
    return places


def _unit(known: GameNames, unit: str, view: Mapping[str, Any]) -> str:
    done = [mark.replace("_", " ") for mark in positions.MARKS if unit in view.get(mark, ())]
    told = f"; {', '.join(done)}" if done else ""
    return f"{unit} [{known.units[unit]}{told}]"


def _listed(known: GameNames, units: Sequence[str], place: str) -> str:
    if place == "eliminated":
        return ", ".join(units)
    return "; ".join(f"{unit} [{known.units[unit]}]" for unit in units)


# Places


def describe_places(game: Any, view: Mapping[str, Any], places: Sequence[str]) -> list[str]:
    """Return terrain, neighbors and units of places; UnknownPlaceError for an unknown place."""
    known, where, lines = gazetteer(game), _by_place(game, view), list[str]()
    for place in places:
        if place not in known.places:
            raise UnknownPlaceError(
                f"{place!r} is not a place of {game.id}; a place is written like "
                f"{next(iter(known.places))!r}"
            )
        lines.append(f"{place}: {known.places[place]}")
        near = ", ".join(f"{way} {other}" for way, other in known.neighbors[place].items())
        lines.append(f"  neighbors: {near}")
        units = where.get(place, [])
        if units:
            told = (f"{known.sides[unit]} {_unit(known, unit, view)}" for unit in units)
            lines.append(f"  {'; '.join(told)}")
        if view.get("hidden", {}).get(place):
            lines.append(f"  enemy counters that you cannot identify: {view['hidden'][place]}")
    return lines
