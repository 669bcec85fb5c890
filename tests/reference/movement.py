"""Movement, arrival and canal crossing: where a unit may go, what it costs, and why not."""

import heapq

from .board import PROHIBITED

INFINITE = 10**9


def zones(game, state, side):
    """Every hex in the zone of control of a unit of the side [4.5]."""
    board = game.board
    controlled = set()
    for unit, place in state.units.items():
        if place not in board.neighbors or game.unit[unit]["side"] != side:
            continue
        for near in board.neighbors[place]:
            if game.reprint and not board.passable(near):
                continue
            if game.reprint and not board.open_between(place, near):
                continue
            controlled.add(near)
    return controlled


def is_night(game, state):
    return state.turn in game.tables["turns"]["night"]


def commando_at_night(game, state, unit):
    """Commandos ignore enemy zones by night [reprint 15.4]."""
    return game.unit[unit]["type"] == "commando" and is_night(game, state)


def obstructing_zones(game, state, unit):
    """The enemy zones as they count for this unit."""
    if commando_at_night(game, state, unit):
        return set()
    return zones(game, state, game.enemy(game.unit[unit]["side"]))


def closed_to_bridge(game, unit, hex_):
    """The first editions keep the bridge unit to clear hexes, road hexes and Matzmed [14.2]."""
    if game.reprint or game.unit[unit]["type"] != "bridge":
        return False
    board = game.board
    return not (
        board.terrain[hex_] == "clear" or hex_ in board.road_hexes or hex_ == board.crossing_hex
    )


def allowance(game, state, unit):
    """Half points the unit may spend in this turn [4.1, 10.0]."""
    printed = game.unit[unit]["movement"]
    if not is_night(game, state):
        return 2 * printed
    if game.reprint:
        return printed
    return 2 * printed - game.tables["movement"]["night_less"]


class Search:
    """Every hex a unit can enter on its way, with the cheapest cost in half points.

    `start` is the hex where it stands, `entries` its first hexes with their costs, if it comes
    from off the map. The four switches take one kind of obstacle away each.
    """

    def __init__(
        self,
        game,
        state,
        unit,
        *,
        start=None,
        entries=(),
        no_zones=False,
        no_enemies=False,
        no_bridge_limit=False,
        no_allowance=False,
    ):
        board = game.board
        self.occupied = {hex_: u for u, hex_ in state.units.items() if hex_ in board.neighbors}
        side = game.unit[unit]["side"]
        controlled = set() if no_zones else obstructing_zones(game, state, unit)
        self.budget = INFINITE if no_allowance else allowance(game, state, unit)
        self.start = start
        self.cost = {}
        self.came_from = {}

        def barred(hex_):
            if not board.passable(hex_):
                return True
            other = self.occupied.get(hex_)
            if other is not None and game.unit[other]["side"] != side and not no_enemies:
                return True
            return closed_to_bridge(game, unit, hex_) and not no_bridge_limit

        queue = []
        if start is not None:
            for near, step in board.steps[start]:
                # out of one enemy zone, not straight into another [4.5]
                from_zone_to_zone = start in controlled and near in controlled
                if not barred(near) and not from_zone_to_zone:
                    queue.append((step, near, start))
        for hex_, price in entries:
            if not barred(hex_):
                queue.append((price, hex_, None))
        heapq.heapify(queue)
        while queue:
            spent, here, before = heapq.heappop(queue)
            if spent > self.budget or here in self.cost or here == start:
                continue
            self.cost[here] = spent
            self.came_from[here] = before
            if here in controlled:  # it must stop [4.5]
                continue
            for near, step in board.steps[here]:
                if near not in self.cost and spent + step <= self.budget and not barred(near):
                    heapq.heappush(queue, (spent + step, near, here))

    def destinations(self):
        """Hexes in which the move may end: no other unit there [4.4]."""
        return {h: cost for h, cost in self.cost.items() if h not in self.occupied}

    def cost_to(self, hex_):
        """Cost of being in the hex, to stay or to go on over the canal; None if unreachable."""
        return 0 if hex_ == self.start else self.cost.get(hex_)


def crossing_price(game, state, unit):
    """Half points for the crossing alone, or None when the unit may not cross now [11.0]."""
    canal = game.tables["canal"]
    if game.unit[unit]["side"] != "israel" or game.unit[unit]["type"] == "bridge":
        return None
    if state.turn < canal["not_before_turn"]:
        return None
    if state.bridge_open:
        return game.tables["movement"]["bridge"]
    if state.ferried < canal["ferry_units_per_phase"]:
        return game.tables["movement"]["ferry"]
    return None


def crossing_cost(game, state, unit, search):
    """Half points to Matzmed and over, or None."""
    price = crossing_price(game, state, unit)
    way = search.cost_to(game.board.crossing_hex)
    if price is None or way is None or way + price > search.budget:
        return None
    return way + price


def may_move_at_all(game, state, unit):
    """On the map, not moved yet, and not held by the confusion of turn 1 [4.0, 9.1]."""
    place = state.units[unit]
    if place not in game.board.neighbors or unit in state.moved:
        return False
    return not held_by_confusion(game, state, unit)


def held_by_confusion(game, state, unit):
    if state.turn != game.tables["turns"]["first_turn_confusion"]:
        return False
    return state.units[unit] in obstructing_zones(game, state, unit)


def arrives_by_land(game, state, unit):
    """Waiting off the map, with an entry hex, and its turn has come [7.3]."""
    if state.units[unit] != "off" or unit in state.moved:
        return False
    return game.entry_hex(unit) is not None and state.turn >= game.unit[unit]["turn"]


