"""The actions that can ever be legal in a game of Across Suez, for the dense numbering."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from bridgehead.core.kernels.dense import PLAIN, Possible
from bridgehead.titles.across_suez import state as st

FACES = range(1, 7)


def possible(game: Any) -> Iterator[Possible]:
    """Yield verb, unit and places of all actions that can ever be legal in the game."""
    b = game.board[0]
    land: Sequence[int] = np.flatnonzero(b.land[: b.hexes]).tolist()
    for unit in range(b.units):
        if b.beside[unit]:
            yield st.PLACE, unit, land
        yield st.MOVE, unit, land
        if b.arrives[unit]:
            yield st.ENTER, unit, land
        if b.side[unit] == st.ISRAEL and unit != b.bridge_unit:
            yield st.CROSS, unit, PLAIN
        if b.by_air_from[unit] or b.by_sea_from[unit]:
            yield st.LAND, unit, land
        yield st.WITH, unit, PLAIN
        yield st.LOSE, unit, PLAIN
        yield st.RETREAT_TO, unit, land
        yield st.ADVANCE_TO, unit, land
    yield st.ATTACK, st.NO_UNIT, land
    yield st.BOMBARD_AT, st.NO_UNIT, land
    yield st.ROLL, st.NO_UNIT, FACES
    for verb in (st.SUPPORT, st.FIRE, st.STAY, st.END):
        yield verb, st.NO_UNIT, PLAIN
