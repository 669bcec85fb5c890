"""Questions of screens about a position besides its actions: attackers, reminders.

No rule is repeated here: the predicates of the rules are called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bridgehead.core.errors import MalformedAction
from bridgehead.core.positions.decision import Decision
from bridgehead.core.words.offers import Protector, Refused, Reminder
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.formats.board import tables
from bridgehead.titles.across_suez.formats.components import Components, Situation
from bridgehead.titles.across_suez.rules import forbidden as no
from bridgehead.titles.across_suez.rules.artillery import support_left
from bridgehead.titles.across_suez.rules.combat import (
    cannot_add,
    first_to_join,
    last_attacker,
    must_join,
    strength,
)
from bridgehead.titles.across_suez.screen.queries import Odds, odds
from bridgehead.titles.across_suez.words.refusals import Asked


@dataclass(frozen=True)
class AttackOffer:
    """The possible attackers of a hex.

    `candidates` can join, `inside` have joined, `refused` cannot. Of the candidates, `must` are
    required: without them the attack cannot be fired.
    """

    hex: str
    target: str
    candidates: tuple[str, ...]
    inside: tuple[str, ...]
    support: bool  # artillery can be given
    refused: tuple[Refused, ...]
    must: tuple[Refused, ...]
    careful: tuple[Refused, ...]  # of the candidates the bridge unit
    values: Mapping[str, int]  # the strengths that are not the printed ones

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hex under attack."""
        return (self.hex,)

    @property
    def roles(self) -> Mapping[str, str]:
        """The roles of attackers: all are adjacent."""
        return {}

    @property
    def markers(self) -> Mapping[str, int]:
        """Artillery support, if it can be given."""
        return {"support": 1} if self.support else {}

    @property
    def also(self) -> tuple[str, ...]:
        """Further hexes to attack at the same time: none."""
        return ()


def attack_offer(position: Situation, hex_: str, *others: str) -> AttackOffer:
    """Return the possible attackers of a hex.

    IllegalAction if there are none, or for several hexes.
    """
    if others:
        raise MalformedAction(f"an attack is on one hex, not on {' and '.join([hex_, *others])}")
    trial = position.copy()
    given: Mapping[str, Any] = trial.to_dict().get("combat", {})
    declared = given.get("step") == "attackers"
    if not declared:
        trial.push(f"attack {hex_}")
        given = trial.to_dict()["combat"]
    elif given["hex"] != hex_:
        trial.push(f"attack {hex_}")  # raises: another attack is being declared
    inside = tuple(given["attackers"])
    b, s, w = (array[0] for array in trial.arrays)
    last, waited_for = last_attacker(b, s), first_to_join(b, s, w)
    candidates, must, refused = [], [], []
    for u, unit in enumerate(trial.game.units):
        found = cannot_add(b, s, w, u, last, -1)
        if found == no.ALLOWED:
            candidates.append(unit)
            if must_join(b, s, w, u, s.target_hex):
                w.witness = u
                must.append(_refused(trial, u, no.MUST_JOIN))
        elif found not in (no.NOT_YOUR_UNIT, no.NOT_BESIDE, no.IS_IN):
            refused.append(_refused(trial, u, cannot_add(b, s, w, u, last, waited_for)))
    return AttackOffer(
        hex=hex_,
        target=str(given["target"]),
        candidates=tuple(candidates),
        inside=inside,
        support=bool(candidates or inside) and not s.support and support_left(b, s) > 0,
        refused=tuple(refused),
        must=tuple(must) if len(candidates) > 1 else (),
        careful=_careful(trial, candidates),
        values=strengths(trial),
    )


def _careful(position: Situation, candidates: Sequence[str]) -> tuple[Refused, ...]:
    """Return the bridge unit, if it can join: without it Israel does not win."""
    bridge = position.game.units[int(position.arrays[0][0].bridge_unit)]
    if bridge not in candidates:
        return ()
    text = f"{bridge} is the bridge unit: if it is eliminated, you cannot win any more."
    return (Refused(bridge, position.game.case("victory"), text),)


def _refused(position: Situation, unit: int, number: int) -> Refused:
    """Return a unit with the rule by which it cannot join, or cannot stay out."""
    found = position.game.reasons.tell(number, Asked(position, unit))
    return Refused(position.game.units[unit], found.case, found.text)


def reminders(position: Situation, decision: Decision) -> list[Reminder]:
    """Return what `end` would leave undone: arrivals, crossings at the canal, bombardments.

    `decision` is the position's pending decision, sorted.
    """
    if "end" not in decision.plain:
        return []
    game, places = position.game, position.units
    if position.phase == "setup":
        return _still_to_place(game, _units(decision, "place"))
    if position.phase == "bombardment":
        targets = decision.hexes.get("bombard", ())
        text = "Egypt can still bombard."
        return [Reminder(text, game.case("bombardment"), hexes=targets)] if targets else []
    if position.phase != "movement":
        return []
    found = []
    arriving = tuple(
        unit for unit in _units(decision, "enter", "land", "cross") if places[unit] == "off"
    )
    if arriving:
        text = f"{_names(game, arriving)} can still arrive."
        found.append(Reminder(text, game.case("entering"), arriving))
    at_canal = game.hexes[int(game.board[0].crossing_hex)]
    crossing = tuple(unit for unit in _units(decision, "cross") if places[unit] == at_canal)
    if crossing:
        text = f"{_names(game, crossing)} can still cross the canal."
        rule = "bridge_crossing" if position.state.bridge_open else "ferry"
        found.append(Reminder(text, game.case(rule), crossing, (at_canal,)))
    return found


