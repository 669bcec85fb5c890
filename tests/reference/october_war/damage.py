"""What a result does to a force: losses and retreats [51, 52]."""

from .asking import Ask
from .data import FORTS, WALKERS, other
from .losses import eliminate
from .movement import flights, fly
from .places import allowed, bridged, firsts, go, here, loc, room, sees, unknown
from .reorganize import break_up, can_break


def ways_by_land(g, s, unit, point, seen=False):
    """Where one unit may withdraw to; `seen`: may, as far as the enemy knows."""
    u = g.units[unit]
    for q, kind in g.adjacent[point]:
        closed = kind == "canal" and not bridged(g, s, point, q, u.side)
        if closed and "water" not in u.flags and not ferried(g, s, unit, point, q, seen):
            continue
        if kind in ("lake", "red_sea"):
            if "water" in u.flags:
                yield from (r for r, _ in g.adjacent[q] if r != point and safe(g, s, unit, r, seen))
            continue
        if safe(g, s, unit, q, seen):
            yield q


def ferried(g, s, unit, one, two, seen):
    if g.units[unit].type not in WALKERS:
        return False
    side = g.units[unit].side
    if seen and (unknown(g, s, side, one) or unknown(g, s, side, two)):
        return True
    units = here(g, s, one, side) + here(g, s, two, side)
    return any(g.units[u].type == "engineer" for u in units)


def free(g, s, unit, place, seen=False):
    """A place a retreat may end in, as far as control and room go."""
    side = g.units[unit].side
    fits = room(g, s, unit, place) or (seen and unknown(g, s, side, place))
    if not allowed(g, unit, place) or not fits:
        return False
    if place in g.reserves:
        return True
    return s.control[place] == side and not here(g, s, place, other(side))


def safe(g, s, unit, place, seen=False):
    if not free(g, s, unit, place, seen):
        return False
    if "airmobile" in g.units[unit].flags or unit in s.marks["flew"]:
        return True
    return loc(g, s, unit, place)


def ways_by_air(g, s, unit, grounded, seen=False):
    u = g.units[unit]
    if "airmobile" not in u.flags or unit in grounded:
        return []
    reach = g.tables["movement"]["airmobile_range"]
    # O22 of docs/rulings/october-war.md: to points only
    found = flights(g, s, unit, reach, seen)
    return [q for q in found if q in g.points and free(g, s, unit, q, seen)]


def seems_to_have_way(g, s, unit, point, grounded=()):
    """Whether the enemy cannot rule out that it may leave; one that it does not know may be any."""
    if g.options["fog"] and not sees(g, s, other(g.units[unit].side), unit):
        return True
    if "static" in g.units[unit].flags:
        return False
    by_land = any(True for _ in ways_by_land(g, s, unit, point, True))
    return by_land or bool(ways_by_air(g, s, unit, grounded, True))


def ways(g, s, units, point, grounded=()):
    """Actions by which single units may leave."""
    for u in firsts(g, s, units):
        if "static" in g.units[u].flags:
            continue
        yield from (f"withdraw {u} {q}" for q in dict.fromkeys(ways_by_land(g, s, u, point)))
        yield from (f"fly {u} {q}" for q in ways_by_air(g, s, u, grounded))


def leave(g, s, answer, grounded, step="retreat roll"):
    """One unit goes; False if it is still there, None if its flight was forbidden."""
    verb, unit, place = answer.split()
    if verb == "withdraw":
        go(g, s, unit, place)
        return True
    result = yield from fly(g, s, unit, place, step)
    if result == "A":
        grounded.add(unit)
    return None if result is None else result != "A"


