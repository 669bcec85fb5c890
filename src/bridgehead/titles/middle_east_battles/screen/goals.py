"""How near each side is to victory [3.2 to 3.4, 9.8, 9.9, 10.7, 10.8], for the tracker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.core.titles.briefing import Goal
from bridgehead.titles.middle_east_battles.screen.offers import last_turn, turns
from bridgehead.titles.middle_east_battles.state import EGYPT, WEST

if TYPE_CHECKING:
    from bridgehead.titles.middle_east_battles.formats.components import Situation

HALF = 2  # points are counted in halves


def goals(position: Situation, viewer: str | None = None) -> tuple[Goal, ...]:
    """Return the lead in points, the objectives that each side holds, and the turn.

    The lead is what it would be if the game ended now, with the objectives that are held. [9.2] How
    long the West goes on is shown only to the West.
    """
    game = position.game
    b = game.board[0]
    west, egypt = game.sides[WEST], game.sides[EGYPT]
    needed = int(b.win_by) / HALF
    points = {side: float(worth) for side, worth in position.points_if_ended.items()}
    lead = points[west] - points[egypt]
    ahead = west if lead > 0 else egypt if lead < 0 else None
    sides = game.edition.named_sides
    names = {side: sides[side].name.removeprefix("the ") for side in points}
    both = ", ".join(f"{names[side]} {points[side]:g}" for side in (west, egypt))
    draws = f"less than {needed:g} is a draw" if needed > 0.5 else "equal points are a draw"
    held = _objectives(position)
    end, each_turn = game.case("points_of_west"), game.case("points_of_egypt")
    at_end, now = int(b.west_objective) / HALF, int(b.egypt_objective) / HALF
    every = tuple(game.map.objectives)
    return (
        Goal(
            ahead, "Lead in victory points", "3.3", abs(lead), needed, abs(lead) >= needed,
            note=f"{both} with objectives; {draws}",
        ),
        Goal(
            west, "Objectives held", end, len(held[west]), len(every), False, every,
            _missing(every, held[west]), every, f"{at_end:g} each when the game ends",
        ),
        Goal(
            egypt, "Objectives held", each_turn, len(held[egypt]), len(every), False, every,
            _missing(every, held[egypt]), every, f"{now:g} each at the end of every turn",
        ),
        _turn(position, viewer),
    )  # fmt: skip


def _turn(position: Situation, viewer: str | None) -> Goal:
    """[9.2, 10.2] Return the turn, and the possible end of the game for a viewer."""
    game = position.game
    b, turn = game.board[0], int(position.state.turn)
    case, west = game.case("length"), game.named(WEST)
    sure, latest = turns(game), int(b.optional_last)
    known = last_turn(position, viewer)
    if known:
        return Goal(None, "Turn", case, turn, known, turn >= known)
    if turn <= sure:
        note = f"{west} may go on to turn {latest}"
        return Goal(None, "Turn", case, turn, sure, False, note=note)
    note = f"{west} chose the last turn in secret: {latest} at the latest"
    return Goal(None, "Turn", case, turn, latest, False, note=note)


def _missing(every: tuple[str, ...], held: list[str]) -> tuple[str, ...]:
    return tuple(hex_ for hex_ in every if hex_ not in held)


def _objectives(position: Situation) -> dict[str, list[str]]:
    """Return the objective hexes in which each side has a unit."""
    game = position.game
    owner = {counter["id"]: str(counter["side"]) for counter in game.counters}
    found: dict[str, list[str]] = {side: [] for side in game.sides}
    objectives = set(game.map.objectives)
    for unit, hex_ in position.units.items():
        if hex_ in objectives and hex_ not in found[owner[unit]]:
            found[owner[unit]].append(hex_)
    return {side: sorted(hexes) for side, hexes in found.items()}