def protectors(position: Situation) -> list[Protector]:
    """Return nothing, because there is no protective fire."""
    del position
    return []


def strengths(position: Situation) -> dict[str, int]:
    """[reprint 15.4(3)] Return the strengths that are not printed: those of commandos at night."""
    if position.phase != "combat" or not position.is_night:
        return {}
    b, s, _ = (array[0] for array in position.arrays)
    found = [(u, n, int(strength(b, s, n))) for n, u in enumerate(position.game.units)]
    places = position.units
    return {u: now for u, n, now in found if now != b.strength[n] and places[u].isdigit()}


def limits(position: Situation, decision: Decision) -> list[Reminder]:
    """Return nothing, because arrivals per turn are not limited."""
    return []


def _still_to_place(game: Components, waiting: tuple[str, ...]) -> list[Reminder]:
    """Return a reminder for each rule that places units before turn 1."""
    commandos = {unit["id"] for unit in game.counters if unit["type"] == "commando"}
    kinds = {
        "airborne_placing": tuple(unit for unit in waiting if unit not in commandos),
        "commandos": tuple(unit for unit in waiting if unit in commandos),
    }
    return [
        Reminder(f"{_names(game, units)} can still be placed.", game.case(rule), units)
        for rule, units in kinds.items()
        if units
    ]


def _units(decision: Decision, *verbs: str) -> tuple[str, ...]:
    return tuple(unit for unit, ways in decision.units.items() if any(v in ways for v in verbs))


def _names(game: Components, units: tuple[str, ...]) -> str:
    names = {counter["id"]: str(counter["name"]) for counter in game.counters}
    return ", ".join(names[unit] for unit in units)


def zones(position: Situation, side: str) -> list[str]:
    """Return the hexes in a side's zones of control [4.5]."""
    work = position.work[0]
    reached = work.zone[st.SIDES.index(side)] > 0
    return [hex_ for hex_, there in zip(position.game.hexes, reached, strict=False) if there]


def counts(position: Situation) -> dict[str, dict[str, int]]:
    """Return for each side the numbers of units on the map, across, eliminated, due and to come."""
    places = position.units
    found = {}
    for side in position.game.sides:
        mine = [counter for counter in position.game.played if counter["side"] == side]
        where = [places[counter["id"]] for counter in mine]
        off = [counter for counter in mine if places[counter["id"]] == "off"]
        first = [first_turn(position.game, counter) for counter in off]
        if position.phase == "setup":  # what can be placed now is due, and later is out of the game
            first = [turn or 1 for turn in first]
        due = sum(turn is not None and turn <= position.turn for turn in first)
        found[side] = {
            "map": sum(place.isdigit() for place in where),
            "across": where.count("across"),
            "eliminated": where.count("eliminated"),
            "due": due,
            "later": sum(turn is not None and turn > position.turn for turn in first),
        }
    return found


def first_turn(game: Components, counter: Mapping[str, Any]) -> int | None:
    """Return the first turn in which a unit can arrive: 1 if it starts on the map.

    None for a unit that is placed before turn 1 or is not in the game.
    """
    del game
    turns = [int(counter[key]) for key in ("turn", "by_air_from", "by_sea_from") if key in counter]
    return min(turns, default=1 if "hex" in counter else None)


def attack_odds(
    position: Situation,
    hexes: Sequence[str],
    units: Sequence[str],
    markers: Mapping[str, int],
) -> Odds | None:
    """Return the odds of an attack in preparation, None without an attacker."""
    if not units:
        return None
    return odds(position, hexes[0], units, bool(markers.get("support")))


def terrain_cost(game_id: str, terrain: str) -> int | None:
    """Return the cost of a hex of this terrain in half points; None if it is impassable."""
    del game_id
    cost = tables()["movement"].get(terrain)
    return cost if isinstance(cost, int) else None


def ledger(position: Situation) -> None:
    """Return None, because the game is not won by points."""
    del position


def turns(game: Components) -> int:
    """Return the number of game turns."""
    return int(game.board[0].turns)


def last_turn(position: Situation, viewer: str | None) -> int:
    """Return the last turn, which everybody knows."""
    del viewer
    return turns(position.game)


def results_table(game: Components, table: str = "") -> tuple[list[str], list[list[str]]]:
    """Return the combat results table: its column labels, and a row for each face of the die."""
    del table
    chart = game.data["tables.toml"]["combat_results"]
    return list(chart["columns"]), [row.split() for row in chart["rows"]]
