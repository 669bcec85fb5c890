"""Group moves in titles with hexes: where several units can go together, and how.

A unit that enters by a hex of the map's edge and moves on from there does both at
once: `enter UNIT EDGE HEX`. No rule is decided here: each way is one of the legal actions, tried on
a copy of the position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bridgehead.core.errors import IllegalAction
from bridgehead.core.positions.decision import step_of
from bridgehead.core.titles.games import hex_title
from bridgehead.server.views import positions

ENTER = "enter"


def through(position: Any, unit: str, edge: str) -> dict[str, Any] | None:
    """Return the ways of a unit that enters by an edge hex; None if it cannot move on from any."""
    trial = _entered(position, unit, edge)
    if trial is None:
        return None
    ways = trial.movement(unit)
    places = _places(trial)
    return {"edge": edge, "ways": {hex_: positions.way(ways, hex_) for hex_ in places}}


def _entered(position: Any, unit: str, edge: str) -> Any:
    """Return the position after an entry from which the unit moves on, None if there is none."""
    trial = position.copy()
    try:
        trial.push(f"{ENTER} {unit} {edge}")
    except IllegalAction:
        return None
    if trial.result is not None:
        return None
    step = hex_title(position.game.id).decisions.steps[step_of(trial, trial.to_dict())]
    return trial if step.alone and not step.places else None


def _places(trial: Any) -> list[str]:
    return [text.split()[-1] for text in trial.legal_actions()]


def reach(position: Any, units: Mapping[str, Sequence[str]], edge: str) -> dict[str, list[str]]:
    """Return for each unit the hexes that it can reach with its verbs.

    A unit that enters does so by the edge hex given, or by the cheapest one if it cannot.
    """
    found: dict[str, list[str]] = {}
    for unit, verbs in units.items():
        hexes: dict[str, None] = {}
        for verb in verbs:
            ways = position.movement(unit, verb).destinations
            hexes |= dict.fromkeys(ways)
            if verb == ENTER and ways:
                trial = _entered(position, unit, _edges(ways, edge)[0])
                hexes |= dict.fromkeys(_places(trial) if trial is not None else ())
        found[unit] = list(hexes)
    return found


def gather(
    position: Any, units: Mapping[str, Sequence[str]], goal: str, edge: str
) -> dict[str, Any]:
    """Return how units would go to a hex, one after the other, each as near to it as possible.

    `moves` has their actions in order, `left` the units that cannot come nearer, with the reasons.
    """
    trial = position.copy()
    moves: list[dict[str, Any]] = []
    left: list[dict[str, str]] = []
    for unit, verbs in units.items():
        found = _nearest(trial, unit, verbs, goal, edge)
        if isinstance(found, str):
            start = _place(trial, unit)
            trial.push(found)
            words = found.split()
            moves.append({"unit": unit, "action": found, "from": start, "to": words[-1]})
        else:
            left.append({"unit": unit, **found})
    return {"moves": moves, "left": left}


def _edges(found: Mapping[str, float], edge: str) -> list[str]:
    """Return the requested edge hex if it is possible, otherwise the cheapest."""
    return [edge if edge in found else min(found, key=lambda hex_: (found[hex_], hex_))]


def _onward(
    position: Any, unit: str, edge: str, found: Mapping[str, float]
) -> tuple[str, Mapping[str, float]]:
    """Return the common beginning of the actions of an entry, and the hexes that complete them."""
    trial = _entered(position, unit, edge)
    if trial is None:
        return f"{ENTER} {unit}", found
    return f"{ENTER} {unit} {edge}", trial.movement(unit).destinations


def _place(position: Any, unit: str) -> str | None:
    """Return the hex of a unit, None where it is not on the map."""
    place = position.units[unit]
    return place if place.isdigit() else None


def _nearest(
    position: Any, unit: str, verbs: Sequence[str], goal: str, edge: str
) -> str | dict[str, str]:
    """Return the action that brings a unit nearest to a hex, or the reason why there is none."""
    distance = position.game.map.grid.distance
    here = _place(position, unit)
    best: tuple[float, float, str] | None = None
    for verb in verbs:
        found = position.movement(unit, verb).destinations
        options = [(f"{verb} {unit}", found)]
        if verb == ENTER and found:
            nearest = min((distance(hex_, goal), cost, hex_) for hex_, cost in found.items())[2]
            edges = [goal] if goal in found else dict.fromkeys([*_edges(found, edge), nearest])
            options = [_onward(position, unit, by, found) for by in edges]
        for prefix, hexes in options:
            for hex_, cost in hexes.items():
                option = (distance(hex_, goal), cost, f"{prefix} {hex_}")
                if best is None or option < best:
                    best = option
            if best is not None and best[0] == 0:
                return best[2]
    if best is None or (here is not None and best[0] >= distance(here, goal)):
        return _why_not(position, unit, verbs, goal)
    return best[2]


def _why_not(position: Any, unit: str, verbs: Sequence[str], goal: str) -> dict[str, str]:
    """Return the first reason why a unit cannot get to a hex."""
    for verb in verbs:
        reason = position.movement(unit, verb).why_not(goal)
        if reason is not None:
            return positions.reason(position.game, reason)
    return {"case": "", "text": ""}
