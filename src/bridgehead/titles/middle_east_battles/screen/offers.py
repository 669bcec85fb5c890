"""Questions of screens about a position besides its actions: attackers, reminders.

No rule is repeated here: legal actions are tried on copies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bridgehead.core.errors import IllegalAction
from bridgehead.core.positions.decision import Decision
from bridgehead.core.titles.bids import in_points
from bridgehead.core.words.grammar import capital
from bridgehead.core.words.offers import Protector, Refused, Reminder
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.formats.board import terrain_chart
from bridgehead.titles.middle_east_battles.formats.components import Components, Situation
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS
from bridgehead.titles.middle_east_battles.rules import query_entry_points
from bridgehead.titles.middle_east_battles.screen.queries import Odds, odds
from bridgehead.titles.middle_east_battles.words.prose import (
    does,
    ledger_case,
    unit_names,
)
from bridgehead.titles.middle_east_battles.words.sentences import HAS_TO_JOIN, LEFT_ALONE

FEW = 5  # units that a reminder names; more are counted


@dataclass(frozen=True)
class Protection:
    """A unit or marker that could give protective fire, and its largest effect."""

    name: str
    value: int


@dataclass(frozen=True)
class AttackOffer:
    """The possible attackers of one or more hexes: `candidates`, `inside`, `refused`.

    Candidates can join, units inside have joined, refused ones cannot join. `roles` says of
    candidates and units inside whether they are "adjacent" or fire from range ("ranged"). Of the
    candidates, `must` are required: without them the attack cannot be fired. `markers` are the
    attacker's available markers, by verb, with the largest number of each; `also` has the hexes
    that can be attacked at the same time; `protection` is what the defender could add if all
    possible attackers attacked; `values` is what each unit adds, which may differ from what is
    printed.
    """

    hex: str
    hexes: tuple[str, ...]
    target: str  # the first of the targets
    targets: tuple[str, ...]
    candidates: tuple[str, ...]
    inside: tuple[str, ...]
    roles: Mapping[str, str]
    markers: Mapping[str, int]
    also: tuple[str, ...]
    refused: tuple[Refused, ...]
    must: tuple[Refused, ...]
    protection: tuple[Protection, ...]
    values: Mapping[str, int]
    careful: tuple[Refused, ...] = ()  # no unit's loss costs more than the unit
    support: bool = False  # there is no such thing as Across Suez' support


def attack_offer(position: Situation, *hexes: str) -> AttackOffer:
    """Return the possible attackers of these hexes together. IllegalAction if there are none."""
    trial = position.copy()
    declared = tuple(_combat(position).get("aims", ())) if position.step == "declare" else ()
    for hex_ in sorted(set(hexes) - set(declared)):
        trial.push(f"also {hex_}" if trial.step == "declare" else f"attack {hex_}")
    found = _combat(trial)
    inside = tuple(found["attackers"])
    search = _Search(trial)
    order = {unit: n for n, unit in enumerate(position.game.units)}
    candidates = tuple(sorted(search.found, key=order.__getitem__))
    refused = _refused(trial, {*candidates, *inside})
    return AttackOffer(
        hex=found["aims"][0],
        hexes=tuple(found["aims"]),
        target=next(iter(found["defenders"])),
        targets=tuple(found["defenders"]),
        candidates=candidates,
        inside=inside,
        roles={unit: _role(trial, unit, found["aims"]) for unit in (*inside, *candidates)},
        markers=search.markers,
        also=_further(position, tuple(found["aims"]), declared),
        refused=tuple(refused),
        must=tuple(search.must()),
        values=search.values(),
        protection=tuple(search.protection()),
    )


def _combat(position: Situation) -> dict[str, Any]:
    found: dict[str, Any] = position.to_dict().get("combat", {})
    return found


def _role(position: Situation, unit: str, aims: list[str]) -> str:
    at, distance = position.units[unit], position.game.map.grid.distance
    return "adjacent" if all(distance(at, aim) == 1 for aim in aims) else "ranged"


def _further(
    position: Situation, aims: tuple[str, ...], declared: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the hexes that can be added; hexes are declared in ascending order."""
    if declared:
        texts = position.legal_actions() if set(aims) == set(declared) else ()
        return tuple(text[5:] for text in texts if text.startswith("also "))
    distance = position.game.map.grid.distance
    enemies = {
        place
        for counter, place in zip(position.game.played, position.units.values(), strict=True)
        if place.isdigit() and counter["side"] != position.side
    }
    near = [at for at in enemies - set(aims) if max(distance(at, aim) for aim in aims) <= 2]
    return tuple(at for at in sorted(near) if _can_be_declared(position, sorted((*aims, at))))


