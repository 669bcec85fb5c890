"""Large counters and their parts [20 to 28]."""

from .asking import Ask
from .losses import forget
from .places import allowed, firsts, go, here, hq_clash, in_play, place_loc, room

SOURCES = ("breakdown", "breakdown-any", "available", "refit", "eliminated")
LIMIT_TYPE = {"israel.armor-battalion": "armor", "israel.mech-battalion": "mech",
              "israel.golani-battalion": "mech"}  # fmt: skip
BRIGADES = {"armor": "israel.armor-brigade", "mech": "israel.mech-brigade",
            "infantry": "israel.infantry-brigade"}  # fmt: skip
FREEING = {"israel.armor-battalion": "armor", "israel.mech-battalion": "mech",
           "israel.infantry-battalion": "infantry"}  # fmt: skip


def components(g, s, unit):
    u = g.units[unit]
    return u.back["components"] if unit in s.back else u.components


def find_parts(g, s, needed):
    """The counters that would replace it, from the boxes in their order; None if some lack."""
    found = []
    for group, number in needed.items():
        candidates = [u for box in SOURCES for u in g.groups[group] if s.where[u] == box]
        if len(candidates) < number:
            return None
        found += candidates[:number]
    return found


def can_break(g, s, unit):
    return g.units[unit].large and find_parts(g, s, components(g, s, unit)) is not None


def box_of_large(g, unit, place):
    if g.units[unit].side == "arab":
        return "breakdown"
    return {"sinai": "breakdown-sinai", "golan": "breakdown-golan"}.get(
        g.theater(place), "breakdown-any"
    )


def break_up(g, s, unit):
    """Break down a counter on the map, in a reserve area, or unplaced [21]."""
    place = s.where[unit]
    parts = find_parts(g, s, components(g, s, unit))
    marks = [m for m, units in s.marks.items() if unit in units and m not in ("broken", "formed")]
    came = s.came.get(unit)
    seen = unit in s.known and s.phase not in ("reorganization", "setup")
    for part in parts:
        kind = LIMIT_TYPE.get(g.units[part].group)
        if kind and s.where[part] in ("refit", "eliminated"):
            s.extra[kind] += 1
        go(g, s, part, place)
        for m in marks:
            s.marks[m].add(part)
        if came:
            s.came[part] = came
        if seen:
            s.known.add(part)
    go(g, s, unit, box_of_large(g, unit, place))
    forget(s, unit)
    s.marks["broken"].add(unit)
    return parts


def put_away(g, s, part):
    """A small counter that has become part of a large one [20]."""
    u = g.units[part]
    kind = FREEING.get(u.group)
    if u.side == "arab":
        box = "breakdown"
    elif kind and any(s.where[b] == "available" for b in g.groups[BRIGADES[kind]]):
        box = "available"
    else:
        box = "breakdown-any"
    go(g, s, part, box)
    forget(s, part)


def parts_in(g, s, needed, place):
    found = []
    for group, number in needed.items():
        units = [u for u in here(g, s, place) if g.units[u].group == group]
        if len(units) < number:
            return None
        found += units[:number]
    return found


def boxes_for(g, side, place):
    if side == "arab":
        return ("breakdown",)
    theater = g.theater(place)
    tied = ("sinai", "golan") if theater is None else (theater,)
    return (*(f"breakdown-{t}" for t in tied), "breakdown-any")


def tally_allows(g, s, unit):
    """The task forces come after three and six combined arms brigades [26]."""
    return s.conversions >= {"tf-a": 3, "tf-mech": 3, "tf-b": 6}.get(unit, 0)


def combining(g, s, side):
    """(verb, large counter, place) of every possible combination."""
    places = [p for p in (*g.points, *g.reserves) if here(g, s, p, side)]
    for group in g.groups_large:
        first = g.units[g.groups[group][0]]
        if first.side != side:
            continue
        verbs = [("combine", first.components)]
        if first.back and s.combined_arms:
            verbs.append(("combine-arms", first.back["components"]))
        for verb, needed in verbs:
            for place in places:
                if parts_in(g, s, needed, place) is None or not place_loc(g, s, side, place):
                    continue
                spare = [
                    u
                    for u in g.groups[group]
                    if s.where[u] in boxes_for(g, side, place)
                    and u not in s.marks["broken"]
                    and tally_allows(g, s, u)
                ]
                for u in firsts(g, s, spare):
                    yield verb, u, place


def combine(g, s, verb, unit, place):
    u = g.units[unit]
    back = verb == "combine-arms"
    for part in parts_in(g, s, u.back["components"] if back else u.components, place):
        put_away(g, s, part)
    go(g, s, unit, place)
    s.marks["formed"].add(unit)
    if back:
        s.back.add(unit)


def breakable(g, s, side, unplaced=False):
    units = [
        u
        for u in g.of_side[side]
        if (in_play(g, s, u) or (unplaced and s.where[u] == "unplaced"))
        and u not in s.marks["formed"]
        and can_break(g, s, u)
    ]
    return firsts(g, s, units)


