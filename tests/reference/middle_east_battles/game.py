"""One of the two games: its counters, its charts, and who stands where."""

from functools import cache

from . import movement, phases
from .board import DATA, FOLDERS, Board, read
from .state import AWAY, HELICOPTER, STATIC, State

GROUPS = ("F", "4620-1", "3844-8", "C-7", "ABE")  # order of set-up in El Arish '67
COLUMN_POINTS = {"4a": "4th division enters", "shf": "shazli force enters"}


class Game:
    """The rules of one game, with the what-if units or without."""

    def __init__(self, name, what_if=False):
        self.name = name
        self.suez = name == "suez-56"
        self.what_if = what_if
        folder = FOLDERS[name]
        self.board = Board(name)
        self.tables = read(DATA / "tables.toml")
        self.folder = folder
        self.allowances = self.tables["movement"][folder]
        self.points = self.tables["victory"][folder]
        self.west = "anglo_french" if self.suez else "israel"
        self.sides = (self.west, "egypt")
        counters = read(DATA / folder / "units.toml")
        self.markers = counters["markers"]
        self.unit = {u["id"]: u for u in counters["unit"] if what_if or u["setup"] != "what_if"}
        self.units = list(self.unit)
        self.index = {u: i for i, u in enumerate(self.units)}
        self.of_side = {s: [u for u in self.units if self.unit[u]["side"] == s] for s in self.sides}
        self.turns = self.tables["turns"][folder]["count"]
        self.nights = self.tables["turns"][folder].get("night", [])

    # ---------------------------------------------------------------- counters

    def enemy(self, side):
        return self.sides[1 - self.sides.index(side)]

    def side_of(self, unit):
        return self.unit[unit]["side"]

    def flies(self, unit):
        return self.unit[unit]["mobility"] == HELICOPTER

    def static(self, unit):
        return self.unit[unit]["mobility"] == STATIC

    def artillery(self, unit):
        return "barrage" in self.unit[unit]

    def engineer(self, unit):
        """An engineer of the West: the Egyptian one has no such rules [9.15]."""
        return self.unit[unit]["type"] == "engineer" and self.side_of(unit) == self.west

    def missile(self, unit):
        return self.unit[unit]["type"] == "antitank_missile"

    def attack_value(self, unit):
        return self.unit[unit]["barrage" if self.artillery(unit) else "strength"]

    def defense_value(self, unit):
        return self.unit[unit]["defense" if self.artillery(unit) else "strength"]

    def division(self, unit):
        """Israeli division, None for Southern Command, which joins any [7.18]."""
        division = self.unit[unit]["division"]
        return None if division == "sc" else division

    def nation(self, unit):
        """0 British, 1 French."""
        return ("british", "french").index(self.unit[unit]["nation"])

    # ---------------------------------------------------------------- who is where

    @staticmethod
    def on_map(state, unit):
        return state.hex[unit] not in AWAY

    def units_in(self, state, hex_, side=None):
        return [
            u for u in self.units
            if state.hex[u] == hex_ and (side is None or self.side_of(u) == side)
        ]  # fmt: skip

    def hexes_of(self, state, side):
        return {state.hex[u] for u in self.of_side[side] if self.on_map(state, u)}

    def in_fort(self, state, unit):
        """An Egyptian in a fortification [6.2]."""
        return self.side_of(unit) == "egypt" and state.hex[unit] in self.board.forts

    def zone(self, state, side):
        """Hexes in the zone of control of a side [6.1]."""
        return {n for h in self.hexes_of(state, side) for n in self.board.neighbors[h]}

    def fort_zone(self, state):
        """Hexes next to an Egyptian in a fortification [6.3]."""
        held = self.hexes_of(state, "egypt") & self.board.forts
        return {n for h in held for n in self.board.neighbors[h]}

    def adjacent(self, state, unit, other):
        """Whether two units on the map are in neighboring hexes."""
        return state.hex[other] in self.board.neighbors.get(state.hex[unit], ())

    def room(self, where, unit, hex_):
        """The unit may stay in the hex, by the places in `where` [5.11]."""
        others = [u for u in self.units if where[u] == hex_ and u != unit]
        if any(self.side_of(u) != self.side_of(unit) for u in others):
            return False
        if not others:
            return True
        return len(others) == 1 and (self.flies(unit) or self.flies(others[0]))

    def night(self, state):
        return state.turn in self.nights

    # ---------------------------------------------------------------- events

    def award(self, state, name, half_points):
        state.ledger[name] += half_points

    def enter_city(self, state, unit, hex_):
        """The side that entered a city hex last controls it [9.4]."""
        if self.suez and hex_ in self.board.cities:
            change = (
                state.west_city.discard if self.side_of(unit) == "egypt" else (state.west_city.add)
            )
            change(hex_)

    def put(self, state, unit, hex_):
        state.hex[unit] = hex_
        self.enter_city(state, unit, hex_)

    def first_entry(self, state, unit):
        """Points for those whose coming has political effect, once [10.7, 10.8]."""
        if self.suez:
            return
        data = self.unit[unit]
        if data["division"] == "matt":
            group, name = "division", "matt enters"
            worth = self.points["egypt_matt_enters"]
        elif data.get("column") in COLUMN_POINTS:
            group, name = "column", COLUMN_POINTS[data["column"]]
            worth = self.points[f"israel_{data['column']}_enters"]
        else:
            return
        if state.ledger[name] == 0 and data[group]:
            self.award(state, name, worth)

    def eliminate(self, state, unit):
        state.path.setdefault(unit, [state.hex[unit]])  # it ends where the unit is [7.12]
        state.hex[unit] = "eliminated"
        state.due.pop(unit, None)
        if self.side_of(unit) == "egypt":
            key = "western_unit_eliminated" if self.suez else "israel_unit_eliminated"
            self.award(state, "egyptian units eliminated", self.points[key])
        else:
            worth = self.points["egypt_unit_eliminated"]
            self.award(state, "western units eliminated", worth)

    def exit_map(self, state, unit):
        state.hex[unit] = "exited"
        if self.side_of(unit) == "egypt":
            return
        if self.suez:
            key = "western_exit_until_turn_3" if state.turn <= 3 else "western_exit_later"
            self.award(state, "units exited", self.points[key])
            return
        for key, worth in self.points["israel_exit"].items():
            _, first, _, last = key.split("_")
            if int(first) <= state.turn <= int(last):
                self.award(state, "units exited", worth)

    # ---------------------------------------------------------------- the game

    def start(self):
        state = State(dict.fromkeys(self.units, "off"))
        if self.suez:
            key = "egypt_start_what_if" if self.what_if else "egypt_start"
            self.award(state, "world opinion", self.points[key])
        return state

    @cache  # noqa: B019
    def setup_hexes(self, unit):
        """Where the unit may be set up; None where it is not set up [9.3, 10.3]."""
        board, code = self.board, self.unit[unit]["setup"]
        if code in ("start", "what_if"):
            return [h for h in board.hexes if h in board.land and h not in board.coast]
        if code == "start_coastal":
            return board.coast
        if code not in GROUPS:
            return None
        inland = [h for h in board.hexes if h in board.land and h not in board.east]
        if code == "F":
            return [h for h in inland if h in board.forts]
        if code == "ABE":
            return inland
        centers, reach = (board.coast, 7) if code == "C-7" else ([code[:4]], int(code[5:]))
        return [h for h in inland if any(board.distance(h, c) <= reach for c in centers)]

    def to_place(self, state):
        """Units that may be set up now."""
        waiting = [
            u for u in self.units
            if state.hex[u] == "off" and self.setup_hexes(u) is not None
        ]  # fmt: skip
        if self.suez or not waiting:
            return waiting
        first = min(GROUPS.index(self.unit[u]["setup"]) for u in waiting)
        return [u for u in waiting if self.unit[u]["setup"] == GROUPS[first]]

    def owner(self, state):
        """The side that decides, "dice", or None when the game is over."""
        step = state.step
        if step == "over":
            return None
        if step in ("air roll", "militia roll", "night roll", "roll", "continue roll"):
            return "dice"
        if step in ("setup", "withdrawal", "militia"):
            return "egypt"
        if step in ("table", "continue"):
            return self.west
        if step == "fpf":
            return self.enemy(state.side)
        if step in ("retreat", "displace"):
            return state.retreating
        if step == "advance" and state.result in ("A1", "AE"):
            return self.enemy(state.side)
        return state.side

    def legal(self, state):
        """Every legal action but `resign`."""
        return phases.legal(self, state)

    def apply(self, state, action):
        """Carry out a legal action on the state itself."""
        if action == "resign":
            state.winner = self.enemy(self.owner(state))
            state.ending, state.step = "resigned", "over"
        else:
            phases.apply(self, state, action)
        return state

    def perft(self, state, depth):
        """How many sequences of exactly so many actions there are (resignations left out)."""
        if depth == 0:
            return 1
        actions = self.legal(state)
        if depth == 1:
            return len(actions)
        return sum(self.perft(self.apply(state.copy(), a), depth - 1) for a in actions)

    def movement_cost(self, state, unit, hex_):
        """Half points of the cheapest legal `move` there, or None."""
        return movement.moves(self, state, unit).get(hex_)
