"""The JSON Schema of positions as data, made from the same tables that read and write them."""

from __future__ import annotations

from typing import Any

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.data import fields
from bridgehead.titles.october_war.data.components import Components
from bridgehead.titles.october_war.data.position_format import FORMAT, OWNERS


def schema(game: Components) -> dict[str, Any]:
    """Return the JSON Schema of the game's positions."""
    b = game.board[0]
    unit, place = {"enum": list(game.units)}, {"enum": list(game.places)}
    units = {"type": "array", "items": unit, "uniqueItems": True}
    places = {"type": "array", "items": place, "uniqueItems": True}

    def count(most: int, least: int = 0) -> dict[str, Any]:
        return {"type": "integer", "minimum": least, "maximum": most}

    def table(keys: Any, values: Any) -> dict[str, Any]:
        names = {"enum": list(keys)}
        return {"type": "object", "propertyNames": names, "additionalProperties": values}

    turn = [f"turn-track:{turn}" for turn in range(1, int(b.last_turn) + 1)]
    where = {"enum": [*fields.place_names(game), *turn]}
    banks = [game.places[int(b.canal_end[k, 0])] for k in range(int(b.canals))]
    properties: dict[str, Any] = {
        "format": {"const": FORMAT},
        "game": {"const": game.id},
        "options": {"type": "array", "items": {"type": "string"}},
        "map": {
            "type": "object",
            "properties": {"name": {"type": "string"}, "digest": {"type": "string"}},
        },
        "data": {"type": "string"},
        "turn": count(int(b.last_turn), 1),
        "side": {"enum": list(st.SIDES)},
        "phase": {"enum": list(st.PHASES)},
        "step": {"enum": list(fields.step_names())},
        "owner": {"enum": list(OWNERS)},
        "units": table(game.units, where),
        "back": units,
        "known": units,
        "tried": units,
        "raid_ew": {"type": "array", "items": count(st.MAX_RAIDS - 1, 1)},
        "came": table(game.units, place),
        "task": table(game.units, count(st.MAX_RAIDS - 1, 1)),
        "control": table(game.places, {"enum": [*st.SIDES, "none"]}),
        "bridges": table(banks, {"enum": list(st.SIDES)}),
        "pool": {"type": "array", "items": {"enum": list(st.EVENTS)}, "uniqueItems": True},
        "air_master": table(st.THEATERS, {"enum": list(st.SIDES)}),
        "looked_at": table(game.places, count(3)),
        "raid_at": {"type": "array", "items": place, "maxItems": st.MAX_RAIDS - 1},
        "result": {"type": "object"},
    }
    properties |= dict.fromkeys(fields.MARKS, units)
    properties |= {
        name: table(keys, count(most, least)) for name, (keys, least, most) in fields.TABLES.items()
    }
    properties |= {
        name: count(most, -1 if name == "committed" else 0) for name, most in fields.COUNTS.items()
    }
    properties |= {name: {"enum": [*words, "none"]} for name, words in fields.WORDS.items()}
    properties |= dict.fromkeys(fields.UNITS, unit) | dict.fromkeys(fields.PLACES, place)
    properties |= dict.fromkeys(fields.PLACE_LISTS, places)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A position of {game.id}",
        "type": "object",
        "additionalProperties": False,
        "required": ["game"],
        "properties": properties,
    }
