"""The layers that titles on hexes have in common: zones, reach, threats, attacks that are possible.

Nothing in these layers is hidden from anybody. A title lists them, perhaps with others, and says
what is its own: `HexFacts`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Protocol

from bridgehead.core.cache import Recent
from bridgehead.core.positions import next_turn
from bridgehead.core.positions.decision import step_of
from bridgehead.core.titles.games import title_of
from bridgehead.core.titles.layers import (
    CANNOT_MOVE,
    NO_UNIT,
    OF_UNIT,
    OVER,
    PLACE,
    About,
    Area,
    Layer,
    LayerInfo,
    Tag,
    of_each_side,
)
from bridgehead.core.words.grammar import column_words
from bridgehead.core.words.sentence import Sentence

REACH = "reach"  # the tone of where somebody can go

ZONES = LayerInfo(
    "zones", "Zones of control: {side}", "The hexes in zones of control of this side.", "Z"
)
GOES = LayerInfo(
    "reach", "Next moves: {side}",
    "Where units of this side are, and where they can get to in their next movement phase if the "
    "others stay where they are.", "➤",
)  # fmt: skip
THREAT = LayerInfo(
    "threat", "What could attack here",
    "The enemies that could attack the hex that you point at after their next moves, and the odds "
    "at most.", "⚠", of=PLACE,
)  # fmt: skip
ATTACKS = LayerInfo(
    "attacks", "Attacks now",
    "Every unit that can be attacked now, or after this movement phase if nobody moves, with the "
    "best column.", "⚔",
)  # fmt: skip


class HexFacts(Protocol):
    """What a title says for these layers; usually its module `screen/layers.py`."""

    def zones(self, position: Any, side: str, /) -> Iterable[str]:
        """Return the hexes in a side's zones of control."""

    def movement_phase(self, position: Any, side: str, /) -> Any:
        """Return a copy in which a side begins its next movement phase, None if there is none.

        If it is moving now, that is the present position. Otherwise nobody has moved before.
        """

    def attack_hexes(self, position: Any, unit: str, place: str, /) -> Iterable[str]:
        """Return the hexes from which a unit could attack a hex."""

    def moves_as(self, position: Any, unit: str, /) -> Hashable:
        """Return what is the same for units that move on alike once they are on the map."""


def layers(sides: dict[str, str]) -> list[LayerInfo]:
    """Return the layers; `sides` has the names of the sides."""
    each = (one for info in (ZONES, GOES) for one in of_each_side(info, sides))
    return [*each, OF_UNIT, THREAT, ATTACKS]


def layer(facts: HexFacts, position: Any, viewer: str | None, name: str, about: About) -> Layer:
    """Return one of these layers. KeyError if it is none of them."""
    kind, _, side = name.partition("-")
    if kind == ZONES.id and side in position.game.sides:
        return Layer((Area(tuple(facts.zones(position, side)), side),))
    if kind == GOES.id and side in position.game.sides:
        return _reach(facts, position, side)
    if name == OF_UNIT.id:
        return _of_unit(facts, position, about.unit)
    if name == THREAT.id:
        return _threat(facts, position, viewer, about.place)
    if name == ATTACKS.id:
        return _attacks(position)
    raise KeyError(name)


def _phase(facts: HexFacts, position: Any, side: str) -> Any:
    """Return the movement phase of a side; the last few are kept, with what they can list."""
    key = position.game, position.state.tobytes(), side
    return _phases.get(key, lambda: facts.movement_phase(position, side))


_phases: Recent[Any] = Recent(8)


def _reach(facts: HexFacts, position: Any, side: str) -> Layer:
    phase = _phase(facts, position, side)
    if phase is None:
        return Layer(note=(OVER,))
    return Layer(
        (Area(next_turn.reach(phase, side, facts.moves_as), side, REACH),),
        note=(Sentence("Turn {n}.", {"n": int(phase.turn)}),),
    )


def _of_unit(facts: HexFacts, position: Any, unit: str) -> Layer:
    if not unit:
        return Layer(note=(NO_UNIT,))
    side = next(one["side"] for one in position.game.played if one["id"] == unit)
    phase = _phase(facts, position, side)
    if phase is None:
        return Layer(note=(OVER,))
    goals = next_turn.ways(phase, facts.moves_as).get(unit, {})
    note = () if goals else (CANNOT_MOVE,)
    return Layer((Area(tuple(sorted(goals)), side, REACH),), note=note)


def _threat(facts: HexFacts, position: Any, viewer: str | None, place: str) -> Layer:
    if not place:
        return Layer(note=(Sentence("Point at a hex."),))
    side = _enemy(position, viewer, place)
    phase = _phase(facts, position, side)
    if phase is None:
        return Layer(note=(OVER,))
    attack = next_turn.best_attack(phase, side, place, facts.attack_hexes, facts.moves_as)
    here = {at for unit, at in position.units.items() if unit in attack.units and at.isdigit()}
    told = (threat_words(attack),)
    return Layer(
        (Area(tuple(sorted(here)), side), Area((place,), "", "cut" if attack.units else "")),
        tags=(Tag(place, threat_tag(attack), about=told),),
        note=told,
    )


