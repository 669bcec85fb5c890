"""Scripted opponents of Middle East Battles: objectives, attrition, fortress."""

from __future__ import annotations

from typing import Any

from benchmarks.scripted.hexes import FAR, HexScript
from benchmarks.scripted.script import Legal, by_verb
from bridgehead.core.errors import BridgeheadError

MARKERS = ("air", "british-air", "french-air", "british-guns", "french-guns")
WON = 5  # victory points ahead


class Commander(HexScript):
    """Moves to hexes of value, and makes its mandatory attacks as well as it can."""

    strikes = 2  # airstrikes in an attack, at most
    shelling = 1.0  # the odds below which guns and airstrikes join
    voluntary = 0.4  # what an attack that is not owed must promise
    moving = ("move", "enter", "land", "drop", "lift", "exit")

    def decide(self, position: Any, legal: Legal) -> str:
        self.look(position)
        verbs, step = by_verb(legal), position.step
        if step == "setup":
            return "deploy" if "deploy" in legal else "end"
        if step in ("movement", "onward"):
            return self.march(legal)
        if step == "combat":
            return self.fight(position, verbs, legal)
        if step == "declare":
            return "fire" if "fire" in legal else self.random.choice(legal)
        if step == "fpf":
            return legal[0] if "fpf" in verbs else "done"
        if step == "table":
            tables = position.pending_odds().tables
            return max(legal, key=lambda name: (self.promise(tables[name].results), name))
        if "lose" in verbs:
            return min(legal, key=lambda text: (self.strength(text.split()[1]), text))
        for verb in ("retreat", "displace", "advance", "place"):
            if verb in verbs:
                return self.step_to(verb, verbs[verb], legal)
        if "stop" in legal:
            ahead = position.points[self.side] - min(position.points.values())
            return "stop" if ahead >= WON else self.random.choice(legal)
        return "stay" if "stay" in legal else legal[-1]

    def step_to(self, verb: str, ways: list[list[str]], legal: Legal) -> str:
        """Return a unit's retreat, advance or placement, or none where it may stay."""
        worth = [(self.value(unit, hex_), f"{verb} {unit} {hex_}") for unit, hex_, *_ in ways]
        best, text = self.best(worth)
        unit = text.split()[1]
        stays = self.value(unit, self.mine[unit]) if unit in self.mine else -FAR * 1.0
        return "stay" if "stay" in legal and best <= stays else text

    # The map

    def begin(self, position: Any) -> None:
        self.last = 11 if self.game.id.startswith("el") else 6
        self.turn = position.turn
        game_map = self.game.map
        self.goals = tuple(game_map.objectives)
        exits = [
            h for key in ("exit", "west_edge") for h in game_map.areas["features"].get(key, ())
        ]
        water = {h for h, terrain in game_map.terrain.items() if terrain in ("sea", "lake")}
        self.water = water - self.roads

        def wet(hex_: str) -> bool:
            return hex_ in self.water

        self.to_goal = {goal: self.distances([goal], wet) for goal in self.goals}
        self.to_exit = self.distances(exits, wet)
        held = {h for h in self.goals if h in self.at}
        self.open = [h for h in self.goals if h not in held]
        self.lonely = [h for h in self.goals if h in self.foe or h not in self.at]

    def goal(self, unit: str, hex_: str) -> float:
        """Return how near a hex is to the unit's goal, 0 on an objective."""
        wanted = self.open or list(self.goals)
        return float(min(self.to_goal[g].get(hex_, FAR) for g in wanted))

    def is_gun(self, unit: str) -> bool:
        """Return whether a unit is artillery."""
        return bool(self.data[unit].get("range"))

    def march(self, legal: Legal) -> str:
        exits = [text for text in legal if text.startswith(("exit ", "liftoff "))]
        if exits and self.leaves():
            return exits[0]
        return super().march([text for text in legal if not text.startswith("exit ")])

    def leaves(self) -> bool:
        """Return whether units that can leave the map do."""
        return True

    # Combat

    def promise(self, results: Any) -> float:
        """Return the value of a row of results: the enemy's retreats and losses against ours."""
        worth = {"DE": 2.0, "EX": 0.2, "D1": 0.5, "D2": 0.7, "D3": 0.8, "D4": 0.9}
        worth |= {"A1": -0.4, "BR": -0.1, "AE": -2.0, "AX": -1.5}
        return sum(worth.get(name, 0.0) * float(share) for name, share in results.items())

    def fight(self, position: Any, verbs: Any, legal: Legal) -> str:
        """Return the best attack, mandatory ones first; the end of the phase where none pays."""
        done = position.to_dict()
        fought = set(done.get("fought", ()))
        able = {u: h for u, h in self.mine.items() if u not in fought and self.strength(u) > 0}
        guns = {u: h for u, h in self.mine.items() if u not in fought and self.is_gun(u)}
        best, line = -float("inf"), ""
        for (hex_,) in verbs.get("attack", ()):
            beside = [u for u, h in able.items() if h in self.near[hex_]]
            near = [u for u in guns if self.grid.distance(guns[u], hex_) <= self.data[u]["range"]]
            for units in (beside, beside[:1], [*beside, *near[:2]]):
                value, text = self.announced(position, hex_, units)
                if text and value > best:
                    best, line = value, text
        if line and ("end" not in legal or best > self.voluntary):
            first, *self.queue = self.game.expand(position, line)
            if first in legal:
                return first
        return "end" if "end" in legal else self.random.choice(legal)

    def announced(self, position: Any, hex_: str, units: list[str]) -> tuple[float, str]:
        """Return the value of an attack, with markers where it needs them, and its text."""
        if not units:
            return 0.0, ""
        markers = self.markers(position, hex_)
        trial = position.copy()
        for given in ({}, markers):
            text = f"attack {hex_} with {' '.join(units)}"
            text += "".join(
                f" {name} {n}" if "air" in name else f" {name}" for name, n in given.items()
            )
            try:
                made = trial.push(f"{text} fire")
                for _ in made:
                    trial.pop()
                odds = position.odds(hex_, units, given)
            except BridgeheadError:
                continue
            value = max(self.promise(table.results) for table in odds.tables.values())
            if value >= self.shelling or given == markers:
                return value + self.prize(hex_), f"{text} fire"
        return 0.0, ""

    def markers(self, position: Any, hex_: str) -> dict[str, int]:
        """Return the airstrikes that may join an attack."""
        if self.side == "egypt":
            return {}
        left = {name: min(self.strikes, n) for name, n in position.air.items() if name and n}
        return dict(list(left.items())[:1])

    def prize(self, hex_: str) -> float:
        """Return the value of an attack on a hex apart from its combat result."""
        return 0.5 * (hex_ in self.goals)


