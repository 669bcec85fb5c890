"""Data of titles with points and routes, made from one view and nothing else.

Where counters are, how many are hidden, what is marked: all is read from `position.view(viewer)`. A
decision is listed only for the side to decide. Explanations of a battle come from the title's
`screen`, which computes them from what the viewer knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from bridgehead.core.cache import Recent
from bridgehead.core.positions.decision import Decision
from bridgehead.core.titles.games import point_title
from bridgehead.core.titles.skips import skip_of
from bridgehead.render import point_style_of
from bridgehead.render import points as drawing
from bridgehead.render.points.ground import ground_of
from bridgehead.render.points.pieces import face_of
from bridgehead.render.points.scene import pieces_of
from bridgehead.render.points.signs import called, describe_point
from bridgehead.server.languages.title_words import described, in_language
from bridgehead.server.views.positions import key_of

HAS_SHOTS = True
MOVE = "move"  # a unit may have hundreds of ways: they are listed per unit, on request
# the parts of a view that are sent besides the drawing
NOT_TOLD = ("format", "game", "options", "map", "units", "legal_actions", "viewer", "to_move",
            "result")  # fmt: skip


def is_veiled(position: Any) -> bool:
    """Whether one of two people at one screen may not see the other's present view."""
    return point_title(position.game.id).screen.is_veiled(position)


# Constant data


def fixed(game: Any) -> dict[str, Any]:
    """Return the constant data of a connection: counters, places and words."""
    title, style = point_title(game.id), point_style_of(game)
    screen, displays = title.screen, style.displays
    words = title.page_words
    return {
        "words": in_language(
            game.id,
            {
                **words,
                "kinds": dict(displays.kinds),
                "theaters": dict(displays.theaters),
                "counted": {one.field: one.name for one in displays.counted},
                "events": {**screen.event_names(), **words["events"]},
            },
        ),
        "units": _units(game),
        "places": _places(game),
        "theaters": _theaters(game),
        "faces": _faces(game),
        "stocks": list(screen.stocks()),
        "prices": screen.prices(game),
        "income": {stock: list(row) for stock, row in style.income.items()},
        "limits": dict(style.casualty_limit),
    }


def _units(game: Any) -> list[dict[str, Any]]:
    """Return the printed values of each counter."""
    style = point_style_of(game).style
    names = point_title(game.id).counter_names(game)
    found = []
    for unit in game.counters:
        bracket = unit.get("bracket")
        found.append(
            {
                "id": unit["id"],
                "name": names[unit["id"]],
                "side": unit["side"],
                "nation": unit["nation"],
                "type": unit["type"],
                "typeLabel": in_language(game.id, style.types[unit["type"]].label),
                "key": unit["key"],
                "strength": unit.get("strength", 0),
                "bracket": bracket["value"] if bracket else None,
                "air": unit.get("class") == "air",
            }
        )
    return found


def _faces(game: Any) -> dict[str, str]:
    """Return the drawing of each counter, which uses definitions from the picture of the board."""
    drawn = point_style_of(game)
    everywhere = {unit["id"]: "" for unit in game.counters}
    two_sided = {unit["id"] for unit in game.counters if "back" in unit}
    found = {}
    for back in ((), tuple(everywhere)):
        view = {"units": everywhere, "back": back}
        for piece in pieces_of(drawn, game.counters, view):
            key = f"{piece.id}:back" if back else piece.id
            if not back or piece.id in two_sided:
                found[key] = face_of(piece, drawn)
    return found


def _places(game: Any) -> list[dict[str, Any]]:
    """Return every point and reserve area: name, kind and neighbors by route."""
    routes: dict[str, list[dict[str, str]]] = {}
    for route in game.map.routes:
        routes.setdefault(route.a, []).append({"to": route.b, "by": route.kind})
        routes.setdefault(route.b, []).append({"to": route.a, "by": route.kind})
    for reserve in game.map.reserves:
        for edges in reserve.edges.values():
            for edge in edges:
                routes.setdefault(edge, []).append({"to": reserve.id, "by": "edge"})
                routes.setdefault(reserve.id, []).append({"to": edge, "by": "edge"})
    drawn = point_style_of(game)
    found: list[dict[str, Any]] = [
        {
            "id": point.id,
            "name": called(point),
            "theaters": [point.theater],
            "text": described(game.id, describe_point(drawn, point)),
            "control": point.control,
            "routes": routes.get(point.id, []),
        }
        for point in game.map.points
    ]
    found += [
        {
            "id": reserve.id,
            "name": in_language(game.id, reserve.name),
            "theaters": list(reserve.edges),
            "text": in_language(game.id, reserve.name),
            "control": reserve.side,
            "routes": routes.get(reserve.id, []),
        }
        for reserve in game.map.reserves
    ]
    return found


def _theaters(game: Any) -> list[dict[str, Any]]:
    """Return the theaters and their places in the picture."""
    ground = ground_of(game.map, tuple(theater.id for theater in game.map.theaters))
    return [
        {"id": theater.id, "name": theater.name, "x": box.x, "y": box.y,
         "width": box.width, "height": box.height}
        for theater, box in ground.sheets
    ]  # fmt: skip


