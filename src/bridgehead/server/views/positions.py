"""All data sent about a position: a side's view of it, and answers to the side's questions.

Everything here is made for a viewer: a side, or None for a spectator. The units' places come only
from `position.view(viewer)` (`seen`); a decision is listed only for the side to decide.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bridgehead import render
from bridgehead.core.cache import Recent
from bridgehead.core.errors import BridgeheadError, IllegalAction, MalformedAction
from bridgehead.core.positions.decision import Decision, step_of
from bridgehead.core.positions.position import Position
from bridgehead.core.titles.games import game_info, hex_title, title_of
from bridgehead.core.titles.lesson import NotNowError
from bridgehead.core.titles.skips import skip_of
from bridgehead.players.advice import force
from bridgehead.server.views import costs, title_data
from bridgehead.server.views.title_data import HUMAN

HAS_SHOTS = False  # a roll is explained by the odds of its attack
MARKS = render.MARKS
PANEL = frozenset(("panel",))


@dataclass(frozen=True)
class Layers:
    """What a picture shows besides: zones of control of these sides, the line of communications."""

    zones: tuple[str, ...] = ()
    line: bool = False


def fixed(game: Any) -> dict[str, Any]:
    """Return the constant data of a hex map."""
    return {"units": title_data.units_data(game), "hexes": title_data.hexes_data(game)}


def position_facts(
    position: Any, view: Mapping[str, Any], viewer: str | None, *, decides: bool
) -> dict[str, Any]:
    """Return a position's data without the drawing, which follows from them."""
    del viewer  # all that a viewer may see is in the view
    game, result = position.game, position.result
    same = _same_for_all.get(key_of(position), lambda: _facts_for_all(position))
    data = {
        "turn": position.turn,
        "turns": turns(game, position.turn, view),
        "night": position.is_night,
        "side": position.side,
        "phase": position.phase,
        "step": step_word(position, view),
        "toMove": position.to_move,
        "combat": _combat(view.get("combat"), same["strengths"]),
        "odds": same["odds"],
        "units": dict(view["units"]),
        "marks": {mark: list(view.get(mark, ())) for mark in MARKS},
        "counts": same["counts"],
        "ledger": same["ledger"],
        "result": result.to_dict() if result is not None else None,
    }
    return {**data, **(_decision(position, data["odds"]) if decides else _NO_DECISION)}


def _facts_for_all(position: Any) -> dict[str, Any]:
    """Return the data of a position that are the same for every viewer; do not change them."""
    screen = hex_title(position.game.id).screen
    return {
        "strengths": screen.strengths(position), "odds": pending_odds(position),
        "counts": screen.counts(position), "ledger": screen.ledger(position),
    }  # fmt: skip


_same_for_all: Recent[dict[str, Any]] = Recent(16)  # of the last positions


def step_word(position: Any, view: Mapping[str, Any]) -> str:
    """Return the name of the pending decision, as one word."""
    return step_of(position, view).replace(" ", "_")


def _combat(
    given: Mapping[str, Any] | None, strengths: Mapping[str, int] | None = None
) -> dict[str, Any] | None:
    """Return the combat in a view; if it can be against several hexes, the first is also named.

    `values` has the strengths that count, if they may differ from the printed ones.
    """
    if given is None:
        return None
    given = {**given, **({"values": dict(strengths)} if strengths else {})}
    if "aims" not in given:
        return given
    targets = list(given["defenders"])
    aims = list(given["aims"])
    more = {"hex": aims[0], "hexes": aims, "target": targets[0], "targets": targets}
    return {**given, **more, "step": given["step"].replace(" ", "_")}


KEPT = 16
_decisions: Recent[Decision] = Recent(KEPT)


def decision_of(position: Any) -> Decision:
    """Return the pending decision, sorted; the last result is cached.

    Questions often follow a state, and sorting thousands of actions takes time.
    """
    return _decisions.get(key_of(position), lambda: Decision.of(position))


def key_of(position: Any) -> tuple[Any, bytes]:
    """Return a key that identifies a position as long as it does not change."""
    return position.game, position.state.tobytes()


_NO_DECISION: dict[str, Any] = {
    "decision": None, "reminders": [], "limits": [], "protectors": [], "endRefused": None,
    "skip": None,
}  # fmt: skip


def _decision(position: Any, odds: Mapping[str, Any] | None) -> dict[str, Any]:
    decision = decision_of(position)
    refused = None
    if "end" not in decision.plain and position.phase == step_of(position, decision.data):
        refused = why_not(position, "end")
    screen = hex_title(position.game.id).screen
    reminders = screen.reminders(position, decision)
    return {
        "decision": {
            "units": decision.units,
            "hexes": decision.hexes,
            "plain": decision.plain,
        },
        "reminders": [asdict(one) for one in reminders],
        "skip": skip_of(position, decision.step, reminders, odds),
        "limits": [asdict(one) for one in screen.limits(position, decision)],
        "protectors": [
            {
                **asdict(one),
                "bars": [{"unit": x.unit, **reason(position.game, x)} for x in one.bars],
            }
            for one in screen.protectors(position)
        ],
        "endRefused": refused,
    }