class Damage:
    """One result to be taken by one side in a point."""

    def __init__(self, g, s, point, victim, chooser=None, only=None):
        self.g, self.s, self.point, self.victim = g, s, point, victim
        self.chooser = chooser or victim
        self.only = only  # air defense units that alone are hit
        self.grounded = set()

    def units(self):
        found = here(self.g, self.s, self.point, self.victim)
        return [u for u in found if self.only is None or u in self.only]

    def hit_actions(self):
        g, s = self.g, self.s
        units = self.units()
        if self.chooser != self.victim and s.turn == 1:
            units = [u for u in units if "sam" not in g.units[u].type] or units
        for u in firsts(g, s, units):
            yield f"break {u}" if can_break(g, s, u) else f"eliminate {u}"

    def has_way(self):
        return any(True for _ in ways(self.g, self.s, self.units(), self.point, self.grounded))

    def seems_to_have_way(self):
        g, s = self.g, self.s
        return any(seems_to_have_way(g, s, u, self.point, self.grounded) for u in self.units())

    @property
    def known(self):
        g, s = self.g, self.s
        return all(sees(g, s, other(self.victim), u) for u in self.units())

    def hit(self, answer):
        """Hits absorbed."""
        verb, unit = answer.split()
        if verb == "break":
            parts = break_up(self.g, self.s, unit)
            if self.only is not None:
                self.only |= set(parts)
            return 1
        return eliminate(self.g, self.s, unit)

    def take_hits(self, hits, may_retreat):
        g = self.g
        while hits > 0 and self.units():
            answer = yield from self.retreat_or_hit(may_retreat)
            if answer == "retreat":
                hits -= g.tables["loss"]["retreat_cancels"][self.victim]
                yield from self.take_hits(hits, False)
                anybody = yield from self.all_go()
                if not anybody:
                    yield from self.take_hits(1, False)
                return
            hits -= self.hit(answer)
            may_retreat = False

    def retreat_or_hit(self, may_retreat):
        """The owner is asked whether all go; another may name the losses [58]."""
        fog = self.g.options["fog"]
        seems = may_retreat and self.seems_to_have_way()
        away = ["retreat"] if seems and self.has_way() else []
        if seems and self.chooser != self.victim:
            answer = yield Ask("damage", self.victim, [*away, "stay"], sealed=fog)
            if answer == "retreat":
                return answer
            away, seems = [], False
        actions = [*self.hit_actions(), *away]
        answer = yield Ask("damage", self.chooser, actions, sealed=seems or not self.known)
        return answer

    def all_retreat_or_hit(self):
        answer = yield from self.retreat_or_hit(True)
        if answer == "retreat":
            anybody = yield from self.all_go()
            if not anybody:
                yield from self.take_hits(1, False)
        else:
            self.hit(answer)

    def one_retreats_or_hit(self):
        gone = None
        while gone is None:
            go_ = list(ways(self.g, self.s, self.units(), self.point))
            sealed = self.seems_to_have_way() or not self.known
            actions = [*self.hit_actions(), *go_]
            answer = yield Ask("damage", self.chooser, actions, sealed=sealed)
            if answer.split()[0] in ("break", "eliminate"):
                self.hit(answer)
                return
            gone = yield from self.one_goes(answer)
        if not gone:
            yield from self.take_hits(1, False)

    def one_goes(self, answer):
        """A unit whose flight comes to nothing walks if it can; False if it is still there."""
        g, s = self.g, self.s
        unit = answer.split()[1]
        gone = yield from leave(g, s, answer, self.grounded)
        while gone is False:
            actions = list(ways(g, s, [unit], self.point, self.grounded))
            if not seems_to_have_way(g, s, unit, self.point, self.grounded):
                break
            fog = g.options["fog"]
            answer = yield Ask("retreat", self.victim, actions or ["stay"], sealed=fog)
            if answer == "stay":
                break
            gone = yield from leave(g, s, answer, self.grounded)
        return gone

    def all_go(self):
        """Units go one by one while any can; False if in the end nobody went."""
        anybody = False
        while True:
            actions = list(ways(self.g, self.s, self.units(), self.point, self.grounded))
            if not self.seems_to_have_way():
                break
            fog = self.g.options["fog"]
            answer = yield Ask("retreat", self.victim, actions or ["stay"], sealed=fog)
            if answer == "stay":
                break
            gone = yield from self.one_goes(answer)
            anybody |= bool(gone)
        for u in self.units():
            if "static" in self.g.units[u].flags:
                eliminate(self.g, self.s, u)
        return anybody


def suffer(g, s, cell, point, victim, chooser=None, only=None):
    """A cell of the ground table, or of the air table with A read as R."""
    if cell == "-":
        return
    damage = Damage(g, s, point, victim, chooser, only)
    if not damage.units():
        return
    if cell.isdigit():
        yield from damage.take_hits(int(cell), True)
    elif cell == "r":
        yield from damage.one_retreats_or_hit()
    else:
        yield from damage.all_retreat_or_hit()


def in_city_or_fort(g, point, defender):
    features = g.points[point].features
    return bool(features & {*FORTS[defender], *(("egyptian_city",) if defender == "arab" else ())})
