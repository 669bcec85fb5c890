"""Events, allies, mobilization and refit [29 to 34, 61 to 68]."""

from .asking import Ask, roll
from .data import STOCK_OF, STOCKS, other
from .losses import casualties
from .places import allowed, firsts, go, here, in_play, place_loc, room
from .reorganize import BRIGADES, FREEING, LIMIT_TYPE

# ---------------------------------------------------------------- events


def gain_ew(g, s, stock, number):
    """Not more than the counter mix [61]."""
    if stock == "israel":
        s.ew["israel"] = min(g.markers["israel.ew"]["count"], s.ew["israel"] + number)
    else:
        left = g.markers["arab.ew"]["count"] - s.ew["egypt"] - s.ew["syria"]
        s.ew[stock] += min(number, left)


def play_event(g, s):
    side = s.side
    answer = yield Ask("event draw", "dice", [f"draw {e}" for e in s.pool[side]], main=True)
    name = answer.split()[1]
    event = g.events[name]
    s.step = "next"
    if event["disposition"] != "return":
        s.pool[side] = [e for e in s.pool[side] if e != name]
    for effect in event["effects"]:
        yield from EFFECTS[effect["op"]](g, s, side, name, effect)


def dice_of(effect):
    total = effect.get("amount", 0)
    for _ in range(effect.get("dice", 0)):
        total += yield from roll("event roll")
    return total


def choose_nation(side, effect):
    if "choose" not in effect:
        return effect.get("nation", side)
    answer = yield Ask("event take", side, [f"take {n}" for n in effect["choose"]])
    return answer.split()[1]


def effect_ew(g, s, side, name, effect):
    number = yield from dice_of(effect)
    nation = yield from choose_nation(side, effect)
    gain_ew(g, s, nation, number)


def effect_mp(g, s, side, name, effect):
    number = yield from dice_of(effect)
    if effect.get("split"):
        answer = yield Ask("event divide", side, [f"divide {n}" for n in range(number + 1)])
        egypt = int(answer.split()[1])
        s.points["egypt"] += egypt
        s.points["syria"] += number - egypt
        return
    nation = yield from choose_nation(side, effect)
    s.points[nation] += number


def effect_lose_mp(g, s, side, name, effect):
    nation = effect["nation"]
    s.points[nation] = max(0, s.points[nation] - effect["amount"])
    return
    yield


def effect_next_mobilization(g, s, side, name, effect):
    s.jordan_cut = effect["amount"]
    return
    yield


def effect_cap(g, s, side, name, effect):
    s.jordan_limit = True
    waiting = [u for u in jordanians(g) if s.where[u] == "turn-track"]
    waiting.sort(key=lambda u: s.arrives[u])
    for u in waiting[max(0, effect["amount"] - s.jordan_came) :]:
        go(g, s, u, "permanently-eliminated")
        s.arrives.pop(u, None)
    return
    yield


def jordanians(g):
    return [u for u in g.order if g.units[u].nation == "jordan"]


def effect_gate(g, s, side, name, effect):
    die = yield from roll("event roll")
    points = g.having(*effect["count"], theater=effect["theater"])
    count = sum(s.control[p] == effect["controlled_by"] for p in points)
    s.gate[effect["nation"]] = -1 if die <= count else 1


def effect_fire_shift(g, s, side, name, effect):
    die = yield from roll("event roll")
    points = [p for p in g.having(*effect["count"]) if s.control[p] == "arab"]
    if die <= len(points):
        s.morale = set(points)


def effect_look(g, s, side, name, effect):
    for u in g.of_side[other(side)]:
        if not g.units[u].air and (s.where[u] in g.points or s.where[u] in effect["where"]):
            s.known.add(u)
    return
    yield


def effect_ceasefire(g, s, side, name, effect):
    if not g.options["ceasefire"]:
        return
    if s.turn < effect["not_before_turn"]:
        s.pool[side] = [e for e in g.events if e in s.pool[side] or e == name]
        return
    s.ceasefires += 1
    if s.ceasefires == 1:
        die = yield from roll("event roll")
        s.ceasefire = s.ceasefire or die == 1
    else:
        s.ceasefire = True


def effect_allow(g, s, side, name, effect):
    if effect["rule"] == "combined arms brigades":
        s.combined_arms = True
        return
    s.pool["israel"] = [e for e in g.events if e in s.pool["israel"] or e == "electronic-warfare"]
    if g.options["hold_return_events"]:
        back = [e["id"] for e in g.events.values() if e["disposition"] == "return"]
        s.pool["arab"] = [e for e in g.events if e in s.pool["arab"] or e in back]
    return
    yield