def ahead(facts: HexFacts, position: Any, viewer: str | None, unit: str, place: str) -> Layer:
    """Return what a unit could attack from a hex to which it can move, and what could attack it."""
    trial = _moved(facts, position, unit, place)
    if trial is None:
        return Layer()
    names = title_of(position.game.id).unit_names(position.game)
    found = _attacks_of(trial, unit)
    there = {at: names[one] for one, at in trial.units.items() if at in found}
    told = [f"{there[at]} ({short_column(one.odds.column_label)})" for at, one in found.items()]
    threat = _threat(facts, trial, viewer, place)
    attacks = Sentence("From there it can attack {units}.", {"units": ", ".join(told)})
    tags = [Tag(at, short_column(one.odds.column_label)) for at, one in found.items()]
    return Layer(tags=(*tags, *threat.tags), note=(*[attacks] * bool(told), *threat.note))


def attacks_ahead(
    facts: HexFacts, position: Any, unit: str, place: str
) -> tuple[dict[str, next_turn.Attack], next_turn.Attack] | None:
    """Return the attacks of a unit from a hex to which it can move, and the strongest on it there.

    The attacks are by hex, each with all that can join now. None if it cannot move there.
    """
    trial = _moved(facts, position, unit, place)
    if trial is None:
        return None
    enemy = _enemy(trial, None, place)
    phase = _phase(facts, trial, enemy)
    if phase is None:
        return _attacks_of(trial, unit), next_turn.Attack((), ())
    threat = next_turn.best_attack(phase, enemy, place, facts.attack_hexes, facts.moves_as)
    return _attacks_of(trial, unit), threat


def _moved(facts: HexFacts, position: Any, unit: str, place: str) -> Any:
    """Return the position after a unit's move to a hex, None if it cannot go there now."""
    ways = next_turn.ways(position, facts.moves_as).get(unit, {})
    if position.phase != "movement" or place not in ways:
        return None
    trial = position.copy()
    for action in ways[place]:
        trial.push(action)
    return trial if trial.result is None else None


def _attacks_of(trial: Any, unit: str) -> dict[str, next_turn.Attack]:
    """Return the strongest attacks that a unit takes part in, by hex."""
    return {
        at: one for at, one in next_turn.attacks(trial).items()
        if one.odds is not None and unit in one.inside
    }  # fmt: skip


def _enemy(position: Any, viewer: str | None, place: str) -> str:
    """Return the side that could attack a hex: the enemy of who is there, or else of the viewer."""
    owner = {one["id"]: one["side"] for one in position.game.played}
    there = next((owner[unit] for unit, at in position.units.items() if at == place), viewer)
    mine = there if there in position.game.sides else position.side
    return next(str(side) for side in position.game.sides if side != mine)


def _attacks(position: Any) -> Layer:
    found = next_turn.attacks(before_declaring(position))
    tags = [
        Tag(place, short_column(attack.odds.column_label), about=(attack_words(attack),))
        for place, attack in found.items()
        if attack.odds is not None
    ]
    return Layer(
        (Area(tuple(found), position.side),), tags=tuple(tags),
        note=() if found else (Sentence("There are none."),),
    )  # fmt: skip


def before_declaring(position: Any) -> Any:
    """Return the position before the attack that is being declared, or the position itself."""
    if position.result is not None:
        return position
    data = position.to_dict()
    step = title_of(position.game.id).decisions.steps[step_of(position, data)]
    if step.part != "attack" or data.pop("combat", None) is None:
        return position
    return position.game.position(data)


# In words


def threat_tag(attack: next_turn.Attack) -> str:
    """Return a threat in a few signs: how many units, and the best column."""
    if not attack.units:
        return "0"
    column = "" if attack.odds is None else f" ({short_column(attack.odds.column_label)})"
    return f"{len(attack.units)}{column}"


def threat_words(attack: next_turn.Attack) -> Sentence:
    """Return a threat as a sentence."""
    count = len(attack.units)
    if not count:
        return Sentence("No enemy could attack here.")
    if attack.odds is None:
        return Sentence("{n} enemy {n:unit|units} could attack here.", {"n": count})
    return Sentence(
        "{n} enemy {n:unit|units} could attack here; at most {most} of them together, {odds}.",
        {"n": count, "most": len(attack.inside), "odds": attack_words(attack)},
    )


def attack_words(attack: next_turn.Attack) -> Sentence:
    """Return the strength and the column of an attack in words."""
    odds = attack.odds
    return Sentence(
        "{attack} against {defense}, column {column}",
        {
            "attack": str(odds.attack), "defense": str(odds.defense),
            "column": column_words(odds.column_label),
        },
    )  # fmt: skip


def short_column(label: str) -> str:
    """Return the differentials of a column in a few signs: "4..5" is "+4…+5", "9.." is "≥+9"."""
    low, dots, high = label.partition("..")
    if not dots:
        return _signed(low)
    if not low:
        return f"≤{_signed(high)}"
    return f"≥{_signed(low)}" if not high else f"{_signed(low)}…{_signed(high)}"


def _signed(number: str) -> str:
    minus = number.startswith("-") or number == "0"
    return number.replace("-", "\N{MINUS SIGN}") if minus else f"+{number}"
