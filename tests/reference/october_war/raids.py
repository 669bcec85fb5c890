"""Combat phases up to the battles: air ground attacks and barrages [58 to 60]."""

from .air import air_factor, air_result, strikes_in
from .asking import Ask, roll
from .battle import play_battles, terrain_shift
from .damage import suffer
from .data import KINDS, NATIONS, other
from .home import nations_of
from .looks import VERBS as LOOKS
from .looks import do_look, legal_looks, offer_ew
from .losses import lose_strike
from .places import covering, firsts, go, here, in_command, loc, overstacked, sees

# ---------------------------------------------------------------- naming them


def free_strikes(g, s, point):
    busy = {u for r in s.raids for u in r["strikes"]} | s.marks["sortie"]
    found = strikes_in(g, s, s.side, f"{g.theater(point)}:ground-attack")
    return [u for u in found if u not in busy]


def raid_at(s, point):
    return next((r for r in s.raids if r["at"] == point), None)


def raid_choice(g, s, point, kind, number):
    """The strikes such a raid would take, None if it cannot be."""
    raid = raid_at(s, point)
    already = raid["strikes"] if raid else []
    if len(already) + number > g.tables["stacking"]["air_per_point"][s.side]:
        return None
    units = [u for u in free_strikes(g, s, point) if g.units[u].kind == kind]
    for nation in NATIONS:
        if already and g.units[already[0]].nation != nation:
            continue
        mine = [u for u in units if g.units[u].nation == nation]
        if len(mine) >= number:
            return mine[:number]
    return None


def targets(g, s):
    return [p for p in g.points if here(g, s, p, other(s.side))]


def legal_raids(g, s):
    for point in targets(g, s):
        for kind in KINDS:
            for number in range(1, g.tables["stacking"]["air_per_point"][s.side] + 1):
                if raid_choice(g, s, point, kind, number):
                    yield f"raid {point} {kind} {number}"


def play_raids(g, s):
    """All are named, then each meets the air defense, then each attacks."""
    if s.step != "raids" and not any(legal_raids(g, s)) and not any(legal_looks(g, s)):
        return
    while True:
        actions = [*legal_looks(g, s), *legal_raids(g, s), "end"]
        answer = yield Ask("raids", s.side, actions, main=True)
        verb, *names = answer.split()
        if verb in LOOKS:
            yield from do_look(g, s, answer)
            continue
        s.looking = False
        if verb == "end":
            break
        point, kind, number = names[0], names[1], int(names[2])
        strikes = raid_choice(g, s, point, kind, number)
        raid = raid_at(s, point)
        if raid is None:
            raid = {"at": point, "strikes": [], "ew": False, "struck": []}
            s.raids.append(raid)
        raid["strikes"] = sorted(raid["strikes"] + strikes, key=lambda u: g.units[u].index)
        if s.side == "israel":
            s.marks["sortie"].update(strikes)
            if s.phase == "combat 1":
                s.marks["raided"].update(strikes)
    for number in range(len(s.raids)):
        yield from second_pass(g, s, number)
    for number in range(len(s.raids)):
        yield from third_pass(g, s, number)
    s.raids = []


# ---------------------------------------------------------------- pass 2


def raid_shift(g, s, point, ew):
    side = s.side
    shift = terrain_shift(g, point, side, False)
    if not ew and any(sees(g, s, side, u) for u in covering(g, s, other(side), point)):
        shift += g.tables["shift"]["air_ground_attack"]["sam_umbrella"]
    if overstacked(g, s, other(side), point):
        shift += g.tables["shift"]["air_ground_attack"]["overstacked_target"]
    return shift


def is_sam(g, unit):
    return g.units[unit].type in ("mobile_sam", "static_sam")


def second_pass(g, s, number):
    point = s.raids[number]["at"]
    enemy = other(s.side)
    if s.side == "israel":
        s.raids[number]["ew"] = yield from offer_ew(g, s, "raid ew", "israel", point)
    yield from weasels_strike(g, s, number)
    asked = yield from air_defense(g, s, number)
    s.known.update(u for u in here(g, s, point, enemy) if not (asked and is_sam(g, u)))


def air_defense(g, s, number):
    """True if the owner of hidden SAM units could have used them."""
    point, enemy = s.raids[number]["at"], other(s.side)
    asked = False
    while True:
        raid = s.raids[number]
        planes = [
            u for u in raid["strikes"] if g.units[u].type != "ssm" and u not in raid["struck"]
        ]
        if not planes:
            return asked
        escort = any(g.units[u].type == "wild_weasel" for u in planes)
        cover = covering(g, s, enemy, point)
        can_fire = [
            u
            for u in cover
            if u not in s.marks["sam_fired"] and (not escort or s.where[u] == point)
        ]
        can_show = [
            u for u in cover if not sees(g, s, s.side, u) and (not escort or s.where[u] == point)
        ]
        actions = [f"fire-sam {u}" for u in firsts(g, s, can_fire)]
        actions += [f"show-sam {u}" for u in firsts(g, s, can_show)]
        if not actions and not g.options["fog"]:
            return asked
        asked = True
        answer = yield Ask("air defense", enemy, [*actions, "end"])
        if answer == "end":
            return asked
        verb, unit = answer.split()
        s.known.add(unit)
        if verb == "fire-sam":
            s.marks["sam_fired"].add(unit)
            yield from sam_fires(g, s, raid, planes)


