"""What a result does to a force: losses and retreats [51, 52]."""

from .asking import Ask
from .data import FORTS, WALKERS, other
from .losses import eliminate
from .movement import flights, fly
from .places import allowed, bridged, firsts, go, here, loc, room
from .reorganize import break_up, can_break


def ways_by_land(g, s, unit, point):
    """Where one unit may withdraw to."""
    u = g.units[unit]
    for q, kind in g.adjacent[point]:
        closed = kind == "canal" and not bridged(g, s, point, q, u.side)
        if closed and "amphibious" not in u.flags and not ferried(g, s, unit, point, q):
            continue
        if kind in ("lake", "red_sea"):
            if "water" in u.flags:
                yield from (r for r, _ in g.adjacent[q] if r != point and safe(g, s, unit, r))
            continue
        if safe(g, s, unit, q):
            yield q


def ferried(g, s, unit, one, two):
    if g.units[unit].type not in WALKERS:
        return False
    side = g.units[unit].side
    units = here(g, s, one, side) + here(g, s, two, side)
    return any(g.units[u].type == "engineer" for u in units)


def free(g, s, unit, place):
    """A place a retreat may end in, as far as control and room go."""
    if not allowed(g, unit, place) or not room(g, s, unit, place):
        return False
    if place in g.reserves:
        return True
    side = g.units[unit].side
    return s.control[place] == side and not here(g, s, place, other(side))


def safe(g, s, unit, place):
    if not free(g, s, unit, place):
        return False
    if "airmobile" in g.units[unit].flags or unit in s.marks["flew"]:
        return True
    return loc(g, s, unit, place)


def ways_by_air(g, s, unit, grounded):
    u = g.units[unit]
    if "airmobile" not in u.flags or unit in grounded:
        return []
    reach = g.tables["movement"]["airmobile_range"]
    # O22 of docs/rulings/october-war.md: to points only
    return [q for q in flights(g, s, unit, reach) if q in g.points and free(g, s, unit, q)]


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
            answer = yield from self.retreat_or_hit(may_retreat and self.has_way())
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
        actions = list(self.hit_actions())
        if may_retreat and self.chooser == self.victim:
            actions.append("retreat")
        elif may_retreat:
            answer = yield Ask("damage", self.victim, ["retreat", "stay"])
            if answer == "retreat":
                return answer
        answer = yield Ask("damage", self.chooser, actions)
        return answer

    def all_retreat_or_hit(self):
        answer = yield from self.retreat_or_hit(self.has_way())
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
            answer = yield Ask("damage", self.chooser, [*self.hit_actions(), *go_])
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
            if not actions:
                break
            answer = yield Ask("retreat", self.victim, actions)
            gone = yield from leave(g, s, answer, self.grounded)
        return gone

    def all_go(self):
        """Units go one by one while any can; False if in the end nobody went."""
        anybody = False
        while True:
            actions = list(ways(self.g, self.s, self.units(), self.point, self.grounded))
            if not actions:
                break
            answer = yield Ask("retreat", self.victim, actions)
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
