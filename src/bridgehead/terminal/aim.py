"""What the person at the screen is about to do: the cursor, the chosen unit, the attack in hand.

`Aim` turns keys and clicks into actions of the session and says what to mark on the map. It knows
no rules: it offers what is legal, and asks the position for the reason of everything else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bridgehead.across_suez.screen import reminders
from bridgehead.core.decision import Decision
from bridgehead.core.errors import IllegalAction
from bridgehead.terminal import words
from bridgehead.terminal.mapview import Mark
from bridgehead.terminal.session import Session

MOVING = ("move", "enter", "place", "land")
CHOICES = ("lose", "retreat", "advance")


@dataclass(frozen=True)
class Notice:
    """One sentence to the person: what was done, or why not, with its case."""

    text: str
    case: str = ""
    good: bool = True

    def __str__(self) -> str:
        return f"[{self.case}] {self.text}" if self.case else self.text


class Aim:
    """The state of the screen that is no part of the game."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.cursor = next(
            (place for place in session.position.units.values() if place.isdigit()),
            next(iter(session.game.map.grid.hexes())),
        )
        self.clear()

    def clear(self) -> None:
        """Drop what is chosen, as after every action."""
        self.unit: str | None = None
        self.verb = ""
        self.target: str | None = None
        self.candidates: list[str] = []
        self.attackers: list[str] = []
        self.support = False
        self.can_support = False
        self.choice = 0
        self._movement: Any = None
        if self.session.waits_for_person:
            self._begin()

    def _begin(self) -> None:
        """Set up what a decision brings with it: an attack declared in part, the first choice."""
        data = self.decision.data.get("combat", {})
        if data.get("step") == "attackers":
            self._aim_at(data["hex"])
            self.support = bool(data.get("support"))
        elif self.choices():
            self.cursor = self.place_of(self.choices()[0]) or self.cursor

    @property
    def decision(self) -> Decision:
        """The pending decision."""
        return self.session.decision

    @property
    def step(self) -> str:
        """What kind of decision is pending, "" when nobody here has to decide."""
        return self.decision.step if self.session.waits_for_person else ""

    def occupant(self, number: str | None = None) -> str | None:
        """Return the unit in a hex, the cursor's by default."""
        return words.occupants(self.session.position).get(number or self.cursor)

    def name(self, unit: str) -> str:
        """Return a unit's name."""
        return str(words.counters(self.session.game)[unit]["name"])

    # Movement and placing

    def movers(self) -> list[tuple[str, str]]:
        """Return (unit, verb) of every unit that can move, arrive, land, be placed or cross."""
        found = []
        for unit, verbs in self.decision.units.items():
            moving = [verb for verb in MOVING if verb in verbs]
            if moving or "cross" in verbs:
                found += [(unit, verb) for verb in moving or ["cross"]]
        return found

    def arriving(self) -> list[tuple[str, str]]:
        """Return those of the movers that are off the map."""
        places = self.session.position.units
        return [mover for mover in self.movers() if places[mover[0]] == "off"]

    def choose(self, unit: str, verb: str) -> Notice:
        """Choose a unit and how it is to move."""
        self.unit, self.verb = unit, verb
        self._movement = self.session.position.movement(unit, verb) if verb != "place" else None
        place = self.session.position.units[unit]
        goals = self.goals()
        if place.isdigit():
            self.cursor = place
        elif goals and self.cursor not in goals:
            entry = words.counters(self.session.game)[unit].get("entry", "")
            entry = self.session.game.map.entries.get(entry, entry)
            self.cursor = entry if entry in goals else goals[0]
        crossing = " · x crosses the canal" if self.can_cross() else ""
        how = {"enter": "arrives", "land": "lands", "place": "is placed"}.get(verb, "moves")
        return Notice(f"{self.name(unit)} {how}: choose a hex{crossing}")

    def goals(self) -> tuple[str, ...]:
        """Return the hexes where the chosen unit can go."""
        if self.unit is None:
            return ()
        return self.decision.units.get(self.unit, {}).get(self.verb, ())

    def can_cross(self) -> bool:
        """Whether the chosen unit can cross the canal now."""
        return self.unit is not None and "cross" in self.decision.units.get(self.unit, {})

    def left(self, number: str) -> float | None:
        """Return the points the chosen unit has left on a hex; None where none are spent."""
        movement = self._movement
        if movement is None or number not in movement.destinations:
            return None
        if self.verb == "land" and "by_sea_from" not in self._counter():
            return None
        return float(movement.allowance - movement.destinations[number])

    def cost(self, number: str) -> float:
        """Return the points a hex costs the chosen unit; only where `left` is not None."""
        return float(self._movement.destinations[number])

    def path(self, number: str) -> list[str]:
        """Return the way the chosen unit takes to a hex, empty where it cannot go."""
        if self.left(number) is None or number not in self.goals():
            return []
        way: list[str] = self._movement.path(number)
        return way

    def _counter(self) -> dict[str, Any]:
        return words.counters(self.session.game).get(self.unit or "", {})

    def refusal(self, number: str) -> Notice | None:
        """Return why the chosen unit cannot go to a hex, None where it can."""
        if self.unit is None or number in self.goals():
            return None
        if number == self.session.position.units[self.unit]:
            return None
        error = self.session.why_not(f"{self.verb} {self.unit} {number}")
        return None if error is None else Notice(error.reason, error.case, good=False)

    # Attacks

    def _aim_at(self, number: str) -> None:
        self.target = number
        self.candidates, inside, self.can_support = self.session.candidates(number)
        self.candidates = [*inside, *(u for u in self.candidates if u not in inside)]
        self.fixed = inside
        self.attackers = list(self.candidates)
        self.support = False

    def odds(self) -> Any:
        """Return the odds of the attack in hand, None without one."""
        if self.target is None or not self.attackers:
            return None
        return self.session.position.odds(self.target, self.attackers, self.support)

    def toggle(self) -> Notice:
        """Put the unit under the cursor into the attack, or take it out."""
        unit = self.occupant()
        if self.target is None:
            return Notice("choose the hex to be attacked first", good=False)
        if unit not in self.candidates:
            error = self.session.why_not(f"attack {self.target} with {unit}") if unit else None
            if error is None:
                return Notice("no unit of yours that could join stands here", good=False)
            return Notice(error.reason, error.case, good=False)
        if unit in self.fixed:
            return Notice(f"{self.name(unit)} is declared already", good=False)
        joining = unit not in self.attackers
        chosen = {*self.attackers, unit} if joining else {*self.attackers} - {unit}
        self.attackers = [name for name in self.candidates if name in chosen]
        return Notice(f"{self.name(unit)} {'joins' if joining else 'stays out'}")

    def toggle_support(self) -> Notice:
        """Give the attack artillery support, or take it away."""
        if self.target is None:
            return Notice("choose the hex to be attacked first", good=False)
        if not self.can_support:
            names = " ".join(self.attackers or self.candidates)
            error = self.session.why_not(f"attack {self.target} with {names} support")
            reason = error or IllegalAction("", "no artillery can support this attack")
            return Notice(reason.reason, reason.case, good=False)
        self.support = not self.support
        return Notice("artillery supports the attack" if self.support else "no artillery support")

    def fire(self) -> Notice:
        """Carry out the attack in hand."""
        if self.target is None:
            return self.do("fire")
        if not self.attackers:
            return Notice("an attack needs at least one attacker: space adds one", good=False)
        target, attackers, support = self.target, self.attackers, self.support
        return self._try(lambda: self.session.attack(target, attackers, support))

    # Choices after a result

    def choices(self) -> list[str]:
        """Return the actions of a decision that is a choice among few: losses, ways, advances."""
        units = self.decision.units
        found = [
            f"{verb} {unit} {place}".strip()
            for unit, verbs in units.items()
            for verb in CHOICES
            for place in verbs.get(verb, ())
        ]
        return found + [word for word in self.decision.plain if word == "stay"]

    def place_of(self, choice: str) -> str | None:
        """Return the hex where a choice lies."""
        parts = choice.split()
        if len(parts) == 3:
            return parts[2]
        place: str = self.session.position.units.get(parts[-1], "")
        return place if place.isdigit() else None

    # Keys

    def next(self, step: int = 1) -> Notice | None:
        """Go to the next (or previous) unit that can act, target, attacker or choice."""
        if self.step in ("movement", "setup"):
            movers = self.movers()
            if not movers:
                return Notice("no unit can act any more: e ends the phase")
            here = (self.unit, self.verb) if self.unit else None
            at = movers.index(here) + step if here in movers else 0
            return self.choose(*movers[at % len(movers)])
        if self.choices():
            choices = self.choices()
            self.choice = (self.choice + step) % len(choices)
            self.cursor = self.place_of(choices[self.choice]) or self.cursor
            return Notice(self.say(choices[self.choice]))
        if self.target is not None:
            places = [self.session.position.units[unit] for unit in self.candidates]
        else:
            places = [place for found in self.decision.hexes.values() for place in found]
        if not places:
            return Notice("nothing can be done here any more: e ends the phase")
        at = places.index(self.cursor) + step if self.cursor in places else 0
        self.cursor = places[at % len(places)]
        return None

    def enter(self) -> Notice:
        """Choose what is under the cursor, or do there what is in hand."""
        if not self.session.waits_for_person:
            return Notice("it is not your decision now", good=False)
        if self.step in ("movement", "setup"):
            return self._enter_movement()
        if self.choices():
            return self._enter_choice()
        if self.step == "bombardment":
            return self.do(f"bombard {self.cursor}")
        if self.target is not None:
            return self.toggle() if self.cursor != self.target else self.fire()
        error = self.session.why_not(f"attack {self.cursor}")
        if error is not None:
            return Notice(error.reason, error.case, good=False)
        self._aim_at(self.cursor)
        return Notice("space adds and drops attackers, s artillery, f fires, Esc drops it")

    def _enter_movement(self) -> Notice:
        here = self.occupant()
        if self.unit is not None and self.cursor in self.goals():
            return self.do(f"{self.verb} {self.unit} {self.cursor}")
        if here is not None and here != self.unit:
            verbs = [verb for unit, verb in self.movers() if unit == here]
            if verbs:
                return self.choose(here, verbs[0])
            if self.unit is None:
                return self._cannot_act(here)
        if self.unit is None:
            return Notice("no unit stands here", good=False)
        if here == self.unit:
            self.clear()
            return Notice("dropped")
        return self.refusal(self.cursor) or Notice("it cannot go there", good=False)

    def _cannot_act(self, unit: str) -> Notice:
        refusal = self.session.position.movement(unit).refusal
        if refusal is not None:
            return Notice(refusal.text, refusal.case, good=False)
        return Notice(f"{self.name(unit)} has nowhere to go", good=False)

    def _enter_choice(self) -> Notice:
        choices = self.choices()
        here = [choice for choice in choices if self.place_of(choice) == self.cursor]
        current = choices[self.choice]
        if current == "stay" or current in here:
            return self.do(current)
        if here:
            return self.do(here[0])
        return Notice("Tab goes through the choices, Enter takes one", good=False)

    def cross(self) -> Notice:
        """Send the chosen unit, or the one under the cursor, across the canal."""
        unit = self.unit or self.occupant()
        if unit is None:
            return Notice("choose the unit that is to cross first", good=False)
        return self.do(f"cross {unit}")

    def end(self) -> Notice:
        """End the phase, or decline an advance."""
        return self.do("stay" if "stay" in self.decision.plain else "end")

    def forgotten(self) -> list[str]:
        """Return what a person may have forgotten when ending this phase."""
        return [reminder.text for reminder in reminders(self.session.position, self.decision)]

    def do(self, text: str) -> Notice:
        """Carry out an action, or say why not."""
        return self._try(lambda: self.session.do(text))

    def _try(self, act: Callable[[], Any]) -> Notice:
        try:
            lines = act()
        except IllegalAction as error:
            return Notice(error.reason, error.case, good=False)
        self.clear()
        return Notice(lines[-1].event.text if lines else "done")

    # What is shown

    def say(self, choice: str) -> str:
        """Return a choice in words."""
        verb, *objects = choice.split()
        if not objects:
            return "no advance"
        place = f" to {objects[1]}" if len(objects) > 1 else ""
        return f"{verb} {self.name(objects[0])}{place}"

    def marks(self) -> dict[str, Mark]:
        """Return what is marked on the map."""
        session = self.session
        if not session.waits_for_person:
            recent = session.log[-1].event.hexes if session.log else ()
            return {number: Mark("recent") for number in recent}
        if self.step in ("movement", "setup"):
            return self._movement_marks()
        if self.choices():
            return self._choice_marks()
        places = session.position.units
        if self.target is None:
            return {place: Mark("target") for found in self.decision.hexes.values()
                    for place in found}  # fmt: skip
        marks = {
            places[unit]: Mark("attacker" if unit in self.attackers else "candidate")
            for unit in self.candidates
        }
        return {**marks, self.target: Mark("target")}

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
