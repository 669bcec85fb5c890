"""Combat: who may attack whom, the differential, results, losses, retreats and advances.

`state.combat` is a dictionary: step, hex, target, attackers (unit: hex attacked from), support,
result, loss_due. Functions that settle something change the state they are given.
"""

from . import movement

ARMOR = ("armor", "armored_cavalry")
FOOT = ("mechanized", "infantry", "airborne", "commando", "marine")


def strength(game, state, unit):
    printed = game.unit[unit]["strength"]
    return 2 * printed if movement.commando_at_night(game, state, unit) else printed


def unit_on(state, hex_):
    return next((unit for unit, place in state.units.items() if place == hex_), None)


def enemies_beside(game, state, unit):
    """Adjacent enemy units that have not been attacked yet [5.4]."""
    side = game.unit[unit]["side"]
    near = game.board.neighbors.get(state.units[unit], ())
    found = (unit_on(state, hex_) for hex_ in near)
    return {u for u in found if u and game.unit[u]["side"] != side and u not in state.attacked}


def may_attack(game, state, unit):
    """A unit of the phasing side, on the map, that neither fought nor came by air this turn."""
    return (
        game.unit[unit]["side"] == state.side
        and state.units[unit] in game.board.neighbors
        and unit not in state.fought
        and unit not in state.landed
    )


def can_attack(game, state, target):
    """The units that could join an attack on the target, in the order of the list."""
    return [
        unit
        for unit in game.units
        if may_attack(game, state, unit) and target in enemies_beside(game, state, unit)
    ]


def targets(game, state):
    """Hexes that may be attacked now."""
    found = set()
    for unit in game.units:
        if may_attack(game, state, unit):
            found |= {state.units[enemy] for enemy in enemies_beside(game, state, unit)}
    return sorted(found)


def obliged(game, state):
    """Units that still have to attack in turn 1, each with its possible targets [9.2]."""
    if state.turn != game.tables["turns"]["first_turn_confusion"]:
        return {}
    controlled = movement.zones(game, state, game.enemy(state.side))
    found = {}
    for unit in game.units:
        if not may_attack(game, state, unit) or state.units[unit] not in controlled:
            continue
        if movement.commando_at_night(game, state, unit):
            continue
        enemies = enemies_beside(game, state, unit)
        if enemies:
            found[unit] = enemies
    return found


def must_join(game, state):
    """Units left without an enemy to attack unless they join the attack being announced."""
    combat = state.combat
    return [
        unit
        for unit, enemies in obliged(game, state).items()
        if enemies == {combat["target"]} and unit not in combat["attackers"]
    ]


def joiners(game, state):
    """Units that may be added to the attack now: in list order, none skipped that must join."""
    combat = state.combat
    candidates = can_attack(game, state, combat["target"])
    if combat["attackers"]:
        last = max(game.units.index(unit) for unit in combat["attackers"])
        candidates = [u for u in candidates if game.units.index(u) > last]
    needed = must_join(game, state)
    if needed:
        limit = game.units.index(needed[0])
        candidates = [u for u in candidates if game.units.index(u) <= limit]
    return candidates


def support_left(game, state):
    """Israeli supported attacks still to be had in this phase [13.4]."""
    if state.side != "israel" or movement.is_night(game, state):
        return 0
    across = sum(place == "across" for place in state.units.values())
    per_phase = game.tables["artillery"]["israeli_support_per_phase"]
    return per_phase + across - state.supported


def odds(game, state, hex_, attackers, support=False):
    """Differential, shifts and column (0 to 6) of an attack by {unit: hex} or units."""
    board = game.board
    target = unit_on(state, hex_)
    attack = sum(strength(game, state, unit) for unit in attackers)
    defense = strength(game, state, target)
    values = game.tables["column_shifts"]
    shifts = []
    terrain = board.terrain[hex_]
    if terrain == "elevated_sand":
        across_ridge = [frozenset((state.units[unit], hex_)) in board.ridges for unit in attackers]
        if across_ridge and all(across_ridge):
            shifts.append(("ridge", values["elevated_sand_attacked_only_across_ridge"]))
        else:
            shifts.append(("elevated_sand", values["elevated_sand"]))
    elif terrain in ("bar_lev", "chinese_farm"):
        shifts.append((terrain, values[terrain]))
    types = {game.unit[unit]["type"] for unit in attackers}
    if types & set(ARMOR) and types & set(FOOT):
        shifts.append(("combined_arms", values["combined_arms"]))
    if support:
        shifts.append(("israeli_artillery", values["israeli_artillery"]))

    differential = attack - defense
    labels = game.tables["combat_results"]["columns"]
    column = next(i for i, label in enumerate(labels) if in_column(differential, label))
    column = min(max(column + sum(n for _, n in shifts), 0), len(labels) - 1)
    return {
        "attack": attack,
        "defense": defense,
        "differential": differential,
        "shifts": shifts,
        "column": column,
    }


def in_column(differential, label):
    low, high = label.split("..")
    return (not low or differential >= int(low)) and (not high or differential <= int(high))


