"""Coming onto the map from air and sea, lifts, and crossings with an engineer's help."""

from .board import pair
from .movement import allowance, can_act
from .state import FOOT, JOINT

FIRST_LANDING, LATER_LANDING, LANDING_TURN = 6, 3, 4
FIRST_DROP, LATER_DROP = 2, 1


def free(game, state, unit, hex_):
    """Land where the unit may come down: no enemy, and room [5.11]."""
    return hex_ in game.board.land and game.room(state.hex, unit, hex_)


def clear(game, hex_):
    return game.board.terrain[hex_] == "clear"


def waits(game, state, unit):
    """A unit of the West in its box, in its Movement Phase."""
    return state.side == game.west == game.side_of(unit) and state.hex[unit] == "off"


def drops(game, state, unit):
    """Hexes for an air drop [9.11, 10.10]."""
    if not waits(game, state, unit) or not state.dropping:
        return []
    if game.suez:
        limit = FIRST_DROP if state.turn == 1 else LATER_DROP
        if not game.unit[unit].get("paratroop_drop") or state.drops >= limit:
            return []
    elif not game.unit[unit].get("airborne_drop") or state.privilege:
        return []
    return [h for h in game.board.hexes if clear(game, h) and free(game, state, unit, h)]


def amphibious(game, state, unit):
    """Hexes for a landing from the sea [9.13]."""
    if not game.suez or not waits(game, state, unit) or game.flies(unit):
        return []
    limit = LATER_LANDING if state.amphibious else FIRST_LANDING
    if state.turn < LANDING_TURN or state.landings >= limit:
        return []
    return [h for h in game.board.coast if free(game, state, unit, h)]


def crossings(game, state, unit):
    """Pairs (engineer, hex) for an assisted crossing [9.14]."""
    if not game.suez or state.side != game.west or game.flies(unit):
        return []
    if not can_act(game, state, unit):
        return []
    board, here, found = game.board, state.hex[unit], []
    for engineer in game.of_side[game.west]:
        if not game.engineer(engineer) or engineer == unit or engineer in state.moved:
            continue
        base = state.hex[engineer]
        if base not in board.neighbors[here] or pair(here, base) in board.closed:
            continue
        for far in board.neighbors[base]:
            if pair(base, far) in board.closed and free(game, state, unit, far):
                found.append((engineer, far))
    return found


# ---------------------------------------------------------------- helicopters, Suez '56


def to_sea(game):
    return game.board.flights(game.board.sea_lane)


def flies_in(game, state, unit):
    """Hexes that a helicopter can reach from the box [9.12]."""
    if not game.suez or not waits(game, state, unit) or not game.flies(unit):
        return []
    if unit in state.moved:
        return []
    return [
        hex_
        for hex_, far in to_sea(game).items()
        if 2 * (1 + far) <= allowance(game, state, unit) and free(game, state, unit, hex_)
    ]


def flies_out(game, state, unit):
    """Whether a helicopter can go back to the box."""
    if not game.suez or not game.flies(unit) or not can_act(game, state, unit):
        return False
    return 2 * (to_sea(game)[state.hex[unit]] + 1) <= allowance(game, state, unit)


def fetch_cost(game, state, unit):
    """Hexes flown by JS until it has the unit aboard, and where it then is.

    Returns (points, starts): from one of the starts the flight goes on, each hex one point.
    """
    joint, sea = state.hex[JOINT], to_sea(game)
    place = state.hex[unit]
    if place == "off":  # out to the box if it is not there, and in again by a first sea hex
        out = 0 if joint == "off" else sea[joint] + 1
        return out + 1, game.board.sea_lane
    if joint == "off":
        return 1 + sea[place], [place]
    return game.board.flights([joint])[place], [place]


def liftable(game, state, unit):
    """JS and the unit may work together now."""
    if not game.suez or state.side != game.west or state.hex[JOINT] in ("exited", "eliminated"):
        return False
    if JOINT in state.moved or unit in state.moved or unit in state.fixed:
        return False
    data = game.unit[unit]
    if data["side"] != game.west or data["mobility"] != FOOT:
        return False
    return state.hex[unit] == "off" or game.on_map(state, unit)


def lifts(game, state, unit):
    """Hexes to which JS may take the unit: empty but for JS itself."""
    if not liftable(game, state, unit):
        return []
    spent, starts = fetch_cost(game, state, unit)
    taken = {h for u, h in state.hex.items() if u != JOINT}
    return [
        hex_
        for hex_, far in game.board.flights(starts).items()
        if clear(game, hex_)
        and hex_ not in taken
        and 2 * (spent + far) <= allowance(game, state, JOINT)
    ]


def liftoffs(game, state, unit):
    """Exit hexes by which JS may take the unit off the map."""
    if not liftable(game, state, unit) or state.hex[unit] == "off":
        return []
    spent, starts = fetch_cost(game, state, unit)
    flown = game.board.flights(starts)
    budget = allowance(game, state, JOINT)
    return [h for h in game.board.exits if 2 * (spent + flown[h] + 1) <= budget]


# ---------------------------------------------------------------- carrying them out


def come_down(game, state, unit, hex_, mark="landed"):
    game.put(state, unit, hex_)
    state.moved.add(unit)
    state.landed[unit] = mark


def drop(game, state, unit, hex_):
    state.drops += 1
    if not game.suez:
        state.privilege = True
        game.award(state, "air drop", game.points["egypt_airborne_drop"])
        game.first_entry(state, unit)
    come_down(game, state, unit, hex_)


def lift(game, state, unit, hex_):
    come_down(game, state, unit, hex_)
    come_down(game, state, JOINT, hex_)


def liftoff(game, state, unit):
    for leaver in (unit, JOINT):
        state.moved.add(leaver)
        game.exit_map(state, leaver)


def cross(game, state, unit, engineer, hex_):
    state.fixed.add(engineer)
    come_down(game, state, unit, hex_, "brought over")
