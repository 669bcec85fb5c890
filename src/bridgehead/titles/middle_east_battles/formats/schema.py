"""The JSON Schema of positions as data."""

from __future__ import annotations

from typing import Any

from bridgehead.core.positions.position_data import count, distinct, fixed, one_of, result, table
from bridgehead.core.positions.position_data import schema as position_schema
from bridgehead.core.titles.options import BID
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats.combat_data import LONGEST_PATH, STEPS, TABLES
from bridgehead.titles.middle_east_battles.formats.components import Components, side_of
from bridgehead.titles.middle_east_battles.formats.position_format import (
    COLUMNS,
    COUNTS,
    FLAGS,
    FORMAT,
    OTHER_STEPS,
    PENDING,
    PHASES,
    UNIT_LISTS,
)


def schema(game: Components) -> dict[str, Any]:
    """Return the JSON Schema of a game's positions."""
    b = game.board[0]
    names, numbers = one_of(game.units), one_of(game.hexes)
    to_hex = table(game.units, numbers)
    last = max(int(b.turns), int(b.optional_last))
    rims = [game.hexes[int(b.rim_hex[rim])] for rim in range(int(b.rims))]
    fields: dict[str, Any] = {
        "turn": count(last, 1),
        "side": one_of(game.sides),
        "phase": one_of(PHASES),
        "step": one_of(st.STEPS[step] for steps in OTHER_STEPS.values() for step in steps),
        "units": table(game.units, one_of([*st.PLACES.values(), *game.hexes])),
        **dict.fromkeys(UNIT_LISTS, distinct(names)),
        "dropping": {"type": "boolean"},
        **{field: count(most) for field, most in COUNTS.items()},
        "entered": table(rims, count(len(game.units))),
        "columns": table(COLUMNS, {"enum": rims or [None]}),
        "entering": fixed({"unit": names, "hex": numbers}, "unit", "hex"),
        "placed": distinct(names),
        "guns_used": {"type": "array", "items": {"enum": list(game.guns) or [None]}},
        "airstrikes": table(game.air, count(99)),
        "air_dice": count(2),
        **{field: {"type": "boolean"} for field in FLAGS},
        "western_cities": _cities(game, used=bool(b.city_control)),
        "fired_into": _cities(game, used=bool(b.fire_into_city)),
        "last_turn": count(last),
        "ledger": _ledger(game),
        "combat": _combat(game, names, numbers, to_hex),
        "result": result([*game.sides, "draw"], game.endings),
    }
    return position_schema(game, FORMAT, fields, PENDING)


def _cities(game: Components, *, used: bool) -> dict[str, Any]:
    """Return the JSON Schema of a list of city hexes; it is empty if the game does not use it."""
    if not used:
        return {"type": "array", "maxItems": 0}
    places = game.board[0].city_place.tolist()
    return distinct(one_of(h for h, place in zip(game.hexes, places, strict=False) if place >= 0))


def _ledger(game: Components) -> dict[str, Any]:
    """Return the JSON Schema of the ledger: points by entry, or by side and entry."""
    points = {"type": "number", "minimum": 0, "maximum": 1000, "multipleOf": 0.5}
    entries = (*st.LEDGER, BID)
    of_sides: dict[str, Any] = {
        side: fixed(
            {entry: points for entry in entries if entry == BID or _is_of(game, entry, side)}
        )
        for side in game.sides
    }
    return fixed({**dict.fromkeys(st.LEDGER, points), **of_sides})


def _is_of(game: Components, entry: str, side: str) -> bool:
    return game.sides[side_of(entry)] == side


def _combat(game: Components, names: Any, numbers: Any, to_hex: Any) -> dict[str, Any]:
    """Return the JSON Schema of a combat."""
    markers = table([name for name in game.markers if name], count(99))
    hexes = {**distinct(numbers), "minItems": 1}
    fields = {
        "step": one_of(st.STEPS[step] for step in STEPS),
        "aims": {**hexes, "maxItems": 6},
        "defenders": to_hex,
        "attackers": to_hex,
        "ranged": distinct(names),
        "markers": markers,
        "protectors": to_hex,
        "covers": markers,
        "table": one_of(TABLES[1:]),
        "night_shift": count(0, -5),
        "result": one_of(st.RESULTS[1:]),
        "due": table(game.units, count(4, 1)),
        "mover": names,
        "paths": table(game.units, {**hexes, "maxItems": LONGEST_PATH}),
        "chain": {
            "type": "array",
            "items": fixed({"unit": names, "hex": numbers}, "unit", "hex"),
        },
        "loss_due": {"type": "integer", "minimum": 0},
        "advanced": distinct(names),
    }
    return fixed(fields, "aims")