def _can_be_declared(position: Situation, aims: list[str]) -> bool:
    trial = position.copy()
    for n, hex_ in enumerate(aims):
        text = f"{'also' if n else 'attack'} {hex_}"
        if text not in trial.legal_actions():
            return False
        trial.push(text)
    return True


class _Search:
    """Finds what can join a declared attack, by trying it on copies.

    Beginning with each unit that can join, all others that still can are added. Sets that can be
    fired on the way are stored, to find the units that are required.
    """

    def __init__(self, opened: Situation) -> None:
        self.opened = opened
        self.found: dict[str, None] = {}
        self.markers: dict[str, int] = {}
        self.fired: list[frozenset[str]] = []  # who was in the attacks that could be fired
        self.largest: Situation | None = None
        self._size = -1
        for unit in self._look(opened, frozenset()):
            self._walk(unit, "")

    def _look(self, trial: Situation, joined: frozenset[str]) -> list[str]:
        """Store what a copy offers, and return the units that can join next."""
        offered = []
        can_fire = False
        for text in trial.legal_actions():
            verb, *objects = text.split()
            if verb == "with":
                offered.append(objects[0])
            elif verb in trial.game.markers:
                self.markers[verb] = max(self.markers.get(verb, 0), int((objects or ["1"])[0]))
                can_fire = True
            elif verb == "fire":
                can_fire = True
        self.found.update(dict.fromkeys(offered))
        if can_fire:
            self.fired.append(joined)
            if len(joined) > self._size and "fire" in trial.legal_actions():
                self._size, self.largest = len(joined), trial.copy()
        return offered

    def _walk(self, first: str, without: str) -> bool:
        """Add a unit, and then all that still can join; return whether the attack can be fired."""
        before = len(self.fired)
        trial, joined = self.opened.copy(), frozenset([first])
        trial.push(f"with {first}")
        while offered := [unit for unit in self._look(trial, joined) if unit != without]:
            trial.push(f"with {offered[0]}")
            joined |= {offered[0]}
        return len(self.fired) > before

    def must(self) -> list[Refused]:
        """Return the required units with reasons, unless there is only one unit."""
        if len(self.found) < 2 or not self.fired:
            return []
        found = []
        for unit in list(self.found):
            if not all(unit in joined for joined in self.fired):
                continue
            others = [other for other in self.found if other != unit]
            offered = [o for o in others if f"with {o}" in self.opened.legal_actions()]
            if any(self._walk(other, unit) for other in offered) and not all(
                unit in joined for joined in self.fired
            ):
                continue
            refusal = self._why_not_without(others)
            if refusal is not None:
                text = refusal.reason
                if text.startswith(LEFT_ALONE.format(other=unit)):  # in whatever order
                    text = HAS_TO_JOIN.format(unit=unit)
                found.append(Refused(unit, refusal.case, text))
        return found

    def _why_not_without(self, others: list[str]) -> IllegalAction | None:
        """Return why an attack by these units alone cannot be fired."""
        trial, first, joined = self.opened.copy(), None, False
        for other in sorted(others, key=self.opened.game.unit_index):
            if f"with {other}" in trial.legal_actions():
                trial.push(f"with {other}")
                joined = True
            else:
                first = first or trial.why_not(f"with {other}")
        return (trial.why_not("fire") if joined else None) or first

    def values(self) -> dict[str, int]:
        """Return what each unit that has joined, or can join, adds to the attack."""
        found = strengths(self.largest or self.opened)
        for unit in self.found:  # who is not in the largest attack
            if unit not in found and f"with {unit}" in self.opened.legal_actions():
                alone = self.opened.copy()
                alone.push(f"with {unit}")
                found = strengths(alone) | found
        return found

    def protection(self) -> list[Protection]:
        """Return what the defender could add against the largest attack."""
        if self.largest is None:
            return []
        trial = self.largest
        trial.push("fire")
        if trial.step != "fpf":
            return []
        before = _defense(trial)
        best: dict[str, str] = {}
        for text in trial.legal_actions():
            verb, *objects = text.split()
            if verb != "done":  # of a marker the greatest number comes last
                best[objects[0] if verb == "fpf" else verb] = text
        found = []
        for name, text in best.items():
            trial.push(text)
            found.append(Protection(name, _defense(trial) - before))
            trial.pop()
        return found


