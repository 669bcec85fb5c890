"""What the units of a side could do in a movement phase, and attack after it, on a map of hexes.

Nothing is decided here. Everything is found by trying legal actions on copies of a position in
which that side is to move: the present one, or one that the title makes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bridgehead.core.cache import Recent
from bridgehead.core.errors import IllegalAction
from bridgehead.core.positions.decision import Decision, step_of
from bridgehead.core.titles.decisions import Decisions
from bridgehead.core.titles.games import title_of

Alike = Callable[[Any, str], Hashable]
Ways = Mapping[str, Mapping[str, tuple[str, ...]]]  # by unit and hex, the actions that lead there
END, ATTACK = "end", "attack"
MOST_ENDS = 3  # phases between moving and attacking, with their own end


def ways(position: Any, alike: Alike | None = None) -> Ways:
    """Return where each unit can go in the movement phase that is going on, and how.

    A unit that comes onto the map and moves on from there has both actions. Units for which
    `alike(position, unit)` is the same move on alike. The last few results are kept.
    """
    key = position.game, position.state.tobytes()
    return _kept.get(key, lambda: _find_ways(position, alike or _by_name))


_kept: Recent[Ways] = Recent(8)


def _by_name(position: Any, unit: str) -> str:
    del position
    return unit


def _find_ways(position: Any, alike: Alike) -> Ways:
    hexes = frozenset(position.game.map.grid.hexes())
    leaves = {name for name, verb in _decisions(position).verbs.items() if verb.leaves}
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    onward: dict[Hashable, list[tuple[str, str]]] = {}
    for unit, verbs in Decision.of(position).units.items():
        goals = found.setdefault(unit, {})
        for verb, places in verbs.items():
            if verb in leaves:
                continue
            entries = {place.rpartition(" ")[2]: f"{verb} {unit} {place}" for place in places}
            goals.update({at: (first,) for at, first in entries.items() if at in hexes})
            if position.units[unit] in hexes:
                continue
            for hex_, first in entries.items():
                key = alike(position, unit), verb, hex_
                if key not in onward:
                    onward[key] = _onward(position, first)
                if not onward[key]:
                    break  # by this verb its move is over
                for onto, end in onward[key]:
                    goals.setdefault(end, (first, f"{onto} {unit} {end}"))
    return {unit: goals for unit, goals in found.items() if goals}


def _onward(position: Any, first: str) -> list[tuple[str, str]]:
    """Return where a unit can go on to after it has come onto the map: verbs and hexes."""
    trial = position.copy()
    trial.push(first)
    if trial.result is not None:
        return []
    step = _decisions(position).steps[step_of(trial, trial.to_dict())]
    if not step.alone or step.places:
        return []  # its move is over
    split = (text.split() for text in trial.legal_actions())
    return [(words[0], words[-1]) for words in split]


def _decisions(position: Any) -> Decisions:
    return title_of(position.game.id).decisions


def reach(position: Any, side: str, alike: Alike | None = None) -> tuple[str, ...]:
    """Return the hexes where units of a side are, or can go in the phase that is going on."""
    hexes = frozenset(position.game.map.grid.hexes())
    owner = {one["id"]: one["side"] for one in position.game.played}
    here = {at for unit, at in position.units.items() if owner[unit] == side and at in hexes}
    return tuple(sorted(here.union(*ways(position, alike).values())))


@dataclass(frozen=True)
class Attack:
    """An attack on a place: those who can take part, those who do, and the odds, if there are."""

    units: tuple[str, ...]
    inside: tuple[str, ...]
    odds: Any = None


def best_attack(
    position: Any, side: str, place: str, stands: Callable[[Any, str, str], Iterable[str]],
    alike: Alike | None = None,
) -> Attack:  # fmt: skip
    """Return the strongest attack on a hex that a side could make after moving.

    The position is in that side's movement phase. `stands(position, unit, place)` names the hexes
    from which a unit can attack. In each of them stands one unit; strong ones are placed first.
    """
    found, game = ways(position, alike), position.game
    strength = title_of(game.id).strength
    could: dict[str, list[str]] = {}
    for counter in sorted(game.played, key=lambda one: (-strength(one), str(one["id"]))):
        unit = str(counter["id"])
        if counter["side"] != side:
            continue
        at = position.units[unit]
        goals = found.get(unit, {})
        near = [hex_ for hex_ in stands(position, unit, place) if hex_ == at or hex_ in goals]
        if near:
            could[unit] = near
    trial = position.copy()
    for unit, hex_ in _matched(could).items():
        _go(trial, found.get(unit, {}).get(hex_, ()))
    inside, odds = _declared(trial, place, tuple(could))
    return Attack(tuple(could), inside, odds)


def _matched(could: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return a hex for each unit, so that the first units find one if that is possible at all."""
    by_hex: dict[str, str] = {}

    def put(unit: str, tried: set[str]) -> bool:
        for hex_ in could[unit]:
            if hex_ in tried:
                continue
            tried.add(hex_)
            if hex_ not in by_hex or put(by_hex[hex_], tried):
                by_hex[hex_] = unit
                return True
        return False

    for unit in could:
        put(unit, set())
    return {unit: hex_ for hex_, unit in by_hex.items()}


def _go(trial: Any, actions: Sequence[str]) -> None:
    """Carry out actions, all or none: another unit may be in the way now."""
    done = 0
    try:
        for action in actions:
            trial.push(action)
            done += 1
    except IllegalAction:
        for _ in range(done):
            trial.pop()


def _declared(trial: Any, place: str, units: Sequence[str]) -> tuple[tuple[str, ...], Any]:
    """Return who is in an attack on a hex by as many of these units as possible, and its odds."""
    combat = in_combat(trial)
    if combat is None or f"{ATTACK} {place}" not in combat.legal_actions():
        return (), None
    return _all_in(combat, place, units)


def _all_in(combat: Any, place: str, units: Sequence[str]) -> tuple[tuple[str, ...], Any]:
    combat.push(f"{ATTACK} {place}")
    inside = []
    for unit in sorted(units, key=combat.game.unit_index):
        text = f"with {unit}"
        if text in combat.legal_actions():
            combat.push(text)
            inside.append(unit)
    return tuple(inside), combat.pending_odds()


def in_combat(position: Any) -> Any:
    """Return the position at the beginning of the attacks of this turn, None if there are none.

    It is the present one while attacks are declared, otherwise that after the phases before have
    been ended.
    """
    trial = position.copy()
    for _ in range(MOST_ENDS):
        if ATTACK in Decision.of(trial).hexes:
            return trial
        if END not in trial.legal_actions() or trial.phase == "setup":
            return None
        side = trial.side
        trial.push(END)
        if trial.result is not None or trial.side != side:
            return None
    return trial if ATTACK in Decision.of(trial).hexes else None


def attacks(position: Any) -> dict[str, Attack]:
    """Return the strongest attack on each hex that the phasing side can attack now."""
    combat = in_combat(position)
    if combat is None:
        return {}
    units = position.game.units
    found = {}
    for place in Decision.of(combat).hexes[ATTACK]:
        inside, odds = _all_in(combat.copy(), place, units)
        found[place] = Attack(inside, inside, odds)
    return found