def effect_gain(g, s, side, name, effect):
    """Strikes and units from the boxes named [68]."""
    left = yield from dice_of(effect)
    while left:
        units = [
            u
            for u in g.of_side[side]
            if s.where[u] in effect["from"]
            and (
                g.units[u].group == effect["group"]
                if "group" in effect
                else g.units[u].type in effect["types"] and g.units[u].nation in effect["nations"]
            )
        ]
        actions = [f"arrive {u} {p}" for u in firsts(g, s, units) for p in gain_places(g, s, u)]
        answer = yield Ask("event gain", side, [*actions, "end"])
        if answer == "end":
            return
        _, unit, place = answer.split()
        arrive(g, s, unit, place)
        left -= 1


def gain_places(g, s, unit):
    u = g.units[unit]
    if u.type != "static_sam":
        return arrival_places(g, s, unit)
    if u.nation == "egypt":
        points = g.having("africa")
    else:
        points = [
            p.id
            for p in g.points.values()
            if p.theater == "golan" and "west_of_purple_line" not in p.features
        ]
    return [p for p in points if s.control[p] == "arab"]


def effect_none(g, s, side, name, effect):
    return
    yield


def effect_allies(g, s, side, name, effect):
    left = 0
    for _ in range(effect["dice"]):
        left += yield from roll("ally roll")
    size = effect["division_counts"]
    if left == size:
        divisions = [u for u in cup(g, s) if g.units[u].large]
        if divisions:
            actions = [f"division {u}" for u in divisions]
            answer = yield Ask("ally division", side, [*actions, "pass"])
            if answer != "pass":
                yield from wait_for(g, s, answer.split()[1])
                return
    while left > 0 and cup(g, s):
        units = cup(g, s)
        small = [u for u in units if not g.units[u].large]
        if left < size and small:
            units = small
        answer = yield Ask("ally draw", "dice", [f"draw-unit {u}" for u in units])
        unit = answer.split()[1]
        left -= size if g.units[unit].large else 1
        yield from wait_for(g, s, unit)


def cup(g, s):
    """What may be drawn; Jordanians not beyond their limit [66]."""
    full = s.jordan_limit and s.jordan_came + sum(s.where[u] == "turn-track" for u in jordanians(g))
    return [
        u
        for u in g.order
        if s.where[u] == "allies-cup" and not (full and g.units[u].nation == "jordan")
    ]


def wait_for(g, s, unit):
    die = yield from roll("ally arrival roll")
    put_on_track(g, s, unit, s.turn + die)


def put_on_track(g, s, unit, turn):
    if turn > g.tables["turns"]["last"]:
        go(g, s, unit, "permanently-eliminated")
    else:
        go(g, s, unit, "turn-track")
        s.arrives[unit] = turn


EFFECTS = {
    "gain_ew": effect_ew,
    "gain_mp": effect_mp,
    "lose_mp": effect_lose_mp,
    "next_mobilization": effect_next_mobilization,
    "cap_reinforcements": effect_cap,
    "draw_allies": effect_allies,
    "return_strikes": effect_gain,
    "gain_units": effect_gain,
    "mobilization_gate": effect_gate,
    "fire_shift": effect_fire_shift,
    "allow": effect_allow,
    "look": effect_look,
    "ceasefire": effect_ceasefire,
    "none": effect_none,
}


# ---------------------------------------------------------------- arrival


def arrival_places(g, s, unit):
    """Where a new counter may be put [32, 42, 65]."""
    u = g.units[unit]
    if u.air:
        return ["ready"]
    if u.side == "israel":
        depots = {s.where[d] for d in g.groups["israel.depot"]}
        points = [
            p
            for p in g.points
            if p in depots
            and place_loc(g, s, "israel", p)
            and room(g, s, unit, p)
            and allowed(g, unit, p)
        ]
        return [*points, "israeli-reserve"]
    if u.nation in STOCK_OF.values():
        return ["egyptian-reserve" if u.nation == "egypt" else "syrian-reserve"]
    places = []
    if "golan_only" not in u.flags:
        places.append("egyptian-reserve")
    if "sinai_only" not in u.flags:
        places.append("syrian-reserve")
    if "sheikh_meskin" in u.flags:
        point = "sheikh-meskin"
        if not here(g, s, point, "israel") and room(g, s, unit, point):
            places.append(point)
    return places


def open_arrival(g, s, unit):
    """May there be a choice, as far as the enemy knows? Where depots stand is hidden."""
    u = g.units[unit]
    if not g.options["fog"] or u.air:
        return False
    if u.side == "israel":
        return any(g.units[d].type == "depot" and in_play(g, s, d) for d in g.of_side["israel"])
    return "sheikh_meskin" in u.flags and not here(g, s, "sheikh-meskin", "israel")


def arrive(g, s, unit, place):
    s.arrives.pop(unit, None)
    go(g, s, unit, place)
    if g.units[unit].nation == "jordan":
        s.jordan_came += 1


def play_arrivals(g, s):
    for unit in [u for u in g.of_side[s.side] if s.where[u] == "turn-track"]:
        if s.arrives[unit] <= s.turn:
            actions = [f"arrive {unit} {p}" for p in arrival_places(g, s, unit)]
            sealed = open_arrival(g, s, unit)
            answer = yield Ask("arrivals", s.side, actions, sealed=sealed)
            arrive(g, s, unit, answer.split()[2])