def sam_fires(g, s, raid, planes):
    die = yield from roll("air defense roll")
    cell = g.tables["crt"]["air_defense"]["ground_attack"].split()[die - 1]
    if cell == "-" or (cell == "E" and raid["ew"]):
        return
    if cell == "E":
        planes = [u for u in planes if g.units[u].type != "wild_weasel"]
    if planes:
        actions = [f"lose {u}" for u in firsts(g, s, planes)]
        answer = yield Ask("air defense loss", s.side, actions)
        lose_strike(g, s, answer.split()[1], cell == "AR")


def weasels_strike(g, s, number):
    raid, enemy = s.raids[number], other(s.side)
    point = raid["at"]
    weasels = [u for u in raid["strikes"] if g.units[u].type == "wild_weasel"]
    known = [u for u in here(g, s, point, enemy) if is_sam(g, u) and sees(g, s, s.side, u)]
    if not weasels or not known:
        return
    actions = [f"strike {n}" for n in range(1, len(weasels) + 1)]
    answer = yield Ask("wild weasels", s.side, [*actions, "pass"])
    if answer == "pass":
        return
    count = int(answer.split()[1])
    raid["struck"] = weasels[:count]
    if s.phase == "combat 2":
        for u in weasels[:count]:
            go(g, s, u, "used")
    die = yield from roll("wild weasel roll")
    factors = sum(g.units[u].strength for u in weasels[:count])
    cell = air_result(g, factors, die, raid_shift(g, s, point, raid["ew"]))
    chooser = "israel" if raid["ew"] else None
    yield from suffer(g, s, cell, point, enemy, chooser, set(known))


# ---------------------------------------------------------------- pass 3


def third_pass(g, s, number):
    raid, enemy = s.raids[number], other(s.side)
    point = raid["at"]
    factors = sum(air_factor(g, u) for u in raid["strikes"])
    if factors and here(g, s, point, enemy):
        die = yield from roll("raid roll")
        cell = air_result(g, factors, die, raid_shift(g, s, point, raid["ew"]))
        chooser = "israel" if raid["ew"] else None
        yield from suffer(g, s, cell, point, enemy, chooser)
    for u in raid["strikes"]:
        if g.units[u].type == "ssm":
            go(g, s, u, "available")
        elif s.side == "arab" or s.phase == "combat 2":
            go(g, s, u, "used")


# ---------------------------------------------------------------- barrages


def observers(g, s, nation, point):
    near = {point, *g.neighbors(point)}
    for u in g.ground:
        if g.units[u].nation != nation or s.where[u] not in near or not loc(g, s, u):
            continue
        if s.phase == "combat 1" or g.units[u].type == "hq" or in_command(g, s, u):
            yield u


def in_range(g, nation, point):
    """24.3: the Arab limits."""
    p = g.points[point]
    if nation == "israel":
        return True
    if p.theater == "sinai":
        return bool(p.features & {"africa", "bar_lev"})
    return "west_of_purple_line" not in p.features or "purple_line_fort" in p.features


def legal_barrages(g, s):
    for nation in nations_of(s.side):
        if not s.barrage[nation]:
            continue
        for point in targets(g, s):
            free = point not in s.barraged and in_range(g, nation, point)
            if free and any(observers(g, s, nation, point)):
                yield f"barrage {nation} {point}"


def play_barrages(g, s):
    while True:
        if not any(s.barrage[nation] for nation in nations_of(s.side)):
            return
        possible = list(legal_barrages(g, s))
        actions = [*legal_looks(g, s), *possible, "end"]
        answer = yield Ask("barrages", s.side, actions, main=True)
        verb, *names = answer.split()
        if verb in LOOKS:
            yield from do_look(g, s, answer)
            continue
        s.looking = False
        if verb == "end":
            return
        yield from barrage(g, s, *names)


def barrage(g, s, nation, point):
    side, enemy = s.side, other(s.side)
    s.barrage[nation] -= 1
    s.barraged.add(point)
    s.known.update(here(g, s, point, enemy))
    column = g.markers[f"{nation}.barrage"]["strength"] + terrain_shift(g, point, side, False)
    if g.theater(point) == "golan" and s.control["mt-hermon"] == side:
        column += g.tables["shift"]["ground"]["barrage_holding_hermon"]
    die = yield from roll("barrage roll")
    cells = g.tables["crt"]["ground"][str(die)].split()
    yield from suffer(g, s, cells[max(1, min(20, column)) - 1], point, enemy)


# ---------------------------------------------------------------- the phase


def play_combat(g, s):
    if s.step not in ("raids", "barrages", "battles"):
        s.looking = True
        s.looked_at = {side: set() for side in s.looked_at}
        s.marks["sortie"] = set()
        s.raids, s.barraged, s.theater = [], set(), None
        yield from play_raids(g, s)
        s.step = "next"
        yield from play_barrages(g, s)
        yield from play_battles(g, s)
        return
    if s.step == "raids":
        yield from play_raids(g, s)
        s.step = "next"
    if s.step != "battles":
        yield from play_barrages(g, s)
    yield from play_battles(g, s)
