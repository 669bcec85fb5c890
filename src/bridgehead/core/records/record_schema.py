"""The JSON Schema of records (`bridgehead schema record`), from the limits that are checked.

It describes the form. Whether the actions are legal only a replay can say.
"""

from __future__ import annotations

from typing import Any

from bridgehead.core.dice.dice import CHAINED_VERSION, FIELDS_OF
from bridgehead.core.positions.ending import DRAW, KINDS
from bridgehead.core.positions.position_data import fixed, one_of
from bridgehead.core.records.annotations import (
    LONGEST_COMMENT,
    LONGEST_LINE,
    LONGEST_NAME,
    MOST_COMMENTS,
    MOST_LINES,
)
from bridgehead.core.records.record import FIELDS, FORMAT, VERSION

Schema = dict[str, Any]
_TEXT: Schema = {"type": "string"}
_DIGEST: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_NUMBER: Schema = {"type": "integer", "minimum": 0}
_ACTIONS: Schema = {"type": "array", "items": _TEXT}
_NAME: Schema = {**_TEXT, "maxLength": LONGEST_NAME}
_DATA: Schema = {"type": "object", "description": "docs/notation.md has its fields."}
_COMMENT = fixed(
    {"at": _NUMBER, "text": {"type": "string", "minLength": 1, "maxLength": LONGEST_COMMENT}},
    "at", "text",
)  # fmt: skip
_COMMENTS: Schema = {"type": "array", "items": _COMMENT, "maxItems": MOST_COMMENTS}
_LINE = fixed(
    {
        "at": _NUMBER,
        "name": _NAME,
        "actions": {**_ACTIONS, "minItems": 1, "maxItems": LONGEST_LINE},
        "comments": _COMMENTS,
    },
    "at", "actions",
)  # fmt: skip
_OF_DICE: dict[str, Schema] = {
    "seed": {"type": "integer"},
    "commitment": _DIGEST,
    "secret": _DIGEST,
    "version": {"const": CHAINED_VERSION},
    "game": _TEXT,
    "title": _TEXT,
    "strict": {"type": "boolean"},
    "people": {"type": "array", "items": _TEXT},
    "secrets": {"type": "array", "items": fixed({"commitment": _DIGEST, "secret": _DIGEST})},
    "events": {"type": "array", "items": {"type": "object"}},
}
_OPTIONAL = ("secret",)  # it is disclosed at the end


def schema(game: Any = None) -> Schema:
    """Return the JSON Schema of records, of any game or, if one is given, of that game."""
    side = _TEXT if game is None else one_of(game.sides)
    winner = _TEXT if game is None else one_of((*game.sides, DRAW))
    result = {"winner": winner, "ending": _TEXT, "case": _TEXT, "reason": _TEXT}
    players: Schema = {"type": "object", "additionalProperties": _TEXT}
    if game is not None:
        players["propertyNames"] = side
    fields: Schema = {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "program": _TEXT,
        "name": _NAME,
        "game": _TEXT if game is None else {"const": game.id},
        "options": {"type": "array", "items": _TEXT},
        "scenario": _DATA,
        "map": _DATA,
        "data": _DATA,
        "dice": {"oneOf": [_dice(kind) for kind in FIELDS_OF]},
        "players": players,
        "origin": fixed({"record": _DIGEST, "action": _NUMBER, "view": side}, "record", "action"),
        "start": {"type": "object"} if game is None else _position(game),
        "actions": _ACTIONS,
        "comments": _COMMENTS,
        "lines": {"type": "array", "items": _LINE, "maxItems": MOST_LINES},
        "ending": fixed({"kind": one_of(KINDS), "winner": winner, "side": side}, "kind", "winner"),
        "result": fixed(result, "winner"),
    }
    assert tuple(fields) == FIELDS
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A record" if game is None else f"A record of {game.id}",
        **fixed(fields, "format", "version", "game", "actions"),
        "dependentRequired": {"origin": ["start"]},
    }


def _dice(kind: str) -> Schema:
    """Return the schema of dice of a kind."""
    names = [name for name in FIELDS_OF[kind] if name != "kind"]
    fields = {"kind": {"const": kind}, **{name: _OF_DICE[name] for name in names}}
    return fixed(fields, "kind", *(name for name in names if name not in _OPTIONAL))


def _position(game: Any) -> Schema:
    """Return the schema of a position within that of a record."""
    found = dict(game.schema())
    found.pop("$schema")
    return found