class ObjectiveRusher(Commander):
    """Runs to the objectives and off the map, and holds what it has reached."""

    style = "runs for objectives and exits, fights what stands in the way"

    def value(self, unit: str, hex_: str) -> float:
        held = 3.0 * (hex_ in self.goals)
        run = -0.5 * self.goal(unit, hex_)
        return held + run - (0.4 if self.strength(unit) > 1 else 1.5) * self.threatened(hex_)


class Attrition(Commander):
    """Masses guns and airstrikes on the weakest enemy, and attacks with many against few."""

    style = "artillery and airstrikes massed on the weakest enemy"
    strikes = 4
    shelling = 2.5
    voluntary = 0.1

    def value(self, unit: str, hex_: str) -> float:
        if self.is_gun(unit):
            targets = sum(self.grid.distance(hex_, h) <= self.data[unit]["range"] for h in self.foe)
            return 0.5 * targets - 2.0 * self.threatened(hex_) - 0.1 * self.goal(unit, hex_)
        beside = [u for h, u in self.foe.items() if h in self.near[hex_]]
        weak = sum(1.5 - self.strength(u) for u in beside)
        many = sum(self.friends(self.enemies[u], unit) for u in beside)
        return weak + 1.2 * many - 0.3 * self.goal(unit, hex_) + 2.0 * (hex_ in self.goals)


class Fortress(Commander):
    """Holds objectives and blocks the roads to them; makes only mandatory attacks."""

    style = "holds objectives and roads, attacks only what it must"
    voluntary = 1.2

    def value(self, unit: str, hex_: str) -> float:
        wall = 4.0 * (hex_ in self.goals) + 1.0 * (hex_ in self.roads)
        wall += 0.8 * (self.game.map.terrain_of(hex_) in ("city", "fortification", "rough"))
        nearest = min(self.to_goal[g].get(hex_, FAR) for g in self.goals)
        return wall - 0.3 * nearest - 1.5 * self.threatened(hex_) + 0.2 * self.friends(hex_, unit)

    def leaves(self) -> bool:
        return self.turn >= self.last - 2
