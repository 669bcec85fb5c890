"""The part of `Aim` for movement: the unit, its way of moving, and its destinations."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from bridgehead.core.titles.decisions import Step, lowered
from bridgehead.core.titles.games import hex_title
from bridgehead.core.titles.screens import HexScreen
from bridgehead.terminal.hexes import words
from bridgehead.terminal.hexes.session import HexSession
from bridgehead.terminal.screen.controller import Controller, Notice


class Moves(Controller):
    """The cursor, the chosen unit, and its way of moving."""

    session: HexSession
    unit: str | None
    verb: str  # a way to move: "move", "cross 9-p-engineer"
    _movement: Any

    @property
    def step(self) -> str:
        """The kind of the pending decision, "" if nobody at this screen is to decide."""
        return self.session.decision_step if self.session.waits_for_person else ""

    @property
    def moving(self) -> bool:
        """Whether units are to be moved or placed."""
        return self.asked is not None and self.asked.part == "movement"

    @property
    def asked(self) -> Step | None:
        """The step that somebody at this screen must decide; None if there is none."""
        return self.session.decisions.steps[self.step] if self.step else None

    @property
    def targeted(self) -> str:
        """The verb by which a hex is chosen without a unit, "" if it is another kind of step."""
        if self.asked is None or self.asked.part:
            return ""
        verb = self.asked.verbs[0]
        return verb if self.session.game.grammar.verbs[verb][1] == "hex" else ""

    def is_usual(self, way: str) -> bool:
        """Whether this is a usual way of moving: to a hex, on the map."""
        verb = self.session.decisions.verbs[way.split(maxsplit=1)[0]]
        return verb.goes and not verb.leaves

    def occupants(self, number: str | None = None) -> list[str]:
        """Return the units in a hex, the cursor's by default."""
        return words.occupants(self.session.position).get(number or self.cursor, [])

    def occupant(self, number: str | None = None) -> str | None:
        """Return the first unit in a hex, the cursor's by default."""
        return next(iter(self.occupants(number)), None)

    def name(self, unit: str) -> str:
        """Return a unit's name."""
        return words.unit_names(self.session.game)[unit]

    @property
    def _screen(self) -> HexScreen:
        return hex_title(self.session.game.id).screen

    # Movement and placing

    @cached_property
    def ways(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Return every way in which a unit can move now, with its hexes; [""] if it needs no hex.

        A crossing with an engineer is a separate way for each engineer: "cross 9-p-engineer".
        """
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        for unit, verbs in self.decision.units.items():
            for verb in self.session.decisions.verbs:
                for place in verbs.get(verb, ()):
                    *helper, hex_ = place.split() or [""]
                    way, ways = " ".join([verb, *helper]), found.setdefault(unit, {})
                    ways[way] = (*ways.get(way, ()), hex_) if helper else verbs[verb]
                    if not helper:  # all of them at once
                        break
        return found

    def movers(self) -> list[tuple[str, str]]:
        """Return (unit, way) for every unit that can move, arrive or be placed.

        A unit's other actions (lift, cross, leave the map) are listed only if it has no other way.
        """
        found = []
        for unit, ways in self.ways.items():
            first = [way for way in ways if self.is_usual(way)]
            found += [(unit, way) for way in first or list(ways)[:1]]
        return found

    def arriving(self) -> list[tuple[str, str]]:
        """Return (unit, way) for all units that can enter from off the map."""
        places = self.session.position.units
        found = []
        for unit, ways in self.ways.items():
            if places[unit] == "off":
                named = [way for way in ways if ways[way] != ("",)]
                found += [(unit, way) for way in named or ways]
        return found

    def choose(self, unit: str, verb: str) -> Notice:
        """Choose a unit and its way of moving."""
        self.unit, self.verb = unit, verb
        kind = verb.split(maxsplit=1)[0]
        self._movement = None
        alone = self.ways.get(unit, {}).get(verb) == ("",)
        if kind != "place" and not alone:
            self._movement = self.session.position.movement(unit, kind)
        place = self.session.position.units[unit]
        goals = self.goals()
        if place.isdigit():
            self.cursor = place
        elif goals and self.cursor not in goals:
            entry = words.counters(self.session.game)[unit].get("entry", "")
            entry = self.session.game.map.entries.get(entry, entry)
            distance = self.session.game.map.grid.distance
            near = min(goals, key=lambda goal: distance(self.cursor, goal))
            nearest = hex_title(self.session.game.id).terminal.NEAREST_GOAL
            self.cursor = entry if entry in goals else near if nearest else goals[0]
        crossing = " · x crosses the canal" if self.can_cross() else ""
        others = self.other_ways()
        more = f" · v: {', '.join(others)}" if others else ""
        said = self.session.decisions.verbs[kind]
        asked = self.asked.where if self.asked else ""
        how = said.alone if alone else asked or said.where or "Choose a hex."
        return Notice(f"{self.name(unit)}: {lowered(how).rstrip('.')}{crossing}{more}")

    def _crosses_alone(self, verb: str) -> bool:
        return verb == "cross" and self.ways.get(str(self.unit), {}).get(verb) == ("",)

    def other_ways(self) -> list[str]:
        """Return the other ways of the chosen unit, except those with their own keys."""
        if self.unit is None:
            return []
        ways = [way for way in self.ways.get(self.unit, {}) if not self._crosses_alone(way)]
        return [way for way in ways if way != self.verb]

    def next_way(self) -> Notice:
        """Switch the chosen unit, or the one under the cursor, to its next way of moving."""
        unit = self.unit or next((u for u in self.occupants() if u in self.ways), None)
        if unit is None:
            return Notice("choose a unit first", good=False)
        ways = [way for way in self.ways.get(unit, {}) if not self._crosses_alone(way)]
        if not ways or ways == [self.verb]:
            return Notice(f"{self.name(unit)} has no other way to move", good=False)
        at = ways.index(self.verb) + 1 if self.unit == unit and self.verb in ways else 0
        return self.choose(unit, ways[at % len(ways)])

    def goals(self) -> tuple[str, ...]:
        """Return the hexes that the chosen unit can reach."""
        if self.unit is None:
            return ()
        found = self.ways.get(self.unit, {}).get(self.verb, ())
        return () if found == ("",) else found

    def can_cross(self) -> bool:
        """Whether the chosen unit can now cross the canal without naming a hex."""
        return self.unit is not None and self.ways.get(self.unit, {}).get("cross") == ("",)

    def left(self, number: str) -> float | None:
        """Return the movement points that the chosen unit has left in a hex.

        None if none are spent.
        """
        movement = self._movement
        if movement is None or number not in movement.destinations:
            return None
        if not self.session.decisions.verbs[self.verb.split(maxsplit=1)[0]].pays:
            return None
        return float(movement.allowance - movement.destinations[number])

    def cost(self, number: str) -> float:
        """Return the cost of a hex for the chosen unit; only if `left` is not None."""
        return float(self._movement.destinations[number])

    def path(self, number: str) -> list[str]:
        """Return the path of the chosen unit to a hex, empty if it cannot go there."""
        if self.left(number) is None or number not in self.goals():
            return []
        way: list[str] = self._movement.path(number)
        return way

    def action(self, number: str) -> str:
        """Return the action that takes the chosen unit to a hex."""
        verb, *helper = self.verb.split()
        return " ".join([verb, str(self.unit), *helper, *([number] if number else [])])

    def refusal(self, number: str) -> Notice | None:
        """Return why the chosen unit cannot go to a hex, None if it can."""
        if self.unit is None or number in self.goals():
            return None
        if number == self.session.position.units[self.unit]:
            return None
        error = self.session.why_not(self.action(number))
        return None if error is None else Notice(error.reason, error.case, good=False)