# ---------------------------------------------------------------- mobilization


def nations_of(side):
    return [n for n in STOCKS if (n == "israel") == (side == "israel")]


def affordable(s, nation, cost):
    return (s.spent[nation] + cost + 1) // 2 <= s.points[nation]


def income(g, s):
    for nation in nations_of(s.side):
        number = g.tables["turns"][nation][s.turn - 1]
        if s.gate[nation]:
            number = number + 1 if s.gate[nation] > 0 else 0
            s.gate[nation] = 0
        if nation == "israel":
            number -= s.jordan_cut
            s.jordan_cut = 0
        s.points[nation] = max(0, s.points[nation] + number)


def settle_costs(s):
    for nation in nations_of(s.side):
        s.points[nation] -= (s.spent[nation] + 1) // 2
        s.spent[nation] = 0


def within_limit(g, s, unit):
    kind = LIMIT_TYPE.get(g.units[unit].group)
    if kind is None:
        return True
    limit = g.tables["cost"]["israel"][kind]["limit"]
    return s.bought[kind] < limit + s.extra[kind]


def mobilizable(g, s):
    for unit in firsts(g, s, g.of_side[s.side]):
        cost = g.price(unit, "mobilize")
        u = g.units[unit]
        if cost is None or u.large or s.where[unit] not in ("available", "refit"):
            continue
        if within_limit(g, s, unit):
            yield unit, cost


def tally(g, s, unit):
    """Purchases are counted; each third frees a brigade [24, 31]."""
    group = g.units[unit].group
    if group in LIMIT_TYPE:
        s.bought[LIMIT_TYPE[group]] += 1
    kind = FREEING.get(group)
    if kind:
        s.thirds[kind] += 1
        if s.thirds[kind] % 3 == 0:
            for b in g.groups[BRIGADES[kind]]:
                if s.where[b] == "available":
                    go(g, s, b, "breakdown-any")
                    break


def mobilization_actions(g, s):
    for unit, cost in mobilizable(g, s):
        places = arrival_places(g, s, unit)
        if affordable(s, g.units[unit].nation, cost):
            yield from (f"mobilize {unit} {p}" for p in places)
        free = g.tables["free_unit"]
        if (
            s.side == "israel"
            and s.turn >= free["from_turn"]
            and not s.free_used
            and g.units[unit].cost in free["cost_rows"]
        ):
            yield from (f"free {unit} {p}" for p in places)
    row = g.tables["cost"][s.side]["barrage"]["mobilize"]
    for nation in nations_of(s.side):
        spare = s.barrage[nation] < g.markers[f"{nation}.barrage"]["count"]
        if spare and affordable(s, nation, row):
            yield f"mobilize-barrage {nation}"


def play_mobilization(g, s):
    if s.step != "mobilization":
        income(g, s)
        s.free_used = False
        yield from play_arrivals(g, s)
    while True:
        actions = list(mobilization_actions(g, s))
        answer = yield Ask("mobilization", s.side, [*actions, "end"], main=True)
        verb, *names = answer.split()
        if verb == "end":
            break
        if verb == "mobilize-barrage":
            s.barrage[names[0]] += 1
            s.spent[names[0]] += g.tables["cost"][s.side]["barrage"]["mobilize"]
            continue
        unit, place = names
        if verb == "free":
            s.free_used = True
        else:
            s.spent[g.units[unit].nation] += g.price(unit, "mobilize")
        tally(g, s, unit)
        arrive(g, s, unit, place)
    settle_costs(s)


# ---------------------------------------------------------------- refit


def refittable(g, s):
    for unit in firsts(g, s, g.of_side[s.side]):
        cost = g.price(unit, "refit")
        waits = s.where[unit] == "refit" and cost is not None
        if waits and affordable(s, g.units[unit].nation, cost):
            yield unit


def play_refit(g, s):
    while True:
        actions = [f"refit {u}" for u in refittable(g, s)]
        answer = yield Ask("refit", s.side, [*actions, "end"], main=True)
        if answer == "end":
            break
        unit = answer.split()[1]
        s.spent[g.units[unit].nation] += g.price(unit, "refit")
        die = yield from roll("refit roll")
        result = g.tables["refit"][s.side].split()[die - 1]
        if result == "X":
            go(g, s, unit, "permanently-eliminated")
            if g.units[unit].air:
                casualties(g, s, g.base(unit), 1)
        elif result == "R0":
            actions = [f"arrive {unit} {p}" for p in arrival_places(g, s, unit)]
            sealed = open_arrival(g, s, unit)
            answer = yield Ask("refit arrival", s.side, actions, sealed=sealed)
            arrive(g, s, unit, answer.split()[2])
        else:
            put_on_track(g, s, unit, s.turn + int(result[1:]))
    settle_costs(s)
