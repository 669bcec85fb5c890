"""Where counters are: moving them, control, stacking, lines of communication, command, sight."""

from .data import FORTS, FREE_TYPES, other

OFF = ("available", "breakdown", "breakdown-sinai", "breakdown-golan", "breakdown-any", "refit",
       "eliminated", "permanently-eliminated", "event-only", "allies-cup", "turn-track", "ready",
       "used", "unplaced")  # fmt: skip


def in_play(g, s, unit):
    return s.where[unit] in g.points or s.where[unit] in g.reserves


def here(g, s, place, side=None):
    """Ground counters in a point or reserve area, in file order."""
    if "here" not in s.cache:
        table = {}
        for u in g.ground:
            table.setdefault(s.where[u], []).append(u)
        s.cache["here"] = table
    found = s.cache["here"].get(place, [])
    return [u for u in found if side in (None, g.units[u].side)]


def go(g, s, unit, place):
    """Every change of place: knowledge, control and bridges follow [12, 41, 70]."""
    old = s.where[unit]
    s.where[unit] = place
    s.cache = {}
    if g.units[unit].air:
        return
    s.known.discard(unit)
    for p in (old, place):
        if p in g.points:
            settle_control(g, s, p)
    if place in g.points:
        meet(g, s, place)
    drop_bridges(g, s)


def clear(s, *marks):
    for mark in marks:
        s.marks[mark] = set()


def settle_control(g, s, point):
    sides = {g.units[u].side for u in here(g, s, point)}
    if len(sides) == 1 and not g.points[point].water:
        take(g, s, point, sides.pop())


def take(g, s, point, side):
    if g.points[point].water or s.control[point] == side:
        return
    s.control[point] = side
    s.cache.pop("loc", None)
    if side == "israel" and point in s.morale:
        s.morale = set()  # the Israeli Morale Check is over [67]


def meet(g, s, point):
    """Both sides in a point: all is known [70]."""
    units = here(g, s, point)
    if len({g.units[u].side for u in units}) == 2:
        s.known.update(units)


def drop_bridges(g, s):
    for west, side in list(s.bridges.items()):
        if not here(g, s, west, side) and not here(g, s, g.canals[west], side):
            del s.bridges[west]
            s.cache.pop("loc", None)


# ---------------------------------------------------------------- stacking [16 to 19]


def hq_clash(g, s, unit, place):
    u = g.units[unit]
    return u.type == "hq" and any(
        g.units[v].type == "hq" and g.units[v].size == u.size and v != unit
        for v in here(g, s, place, u.side)
    )


def weight(g, units, place):
    total, free = 0, dict.fromkeys(FREE_TYPES, 0)
    for name in units:
        u = g.units[name]
        if "stack_free" in u.flags or u.city == place:
            continue
        if "stack_free_one" in u.flags:
            free[u.type] += 1
            if free[u.type] == 1:
                continue
        total += u.stack
    return total


def room(g, s, unit, place):
    """May the unit end there, as far as stacking goes?"""
    if place in g.reserves:
        return True
    side = g.units[unit].side
    if hq_clash(g, s, unit, place):
        return False
    units = [u for u in here(g, s, place, side) if u != unit] + [unit]
    limit = g.tables["stacking"][side]
    after = weight(g, units, place)
    return after <= limit or after == weight(g, units[:-1], place)


def overstacked(g, s, side, place):
    """With the free ones included [18, O38], but SAM units that are still hidden."""
    units = here(g, s, place, side)
    enemy = {"israel": "arab", "arab": "israel"}[side]
    units = [u for u in units if "sam" not in g.units[u].type or sees(g, s, enemy, u)]
    total = sum(1 if g.units[u].type == "hq" else g.units[u].stack for u in units)
    return total > g.tables["stacking"][side]


def allowed(g, unit, place):
    """Terrain and the bounds of the city brigades; not stacking."""
    if place in g.reserves:
        return g.reserves[place] == g.units[unit].side
    u, p = g.units[unit], g.points[place]
    if u.mechanized and p.terrain == "mountain":
        return False
    return u.city is None or "africa" in p.features


# ---------------------------------------------------------------- communication [13 to 15]


def bridged(g, s, one, two, side):
    return s.bridges.get(g.bank(one, two)) == side


def supply_routes(g, s, side, water, place):
    for q, kind in g.adjacent[place]:
        if (
            kind == "road"
            or (kind in ("lake", "red_sea") and water)
            or (kind == "canal" and bridged(g, s, place, q, side))
        ):
            yield q


