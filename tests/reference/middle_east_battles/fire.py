"""From `fire` to the column: city fire, protective fire, the table, the sums and the shifts."""

from .board import pair
from .duties import cluster, marker_actions


def pure_barrage(game, state):
    """An attack by artillery and markers alone, adjacent artillery included [8.6]."""
    return all(game.artillery(u) for u in state.with_role("adjacent"))


def open_fire(game, state):
    """Carry out `fire`: the attack is settled."""
    west = state.side == game.west
    adjacent, ranged = state.with_role("adjacent"), state.with_role("ranged")
    defenders = [
        u
        for h in state.aim
        for u in game.units_in(state, h, game.enemy(state.side))
        if u not in state.attacked
    ]
    if game.night(state) and adjacent:
        bound, owed = cluster(game, state, defenders)
        state.bound |= bound
        state.owed |= owed
    for unit in defenders:
        state.role[unit] = "defender"
    state.origin = {u: state.hex[u] for u in (*adjacent, *ranged, *defenders)}
    state.fought |= {*adjacent, *ranged}
    state.attacked |= set(defenders)
    if west:
        for i in (0, 1):
            state.air[i] -= state.strikes[i]
            if state.strikes[2 + i]:
                state.guns_used.add(i)
        fired = any(game.artillery(u) for u in (*adjacent, *ranged)) or any(state.strikes)
        if game.suez and fired:
            cities = (game.board.cities & set(state.aim)) - state.fired_into
            state.fired_into |= cities
            worth = game.points["egypt_fire_into_city_hex"]
            game.award(state, "fire into cities", len(cities) * worth)


# ---------------------------------------------------------------- protective fire


def missile_reaches(game, start, goal):
    """The missiles' line: it ends anywhere, but crosses no town, city or rough hex [10.12]."""
    board = game.board
    if board.distance(start, goal) < 2:
        return True
    between = [h for h in board.around(start) if h in board.around(goal)]
    return not all(h in board.towns or board.terrain.get(h) in ("city", "rough") for h in between)


def covered(game, state, unit):
    """Defending hexes that the artillery unit can reach with its protective fire."""
    reach, here = game.unit[unit]["range"], state.hex[unit]
    found = [h for h in state.aim if game.board.distance(here, h) <= reach]
    if game.missile(unit):
        found = [h for h in found if missile_reaches(game, here, h)]
    return found


def near_fort(game, hexes):
    return not game.suez and any(h in game.board.near_forts for h in hexes)


def may_protect(game, state, unit):
    """Rulings 24 to 28, and for El Arish '67 17, 22 and 24."""
    if game.side_of(unit) == state.side or not game.on_map(state, unit):
        return False
    if not game.artillery(unit) or game.unit[unit]["fpf"] == 0:
        return False
    if unit in state.protected or unit in state.attacked or unit in state.shaken:
        return False
    if unit in state.displaced or state.role.get(unit) == "defender":
        return False
    if state.hex[unit] in game.zone(state, state.side) or not covered(game, state, unit):
        return False
    if game.missile(unit):
        classes = {game.unit[u]["mobility"] for u in state.with_role("adjacent")}
        if "moto_mech" not in classes:
            return False
    if game.side_of(unit) == "egypt":
        if near_fort(game, covered(game, state, unit)):
            return True
        given = state.with_role("protector")
        return all(near_fort(game, covered(game, state, u)) for u in given)
    if not game.suez and game.division(unit) is not None:
        divisions = {game.division(u) for u in state.with_role("defender")} - {None}
        return divisions <= {game.division(unit)}
    return True


def protective_markers(game, state):
    if state.side == game.west:
        return [0, 0, 0, 0]
    guns = [0, 0]
    if game.suez:
        attackers = state.with_role("adjacent", "ranged")
        for unit in game.of_side[game.west]:
            if game.on_map(state, unit) and any(game.adjacent(state, unit, a) for a in attackers):
                guns[game.nation(unit)] = 1
        for nation in state.guns_used:
            guns[nation] = 0
    return [*state.air, *guns]


def legal_protection(game, state):
    """`fpf` and the markers; `done` comes beside them."""
    actions = []
    if not any(state.covers):
        last = max((game.index[u] for u in state.with_role("protector")), default=-1)
        for unit in game.units:
            if game.index[unit] > last and may_protect(game, state, unit):
                actions.append(f"fpf {unit}")
    return actions + marker_actions(game, state.covers, protective_markers(game, state))


def may_be_protected(game, state):
    return not pure_barrage(game, state) and bool(legal_protection(game, state))