def _defense(position: Situation) -> int:
    return position.game.figures(position)[query_entry_points.DEFENSE]


def protectors(position: Situation) -> list[Protector]:
    """[8.11, 8.16, 8.17] Return who can give protective fire now, and who then cannot any more."""
    if position.step != "fpf":
        return []
    texts = [text for text in position.legal_actions() if text.startswith("fpf ")]
    units = [text.split()[1] for text in texts]  # in the order in which they are named [7.2]
    trial, before = position.copy(), _defense(position)
    values: dict[str, int] = {}
    bars: dict[str, list[Refused]] = {unit: [] for unit in units}
    for n, unit in enumerate(units):
        trial.push(texts[n])
        values[unit] = _defense(trial) - before
        for other in units[n + 1 :]:
            error = trial.why_not(f"fpf {other}")
            if error is not None:
                bars[unit].append(Refused(other, error.case, error.reason))
                bars[other].append(Refused(unit, error.case, error.reason))
        trial.pop()
    return [Protector(unit, values[unit], tuple(bars[unit])) for unit in units]


def strengths(position: Situation) -> dict[str, int]:
    """[7.17, 8.1, 8.11, 8.17] Return what each unit adds to an attack or to protective fire."""
    if position.phase != "combat" or not position.state.aims:
        return {}
    s, found = position.state, {}
    whole = position.game.figures(position)
    for u, unit in enumerate(position.game.units):
        role = int(s.role[u])
        if role not in (st.ADJACENT, st.RANGED, st.PROTECTOR):
            continue
        trial = position.copy()
        trial.state.role[u] = st.NO_ROLE
        figure = query_entry_points.DEFENSE if role == st.PROTECTOR else query_entry_points.ATTACK
        found[unit] = whole[figure] - position.game.figures(trial)[figure]
    return found


def _refused(position: Situation, joining: set[str]) -> list[Refused]:
    """Return the side's units near the target that cannot join, each with its reason.

    Near means adjacent to one of the hexes, or artillery within range of one.
    """
    game, places = position.game, position.units
    aims, distance = _combat(position)["aims"], position.game.map.grid.distance
    refused = []
    for counter in game.played:
        unit = counter["id"]
        if counter["side"] != position.side or unit in joining or not places[unit].isdigit():
            continue
        reach = int(counter.get("range", 1)) if counter.get("barrage") else 1
        if min(distance(places[unit], aim) for aim in aims) > reach:
            continue
        error = position.why_not(f"with {unit}")
        if error is not None:
            refused.append(Refused(unit, error.case, error.reason))
    return refused


# Reminders


