"""From one decision to the next: what may be done at each step, and what follows."""

from . import duties, fire, landings, movement, results, retreat
from .state import OF_EGYPT

FACES = [f"roll {n}" for n in range(1, 7)]
MARKER_OF = {
    "air": 0, "british-air": 0, "french-air": 1, "british-guns": 2, "french-guns": 3,
}  # fmt: skip
LAST_TURN_OF_HISTORY, MILITIA_TURN = 6, 2


def legal(game, state):
    step = state.step
    if game.owner(state) == "dice":
        return list(FACES)
    if step == "setup":
        return legal_setup(game, state)
    if step == "withdrawal":
        return ["withdraw", "stay"]
    if step == "militia":
        unit = pool(game, state)[0]
        return [f"place {unit} {h}" for h in militia_hexes(game, state)]
    if step == "movement":
        return legal_movement(game, state)
    if step == "onward":
        unit, hexes = state.entering, movement.onward(game, state, state.entering, state.entry_hex)
        return [f"move {unit} {h}" for h in sorted(hexes)]
    if step == "combat":
        return duties.legal_in_combat(game, state)
    if step == "declare":
        return duties.legal_in_declare(game, state)
    if step == "fpf":
        return [*fire.legal_protection(game, state), "done"]
    if step == "table":
        return ["frontal", "mobile"]
    if step == "retreat":
        return retreat.legal_retreats(game, state)
    if step == "displace":
        return [f"displace {u} {h}" for u, h in retreat.displacements(game, state)]
    if step == "loss":
        return [f"lose {u}" for u in results.attackers_left(game, state)]
    if step == "advance":
        return [*(f"advance {u} {h}" for u, h in results.advances(game, state)), "stay"]
    if step == "continue":
        optional = game.tables["turns"][game.folder]["optional_last"]
        return ["stop", *(f"continue {n}" for n in range(game.turns + 1, optional + 1))]
    return []


def legal_setup(game, state):
    taken = set(state.hex.values())
    waiting = game.to_place(state)
    if not waiting:
        return ["end"]
    places = [
        f"place {u} {h}" for u in waiting for h in game.setup_hexes(u) if h not in taken
    ]  # fmt: skip
    return [*places, "deploy"]


def legal_movement(game, state):
    actions = []
    for unit in game.of_side[state.side]:
        for verb, found in (
            ("move", movement.moves(game, state, unit)),
            ("exit", movement.exits(game, state, unit)),
            ("drop", landings.drops(game, state, unit)),
            ("land", landings.amphibious(game, state, unit)),
            ("enter", movement.entries(game, state, unit)),
            ("enter", landings.flies_in(game, state, unit)),
            ("lift", landings.lifts(game, state, unit)),
            ("liftoff", landings.liftoffs(game, state, unit)),
        ):
            actions += [f"{verb} {unit} {h}" for h in sorted(found)]
        crossings = landings.crossings(game, state, unit)
        actions += [f"cross {unit} {e} {h}" for e, h in crossings]
        if landings.flies_out(game, state, unit):
            actions.append(f"return {unit}")
    if not any(movement.moves(game, state, u) for u in crowded(game, state)):
        actions.append("end")
    return actions


# ---------------------------------------------------------------- actions


def apply(game, state, action):
    verb, *objects = action.split()
    step = state.step
    if game.owner(state) == "dice":
        roll(game, state, int(objects[0]))
    elif step == "setup":
        apply_setup(game, state, verb, objects)
    elif step == "withdrawal":
        state.withdrawn = verb == "withdraw"
        begin_movement(game, state)
    elif step == "militia":
        place_militia(game, state, *objects)
    elif step in ("movement", "onward"):
        apply_movement(game, state, verb, objects)
    elif step == "continue":
        state.last_turn = game.turns if verb == "stop" else int(objects[0])
        after_points(game, state)
    else:
        apply_combat(game, state, verb, objects)


def apply_setup(game, state, verb, objects):
    if verb == "place":
        game.put(state, *objects)
    elif verb == "end":
        begin_game_turn(game, state)
    else:
        raise NotImplementedError("the suggested set-up is no rule")