def new_battalion(g, s):
    """The armor battalion that appears at a conversion [26]."""
    for box in ("available", "refit", "breakdown-any", "eliminated"):
        for u in g.groups["israel.armor-battalion"]:
            if s.where[u] == box:
                return u
    return None


def convertible(g, s):
    if not s.combined_arms or new_battalion(g, s) is None:
        return []
    units = [
        u
        for u in g.of_side["israel"]
        if g.units[u].back
        and u not in s.back
        and in_play(g, s, u)
        and parts_in(g, s, {"israel.mech-battalion": 1}, s.where[u])
    ]
    return firsts(g, s, units)


def convert(g, s, unit):
    place = s.where[unit]
    arrived = new_battalion(g, s)
    put_away(g, s, parts_in(g, s, {"israel.mech-battalion": 1}, place)[0])
    s.back.add(unit)
    s.known.discard(unit)
    s.conversions += 1
    go(g, s, arrived, place)


def may_change(g, s, side):
    """What the enemy cannot rule out: it knows what is in play, and what lies in the boxes."""
    for u in g.of_side[side]:
        unit = g.units[u]
        if not unit.large:
            continue
        fronts = [unit.components]
        if unit.back and s.combined_arms:
            fronts.append(unit.back["components"])
        if in_play(g, s, u):
            if any(find_parts(g, s, needed) is not None for needed in fronts):
                return True
            mech = [v for v in g.groups["israel.mech-battalion"] if in_play(g, s, v)]
            if len(fronts) > 1 and mech and new_battalion(g, s) is not None:
                return True
        elif s.where[u].startswith("breakdown") and tally_allows(g, s, u):
            for needed in fronts:
                there = {k: sum(in_play(g, s, v) for v in g.groups[k]) for k in needed}
                if all(there[k] >= number for k, number in needed.items()):
                    return True
    return False


def play_reorganization(g, s):
    side = s.side
    while True:
        actions = [" ".join(c) for c in combining(g, s, side)]
        actions += [f"break {u}" for u in breakable(g, s, side)]
        if side == "israel":
            actions += [f"convert {u}" for u in convertible(g, s)]
        sealed = g.options["fog"] and may_change(g, s, side)
        answer = yield Ask("reorganization", side, [*actions, "end"], main=True, sealed=sealed)
        verb, *names = answer.split()
        if verb == "end":
            break
        if verb == "break":
            break_up(g, s, names[0])
        elif verb == "convert":
            convert(g, s, names[0])
        else:
            combine(g, s, verb, *names)
    s.marks["broken"], s.marks["formed"] = set(), set()


# ---------------------------------------------------------------- set-up


def zone(g, unit):
    u = g.units[unit]
    return g.zone_of.get(unit) or {"egypt": "africa", "syria": "syria"}[u.nation]


def zone_points(g, name):
    z = g.zones[name]
    return [
        p
        for p in g.points.values()
        if p.theater == z["theater"]
        and set(z.get("features", ())) <= p.features
        and not set(z.get("not", ())) & p.features
        and not p.water
    ]


def golan_forts(g, s, unit, point, waiting):
    """Four forts get one counter each [5.1(2)]."""
    forts = g.having("purple_line_fort")
    taken = [f for f in forts if here(g, s, f)]
    if point.id in forts:
        return point.id not in taken and len(taken) < 4
    return waiting - 1 >= 4 - len(taken)


def placements(g, s, side):
    waiting = {}
    for u in g.of_side[side]:
        if s.where[u] == "unplaced":
            waiting.setdefault(zone(g, u), []).append(u)
    for name, units in waiting.items():
        unit = units[0]
        limit = g.zones[name].get("max_per_point")
        for point in zone_points(g, name):
            if not allowed(g, unit, point.id):
                continue
            if limit is None:
                if room(g, s, unit, point.id):
                    yield unit, point.id
                continue
            if len(here(g, s, point.id)) >= limit or hq_clash(g, s, unit, point.id):
                continue
            if name != "golan-west" or golan_forts(g, s, unit, point, len(units)):
                yield unit, point.id


def play_setup(g, s):
    for side in ("israel", "arab"):
        if s.side == "arab" and side == "israel":
            continue  # taken up again in the middle
        s.side = side
        while True:
            actions = [f"place {u} {p}" for u, p in placements(g, s, side)]
            if side == "arab":
                actions += [f"break {u}" for u in breakable(g, s, side, unplaced=True)]
                actions += [" ".join(c) for c in combining(g, s, side)]
            if "unplaced" not in [s.where[u] for u in g.of_side[side]]:
                actions.append("end")
            answer = yield Ask("setup", side, actions, main=True)
            verb, *names = answer.split()
            if verb == "end":
                break
            if verb == "place":
                go(g, s, *names)
            elif verb == "break":
                break_up(g, s, names[0])
            else:
                combine(g, s, verb, *names)
    s.marks["broken"], s.marks["formed"] = set(), set()
