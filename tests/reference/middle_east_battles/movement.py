"""Moves over land and through the air, coming onto the map in El Arish '67, and leaving it."""

import heapq

FROM_TURN = {"HB": 1, "R1": 1, "R5": 5, "R5-T": 5, "holding_box": 1}


def allowance(game, state, unit):
    """Half points the unit may spend in this turn [5.2, 5.3, 5.15]."""
    data = game.unit[unit]
    points = game.allowances[data["side"]].get(data["mobility"], 0)
    return points if game.night(state) else 2 * points


def stopping_zone(game, state, unit):
    """Hexes that end the unit's move on entering them, and hold it there [6.2, 6.3]."""
    if game.side_of(unit) == "egypt":
        return game.zone(state, game.west)
    if game.suez or game.flies(unit):
        return set()
    return game.fort_zone(state)


def disengages(game, state, unit):
    """Starts in a Western zone, but may leave it in a withdrawal by day [10.11]."""
    if game.side_of(unit) != "egypt" or not state.withdrawn or game.night(state):
        return False
    return state.hex[unit] in stopping_zone(game, state, unit)


def pinned(game, state, unit):
    if disengages(game, state, unit):
        return False
    return state.hex[unit] in stopping_zone(game, state, unit)


def can_act(game, state, unit):
    """A unit of the phasing side on the map that has not done anything in this phase."""
    return (
        game.side_of(unit) == state.side
        and game.on_map(state, unit)
        and unit not in state.moved
        and unit not in state.fixed
    )


def can_move(game, state, unit):
    return (
        can_act(game, state, unit)
        and not game.static(unit)
        and not pinned(game, state, unit)
    )  # fmt: skip


def shunned_zone(game, state, unit):
    """Hexes that the unit may not enter at all, for zones of control [5.15, 10.11]."""
    if game.side_of(unit) != "egypt":
        return set()
    by_night = game.night(state)
    leaving = game.on_map(state, unit) and disengages(game, state, unit)
    return game.zone(state, game.west) if by_night or leaving else set()


class Search:
    """The cheapest ways of one unit from a hex, half points already spent counted.

    `cost`: to be in a hex. `leave`: to have paid what going on from it asks for; only hexes from
    which the unit may go on. `before`: the hex before, on the cheapest way.
    """

    def __init__(self, game, state, unit, start, spent=0, entering=False):
        self.budget = allowance(game, state, unit)
        self.cost, self.leave, self.before = {}, {}, {}
        board, side = game.board, game.side_of(unit)
        if game.flies(unit):
            for hex_, far in board.flights([start]).items():
                if spent + 2 * far <= self.budget:
                    self.cost[hex_] = self.leave[hex_] = spent + 2 * far
            return
        enemies = game.hexes_of(state, game.enemy(side))
        friends = {state.hex[u] for u in game.of_side[side] if u != unit and game.on_map(state, u)}
        stops, shunned = stopping_zone(game, state, unit), shunned_zone(game, state, unit)
        tables = game.tables["movement"]["pass_through"]
        passing = tables["egypt" if side == "egypt" else "western"]
        queue = [(spent, start, None)]
        while queue:
            spent_here, here, before = heapq.heappop(queue)
            if here in self.cost or spent_here > self.budget:
                continue
            self.cost[here], self.before[here] = spent_here, before
            starting = here == start and not entering
            if here in stops and not starting:
                continue
            onward = spent_here + (passing if here in friends and not starting else 0)
            self.leave[here] = onward
            for near, step in board.steps[here]:
                if near not in self.cost and near not in enemies and near not in shunned:
                    heapq.heappush(queue, (onward + step, near, here))

    def way(self, hex_):
        """Hexes entered on the way there, in order, the start left out."""
        found = []
        while self.before.get(hex_) is not None:
            found.insert(0, hex_)
            hex_ = self.before[hex_]
        return found


