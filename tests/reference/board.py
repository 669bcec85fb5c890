"""The map and the charts of Across Suez, as plain sets and dictionaries."""

import tomllib
from itertools import pairwise
from pathlib import Path

DATA = Path(__file__).parents[2] / "src" / "bridgehead" / "titles" / "across_suez" / "data"
PROHIBITED = ("swamp", "lake")


def read(path):
    with Path(path).open("rb") as file:
        return tomllib.load(file)


def pair(one, other):
    """A hexside, by the two hexes that share it."""
    return frozenset((one, other))


def hexsides(text):
    return {pair(*side.split("/")) for side in text.split()}


class Board:
    """Hexes are texts of four digits, column then row; costs are half movement points."""

    def __init__(self, map_path, tables, reprint):
        data = read(map_path)
        self.costs = tables["movement"]
        self.crossing_hex = tables["canal"]["crossing_hex"]
        grid = data["grid"]
        assert grid["shifted_down"] == "even"
        absent = set(grid["absent"].split())
        first_column, last_column = grid["columns"]
        first_row, last_row = grid["rows"]
        self.hexes = [
            f"{column:02}{row:02}"
            for column in range(first_column, last_column + 1)
            for row in range(first_row, last_row + 1)
            if f"{column:02}{row:02}" not in absent
        ]
        on_map = set(self.hexes)
        self.terrain = dict.fromkeys(self.hexes, "clear")
        for kind, text in data["terrain"].items():
            for hex_ in text.split():
                self.terrain[hex_] = kind
        self.neighbors = {
            hex_: [near for near in self._around(hex_) if near in on_map] for hex_ in self.hexes
        }
        self.edge = {hex_ for hex_ in self.hexes if len(self.neighbors[hex_]) < 6}

        sides = data.get("hexsides", {})
        self.ridges = hexsides(sides.get("ridge", ""))
        self.closed = hexsides(sides.get("lake", ""))
        if reprint:  # its chart closes canal hexsides as well
            self.closed |= hexsides(sides.get("canal", ""))

        self.roads, self.trails = set(), set()
        self.road_hexes, self.road_ends = set(), set()
        for text in data["paths"].get("road", []):
            path = text.split()
            self.roads |= {pair(*step) for step in pairwise(path)}
            self.road_hexes |= set(path)
            self.road_ends |= {path[0], path[-1]}
        for text in data["paths"].get("trail", []):
            path = text.split()
            self.trails |= {pair(*step) for step in pairwise(path)}
        # a road leaves the map where it ends at the edge, but not at the canal
        self.road_exits = (self.road_ends & self.edge) - {self.crossing_hex}

        # every step there is from a hex: (neighbor, cost)
        self.steps = {
            hex_: [
                (near, self.step_cost(hex_, near))
                for near in self.neighbors[hex_]
                if self.step_cost(hex_, near) is not None
            ]
            for hex_ in self.hexes
        }
        self.entries = data["entries"]
        self.canal_hexes = sorted(
            hex_ for text in data.get("canal_hexes", {}).values() for hex_ in text.split()
        )

    @staticmethod
    def _around(hex_):
        """The six hexes around, on the map or not: even columns sit half a hex lower."""
        column, row = int(hex_[:2]), int(hex_[2:])
        upper = row if column % 2 == 0 else row - 1
        around = [(column, row - 1), (column, row + 1)]
        for beside in (column - 1, column + 1):
            around += [(beside, upper), (beside, upper + 1)]
        return [f"{c:02}{r:02}" for c, r in around if c >= 0 and r >= 0]

    @staticmethod
    def distance(one, other):
        """Hexes from one to the other over an endless grid."""
        columns = abs(int(one[:2]) - int(other[:2]))
        # height of a hex in half hexes, growing downwards
        heights = [
            2 * int(hex_[2:]) + (1 if int(hex_[:2]) % 2 == 0 else 0) for hex_ in (one, other)
        ]
        drop = abs(heights[0] - heights[1])
        # each column stepped over may climb or fall half a hex on the way
        return columns + max(0, drop - columns) // 2

    def passable(self, hex_):
        """Terrain that a unit may stand on: neither lake nor swamp [4.2]."""
        return self.terrain[hex_] not in PROHIBITED

    def open_between(self, one, other):
        return pair(one, other) not in self.closed

    def terrain_cost(self, hex_):
        return self.costs[self.terrain[hex_]]

    def step_cost(self, start, goal):
        """Cheapest cost of the step to a neighbor, or None where there is none [4.2]."""
        if not self.passable(goal) or not self.open_between(start, goal):
            return None
        side = pair(start, goal)
        ordinary = self.terrain_cost(goal)
        if side in self.ridges:
            ordinary += self.costs["ridge_hexside"]
        ways = [ordinary]
        if side in self.roads:
            ways.append(self.costs["road"])
        if side in self.trails:
            ways.append(self.costs["trail"])
        return min(ways)

    def entry_cost(self, hex_, by_road=True):
        """Cost of the first hex of a unit coming from off the map [7.1]."""
        ordinary = self.terrain_cost(hex_)
        if by_road and hex_ in self.road_exits:
            return min(ordinary, self.costs["road"])
        return ordinary
