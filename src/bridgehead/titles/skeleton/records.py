"""The records: each field is declared once, with what is stored and what it means."""

from typing import Annotated, Protocol

import numpy as np

from bridgehead.core.kernels.fields import Int64, dtype_of, numbered
from bridgehead.core.kernels.record_types import Matrix, Vector

ID, TITLE = "skeleton", "Skeleton"
SIDES = ("blue", "red")
MAX_UNITS, MAX_HEXES, TURNS = 8, 64, 6
BLUE, RED, DICE, NOBODY = 0, 1, 2, -1
ELIMINATED = -1  # where a unit is that is in no hex
PLACES = {ELIMINATED: "eliminated"}

# The pending decision, and the verbs of actions
MOVEMENT, WEATHER, OVER = range(3)
STEPS = ("movement", "weather", "over")
MOVE, ROLL, END = range(3)
VERBS = (("move", "unit hex"), ("roll", "face"), ("end", ""))
VERB, UNIT, NO_UNIT = 64, 64 * 4, MAX_UNITS  # how an action is packed into a number
MAX_ACTIONS = 512

Units = Annotated[Vector[int], np.int64, MAX_UNITS]
Hexes = Annotated[Vector[int], np.int64, MAX_HEXES]


class Board(Protocol):
    """The constant data of the game: all that the rules ask of map and counters."""

    hexes: Int64
    units: Int64
    neighbor: Annotated[Matrix[int], np.int64, MAX_HEXES, 6]  # by direction, -1 off the map
    closed: Hexes  # no unit can enter it
    hill: Hexes  # worth the game
    side: Units
    start: Units  # the hex where a unit begins
    night: Annotated[Vector[int], np.int64, TURNS + 1]  # by game turn


class State(Protocol):
    """A position: nothing else is remembered between decisions."""

    turn: Annotated[Int64, "game turn"]
    side: Annotated[Int64, "number of the side whose turn it is"]
    step: Annotated[Int64, numbered("pending decision", STEPS)]
    hex: Units  # negative where it is in none
    moved: Annotated[Vector[int], np.int64, MAX_UNITS, "has moved in this turn"]
    winner: Annotated[Int64, "number of the side that has won, -1 a draw or none yet"]
    resigned: Int64


class Work(Protocol):
    """What can be computed from a position, and is kept because it is often asked."""

    holder: Hexes  # the unit in the hex, -1 none


BOARD, STATE, WORK = dtype_of(Board), dtype_of(State), dtype_of(Work)
