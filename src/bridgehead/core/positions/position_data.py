"""Positions as data, the common part of all titles: the header, and parts of a JSON Schema.

`core.positions.field_reader` reads the fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

Schema = dict[str, Any]


def header(position: Any, version: int, *, full: bool) -> dict[str, Any]:
    """Return the header of a position's data: game and time; `version` is the format's.

    `full`: options, map and data are included even if they are the defaults.
    """
    game = position.game
    data: dict[str, Any] = {"format": version, "game": game.id}
    if game.options or full:
        data["options"] = list(game.options)
    if not game.own_map or full:
        data["map"] = {"name": game.map.name, "digest": game.map.digest}
    if not game.data.own_tables or full:
        data["data"] = game.data.digest
    return data | {"turn": position.turn, "side": position.side, "phase": position.phase}


PENDING = "x-pending"  # in a schema: the fields of the decision that is pending


def schema(game: Any, version: int, fields: Schema, pending: Sequence[str] = ()) -> Schema:
    """Return the JSON Schema of a game's positions: the common fields and the title's `fields`.

    `pending` are the fields of the pending decision, or of a part of a phase: they have no meaning
    at another turn, side or phase.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A position of {game.id}",
        "type": "object",
        "additionalProperties": False,
        "required": ["game"],
        "properties": {
            "format": {"const": version},
            "game": {"const": game.id},
            "options": {"type": "array", "items": {"type": "string"}},
            "map": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "digest": {"type": "string"}},
            },
            "data": {"type": "string"},
            **fields,
        },
        PENDING: list(pending),
    }


def one_of(words: Iterable[str]) -> Schema:
    """Return the schema of one of several words."""
    return {"enum": list(words)}


def count(most: int, least: int = 0) -> Schema:
    """Return the schema of a number."""
    return {"type": "integer", "minimum": least, "maximum": most}


def table(keys: Iterable[str], values: Schema) -> Schema:
    """Return the schema of an object with values for some of these keys."""
    return {"type": "object", "propertyNames": one_of(keys), "additionalProperties": values}


def fixed(fields: Schema, *required: str) -> Schema:
    """Return the schema of an object with these fields and no others."""
    return {
        "type": "object",
        "additionalProperties": False,
        **({"required": list(required)} if required else {}),
        "properties": fields,
    }


def distinct(items: Schema) -> Schema:
    """Return the schema of a list without duplicates."""
    return {"type": "array", "items": items, "uniqueItems": True}


def result(winners: Iterable[str], endings: Iterable[str]) -> Schema:
    """Return the schema of a game's result."""
    return {
        "type": "object",
        "required": ["winner"],
        "properties": {
            "winner": one_of(winners),
            "ending": one_of(endings),
            "case": {"type": "string"},
            "reason": {"type": "string"},
        },
    }
