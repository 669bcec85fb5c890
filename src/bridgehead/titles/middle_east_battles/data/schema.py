"""The JSON Schema of positions as data."""

from __future__ import annotations

from typing import Any

from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.data.combat_data import LONGEST_PATH, STEPS, TABLES
from bridgehead.titles.middle_east_battles.data.components import Components, side_of
from bridgehead.titles.middle_east_battles.data.position_format import (
    COLUMNS,
    COUNTS,
    FLAGS,
    FORMAT,
    OTHER_STEPS,
    PHASES,
    UNIT_LISTS,
)


def schema(game: Components) -> dict[str, Any]:
    """Return the JSON Schema of a game's positions."""
    b = game.board[0]
    names = {"enum": list(game.units)}
    numbers = {"enum": list(game.hexes)}
    unit_list = {"type": "array", "items": names, "uniqueItems": True}
    to_hex = {"type": "object", "propertyNames": names, "additionalProperties": numbers}

    def count(most: int, least: int = 0) -> dict[str, Any]:
        return {"type": "integer", "minimum": least, "maximum": most}

    def table(keys: Any, values: Any) -> dict[str, Any]:
        return {
            "type": "object",
            "propertyNames": {"enum": list(keys)},
            "additionalProperties": values,
        }

    last = max(int(b.turns), int(b.optional_last))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A position of {game.id}",
        "type": "object",
        "additionalProperties": False,
        "required": ["game"],
        "properties": {
            "format": {"const": FORMAT},
            "game": {"const": game.id},
            "options": {"type": "array", "items": {"type": "string"}},
            "map": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "digest": {"type": "string"}},
            },
            "data": {"type": "string"},
            "turn": count(last, 1),
            "side": {"enum": list(game.sides)},
            "phase": {"enum": list(PHASES)},
            "step": {"enum": [st.STEPS[step] for steps in OTHER_STEPS.values() for step in steps]},
            "units": {
                "type": "object",
                "propertyNames": names,
                "additionalProperties": {"enum": [*st.PLACES.values(), *game.hexes]},
            },
            **dict.fromkeys(UNIT_LISTS, unit_list),
            "dropping": {"type": "boolean"},
            **{field: count(most) for field, most in COUNTS.items()},
            "entered": table(game.hexes, count(len(game.units))),
            "columns": table(COLUMNS, numbers),
            "entering": {
                "type": "object",
                "additionalProperties": False,
                "required": ["unit", "hex"],
                "properties": {"unit": names, "hex": numbers},
            },
            "placed": unit_list,
            "guns_used": {"type": "array", "items": {"enum": list(game.guns) or [None]}},
            "airstrikes": table(game.air, count(99)),
            "air_dice": count(2),
            **{field: {"type": "boolean"} for field in FLAGS},
            "western_cities": {"type": "array", "items": numbers, "uniqueItems": True},
            "fired_into": {"type": "array", "items": numbers, "uniqueItems": True},
            "last_turn": count(last),
            "ledger": _ledger(game),
            "combat": _combat(game, names, numbers, unit_list, to_hex),
            "result": {
                "type": "object",
                "required": ["winner"],
                "properties": {
                    "winner": {"enum": [*game.sides, "draw"]},
                    "ending": {"enum": list(st.ENDING_NAMES[1:])},
                    "case": {"type": "string"},
                    "reason": {"type": "string"},
                },
            },
        },
    }


def _ledger(game: Components) -> dict[str, Any]:
    """Return the JSON Schema of the ledger: points by entry, or by side and entry."""
    points = {"type": "number", "minimum": 0, "maximum": 1000, "multipleOf": 0.5}
    of_sides: dict[str, Any] = {
        side: {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                entry: points for entry in st.LEDGER if game.sides[side_of(entry)] == side
            },
        }
        for side in game.sides
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {**dict.fromkeys(st.LEDGER, points), **of_sides},
    }


def _combat(
    game: Components, names: Any, numbers: Any, unit_list: Any, to_hex: Any
) -> dict[str, Any]:
    """Return the JSON Schema of a combat."""
    markers = {
        "type": "object",
        "propertyNames": {"enum": [name for name in game.markers if name]},
        "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 99},
    }
    hexes = {"type": "array", "items": numbers, "uniqueItems": True, "minItems": 1}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["aims"],
        "properties": {
            "step": {"enum": [st.STEPS[step] for step in STEPS]},
            "aims": {**hexes, "maxItems": 6},
            "defenders": to_hex,
            "attackers": to_hex,
            "ranged": unit_list,
            "markers": markers,
            "protectors": to_hex,
            "covers": markers,
            "table": {"enum": list(TABLES[1:])},
            "night_shift": {"type": "integer", "minimum": -5, "maximum": 0},
            "result": {"enum": list(st.RESULTS[1:])},
            "due": {
                "type": "object",
                "propertyNames": names,
                "additionalProperties": {"type": "integer", "minimum": 1, "maximum": 4},
            },
            "mover": names,
            "paths": {
                "type": "object",
                "propertyNames": names,
                "additionalProperties": {**hexes, "maxItems": LONGEST_PATH},
            },
            "chain": {
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["unit", "hex"],
                    "properties": {"unit": names, "hex": numbers},
                },
            },
            "loss_due": {"type": "integer", "minimum": 0},
            "advanced": unit_list,
        },
    }