def eliminate(game, state, unit):
    """Take a unit off the map; in the reprint the bridge's end is the game's [reprint 14.2]."""
    state.units[unit] = "eliminated"
    if game.unit[unit]["type"] == "bridge" and game.reprint and state.result is None:
        game.finish(state, "egypt", "14.2", "the bridge unit is eliminated")


def displace(game, state, unit, hex_):
    """Put a unit elsewhere; a placed bridge that leaves Matzmed ends the game [14.2]."""
    matzmed = game.board.crossing_hex
    placed = game.unit[unit]["type"] == "bridge" and state.units[unit] == matzmed
    state.units[unit] = hex_
    if placed and hex_ != matzmed:
        game.finish(state, "egypt", "14.2", "the bridge has left Matzmed")


def fire(game, state):
    """The attack is announced: the units have fought, the dice are next."""
    combat = state.combat
    state.fought |= set(combat["attackers"])
    state.attacked.add(combat["target"])
    combat["step"] = "roll"


def resolve(game, state, die):
    """Apply the result of the die [6.3]."""
    combat = state.combat
    column = odds(game, state, combat["hex"], combat["attackers"], combat["support"])["column"]
    result = game.tables["combat_results"]["rows"][die - 1].split()[column]
    combat["result"] = result
    target = combat["target"]
    if result == "De":
        eliminate(game, state, target)
    elif result == "Ee":
        combat["loss_due"] = game.unit[target]["strength"]
        combat["step"] = "loss"
        eliminate(game, state, target)
        return  # there is always an attacker to lose
    elif result == "Ae":
        for unit in combat["attackers"]:
            eliminate(game, state, unit)
    else:
        combat["step"] = "retreat"
        settle_retreats(game, state)
        return
    to_advance(game, state)


def survivors(state):
    """Attackers still in the hex from which they attacked, in list order."""
    attackers = state.combat["attackers"]
    return [u for u in state.units if u in attackers and state.units[u] == attackers[u]]


def lose(game, state, unit):
    """The attacker's choice of a loss after Ee: printed strength counts [6.3]."""
    combat = state.combat
    combat["loss_due"] = max(0, combat["loss_due"] - game.unit[unit]["strength"])
    eliminate(game, state, unit)
    if state.result is None and (combat["loss_due"] == 0 or not survivors(state)):
        to_advance(game, state)


def may_step(game, unit, start, goal):
    """Whether terrain and hexside allow the unit to retreat or advance there."""
    board = game.board
    return (
        goal in board.neighbors[start]
        and board.passable(goal)
        and board.open_between(start, goal)
        and not movement.closed_to_bridge(game, unit, goal)
    )


def retreat_hexes(game, state, unit, as_if_vacant=()):
    """Safe hexes beside the unit [6.4]."""
    here = state.units[unit]
    taken = set(state.units.values()) - set(as_if_vacant)
    unsafe = movement.obstructing_zones(game, state, unit)
    if movement.commando_at_night(game, state, unit):  # it still moves away [reprint 7.3]
        unsafe = {near for foe in retreats_from(state) for near in game.board.neighbors[foe]}
    return sorted(
        near
        for near in game.board.neighbors[here]
        if near not in taken and near not in unsafe and may_step(game, unit, here, near)
    )


def retreats_from(state):
    """Hexes of the enemies from which a retreat leads away [6.3]."""
    combat = state.combat
    return combat["attackers"].values() if combat["result"] == "Dr" else [combat["hex"]]


def retreating(state):
    """Units that still have to retreat, in list order."""
    combat = state.combat
    if combat["result"] == "Dr":
        return [combat["target"]] if state.units[combat["target"]] == combat["hex"] else []
    return survivors(state)


def settle_retreats(game, state):
    """Eliminate who cannot retreat; go on to the advance when nobody is left to retreat."""
    while state.result is None and retreating(state):
        pending = retreating(state)
        lost, waiting = None, []
        for unit in pending:
            if retreat_hexes(game, state, unit):
                continue
            others = [state.units[other] for other in pending if other != unit]
            if retreat_hexes(game, state, unit, as_if_vacant=others):
                waiting.append(unit)
            else:
                lost = unit
                break
        if lost is None and waiting == pending:
            lost = waiting[0]
        if lost is None:
            return  # the owner chooses
        eliminate(game, state, lost)
    if state.result is None:
        to_advance(game, state)


def advances(game, state):
    """Pairs (unit, hex): who may advance into which hex that the combat vacated [6.5]."""
    combat = state.combat
    vacant = set(game.board.hexes) - set(state.units.values())
    if combat["result"] in ("Ar", "Ae"):
        unit, here = combat["target"], combat["hex"]
        left = sorted(set(combat["attackers"].values()) & vacant)
        return [(unit, hex_) for hex_ in left if may_step(game, unit, here, hex_)]
    hex_ = combat["hex"]
    if hex_ not in vacant:
        return []
    return [(u, hex_) for u in survivors(state) if may_step(game, u, state.units[u], hex_)]


def to_advance(game, state):
    """Ask for an advance if there is one; otherwise the combat is over."""
    if state.result is not None:
        return
    state.combat["step"] = "advance"
    if not advances(game, state):
        state.combat = None
