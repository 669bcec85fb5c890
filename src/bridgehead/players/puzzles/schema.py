"""The JSON Schema of a puzzle (`bridgehead schema puzzle`), from the limits that are checked."""

from __future__ import annotations

from typing import Any

from bridgehead.players.puzzles.puzzle import (
    DEGREES,
    FORMAT,
    MOST_ACTIONS,
    MOST_PLANS,
    MOST_RATING,
    MOST_ROLLOUTS,
    MOST_TEXT,
    VERSION,
)

_TEXTS: dict[str, Any] = {"type": "array", "items": {"type": "string"}}
_TEXT = {"type": "string", "minLength": 1, "maxLength": MOST_TEXT}
_PLAN = {
    "type": "object",
    "description": "The actions of the side, and its chance of winning after them.",
    "properties": {
        "plan": {**_TEXTS, "minItems": 1, "maxItems": MOST_ACTIONS},
        "chance": {"type": "number", "minimum": 0, "maximum": 1},
    },
    "required": ["plan", "chance"],
    "additionalProperties": False,
}
_FIELDS: dict[str, Any] = {
    "format": {"const": FORMAT},
    "version": {"const": VERSION},
    "id": _TEXT,
    "game": {**_TEXT, "description": "The id of a game."},
    "options": {**_TEXTS, "default": []},
    "position": {"type": "object", "description": "As docs/notation.md describes it."},
    "side": {**_TEXT, "description": "The side that is to decide in the position."},
    "question": _TEXT,
    "themes": {**_TEXTS, "default": []},
    "degree": {"enum": list(DEGREES)},
    "rating": {"type": "integer", "minimum": 0, "maximum": MOST_RATING},
    "usual": _PLAN,
    "plans": {
        "type": "array",
        "description": "The best one first.",
        "items": _PLAN,
        "minItems": 1,
        "maxItems": MOST_PLANS,
    },
    "rollouts": {"type": "integer", "minimum": 1, "maximum": MOST_ROLLOUTS},
    "source": {"type": "string", "maxLength": MOST_TEXT, "default": ""},
}
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A puzzle of Bridgehead",
    "type": "object",
    "properties": _FIELDS,
    "required": [name for name, field in _FIELDS.items() if "default" not in field],
    "additionalProperties": False,
}
