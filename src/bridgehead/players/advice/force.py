"""The suggested units for an attack, and the units that are needed where they are.

This only preselects units on screens; a person can change the selection.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Any

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.titles.briefing import Goal
from bridgehead.core.titles.games import title_of
from bridgehead.core.words.offers import AttackOffer, Refused
from bridgehead.players.search.futures import GoalKey, key_of

MOST_TRIED = 250  # forces that are tried, before the strongest are taken out one by one


def everybody(position: Any, offer: AttackOffer) -> list[str]:
    """Return the units that can attack together, by adding one after the other.

    Fire from range is left to the person if there is a close attack without it, and so is a unit
    whose loss would cost more than a unit.
    """
    near = [unit for unit in offer.candidates if _is_near(offer, unit)]
    wanted = set(near or offer.candidates) - {one.unit for one in offer.careful}
    wanted |= {one.unit for one in offer.must}
    trial, joined = _aimed(position, offer), [*offer.inside]
    for unit in (unit for unit in position.game.units if unit in wanted):
        if f"with {unit}" in trial.legal_actions():
            trial.push(f"with {unit}")
            joined.append(unit)
    return joined


def suggested(
    position: Any, offer: AttackOffer, whole: Sequence[str], needed: Sequence[Refused] = ()
) -> list[str]:
    """Return the smallest force among `whole` that reaches the best column that all reach.

    Of forces of equal size it is the one with the fewest units that are `needed` where they are,
    then the weakest, since strong units are useful elsewhere. If there are very many units, it is a
    force from which no unit can be removed.
    """
    best = _column(position, offer, whole)
    if best is None:
        return list(whole)
    fixed = {*offer.inside, *(one.unit for one in offer.must)}
    cost = _costs(position.game, {one.unit for one in needed})
    optional = sorted((unit for unit in whole if unit not in fixed), key=lambda unit: cost[unit])
    for some in islice(_by_size(optional, cost), MOST_TRIED):
        force = [unit for unit in whole if unit in fixed or unit in some]
        if _reaches(position, offer, force, best):
            return force
    force = list(whole)
    for unit in reversed(optional):
        fewer = [one for one in force if one != unit]
        if _reaches(position, offer, fewer, best):
            force = fewer
    return force


def needed_elsewhere(position: Any, offer: AttackOffer) -> list[Refused]:
    """Return the units that alone hold an objective, or keep a line open or cut.

    An attack may make units beside the target retreat or advance. A unit alone holds whatever would
    be lost if it were not there.
    """
    fixed = {one.unit for one in offer.careful}
    near = [unit for unit in (*offer.inside, *offer.candidates) if _is_near(offer, unit)]
    now = _goals(position, position.to_move)
    found = []
    for unit in near:
        if unit in fixed:
            continue
        told = _lost_without(position, unit, now)
        if told is not None:
            found.append(told)
    return found


def _is_near(offer: AttackOffer, unit: str) -> bool:
    return offer.roles.get(unit, "adjacent") == "adjacent"


def _costs(game: Any, needed: set[str]) -> dict[str, tuple[int, int, str]]:
    """Return the cost of including a unit: whether it is needed, its strength, its name."""
    strength = title_of(game.id).strength
    return {
        str(one["id"]): (int(one["id"] in needed), strength(one), one["id"])
        for one in game.counters
    }


def _by_size(
    units: Sequence[str], cost: Mapping[str, tuple[int, int, str]]
) -> Iterator[tuple[str, ...]]:
    """Yield sets of units, the smallest first, and those of equal size by cost."""

    def total(some: tuple[str, ...]) -> tuple[int, int, list[str]]:
        each = [cost[unit] for unit in some]
        return sum(one[0] for one in each), sum(one[1] for one in each), sorted(some)

    for size in range(len(units) + 1):
        yield from sorted(islice(combinations(units, size), MOST_TRIED), key=total)


def _reaches(position: Any, offer: AttackOffer, force: Sequence[str], best: int) -> bool:
    column = _column(position, offer, force)
    return column is not None and column >= best


def _aimed(position: Any, offer: AttackOffer) -> Any:
    """Return a copy in which the attack on an offer's hexes is declared, without new units."""
    trial = position.copy()
    declared = position.view(position.to_move).get("combat") or {}
    hexes, further = offer.hexes, title_of(position.game.id).decisions.further
    there = declared.get("aims", [declared.get("hex")])
    for hex_ in (hex_ for hex_ in hexes if hex_ not in there):
        trial.push(f"{further if hex_ != hexes[0] else 'attack'} {hex_}")
    return trial


def _column(position: Any, offer: AttackOffer, units: Sequence[str]) -> int | None:
    """Return the column of an attack by these units, None if it may not be fired."""
    trial = _aimed(position, offer)
    for unit in (unit for unit in units if unit not in offer.inside):
        if f"with {unit}" not in trial.legal_actions():
            return None
        trial.push(f"with {unit}")
    odds = trial.pending_odds()
    return int(odds.column) if odds is not None and "fire" in trial.legal_actions() else None


def _goals(position: Any, side: str) -> dict[GoalKey, Goal]:
    return {key_of(goal): goal for goal in title_of(position.game.id).goals(position, side)}


def _lost_without(position: Any, unit: str, now: Mapping[GoalKey, Goal]) -> Refused | None:
    """Return what a side has, or denies the enemy, only because a unit is where it is."""
    title, side = title_of(position.game.id), position.to_move
    data = position.to_dict()
    data.pop("combat", None)
    data["units"] = {name: place for name, place in data["units"].items() if name != unit}
    try:
        without = _goals(position.game.position(data), side)
    except BridgeheadError:  # it cannot be missing
        return None
    for key, goal in now.items():
        phrase, then = title.phrasebook.goal(goal.text), without.get(key)
        if phrase is None or then is None:
            continue
        mine = goal.side == side
        clause = phrase.hold if mine else phrase.bar
        if not clause or not (then.have < goal.have if mine else then.have > goal.have):
            continue
        lost = [place for place in then.broken if place not in goal.broken]
        places = ", ".join(title.phrasebook.place_title(position.game, place) for place in lost)
        name, does = title.unit_names(position.game)[unit], clause.format(places=places)
        text = f"Only {name} {does}: an attack may make it retreat or advance."
        return Refused(unit, goal.case, text)
    return None
