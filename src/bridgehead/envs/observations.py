"""`ObservationSpace`: a side's view of a position as int16 arrays, documented field by field.

There are three parts: `map` (planes over the hexes, or features of the points), `units` (a row for
each unit) and `scalars`. All values come from what `position.view(side)` shows. The meanings of the
fields are in docs/observations.md, and in `space.map_fields`, `space.unit_fields` and
`space.scalar_fields`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.titles.games import title_of

VERSION = 1  # of how observations are written
Shorts = NDArray[np.int16]


@dataclass(frozen=True)
class Field:
    """A number in an observation: its name and its meaning."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Observation:
    """A side's observation: three arrays, which may be views of larger ones."""

    map: Shorts  # (planes, rows, columns) of a title of hexes, (points, features) of one of points
    units: Shorts  # (units, columns)
    scalars: Shorts  # (numbers,)

    def to_dict(self) -> dict[str, Shorts]:
        """Return the arrays by name."""
        return {"map": self.map, "units": self.units, "scalars": self.scalars}

    def tobytes(self) -> bytes:
        """Return all arrays as bytes."""
        return self.map.tobytes() + self.units.tobytes() + self.scalars.tobytes()


class ObservationSpace:
    """The observations of a game, with their shapes, names and meanings.

    The object is one of the classes below, by what units stand on.
    """

    def __new__(cls, game: Game) -> ObservationSpace:
        """Make the class for the game's kind of map."""
        return super().__new__(KINDS[title_of(game.id).kind])

    def __init__(self, game: Game) -> None:
        self.game = game
        self._envs = title_of(game.id).environments
        tables = self._envs.observation
        self.map_fields = tuple(Field(*line) for line in tables.MAP)
        self.unit_fields = tuple(Field(*line) for line in tables.UNITS)
        self.scalar_fields = tuple(Field(*line) for line in tables.SCALARS)
        self.map_fact_fields = tuple(Field(*line) for line in tables.MAP_FACTS)
        self.unit_fact_fields = tuple(Field(*line) for line in tables.UNIT_FACTS)
        board: Any = game.board[0]  # type: ignore[attr-defined]
        self._board = board
        self.places: tuple[str, ...] = tuple(game.hexes)  # type: ignore[attr-defined]
        self.cell, self.map_shape, self.cells = self._lay_out()
        self.unit_shape = (len(game.units), len(self.unit_fields))
        self.scalar_shape = (len(self.scalar_fields),)
        self.digest = self._digest()

    def _lay_out(self) -> tuple[NDArray[np.int64], tuple[int, ...], int]:
        """Return the cell of each hex on a plane, the shape of the map, and the cells of a plane.

        On points there are no planes: one cell.
        """
        raise NotImplementedError

    def _digest(self) -> str:
        fields = (self.map_fields, self.unit_fields, self.scalar_fields)
        names = [[field.name for field in part] for part in fields]
        told = (VERSION, self.game.id, names, self.places, self.game.units, self.map_shape)
        return f"{VERSION}-{hashlib.sha256(repr(told).encode()).hexdigest()[:16]}"

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shapes of the three arrays."""
        return {"map": self.map_shape, "units": self.unit_shape, "scalars": self.scalar_shape}

    @property
    def size(self) -> int:
        """The number of values in an observation."""
        return sum(int(np.prod(shape)) for shape in self.shapes.values())

    # Observations

    def empty(self) -> Observation:
        """Return an observation of zeros for writing."""
        return Observation(*(np.zeros(shape, np.int16) for shape in self.shapes.values()))

    def observe(
        self, position: Position, side: str | None, out: Observation | None = None
    ) -> Observation:
        """Write a side's observation of a position into `out` and return it.

        None is a spectator.
        """
        if side is not None and side not in self.game.sides:
            sides = ", ".join(self.game.sides)
            raise BridgeheadError(f"{side!r} is not a side; the sides are {sides}")
        if position.game != self.game:
            raise BridgeheadError(f"{position!r} is not a position of {self.game!r}")
        found = out or self.empty()
        viewer = -1 if side is None else self.game.sides.index(side)
        self._envs.observe_one(
            *position.arrays, viewer, self.cell, self.cells,
            found.map.reshape(-1), found.units.reshape(-1), found.scalars,
        )  # fmt: skip
        return found

    def scalar(self, observation: Observation, name: str) -> int:
        """Return a scalar of an observation by its name."""
        return int(observation.scalars[self._place(self.scalar_fields, name)])

    def unit(self, observation: Observation, name: str, unit: str) -> int:
        """Return a column of a unit's row by its name."""
        row = self.game.grammar.unit(unit)
        return int(observation.units[row, self._place(self.unit_fields, name)])

    def at(self, observation: Observation, name: str, place: str) -> int:
        """Return the value of a plane, or a feature, at a hex or a point."""
        field, p = self._place(self.map_fields, name), self.game.grammar.hex(place)
        return int(self.nodes(observation.map)[p, field])

    def _place(self, fields: tuple[Field, ...], name: str) -> int:
        for place, field in enumerate(fields):
            if field.name == name:
                return place
        known = ", ".join(field.name for field in fields)
        raise BridgeheadError(f"there is no field {name!r}; there are {known}")

    # What never changes in a game

    def unit_facts(self) -> Shorts:
        """Return constant features of the units: a row for each, columns `unit_fact_fields`."""
        count = len(self.game.units)
        facts = [self._board[field.name][:count] for field in self.unit_fact_fields]
        return np.stack(facts, axis=1).astype(np.int16)

    def map_facts(self) -> Shorts:
        """Return constant features of the map, in the form of the map: planes, or features."""
        count = len(self.places)
        facts = np.stack([self._board[field.name][:count] for field in self.map_fact_fields])
        return self._as_map(facts)

    def _as_map(self, facts: NDArray[Any]) -> Shorts:
        """Return features of the places, a row for each feature, in the form of the map."""
        raise NotImplementedError

    def edges(self) -> NDArray[np.int64]:
        """Return the edges of the graph of hexes or points, in both directions.

        Starts and ends, (2, n).
        """
        near, inside = self._near()
        starts = np.broadcast_to(np.arange(len(near))[:, None], near.shape)
        return np.stack([starts[inside], near[inside]])

    def _near(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the neighbors of each place, and which of them there are."""
        near = np.asarray(self._board["neighbor"])[: len(self.places)].astype(np.int64)
        return near, near >= 0

    def edge_kinds(self) -> NDArray[np.int64]:
        """Return the kind of each edge: its direction (0 north, clockwise), or its route's kind."""
        raise NotImplementedError

    def nodes(self, map_: Shorts) -> Shorts:
        """Return a map, or a batch of maps, in graph form: (…, places, features)."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ObservationSpace) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Any, ...]:
        return observation_space, (self.game,)

    def __copy__(self) -> ObservationSpace:
        return self  # it never changes

    def __deepcopy__(self, memo: dict[int, Any]) -> ObservationSpace:
        return self

    def __repr__(self) -> str:
        return f"<observations of {self.game.id}: {self.shapes}, {self.digest}>"


class HexObservations(ObservationSpace):
    """Observations of a game on hexes: the map is planes of numbers over the hexes."""

    def _lay_out(self) -> tuple[NDArray[np.int64], tuple[int, ...], int]:
        (left, right), (top, bottom) = self.game.map.grid.columns, self.game.map.grid.rows
        columns, rows = right - left + 1, bottom - top + 1
        cell = [(int(h[2:]) - top) * columns + int(h[:2]) - left for h in self.places]
        found = np.array(cell, np.int64)
        found.flags.writeable = False
        return found, (len(self.map_fields), rows, columns), rows * columns

    def _as_map(self, facts: NDArray[Any]) -> Shorts:
        planes = np.zeros((len(facts), self.cells), np.int16)
        planes[:, self.cell] = facts
        return planes.reshape(len(facts), *self.map_shape[1:])

    def edge_kinds(self) -> NDArray[np.int64]:
        """Return the direction of each edge: 0 north, clockwise."""
        near, inside = self._near()
        return np.broadcast_to(np.arange(near.shape[1]), near.shape)[inside].astype(np.int64)

    def nodes(self, map_: Shorts) -> Shorts:
        """Return a map, or a batch of maps, in graph form: (…, places, features)."""
        planes = map_.reshape(*map_.shape[:-2], self.cells)[..., self.cell]
        return np.swapaxes(planes, -1, -2)


class PointObservations(ObservationSpace):
    """Observations of a game on points: the map is a table, a row for each point."""

    def _lay_out(self) -> tuple[NDArray[np.int64], tuple[int, ...], int]:
        return np.zeros(1, np.int64), (len(self.places), len(self.map_fields)), 1

    def _as_map(self, facts: NDArray[Any]) -> Shorts:
        return facts.T.astype(np.int16)

    def _near(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        near, inside = super()._near()
        return near, inside & (np.arange(near.shape[1]) < self._board["degree"][: len(near), None])

    def edge_kinds(self) -> NDArray[np.int64]:
        """Return the kind of each edge's route."""
        near, inside = self._near()
        return np.asarray(self._board["route"])[: len(near)][inside].astype(np.int64)

    def nodes(self, map_: Shorts) -> Shorts:
        """Return the map as it is."""
        return map_


KINDS: dict[str, type[ObservationSpace]] = {"hexes": HexObservations, "points": PointObservations}


@lru_cache(maxsize=16)
def observation_space(game: Game) -> ObservationSpace:
    """Return the observation space of a game; cached."""
    return ObservationSpace(game)
