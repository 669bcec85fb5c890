"""A scenario in words: goals for the screens, the reason of a result, and the briefing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bridgehead.core.scenarios.conditions import (
    ACROSS,
    ELIMINATE,
    HOLD,
    LINE_CUT,
    LINE_OPEN,
    LOSE_AT_MOST,
    POINTS_AHEAD,
    REACH,
    Condition,
)
from bridgehead.core.scenarios.scenario import Scenario
from bridgehead.core.titles.briefing import Balance, Briefing, Goal, SideBriefing
from bridgehead.core.words.grammar import capital, row, with_verb

CASE = ""  # what a scenario says belongs to no rule
AT_ONCE = "Wins at once"


def words(game: Any, one: Condition) -> str:
    """Return a condition as part of a sentence: "hold 0910", "lose at most 3 units"."""
    if one.text:
        return one.text
    if one.kind == HOLD:
        places = _listed(game, one.places)
        return f"hold {one.count} of {places}" if one.count < len(one.places) else f"hold {places}"
    if one.kind in (LINE_OPEN, LINE_CUT):
        return f"line of communication {'open' if one.kind == LINE_OPEN else 'cut'}"
    if one.kind == POINTS_AHEAD:
        return f"{one.count} or more victory points ahead"
    units = _units(game, one)
    if one.kind == REACH:
        return f"{units} at {_listed(game, one.places, 'or')}"
    if one.kind == ACROSS:
        return f"{units} {game.across}"
    if one.kind == ELIMINATE:
        return f"eliminate {units}"
    return f"lose at most {units}" if one.count else f"lose none of {_which(game, one)}"


def _units(game: Any, one: Condition) -> str:
    """Return how many of which units a condition is about."""
    if not one.units:
        whose = "enemy units" if one.kind == ELIMINATE else "units"
        return f"{one.count} {whose}" if one.count != 1 else f"one {whose.removesuffix('s')}"
    which = _which(game, one)
    return which if len(_named(game, one)) == one.count else f"{one.count} of {which}"


def _which(game: Any, one: Condition) -> str:
    return row(_named(game, one)) if one.units else "your units"


def _named(game: Any, one: Condition) -> list[str]:
    k = game.scenario.conditions.index(one)
    marked = game.board[0].condition_units[k].tolist()
    return [str(each["name"]) for each, on in zip(game.counters, marked, strict=False) if on]


def _listed(game: Any, places: tuple[str, ...], word: str = "and") -> str:
    return row((game.place_name(place) for place in places), word)


def goals(position: Any) -> tuple[Goal, ...]:
    """Return the present state of a scenario's conditions; those that win at once come last."""
    found = [goal for _, goal in _states(position)]
    return tuple(sorted(found, key=lambda goal: goal.group))


def _states(position: Any) -> list[tuple[Condition, Goal]]:
    """Return each condition with its present state."""
    game = position.game
    found = []
    for k, one in enumerate(game.scenario.conditions):
        have: float = int(game.entry_points.look_at_condition(*position.arrays, k))
        if one.kind == POINTS_AHEAD:
            have /= 2
        met = have <= one.count if one.kind == LOSE_AT_MOST else have >= one.count
        broken = _not_held(position, one) if one.kind == HOLD and not met else ()
        goal = Goal(
            one.side, capital(words(game, one)), CASE, have, one.count, met, one.places, broken,
            one.places, group=AT_ONCE if one.at_once else "",
        )  # fmt: skip
        found.append((one, goal))
    return found


def _not_held(position: Any, one: Condition) -> tuple[str, ...]:
    """Return the places of a condition that its side does not hold."""
    game = position.game
    side = game.sides.index(one.side)
    return tuple(
        place
        for place in one.places
        if int(game.entry_points.look_at_holder(*position.arrays, game.hexes.index(place))) != side
    )


def reason(position: Any, winner: str) -> str:
    """Return why a scenario has ended as it has: the conditions that decided."""
    found = _states(position)
    won = [pair for pair in found if pair[0].side == winner and pair[1].met]
    at_once = [pair for pair in won if pair[0].at_once]
    if at_once:
        return f"{_told(position.game, at_once[:1])} is met"
    at_end = [pair for pair in found if not pair[0].at_once]
    own = [pair for pair in at_end if pair[0].side == winner]
    if own and all(goal.met for _, goal in own):
        return f"the last turn has ended with {_told(position.game, own)}"
    missed = [pair for pair in at_end if not pair[1].met]
    if missed:
        return f"the last turn has ended without {_told(position.game, missed)}"
    return "the last turn has ended, and nothing else has decided"


def _told(game: Any, found: Sequence[tuple[Condition, Goal]]) -> str:
    """Return conditions with their progress as part of a sentence."""
    each = []
    for one, goal in found:
        count = f" ({goal.have:g} of {goal.need:g})" if goal.need > 1 else ""
        each.append(f"“{words(game, one)}”{count}")
    return " and ".join(each)


def wins(game: Any, side: str) -> str:
    """Return how a side wins a scenario, as a sentence to "you"."""
    scenario = game.scenario
    texts = {one: words(game, one) for one in scenario.conditions if one.side == side}
    end = [text for one, text in texts.items() if not one.at_once]
    said = []
    if end:
        said.append(f"You win at the end of turn {scenario.last_turn} with: {', '.join(end)}.")
    for one, text in texts.items():
        if one.at_once:
            said.append(f"You win at once with: {text}.")
    otherwise = int(game.board[0].otherwise)
    if otherwise == game.sides.index(side):
        others = [one for one in scenario.conditions if one.side != side]
        if others:
            other = with_verb(game.side_name(others[0].side), "does", "do")
            goals = ", ".join(words(game, one) for one in others)
            said.append(f"You win if {other} not achieve this by the end: {goals}.")
        else:
            said.append("You win if nothing else is decided by then.")
    elif otherwise < 0:
        said.append("If neither side achieves its goals, or both do, it is a draw.")
    return " ".join(said)


def length(scenario: Scenario) -> str:
    """Return how long a scenario lasts: "Turns 3 to 5"."""
    first, last = scenario.first_turn, scenario.last_turn
    return f"Turn {first}" if first == last else f"Turns {first} to {last}"


def briefing(game: Any) -> Briefing:
    """Return the briefing of a game that is played with a scenario."""
    scenario: Scenario = game.scenario
    balance = tuple(
        Balance(
            game.options,
            {side: round(100 * won / one.games) for side, won in one.wins.items()},
            f"{one.games} games between {one.rank}",
        )
        for one in scenario.balance
    )
    sides = {side: SideBriefing(wins(game, side), (), ()) for side in game.sides}
    return Briefing(
        scenario.history, scenario.minutes, length(scenario), scenario.side, balance, sides
    )
