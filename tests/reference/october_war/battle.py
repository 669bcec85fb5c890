"""Ground battles by rounds [45 to 50, 53, 54]."""

from .asking import Ask, roll
from .damage import Damage, in_city_or_fort, suffer
from .data import other
from .looks import VERBS as LOOKS
from .looks import do_look, legal_looks, offer_ew
from .losses import eliminate
from .places import firsts, go, here, hq_shift, loc, room, show_hq, unknown, weight
from .reorganize import break_up, can_break


def terrain_shift(g, point, attacker, mechanized):
    """Marshes hinder mechanized fire only [48]."""
    terrain = g.tables["terrain"][g.points[point].terrain]
    return terrain[attacker] + (terrain.get("mechanized", 0) if mechanized else 0)


def fights(g, s):
    return [p for p in g.points if here(g, s, p, "israel") and here(g, s, p, "arab")]


def legal_battles(g, s):
    points = fights(g, s)
    if s.theater and any(g.theater(p) == s.theater for p in points):
        points = [p for p in points if g.theater(p) == s.theater]
    return points


def play_battles(g, s):
    while True:
        points = legal_battles(g, s)
        actions = [*legal_looks(g, s), *(f"attack {p}" for p in points)]
        if not points:
            actions.append("end")
        answer = yield Ask("battles", s.side, actions, main=True)
        if answer.split()[0] in LOOKS:
            yield from do_look(g, s, answer)
            continue
        s.looking = False
        if answer == "end":
            return
        point = answer.split()[1]
        s.theater = g.theater(point)
        yield from Battle(g, s, point).play()