def where_to_stay(game, state, unit, search):
    """{hex: half points}: where the move may end [5.11]."""
    taken = set(state.hex.values())
    return {
        hex_: cost
        for hex_, cost in search.cost.items()
        if hex_ in game.board.land and (hex_ not in taken or game.room(state.hex, unit, hex_))
    }


def moves(game, state, unit):
    """{hex: half points} of the legal moves of a unit on the map."""
    if not can_move(game, state, unit):
        return {}
    start = state.hex[unit]
    found = where_to_stay(game, state, unit, Search(game, state, unit, start))
    found.pop(start, None)
    return found


def exits(game, state, unit):
    """Hexes by which the unit may leave the map now [9.10, 10.9, 10.11]."""
    if not can_move(game, state, unit):
        return []
    if game.side_of(unit) == "egypt" and (game.suez or not state.withdrawn):
        return []
    search = Search(game, state, unit, state.hex[unit])
    found = []
    for hex_ in game.board.exits:
        price = 2 if game.flies(unit) else game.board.exit_cost(hex_)
        if hex_ in search.leave and search.leave[hex_] + price <= search.budget:
            found.append(hex_)
    return found


# ---------------------------------------------------------------- entering, El Arish '67


def entry_hexes(game, state, unit):
    """Where the unit may enter as far as its orders go [10.4 to 10.6]."""
    data, board = game.unit[unit], game.board
    if data["setup"] not in FROM_TURN or state.turn < FROM_TURN[data["setup"]]:
        return []
    if data["entry"] == "west":
        fixed = state.column_hex.get(data["column"])
        return [fixed] if fixed else board.west
    if data.get("airborne_drop") and not state.privilege:
        return board.rim
    return board.east if data["entry"] == "east" else board.spans[data["entry"]]


def entry_search(game, state, unit, hex_):
    """The search of a unit that enters by the hex as the next one there, or None."""
    if game.hexes_of(state, game.enemy(game.side_of(unit))) & {hex_}:
        return None
    if hex_ in shunned_zone(game, state, unit):
        return None
    if game.flies(unit):
        price = 2
    else:
        price = game.board.entry_cost(hex_) * (state.entered.get(hex_, 0) + 1)
    if price > allowance(game, state, unit):
        return None
    return Search(game, state, unit, hex_, price, entering=True)


def onward(game, state, unit, hex_):
    """Hexes in which a unit that enters by the hex may end its move, with their costs."""
    search = entry_search(game, state, unit, hex_)
    if search is None:
        return {}
    return where_to_stay(game, state, unit, search)


def entries(game, state, unit):
    """Entry hexes that the unit may take now."""
    if game.suez or game.side_of(unit) != state.side or state.hex[unit] != "off":
        return []
    return [h for h in entry_hexes(game, state, unit) if onward(game, state, unit, h)]


# ---------------------------------------------------------------- the whole phase


def take(game, state, unit, hex_):
    """Carry out `move`."""
    search = Search(game, state, unit, state.hex[unit])
    if disengages(game, state, unit):
        state.disengaged.add(unit)
    for passed in search.way(hex_):
        game.enter_city(state, unit, passed)
    game.put(state, unit, hex_)
    state.moved.add(unit)


def leave(game, state, unit, hex_):
    """Carry out `exit`."""
    search = Search(game, state, unit, state.hex[unit])
    for passed in search.way(hex_):
        game.enter_city(state, unit, passed)
    state.moved.add(unit)
    game.exit_map(state, unit)


def finish_entry(game, state, hex_):
    """Carry out the rest of an entry: the `move` that ends it."""
    unit, entry = state.entering, state.entry_hex
    data = game.unit[unit]
    state.entering = state.entry_hex = None
    if not game.flies(unit):
        state.entered[entry] = state.entered.get(entry, 0) + 1
    if data["entry"] == "west":
        state.column_hex.setdefault(data["column"], entry)
    elif data.get("airborne_drop") and entry not in game.board.east:
        state.privilege = True
    game.first_entry(state, unit)
    game.put(state, unit, hex_)
    state.moved.add(unit)