def reminders(position: Situation, decision: Decision) -> list[Reminder]:
    """Return what `end` would leave undone: arrivals, drops, landings, units that can leave.

    `decision` is the position's pending decision, sorted.
    """
    if "end" not in decision.plain or position.phase != "movement":
        return []
    game, places = position.game, position.units
    kinds = (
        ("drop", "can still drop", "drop"),
        ("land", "can still land from the sea", "amphibious"),
        ("enter", "can still come onto the map", "entry" if game.board[0].edge_entry else "lift"),
        ("exit", "can leave the map", "exit"),
    )
    found = []
    told: set[str] = set()
    for verb, words, rule in kinds:
        units = tuple(u for u, ways in decision.units.items() if verb in ways and u not in told)
        told.update(units)
        if units:
            hexes = tuple(places[unit] for unit in units if places[unit].isdigit())
            text = f"{_names(game, units)} {words}."
            found.append(Reminder(text, game.case(rule), units, hexes))
    return found


def limits(position: Situation, decision: Decision) -> list[Reminder]:
    """[9.11, 9.13] Return how many units may still drop, and land, in this turn.

    [9.2, 3.3] If the West decides whether the game goes on: the cost of that, and the result if it
    does not. [10.7, 10.8] Which arrivals give the other side points.
    """
    b, s, game = position.game.board[0], position.state, position.game
    if s.step == st.CONTINUE:
        egypt = capital(game.named(st.EGYPT))
        costs = f"Each turn that you go on gives {egypt} 2 to 7 victory points"
        return [Reminder(_if_stopped(position), "3.3"), Reminder(costs, "9.2")]
    if position.phase != "movement":
        return []
    if b.edge_entry:
        return _costly(position, decision)
    drops = int(b.first_drops if s.turn == 1 else b.later_drops) - int(s.drops)
    landings = int(b.amphibious_later if s.amphibious else b.amphibious_first) - int(s.landings)
    kinds = (
        ("drop", drops, "Air drops left this turn", "drop"),
        ("land", landings, "Landings from the sea left this turn", "amphibious"),
    )
    found = []
    for verb, left, words, rule in kinds:
        units = tuple(unit for unit, ways in decision.units.items() if verb in ways)
        if units:
            found.append(Reminder(f"{words}: {left}", game.case(rule), units, ()))
    return found


def _costly(position: Situation, decision: Decision) -> list[Reminder]:
    """[10.7, 10.8] Return which of the units that can enter give the other side points."""
    b, s, game = position.game.board[0], position.state, position.game
    other = game.named(1 - int(s.side))
    waiting = {
        unit: ways for unit, ways in decision.units.items() if not position.units[unit].isdigit()
    }
    column = {unit: int(b.column[game.unit_index(unit)]) for unit in waiting}
    kinds = (
        (
            "The first unit of the Matt Brigade that comes in",
            "10.7", int(b.matt_points), s.ledger[st.MATT_ENTERS],
            [unit for unit in waiting if b.matt[game.unit_index(unit)]],
        ),
        (
            "A drop from the air",
            "10.7", int(b.drop_points), 0, [u for u, ways in waiting.items() if "drop" in ways],
        ),
        (
            "The first unit of the 4th Division that comes in",
            "10.8", int(b.fourth_points), s.ledger[st.FOURTH_ENTERS],
            [unit for unit in waiting if column[unit] == st.FOURTH],
        ),
        (
            "The first unit of the Shazli Force that comes in",
            "10.8", int(b.shazli_points), s.ledger[st.SHAZLI_ENTERS],
            [unit for unit in waiting if column[unit] == st.SHAZLI],
        ),
    )  # fmt: skip
    return [
        Reminder(
            f"{what} gives {other} {in_points(worth):g} victory points", case, tuple(units),
            points=in_points(worth), what=what, side=other,
        )
        for what, case, worth, given, units in kinds
        if units and worth and not given
    ]  # fmt: skip


def _if_stopped(position: Situation) -> str:
    """Return the result of the game if the West stops it."""
    trial = position.copy()
    trial.push("stop")
    result = trial.result
    assert result is not None
    draw = result.winner == "draw"
    ends = "the game is a draw" if draw else does(position.game, result.winner, "win")
    ends = ends.replace("The ", "the ", 1)
    return f"If you stop now, {ends}: {result.reason}"