class Battle:
    def __init__(self, g, s, point):
        self.g, self.s, self.point = g, s, point
        self.attacker, self.defender = s.side, other(s.side)
        self.nation = None
        self.first = self.defender
        self.any_result = False

    def units(self, side):
        return here(self.g, self.s, self.point, side)

    @property
    def over(self):
        return not (self.units("israel") and self.units("arab"))

    def play(self):
        s = self.s
        s.known.update(self.units(None))
        if s.phase == "combat 1":
            s.marks["fought"].update(self.units(self.attacker))
        yield from self.choose_nation()
        yield from self.first_fire()
        while not self.over:
            self.any_result = False
            s.marks["fired"] = set()
            for side in (self.first, other(self.first)):
                yield from self.fire_of(side)
            if self.over:
                break
            if not self.any_result:
                yield from self.go_back()
                break
            left = yield from self.stays("attacker stays", self.attacker)
            if not left and not self.over:
                yield from self.stays("defender stays", self.defender)
        s.marks["fired"] = set()

    def choose_nation(self):
        if self.attacker == "israel":
            self.nation = "israel"
            return
        nations = sorted({self.g.units[u].nation for u in self.units("arab")})
        answer = yield Ask("nation", "arab", [f"nation {n}" for n in nations])
        self.nation = answer.split()[1]

    def first_fire(self):
        g, s = self.g, self.s
        point = g.points[self.point]
        if (
            s.turn == 1
            and point.theater == "golan"
            and "north_of_line" not in point.features
            and self.nation == "syria"
        ):
            self.first = self.attacker
            return
        played = yield from offer_ew(g, s, "attacker ew", self.attacker, self.point)
        if played:
            answered = yield from offer_ew(g, s, "defender ew", self.defender, self.point)
            if not answered:
                self.first = self.attacker

    # ------------------------------------------------------------ fire

    def shooters(self, side):
        units = [u for u in self.units(side) if u not in self.s.marks["fired"]]
        if side == self.attacker:
            units = [u for u in units if self.g.units[u].nation == self.nation]
        return firsts(self.g, self.s, units)

    def fire_of(self, side):
        g, s = self.g, self.s
        may_retreat = side == self.defender and self.first == self.attacker
        while not self.over:
            actions = [f"fire {u}" for u in self.shooters(side)] + ["hold"]
            if may_retreat and Damage(g, s, self.point, side).has_way():
                actions.append("retreat")
            answer = yield Ask("fire", side, actions)
            if answer == "hold":
                return
            if answer == "retreat":
                yield from Damage(g, s, self.point, side).all_go()
                return
            may_retreat = False
            unit = answer.split()[1]
            s.marks["fired"].add(unit)
            show_hq(g, s, unit)
            column = self.column(unit)
            die = yield from roll("fire roll")
            cell = g.tables["crt"]["ground"][str(die)].split()[column - 1]
            self.any_result |= cell != "-"
            yield from suffer(g, s, cell, self.point, other(side))

    def strength(self, unit):
        g, s = self.g, self.s
        u = g.units[unit]
        if unit in s.back:
            return u.back["strength"]
        if u.bracket:
            kind, value = u.bracket
            enemies = self.units(other(u.side))
            armor = any(g.units[e].type == "armor" and e not in s.back for e in enemies)
            if (kind == "attack" and u.side == self.attacker) or (kind == "anti_armor" and armor):
                return value
        return u.strength

    def column(self, unit):
        g, s = self.g, self.s
        shift = hq_shift(g, s, unit)
        if not loc(g, s, unit):
            shift += g.tables["shift"]["ground"]["unsupplied"]
        if g.units[unit].side == self.attacker:
            shift += self.attack_shift(unit)
        start = max(1, min(20, self.strength(unit)))
        return max(1, min(20, start + shift))

    def attack_shift(self, unit):
        g, s, u = self.g, self.s, self.g.units[unit]
        chart = g.tables["shift"]["ground"]
        shift = terrain_shift(g, self.point, self.attacker, u.mechanized)
        mine = self.units(self.attacker)
        if all(v in s.marks["by_water"] for v in mine):
            shift += chart["lake_or_red_sea"]
        fortified = in_city_or_fort(g, self.point, self.defender)
        engineers = [v for v in mine if g.units[v].type == "engineer"]
        if fortified and any(g.units[v].nation == self.nation for v in engineers):
            shift += chart["engineer_city_or_fort"]
        if "elite" in u.flags and (g.options["elite"] == "always" or fortified):
            shift += chart["elite_attacking"]
        if self.attacker == "israel" and s.morale:
            shift += chart["morale_check"]
        return shift

    # ------------------------------------------------------------ the end of a round

    def stays(self, step, side):
        """Does the side leave? (True)"""
        damage = Damage(self.g, self.s, self.point, side)
        actions = ["retreat", "stay"] if damage.has_way() else ["stay"]
        answer = yield Ask(step, side, actions, sealed=damage.seems_to_have_way())
        if answer == "stay":
            return False
        yield from damage.all_go()
        return True

    def go_back(self):
        """The attackers return to where they came from; for whom there is no room, retreat [53]."""
        g, s = self.g, self.s
        while True:
            units = [u for u in self.units(self.attacker) if self.has_origin(u)]
            dark = {s.came[u] for u in units if unknown(g, s, self.attacker, s.came[u])}
            dark -= set(g.reserves)  # there is room for everybody
            able = [u for u in units if self.fits_at_home(u)]
            for home in dict.fromkeys(s.came[u] for u in able):
                if home not in dark and self.all_fit(home, able):
                    for u in [u for u in able if s.came[u] == home]:
                        go(g, s, u, home)
            able = [u for u in able if s.where[u] == self.point]
            asked = any(s.came[u] in dark for u in units)
            if not able and not asked:
                break
            actions = [f"withdraw {u} {s.came[u]}" for u in firsts(g, s, able)]
            answer = yield Ask(
                "go back", self.attacker, actions or ["stay"], sealed=g.options["fog"]
            )
            if answer == "stay":
                break
            go(g, s, *answer.split()[1:])
        yield from Damage(g, s, self.point, self.attacker).all_go()
        for u in self.units(self.attacker):
            parts = break_up(g, s, u) if can_break(g, s, u) else [u]
            for part in parts:
                eliminate(g, s, part)

    def has_origin(self, unit):
        """Could it go back if there were room?"""
        g, s = self.g, self.s
        origin = s.came.get(unit)
        if origin is None or origin in g.reserves:
            return origin is not None
        return not here(g, s, origin, self.defender)

    def fits_at_home(self, unit):
        origin = self.s.came[unit]
        return origin in self.g.reserves or room(self.g, self.s, unit, origin)

    def all_fit(self, origin, units):
        """Is there room for all that came from there?"""
        g, s = self.g, self.s
        mine = [u for u in self.units(self.attacker) if s.came.get(u) == origin]
        if origin in g.reserves:
            return True
        if any(u not in units for u in mine):
            return False
        there = here(g, s, origin, self.attacker)
        hqs = [g.units[u].size for u in there + mine if g.units[u].type == "hq"]
        limit = g.tables["stacking"][self.attacker]
        return len(hqs) == len(set(hqs)) and weight(g, there + mine, origin) <= limit
