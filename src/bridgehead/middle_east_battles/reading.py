"""Reading single fields of a position's data, each checked; complaints name the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bridgehead.core.errors import InvalidPosition

if TYPE_CHECKING:
    from bridgehead.middle_east_battles.game import MiddleEastBattles


def is_int(value: object) -> bool:
    """Whether a value is a whole number; a truth is one to isinstance, and not here."""
    return type(value) is int


class FieldReader:
    """Reads fields of one position's data."""

    def __init__(self, game: MiddleEastBattles, data: Mapping[str, Any]) -> None:
        self.game = game
        self.data = data

    def refuse(self, field: str, reason: str) -> InvalidPosition:
        """Return the complaint about a field."""
        return InvalidPosition(f"position, {field}: {reason}")

    def one_of(
        self, table: Mapping[str, Any], field: str, known: tuple[str, ...], default: str,
        within: str = "",
    ) -> str:  # fmt: skip
        """Read one of a few words."""
        value = table.get(field, default)
        if value not in known:
            raise self.refuse(f"{within}{field}", f"is {value!r}; it is one of {', '.join(known)}")
        return str(value)

    def boolean(self, table: Mapping[str, Any], field: str, default: bool) -> bool:
        """Read true or false."""
        value = table.get(field, default)
        if not isinstance(value, bool):
            raise self.refuse(field, f"is {value!r}; it is true or false")
        return value

    def count(
        self, table: Mapping[str, Any], field: str, default: int, most: int, within: str = "",
        least: int = 0,
    ) -> int:  # fmt: skip
        """Read a number."""
        value = table.get(field, default)
        if not is_int(value) or not least <= value <= most:
            name = f"{within}, {field}" if within else field
            raise self.refuse(name, f"is {value!r}; it is a number from {least} to {most}")
        return int(value)

    def mapping(
        self, table: Mapping[str, Any], field: str, form: str, default: Any = None, within: str = ""
    ) -> Mapping[str, Any]:
        """Read an object."""
        value = table.get(field, default if default is not None else {})
        if not isinstance(value, Mapping):
            raise self.refuse(f"{within}{field}", f"is {value!r}; it is an object: {form}")
        return value

    def unit(self, field: str, name: object) -> int:
        """Read a unit's id."""
        known = self.game.grammar.units.get(str(name))
        if known is None:
            raise self.refuse(field, f"{name!r} is no unit of {self.game.id}")
        return known

    def hex(self, field: str, number: object) -> int:
        """Read a hex number."""
        if not isinstance(number, str) or number not in self.game.hex_numbers:
            raise self.refuse(field, f"{number!r} is no hex of the map")
        return self.game.grammar.hexes[number]

    def unit_list(self, table: Mapping[str, Any], field: str, within: str = "") -> list[int]:
        """Read a list of units."""
        value = table.get(field, [])
        if not isinstance(value, list):
            raise self.refuse(f"{within}{field}", f"is {value!r}; it is a list of units")
        return [self.unit(f"{within}{field}", name) for name in value]
