"""Setting up a game with a scenario: its conditions on the board, and its start position.

InvalidData names the scenario's file and the place in it if something does not fit the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Any

from bridgehead.core.errors import InvalidData, InvalidPosition
from bridgehead.core.scenarios.conditions import (
    ACROSS,
    ELIMINATE,
    LINE_CUT,
    LINE_OPEN,
    LOSE_AT_MOST,
    POINTS_AHEAD,
    REACH,
    Condition,
)
from bridgehead.core.scenarios.scenario import DRAW, Scenario
from bridgehead.core.scenarios.victory import NOBODY

PHASE, DEPLOY = "setup", "deploy"  # as in `core.positions.setup`, which stands higher


def lay_conditions(game: Any, board: Any, scenario: Scenario) -> None:
    """Write the conditions of a scenario's victory into the board of its game."""
    played = units_in_play(game, scenario)
    board.conditions = len(scenario.conditions)
    for k, one in enumerate(scenario.conditions):
        where = f"{scenario.source}: [victory.conditions {k + 1}"
        _check(game, one, where)
        board.condition_kind[k] = one.kind
        board.condition_side[k] = game.sides.index(one.side)
        board.condition_count[k] = 2 * one.count if one.kind == POINTS_AHEAD else one.count
        board.condition_at_once[k] = one.at_once
        for place in one.places:
            if place not in game.hexes:
                raise InvalidData(f"{where}]: {place} is not a place of the map")
            board.condition_places[k, game.hexes.index(place)] = 1
        counted = _units_of(game, one, played, f"{where}.units]")
        for unit in counted:
            board.condition_units[k, game.units.index(unit)] = 1
        if one.kind in (REACH, ACROSS, ELIMINATE) and one.count > len(counted):
            raise InvalidData(
                f"{where}]: asks for {one.count} units, but only {len(counted)} can count here"
            )
        if one.kind == LOSE_AT_MOST and one.count >= len(counted):
            raise InvalidData(
                f"{where}]: is always met, because only {len(counted)} units count here"
            )
    board.otherwise = _otherwise(game, scenario)


def _check(game: Any, one: Condition, where: str) -> None:
    if one.side not in game.sides:
        raise InvalidData(f"{where}.side] must be {' or '.join(game.sides)}, not {one.side}")
    known = game.conditions
    if one.kind not in known:
        missing = {
            ACROSS: "no box across the canal: use reach", POINTS_AHEAD: "no victory points",
            LINE_OPEN: "no line of communication", LINE_CUT: "no line of communication",
        }  # fmt: skip
        raise InvalidData(f"{where}]: {game.id} has {missing[one.kind]}")


def _units_of(game: Any, one: Condition, played: Iterable[str], where: str) -> list[str]:
    """Return the units that count for a condition: the side's own, or for ELIMINATE the enemy's."""
    if one.kind not in (REACH, ACROSS, ELIMINATE, LOSE_AT_MOST):
        return []
    of_side = {each["id"]: each["side"] for each in game.counters}
    fitting = [unit for unit in played if (of_side[unit] == one.side) != (one.kind == ELIMINATE)]
    if not one.units:
        return fitting
    return matching(one.units, fitting, where)


def _otherwise(game: Any, scenario: Scenario) -> int:
    """Return who wins if no conditions decide: usually the side that has none, else nobody."""
    given = scenario.otherwise
    if given and given not in (*game.sides, DRAW):
        raise InvalidData(
            f"{scenario.source}: [victory.otherwise] must be {', '.join(game.sides)} or {DRAW}"
        )
    asked = scenario.sides
    if given:
        return int(game.sides.index(given)) if given != DRAW else NOBODY
    if len(asked) == 1:
        return 1 - int(game.sides.index(*asked))
    return NOBODY


def matching(patterns: Iterable[str], units: Sequence[str], where: str) -> list[str]:
    """Return the units that match one of the patterns, such as "16-*"; each must match some."""
    found: list[str] = []
    for pattern in patterns:
        some = [unit for unit in units if fnmatchcase(unit, pattern)]
        if not some:
            raise InvalidData(f"{where} {pattern!r} matches none of the units that can count here")
        found += some
    return [unit for unit in units if unit in found]


def units_in_play(game: Any, scenario: Scenario) -> list[str]:
    """Return the units that a scenario plays with, in the order of the game's."""
    if not scenario.units:
        return list(game.units)
    return matching(scenario.units, game.units, f"{scenario.source}: [units]")


def _set_up(game: Any) -> Any:
    """Return the usual start, with units placed as suggested where people place them."""
    position = game.start()
    while position.phase == PHASE and DEPLOY in position.legal_actions():
        position.push(DEPLOY)
        position.push("end")
    return position


def start_position(game: Any, scenario: Scenario) -> Any:
    """Return the position where a scenario of the game starts.

    The places of units are those of the usual set-up, or of the suggested one where people set up,
    except where the scenario says otherwise; units that it leaves out are eliminated. The other
    fields are a position's.
    """
    data = {field: value for field, value in scenario.start.items() if field != "units"}
    changed = scenario.start.get("units", {})
    if not isinstance(changed, dict):
        raise InvalidData(f"{scenario.source}: [start.units] must be a table of units and places")
    played = units_in_play(game, scenario)
    for unit in changed:
        if unit not in played:
            raise InvalidData(f"{scenario.source}: [start.units.{unit}] is not a unit in play")
    start = _set_up(game)
    usual = start.to_dict()["units"]
    places = {**{unit: usual[unit] for unit in played if unit in usual}, **changed}
    when = {"side": start.side, "phase": start.phase}
    try:
        position = game.position({"game": game.id, **when, **data, "units": places})
    except InvalidPosition as error:
        raise InvalidData(f"{scenario.source}: [start] {error}") from None
    _check_not_over(position, scenario)
    return position


def _check_not_over(position: Any, scenario: Scenario) -> None:
    """Raise InvalidData if the game is over, or won, where a scenario starts."""
    if position.to_move is None:
        raise InvalidData(f"{scenario.source}: [start] the game is over there")
    for k, one in enumerate(scenario.conditions):
        if one.at_once:
            have = int(position.game.entry_points.look_at_condition(*position.arrays, k))
            if have >= one.count:
                raise InvalidData(
                    f"{scenario.source}: [victory.conditions {k + 1}]: is met at the start, so "
                    f"{one.side} would win at once"
                )
