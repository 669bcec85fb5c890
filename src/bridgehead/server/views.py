"""What leaves the server: a position as one side may see it, and the answers to its questions.

Everything here is made for a viewer: a side, or None for a spectator. The units' places come from
`position.view(viewer)` and from nowhere else; a decision is listed only for the one who decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from bridgehead import render
from bridgehead.core.decision import Decision
from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.core.position import Position
from bridgehead.core.registry import part_of
from bridgehead.server import titles

MARKS = render.MARKS
MOVING = ("move", "enter", "land", "place")
PANEL = frozenset(("panel",))


@dataclass(frozen=True)
class Layers:
    """What is laid over the map: the zones of control of these sides, the line."""

    zones: tuple[str, ...] = ()
    line: bool = False


def position_data(
    position: Any, viewer: str | None, *, decides: bool, layers: Layers = Layers()
) -> dict[str, Any]:
    """Return a position for the page; with `decides` the pending decision is the viewer's."""
    game = position.game
    screen = part_of(game.id, "screen")
    view = position.view(viewer)
    result = position.result
    data = {
        "turn": position.turn,
        "turns": turns(game),
        "night": position.is_night,
        "side": position.side,
        "phase": position.phase,
        "step": view.get("combat", {}).get("step", position.phase),
        "toMove": position.to_move,
        "combat": view.get("combat"),
        "odds": pending_odds(position),
        "units": dict(view["units"]),
        "marks": {mark: list(view.get(mark, ())) for mark in MARKS},
        "counts": screen.counts(position),
        "board": board(position, view, layers),
        "result": result.to_dict() if result is not None else None,
    }
    return {**data, **(_decision(position) if decides else _NO_DECISION)}


_NO_DECISION: dict[str, Any] = {"decision": None, "reminders": [], "endRefused": None}


def _decision(position: Any) -> dict[str, Any]:
    decision = Decision.of(position)
    refused = None
    if "end" not in decision.plain and position.phase == decision.step:
        refused = why_not(position, "end")
    reminders = part_of(position.game.id, "screen").reminders(position, decision)
    return {
        "decision": {
            "units": decision.units,
            "hexes": decision.hexes,
            "plain": decision.plain,
        },
        "reminders": [asdict(reminder) for reminder in reminders],
        "endRefused": refused,
    }


# The picture


def board(position: Any, view: Mapping[str, Any], layers: Layers) -> dict[str, str]:
    """Return the groups of the drawn board that change from position to position."""
    return render.layers(scene(position, view, layers, PANEL), interactive=True)


def scene(
    position: Any,
    view: Mapping[str, Any],
    layers: Layers,
    parts: frozenset[str] = render.PARTS,
) -> render.Scene:
    """Return the picture of a view."""
    game = position.game
    screen = part_of(game.id, "screen")
    return render.position_scene(
        game.map,
        titles.look(game.id),
        titles.counters(game),
        view,
        in_play=game.units,
        zones={side: screen.zones(position, side) for side in layers.zones},
        line=(position.line_of_communication() or ()) if layers.line else (),
        parts=parts,
    )


# Questions


def why_not(position: Position, action: str) -> dict[str, str] | None:
    """Return why an action is refused now, None where it is legal."""
    error = position.why_not(action)
    if error is None:
        return None
    return {"case": error.case, "text": named(position.game, error.reason)}


def named(game: Any, text: str) -> str:
    """Return a sentence with the units' names in place of their ids: the page shows no ids."""
    names = titles.unit_names(game)
    return titles.unit_pattern(game).sub(lambda found: names[found.group()], text)


def movement(position: Any, unit: str) -> dict[str, Any]:
    """Return where a unit can go, at what cost and by which way."""
    decision = Decision.of(position)
    verbs = decision.units.get(unit, {})
    reach = position.movement(unit)
    found: dict[str, dict[str, Any]] = {}
    for verb in MOVING:
        if verb not in verbs:
            continue
        if verb == "place":
            found[verb] = dict.fromkeys(verbs[verb], FREE)
            continue
        ways = reach if verb == "move" else position.movement(unit, verb)
        found[verb] = {hex_: _way(ways, hex_) for hex_ in verbs[verb]}
    refusal = reach.refusal
    return {
        "unit": unit,
        "allowance": reach.allowance,
        "refusal": _reason(position.game, refusal) if refusal is not None and not verbs else None,
        "verbs": found,
        "cross": reach.crossing if "cross" in verbs else None,
    }


def _reason(game: Any, reason: Any) -> dict[str, str]:
    return {"case": reason.case, "text": named(game, reason.text)}


# a landing by air and a placing at set-up cost no points
FREE: dict[str, Any] = {"cost": None, "left": None, "path": []}


def _way(ways: Any, hex_: str) -> dict[str, Any]:
    cost, path = ways.cost(hex_), ways.path(hex_)
    if not cost and len(path) == 1:
        return FREE
    return {"cost": cost, "left": max(ways.allowance - cost, 0), "path": path}


def attack(position: Any, hex_: str) -> dict[str, Any]:
    """Return who can attack a hex."""
    offer = part_of(position.game.id, "screen").attack_offer(position, hex_)
    told = {
        name: [{"unit": found.unit, **_reason(position.game, found)} for found in units]
        for name, units in (("refused", offer.refused), ("must", offer.must))
    }
    return {**asdict(offer), **told}


def odds(position: Any, hex_: str, attackers: list[str], support: bool) -> dict[str, Any]:
    """Return what an attack would be, with the whole table."""
    return _with_table(position, position.odds(hex_, attackers, support).to_dict())


def pending_odds(position: Any) -> dict[str, Any] | None:
    """Return the odds of the attack being declared, rolled or resolved, None without one."""
    found = position.pending_odds()
    return None if found is None else _with_table(position, found.to_dict())


def _with_table(position: Any, found: dict[str, Any]) -> dict[str, Any]:
    columns, rows = part_of(position.game.id, "screen").results_table()
    return {**found, "columns": columns, "table": rows}


def turns(game: Any) -> int:
    """Return how many turns a game has."""
    return int(part_of(game.id, "screen").turns())


def refusal(error: BridgeheadError, kind: str = "", game: Any = None) -> dict[str, str]:
    """Return an error as the page is told of it."""
    if isinstance(error, IllegalAction):
        text = named(game, error.reason) if game is not None else error.reason
        return {"kind": kind or "illegal", "text": text, "case": error.case}
    return {"kind": kind or "request", "text": str(error), "case": ""}
