"""What the scripts of the hex titles share: where units are, and moves by the value of hexes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from benchmarks.scripted.script import Legal, Script

FAR = 60


class HexScript(Script):
    """A script that moves one unit after another to the hex of greatest value for it."""

    patience = 0.05  # what a move must gain
    moving: tuple[str, ...] = ("move", "enter", "land", "drop")

    def __init__(self, game: Any, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.grid = game.map.grid
        self.near = {h: tuple(self.grid.neighbors(h)) for h in self.grid.hexes()}
        self.roads = {h for kind in ("road",) for path in game.map.paths[kind] for h in path}
        self.phase: tuple[Any, ...] = ()
        self.settled: set[str] = set()  # units that stay where they are in this phase
        self.side = ""

    def look(self, position: Any) -> None:
        """Note where the units are, and plan when a new phase has begun."""
        self.side = position.to_move
        mine = [u for u, unit in self.data.items() if unit["side"] == self.side]
        where = position.units
        self.mine = {u: where[u] for u in mine if where[u] in self.near}
        self.enemies = {u: h for u, h in where.items() if h in self.near and u not in self.mine}
        self.at = {h: u for u, h in self.mine.items()}
        self.foe = {h: u for u, h in self.enemies.items()}
        phase = (position.turn, self.side, position.phase)
        if phase != self.phase:
            self.phase, self.settled = phase, set()
            self.begin(position)

    def begin(self, position: Any) -> None:
        """Plan a phase."""

    def distances(self, goals: Iterable[str], closed: Callable[[str], bool]) -> dict[str, int]:
        """Return the distance of each hex to the nearest goal."""
        found = dict.fromkeys(goals, 0)
        ahead = deque(found)
        while ahead:
            here = ahead.popleft()
            for there in self.near[here]:
                if there not in found and not closed(there):
                    found[there] = found[here] + 1
                    ahead.append(there)
        return found

    def threatened(self, hex_: str) -> int:
        """Return how many enemies are beside a hex."""
        return sum(there in self.foe for there in self.near[hex_])

    def friends(self, hex_: str, unit: str = "") -> int:
        """Return how many of our own units are beside a hex, one unit not counted."""
        return sum(self.at.get(there, unit) != unit for there in self.near[hex_])

    def value(self, unit: str, hex_: str) -> float:
        """Return the value of a hex for a unit."""
        raise NotImplementedError

    def march(self, legal: Legal) -> str:
        """Return a move of the first unit that gains by one, else the end of the phase."""
        moves: dict[str, list[tuple[str, str]]] = {}
        for text in legal:
            words = text.split()
            if words[0] in self.moving and len(words) == 3 and words[1] not in self.settled:
                moves.setdefault(words[1], []).append((words[2], text))
        for unit in self.in_order(list(moves)):
            here = self.mine.get(unit)
            stays = self.value(unit, here) if here else -1000.0
            gain, text = self.best(
                (self.value(unit, hex_) - stays, text) for hex_, text in moves[unit]
            )
            self.settled.add(unit)
            if gain > self.patience:
                return text
        return "end" if "end" in legal else legal[-1]

    def in_order(self, units: list[str]) -> list[str]:
        """Return the units in the order in which they move."""
        return sorted(units, key=lambda unit: (-self.strength(unit), unit))
