"""The other side's last turn, told to a side in a few lines: moves, battles, losses, points, goals.

It is made from the side's own story, so it says nothing that the side could not read before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from bridgehead.core.titles.games import title_of
from bridgehead.server.views.story import Entry, Mark, Story


@dataclass
class _Battle:
    """An attack, and what came of it."""

    text: str
    places: tuple[str, ...]
    n: int
    results: list[str] = field(default_factory=list)

    def line(self) -> dict[str, Any]:
        """Return it as a line: who attacked whom, and the results."""
        results = ", ".join(dict.fromkeys(self.results))
        head = self.text.split(": ")[0].rstrip(".")
        text = f"{head}: {results}." if results else f"{head}."
        found = {"kind": "battle", "text": text, "result": results}
        return {**found, "places": list(self.places), "n": self.n}


def turn_told(story: Story, side: str) -> dict[str, Any] | None:
    """Return the last turn of the other side in which anything was done, None if there is none.

    `fresh` says whether the side has done nothing since. Arrows go from place to place.
    """
    for begun, ended in _turns(story.marks, side):
        entries = [one for one in story.entries if begun.n < one.n <= ended.n]
        deeds = _Deeds(story).add(entries)
        lines = deeds.lines()
        if not lines:
            continue
        since = story.actions[ended.n :]
        rolled = title_of(story.game.id).decisions.of_dice()
        lines += _changes(begun.standing, ended.standing, begun.side)
        return {
            "side": begun.side,
            "turn": begun.turn,
            "from": begun.n,
            "to": ended.n,
            "fresh": ended.side == side and all(text.split()[0] in rolled for text in since),
            "lines": lines,
            "arrows": deeds.arrows(),
        }
    return None


def battles_of_phase(story: Story) -> list[dict[str, Any]]:
    """Return the battles of the present phase so far, in their order."""
    begun = story.marks[-1].n
    entries: list[Entry] = []
    for entry in reversed(story.entries):
        if entry.n <= begun:
            break
        entries.append(entry)
    return _Deeds(story).add(entries[::-1]).battles()


def _turns(marks: Sequence[Mark], side: str) -> list[tuple[Mark, Mark]]:
    """Return where each turn of the others begins and ends, the last first."""
    changes = [mark for n, mark in enumerate(marks) if n == 0 or mark.side != marks[n - 1].side]
    return [(one, then) for one, then in pairwise(changes) if one.side != side][::-1]


class _Deeds:
    """The moves and battles among some lines of a log."""

    def __init__(self, story: Story) -> None:
        decisions = title_of(story.game.id).decisions
        self._actions = story.actions
        self._units = story.game.grammar.units
        self._verbs = decisions.verbs
        self._dice = decisions.of_dice()
        self._battles: list[_Battle] = []
        self._moved: dict[str, str] = {}  # by unit, or by action where it is hidden: the last place
        self._arrows: list[tuple[str, dict[str, str]]] = []  # each with its unit

    def add(self, entries: Sequence[Entry]) -> _Deeds:
        """Add lines of the log."""
        for entry in entries:
            verb, *objects = self._actions[entry.n - 1].split()
            known = self._verbs.get(verb)
            unit = objects[0] if objects and objects[0] in self._units else str(entry.n)
            if known is not None and known.opens and entry.hexes:
                self._fight(entry)
                continue
            if (entry.roll is not None or entry.settles) and entry.hexes and self._battles:
                self._battle_at(entry).results.append(entry.text.split(": ")[-1].rstrip("."))
            if known is not None and known.moves and entry.hexes:
                self._moved[unit] = entry.hexes[-1]
            if len(entry.hexes) > 1 and entry.roll is None and not self._is_open(entry.n):
                self._go(unit, entry.hexes[0], entry.hexes[-1])
        return self

    def _fight(self, entry: Entry) -> None:
        if self._battles and self._battles[-1].n == entry.n:
            return  # a consequence of the attack, not the attack
        self._battles.append(_Battle(entry.text, entry.hexes, entry.n))
        goals = self._aims(entry)
        for start in dict.fromkeys(entry.hexes):
            if start not in goals:
                arrows = ({"from": start, "to": goal, "kind": "attacks"} for goal in goals)
                self._arrows += (("", arrow) for arrow in arrows)

    def _battle_at(self, entry: Entry) -> _Battle:
        """Return the battle that a result belongs to: the last one at its places, or of all."""
        there = (one for one in reversed(self._battles) if {*one.places} & {*entry.hexes})
        return next(there, self._battles[-1])

    def _aims(self, entry: Entry) -> list[str]:
        """Return the places that are attacked: those that the actions of the attack name."""
        named: list[str] = []
        for action in self._actions[entry.n - 1 :: -1]:
            verb, *objects = action.split()
            named += (name for name in objects if name in entry.hexes)
            if named and verb in self._verbs and self._verbs[verb].opens:
                break
        return named or [entry.hexes[-1]]

    def _is_open(self, n: int) -> bool:
        """Whether a die decides whether action n is done."""
        made = [text.split()[0] for text in self._actions[n - 1 : n + 1]]
        return len(made) == 2 and made[0] not in self._dice and made[1] in self._dice

    def _go(self, unit: str, start: str, goal: str) -> None:
        last, arrow = self._arrows[-1] if self._arrows else ("", {"to": ""})
        if unit == last and arrow["to"] == start:  # it goes on
            arrow["to"] = goal
        elif start != goal:
            self._arrows.append((unit, {"from": start, "to": goal, "kind": "goes"}))

    def battles(self) -> list[dict[str, Any]]:
        """Return a line for each battle."""
        return [battle.line() for battle in self._battles]

    def lines(self) -> list[dict[str, Any]]:
        """Return a line about all moves, and one for each battle."""
        places = list(dict.fromkeys(self._moved.values()))
        moves = [{"kind": "moves", "count": len(self._moved), "places": places}]
        return (moves if self._moved else []) + self.battles()

    def arrows(self) -> list[dict[str, str]]:
        """Return the arrows on the map, each once."""
        found: list[dict[str, str]] = []
        for _, arrow in self._arrows:
            if arrow not in found:
                found.append(arrow)
        return found


def _changes(
    before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, acting: str
) -> list[dict[str, Any]]:
    """Return the lines about losses, points and the goals of the side that acted."""
    if before is None or after is None:
        return []
    lost = [
        {"kind": "lost", "side": side, "count": count - before["lost"].get(side, 0), "places": []}
        for side, count in after["lost"].items()
    ]
    points = [
        {"kind": "scored", "side": side, "count": count - before["points"].get(side, 0),
         "places": []}
        for side, count in after["points"].items()
    ]  # fmt: skip
    return [line for line in lost + points if line["count"]] + _goals(before, after, acting)


def _goals(
    before: Mapping[str, Any], after: Mapping[str, Any], acting: str
) -> list[dict[str, Any]]:
    known = {(goal["text"], goal["side"]): goal["have"] for goal in before["goals"]}
    return [
        {"kind": "goal", "text": goal["text"], "side": goal["side"], "have": goal["have"],
         "was": known[goal["text"], goal["side"]], "places": []}
        for goal in after["goals"]
        if goal["side"] and known.get((goal["text"], goal["side"]), goal["have"]) != goal["have"]
        and (goal["side"] == acting or goal["have"] < known[goal["text"], goal["side"]])
    ]  # fmt: skip