# Positions


def position_facts(
    position: Any, view: Mapping[str, Any], viewer: str | None, *, decides: bool
) -> dict[str, Any]:
    """Return a position's data without the drawing, which follows from them."""
    screen = point_title(position.game.id).screen
    result = position.result
    same = _same_for_all.get(key_of(position), lambda: _facts_for_all(position))
    data = {
        "turn": position.turn,
        "turns": screen.turns(position.game),
        "night": False,
        "side": position.side,
        "phase": position.phase,
        "step": position.step.replace(" ", "_"),
        "toMove": position.to_move,
        "viewer": viewer,
        "view": {name: value for name, value in view.items() if name not in NOT_TOLD},
        "units": dict(view["units"]),
        "battle": screen.battle(position, viewer),
        "counts": same["counts"],
        "ledger": same["ledger"],
        "result": result.to_dict() if result is not None else None,
        "decision": None,
        "reminders": [],
        "endRefused": None,
        "skip": None,
    }
    return {**data, **_decision(position)} if decides else data


def _facts_for_all(position: Any) -> dict[str, Any]:
    """Return the data of a position that are the same for every viewer; do not change them."""
    screen = point_title(position.game.id).screen
    return {"counts": screen.counts(position), "ledger": screen.ledger(position)}


_same_for_all: Recent[dict[str, Any]] = Recent(16)  # of the last positions


def _decision(position: Any) -> dict[str, Any]:
    """Return the legal actions; for moves, only the units that can move."""
    screen, decision = point_title(position.game.id).screen, Decision.of(position)
    listed = list(position.legal_actions())
    refused = None
    asked = point_title(position.game.id).decisions.steps[position.step]
    if asked.end_refused and "end" not in decision.plain:
        refused = why_not(position, "end")
    reminders = screen.reminders(position, decision)
    return {
        "decision": {
            "actions": [text for text in listed if not text.startswith(f"{MOVE} ")],
            "plain": list(decision.plain),
            "movers": [unit for unit, verbs in decision.units.items() if MOVE in verbs],
            "count": len(listed),
        },
        "reminders": [asdict(one) for one in reminders],
        "skip": skip_of(position, position.step, reminders),
        "endRefused": refused,
    }


def movement(position: Any, unit: str) -> dict[str, Any]:
    """Return every way that a unit may move, each as the list of places that it enters."""
    return {"unit": unit, "ways": movements(position, [unit])[unit]}


def movements(position: Any, units: Sequence[str]) -> dict[str, list[list[str]]]:
    """Return every way that each of these units may move. IllegalAction for an unknown unit."""
    game, found = position.game, Decision.of(position).units
    names = [game.units[game.unit_index(unit)] for unit in units]
    return {name: [way.split() for way in found.get(name, {}).get(MOVE, ())] for name in names}


def why_not(position: Any, action: str) -> dict[str, str] | None:
    """Return why an action is refused now, None if it is legal."""
    error = position.why_not(action)
    if error is None:
        return None
    return {"case": error.case, "text": error.reason}


def forecast(position: Any, action: str) -> dict[str, Any] | None:
    """Return the rolls that a legal action leads to, None if it leads to none. IllegalAction."""
    error = position.why_not(action)
    if error is not None:
        raise error
    found = point_title(position.game.id).screen.forecast(position, action)
    return None if found is None else asdict(found)


def shot(before: Any, action: str, reader: str | None) -> dict[str, Any] | None:
    """Return a combat roll with its column explained, None for any other action."""
    return point_title(before.game.id).screen.shot(before, action, reader)


def roll_data(before: Any, action: str, reader: str | None) -> dict[str, Any]:
    """Return the display data of a roll."""
    told = shot(before, action, reader)
    texts = [event.text for event in before.describe(action, reader)]
    return {
        "face": int(action.split()[1]),
        "result": told["result"] if told else "",
        "shot": told,
        "texts": texts,
    }


# Drawings


def board(position: Any, view: Mapping[str, Any], viewer: str | None) -> dict[str, str]:
    """Return the groups of the drawn board that change between positions."""
    game = position.game
    look = point_style_of(game)
    drawn = drawing.points_layers(game.map, look, game.counters, view, viewer=viewer)
    return {name: drawn[name] for name in ("control", "line", "units", "marks")}


def picture(
    game: Any,
    view: Mapping[str, Any],
    viewer: str | None,
    *,
    page: bool = False,
    sheet: bool = True,
    theater: str = "both",
) -> str:
    """Return the picture of a view as SVG; `page` selects the form that the page works on.

    `sheet` says whether the tracks and boxes around the map are included.
    """
    return drawing.points_svg(
        game.map,
        point_style_of(game),
        game.counters,
        view,
        theater,
        viewer=viewer,
        parts=drawing.PARTS if sheet else frozenset(),
        interactive=page,
        embed_fonts=not page,
    )
