"""What screens ask about a position. What the game does not have, it answers with nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bridgehead.core.errors import MalformedAction
from bridgehead.core.positions.decision import Decision
from bridgehead.core.titles.screens import OwnGame, OwnPosition
from bridgehead.core.words.offers import Protector, Reminder
from bridgehead.titles.skeleton import records as st
from bridgehead.titles.skeleton.records import SIDES


def reminders(position: OwnPosition, decision: Decision) -> list[Reminder]:
    """Return what `end` would leave undone: units that have not moved."""
    units = tuple(unit for unit, verbs in decision.units.items() if "move" in verbs)
    hexes = tuple(position.units[unit] for unit in units)
    return [Reminder(f"{', '.join(units)} can still move.", "2.2", units, hexes)] if units else []


def counts(position: OwnPosition) -> dict[str, dict[str, int]]:
    """Return for each side the numbers of units on the map and eliminated."""
    found = {side: {"map": 0, "eliminated": 0} for side in SIDES}
    for counter in position.game.counters:
        there = position.units[counter["id"]].isdigit()
        found[counter["side"]]["map" if there else "eliminated"] += 1
    return found


def zones(position: OwnPosition, side: str) -> list[str]:
    """Return the hexes in a side's zones of control: none."""
    del position, side
    return []


def turns(game: OwnGame) -> int:
    """Return the number of game turns."""
    del game
    return st.TURNS


def last_turn(position: OwnPosition, viewer: str | None) -> int | None:
    """Return the last turn of the game."""
    del position, viewer
    return st.TURNS


def first_turn(game: OwnGame, counter: Mapping[str, Any]) -> int | None:
    """Return the first turn in which a unit can be on the map: it begins there."""
    del game, counter
    return 1


def terrain_cost(game_id: str, terrain: str) -> int | None:
    """Return the cost of a hex in half points; None if no unit can enter it."""
    del game_id
    return None if terrain == "lake" else 2


def ledger(position: OwnPosition) -> None:
    """Return None: there are no victory points."""
    del position


def limits(position: OwnPosition, decision: Decision) -> list[Reminder]:
    """Return the limits on arrivals: none."""
    del position, decision
    return []


def protectors(position: OwnPosition) -> list[Protector]:
    """Return the units that can give protective fire: none."""
    del position
    return []


def strengths(position: OwnPosition) -> dict[str, int]:
    """Return the strengths in the present attack: none."""
    del position
    return {}


def attack_offer(position: OwnPosition, hex_: str, *others: str) -> Any:
    """Raise MalformedAction: there are no attacks."""
    del position, others
    raise MalformedAction(f"{hex_}: there are no attacks in this game")


def attack_odds(
    position: OwnPosition,
    hexes: Sequence[str],
    units: Sequence[str],
    markers: Mapping[str, int],
) -> None:
    """Return None: there are no attacks."""
    del position, hexes, units, markers


def results_table(game: OwnGame, table: str = "") -> tuple[list[str], list[list[str]]]:
    """Return the combat results table: there is none."""
    del game, table
    return [], []
