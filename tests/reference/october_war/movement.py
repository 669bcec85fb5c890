"""Movement phases: routes, water, bridges, flights [35 to 44]."""

from .asking import Ask, roll
from .data import WALKERS, other
from .looks import VERBS as LOOKS
from .looks import ask_sam, do_look, legal_looks
from .losses import eliminate
from .places import (
    allowed,
    bridged,
    clear,
    covering,
    firsts,
    go,
    here,
    in_command,
    in_play,
    loc,
    room,
    sams,
    sees,
    take,
    unknown,
)  # fmt: skip


def begin_movement(g, s):
    clear(s, "moved_now", "looked", "helped", "by_water", "bridged", "in_command")
    s.came = {}
    s.dropped_now = False
    s.looking = True
    s.looked_at = {side: set() for side in s.looked_at}
    if s.phase != "movement 2":
        return
    for u in g.of_side[s.side]:
        unit = g.units[u]
        if unit.air or not in_play(g, s, u):
            continue
        fresh = u not in s.marks["moved"]
        ready = s.where[u] in g.reserves or unit.type == "hq" or in_command(g, s, u)
        if fresh and ready:
            s.marks["in_command"].add(u)


def may_act(g, s, unit):
    """Has it a move left in this phase? (An engineer that helps may still bridge.)"""
    if not in_play(g, s, unit) or "static" in g.units[unit].flags:
        return False
    if unit in s.marks["moved_now"] or unit in s.marks["looked"]:
        return False
    always = "both_echelons" in g.units[unit].flags
    return s.phase == "movement 1" or always or unit in s.marks["in_command"]


def movers(g, s):
    ground = [u for u in g.of_side[s.side] if not g.units[u].air and may_act(g, s, u)]
    return firsts(g, s, ground)


def enemy_at(g, s, unit, place):
    return place in g.points and here(g, s, place, other(g.units[unit].side))


def may_enter(g, s, unit, place):
    if not allowed(g, unit, place):
        return False
    return not (unit in s.marks["fought"] and enemy_at(g, s, unit, place))


# ---------------------------------------------------------------- by land


def allowance(g, s, unit):
    chart = g.tables["movement"]
    place = s.where[unit]
    if place in g.reserves:
        return chart["from_reserve"]
    if not loc(g, s, unit):
        return chart["without_loc"]
    depots = any(g.units[u].type == "depot" for u in here(g, s, place, g.units[unit].side))
    return chart["from_depot"] if depots else chart["allowance"]


def must_stop(g, s, unit, place):
    if place in g.reserves:
        return True
    point, u = g.points[place], g.units[unit]
    if point.water:
        return False
    if enemy_at(g, s, unit, place):
        return True
    terrain = g.tables["terrain"][point.terrain]
    if terrain["stop"] == "none":
        return False
    if terrain["stop"] == "non_mechanized":
        return not u.mechanized
    if "own_side_passes" in terrain:
        return terrain["own_side_passes"] != u.side and not here(g, s, place, u.side)
    return True


def steps(g, s, unit, place):
    u = g.units[unit]
    for q, kind in g.adjacent[place]:
        if kind == "canal" and not bridged(g, s, place, q, u.side):
            continue
        if kind in ("lake", "red_sea") and "water" not in u.flags:
            continue
        if may_enter(g, s, unit, q):
            yield q
    if place == "syrian-reserve" and "sheikh_meskin" in u.flags:
        yield "sheikh-meskin"


def walks(g, s, unit):
    todo = [((), s.where[unit])]
    most = allowance(g, s, unit)
    while todo:
        path, place = todo.pop()
        for q in steps(g, s, unit, place):
            longer = (*path, q)
            water = q in g.points and g.points[q].water
            if not water and (q == s.where[unit] or room(g, s, unit, q)):
                yield longer
            if len(longer) < most and not must_stop(g, s, unit, q):
                todo.append((longer, q))


def used(s, unit):
    s.marks["moved"].add(unit)
    s.marks["moved_now"].add(unit)


def move(g, s, unit, path):
    side = g.units[unit].side
    route = [s.where[unit], *path]
    for p in path[:-1]:
        if not enemy_at(g, s, unit, p):
            take(g, s, p, side)
    land = [p for p in route[:-1] if p in g.reserves or not g.points[p].water]
    go(g, s, unit, path[-1])
    s.came[unit] = land[-1]
    used(s, unit)
    if any(p in g.points and g.points[p].water for p in path):
        s.marks["by_water"].add(unit)


# ---------------------------------------------------------------- the canal


def helper(g, s, unit):
    """The engineer that would help it across, None if there is none [40]."""
    found = [
        u
        for u in here(g, s, s.where[unit], g.units[unit].side)
        if g.units[u].type == "engineer"
        and (u not in s.marks["moved_now"] or u in s.marks["bridged"])
    ]
    found.sort(key=lambda u: not (u in s.marks["helped"] or u in s.marks["bridged"]))
    return found[0] if found else None


def crossings(g, s, unit):
    u, place = g.units[unit], s.where[unit]
    if place not in g.banks or bridged(g, s, place, g.banks[place], u.side):
        return
    if "water" in u.flags or (u.type in WALKERS and helper(g, s, unit)):
        far = g.banks[place]
        if may_enter(g, s, unit, far) and room(g, s, unit, far):
            yield far


def cross(g, s, unit, far):
    aid = helper(g, s, unit)
    bound = aid is not None and (aid in s.marks["helped"] or aid in s.marks["bridged"])
    if "water" in g.units[unit].flags and not bound:  # ruling O17 of docs/rulings
        s.marks["by_water"].add(unit)
    else:
        s.marks["helped"].add(aid)
    start = s.where[unit]
    go(g, s, unit, far)
    s.came[unit] = start
    used(s, unit)


