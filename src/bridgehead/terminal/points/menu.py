"""The legal actions of a decision as a tree in words: unit, verb, place, route.

Moves are sorted by counter and destination; of several routes to one the shortest comes first. An
entry has an action, or entries below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bridgehead.core.titles.decisions import filled, lowered
from bridgehead.core.titles.games import point_title
from bridgehead.render import point_style_of
from bridgehead.terminal.points.look import place_names, unit_names

STRAIGHT = "straight"

Step = tuple[str, str, tuple[str, ...]]  # a label, the counter and the places it is about


@dataclass
class Entry:
    """A line of a menu: its words, the action or the entries below, its counter and places."""

    label: str
    action: str = ""
    unit: str = ""
    places: tuple[str, ...] = ()
    below: list[Entry] = field(default_factory=list)

    @property
    def line(self) -> str:
        """The words with the number of lines below it."""
        return f"{self.label}  …{len(self.below)}" if self.below else self.label

    def actions(self) -> Iterator[str]:
        """Yield all actions in it and below."""
        if self.action:
            yield self.action
        for entry in self.below:
            yield from entry.actions()

    def all_places(self) -> tuple[str, ...]:
        """Return all places in it and below, each once."""
        found = dict.fromkeys(self.places)
        for entry in self.below:
            found |= dict.fromkeys(entry.all_places())
        return tuple(found)


def menu(position: Any, units: Mapping[str, str]) -> list[Entry]:
    """Return the legal actions as a tree.

    `units` has the places of the deciding side's counters.
    """
    teller = _Teller(position, units)
    root: list[Entry] = []
    actions = list(position.legal_actions())
    if position.step == "movement" or any(text.startswith("move ") for text in actions):
        actions.sort(key=_length)  # a short way comes before a long one; else the order stays
    last = (*filter(teller.decisions.is_declining, actions), "deploy")
    for text in sorted(actions, key=lambda text: text in last):
        _insert(root, teller.steps(text), text)
    return [_pulled(entry) for entry in teller.sorted(root)]


def _length(text: str) -> int:
    return len(text.split()) if text.startswith("move ") else 0


def _insert(entries: list[Entry], steps: list[Step], action: str) -> None:
    (label, unit, places), *rest = steps
    found = next((e for e in entries if e.label == label and e.unit == unit), None)
    if found is None or not rest:
        found = Entry(label, unit=unit, places=places)
        entries.append(found)
    if rest:
        _insert(found.below, rest, action)
    else:
        found.action = action


def _pulled(entry: Entry) -> Entry:
    """Return an entry without levels that have only one line."""
    below = [_pulled(one) for one in entry.below]
    if len(below) == 1:
        only = below[0]
        label = entry.label if only.label == STRAIGHT else f"{entry.label}: {only.label}"
        places = (*entry.places, *(p for p in only.places if p not in entry.places))
        return Entry(label, only.action, entry.unit or only.unit, places, only.below)
    return Entry(entry.label, entry.action, entry.unit, entry.places, below)


class _Teller:
    """Puts actions into words, step by step."""

    def __init__(self, position: Any, units: Mapping[str, str]) -> None:
        game = position.game
        self.position, self.game, self.where = position, game, units
        self.names, self.places = unit_names(game), place_names(game)
        self.boxes = point_style_of(game).displays.air_boxes
        self.terminal = point_title(game.id).terminal
        self.events = point_title(game.id).screen.event_names()
        self.decisions = point_title(game.id).decisions
        self.asked = self.decisions.steps[position.step]
        self.known = frozenset(game.units)

    def place(self, id_: str) -> str:
        """Return the name of a place."""
        box = self.boxes.get(id_)
        return f"the {box} box" if box else self.places.get(id_, id_)

    def sorted(self, root: list[Entry]) -> list[Entry]:
        """Sort the entries of counters by their places, the others last."""
        order = {place: n for n, place in enumerate(self.game.places)}
        far = len(order)

        def key(entry: Entry) -> tuple[int, int]:
            if not entry.unit:
                return (1, 0)
            return (0, order.get(self.where.get(entry.unit, ""), far))

        return sorted(root, key=key)

    def steps(self, text: str) -> list[Step]:
        """Return the menu levels that lead to an action."""
        verb, *objects = text.split()
        if objects and objects[0] in self.known:
            return self._of_unit(verb, objects[0], objects[1:])
        if not objects:
            end = self.asked.end if verb == "end" else ""
            return [(end or self.decisions.says(self.position.step, text, {}), "", ())]
        return self._plain(verb, objects)

    def _of_unit(self, verb: str, unit: str, places: list[str]) -> list[Step]:
        where = self.where.get(unit, "")
        in_one_place = self.asked.about == "battle" or self.asked.retreats
        told = where in self.places and not in_one_place
        at = f" ({self.places[where]})" if told else ""
        here = (where,) if where in self.places else ()
        first: Step = (f"{self.names[unit]}{at}", unit, here)
        goals = {"place": self.place(places[-1])} if places else {}
        said = lowered(filled(self.decisions.verbs[verb].in_hand, goals))
        if not places:
            return [first, (said, unit, ())]
        found: list[Step] = [first, (said, "", (places[-1],))]
        if verb == "move":
            by = ", ".join(self.place(place) for place in places[:-1])
            found.append((f"by {by}" if by else STRAIGHT, "", tuple(places)))
        return found

    def _plain(self, verb: str, objects: list[str]) -> list[Step]:
        levels = self.terminal.menu_levels(verb, objects, self.place)
        if levels:
            return [(label, "", places) for label, places in levels]
        word = objects[0]
        if word in self.places:
            said = self.decisions.verbs[verb].mode
            return [(said, "", ()), (self.place(word), "", (word,))]
        names = {"number": word, "nation": word.capitalize(), "event": self.events.get(word, word)}
        text = " ".join([verb, *objects])
        return [(self.decisions.says(self.position.step, text, names), "", ())]


def find(entries: Iterable[Entry], words: str) -> list[Entry]:
    """Return the entries that contain all words, in their label or in an action."""
    wanted = words.lower().split()
    return [
        entry
        for entry in entries
        if all(
            word in entry.label.lower() or any(word in text.split() for text in entry.actions())
            for word in wanted
        )
    ]
