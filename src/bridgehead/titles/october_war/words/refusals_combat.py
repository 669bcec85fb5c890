"""Why not, in battles: which one, who fires, what is lost, where a unit retreats [15, 16, 22.1]."""

from __future__ import annotations

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules.components import can_break
from bridgehead.titles.october_war.rules.places import line_from
from bridgehead.titles.october_war.rules.ways import (
    any_way,
    concerned,
    friendly,
    has_way,
    reaches,
    side_has_way,
    spot,
)
from bridgehead.titles.october_war.words.refusals_base import Asked, Reason
from bridgehead.titles.october_war.words.refusals_moves import MoveFinder


class CombatFinder(MoveFinder):
    """Reasons about battles, and about what fire of any kind does."""

    def attack(self, a: Asked) -> Reason:
        """[15.0, 15.1] Return why a battle cannot be fought in a point now."""
        s, p = a.s, a.place
        if p >= a.b.points or a.w.count[0, p] == 0 or a.w.count[1, p] == 0:
            return self.reason("combat", f"units of both sides do not stand in {self.at(p)}")
        if s.fought_at[p]:
            return self.reason("combat", f"the battle in {self.at(p)} has been fought")
        here = st.THEATERS[int(s.theater)].title()
        return self.reason("order", f"the battles of the {here} are fought out first")

    def end_battles(self, a: Asked) -> Reason:
        """[15.0] Return why a combat phase cannot be ended."""
        left = [
            p for p in range(a.b.points)
            if a.w.count[0, p] > 0 and a.w.count[1, p] > 0 and not a.s.fought_at[p]
        ]  # fmt: skip
        where = ", ".join(self.at(p) for p in left)
        return self.reason("combat", f"battles are still to be fought: {where}")

    def nation_of_fire(self, a: Asked) -> Reason:
        """[22.1] Return why a nation cannot be the one that fires."""
        text = f"no attacker of {self.nation(a.place)} stands in {self.at(int(a.s.battle))}"
        return self.reason("contingents", text)

    def fire(self, a: Asked) -> Reason:
        """[15.4, 22.1] Return why a counter cannot fire."""
        s, u = a.s, a.unit
        name = self.unit(u)
        if s.where[u] != s.battle:
            return self.reason("combat", f"{name} is not in this battle")
        if s.firing == s.side and s.nation >= 0 and a.b.nation[u] != s.nation:
            text = f"{self.nation(int(s.nation))} alone fires in this attack"
            return self.reason("contingents", text)
        if int(s.mark[u]) & st.FIRED:
            return self.reason("one_shot", f"{name} has fired in this round")
        return self.equal(a) or self.not_now(a)

    def retreat_all(self, a: Asked) -> Reason:
        """[16.3] Return why a side cannot retreat now."""
        s = a.s
        if s.step == st.FIRE:
            if s.firing == s.side or s.first != s.side:
                text = "before firing, only a defender retreats whose enemy had first fire"
                return self.reason("retreat", text)
            fired = any(
                s.where[u] == s.battle and a.b.side[u] == s.firing and int(s.mark[u]) & st.FIRED
                for u in range(a.b.units)
            )
            if fired:
                return self.reason("retreat", "the defender has fired in this round")
            way = side_has_way(a.b, s, a.w, int(s.firing), int(s.battle), False)
        elif s.step == st.DAMAGE:
            if s.must_go == 1:
                return self.reason("losses", "an r lets one unit withdraw, not all")
            if s.must_go == 0 and s.cancels == 0:
                return self.reason("retreat", "a loss has been taken: a retreat saves no more")
            way = any_way(a.b, s, a.w)
        else:
            way = side_has_way(a.b, s, a.w, int(s.owner), int(s.battle), False)
        if way:
            return self.not_now(a)
        return self.reason("retreat_way", "no unit of the force has a way to retreat")

    # Losses

    def loss(self, a: Asked) -> Reason:
        """[9.7, 16.1] Return why a counter cannot be broken down or eliminated for a hit."""
        b, s, u = a.b, a.s, a.unit
        name, strange = self.unit(u), s.owner != s.victim
        if strange and b.side[u] == s.victim and not self._known_there(a, u):
            return self.reason("losses", f"{name} is not known to stand there")
        if b.side[u] != s.victim:
            return self.reason("losses", f"{name} is not of the side that is hit")
        if not concerned(b, s, u):
            where = self.at(spot(s))
            only = "only air defense units are hit" if s.only_air_defense else ""
            text = only or f"{name} is not in {where}"
            return self.reason("losses", text)
        if a.verb == st.BREAK:
            if not b.large[u]:
                return self.reason("breaking", f"{name} is not made of smaller counters")
            if not can_break(b, s, a.w, u):
                return self.reason("availability", f"the components of {name} cannot be found")
        elif b.large[u] and can_break(b, s, a.w, u):
            return self.reason("large", f"{name} is broken down first: that is one hit")
        if strange and s.turn == 1 and b.type[u] in (st.MOBILE_SAM, st.STATIC_SAM):
            return self.reason("surprise", "on turn 1 Israel does not pick out air defense units")
        return self.equal(a) or self.not_now(a)

    def _known_there(self, a: Asked, u: int) -> bool:
        """Whether the side that names the losses knows a counter in the point."""
        seen = a.position.shown(st.SIDES[int(a.s.owner)])
        return a.s.where[u] == spot(a.s) and self.game.units[u] in seen

    # Retreats

    def withdraw(self, a: Asked) -> Reason:
        """[16.1, 16.4] Return why a counter cannot withdraw to a place."""
        b, s, u, q = a.b, a.s, a.unit, a.place
        if s.step == st.GO_BACK:
            text = f"{self.unit(u)} goes back to where it came from, if there is room"
            return self.equal(a) or self.reason("going_back", text)
        found = self._goer(a, u)
        if found is not None:
            return found
        if q >= b.points and int(b.start_control[q]) != b.side[u]:
            return self.reason("reserve_of", f"{self.at(q)} is not {self.side(int(b.side[u]))}'s")
        if not reaches(b, s, a.w, u, q, False):
            return self.reason("retreat_way", f"{self.unit(u)} cannot get to {self.at(q)}")
        return self._refuge(a, u, q) or self.equal(a) or self.not_now(a)

    def _goer(self, a: Asked, u: int) -> Reason | None:
        """Return why a counter is not the one that may leave."""
        s, name = a.s, self.unit(u)
        if s.step == st.DAMAGE and s.must_go != 1:
            return self.reason("losses", "one unit alone withdraws only from an r")
        if s.flyer >= 0 and s.flyer != u:
            return self.reason("retreat_way", f"{self.unit(int(s.flyer))} is on its way out")
        if not concerned(a.b, s, u):
            return self.reason("retreat", f"{name} is not in the force that retreats")
        if a.b.traits[u] & st.STATIC:
            return self.reason("retreat_way", f"{name} is static: it cannot retreat")
        if not has_way(a.b, s, a.w, u):
            return self.reason("retreat_way", f"{name} has no way to retreat")
        return None

    def _refuge(self, a: Asked, u: int, q: int) -> Reason | None:
        """Return why a place within reach gives a counter no refuge."""
        b, s, side = a.b, a.s, int(a.b.side[u])
        if q < b.points and not friendly(b, s, a.w, side, q):
            return self.reason("retreat_way", f"{self.at(q)} is not free and {self.side(side)}'s")
        if b.no_mech[q] and b.mech[u]:
            return self.reason("terrain", f"{self.at(q)} is closed to mechanized units")
        full = self.no_room(a, u, q)
        if full is not None:
            return full
        free = b.traits[u] & st.CAN_FLY or int(s.mark[u]) & st.FLEW
        if not free and not line_from(b, s, a.w, u, q):
            text = f"{self.unit(u)} would have no line of communication in {self.at(q)}"
            return self.reason("retreat_way", text)
        return None

    def fly_off(self, a: Asked) -> Reason:
        """[16.4(5)] Return why a counter cannot retreat by air to a place."""
        b, s, u, q = a.b, a.s, a.unit, a.place
        found = self._goer(a, u)
        if found is not None:
            return found
        if not b.traits[u] & st.CAN_FLY:
            return self.reason("airmobile", f"{self.unit(u)} is not airmobile")
        if s.tried[u] or s.flyer == u:
            return self.reason("retreat_way", f"the flight of {self.unit(u)} was aborted")
        if q >= b.points:
            return self.reason("retreat_way", "a retreat by air ends in a point of the map")
        if not friendly(b, s, a.w, int(b.side[u]), q):
            return self._refuge(a, u, q) or self.not_now(a)
        return self.flight(a, u, q) or self.equal(a) or self.not_now(a)