def entry_candidates(game, state, unit):
    """Pairs (hex, cost) where the unit could be diverted to, its own entry hex first [7.2]."""
    board = game.board
    entry = game.entry_hex(unit)
    inland = game.unit[unit]["entry"] == entry  # given as a hex and not by letter: I/35
    candidates = [(entry, board.entry_cost(entry, by_road=not inland))]
    occupied = set(state.units.values())
    controlled = obstructing_zones(game, state, unit)
    for hex_ in board.hexes:
        if hex_ == entry or not board.passable(hex_):
            continue
        if inland and hex_ not in occupied and hex_ not in controlled:
            candidates.append((hex_, board.entry_cost(hex_, by_road=False)))
        if not inland and hex_ in board.edge:
            candidates.append((hex_, board.entry_cost(hex_)))
    return candidates


def arrival(game, state, unit):
    """The search of a unit arriving by land: through its entry hex, else the nearest [7.2]."""
    candidates = entry_candidates(game, state, unit)
    entry = candidates[0][0]
    distances = sorted({game.board.distance(entry, hex_) for hex_, _ in candidates})
    search = None
    for far in distances:
        gates = [c for c in candidates if game.board.distance(entry, c[0]) == far]
        search = Search(game, state, unit, entries=gates)
        if search.destinations() or crossing_cost(game, state, unit, search) is not None:
            break
    return search


def sea_landing(game, state, unit):
    """The search of a marine coming ashore, or None [reprint 15.6]."""
    unit_data = game.unit[unit]
    if "by_sea_from" not in unit_data or "amphibious_operations" not in game.options:
        return None
    if state.units[unit] != "off" or unit in state.moved or state.turn < unit_data["by_sea_from"]:
        return None
    board = game.board
    occupied = set(state.units.values())
    beach = [
        (hex_, board.terrain_cost(hex_))
        for hex_ in board.canal_hexes
        if board.passable(hex_) and hex_ not in occupied
    ]
    return Search(game, state, unit, entries=beach)


def air_landing(game, state, unit):
    """Hexes where an airborne unit may come down now [reprint 15.5]."""
    unit_data = game.unit[unit]
    if "by_air_from" not in unit_data or "airborne_operations" not in game.options:
        return []
    if state.units[unit] != "off" or unit in state.moved or state.turn < unit_data["by_air_from"]:
        return []
    taken = set(state.units.values()) | zones(game, state, game.enemy(unit_data["side"]))
    return [h for h in game.board.hexes if game.board.passable(h) and h not in taken]


def movement_of(game, state, unit):
    """The search for a unit that may move or arrive by land now, else None."""
    if may_move_at_all(game, state, unit):
        return Search(game, state, unit, start=state.units[unit])
    if arrives_by_land(game, state, unit):
        return arrival(game, state, unit)
    return None


def why_not_reachable(game, state, unit, hex_):
    """Number of the 1980 case that keeps the unit from ending its move in the hex, or None."""
    if state.phase != "movement" or state.result is not None:
        return "3.0"
    if unit not in game.unit or game.unit[unit]["side"] != state.side:
        return "4.0"
    place = state.units[unit]
    if place == "off" and unit not in state.moved and not arrives_by_land(game, state, unit):
        return "7.4"
    if place == "across":
        return "11.3"
    if place == "eliminated" or unit in state.moved:
        return "4.0"
    if place != "off" and held_by_confusion(game, state, unit):
        return "9.1"

    board = game.board
    if hex_ not in board.neighbors:
        return "5.6"
    if hex_ == place:
        return "4.0"
    if board.terrain[hex_] in PROHIBITED:
        return "4.2"
    for other, elsewhere in state.units.items():
        if elsewhere == hex_:
            return "4.4" if game.unit[other]["side"] == state.side else "4.3"
    if closed_to_bridge(game, unit, hex_):
        return "14.2"
    if hex_ in movement_of(game, state, unit).destinations():
        return None

    if place == "off":
        way = {"entries": entry_candidates(game, state, unit)[:1]}
    else:
        way = {"start": place}
    for relaxation, case in (
        ("no_zones", "4.5"),
        ("no_enemies", "4.3"),
        ("no_bridge_limit", "14.2"),
        ("no_allowance", "4.1"),
    ):
        way[relaxation] = True
        if place == "off" and relaxation == "no_zones" and enemy_on_entry(game, state, unit):
            continue  # it does not come in there, whatever zones there are
        if hex_ in Search(game, state, unit, **way).cost:
            diverted = relaxation == "no_enemies" and place == "off"
            return "7.2" if diverted and enemy_on_entry(game, state, unit) else case
    return "4.2"


def enemy_on_entry(game, state, unit):
    """Whether an enemy stands on the unit's scheduled entry hex, which diverts it [7.2]."""
    entry = game.entry_hex(unit)
    side = game.unit[unit]["side"]
    return any(
        elsewhere == entry and game.unit[other]["side"] != side
        for other, elsewhere in state.units.items()
    )


def line_of_communication(game, state):
    """Whether a line runs from Matzmed to the east [14.1]."""
    board = game.board
    start = board.crossing_hex
    goal = game.tables["victory"]["line_of_communication_to"]
    holder = {hex_: game.unit[u]["side"] for u, hex_ in state.units.items()}
    controlled = zones(game, state, "egypt")

    def carries(hex_):
        own = hex_ == start  # it counts, whatever it is made of
        if board.terrain[hex_] != "clear" and hex_ not in board.road_hexes and not own:
            return False
        if holder.get(hex_) == "egypt":
            return False
        return hex_ not in controlled or holder.get(hex_) == "israel"

    if not carries(start):
        return False
    seen, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for near in board.neighbors[here]:
            if near not in seen and board.open_between(here, near) and carries(near):
                seen.add(near)
                todo.append(near)
    return goal in seen
