"""Across Suez as pure functions over plain data: legal actions, apply, perft.

Written from the rulebooks and the rulings alone, for clarity and not for speed.
"""

import copy
from dataclasses import dataclass, field
from pathlib import Path

from . import combat as fight
from . import movement
from .board import DATA, Board, read

EDITIONS = ("across-suez-1980", "across-suez-1995", "across-suez-reprint")
OPTIONS = (
    "airborne_units",
    "kuwaiti_palestinian",
    "marines",
    "commandos",
    "airborne_operations",
    "amphibious_operations",
)
SIDES = ("israel", "egypt")


@dataclass
class State:
    """A position. `units` gives each unit a hex, "off", "across" or "eliminated"."""

    game: "Game"
    units: dict
    turn: int = 1
    side: str = "israel"
    phase: str = "movement"
    moved: set = field(default_factory=set)
    landed: set = field(default_factory=set)
    fought: set = field(default_factory=set)
    attacked: set = field(default_factory=set)
    bombarded: set = field(default_factory=set)
    ferried: int = 0
    supported: int = 0
    bombardments: int = 0
    bridge_open: bool = False
    combat: dict | None = None
    bombarding: str | None = None
    result: dict | None = None

    def copy(self):
        """A wholly independent copy (the game itself never changes and is shared)."""
        fields = {k: copy.deepcopy(v) for k, v in vars(self).items() if k != "game"}
        return State(game=self.game, **fields)

    def to_dict(self):
        """The position as data; what has its default value is left out."""
        game = self.game
        data = {
            "format": 1,
            "game": game.edition,
            "options": [name for name in OPTIONS if name in game.options],
            "turn": self.turn,
            "side": self.side,
            "phase": self.phase,
            "units": {u: place for u, place in self.units.items() if place != "eliminated"},
        }
        for name in ("moved", "landed", "fought", "attacked", "bombarded"):
            if getattr(self, name):
                data[name] = [unit for unit in game.units if unit in getattr(self, name)]
        for name in ("ferried", "supported", "bombardments", "bombarding"):
            if getattr(self, name):
                data[name] = getattr(self, name)
        if self.bridge_open != game.bridge_open_by_default(self):
            data["bridge_open"] = self.bridge_open
        for name in ("combat", "result"):
            if getattr(self, name) is not None:
                data[name] = copy.deepcopy(getattr(self, name))
        return data


