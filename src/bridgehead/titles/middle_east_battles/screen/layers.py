"""The layers of the map: those of all titles on hexes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from bridgehead.core.positions import hex_layers
from bridgehead.core.titles.layers import About, Condition, Layer, LayerInfo
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats.components import Components, Situation
from bridgehead.titles.middle_east_battles.rules.attacks.aftermath import no_combat
from bridgehead.titles.middle_east_battles.rules.sequence import begin_movement
from bridgehead.titles.middle_east_battles.screen import offers

zones = offers.zones
OPENING = (st.AIR_ROLL, st.WITHDRAWAL, st.MILITIA_ROLL, st.MILITIA)  # before a side moves


def layers(game: Components) -> Sequence[LayerInfo]:
    """Return the layers of a game."""
    return hex_layers.layers({side: game.side_name(side) for side in game.sides})


def layer(position: Situation, viewer: str | None, name: str, about: About) -> Layer:
    """Return one of the layers. Where units are is known to both sides."""
    return hex_layers.layer(sys.modules[__name__], position, viewer, name, about)


def ahead(position: Situation, viewer: str | None, unit: str, place: str) -> Layer:
    """Return what a unit could attack from a hex to which it can move, and what could attack it."""
    return hex_layers.ahead(sys.modules[__name__], position, viewer, unit, place)


def conditions(position: Situation, viewer: str | None, unit: str) -> Sequence[Condition]:
    """Return nothing: units have neither supply nor command."""
    del position, viewer, unit
    return ()


def movement_phase(position: Situation, side: str) -> Any:
    """Return a copy in which a side begins its next movement phase, None if there is none.

    Who withdraws, and which militia come, is decided before; as long as it is not, nothing of it is
    expected.
    """
    trial = position.copy()
    b, s, number = trial.game.board[0], trial.state, position.game.sides.index(side)
    if s.step == st.OVER:
        return None
    if s.step in (st.MOVEMENT, st.ONWARD) and s.side == number:
        return trial
    begins_now = s.step == st.SETUP or (s.step in OPENING and s.side == number)
    if not begins_now and number <= s.side:  # the West moves first in a turn
        s.turn += 1
    if s.turn > max(int(b.turns), int(b.optional_last)):
        return None
    s.side = number
    s.entering = s.entry_hex = -1
    s.militia_left = s.air_dice = 0
    for field in ("landed", "fixed", "disengaged", "placed", "bound", "owed", "fought", "attacked"):
        s[field] = 0
    no_combat(s)
    begin_movement(b, s, trial.work[0])
    return trial


def attack_hexes(position: Situation, unit: str, place: str) -> list[str]:
    """[7.4, 8.3] Return the hexes beside another, for artillery those in range of it."""
    game = position.game
    u, b = game.unit_index(unit), game.board[0]
    if not b.artillery[u]:
        return list(game.map.grid.neighbors(place))
    near, distance = int(b.range[u]), game.map.grid.distance
    return [hex_ for hex_ in game.hexes if 0 < distance(hex_, place) <= near]


def moves_as(position: Situation, unit: str) -> tuple[int, int]:
    """[5.2, 10.4] Return what a unit's way from its entry hex depends on."""
    u, b = position.game.unit_index(unit), position.game.board[0]
    return int(b.mobility[u]), int(b.allowance[u])
