"""The controls for the fields of a position, made from the JSON Schema of the game's positions.

What is about the whole position has a control of its own. A list of units, or a table by unit, is a
control for the selected unit, and likewise for places. Where units stand is set on the map.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bridgehead import render
from bridgehead.core.positions.position_data import PENDING
from bridgehead.core.titles.games import title_of
from bridgehead.core.words.grammar import capital
from bridgehead.server.languages.title_words import in_language
from bridgehead.server.views.map_views import map_views

TIMES = ("turn", "side", "phase")  # what says when it is
OVER = "over"  # the phase of a game that is over, in every title
WITHOUT_CONTROL = ("format", "game", "options", "map", "data", "units")
GAME, UNIT, PLACE = "game", "unit", "place"


@dataclass(frozen=True)
class Word:
    """One of several words to choose from, with its label."""

    id: str
    label: str


@dataclass(frozen=True)
class Control:
    """How a field is set.

    `about` is what it belongs to: the game, each unit or each place. `kind` is "number", "choice",
    "flag" (of a game true or false; of a unit or place whether it is in the list), or "list" (some
    of `words`). `keys` are the entries of a table, the units or places it can be set for, or empty.
    """

    field: str
    label: str
    about: str
    kind: str
    least: float = 0
    most: float = 0
    step: float = 1
    words: tuple[Word, ...] = ()
    keys: tuple[Word, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the control as JSON data."""
        return asdict(self)


class Controls:
    """All controls of one game, and where a unit can be if it is not on the map."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self._words = title_of(game.id).page_words
        self._sides = render.style_of(game.id).sides
        self._schema = game.schema()
        fixed = map_views(game.id).fixed(game)
        places = fixed.get("hexes") or [place["id"] for place in fixed["places"]]
        self._sets = {UNIT: set(game.units), PLACE: set(places)}
        self.pending: tuple[str, ...] = tuple(self._schema[PENDING])

    def of_fields(self) -> list[Control]:
        """Return the controls, what says when it is first."""
        shapes = self._schema["properties"]
        names = [*TIMES, *(name for name in shapes if name not in TIMES)]
        left_out = {*WITHOUT_CONTROL, *self.pending}
        found = [self._control(name, shapes[name]) for name in names if name not in left_out]
        return [control for control in found if control is not None]

    def off_map(self) -> list[Word]:
        """Return the words for the place of a unit that is not on the map, with labels."""
        known = self._schema["properties"]["units"]["additionalProperties"]["enum"]
        return [Word(place, self._label("places", place)) for place in known
                if place not in self._sets[PLACE]]  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        found = {
            "controls": [control.to_dict() for control in self.of_fields()],
            "offMap": [asdict(word) for word in self.off_map()],
        }
        told: dict[str, Any] = in_language(self._game.id, found, ("label",))
        return told

    def label(self, field: str) -> str:
        """Return the label of a field."""
        return self._label("position", field)

    def plain(self, text: str) -> str:
        """Return a sentence with the names of sides and boxes instead of their ids."""
        names = {side: self._label("", side) for side in self._sides}
        names |= {word.id: word.label for word in self.off_map() if ":" in word.id}
        ids = "|".join(re.escape(one) for one in sorted(names, key=len, reverse=True))
        found = re.compile(rf"(?<![\w-])(?:{ids})(?![\w-])")
        return found.sub(lambda one: names[one.group()], text)

    # The kinds of fields

    def _control(self, name: str, shape: Mapping[str, Any]) -> Control | None:
        """Return the control of a field; None if its shape is too complex for one."""
        label, kind = self.label(name), shape.get("type")
        simple = self._simple(name, shape)
        if simple is not None:
            return Control(name, label, GAME, **simple)
        if kind == "array" and "enum" in shape.get("items", ()):
            words = shape["items"]["enum"]
            about = self._about(words)
            if about != GAME:
                return Control(name, label, about, "flag", keys=self._keys(about, words))
            named = self._named(name, words)
            return Control(name, label, GAME, "list", words=named) if named else None
        if kind == "object":
            return self._table(name, label, shape)
        return None

    def _simple(self, name: str, shape: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return what is special about the control of a number, a flag or a word."""
        if shape.get("type") in ("integer", "number"):
            least, most = shape["minimum"], shape["maximum"]
            return {
                "kind": "number", "least": least, "most": most, "step": shape.get("multipleOf", 1)
            }  # fmt: skip
        if shape.get("type") == "boolean":
            return {"kind": "flag"}
        if "enum" in shape:
            words = [word for word in shape["enum"] if (name, word) != ("phase", OVER)]
            named = self._named(name, words)
            return {"kind": "choice", "words": named} if named else None
        return None

    def _table(self, name: str, label: str, shape: Mapping[str, Any]) -> Control | None:
        """Return the control of an object: one value for each of its keys."""
        if "propertyNames" in shape:
            keys, value = shape["propertyNames"]["enum"], shape["additionalProperties"]
        else:
            values = shape.get("properties", {})
            keys = [key for key, one in values.items() if one.get("type") != "object"]
            value = values[keys[0]] if keys else {}
        simple = self._simple(name, value)
        if simple is None or not keys:
            return None
        about = self._about(keys)
        named = self._named(name, keys) if about == GAME else self._keys(about, keys)
        return Control(name, label, about, **simple, keys=named)

    def _about(self, words: Sequence[Any]) -> str:
        """Return whether words are units, places, or neither."""
        return next((about for about, known in self._sets.items() if words[0] in known), GAME)

    def _keys(self, about: str, words: Iterable[str]) -> tuple[Word, ...]:
        """Return the units or places that a field can be set for; none if it is for all."""
        given = set(words)
        return () if self._sets[about] <= given else tuple(Word(word, "") for word in given)

    # Words

    def _named(self, field: str, words: Iterable[str]) -> tuple[Word, ...]:
        return tuple(Word(str(word), self._label(field, str(word))) for word in words if word)

    def _label(self, group: str, word: str) -> str:
        """Return the label of a word: the title's own, the name of a side, or the word itself.

        The title's is in the group of its page's words with the name of the field, in "position" or
        in "boxes".
        """
        slug = re.sub(r"\W+", "_", word)
        for name in (group, "position", "boxes"):
            for key in (word, slug):
                if key in self._words.get(name, {}):
                    return self._words[name][key]
        if word in self._sides:
            return str(self._sides[word].label)
        return capital(re.sub(r"[_:-]+", " ", word))
