"""The maps and the charts of Middle East Battles, as plain sets and dictionaries.

Hexes are texts of four digits, column then row. Costs are half movement points.
"""

import tomllib
from itertools import pairwise
from pathlib import Path

DATA = Path(__file__).parents[3] / "src" / "bridgehead" / "titles" / "middle_east_battles" / "data"
FOLDERS = {"suez-56": "suez56", "el-arish-67": "el_arish67"}
CLOSED_TERRAIN = ("sea", "lake")


def read(path):
    with Path(path).open("rb") as file:
        return tomllib.load(file)


def pair(one, other):
    """A hexside, by the two hexes that share it."""
    return frozenset((one, other))


def hexsides(text):
    return {pair(*side.split("/")) for side in text.split()}


class Board:
    """One map with the terrain chart applied to it."""

    def __init__(self, game):
        self.suez = game == "suez-56"
        folder = FOLDERS[game]
        data = read(DATA / folder / "map.toml")
        tables = read(DATA / "tables.toml")
        self.chart = tables["terrain"]["both"] | tables["terrain"][folder]
        grid = data["grid"]
        assert grid["shifted_down"] == "even"
        absent = set(grid.get("absent", "").split())
        columns, rows = grid["columns"], grid["rows"]
        every = [
            f"{column:02}{row:02}"
            for column in range(columns[0], columns[1] + 1)
            for row in range(rows[0], rows[1] + 1)
        ]
        self.hexes = [h for h in every if h not in absent]
        on_map = set(self.hexes)
        self.terrain = dict.fromkeys(self.hexes, "clear")
        for kind, text in data["terrain"].items():
            for hex_ in text.split():
                self.terrain[hex_] = kind
        self.neighbors = {h: [n for n in self.around(h) if n in on_map] for h in self.hexes}
        self.land = {h for h in self.hexes if self.terrain[h] not in CLOSED_TERRAIN}
        self.cities = {h for h in self.hexes if self.terrain[h] == "city"}
        self.forts = {h for h in self.hexes if self.terrain[h] == "fortification"}
        self.near_forts = self.forts | {n for h in self.forts for n in self.around(h)}

        sides = {kind: hexsides(text) for kind, text in data["hexsides"].items()}
        self.closed = sides.get("suez_canal", set()) | sides.get("lake", set())
        self.channels = sides.get("manzala_canal", set()) | sides.get("raswa_channel", set())
        # what a hexside adds to movement, and its columns for the defender
        self.side_move, self.side_shift = {}, {}
        for kind, found in sides.items():
            terms = self.chart[f"{kind}_hexside"]
            for side in found:
                if terms["move"] != "prohibited":
                    self.side_move[side] = terms["move"]
                self.side_shift[side] = terms["shift"]

        self.roads, self.trails, road_ends, trail_ends = set(), set(), set(), set()
        for kind, found, ends in (
            ("road", self.roads, road_ends),
            ("trail", self.trails, trail_ends),
        ):
            for text in data["paths"].get(kind, []):
                path = text.split()
                found |= {pair(*step) for step in pairwise(path)}
                ends |= {path[0], path[-1]}
        # a road or trail that ends in a hex of the rim leaves the map there
        rim = {h for h in self.hexes if len(self.neighbors[h]) < 6}
        self.road_ends, self.trail_ends = road_ends & rim, trail_ends & rim

        features = data["features"]
        self.objectives = list(data["objectives"])
        self.coast = features.get("mediterranean_coast", features.get("coastal")).split()
        self.sea_lane = features.get("helicopter_sea", "").split()
        self.towns = set(features.get("town", "").split())
        self.east = features.get("east_edge", "").split()
        self.west = features.get("west_edge", "").split()
        self.exits = features["exit"].split() if self.suez else self.west
        self.spans = {k: v.split() for k, v in data.get("entries", {}).items()}
        first, last, south = f"{columns[0]:02}", f"{columns[1]:02}", f"{rows[1]:02}"
        self.rim = [
            h for h in self.hexes if h in self.land and (h[:2] in (first, last) or h[2:] == south)
        ]

        # every step of a ground unit: (neighbor, half points)
        self.steps = {
            h: [
                (n, self.step_cost(h, n))
                for n in self.neighbors[h]
                if self.step_cost(h, n) is not None
            ]
            for h in self.hexes
        }

    @staticmethod
    def around(hex_):
        """The six hexes around, on the map or not: even columns sit half a hex lower."""
        column, row = int(hex_[:2]), int(hex_[2:])
        upper = row if column % 2 == 0 else row - 1
        near = [(column, row - 1), (column, row + 1)]
        for beside in (column - 1, column + 1):
            near += [(beside, upper), (beside, upper + 1)]
        return [f"{c:02}{r:02}" for c, r in near]

    @staticmethod
    def distance(one, other):
        """Hexes from one to the other over an endless grid."""
        columns = abs(int(one[:2]) - int(other[:2]))
        heights = [2 * int(h[2:]) + (1 if int(h[:2]) % 2 == 0 else 0) for h in (one, other)]
        drop = abs(heights[0] - heights[1])
        return columns + max(0, drop - columns) // 2

    def flights(self, starts):
        """Hexes flown to be over each hex of the map, from the nearest of some hexes."""
        found = dict.fromkeys(starts, 0)
        queue = list(found)
        for here in queue:  # it grows meanwhile
            for near in self.neighbors[here]:
                if near not in found:
                    found[near] = found[here] + 1
                    queue.append(near)
        return found

    def step_cost(self, start, goal):
        """Half points for a ground unit to step to a neighbor; None where it cannot."""
        side = pair(start, goal)
        if goal not in self.land or side in self.closed:
            return None
        extra = self.side_move.get(side, 0)
        ways = [self.chart[self.terrain[goal]]["move"] + extra]
        if side in self.roads:
            ways.append(self.chart["road"]["move"])
        if side in self.trails:
            ways.append(self.chart["trail"]["move"] + extra)
        return min(ways)

    def entry_cost(self, hex_):
        """Half points for the first hex of a ground unit from off the map."""
        ways = [self.chart[self.terrain[hex_]]["move"]]
        if hex_ in self.road_ends:
            ways.append(self.chart["road"]["move"])
        if hex_ in self.trail_ends:
            ways.append(self.chart["trail"]["move"])
        return min(ways)

    def exit_cost(self, hex_):
        return 1 if hex_ in self.road_ends else 2

    def may_retreat(self, start, goal):
        """Terrain and hexside allow a retreat or displacement."""
        side = pair(start, goal)
        if goal not in self.land or side in self.closed:
            return False
        return side not in self.channels or side in self.roads
