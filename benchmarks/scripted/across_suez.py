"""Scripted opponents of Across Suez: sandwiches, the line of communication, turtle and rush."""

from __future__ import annotations

import itertools
from typing import Any

from benchmarks.scripted.hexes import FAR, HexScript
from benchmarks.scripted.script import Legal, by_verb
from bridgehead import players
from bridgehead.core.errors import BridgeheadError

MATZMED, END_OF_LINE = "0112", "1708"
ROOM = 2  # hexes around Matzmed that a wall fills
LAST = 7  # the last turn
COVER = ("elevated_sand", "chinese_farm", "bar_lev", "swamp")
WIDTH = 9  # enemies that a plan of attack looks at


class Officer(HexScript):
    """Fights where it pays; its subclasses decide where it wants to be on the map."""

    boldness = 0.0  # an attack worth more than minus this is made
    strikes = 2  # joint attacks planned for a movement phase
    least = 0.5  # what such an attack must be worth

    def decide(self, position: Any, legal: Legal) -> str:
        self.look(position)
        verbs = by_verb(legal)
        if position.phase == "movement":
            return self.cross(verbs) or self.cut(position, legal) or self.march(legal)
        if "attack" in verbs:
            return self.fight(position, legal, [words[0] for words in verbs["attack"]])
        if "bombard" in verbs:
            there = [words[0] for words in verbs["bombard"]]
            return f"bombard {max(there, key=lambda h: (self.strength(self.foe[h]), h))}"
        if "support" in legal:
            return "support"
        if "lose" in verbs:
            return min(legal, key=lambda text: (self.strength(text.split()[1]), text))
        if "retreat" in verbs:
            return self.best((self.value(u, h), f"retreat {u} {h}") for u, h in verbs["retreat"])[1]
        if "advance" in verbs:
            return self.advance(verbs["advance"], legal)
        return legal[-1]

    def advance(self, ways: list[list[str]], legal: Legal) -> str:
        """Return the advance that gains most, or none."""
        gains = [
            (self.value(u, h) - self.value(u, self.mine[u]), f"advance {u} {h}") for u, h in ways
        ]
        gain, text = self.best(gains)
        return text if gain > 0.5 or "stay" not in legal else "stay"

    def cut(self, position: Any, legal: Legal) -> str | None:
        """Return Egypt's last move onto the line: Egypt moves last, so nobody can reopen it."""
        open_ = position.line_of_communication()
        if self.side != "egypt" or position.turn < LAST or not open_:
            return None
        trial, best, found = position.copy(), len(open_), None
        beside = {h for there in open_ for h in (there, *self.near[there])}
        for text in legal:
            words = text.split()
            if len(words) == 3 and words[2] in beside:
                trial.push(text)
                length = len(trial.line_of_communication() or ()) or FAR
                trial.pop()
                if length > best:
                    best, found = length, text
        return found

    # What is across, and the bridge

    def begin(self, position: Any) -> None:
        self.across = sum(place == "across" for place in position.units.values())
        self.lakes = {h for h, terrain in self.game.map.terrain.items() if terrain == "lake"}
        self.road = self.distances([MATZMED], self.blocked)
        self.line = self.way_home()
        if position.phase == "movement" and self.strikes:
            self.queue = self.plan(position)

    def blocked(self, hex_: str) -> bool:
        """Return whether a hex is closed to the bridge unit and the line of communication."""
        terrain = self.game.map.terrain_of(hex_)
        return terrain != "clear" and hex_ not in self.roads and hex_ != MATZMED

    def way_home(self) -> list[str]:
        """Return the shortest line from Matzmed to its end, ignoring units."""
        away = self.distances([END_OF_LINE], self.blocked)
        line = [MATZMED]
        while line[-1] != END_OF_LINE and len(line) < FAR:
            line.append(min(self.near[line[-1]], key=lambda h: (away.get(h, FAR), h)))
        return line

    def cross(self, verbs: dict[str, list[list[str]]]) -> str | None:
        """Return the crossing of the weakest unit that can cross, until seven are across."""
        if self.across >= 7 or not verbs.get("cross"):
            return None
        unit = min((words[0] for words in verbs["cross"]), key=lambda u: (self.strength(u), u))
        self.across += 1
        return f"cross {unit}"

    def value(self, unit: str, hex_: str) -> float:
        if self.data[unit]["type"] == "bridge":
            if self.mine.get(unit) == MATZMED:  # it must not move again
                return 100.0 * (hex_ == MATZMED)
            near = sum(self.grid.distance(hex_, h) < 5 for h in self.foe)
            guards = min(3, self.friends(hex_, unit))
            return guards - near - float(self.road.get(hex_, FAR)) - 50.0 * self.threatened(hex_)
        return self.post(unit, hex_)

    def post(self, unit: str, hex_: str) -> float:
        """Return the value of a hex for a fighting unit."""
        raise NotImplementedError

    def safety(self, unit: str, hex_: str) -> float:
        """Return how safe a hex is: its terrain, and in how many ways it can be surrounded."""
        foes = sum(self.grid.distance(hex_, h) < 7 for h in self.foe)
        ring = [self.grid.neighbor(hex_, i) for i in range(6)]
        closed = [h is None or self.at.get(h, unit) != unit or h in self.lakes for h in ring]
        gaps = sum(not closed[i] and not closed[i + 3] for i in range(3))
        cover = 0.6 * (self.game.map.terrain_of(hex_) in COVER)
        return cover - 0.15 * gaps * min(4, foes) * (1 + self.strength(unit) / 6)

    def wall(self, unit: str, hex_: str) -> float:
        """Return the value of a hex for an Egypt that stands close together around Matzmed."""
        away = self.grid.distance(hex_, MATZMED)
        wall = 6.0 * (away == 0) + 3.0 * (away == 1) + 1.5 * (away == ROOM)
        return wall - 0.4 * away + 0.3 * self.friends(hex_, unit)

    # Combat

    def worth(self, target: str) -> float:
        """Return the value of eliminating an enemy."""
        bridge = 8.0 * (self.data[target]["type"] == "bridge")
        return 1.0 + self.strength(target) + 2.0 * (self.enemies[target] in self.line) + bridge

    def is_cut_off(self, hex_: str, by: dict[str, str], held: dict[str, str]) -> bool:
        """Return whether a unit in a hex has nowhere to retreat from enemies `by`."""
        for there in self.near[hex_]:
            water = there in self.lakes
            if water or there in by or there in held:
                continue
            if not any(beyond in by for beyond in self.near[there]):
                return False
        return True

    def appraise(self, odds: Any, target: str, hex_: str, hexes: list[str], at: Any) -> float:
        """Return the value of an attack, with eliminations by blocked retreat included."""
        chance = {name: float(share) for name, share in odds.results.items()}
        prize = self.worth(target)
        ours = [self.strength(at[h]) for h in hexes]
        killed = chance.get("De", 0.0)
        killed += chance.get("Dr", 0.0) * (1.0 if self.is_cut_off(hex_, at, self.foe) else 0.25)
        lost = sum(s for s, h in zip(ours, hexes, strict=True) if self.is_cut_off(h, self.foe, at))
        value = killed * prize - chance.get("Ae", 0.0) * sum(ours)
        value += chance.get("Ee", 0.0) * (prize - 0.8 * self.strength(target))
        return value - chance.get("Ar", 0.0) * (0.8 * lost + 0.3)

    def joined(
        self, position: Any, hex_: str, hexes: list[str], at: Any
    ) -> tuple[float, list[str]]:
        """Return the best attack on a hex by some of these units, added one by one."""
        target, best = self.foe[hex_], -1.0 * FAR
        chosen: list[str] = []
        while len(chosen) < len(hexes):
            trials = []
            for there in hexes:
                if there not in chosen:
                    try:
                        odds = position.odds(hex_, [at[h] for h in (*chosen, there)])
                    except BridgeheadError:
                        continue
                    value = self.appraise(odds, target, hex_, [*chosen, there], at)
                    trials.append((value, there))
            if not trials or max(trials)[0] < best:
                break
            best, there = max(trials)
            chosen.append(there)
        return best, chosen

    def fight(self, position: Any, legal: Legal, targets: list[str]) -> str:
        """Return the best attack that pays, or the end of the phase where none does."""
        done = set(position.to_dict().get("fought", ()))
        best, line = -self.boldness if "end" in legal else -float("inf"), "end"
        for hex_ in targets:
            at = {h: self.at[h] for h in self.near[hex_] if self.at.get(h, "") not in ("", *done)}
            at = {h: u for h, u in at.items() if self.data[u]["type"] != "bridge"}
            value, hexes = self.joined(position, hex_, list(at), self.at)
            if hexes and value > best:
                best, line = value, f"attack {hex_} with {' '.join(self.at[h] for h in hexes)}"
        if line == "end":
            return "end" if "end" in legal else legal[0]
        first, *self.queue = self.game.expand(position, line)
        return first

    # Joint attacks, planned before the first move

    def plan(self, position: Any) -> list[str]:
        """Return the moves that make the best joint attacks possible."""
        moves: list[str] = []
        trial = position.copy()
        for _ in range(self.strikes):
            found = self.strike(trial)
            if not found:
                break
            for text in found:
                trial.push(text)
            moves += found
        return moves

    def strike(self, trial: Any) -> list[str]:
        """Return the moves for one joint attack, from two or three sides of an enemy."""
        reach: dict[str, list[tuple[str, str]]] = {}
        for text in trial.legal_actions():
            words = text.split()
            if len(words) < 3 or words[1] in self.settled:
                continue
            if self.data[words[1]]["type"] != "bridge":
                reach.setdefault(words[2], []).append((words[1], text))
        best, found, posted = self.least, [], {}
        targets = sorted(self.enemies, key=lambda u: (-self.worth(u), u))
        for target in [u for u in targets if self.approach(u, reach) > 1][:WIDTH]:
            hex_ = self.enemies[target]
            for hexes in surroundings([self.grid.neighbor(hex_, i) for i in range(6)]):
                units, texts = self.assign(hexes, reach)
                if len(units) < len(hexes) or not texts:
                    continue
                value = self.tried(trial, target, hex_, dict(zip(hexes, units, strict=True)), texts)
                if value > best:
                    best, found, posted = value, texts, dict(zip(hexes, units, strict=True))
        for hex_, unit in posted.items():
            self.settled.add(unit)
            self.at.pop(self.mine.get(unit, ""), None)
            self.at[hex_], self.mine[unit] = unit, hex_
        return found

    def approach(self, target: str, reach: Any) -> int:
        """Return on how many sides of an enemy one of our units is or can be."""
        return sum(h in reach or h in self.at for h in self.near[self.enemies[target]])

    def assign(self, hexes: Any, reach: Any) -> tuple[list[str], list[str]]:
        """Return a unit for each hex, the strongest that can reach it, and the moves."""
        units: list[str] = []
        texts: list[str] = []
        for hex_ in hexes:
            if hex_ in self.at:
                units.append(self.at[hex_])
                continue  # who is used already attacks once: the enemy with more worth came first
            able = [
                (self.strength(u), u, text) for u, text in reach.get(hex_, ()) if u not in units
            ]
            if able:
                _, unit, text = max(able)
                units.append(unit)
                texts.append(text)
        return units, texts

    def tried(self, trial: Any, target: str, hex_: str, at: dict[str, str], texts: Any) -> float:
        """Return the value of an attack after these moves, -1 where they are not legal."""
        made = 0
        try:
            for text in texts:
                trial.push(text)
                made += 1
            odds = trial.odds(hex_, list(at.values()))
            return self.appraise(odds, target, hex_, list(at), {**self.at, **at})
        except BridgeheadError:
            return -1.0
        finally:
            for _ in range(made):
                trial.pop()


