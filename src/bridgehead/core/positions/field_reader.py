"""Reading and checking single fields of a position's data; errors name the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bridgehead.core.errors import InvalidPosition
from bridgehead.core.words.notation import no_hex_string


def is_int(value: object) -> bool:
    """Whether a value is a whole number; unlike isinstance, this excludes booleans."""
    return type(value) is int


class FieldReader:
    """Reads the fields of a position's data, for games of any title."""

    def __init__(self, game: Any, data: Mapping[str, Any]) -> None:
        self.game = game
        self.data = data

    def refuse(
        self, field: str, reason: str, units: Sequence[str] = (), places: Sequence[str] = ()
    ) -> InvalidPosition:
        """Return the error for a field; `units` and `places` are the ids that it concerns.

        If the field is the place of a unit, "units, UNIT", these are known.
        """
        table, _, unit = field.partition(", ")
        given = self.data.get(table) if table == "units" else None
        if unit and isinstance(given, Mapping):
            place = given.get(unit)
            units, places = (unit,), (place,) if isinstance(place, str) else ()
        return InvalidPosition.of(field, reason, tuple(units), tuple(places))

    def header(self, version: int, fields: Sequence[str]) -> None:
        """Check the position's header, and that all its fields are known.

        `version` is that of the format. The last two fields belong to views; they are accepted but
        not listed in errors.
        """
        if "game" not in self.data:
            raise self.refuse("game", "is missing: a position must name its game")
        if self.data["game"] != self.game.id:
            raise self.refuse("game", f"is {self.data['game']!r}, not {self.game.id!r}")
        if self.data.get("format", version) != version:
            raise self.refuse(
                "format", f"is {self.data['format']!r}; this version reads format {version}"
            )
        for field in self.data:
            if field not in fields:
                raise self.refuse(str(field), f"is unknown; there are {', '.join(fields[:-2])}")
        options = self.data.get("options", list(self.game.options))
        if not isinstance(options, list) or sorted(map(str, options)) != sorted(self.game.options):
            raise self.refuse(
                "options", f"are {options!r}, but the game was loaded with {self.game.options!r}"
            )
        given = self.data.get("map")
        if given is not None and not isinstance(given, Mapping):
            raise self.refuse("map", f"is {given!r}; it must be an object with name and digest")
        if given is not None and given.get("digest") != self.game.map.digest:
            raise self.refuse("map", f"differs from the game's, {self.game.map.name!r}")
        digest = self.data.get("data")
        if digest is not None and digest != self.game.data.digest:
            raise self.refuse("data", f"differ from the game's, {self.game.data.digest!r}")

    def turn(self, last: int) -> int:
        """Read the game turn."""
        turn = self.data.get("turn", 1)
        if not is_int(turn) or not 1 <= turn <= last:
            raise self.refuse("turn", f"is {turn!r}; there are turns 1 to {last}")
        return int(turn)

    def one_of(
        self, table: Mapping[str, Any], field: str, known: tuple[str, ...], default: str,
        within: str = "",
    ) -> str:  # fmt: skip
        """Read one of a few words."""
        value = table.get(field, default)
        if value not in known:
            raise self.refuse(
                f"{within}{field}", f"is {value!r}; it must be one of {', '.join(known)}"
            )
        return str(value)

    def boolean(self, table: Mapping[str, Any], field: str, default: bool) -> bool:
        """Read true or false."""
        value = table.get(field, default)
        if not isinstance(value, bool):
            raise self.refuse(field, f"is {value!r}; it must be true or false")
        return value

    def count(
        self, table: Mapping[str, Any], field: str, default: int, most: int, within: str = "",
        least: int = 0,
    ) -> int:  # fmt: skip
        """Read a number."""
        value = table.get(field, default)
        if not is_int(value) or not least <= value <= most:
            name = f"{within}, {field}" if within else field
            raise self.refuse(name, f"is {value!r}; it must be a number from {least} to {most}")
        return int(value)

    def mapping(
        self, table: Mapping[str, Any], field: str, form: str, default: Any = None, within: str = ""
    ) -> Mapping[str, Any]:
        """Read an object."""
        value = table.get(field, default if default is not None else {})
        if not isinstance(value, Mapping):
            raise self.refuse(f"{within}{field}", f"is {value!r}; it must be an object: {form}")
        return value

    def unit(self, field: str, name: object) -> int:
        """Read a unit's id."""
        grammar = self.game.grammar
        known = grammar.units.get(grammar.aliases.get(str(name), str(name)))
        if known is None:
            raise self.refuse(field, f"{name!r} is not a unit of {self.game.id}")
        return int(known)

    def hex(self, field: str, number: object) -> int:
        """Read a hex number."""
        if number is not None and not isinstance(number, str):
            raise self.refuse(field, no_hex_string(number))
        if not isinstance(number, str) or number not in self.game.hex_numbers:
            raise self.refuse(field, f"{number!r} is not a hex of the map")
        return int(self.game.grammar.hexes[number])

    def unit_list(self, table: Mapping[str, Any], field: str, within: str = "") -> list[int]:
        """Read a list of units."""
        value = table.get(field, [])
        if not isinstance(value, list):
            raise self.refuse(f"{within}{field}", f"is {value!r}; it must be a list of units")
        return [self.unit(f"{within}{field}", name) for name in value]
