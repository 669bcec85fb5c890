"""A scenario as data: a TOML file with a start, a last turn, units in play, and a victory.

`read` checks the form of a file. What depends on the game (units, places, the start position) is
checked when a game is set up with the scenario: see `core.scenarios.setting_up`.
docs/scenarios.md describes the format.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bridgehead.core.errors import InvalidData
from bridgehead.core.files.bounded_text import read_toml
from bridgehead.core.positions.schema import (
    ID,
    Anything,
    Each,
    Flag,
    Like,
    Name,
    OneOf,
    Several,
    Shape,
    Table,
    Text,
    Whole,
)
from bridgehead.core.scenarios.conditions import MOST_CONDITIONS, WORDS, Condition

FORMAT = 1
DRAW = "draw"
MOST_UNITS = 200
MANY = 10**6
NAMES = Several(Text(40), 1, MOST_UNITS)
SIDE = Like(r"[a-z_]{1,40}", "the id of a side")


@dataclass(frozen=True)
class Measured:
    """Results of games between players of the same strength."""

    players: str
    games: int
    wins: Mapping[str, int]  # by side; the rest were draws

    @property
    def draws(self) -> int:
        """The number of drawn games."""
        return self.games - sum(self.wins.values())

    @property
    def rank(self) -> str:
        """What the players are called, in the plural: generals."""
        return f"{re.split('[@:]', self.players)[0]}s"

    def to_dict(self) -> dict[str, Any]:
        """Return the results as JSON data."""
        return {"players": self.players, "games": self.games, "wins": dict(self.wins)}


@dataclass(frozen=True)
class Scenario:
    """A scenario of one or several games that share their counters and their map."""

    id: str
    games: tuple[str, ...]
    name: str
    history: str
    suits: str  # for whom it is a good first game
    side: str  # the side for somebody who has not played it
    minutes: int  # of a game between two people
    last_turn: int
    units: tuple[str, ...]  # patterns of the units in play; all if there are none
    start: Mapping[str, Any]  # fields of a position
    conditions: tuple[Condition, ...]  # none: the game's own victory
    otherwise: str  # who wins if no conditions decide: a side, "draw", "" for the usual
    balance: tuple[Measured, ...]
    source: str  # its name in errors
    text: str  # of the file

    @property
    def digest(self) -> str:
        """The SHA-256 of the file."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def first_turn(self) -> int:
        """The game turn in which it starts."""
        return int(self.start.get("turn", 1))

    @property
    def sides(self) -> set[str]:
        """The sides that have conditions."""
        return {one.side for one in self.conditions}

    def to_dict(self) -> dict[str, Any]:
        """Return what is told of the scenario before it is played, as JSON data."""
        return {
            "id": self.id, "name": self.name, "history": self.history, "suits": self.suits,
            "side": self.side, "minutes": self.minutes, "first_turn": self.first_turn,
            "last_turn": self.last_turn, "balance": [one.to_dict() for one in self.balance],
        }  # fmt: skip


def read(text: str, id_: str, source: str) -> Scenario:
    """Return the scenario in a TOML text. InvalidData names the file, the place and the fault."""
    if not ID.match(id_):
        raise InvalidData(
            f"{source}: a scenario has the name of its file: use lower-case letters, digits and "
            f"hyphens, not {id_!r}"
        )
    found = read_toml(text, source, InvalidData)
    try:
        _SHAPE.check(found, "")
        _check_said(found)
        conditions = tuple(
            Condition.of(one, f"victory.conditions {number}")
            for number, one in enumerate(found.get("victory", {}).get("conditions", []), start=1)
        )
        for number, condition in enumerate(conditions, start=1):
            _check_once(condition.places, f"victory.conditions {number}")
        for number, one in enumerate(found.get("balance", []), start=1):
            if sum(one["wins"].values()) > one["games"]:
                raise InvalidData(f"[balance {number}.wins] are more than {one['games']} games")
    except InvalidData as error:
        raise InvalidData(f"{source}: {error}") from None
    return Scenario(
        id=id_, games=tuple(found["games"]), name=found["name"],
        history=" ".join(found["history"].split()), suits=" ".join(found["suits"].split()),
        side=found["side"], minutes=found["minutes"], last_turn=found["last_turn"],
        units=tuple(found.get("units", ())), start=found.get("start", {}), conditions=conditions,
        otherwise=found.get("victory", {}).get("otherwise", ""),
        balance=tuple(
            Measured(one["players"], one["games"], one["wins"]) for one in found.get("balance", [])
        ),
        source=source, text=text,
    )  # fmt: skip


def _check_said(found: Mapping[str, Any]) -> None:
    """Check what a schema does not: texts that say nothing, a list that names a thing twice."""
    for key in ("name", "history", "suits"):
        if not found[key].strip():
            raise InvalidData(f"[{key}] is empty")
    _check_once(found["games"], "games")
    Whole(1, 99).check(found.get("start", {}).get("turn", 1), "start.turn")


def _check_once(names: Sequence[str], where: str) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InvalidData(f"[{where}] names {twice} twice")


_CONDITION: dict[str, Shape] = {
    "hold": NAMES, "reach": NAMES, "across": Whole(1, MOST_UNITS),
    "eliminate": Whole(1, MOST_UNITS), "lose_at_most": Whole(0, MOST_UNITS),
    "line": OneOf(("open", "cut")), "points_ahead": Whole(1, 999), "count": Whole(1, MOST_UNITS),
    "units": NAMES, "at_once": Flag(), "text": Text(120),
}  # fmt: skip
assert set(WORDS) < set(_CONDITION)

_SHAPE = Table(
    {
        "format": Whole(FORMAT, FORMAT),
        "games": Several(Name(), 1, 9),
        "name": Text(60),
        "history": Text(1200, lines=True),
        "suits": Text(200, lines=True),
        "side": SIDE,
        "minutes": Whole(5, 300),
        "last_turn": Whole(1, 99),
    },
    {
        "units": NAMES,
        "start": Each(Anything(), 60),
        "victory": Table(
            {"conditions": Several(Table({"side": SIDE}, _CONDITION), 1, MOST_CONDITIONS)},
            {"otherwise": SIDE},
        ),
        "balance": Several(
            Table(
                {"players": Text(80), "games": Whole(1, MANY), "wins": Each(Whole(0, MANY), 2)}
            ),
            0, 9,
        ),
    },
)  # fmt: skip
