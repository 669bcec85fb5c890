"""The controller for hex titles: the chosen unit, the attack in preparation, marks."""

from __future__ import annotations

from bridgehead.terminal.hexes import words
from bridgehead.terminal.hexes.aim_attacks import Attacks
from bridgehead.terminal.hexes.attack import declared
from bridgehead.terminal.hexes.session import HexSession
from bridgehead.terminal.screen.controller import NOT_YOURS, Mark, Notice


class Aim(Attacks):
    """The state of the screen that is not part of the game."""

    def __init__(self, session: HexSession) -> None:
        self.session = session
        self.cursor = next(
            (place for place in session.position.units.values() if place.isdigit()),
            next(iter([*session.game.map.objectives, *session.game.map.grid.hexes()])),
        )
        self.clear()

    def clear(self) -> None:
        """Cancel the choice, as after every action."""
        self.unit = None
        self.verb = ""
        self.draft = None
        self.marker = ""
        self.choice = 0
        self._movement = None
        for found in ("ways", "_odds"):
            self.__dict__.pop(found, None)
        if self.session.waits_for_person:
            self._begin()

    def _begin(self) -> None:
        """Prepare for a new decision: an attack that is partly declared, or the first choice."""
        begun = declared(self.session.game, self.decision)
        if begun is not None:
            self._aim_at(list(begun.begun))
        elif "entering" in self.decision.data and self.movers():
            self.cursor = self.decision.data["entering"]["hex"]
            self.choose(*self.movers()[0])
        elif self.choices():
            self.cursor = self.place_of(self.choices()[0]) or self.cursor

    # Choices after a result

    def choices(self) -> list[str]:
        """Return the actions of a decision between a few choices: losses, retreats, advances."""
        if self.targeted or self.asked is None or self.asked.part in ("movement", "attack"):
            return []
        found = [
            f"{verb} {unit} {place}".strip()
            for unit, verbs in self.decision.units.items()
            for verb, places in verbs.items()
            for place in places
        ]
        for verb, places in self.decision.hexes.items():
            found += [f"{verb} {place}" for place in places]
        found += self.decision.plain
        order = self.asked.verbs  # what gives nothing comes first, so that haste gives nothing
        return sorted(found, key=lambda text: order.index(text.split(maxsplit=1)[0]))

    def place_of(self, choice: str) -> str | None:
        """Return the hex of a choice."""
        parts = choice.split()
        if len(parts) == 3:
            return parts[2]
        place: str = self.session.position.units.get(parts[-1], "")
        return place if place.isdigit() else None

    # Keys

    def next(self, step: int = 1) -> Notice | None:
        """Go to the next (or previous) unit that can act, target, attacker or choice."""
        if self.moving:
            movers = self.movers()
            if not movers:
                return Notice("no unit can act: e ends the phase")
            units = [unit for unit, _ in movers]
            here = (self.unit, self.verb) if self.unit else None
            at = 0
            if here in movers:
                at = movers.index(here) + step
            elif self.unit in units:
                at = units.index(self.unit) + step
            return self.choose(*movers[at % len(movers)])
        if self.choices():
            choices = self.choices()
            self.choice = (self.choice + step) % len(choices)
            self.cursor = self.place_of(choices[self.choice]) or self.cursor
            return Notice(self.say(choices[self.choice]))
        if self.draft is not None:
            where = [self.session.position.units[unit] for unit in self.candidates]
            places = list(dict.fromkeys([*where, *self.draft.more]))
        else:
            places = [place for found in self.decision.hexes.values() for place in found]
        if not places:
            return Notice("nothing left to do here: e ends the phase")
        at = places.index(self.cursor) + step if self.cursor in places else 0
        self.cursor = places[at % len(places)]
        return None

    def enter(self) -> Notice:
        """Choose what is under the cursor, or carry out the prepared action there."""
        if not self.session.waits_for_person:
            return NOT_YOURS
        if self.moving:
            return self._enter_movement()
        if self.choices():
            return self._enter_choice()
        if self.targeted:
            return self.do(f"{self.targeted} {self.cursor}")
        if self.draft is not None:
            return self.toggle() if self.cursor not in self.draft.hexes else self.fire()
        error = self.session.why_not(f"attack {self.cursor}")
        if error is not None:
            return Notice(error.reason, error.case, good=False)
        self._aim_at([self.cursor])
        if "support" in self.session.game.grammar.verbs:
            return Notice("space adds and drops attackers, s artillery, f fires, Esc drops it")
        return Notice("space adds and drops attackers and hexes, s markers, f fires, Esc drops it")

    def _enter_movement(self) -> Notice:
        here = self.occupants()
        if self.unit is not None and self.cursor in self.goals():
            return self.do(self.action(self.cursor))
        if self.unit is not None and self.ways[self.unit].get(self.verb) == ("",):
            return self.do(self.action(""))
        able = [unit for unit in here if unit in self.ways]
        others = [unit for unit in able if unit != self.unit]
        if self.unit in able and others:  # the other unit of the stack
            return self.choose(others[0], next(iter(self.ways[others[0]])))
        if here and self.unit not in here:
            if able:
                return self.choose(able[0], next(iter(self._first_ways(able[0]))))
            if self.unit is None:
                return self._cannot_act(here[0])
        if self.unit is None:
            return Notice("no unit is here", good=False)
        if self.unit in here:  # Tab has chosen it already
            return Notice(f"{self.name(self.unit)} is chosen: go to a lit hex, or Esc drops it")
        return self.refusal(self.cursor) or Notice("it cannot go there", good=False)

    def _first_ways(self, unit: str) -> list[str]:
        ways = self.ways[unit]
        return [way for way in ways if self.is_usual(way)] or list(ways)

    def _cannot_act(self, unit: str) -> Notice:
        refusal = self.session.position.movement(unit).refusal
        if refusal is not None:
            return Notice(refusal.text, refusal.case, good=False)
        return Notice(f"{self.name(unit)} has nowhere to go", good=False)

    def _enter_choice(self) -> Notice:
        choices = self.choices()
        here = [choice for choice in choices if self.place_of(choice) == self.cursor]
        current = choices[self.choice]
        if self.place_of(current) is None or current in here:
            return self.do(current)
        if here:
            return self.do(here[0])
        return Notice("Tab goes through the choices, Enter takes one", good=False)

    def cross(self) -> Notice:
        """Send the chosen unit, or the one under the cursor, across the canal."""
        unit = self.unit or next((u for u in self.occupants() if u in self.ways), self.occupant())
        if unit is None:
            return Notice("first choose the unit that crosses", good=False)
        helped = [way for way in self.ways.get(unit, {}) if way.startswith("cross ")]
        if helped:
            at = helped.index(self.verb) + 1 if self.verb in helped else 0
            return self.choose(unit, helped[at % len(helped)])
        if "support" not in self.session.game.grammar.verbs:
            return Notice(f"no engineer can help {self.name(unit)} across", "9.14", good=False)
        return self.do(f"cross {unit}")

    def drop(self) -> None:
        """Cancel the choice."""
        if self.session.waits_for_person:
            self.clear()

    def go(self, place: str) -> None:
        """Move the cursor to a hex."""
        self.cursor = place

    def acts_at(self, place: str) -> bool:
        """Whether a click on a hex does more than moving the cursor."""
        return bool(self.occupant(place) or self.unit or self.choices())

    # What is shown

    def say(self, choice: str) -> str:
        """Return a choice in words."""
        objects = choice.split()[1:]
        unit = objects[0] if objects else ""
        name = self.name(unit) if unit in words.counters(self.session.game) else unit
        return self.session.decisions.says(
            self.step, choice, {"unit": name, "hex": objects[-1] if objects else ""}
        )

    def marks(self) -> dict[str, Mark]:
        """Return the marks on the map."""
        session = self.session
        if not session.waits_for_person:
            grid = session.game.map.grid
            return {number: Mark("recent") for number in self.recent() if number in grid}
        if self.moving:
            return self._movement_marks()
        if self.choices():
            return self._choice_marks()
        places = session.position.units
        if self.draft is None:
            return {place: Mark("target") for found in self.decision.hexes.values()
                    for place in found}  # fmt: skip
        marks = {place: Mark("offer") for place in self.draft.more}
        for unit in self.candidates:
            inside = unit in self.attackers
            if inside or places[unit] not in marks:
                marks[places[unit]] = Mark("attacker" if inside else "candidate")
        return {**marks, **{number: Mark("target") for number in self.draft.hexes}}

    def _movement_marks(self) -> dict[str, Mark]:
        if self.unit is None:
            return {}
        marks = {}
        for number in self.goals():
            left = self.left(number)
            marks[number] = Mark("reach", "" if left is None else words.points(left))
        for number in self.path(self.cursor):
            marks[number] = Mark("path", marks[number].label if number in marks else "")
        place = self.session.position.units[self.unit]
        if place.isdigit():
            marks[place] = Mark("selected")
        return marks

    def _choice_marks(self) -> dict[str, Mark]:
        marks: dict[str, Mark] = {}
        combat = self.decision.data.get("combat", {})
        if not combat.get("result"):
            marks = {number: Mark("attacker") for number in combat.get("attackers", {}).values()}
            marks |= {number: Mark("target") for number in combat.get("aims", ())}
        places = self.session.position.units
        for n, choice in enumerate(self.choices()):
            objects = choice.split()[1:]
            if len(objects) == 2 and places[objects[0]].isdigit():
                chosen = n == self.choice
                marks.setdefault(places[objects[0]], Mark("candidate"))
                if chosen:
                    marks[places[objects[0]]] = Mark("selected")
            place = self.place_of(choice)
            if place is not None:
                marks[place] = Mark("offer")
        return marks