# Drawings


def roll_data(before: Any, action: str, reader: str | None) -> dict[str, Any]:
    """Return the display data of a roll: the face, the result, and the odds."""
    face = int(action.split()[1])
    attack = step_word(before, before.to_dict()) == "roll"
    odds = pending_odds(before) if attack else None
    result = odds["table"][face - 1][odds["column"]] if odds else ""
    texts = [event.text for event in before.describe(action, reader)]
    return {"face": face, "result": result, "odds": odds, "texts": texts}


def shot(before: Any, action: str, reader: str | None) -> None:
    """Return None: see HAS_SHOTS."""
    del before, action, reader


def board(position: Any, view: Mapping[str, Any], viewer: str | None) -> dict[str, str]:
    """Return the groups of the drawn board that change between positions.

    Viewers who see the same get the same object; it must not be changed.
    """
    del viewer  # all that a viewer may see is in the view
    drawings = _drawings.get(key_of(position), list)
    for seen, drawing in drawings:
        if seen == view:
            return drawing
    drawing = render.layers(scene(position, view, Layers(), PANEL), interactive=True)
    drawings.append((view, drawing))
    return drawing


# the last drawn boards, by position, each for one view
_drawings: Recent[list[tuple[Mapping[str, Any], dict[str, str]]]] = Recent(KEPT)


def scene(
    position: Any,
    view: Mapping[str, Any],
    layers: Layers,
    parts: frozenset[str] = render.PARTS,
) -> render.Scene:
    """Return the picture of a view."""
    game = position.game
    screen = hex_title(game.id).screen
    return render.position_scene(
        game.map,
        render.style_of(game.id),
        title_data.counters(game),
        view,
        in_play=game.units,
        zones={side: screen.zones(position, side) for side in layers.zones},
        line=(position.line_of_communication() or ()) if layers.line else (),
        parts=parts,
    )


# Questions


def why_not(position: Position, action: str) -> dict[str, str] | None:
    """Return why an action is refused now, None if it is legal."""
    error = position.why_not(action)
    if error is None:
        return None
    return {"case": error.case, "text": named(position.game, error.reason)}


def named(game: Any, text: str) -> str:
    """Return a sentence with unit names instead of ids, because the page shows no ids."""
    names = title_data.unit_names(game)
    return title_data.unit_pattern(game).sub(lambda found: names[found.group()], text)


def movement(position: Any, unit: str) -> dict[str, Any]:
    """Return the hexes that a unit can reach, with costs and paths."""
    verbs = decision_of(position).units.get(unit, {})
    reach = position.movement(unit)
    found: dict[str, dict[str, Any]] = {}
    for verb, places in verbs.items():
        if not all(places):
            continue  # it does not lead to a hex
        if verb == "place":
            found[verb] = dict.fromkeys(places, FREE)
            continue
        ways = reach if verb == "move" else position.movement(unit, verb)
        straight = [position.units[unit]] if len(places) > MANY else None
        found[verb] = {place: way(ways, place.split()[-1], straight) for place in places}
    refusal = reach.refusal
    return {
        "unit": unit,
        "allowance": reach.allowance,
        "refusal": reason(position.game, refusal) if refusal is not None and not verbs else None,
        "verbs": found,
        "cross": reach.crossing if "" in verbs.get("cross", ()) else None,
    }


def reason(game: Any, found: Any) -> dict[str, str]:
    """Return a reason with unit names instead of ids."""
    return {"case": found.case, "text": named(game, found.text)}


# airborne landings and set-up placements cost no movement points
FREE: dict[str, Any] = {"cost": None, "left": None, "path": []}
MANY = 200  # only air units can reach more hexes, and they fly straight


def way(ways: Any, hex_: str, straight: list[str] | None = None) -> dict[str, Any]:
    """Return the cost of the way to a hex, the movement points left, and the path."""
    cost = ways.cost(hex_)
    path = ways.path(hex_) if straight is None else [*filter(str.isdigit, straight), hex_]
    if not cost and len(path) <= 1:
        return FREE
    left = ways.allowance - cost
    return {"cost": cost, "left": left if left >= 0 else None, "path": path}


def check_hexes(position: Any, hexes: Sequence[str]) -> None:
    """Raise MalformedAction if one of these is not a hex of the map."""
    there_are = set(position.game.map.grid.hexes())
    for text in hexes:
        if text not in there_are:
            raise MalformedAction(f"{text!r} is not a hex of the map")