def apply_movement(game, state, verb, objects):
    if verb == "end":
        end_movement(game, state)
        return
    if verb != "drop":
        state.dropping = False
    if state.step == "onward":
        movement.finish_entry(game, state, objects[1])
        state.step = "movement"
    elif verb == "enter" and not game.suez:
        state.entering, state.entry_hex = objects
        state.step = "onward"
    elif verb == "enter":
        game.put(state, *objects)
        state.moved.add(objects[0])
    elif verb == "return":
        state.hex[objects[0]] = "off"
        state.moved.add(objects[0])
    elif verb == "land":
        state.landings += 1
        landings.come_down(game, state, *objects)
    elif verb == "move":
        movement.take(game, state, *objects)
    elif verb == "exit":
        movement.leave(game, state, *objects)
    elif verb == "drop":
        landings.drop(game, state, *objects)
    elif verb == "lift":
        landings.lift(game, state, *objects)
    elif verb == "liftoff":
        landings.liftoff(game, state, objects[0])
    elif verb == "cross":
        landings.cross(game, state, *objects)
    else:
        raise ValueError(verb)


def apply_combat(game, state, verb, objects):
    step = state.step
    if step == "combat" and verb == "end":
        end_combat(game, state)
    elif verb == "attack":
        state.aim, state.step = [objects[0]], "declare"
    elif verb == "also":
        state.aim.append(objects[0])
    elif verb == "with":
        beside = state.hex[objects[0]] in game.board.neighbors[state.aim[0]]
        state.role[objects[0]] = "adjacent" if beside else "ranged"
    elif verb in MARKER_OF:
        used = state.strikes if step == "declare" else state.covers
        used[MARKER_OF[verb]] = int(objects[0]) if objects else 1
    elif verb == "fire":
        fire.open_fire(game, state)
        if fire.may_be_protected(game, state):
            state.step = "fpf"
        else:
            choose_table(game, state)
    elif verb == "fpf":
        state.role[objects[0]] = "protector"
    elif verb == "done":
        fire.close_protection(game, state)
        choose_table(game, state)
    elif step == "table":
        state.crt = verb
        to_the_dice(game, state)
    else:
        apply_outcome(game, state, verb, objects)


def apply_outcome(game, state, verb, objects):
    """The owner's choices after the die."""
    if verb == "retreat":
        retreat.step_back(game, state, *objects)
    elif verb == "displace":
        retreat.displace(game, state, *objects)
    elif verb == "lose":
        results.lose(game, state, objects[0])
    elif verb == "advance":
        results.advance(game, state, *objects)
    elif verb == "stay":
        back_to_combat(state)
        return
    else:
        raise ValueError(verb)
    if state.chain:
        state.step = "displace"
    else:
        go_on(game, state)


def choose_table(game, state):
    state.crt = fire.table(game, state)
    if state.crt:
        to_the_dice(game, state)
    else:
        state.step = "table"


def to_the_dice(game, state):
    state.step = "night roll" if game.night(state) else "roll"


def go_on(game, state):
    state.step = results.proceed(game, state)
    if state.step == "combat":
        back_to_combat(state)


def back_to_combat(state):
    state.forget_combat()
    state.step = "combat"


def roll(game, state, die):
    if state.step == "air roll":
        state.air[0] += die
        state.air_dice -= 1
        if state.air_dice == 0:
            begin_movement(game, state)
    elif state.step == "militia roll":
        state.militia_left = min(die, len(pool(game, state)))
        go_on_with_militia(game, state)
    elif state.step == "night roll":
        state.night_shift = fire.night_shift(game, state, die)
        state.step = "roll"
    elif state.step == "continue roll":
        game.award(state, "continuation", 2 * (die + 1))
        after_points(game, state)
    else:
        pure = fire.pure_barrage(game, state)
        results.apply_result(game, state, fire.result_of(game, state, die), pure)
        go_on(game, state)


# ---------------------------------------------------------------- militia, Suez '56


def pool(game, state):
    """Militia that may still come [9.4]."""
    if not game.suez:
        return []
    return [
        u for u in game.units
        if game.unit[u]["setup"] == "militia" and state.hex[u] == "off"
    ]  # fmt: skip


def militia_hexes(game, state):
    held = game.board.cities & game.hexes_of(state, "egypt")
    return sorted(held - game.zone(state, game.west))


