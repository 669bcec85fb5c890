"""Why a counter cannot move, fly, cross, bridge or look like that [13, 14, 21, 23, 25, 27]."""

from __future__ import annotations

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules.flights import OBJECTIVE, with_depot
from bridgehead.titles.october_war.rules.looks import has_look_ew, unseen
from bridgehead.titles.october_war.rules.movement import (
    allowance,
    engineer_for,
    ferries,
    may_enter,
    must_stop,
    qualifies,
)
from bridgehead.titles.october_war.rules.places import has_line
from bridgehead.titles.october_war.rules.strikes import box_of, number_in
from bridgehead.titles.october_war.rules.umbrella import covered
from bridgehead.titles.october_war.words.refusals_base import Asked, Finder, Reason


class MoveFinder(Finder):
    """Reasons about movement phases, and about flights wherever they are made."""

    def mover(self, a: Asked, u: int) -> Reason | None:
        """[13.4, 14.0] Return why a counter cannot move at all in this phase."""
        mark = int(a.s.mark[u])
        found = self.off_map(a, u)
        if found is not None:
            return found
        if a.b.traits[u] & st.STATIC:
            return self.reason("static", f"{self.unit(u)} is static: it never moves")
        if mark & st.LOOKED:
            return self.reason("looks", f"{self.unit(u)} has looked: it stays in this phase")
        if mark & st.HELPED and a.verb != st.BRIDGE:
            text = f"{self.unit(u)} has helped others across: it stays in this phase"
            return self.reason("crossing", text)
        if mark & st.MOVED_NOW:
            return self.reason("moved", f"{self.unit(u)} has moved in this phase")
        if qualifies(a.b, a.s, u):
            return None
        if mark & st.MOVED:
            text = f"{self.unit(u)} moved in the first movement phase of the turn"
            return self.reason("second_echelon", text)
        text = f"{self.unit(u)} was not in command when the phase began"
        return self.reason("command", text)

    # Moves

    def move(self, a: Asked) -> Reason:
        """[13.2 to 13.6] Return why a counter cannot go that way."""
        u = a.unit
        stuck = self.mover(a, u)
        if stuck is not None:
            return stuck
        p, steps = int(a.s.where[u]), int(allowance(a.b, a.s, a.w, u))
        way = [int(q) for q in a.b.walk[a.place, : a.b.walk_size[a.place]]]
        for number, q in enumerate(way):
            last = number == len(way) - 1
            found = self._step(a, u, p, q, number)
            if found is not None:
                return found
            if number >= steps:
                return self._too_far(a, u, steps)
            if not last and must_stop(a.b, a.w, u, q):
                return self._stopped(a, u, q)
            p = q
        if a.b.water[p]:
            return self.reason("lakes", f"a move cannot end in {self.at(p)}: land is far enough")
        full = self.no_room(a, u, p) if p != int(a.s.where[u]) else None
        return full or self.not_now(a)

    def _too_far(self, a: Asked, u: int, steps: int) -> Reason:
        if not has_line(a.b, a.s, a.w, u):
            text = f"{self.unit(u)} has no line of communication: it moves one point"
        else:
            text = f"{self.unit(u)} moves {steps} points at most"
        return self.reason("allowance", text)

    def _step(self, a: Asked, u: int, p: int, q: int, number: int) -> Reason | None:
        """Return why a counter cannot go from a place to the next one of its way."""
        b, k = a.b, self.route(a, p, q)
        if k < 0:
            entry = number == 0 and p == int(b.reserve[2]) and b.traits[u] & st.SHEIKH_MESKIN
            if entry and b.features[q] & st.JORDANIAN_ENTRY:
                return self.entry(a, u, q)
            if p >= b.points or q >= b.points:
                area = p if p >= b.points else q
                text = f"{self.at(area)} is left and entered by its edge points only"
                return self.reason("reserve", text)
            return self.reason("routes", f"no route joins {self.at(p)} and {self.at(q)}")
        kind, side = int(b.route[p, k]), int(b.side[u])
        if kind == st.CANAL and int(a.s.bridge[b.canal[p, k]]) != side:
            text = (
                f"the canal between {self.at(p)} and {self.at(q)} has no bridge of "
                f"{self.side(side)}: only `cross`, where that is possible, gets over it"
            )
            return self.reason("water", text)
        if kind in (st.LAKE, st.RED_SEA) and not b.traits[u] & st.WATER:
            text = f"only amphibious units and Israeli commandos go over {self.water(a, p, q)}"
            return self.reason("lakes", text)
        if kind == st.EDGE and q >= b.points and int(b.start_control[q]) != side:
            return self.reason("reserve_of", f"{self.at(q)} is not {self.side(side)}'s")
        return self.entry(a, u, q)

    def water(self, a: Asked, p: int, q: int) -> str:
        """Return the crossing point of two."""
        return self.at(q if a.b.water[q] else p)

    def entry(self, a: Asked, u: int, q: int) -> Reason | None:
        """Return why a counter may not enter a place at all."""
        if may_enter(a.b, a.s, a.w, u, q):
            return None
        if a.b.mech[u] and a.b.no_mech[q]:
            return self.reason("terrain", f"{self.at(q)} is closed to mechanized units")
        if a.b.traits[u] & st.CITY_BOUND and not a.b.features[q] & st.AFRICA:
            return self.reason("setup_egypt", f"{self.unit(u)} never leaves Africa")
        text = f"{self.unit(u)} has fought in this turn: it may not enter an enemy's point"
        return self.reason("sequence", text)

    def _stopped(self, a: Asked, u: int, q: int) -> Reason:
        """[13.5, 13.6] Say what stops a counter in a place."""
        if q >= a.b.points:
            return self.reason("reserve", f"a move ends in {self.at(q)}")
        if a.w.count[1 - a.b.side[u], q] > 0:
            return self.reason("enemy", f"a unit stops where an enemy stands: in {self.at(q)}")
        terrain = self.game.map.point(self.game.places[q]).terrain.replace("_", " ")
        return self.reason("terrain", f"{self.unit(u)} must stop in {self.at(q)} ({terrain})")

    # Crossings and bridges

    def cross(self, a: Asked) -> Reason:
        """[21.1] Return why a counter cannot cross the canal to a point."""
        u, q = a.unit, a.place
        stuck = self.mover(a, u)
        if stuck is not None:
            return stuck
        p = int(a.s.where[u])
        k = self.route(a, p, q)
        if k < 0 or a.b.route[p, k] != st.CANAL:
            text = f"no canal route joins {self.at(p)} and {self.at(q)}"
            return self.reason("crossing", text)
        if int(a.s.bridge[a.b.canal[p, k]]) == a.b.side[u]:
            return self.reason("bridged", "there is a bridge: that is an ordinary move")
        found = self.entry(a, u, q) or self.no_room(a, u, q)
        if found is not None:
            return found
        if not ferries(a.b, u):
            text = f"{self.unit(u)} needs a bridge: engineers bring infantry and the like across"
            return self.reason("crossing", text)
        if engineer_for(a.b, a.s, u) < 0:
            text = f"no engineer of its side that has not moved stands with {self.unit(u)}"
            return self.reason("crossing", text)
        return self.not_now(a)

    def bridge(self, a: Asked) -> Reason:
        """[21.2, 21.5] Return why an engineer cannot lay a bridge there."""
        b, s, u, q = a.b, a.s, a.unit, a.place
        if b.type[u] != st.ENGINEER:
            return self.reason("bridging", f"{self.unit(u)} is no engineer")
        stuck = self.mover(a, u)
        if stuck is not None:
            return stuck
        p = int(s.where[u])
        k = self.route(a, p, q)
        if k < 0 or b.route[p, k] != st.CANAL:
            text = f"no canal route joins {self.at(p)} and {self.at(q)}"
            return self.reason("bridging", text)
        if s.bridge[b.canal[p, k]] != st.NOBODY:
            return self.reason("bridging", "there is a bridge already")
        if not has_line(b, s, a.w, u):
            return self.reason("bridging", f"{self.unit(u)} has no line of communication")
        most = int(b.bridges_most)
        return self.reason("bridges", f"all {most} bridges of the game are laid")

    # Flights

    def fly(self, a: Asked) -> Reason:
        """[23.4, 23.5] Return why a counter cannot fly to a place in a movement phase."""
        u = a.unit
        stuck = self.mover(a, u) or self._flier(a, u)
        if stuck is not None:
            return stuck
        return self.flight(a, u, a.place) or self.entry(a, u, a.place) or self.not_now(a)

    def _flier(self, a: Asked, u: int) -> Reason | None:
        traits = int(a.b.traits[u])
        if traits & st.CAN_FLY:
            return None
        if not traits & st.ONE_DROP:
            return self.reason("airmobile", f"{self.unit(u)} is not airmobile")
        if int(a.s.mark[u]) & st.DROPPED:
            return self.reason("drop", f"{self.unit(u)} has used up its one drop")
        if a.s.drops > 0:
            return self.reason("one_drop", "one battalion of the 202nd drops in a phase")
        if int(a.s.where[u]) != a.b.reserve[0] and not with_depot(a.b, a.s, u):
            text = "a drop starts from a depot's point or from the Israeli Reserve"
            return self.reason("drop", text)
        return None

    def flight(self, a: Asked, u: int, p: int) -> Reason | None:
        """[23.4, 25.7] Return why a counter cannot fly to a place, as far as its owner knows."""
        b, at, side = a.b, int(a.s.where[u]), int(a.b.side[u])
        if p == at:
            return self.reason("flight", f"{self.unit(u)} is in {self.at(p)}")
        if b.water[p]:
            return self.reason("flight", f"nobody lands in {self.at(p)}: it is water")
        if p >= b.points and int(b.start_control[p]) != side:
            return self.reason("reserve_of", f"{self.at(p)} is not {self.side(side)}'s")
        theaters = {int(b.theater[p]), int(b.theater[at])}
        if theaters == {st.SINAI, st.GOLAN}:
            return self.reason("reserve_flight", "nobody flies from one theater to the other")
        far = int(b.fly_range if b.traits[u] & st.CAN_FLY else b.drop_range)
        if int(b.steps[side, at, p]) > far:
            return self.reason("flight", f"{self.at(p)} is more than {far} points off")
        if b.features[p] & OBJECTIVE:
            return self.reason("flight", f"{self.at(p)} is an objective: nobody lands in one")
        for place, what in ((at, "takes off"), (p, "lands")):
            if covered(b, a.s, a.w, place, 1 - side, True):
                text = f"nobody {what} under the umbrella of a known enemy SAM: {self.at(place)}"
                return self.reason("flight", text)
        return self.no_room(a, u, p)

    # Looks

    def _no_looks(self, a: Asked) -> Reason | None:
        if not a.b.fog:
            return self.reason("no_fog", "all counters lie open: there is nothing to look at")
        if not a.s.looking:
            text = "looks come at the start of a phase, before anything else is done in it"
            return self.reason("looks", text)
        return None

    def look(self, a: Asked) -> Reason:
        """[27.1(2)] Return why a counter cannot look into a point."""
        b, u, q = a.b, a.unit, a.place
        found = self._no_looks(a) or self.off_map(a, u)
        if found is not None:
            return found
        if not b.traits[u] & st.GROUND_RECON:
            return self.reason("looks", "only recon units and commandos look into a neighbor")
        at = int(a.s.where[u])
        if at >= b.points or a.w.count[1 - a.s.side, at] > 0:
            text = f"{self.unit(u)} looks from a point of the map without enemies"
            return self.reason("looks", text)
        if int(a.s.mark[u]) & st.LOOKED:
            return self.reason("looks", f"{self.unit(u)} has looked in this phase")
        k = self.route(a, at, q)
        if k < 0 or b.route[at, k] not in (st.ROAD, st.CANAL):
            return self.reason("looks", f"{self.at(q)} is no neighbor of {self.at(at)}")
        return self._seen(a, q)

    def _seen(self, a: Asked, q: int) -> Reason:
        return self.reason("looks", f"no enemy that is not known stands in {self.at(q)}")

    def recon(self, a: Asked) -> Reason:
        """[27.1(3)] Return why so many strikes cannot look at a point."""
        found = self._no_looks(a)
        if found is not None:
            return found
        p, number = divmod(a.place, 128)
        if p >= a.b.points:
            return self.reason("reserve_look", "a reserve area is looked at by EW only")
        side, box = int(a.s.side), box_of(int(a.b.theater[p]), st.AIR_RECON)
        there = sum(number_in(a.b, a.s, side, kind, box) for kind in (st.TAC, st.WILD_WEASEL))
        if number > there:
            return self.reason("looks", f"{there} strikes are left on recon in that theater")
        return self._seen(a, p)

    def look_ew(self, a: Asked) -> Reason:
        """[27.1(4), 27.2] Return why a marker cannot look at a place."""
        found = self._no_looks(a)
        if found is not None:
            return found
        side, p = int(a.s.side), a.place
        if p >= a.b.points and int(a.b.start_control[p]) == side:
            return self.reason("reserve_look", f"{self.at(p)} is {self.side(side)}'s own")
        if int(a.s.looked_at[p]) & (1 << side):
            return self.reason("looks", f"{self.at(p)} has been looked at by EW in this phase")
        if not has_look_ew(a.b, a.s, side, p):
            return self.reason("looks", f"{self.side(side)} has no EW marker for {self.at(p)}")
        if unseen(a.b, a.s, a.w, p):
            return self.not_now(a)
        return self.reason("looks", f"nothing unknown stands in or next to {self.at(p)}")