def attack(position: Any, hexes: Sequence[str]) -> dict[str, Any]:
    """Return the units that can attack a hex, or several hexes at once.

    MalformedAction if these are not hexes of the map.
    """
    check_hexes(position, hexes)
    if not hexes:
        raise MalformedAction("name the hex to attack")
    offer = hex_title(position.game.id).screen.attack_offer(position, *hexes)
    needed = force.needed_elsewhere(position, offer)
    told = {
        name: [{"unit": found.unit, **reason(position.game, found)} for found in units]
        for name, units in (
            ("refused", offer.refused),
            ("must", offer.must),
            ("careful", (*offer.careful, *needed)),
        )
    }
    everybody = force.everybody(position, offer)
    best = force.suggested(position, offer, everybody, needed)
    return {**asdict(offer), **told, "suggested": best, "everybody": everybody}


def odds(position: Any, actions: Sequence[str]) -> dict[str, Any] | None:
    """Return the odds after these actions, which declare or extend an attack."""
    trial = position.copy()
    for action in actions:
        trial.push(action)
    return pending_odds(trial)


def attack_costs(position: Any, actions: Sequence[str]) -> dict[str, Any]:
    """Return the other costs of an attack that these actions declare, besides its odds."""
    trial = position.copy()
    for action in actions:
        trial.push(action)
    return costs.of_attack(trial)


def pending_odds(position: Any) -> dict[str, Any] | None:
    """Return the odds of the attack being declared, rolled or resolved, None if there is none."""
    found = position.pending_odds()
    return None if found is None else odds_data(position, found)


def odds_data(position: Any, found: Any) -> dict[str, Any]:
    """Return odds as data, with the whole table."""
    return _with_table(position, found.to_dict())


def _with_table(position: Any, found: dict[str, Any]) -> dict[str, Any]:
    """Return odds with the whole table; if there are several tables, with each of them."""
    chart = functools.partial(hex_title(position.game.id).screen.results_table, position.game)
    tables = found.pop("tables", None)
    if tables is None:
        columns, rows = chart()
        return {**found, "columns": columns, "table": rows}
    read = {name: {**table, **_whole(chart(name), table)} for name, table in tables.items()}
    choices = {"choices": read} if len(read) > 1 else {}
    return {**found, **read[found["on"]], **choices}


def _whole(chart: tuple[list[str], list[list[str]]], table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the whole table, with the column of this attack as its conditions modify it."""
    columns, rows = chart
    column = table["column"]
    changed = [
        [*row[:column], result, *row[column + 1 :]]
        for row, result in zip(rows, table["table"], strict=True)
    ]
    return {"columns": columns, "table": changed}


def turns(game: Any, turn: int, view: Mapping[str, Any]) -> int | None:
    """Return the number of turns in a game; None if the viewer does not know it."""
    scenario = game.scenario
    if scenario is not None:
        return int(scenario.last_turn)
    there_are = int(title_data.game_data(game.id)["sureTurns"])
    if turn <= there_are:
        return there_are
    last = view.get("last_turn")
    return None if last is None else int(last)


def seen(position: Any, viewer: str | None, *, shared: bool = False) -> dict[str, Any]:
    """Return a side's view; at a shared screen, without what one of the sides hides.

    The legal actions are not in it (`decision_of`).
    """
    view: dict[str, Any]
    if title_data.game_data(position.game.id)["hides"]:
        view = position.view(viewer, actions=False)
    else:  # the same for every viewer
        key = *key_of(position), position.result
        view = dict(_open_views.get(key, lambda: position.view(None, actions=False)))
    if shared and position.result is None:
        for name in title_of(position.game.id).secret_fields:
            view.pop(name, None)
    return view


_open_views: Recent[dict[str, Any]] = Recent(16)  # of titles that hide nothing


def refusal(error: BridgeheadError, kind: str = "", game: Any = None) -> dict[str, str]:
    """Return an error in the form in which the page gets it."""
    if isinstance(error, NotNowError):
        return {"kind": "lesson", "text": str(error), "case": ""}
    if isinstance(error, IllegalAction):
        text = named(game, error.reason) if game is not None else error.reason
        return {"kind": kind or "illegal", "text": text, "case": error.case}
    return {"kind": kind or "request", "text": str(error), "case": ""}


_KINDS = {
    "game": str, "title": str, "edition": str, "options": list, "players": dict, "turn": int,
    "turns": int | None, "phase": str, "side": str | None, "actions": int, "over": bool,
    "winner": str | None,
}  # fmt: skip


def is_summary(data: Mapping[str, Any]) -> bool:
    """Whether data are a valid entry for the list of games."""
    return all(name in data and isinstance(data[name], kind) for name, kind in _KINDS.items())


def summary(record: Any, position: Any, actions: int) -> dict[str, Any]:
    """Return a record's entry for the list of games at a position after so many actions."""
    info = game_info(record.game.id)
    result = position.result
    return {
        "game": info.id,
        "title": info.title,
        "edition": info.edition,
        "options": list(record.game.options),
        "players": {side: record.players.get(side, HUMAN) for side in record.game.sides},
        "name": record.name,
        "turn": position.turn,
        "turns": turns(record.game, position.turn, {}),  # everybody may read the list
        "phase": position.phase,
        "side": position.side,
        "actions": actions,
        "over": result is not None,
        "winner": result.winner if result is not None else None,
    }