class Game:
    """One edition with its options and map. All methods leave the states given to them alone."""

    def __init__(self, edition, options=frozenset(), map_path=None):
        if edition not in EDITIONS:
            raise ValueError(f"unknown edition {edition}")
        self.edition = edition
        self.reprint = edition == "across-suez-reprint"
        self.options = frozenset(options)
        if self.options - set(OPTIONS if self.reprint else ()):
            raise ValueError(f"unknown options {sorted(self.options)}")
        self.tables = read(DATA / "tables.toml")
        self.board = Board(Path(map_path or DATA / "map.toml"), self.tables, self.reprint)
        self.unit = {u["id"]: u for u in read(DATA / "units.toml")["unit"] if self._in_play(u)}
        self.units = list(self.unit)
        self.bridge = next(u for u in self.units if self.unit[u]["type"] == "bridge")

    def _in_play(self, unit):
        if "option" not in unit or unit["option"] in self.options:
            return True
        if "by_air_from" in unit and "airborne_operations" in self.options:
            return True
        return "by_sea_from" in unit and "amphibious_operations" in self.options

    @staticmethod
    def enemy(side):
        return SIDES[1 - SIDES.index(side)]

    def entry_hex(self, unit):
        """The hex by which the unit comes by land, or None if it never does."""
        data = self.unit[unit]
        if "entry" not in data or ("option" in data and data["option"] not in self.options):
            return None
        return self.board.entries.get(data["entry"], data["entry"])

    # ---------------------------------------------------------------- positions

    def start(self):
        units = {u: self.unit[u].get("hex", "off") for u in self.units}
        state = State(self, units)
        if any(self._set_up_with_reshef(u) for u in self.units):
            state.phase = "setup"
        return state

    def from_dict(self, data):
        """A position given as data; what is left out has its default."""
        assert data.get("game", self.edition) == self.edition
        assert frozenset(data.get("options", self.options)) == self.options
        state = self.start()
        state.phase = data.get("phase", "movement")
        if "units" in data:
            assert set(data["units"]) <= set(self.units), "a unit that is not in play"
            state.units = {u: data["units"].get(u, "eliminated") for u in self.units}
        for name in ("turn", "side", "ferried", "supported", "bombardments", "bombarding"):
            if name in data:
                setattr(state, name, data[name])
        for name in ("moved", "landed", "fought", "attacked", "bombarded"):
            setattr(state, name, set(data.get(name, ())))
        state.bridge_open = data.get("bridge_open", self.bridge_open_by_default(state))
        if data.get("combat") is not None:
            given = copy.deepcopy(data["combat"])
            target = given.get("target") or fight.unit_on(state, given["hex"])
            state.combat = {
                "step": given["step"],
                "hex": given["hex"],
                "target": target,
                "attackers": given.get("attackers", {}),
                "support": given.get("support", False),
                "result": given.get("result"),
                "loss_due": given.get("loss_due", 0),
            }
        if data.get("result") is not None:
            state.result = dict(data["result"])
            state.phase = "over"
        return state

    def bridge_open_by_default(self, state):
        """In an Israeli Movement Phase: the bridge unit is on Matzmed."""
        israeli_movement = state.phase == "movement" and state.side == "israel"
        return israeli_movement and state.units.get(self.bridge) == self.board.crossing_hex

    # ---------------------------------------------------------------- decisions

    def to_move(self, state):
        """The side that decides, "dice", or None when the game is over."""
        if state.result is not None:
            return None
        if state.bombarding:
            return "dice"
        if state.combat is None:
            return state.side
        step = state.combat["step"]
        if step == "roll":
            return "dice"
        by_defender = {"retreat": ("Dr",), "advance": ("Ar", "Ae")}.get(step, ())
        return self.enemy(state.side) if state.combat["result"] in by_defender else state.side

    def legal(self, state):
        """Every legal action but `resign`, in the fixed order."""
        if state.result is not None:
            return []
        if self.to_move(state) == "dice":
            return [f"roll {n}" for n in range(1, 7)]
        if state.combat is not None:
            return self._legal_in_combat(state)
        if state.phase == "setup":
            return self._legal_in_setup(state)
        if state.phase == "movement":
            return self._legal_in_movement(state)
        if state.phase == "bombardment":
            return [f"bombard {hex_}" for hex_ in self._bombardment_targets(state)] + ["end"]
        attacks = [f"attack {hex_}" for hex_ in fight.targets(self, state)]
        return attacks + ([] if fight.obliged(self, state) else ["end"])

    def _set_up_with_reshef(self, unit):
        data = self.unit[unit]
        return "beside" in data and data["option"] in self.options

    def _legal_in_setup(self, state):
        occupied = set(state.units.values())
        actions = []
        for unit in self.units:
            if not self._set_up_with_reshef(unit) or state.units[unit] != "off":
                continue
            brigade = self.unit[unit]["beside"] + "-"
            hexes = set()
            for other, place in state.units.items():
                if other.startswith(brigade):
                    hexes |= set(self.board.neighbors.get(place, ()))
            free = [h for h in sorted(hexes) if h not in occupied and self.board.passable(h)]
            actions += [f"place {unit} {hex_}" for hex_ in free]
        return [*actions, "end"]

    def _legal_in_movement(self, state):
        actions = []
        for unit in self.units:
            if self.unit[unit]["side"] != state.side:
                continue
            search = movement.movement_of(self, state, unit)
            if search is not None:
                verb = "enter" if state.units[unit] == "off" else "move"
                actions += [f"{verb} {unit} {hex_}" for hex_ in sorted(search.destinations())]
                if movement.crossing_cost(self, state, unit, search) is not None:
                    actions.append(f"cross {unit}")
            ashore = movement.sea_landing(self, state, unit)
            landings = ashore.destinations() if ashore else []
            landings = sorted({*landings, *movement.air_landing(self, state, unit)})
            actions += [f"land {unit} {hex_}" for hex_ in landings]
        return [*actions, "end"]

    def _bombardment_targets(self, state):
        """Hexes of Israeli units beside Egyptian ones, not bombarded yet [13.0]."""
        if state.bombardments >= self.tables["artillery"]["egyptian_bombardments_per_phase"]:
            return []
        egyptian = {h for u, h in state.units.items() if self.unit[u]["side"] == "egypt"}
        return sorted(
            place
            for unit, place in state.units.items()
            if self.unit[unit]["side"] == "israel"
            and unit not in state.bombarded
            and egyptian & set(self.board.neighbors.get(place, ()))
        )

    def _legal_in_combat(self, state):
        combat = state.combat
        if combat["step"] == "attackers":
            actions = []
            if not combat["support"]:
                actions += [f"with {unit}" for unit in fight.joiners(self, state)]
            if combat["attackers"] and not fight.must_join(self, state):
                if not combat["support"] and fight.support_left(self, state) > 0:
                    actions.append("support")
                actions.append("fire")
            return actions
        if combat["step"] == "loss":
            return [f"lose {unit}" for unit in fight.survivors(state)]
        if combat["step"] == "retreat":
            return [
                f"retreat {unit} {hex_}"
                for unit in fight.retreating(state)
                for hex_ in fight.retreat_hexes(self, state, unit)
            ]
        chances = fight.advances(self, state)
        return [f"advance {unit} {hex_}" for unit, hex_ in chances] + ["stay"]

    # ---------------------------------------------------------------- actions

    def apply(self, state, action):
        """The state after the action; ValueError if the action is not legal."""
        if action == "resign" and self.to_move(state) in SIDES:
            state = state.copy()
            winner = self.enemy(self.to_move(state))
            self.finish(state, winner, "14.1" if self.reprint else "14.0", "resigned")
            return state
        if action not in self.legal(state):
            raise ValueError(f"not legal now: {action}")
        return self._applied(state, action)

    def _applied(self, state, action):
        state = state.copy()
        verb, *objects = action.split()
        unit = objects[0] if objects else None
        combat = state.combat
        if verb == "end":
            self._end(state)
        elif verb == "place":
            state.units[unit] = objects[1]
        elif verb in ("move", "enter", "land"):
            if verb == "land" and "by_air_from" in self.unit[unit]:
                state.landed.add(unit)
            state.moved.add(unit)
            fight.displace(self, state, unit, objects[1])
        elif verb == "cross":
            state.units[unit] = "across"
            state.moved.add(unit)
            if not state.bridge_open:
                state.ferried += 1
        elif verb == "bombard":
            state.bombarding = objects[0]
        elif verb == "attack":
            state.combat = {
                "step": "attackers",
                "hex": objects[0],
                "target": fight.unit_on(state, objects[0]),
                "attackers": {},
                "support": False,
                "result": None,
                "loss_due": 0,
            }
        elif verb == "with":
            combat["attackers"][unit] = state.units[unit]
        elif verb == "support":
            combat["support"] = True
            state.supported += 1
        elif verb == "fire":
            fight.fire(self, state)
        elif verb == "roll" and state.bombarding:
            self._bombarded(state, int(objects[0]))
        elif verb == "roll":
            fight.resolve(self, state, int(objects[0]))
        elif verb == "lose":
            fight.lose(self, state, unit)
        elif verb == "retreat":
            fight.displace(self, state, unit, objects[1])
            if state.result is None:
                fight.settle_retreats(self, state)
        else:
            if verb == "advance":
                fight.displace(self, state, unit, objects[1])
            state.combat = None
        return state

    def _bombarded(self, state, die):
        target = fight.unit_on(state, state.bombarding)
        state.bombarding = None
        state.bombarded.add(target)
        state.bombardments += 1
        if die in self.tables["artillery"]["bombardment_eliminates_on"]:
            fight.eliminate(self, state, target)

    def _end(self, state):
        """From one phase to the next [3.0]; what only that phase remembers is forgotten."""
        if state.phase == "setup":
            state.phase = "movement"
        elif state.phase == "movement":
            by_day = not movement.is_night(self, state)
            state.phase = "bombardment" if state.side == "egypt" and by_day else "combat"
            state.moved = set()
            state.ferried = 0
        elif state.phase == "bombardment":
            state.phase = "combat"
            state.bombarded = set()
            state.bombardments = 0
        else:
            state.fought, state.attacked, state.landed = set(), set(), set()
            state.supported = 0
            if state.side == "egypt" and state.turn == self.tables["turns"]["count"]:
                self._settle(state)
                return
            state.turn += state.side == "egypt"
            state.side = self.enemy(state.side)
            state.phase = "movement"
        state.bridge_open = self.bridge_open_by_default(state)

    def _settle(self, state):
        """Who has won when turn 7 is over [14.0]."""
        needed = self.tables["victory"]
        across = sum(place == "across" for place in state.units.values())
        israel_wins = (
            across >= needed["units_across"]
            and state.units[self.bridge] == needed["bridge_at"]
            and movement.line_of_communication(self, state)
        )
        case = "14.1" if self.reprint else "14.0"
        self.finish(state, "israel" if israel_wins else "egypt", case, "turn 7 is over")

    def finish(self, state, winner, case, reason):
        """End the game in this very state; whatever was being resolved is dropped."""
        state.result = {"winner": winner, "case": case, "reason": reason}
        state.phase = "over"
        state.combat = None
        state.bombarding = None

    # ---------------------------------------------------------------- questions

    def perft(self, state, depth):
        """How many sequences of exactly so many actions there are (resignations left out)."""
        if depth == 0:
            return 1
        actions = self.legal(state)
        if depth == 1:
            return len(actions)
        return sum(self.perft(self._applied(state, action), depth - 1) for action in actions)

    def why_not_reachable(self, state, unit, hex_):
        """1980 case that bars a move or entry ending in the hex, or None if it is legal."""
        return movement.why_not_reachable(self, state, unit, hex_)

    def movement_cost(self, state, unit, hex_):
        """Half points of the cheapest legal move or entry ending there; None if there is none.

        The hex may be "across", for Matzmed and the crossing together.
        """
        if state.phase != "movement" or state.result or self.unit[unit]["side"] != state.side:
            return None
        search = movement.movement_of(self, state, unit)
        if search is None:
            return None
        if hex_ == "across":
            return movement.crossing_cost(self, state, unit, search)
        return search.destinations().get(hex_)

    def sea_cost(self, state, unit, hex_):
        """Half points of coming by sea and ending in the hex, or None [reprint 15.6]."""
        search = movement.sea_landing(self, state, unit)
        return search.destinations().get(hex_) if search else None

    def line_of_communication(self, state):
        return movement.line_of_communication(self, state)

    def odds(self, state, hex_, attackers, support=False):
        """Attack, defense, differential, shifts and column (0 to 6) of an attack on the hex."""
        return fight.odds(self, state, hex_, attackers, support)