def surroundings(ring: list[str | None]) -> list[tuple[str, ...]]:
    """Return the pairs of opposite hexes of a ring, and the triples of every second hex."""
    pairs = [(ring[i], ring[i + 3]) for i in range(3)]
    wider = [(*pair, ring[k]) for i, pair in enumerate(pairs) for k in range(6) if k % 3 != i]
    threes = [(ring[i], ring[i + 2], ring[i + 4]) for i in range(2)]
    return [h for h in itertools.chain(pairs, threes, wider) if None not in h]  # type: ignore[misc]


class SandwichKiller(Officer):
    """Seeks eliminations from opposite hexes; moves on along the line from one to the next."""

    style = "joint attacks from opposite hexes, so that a retreat eliminates"
    strikes = 6

    def post(self, unit: str, hex_: str) -> float:
        if self.side == "israel":
            wish = -0.3 * self.road.get(hex_, FAR) if self.across < 6 else 0.0
            return wish + 2.0 * (hex_ in self.line) + self.safety(unit, hex_)
        return self.wall(unit, hex_)


class Ambusher(SandwichKiller):
    """Seeks the same eliminations; leaves all other decisions to the sergeant."""

    style = "the sergeant, but for joint attacks from opposite hexes and the last cut of the line"

    def __init__(self, game: Any, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.sergeant = players.create(game, "sergeant", seed)

    def decide(self, position: Any, legal: Legal) -> str:
        self.look(position)
        if position.phase == "movement":
            if self.queue and (text := self.queue.pop(0)) in legal:
                return text
            return self.cut(position, legal) or self.sergeant.choose(position)
        targets = [words[0] for words in by_verb(legal).get("attack", ())]
        if targets and (line := self.fight(position, legal, targets)) != "end":
            return line
        return self.sergeant.choose(position)


class LineOfficer(Officer):
    """As Egypt, stands on the line of communication; as Israel, guards it hex by hex."""

    style = "stands on the line of communication and cuts it, or guards it"
    strikes = 3
    boldness = -0.5

    def post(self, unit: str, hex_: str) -> float:
        if self.side == "israel":
            exposed = any(self.threatened(h) for h in self.near[hex_]) or self.threatened(hex_) > 0
            guard = 3.0 * (hex_ in self.line) * (1.5 if exposed else 0.6)
            wish = -0.25 * self.road.get(hex_, FAR) * (self.across < 6)
            return guard + wish + self.safety(unit, hex_)
        return self.wall(unit, hex_) + 1.5 * (hex_ in self.line)  # and `cut` in the last turn


class TurtleAndRusher(Officer):
    """As Egypt, stays on Matzmed and around it; as Israel, runs there and crosses."""

    style = "Egypt sits on Matzmed, Israel runs for it"
    boldness = -0.6
    strikes = 0

    def post(self, unit: str, hex_: str) -> float:
        if self.side == "israel":
            if self.across >= 6:
                return 2.0 * (hex_ in self.line) + 0.5 * self.threatened(hex_) * (hex_ in self.line)
            return -1.0 * self.road.get(hex_, FAR) - 0.2 * self.threatened(hex_)
        return self.wall(unit, hex_)