def close_protection(game, state):
    """Carry out `done`."""
    state.protected |= set(state.with_role("protector"))
    for i in (0, 1):
        state.air[i] -= state.covers[i]
        if state.covers[2 + i]:
            state.guns_used.add(i)


# ---------------------------------------------------------------- table, sums and shifts


def fort_or_city(game, state):
    """A defending hex is a city, or a fort with Egyptians in it [7.8]."""
    held = game.board.forts if state.side == game.west else set()
    return any(h in game.board.cities or h in held for h in state.aim)


def table(game, state):
    """The table that must be used, or "" where the West may choose [7.8, 8.6]."""
    if pure_barrage(game, state):
        return "mobile"
    if state.side == "egypt" or fort_or_city(game, state):
        return "frontal"
    return ""


def attack_value(game, state, unit):
    value = game.attack_value(unit)
    if game.side_of(unit) != "egypt":
        return value
    if not game.artillery(unit):
        from_fort = state.origin[unit] in game.board.forts
        return value if from_fort else value // 2
    if state.role[unit] == "ranged":
        here, reach = state.origin[unit], game.unit[unit]["range"]
        hexes = [h for h in state.aim if game.board.distance(here, h) <= reach]
        return 2 * value if near_fort(game, hexes) else value
    return value


def protective_value(game, state, unit):
    value = game.unit[unit]["fpf"]
    doubled = game.side_of(unit) == "egypt" and near_fort(game, covered(game, state, unit))
    return 2 * value if doubled else value


def gun_values(game):
    guns = game.markers["naval_gunfire"]
    return guns["barrage"], guns["fpf"]


def differential(game, state):
    barrage, protective = gun_values(game) if game.suez else (0, 0)
    attack = sum(attack_value(game, state, u) for u in state.with_role("adjacent", "ranged"))
    attack += sum(state.strikes[:2]) + barrage * sum(state.strikes[2:])
    defense = sum(game.defense_value(u) for u in state.with_role("defender"))
    defense += sum(protective_value(game, state, u) for u in state.with_role("protector"))
    defense += sum(state.covers[:2]) + protective * sum(state.covers[2:])
    return attack - defense


def terrain_shift(game, state):
    """Columns for the one terrain that is best for the defenders [7.6, 8.15]."""
    board = game.board
    shifts = []
    for hex_ in state.aim:
        kind = board.terrain[hex_]
        egyptians = state.side == game.west
        if kind == "fortification" and not egyptians:
            kind = "clear"
        shifts.append(board.chart[kind]["shift"])
    fighters = [u for u in state.with_role("adjacent") if not game.artillery(u)]
    across = [
        board.side_shift.get(pair(state.origin[u], h), 0) for u in fighters for h in state.aim
    ]
    if across and all(across):
        shifts.append(max(across))
    return min(shifts)


def other_shifts(game, state):
    values, total = game.tables["shifts"], 0
    adjacent, ranged = state.with_role("adjacent"), state.with_role("ranged")
    west = state.side == game.west
    if west and any(game.engineer(u) for u in adjacent):
        if game.suez and set(state.aim) & game.board.cities:
            total += values["engineer_city"]
        if not game.suez and set(state.aim) & game.board.forts:
            total += values["engineer_fortification"]
    if west and game.suez:
        nations = {game.nation(u) for u in (*adjacent, *ranged)}
        nations |= {i % 2 for i in range(4) if state.strikes[i]}
        total += values["british_and_french"] if len(nations) == 2 else 0
    if not west and state.withdrawn:
        total += values["withdrawal"]
    return total + state.night_shift


def night_shift(game, state, die):
    if state.side == "egypt":
        return 1 - die
    return game.tables["shifts"]["night_israel"]["odd" if die % 2 else "even"]


def column(game, state):
    """0 to 11: all shifts first, every number beyond the ends a column, then back [7.2]."""
    found = differential(game, state)
    labels = game.tables["crt"]["columns"]
    if found <= -7:
        place = found + 7
    elif found >= 12:
        place = found - 1
    else:
        place = next(i for i, label in enumerate(labels) if in_column(found, label))
    place += terrain_shift(game, state) + other_shifts(game, state)
    return min(max(place, 0), len(labels) - 1)


def in_column(number, label):
    low, dots, high = label.partition("..")
    if not dots:
        return number == int(low)
    return (not low or number >= int(low)) and (not high or number <= int(high))


def result_of(game, state, die):
    crt = game.tables["crt"]
    result = crt[state.crt][die - 1].split()[column(game, state)]
    if state.crt == "frontal" and fort_or_city(game, state):
        result = crt["conversion"].get(result, result)
    return result
