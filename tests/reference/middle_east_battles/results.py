"""Results of combat: who goes, who retreats, who is lost, who advances."""

from . import retreat
from .board import pair

BARRAGE_HURTS = ("DE", "D2", "D3", "D4")  # what an attack by artillery alone does [8.6]


def apply_result(game, state, result, pure):
    """Everything that follows at once; the rest is left in `due`, `loss_due` and `path`."""
    state.result = result
    adjacent, defenders = state.with_role("adjacent"), state.with_role("defender")
    hurt = not pure or result in BARRAGE_HURTS
    if result in ("EX", "AX"):
        state.loss_due = sum(game.defense_value(u) for u in defenders)
    if result in ("DE", "EX") and hurt:
        for unit in defenders:
            game.eliminate(state, unit)
    elif result == "AE":
        for unit in adjacent:
            game.eliminate(state, unit)
    elif result == "A1":
        retreat_side(game, state, adjacent, 1)
    elif hurt:
        retreat_side(game, state, defenders, int(result[1]) if result[0] == "D" else 1)
    elif result == "BR":
        retreat_side(game, state, adjacent, 1)


def retreat_side(game, state, units, number):
    """Start the retreat of the units of one side."""
    if not units:
        return
    state.retreating = game.side_of(units[0])
    for unit in units:
        landed = state.result == "A1" and unit in state.landed
        if landed or game.static(unit):
            game.eliminate(state, unit)
        else:
            state.due[unit] = number


def proceed(game, state):
    """The step at which the next decision of this combat is taken."""
    retreat.drop_the_lost(game, state)
    if retreat.pending(game, state):
        return "retreat"
    if state.result == "BR" and state.retreating == game.enemy(state.side):
        retreat_side(game, state, state.with_role("adjacent"), 1)
        if state.retreating == state.side:
            return proceed(game, state)
    left = attackers_left(game, state)
    if sum(game.attack_value(u) for u in left) <= state.loss_due:
        for unit in left if state.loss_due > 0 else []:
            lose(game, state, unit)  # there is nothing to choose
    elif state.loss_due > 0:
        return "loss"
    return "advance" if advances(game, state) else "combat"


def attackers_left(game, state):
    return [u for u in state.with_role("adjacent") if game.on_map(state, u)]


def lose(game, state, unit):
    state.loss_due = max(0, state.loss_due - game.attack_value(unit))
    game.eliminate(state, unit)
    state.path.pop(unit, None)  # it leaves no path of retreat


def advances(game, state):
    """Pairs (unit, hex) of ruling 44."""
    if state.result == "BR":
        return []
    winners, losers = "adjacent", "defender"
    if state.result in ("A1", "AE"):
        winners, losers = losers, winners
    side = state.side if winners == "adjacent" else game.enemy(state.side)
    enemies = game.hexes_of(state, game.enemy(side))
    found = set()
    for unit in state.with_role(winners):
        if not game.on_map(state, unit) or unit in state.advanced or game.static(unit):
            continue
        if state.landed.get(unit) == "landed" or unit in state.fixed | state.disengaged:
            continue
        for loser in state.with_role(losers):
            before = state.hex[unit]
            for hex_ in state.path.get(loser, []):
                near = hex_ in game.board.neighbors[before]
                if not near or hex_ in enemies or pair(before, hex_) in game.board.closed:
                    break
                if game.room(state.hex, unit, hex_):
                    found.add((unit, hex_))
                before = hex_
    return sorted(found, key=lambda pair_: (game.index[pair_[0]], pair_[1]))


def walks(game, state, side, before, path, hex_):
    """Whether nothing bars the way along a path to a hex."""
    enemies = game.hexes_of(state, game.enemy(side))
    for passed in path[: path.index(hex_) + 1]:
        near = passed in game.board.neighbors[before]
        if not near or passed in enemies or pair(before, passed) in game.board.closed:
            return False
        before = passed
    return True


def advance(game, state, unit, hex_):
    """Carry out `advance`: every hex on the way is entered, by the first path that leads there."""
    before, side = state.hex[unit], game.side_of(unit)
    for enemy in game.units:
        path = state.path.get(enemy, [])
        if game.side_of(enemy) == side or hex_ not in path:
            continue
        if path[0] in game.board.neighbors[before] and walks(game, state, side, before, path, hex_):
            for passed in path[: path.index(hex_)]:
                game.enter_city(state, unit, passed)
            break
    game.put(state, unit, hex_)
    state.advanced.add(unit)