def loc_points(g, s, side, water):
    """Points from which a unit of the side has a LOC."""
    table = s.cache.setdefault("loc", {})
    if (side, water) in table:
        return table[side, water]

    def open_(p):
        mine = s.control[p] == side or (g.points[p].water and water)
        return mine and not here(g, s, p, other(side))

    edges = [p for r, owner in g.reserves.items() if owner == side for p in g.edges[r]]
    found = {p for p in edges if open_(p)}
    todo = list(found)
    while todo:
        p = todo.pop()
        for q in supply_routes(g, s, side, water, p):
            if q not in found and open_(q):
                found.add(q)
                todo.append(q)
    ends = set(edges) | found
    ends |= {q for p in found for q in supply_routes(g, s, side, water, p)}
    table[side, water] = ends
    return ends


def place_loc(g, s, side, place, water=False):
    if place in g.reserves:
        return True
    if side == "israel" and g.points[place].features & set(FORTS["israel"]):
        return True
    return place in loc_points(g, s, side, water)


def loc(g, s, unit, place=None):
    u = g.units[unit]
    if s.has("flew", unit):
        return True
    water = u.type in ("amphibious", "commando")
    return place_loc(g, s, u.side, place or s.where[unit], water)


# ---------------------------------------------------------------- command [37]


def in_command(g, s, unit):
    u = g.units[unit]
    place = s.where[unit]
    if place not in g.points:
        return False
    for h in g.ground:
        hq = g.units[h]
        if hq.type != "hq" or hq.nation != u.nation or s.where[h] not in g.points:
            continue
        start = s.where[h]
        if start == place:
            return True
        if here(g, s, start, other(u.side)):
            continue
        ring, seen = {start}, {start}
        for _ in range(hq.hq):
            ring = {
                q
                for p in ring
                if p == start or not here(g, s, p, other(u.side))
                for q in g.neighbors(p)
            } - seen
            seen |= ring
        if place in seen:
            return True
    return False


def hq_shift(g, s, unit):
    """The best HQ of its nation stacked or next to it [48]."""
    u = g.units[unit]
    near = {s.where[unit], *g.neighbors(s.where[unit])}
    return max(
        (
            g.units[h].hq
            for h in g.ground
            if g.units[h].type == "hq" and g.units[h].nation == u.nation and s.where[h] in near
        ),
        default=0,
    )


def show_hq(g, s, unit):
    """Who uses a headquarters for its fire shows it, a known one before an equal one."""
    best = hq_shift(g, s, unit)
    if not best or not g.options["fog"]:
        return
    u = g.units[unit]
    near = {s.where[unit], *g.neighbors(s.where[unit])}
    helping = [
        h
        for h in g.ground
        if g.units[h].type == "hq"
        and g.units[h].nation == u.nation
        and g.units[h].hq == best
        and s.where[h] in near
    ]
    enemy = {"israel": "arab", "arab": "israel"}[u.side]
    if not any(sees(g, s, enemy, h) for h in helping):
        s.known.add(helping[0])


# ---------------------------------------------------------------- sight and equal counters


def unknown(g, s, side, place):
    """Does a counter of the side stand there of which the enemy does not know?"""
    return g.options["fog"] and any(u not in s.known for u in here(g, s, place, side))


def sees(g, s, side, unit):
    """Does that side know this counter of the other?"""
    if not g.options["fog"] or unit in s.known:
        return True
    place = s.where[unit]
    return (
        place in g.points
        and "north_of_line" in g.points[place].features
        and s.control["mt-hermon"] == side
    )


def sams(g, side):
    return [
        u
        for u in g.ground
        if g.units[u].side == side and g.units[u].type in ("mobile_sam", "static_sam")
    ]


def umbrella(g, place, reach):
    """Points within reach over roads, canal and lakes [59]."""
    ring, seen = {place}, {place}
    for _ in range(reach):
        ring = {q for p in ring for q, k in g.adjacent[p] if k in ("road", "canal", "lake")} - seen
        seen |= ring
    return seen


def covering(g, s, side, place):
    """SAM units of the side whose umbrella covers a point."""
    if place not in g.points:
        return []
    return [
        u
        for u in sams(g, side)
        if s.where[u] in g.points
        and place in umbrella(g, s.where[u], g.tables["umbrella"][g.units[u].type])
    ]


def same(g, s, unit):
    """Two counters with this in common are interchangeable."""
    u = g.units[unit]
    if u.air:
        return u.group, s.where[unit], s.arrives.get(unit, 0)
    idle = ("in_command",) if g.options["fog"] and s.phase != "movement 2" else ()
    marks = tuple(m for m, units in s.marks.items() if unit in units and m not in idle)
    return (u.group, u.hq, u.city, s.where[unit], unit in s.back, unit in s.known, marks,
            s.came.get(unit), s.arrives.get(unit, 0))  # fmt: skip


def firsts(g, s, units):
    seen, found = set(), []
    for u in units:
        key = same(g, s, u)
        if key not in seen:
            seen.add(key)
            found.append(u)
    return found
