"""The layers of the map: those of all titles on hexes, and the line of communication."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from bridgehead.core.positions import hex_layers
from bridgehead.core.titles.layers import About, Area, Condition, Layer, LayerInfo
from bridgehead.core.words.sentence import Sentence
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.formats.components import Components, Situation
from bridgehead.titles.across_suez.rules.reinforcement import may_land_by_air
from bridgehead.titles.across_suez.rules.sequence import begin_movement
from bridgehead.titles.across_suez.screen import offers
from bridgehead.titles.across_suez.screen.goals import line_with_breaks

LINE = LayerInfo(
    "line", "Line of communication",
    "The way from Matzmed to the end of the line, and the hexes where it is cut.", "L",
)  # fmt: skip
zones = offers.zones


def layers(game: Components) -> Sequence[LayerInfo]:
    """Return the layers of a game."""
    sides = {side: game.side_name(side) for side in game.sides}
    return [LINE, *hex_layers.layers(sides)]


def layer(position: Situation, viewer: str | None, name: str, about: About) -> Layer:
    """Return one of the layers. Nothing is hidden in this title."""
    if name == LINE.id:
        return _line(position)
    return hex_layers.layer(sys.modules[__name__], position, viewer, name, about)


def ahead(position: Situation, viewer: str | None, unit: str, place: str) -> Layer:
    """Return what a unit could attack from a hex to which it can move, and what could attack it."""
    return hex_layers.ahead(sys.modules[__name__], position, viewer, unit, place)


def conditions(position: Situation, viewer: str | None, unit: str) -> Sequence[Condition]:
    """Return nothing: units have neither supply nor command."""
    del position, viewer, unit
    return ()


def _line(position: Situation) -> Layer:
    """[14.1] Return the line, or the way with the fewest blocked hexes, and what blocks it."""
    line, broken = line_with_breaks(position)
    if not broken:
        return Layer((), (line,), note=(Sentence("It is open."),))
    note = Sentence("It is cut at {hexes}.", {"hexes": ", ".join(broken)})
    return Layer((Area(broken, tone="cut"),), (line,), note=(note,))


def movement_phase(position: Situation, side: str) -> Any:
    """Return a copy in which a side begins its next movement phase, None if there is none."""
    trial = position.copy()
    s, number = trial.state, st.SIDES.index(side)
    if s.step == st.OVER:
        return None
    if s.step == st.MOVEMENT and s.side == number:
        return trial
    if s.step != st.SETUP and number <= s.side:  # Israel moves first in a turn
        s.turn += 1
    if s.turn > position.game.board[0].turns:
        return None
    s.side, s.target, s.target_hex = number, -1, -1
    s.origin[:] = -1
    s.support = s.result = s.loss_due = 0
    begin_movement(trial.game.board[0], s, trial.work[0])
    return trial


def attack_hexes(position: Situation, unit: str, place: str) -> list[str]:
    """[5.0, reprint 15.5.1] Return the hexes beside another; none for a unit that lands by air."""
    u = position.game.unit_index(unit)
    if may_land_by_air(position.game.board[0], position.state, u):
        return []
    return list(position.game.map.grid.neighbors(place))


def moves_as(position: Situation, unit: str) -> str:
    """Return the unit: whoever enters goes to a hex at once, and does not move on."""
    del position
    return unit
