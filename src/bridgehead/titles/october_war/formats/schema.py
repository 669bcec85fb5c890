"""The JSON Schema of positions as data, made from the same tables that read and write them."""

from __future__ import annotations

from typing import Any

from bridgehead.core.positions.position_data import count, distinct, one_of, table
from bridgehead.core.positions.position_data import schema as position_schema
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import fields
from bridgehead.titles.october_war.formats.components import Components
from bridgehead.titles.october_war.formats.position_format import FORMAT, OWNERS


def schema(game: Components) -> dict[str, Any]:
    """Return the JSON Schema of the game's positions."""
    b = game.board[0]
    unit, place, side = one_of(game.units), one_of(game.places), one_of(st.SIDES)
    units, places = distinct(unit), distinct(place)
    turn = [f"turn-track:{turn}" for turn in range(1, int(b.last_turn) + 1)]
    banks = [game.places[int(b.canal_end[k, 0])] for k in range(int(b.canals))]
    properties: dict[str, Any] = {
        "turn": count(int(b.last_turn), 1),
        "side": side,
        "phase": one_of(st.PHASES),
        "step": one_of(fields.step_names()),
        "owner": one_of(OWNERS),
        "units": table(game.units, one_of([*fields.place_names(game), *turn])),
        "back": units,
        "known": units,
        "tried": units,
        "raid_ew": {"type": "array", "items": count(st.MAX_RAIDS - 1, 1)},
        "came": table(game.units, place),
        "task": table(game.units, count(st.MAX_RAIDS - 1, 1)),
        "control": table(game.places, one_of([*st.SIDES, "none"])),
        "bridges": table(banks, side),
        "pool": distinct(one_of(st.EVENTS)),
        "air_master": table(st.THEATERS, side),
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
    properties |= {name: one_of([*words, "none"]) for name, words in fields.WORDS.items()}
    properties |= dict.fromkeys(fields.UNITS, unit) | dict.fromkeys(fields.PLACES, place)
    properties |= dict.fromkeys(fields.PLACE_LISTS, places)
    return position_schema(game, FORMAT, properties, fields.PENDING)