def bridging(g, s, unit):
    place = s.where[unit]
    if g.units[unit].type != "engineer" or place not in g.banks or not loc(g, s, unit):
        return
    spare = len(s.bridges) < g.markers["bridge"]["count"]
    if spare and g.bank(place, g.banks[place]) not in s.bridges:
        yield g.banks[place]


def lay_bridge(g, s, unit, far):
    s.bridges[g.bank(s.where[unit], far)] = g.units[unit].side
    s.cache.pop("loc", None)
    used(s, unit)
    s.marks["bridged"].add(unit)


# ---------------------------------------------------------------- flights


def range_of(g, s, unit):
    """Points the unit may fly now, 0 if it may not [43, 44]."""
    u, place = g.units[unit], s.where[unit]
    if "airmobile" in u.flags:
        return g.tables["movement"]["airmobile_range"]
    if "one_drop" not in u.flags or unit in s.marks["dropped"]:
        return 0
    depot = any(g.units[d].type == "depot" for d in here(g, s, place, u.side))
    if s.dropped_now or not (depot or place in g.reserves):
        return 0
    return g.tables["movement"]["drop_range"]


def distances(g, side, start, most):
    found, ring = {start: 0}, [start]
    for n in range(1, most + 1):
        nearby = [q for p in ring for q, _ in g.adjacent[p]]
        ring = [q for q in dict.fromkeys(nearby) if q not in found]
        ring = [q for q in ring if g.reserves.get(q, side) == side]
        found.update(dict.fromkeys(ring, n))
    return found


def known_umbrella(g, s, side, place):
    return any(sees(g, s, side, u) for u in covering(g, s, other(side), place))


def flights(g, s, unit, most, seen=False):
    """Places it may fly to, whoever stands there; `seen`: as far as the enemy knows."""
    side, start = g.units[unit].side, s.where[unit]
    if known_umbrella(g, s, side, start):
        return
    for q in distances(g, side, start, most):
        if q == start or (q in g.points and g.points[q].water):
            continue
        if q in g.points and g.points[q].terrain == "objective":
            continue
        theaters = {g.theater(start), g.theater(q)} - {None}
        if len(theaters) > 1 or not allowed(g, unit, q):
            continue
        fits = room(g, s, unit, q) or (seen and unknown(g, s, side, q))
        if fits and not known_umbrella(g, s, side, q):
            yield q


def flight_row(g, s, unit, place):
    side = g.units[unit].side
    theater = g.theater(place) or g.theater(s.where[unit])
    if s.air_master[theater] == other(side):
        return "bad"
    cover = [u for u in covering(g, s, side, place) if sees(g, s, other(side), u)]
    friendly = place in g.reserves or cover
    return "good" if side == "israel" or s.turn == 1 or friendly else "plain"


def claim_umbrella(g, s, side, place):
    """The better row needs a SAM unit that is shown [20.12]."""
    hidden = [u for u in sams(g, side) if in_play(g, s, u) and not sees(g, s, other(side), u)]
    if not g.options["fog"] or not hidden:
        return
    cover = [u for u in covering(g, s, side, place) if u in hidden]
    actions = [f"show-sam {u}" for u in firsts(g, s, cover)]
    answer = yield Ask("umbrella", side, [*actions, "pass"], sealed=True)
    if answer != "pass":
        s.known.add(answer.split()[1])


def fly(g, s, unit, place, step="flight roll"):
    """Question, die, landing: returns S, A, E, or None for a forbidden flight."""
    side, start = g.units[unit].side, s.where[unit]
    shown = yield from ask_sam(g, s, other(side), [start, place])
    if shown:
        return None
    if flight_row(g, s, unit, place) == "plain":
        yield from claim_umbrella(g, s, side, place)
    row = g.tables["crt"]["airmobile"][flight_row(g, s, unit, place)].split()
    die = yield from roll(step)
    result = row[die - 1]
    if result == "E":
        eliminate(g, s, unit, combat=False)
    elif result == "S":
        go(g, s, unit, place)
        s.marks["flew"].add(unit)
    return result


def fly_in_movement(g, s, unit, place):
    start = s.where[unit]
    result = yield from fly(g, s, unit, place)
    if result is None:
        return
    if "one_drop" in g.units[unit].flags:
        s.marks["dropped"].add(unit)
        s.dropped_now = True
    if result != "E":
        used(s, unit)
    if result == "S":
        s.came[unit] = start


# ---------------------------------------------------------------- the phase


def legal_movement(g, s):
    yield from legal_looks(g, s)
    for unit in movers(g, s):
        yield from (f"bridge {unit} {p}" for p in bridging(g, s, unit))
        if unit in s.marks["helped"]:
            continue
        yield from (f"move {unit} {' '.join(path)}" for path in walks(g, s, unit))
        yield from (f"cross {unit} {p}" for p in crossings(g, s, unit))
        most = range_of(g, s, unit)
        if most:
            yield from (
                f"fly {unit} {p}" for p in flights(g, s, unit, most) if may_enter(g, s, unit, p)
            )
    yield "end"


def play_movement(g, s):
    if s.step != "movement":
        begin_movement(g, s)
    while True:
        answer = yield Ask("movement", s.side, list(legal_movement(g, s)), main=True)
        verb, *names = answer.split()
        if verb in LOOKS:
            yield from do_look(g, s, answer)
            continue
        s.looking = False
        if verb == "end":
            return
        if verb == "move":
            move(g, s, names[0], names[1:])
        elif verb == "fly":
            yield from fly_in_movement(g, s, *names)
        elif verb == "cross":
            cross(g, s, *names)
        else:
            lay_bridge(g, s, *names)