def start_militia(game, state):
    """Whether there is a roll at the start of this Egyptian Player-Turn."""
    if not game.suez or state.turn < MILITIA_TURN or state.militia_over:
        return False
    if not pool(game, state) or not game.board.cities - state.west_city:
        state.militia_over = True
        return False
    return True


def go_on_with_militia(game, state):
    if state.militia_left and militia_hexes(game, state):
        state.step = "militia"
    else:
        state.militia_left = 0
        begin_movement(game, state)


def place_militia(game, state, unit, hex_):
    game.put(state, unit, hex_)
    state.placed[unit] = len(state.placed) + 1
    state.militia_left -= 1
    go_on_with_militia(game, state)


def crowded(game, state):
    """Egyptians in hexes where 5.11 is broken, by militia put there."""
    if state.side != "egypt":
        return []
    places = [state.hex[u] for u in game.of_side["egypt"] if game.on_map(state, u)]
    return [u for u in game.of_side["egypt"] if places.count(state.hex[u]) > 1]


# ---------------------------------------------------------------- phases and turns


def begin_game_turn(game, state):
    state.side = game.west
    if game.suez:
        strikes = game.tables["airstrikes"]["suez56"]
        state.air = [strikes["british"], strikes["french"]]
    else:
        strikes = game.tables["airstrikes"]["el_arish67"]
        state.air = [0, 0]
        if state.turn >= strikes["first_turn"]:
            state.air_dice = strikes["night_dice" if game.night(state) else "day_dice"]
            state.step = "air roll"
            return
    begin_movement(game, state)


def begin_egypt(game, state):
    state.side = "egypt"
    if start_militia(game, state):
        state.step = "militia roll"
    elif not game.suez and not state.withdrawn:
        state.step = "withdrawal"
    else:
        begin_movement(game, state)


def begin_movement(game, state):
    state.dropping = state.side == game.west
    state.step = "movement"


def end_movement(game, state):
    for unit in sorted(state.placed, key=state.placed.get, reverse=True):
        if unit in crowded(game, state):
            state.hex[unit] = "off"
    state.amphibious = state.amphibious or state.landings > 0
    state.moved, state.placed, state.dropping = set(), {}, False
    state.drops = state.landings = 0
    state.entered, state.column_hex = {}, {}
    state.shaken -= set(game.of_side[state.side])
    duties.begin_phase(game, state)
    state.step = "combat"


def end_combat(game, state):
    state.bound, state.owed, state.fought, state.attacked = set(), set(), set(), set()
    state.displaced, state.protected, state.guns_used = set(), set(), set()
    state.fired_into = set()
    state.landed, state.fixed, state.disengaged = {}, set(), set()
    if state.side == game.west:
        begin_egypt(game, state)
    else:
        end_game_turn(game, state)


def holders(game, state, side):
    """Objective hexes with a unit of the side."""
    return len(set(game.board.objectives) & game.hexes_of(state, side))


def end_game_turn(game, state):
    worth = game.points["egypt_objective_each_turn"]
    game.award(state, "objectives, egypt", worth * holders(game, state, "egypt"))
    if game.suez and state.turn == LAST_TURN_OF_HISTORY:
        state.step = "continue"
    elif game.suez and state.turn > LAST_TURN_OF_HISTORY:
        state.step = "continue roll"
    else:
        after_points(game, state)


def after_points(game, state):
    """The last turn ends the game, any other one is followed by the next."""
    last = game.turns if not game.suez else (state.last_turn or game.turns)
    if state.turn < last:
        state.turn += 1
        begin_game_turn(game, state)
        return
    key = "western_objective_at_end" if game.suez else "israel_objective_at_end"
    held = holders(game, state, game.west)
    game.award(state, "objectives, west", game.points[key] * held)
    egypt = sum(state.ledger[name] for name in OF_EGYPT)
    west = sum(state.ledger.values()) - egypt
    lead = west - egypt
    win_by = game.tables["victory"]["win_by"]
    if abs(lead) < win_by:
        state.winner, state.ending = "draw", "draw"
    else:
        state.winner, state.ending = (game.west if lead > 0 else "egypt"), "points"
    state.step = "over"