def _names(game: Components, units: tuple[str, ...]) -> str:
    if len(units) > FEW:
        return f"{len(units)} units"
    names = unit_names(game)
    return ", ".join(names[game.unit_index(unit)] for unit in units)


# Numbers


def zones(position: Situation, side: str) -> list[str]:
    """Return the hexes in a side's zones of control [6.1]."""
    reached = position.work[0].zone[position.game.sides.index(side)] > 0
    return [hex_ for hex_, there in zip(position.game.hexes, reached, strict=False) if there]


def counts(position: Situation) -> dict[str, dict[str, int]]:
    """Return for each side the numbers of units on the map, exited, eliminated, due and to come."""
    places = position.units
    found = {}
    for side in position.game.sides:
        mine = [counter for counter in position.game.played if counter["side"] == side]
        where = [places[counter["id"]] for counter in mine]
        off = [counter for counter in mine if places[counter["id"]] == "off"]
        first = [first_turn(position.game, counter) for counter in off]
        found[side] = {
            "map": sum(place.isdigit() for place in where),
            "exited": where.count("exited"),
            "eliminated": where.count("eliminated"),
            "due": sum(turn <= position.turn for turn in first),
            "later": sum(turn > position.turn for turn in first),
        }
    return found


def first_turn(game: Components, counter: Mapping[str, Any]) -> int:
    """Return the first turn in which a unit can be on the map: 1 if it is set up.

    [9.11 to 9.13] Parachutists and helicopters come from the box at sea in turn 1, the
    others with the landings; that a helicopter may lift one of them earlier is ignored.
    """
    b, code = game.board[0], game.edition.setup[counter["setup"]]
    if code.pool:
        return int(b.militia_from)
    by_air = counter.get("paratroop_drop") or counter["mobility"] == "helicopter"
    if code.arrives and not b.edge_entry and not by_air:
        return int(b.amphibious_from)
    return code.arrives or 1


def turns(game: Components) -> int:
    """Return the number of game turns that are certain.

    [9.2] The West may go on after them in some games, to an end that only it knows; viewers who may
    know it find it as `last_turn` in their view of the position.
    """
    return int(game.board[0].turns)


def last_turn(position: Situation, viewer: str | None) -> int | None:
    """Return the last turn, None if it is not fixed or the viewer cannot know it [9.2]."""
    board = position.game.board[0]
    if not int(board.optional_last):
        return int(board.turns)
    return position.last_turn_known_to(viewer)


def attack_odds(
    position: Situation,
    hexes: Sequence[str],
    units: Sequence[str],
    markers: Mapping[str, int],
) -> Odds | None:
    """Return the odds of an attack in preparation, None without attackers and markers."""
    given = {name: number for name, number in markers.items() if number}
    return odds(position, hexes, units, given, (), None, None) if units or given else None


def terrain_cost(game_id: str, terrain: str) -> int | None:
    """Return the cost of a hex of this terrain in half points; None if it is impassable."""
    cost = terrain_chart(EDITIONS[game_id]).get(terrain, {}).get("move")
    return cost if isinstance(cost, int) else None


def results_table(game: Components, table: str = "mobile") -> tuple[list[str], list[list[str]]]:
    """Return a combat results table: its column labels, and a row for each face of the die."""
    chart = game.data["tables.toml"]["crt"]
    return list(chart["columns"]), [row.split() for row in chart[table]]


def ledger(position: Situation) -> dict[str, dict[str, Any]]:
    """Return for each side its victory points and their reasons, with the cases.

    `atEnd` is what it would have if the game ended now, with the objectives that it holds.
    """
    totals, at_end = position.points, position.points_if_ended
    return {
        side: {
            "points": totals[side],
            "atEnd": at_end[side],
            "entries": [
                {
                    "name": name,
                    "points": worth,
                    "case": ledger_case(position.game, name),
                }
                for name, worth in entries.items()
            ],
        }
        for side, entries in position.ledger.items()
    }
