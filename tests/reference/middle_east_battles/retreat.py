"""Retreats and displacement: rulings 37 to 42, and the decisions on chains."""


def may_step(game, state, unit, start, goal):
    """Terrain, enemies and their zones allow a step of a retreat [7.9, 7.11]."""
    enemy = game.enemy(game.side_of(unit))
    if goal in game.hexes_of(state, enemy) or goal in game.zone(state, enemy):
        return False
    return game.board.may_retreat(start, goal)


# ---------------------------------------------------------------- displacement


def chain_choices(game, state, where, chain):
    """(unit, hex, whether it can stay there) for each next displacement [7.13, 7.14].

    `where` are the places of all units, `chain` the pairs (unit, hex it wants to enter).
    """
    _, wanted = chain[-1]
    in_chain = {unit for unit, _ in chain}
    barred = {where[unit] for unit in in_chain}
    side = game.side_of(chain[0][0])
    found = []
    for friend in game.of_side[side]:
        if where[friend] != wanted or friend in in_chain or game.static(friend):
            continue
        if state.due.get(friend):  # it has a retreat of its own to make first
            continue
        around = [
            n
            for n in game.board.neighbors[wanted]
            if n not in barred and may_step(game, state, friend, wanted, n)
        ]
        free = [n for n in around if game.room(where, friend, n)]
        found += [(friend, n, bool(free)) for n in free or around]
    return found


def settle(game, where, chain):
    """Let those enter whose hex its friends have left; both arguments are changed."""
    while chain and cleared(game, where, chain[-1]):
        unit, hex_ = chain.pop()
        where[unit] = hex_


def displaced(game, where, chain, choice):
    """Copies of both after one displacement of `chain_choices`."""
    where, chain = dict(where), list(chain)
    unit, hex_, free = choice
    if free:
        where[unit] = hex_
        settle(game, where, chain)
    else:
        chain.append((unit, hex_))
    return where, chain


def can_finish(game, state, where, chain):
    """Some way to go on with the displacements brings everybody in."""
    if not chain:
        return True
    return any(
        can_finish(game, state, *displaced(game, where, chain, choice))
        for choice in chain_choices(game, state, where, chain)
    )


def clearable(game, state, unit, hex_):
    """The unit could enter the hex as all stand now, displacing others if it has to."""
    where, chain = dict(state.hex), [(unit, hex_)]
    settle(game, where, chain)
    return can_finish(game, state, where, chain)


def displacements(game, state):
    """Pairs (unit, hex) after which the rest of the chain can be completed."""
    return [
        (choice[0], choice[1])
        for choice in chain_choices(game, state, state.hex, state.chain)
        if can_finish(game, state, *displaced(game, state.hex, state.chain, choice))
    ]


# ---------------------------------------------------------------- the retreat


def longest(game, state, unit, here, number, left, enterable):
    """Most steps, up to `left`, that can be made from a hex, the next one being the number-th."""
    if left == 0:
        return 0
    found = 0
    for near in steps_away(game, state, unit, here, number):
        if enterable(near):
            further = longest(game, state, unit, near, number + 1, left - 1, enterable)
            found = max(found, 1 + further)
    return found


def steps_away(game, state, unit, here, number):
    """Neighbors at the right distance from the hex of the combat."""
    origin = state.origin[unit]
    return [
        n
        for n in game.board.neighbors[here]
        if game.board.distance(origin, n) == number and may_step(game, state, unit, here, n)
    ]


def steps(game, state, unit):
    """Hexes to which the unit may make its next step: kinds (a), (b), (c) of ruling 38."""
    left, here = state.due[unit], state.hex[unit]
    number = len(state.path.get(unit, [here]))

    def is_open(hex_):
        return game.room(state.hex, unit, hex_)

    def is_enterable(hex_):
        return is_open(hex_) or clearable(game, state, unit, hex_)

    def lengths(enterable):
        return {
            n: 1 + longest(game, state, unit, n, number + 1, left - 1, enterable)
            for n in steps_away(game, state, unit, here, number)
            if enterable(n)
        }

    full = [n for n, length in lengths(is_open).items() if length == left]
    if full:
        return full
    reach = lengths(is_enterable)
    furthest = max(reach.values(), default=0)
    return [n for n, length in reach.items() if length == furthest]


def pending(game, state):
    """Units that still have to retreat, by counter list."""
    return [u for u in game.units if state.due.get(u, 0) > 0]


def legal_retreats(game, state):
    units = [state.mover] if state.mover else pending(game, state)
    return [f"retreat {u} {h}" for u in units for h in sorted(steps(game, state, u))]


def drop_the_lost(game, state):
    """Eliminate units that cannot retreat when nobody else can go first."""
    while True:
        if state.mover:
            if steps(game, state, state.mover):
                return
            lost = state.mover
        else:
            waiting = pending(game, state)
            if not waiting or any(steps(game, state, u) for u in waiting):
                return
            lost = waiting[0]
        state.mover = None
        game.eliminate(state, lost)


def arrive(game, state, unit, hex_):
    """The retreating unit is in the next hex of its retreat."""
    state.path.setdefault(unit, [state.hex[unit]]).append(hex_)
    game.put(state, unit, hex_)
    state.due[unit] -= 1
    if game.side_of(unit) == state.side:
        state.shaken.add(unit)
    state.mover = unit if state.due[unit] else None
    if not state.due[unit]:
        del state.due[unit]


def step_back(game, state, unit, hex_):
    """Carry out `retreat`."""
    state.mover = unit
    if game.room(state.hex, unit, hex_):
        arrive(game, state, unit, hex_)
    else:
        state.chain = [(unit, hex_)]


def cleared(game, where, frame):
    """Whether all friends have left the hex that somebody waits for [7.13]."""
    unit, hex_ = frame
    return all(where[other] != hex_ for other in game.of_side[game.side_of(unit)])


def unwind(game, state):
    """Bring in those of the chain whose hex has been left by all friends."""
    while state.chain and cleared(game, state.hex, state.chain[-1]):
        unit, hex_ = state.chain.pop()
        if state.chain:
            push_aside(game, state, unit, hex_)
        else:
            arrive(game, state, unit, hex_)


def push_aside(game, state, unit, hex_):
    """A displaced unit comes to its new hex."""
    game.put(state, unit, hex_)
    state.displaced.add(unit)
    if game.side_of(unit) == state.side:
        state.shaken.add(unit)


def displace(game, state, unit, hex_):
    """Carry out `displace`."""
    if game.room(state.hex, unit, hex_):
        push_aside(game, state, unit, hex_)
    else:
        state.chain.append((unit, hex_))
    unwind(game, state)
