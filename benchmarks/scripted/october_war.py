"""Scripted opponents of October War: one theater, air and ground together, objectives.

They read nothing but the view of their side and its legal actions.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import Any

from benchmarks.scripted.script import Legal, Script, by_verb

UNKNOWN = 2.5  # the strength that an enemy counter is taken to have
FAR = 30
WORTH = {
    "arab": {"arab_objective": 10, "pass": 5, "bar_lev": 2, "purple_line_fort": 2},
    "israel": {"israeli_objective": 10, "egyptian_town": 5, "arab_fort": 3, "arab_town": 4,
               "egyptian_city": 1, "purple_line_fort": 2, "bar_lev": 2, "pass": 4},
}  # fmt: skip
LEAST = ("pass", "hold", "end")  # what to do where nothing else is wanted
GLADLY = ("arrive", "mobilize", "refit", "take", "divide", "strike", "fire-sam", "fire", "shift")


class General(Script):
    """Marches to points of value and fights where it takes itself to be stronger."""

    odds = 1.6  # our strength against theirs for an attack
    missions = ("ground-attack",)
    theaters: tuple[str, ...] = ("sinai", "golan")  # the first gets what can be chosen
    spread = 0.3  # what a step away from a goal costs

    def __init__(self, game: Any, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.phase: tuple[Any, ...] = ()
        self.settled: set[str] = set()
        self.points = {point.id: point for point in game.map.points}
        self.near: dict[str, set[str]] = {point: set() for point in self.points}
        for route in game.map.routes:
            self.near[route.a].add(route.b)
            self.near[route.b].add(route.a)
        self.away = {point: self.distances(point) for point in self.points}

    def decide(self, position: Any, legal: Legal) -> str:
        side, verbs, step = position.to_move, by_verb(legal), position.step
        phase = (position.turn, position.phase, step, side)
        if phase != self.phase or step != "movement":
            self.look(position.view(side), side)
        if phase != self.phase:
            self.phase, self.settled = phase, set()
        if "deploy" in verbs:
            return "deploy"
        if step == "movement":
            return self.march(legal)
        if "commit" in verbs:
            return self.commit(verbs["commit"], legal)
        if step in ("raids", "barrages", "battles"):
            return self.fight(verbs, legal)
        if "stay" in verbs and "retreat" in verbs:
            return "stay" if self.stands(position) else "retreat"
        for verb in ("break", "withdraw", "eliminate", "lose"):  # hits
            if verb in verbs and step not in ("setup", "reorganize", "reorganization"):
                return self.weakest([text for text in legal if text.startswith(verb)])
        wanted = [text for text in legal if text.split()[0] in GLADLY]
        if wanted:
            return max(wanted, key=lambda text: self.gladly(text.split()))
        return next((text for text in LEAST if text in legal), legal[-1])

    # What is known

    def look(self, view: Any, side: str) -> None:
        """Read a side's view: our counters, the known enemies, and the number of unknown ones."""
        self.side = side
        where = view["units"]
        self.mine = {u: p for u, p in where.items() if self.is_ours(u) and p in self.points}
        self.theirs: defaultdict[str, float] = defaultdict(float)
        for unit, place in where.items():
            if place in self.points and not self.is_ours(unit):
                self.theirs[place] += self.strength(unit)
        for place, count in view.get("hidden", {}).items():
            if place in self.points:
                self.theirs[place] += UNKNOWN * (count if isinstance(count, int) else len(count))
        self.ours: defaultdict[str, float] = defaultdict(float)
        for unit, place in self.mine.items():
            self.ours[place] += self.strength(unit)
        self.aims = {p: w for p in self.points if (w := self.worth(p)) > 0}

    def is_ours(self, unit: str) -> bool:
        """Return whether a counter is on the side that decides."""
        return bool(self.data[unit]["side"] == self.side)

    def worth(self, point: str) -> float:
        """Return the value of holding a point that we do not hold yet."""
        known = WORTH[self.side]
        value = float(max((known.get(f, 0) for f in self.points[point].features), default=0))
        first = self.points[point].theater == self.theaters[0]
        return value * (1.0 if first else 0.6) * (0.3 if self.ours[point] > 0 else 1.0)

    def distances(self, goal: str) -> dict[str, int]:
        """Return how many steps each point is away from a goal."""
        found, ahead = {goal: 0}, deque([goal])
        while ahead:
            here = ahead.popleft()
            for there in self.near[here] - found.keys():
                found[there] = found[here] + 1
                ahead.append(there)
        return found

    # Moving

    def pull(self, unit: str, point: str) -> float:
        """Return the attraction of a point: the best goal less its distance."""
        pulls = [
            worth - self.spread * worth * self.away[aim].get(point, FAR) ** 0.7
            for aim, worth in self.aims.items()
        ]
        return max(pulls, default=0.0)

    def value(self, unit: str, point: str) -> float:
        """Return the value of a point for a counter."""
        if point not in self.points:
            return -3.0
        force = self.ours[point] + self.strength(unit) * (self.mine.get(unit) != point)
        if self.theirs[point]:
            near = sum(self.ours[p] for p in self.near[point])
            brave = (force + 0.7 * near) / self.theirs[point] >= self.odds
            return self.pull(unit, point) + (1.0 if brave else -6.0)
        danger = max((self.theirs[p] for p in self.near[point]), default=0.0)
        return self.pull(unit, point) - 0.2 * max(0.0, danger - force)

    def march(self, legal: Legal) -> str:
        moves: dict[str, list[tuple[str, str]]] = {}
        for text in legal:
            words = text.split()
            if words[0] in ("move", "cross", "bridge") and words[1] not in self.settled:
                moves.setdefault(words[1], []).append((words[-1], text))
        for unit in sorted(moves, key=lambda u: (-self.strength(u), u)):
            self.settled.add(unit)
            here = self.mine.get(unit, "")
            gain, text = self.best((self.value(unit, to), text) for to, text in moves[unit])
            if gain > self.value(unit, here) + 0.1:
                to = text.split()[-1]
                self.mine[unit] = to
                self.ours[here] -= self.strength(unit)
                self.ours[to] += self.strength(unit)
                return text
        return "end" if "end" in legal else legal[-1]

    # Fighting

    def fight(self, verbs: Any, legal: Legal) -> str:
        """Return the raid, barrage or battle of greatest value, or the end of the phase."""
        choices = []
        for verb, ways in verbs.items():
            for words in ways:
                if verb == "raid":
                    point, number = words[0], int(words[-1])
                    choices.append((self.theirs[point] * min(number, 4), f"raid {' '.join(words)}"))
                elif verb == "barrage":
                    choices.append((self.theirs[words[1]], f"barrage {' '.join(words)}"))
                elif verb == "attack":
                    margin = self.ratio(words[0]) - self.odds
                    choices.append(
                        (margin + 0.05 * self.aims.get(words[0], 0), f"attack {words[0]}")
                    )
        value, text = self.best(choices) if choices else (0.0, "")
        return text if value > 0.05 or "end" not in legal else "end"

    def ratio(self, point: str) -> float:
        """Return the ratio of our strength to theirs in a point."""
        return self.ours[point] / max(1.0, self.theirs[point])

    def stands(self, position: Any) -> bool:
        """Return whether we stay in a battle: a goal is held, or we are not much weaker."""
        contested = [p for p, force in self.ours.items() if force > 0 and self.theirs[p] > 0]
        return any(self.ratio(p) > 0.8 or self.aims.get(p, 0) > 2 for p in contested)

    def weakest(self, texts: list[str]) -> str:
        """Return the action about the weakest counter."""
        return min(texts, key=lambda text: (self.strength(text.split()[1]), text))

    # Air, and home

    def commit(self, ways: list[list[str]], legal: Legal) -> str:
        """Return a commitment of strikes to the wanted mission, the first theater first."""
        wanted = [w for w in ways if w[3] in self.missions]
        if not wanted:
            return "end" if "end" in legal else legal[-1]
        wanted.sort(key=lambda w: (w[2] == self.theaters[0], int(w[4]), w))
        return f"commit {' '.join(wanted[-1])}"

    def gladly(self, words: list[str]) -> tuple[float, ...]:
        """Return the sort key of an action: the strongest counter first, then the larger number."""
        if words[1].isdigit():
            return (float(words[1]),)
        unit = words[1] if words[1] in self.data else ""
        near = self.points.get(words[-1])
        first = float(near is not None and near.theater == self.theaters[0])
        return (self.strength(unit) if unit else 0.0, first)


class OneTheater(General):
    """Masses its armor in one theater and holds the other."""

    style = "armor massed in one theater"

    def worth(self, point: str) -> float:
        first = self.points[point].theater == ("golan" if self.side == "israel" else "sinai")
        return super().worth(point) * (1.5 if first else 0.5)


class AirAndGround(General):
    """Flies ground attacks only, and attacks where they have struck."""

    style = "ground attacks by air on the stacks it attacks, no air superiority"
    odds = 1.2
    missions = ("ground-attack",)
    theaters = ("golan", "sinai")


class ObjectiveHopper(General):
    """Moves from objective to objective past the enemy, and holds what it has."""

    style = "hops to undefended objectives and holds them"
    odds = 2.2
    missions = ("air-superiority",)

    def value(self, unit: str, point: str) -> float:
        if point not in self.points or self.theirs[point]:
            return super().value(unit, point)
        return super().value(unit, point) + 0.7 * self.worth(point)
