"""Why not, away from the front: set-up, reorganization, mobilization, refit, events, bridges.

Chapters 5, 8 to 11 and 28, and 21.4.
"""

from __future__ import annotations

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules.allies import jordan_full
from bridgehead.titles.october_war.rules.arrivals import site
from bridgehead.titles.october_war.rules.components import (
    allowed_force,
    box_fits,
    can_break,
    find_part,
    part_count,
    part_group,
)
from bridgehead.titles.october_war.rules.mobilize import can_pay, next_arrival
from bridgehead.titles.october_war.rules.places import has_line, line_from
from bridgehead.titles.october_war.rules.setup import forts_to_fill, next_in, zone_of
from bridgehead.titles.october_war.words.refusals_base import Asked, Finder, Reason

SETUP_RULES = ("setup_israel", "setup_egypt", "setup_syria")


class HomeFinder(Finder):
    """Reasons about what happens before the movement phases."""

    # Set-up

    def _setup_rule(self, a: Asked) -> str:
        stock = int(a.b.stock[a.unit])
        return SETUP_RULES[stock] if stock >= 0 else "setup"

    def place(self, a: Asked) -> Reason:
        """[5.1 to 5.3] Return why a counter cannot be set up in a point."""
        b, s, u, p = a.b, a.s, a.unit, a.place
        rule, name = self._setup_rule(a), self.unit(u)
        if s.where[u] != st.UNPLACED:
            return self.reason(rule, f"{name} is not to be set up: it is {self.in_box(a, u)}")
        zone = zone_of(b, u)
        first = next_in(b, s, zone)
        if first != u:
            return self.reason(rule, f"{self.unit(first)} is set up before {name}")
        if p >= b.points or not b.zone_place[zone, p] or b.water[p]:
            return self.reason(rule, f"{name} is not set up in {self.at(p)}")
        found = self.no_room(a, u, p)
        if found is not None:
            return found
        if b.no_mech[p] and b.mech[u]:
            return self.reason("terrain", f"{self.at(p)} is closed to mechanized units")
        most = int(b.zone_most[zone])
        if most > 0 and a.w.count[b.side[u], p] >= most:
            return self.reason(rule, f"{most} counters at most are set up in a point here")
        need = int(b.zone_forts[zone])
        if b.features[p] & st.PURPLE_LINE_FORT:
            text = f"exactly {need} forts of the Purple Line get one counter each"
        else:
            left = forts_to_fill(b, s, a.w, zone)
            text = f"{left} forts of the Purple Line are still to be occupied"
        return self.reason(rule, text)

    def end_setup(self, a: Asked) -> Reason:
        """[5.0] Return why the set-up cannot be ended."""
        b, s = a.b, a.s
        left = [u for u in range(b.units) if s.where[u] == st.UNPLACED and b.side[u] == s.side]
        return self.reason("setup", f"{len(left)} counters are still to be set up")

    # Reorganization

    def combine(self, a: Asked, arms: bool) -> Reason:
        """[9.3, 9.5, 9.9] Return why a large counter cannot be formed in a place."""
        b, s, u, p = a.b, a.s, a.unit, a.place
        name = self.unit(u)
        if a.s.step == st.SETTING_UP and a.s.side == st.ISRAEL:
            return self.reason("setup_israel", "Israel does not reorganize in its set-up")
        if not b.large[u]:
            return self.reason("combining", f"{name} is not made of smaller counters")
        if s.where[u] >= 0 or s.where[u] == st.UNPLACED:
            return self.reason("combining", f"{name} is in play already")
        if s.where[u] in (st.AVAILABLE, st.PERMANENT, st.CUP):
            text = f"{name} cannot be formed: it is {self.in_box(a, u)}"
            return self.reason("reorganization", text)
        if int(s.mark[u]) & st.BROKEN:
            return self.reason("reorganization", f"{name} was broken down in this phase")
        if not box_fits(b, s, u, p):
            text = f"{name} belongs to the other theater: it is {self.in_box(a, u)}"
            return self.reason("reorganization", text)
        if arms and (not s.combined_arms or b.back_part[u, 0] < 0):
            text = "combined arms brigades are formed of armor brigades, once the event has come"
            return self.reason("combined_arms", text)
        if not allowed_force(b, s, u):
            text = f"{name} needs more conversions: {int(s.conversions)} have been made"
            return self.reason("availability", text)
        return self._parts(a, p, arms)

    def _parts(self, a: Asked, p: int, arms: bool) -> Reason:
        """Say which components are missing in a place, or have no line of communication."""
        b, s, u = a.b, a.s, a.unit
        wanted, cut = [], []
        for k in range(2):
            g = part_group(b, u, k, int(arms))
            if g < 0:
                continue
            first, count = int(b.group_first[g]), part_count(b, u, k, int(arms))
            there = [v for v in range(first, first + int(b.group_count[g])) if s.where[v] == p]
            wanted.append(f"{count} like {self.unit(first)}")
            cut += [v for v in there if not has_line(b, s, a.w, v)]
        text = f"{self.unit(a.unit)} is formed of {' and '.join(wanted)} in one place"
        if cut:
            text += f"; {self.units(cut)} has no line of communication"
        return self.reason("combining", text)

    def breaking(self, a: Asked) -> Reason:
        """[9.4, 9.8] Return why a counter cannot be broken down at will."""
        b, s, u = a.b, a.s, a.unit
        if not b.large[u]:
            return self.reason("breaking", f"{self.unit(u)} is not made of smaller counters")
        if a.s.step == st.SETTING_UP and a.s.side == st.ISRAEL:
            return self.reason("setup_israel", "Israel does not reorganize in its set-up")
        if s.where[u] < 0 and s.where[u] != st.UNPLACED:
            return self.reason("reorganization", f"{self.unit(u)} is not in play")
        if int(s.mark[u]) & st.FORMED:
            return self.reason("breaking", f"{self.unit(u)} was formed in this phase")
        if not can_break(b, s, a.w, u):
            return self.reason("availability", f"the components of {self.unit(u)} cannot be found")
        return self.not_now(a)

    def convert(self, a: Asked) -> Reason:
        """[9.9] Return why a brigade cannot be turned over to its Combined Arms side."""
        b, s, u = a.b, a.s, a.unit
        name = self.unit(u)
        if not b.large[u] or b.back_part[u, 1] < 0:
            return self.reason("combined_arms", f"{name} is no Israeli armor brigade")
        if not s.combined_arms:
            return self.reason("combined_arms", "the event Combined Arms has not come yet")
        if s.where[u] < 0:
            return self.reason("combined_arms", f"{name} is not in play")
        if s.back[u]:
            return self.reason("combined_arms", f"{name} is a combined arms brigade already")
        if find_part(b, s, int(b.back_part[u, 0]), 1) < 0:
            return self.reason("combined_arms", "no armor battalion is left in the boxes")
        return self.reason("combined_arms", f"no mechanized battalion is with {name}")

    # Arrivals

    def arrive(self, a: Asked) -> Reason:
        """[10.8 to 10.12] Return why a counter cannot come in at a place now."""
        s, u = a.s, a.unit
        if s.step == st.ARRIVALS:
            due = next_arrival(a.b, s)
            if due != u:
                return self.reason("by_event", f"{self.unit(due)} is the one that arrives now")
        elif s.step == st.REFIT_ARRIVAL:
            if s.event_unit != u:
                due = int(s.event_unit)
                return self.reason("refit", f"{self.unit(due)} is the one that comes back now")
        elif not self._gained(a, u):
            text = f"the event does not bring {self.unit(u)}: it is {self.in_box(a, u)}"
            return self.reason("by_event", text)
        return self.arrival(a, u, a.place)

    def _gained(self, a: Asked, u: int) -> bool:
        e, k = int(a.s.event), int(a.s.event_stage)
        where = int(a.s.where[u])
        boxed = st.MISSION_BOX < where < 0
        return bool(
            a.b.stock[u] >= 0
            and boxed
            and a.b.effect_types[e, k] >> a.b.type[u] & 1
            and a.b.effect_boxes[e, k] >> (-1 - where) & 1
        )

    def arrival(self, a: Asked, u: int, p: int) -> Reason:
        """[10.8 to 10.11, 32, 42] Return why a counter does not come in at a place."""
        b, israeli, name = a.b, a.b.side[u] == st.ISRAEL, self.unit(u)
        if b.air[u] or p == st.READY_PLACE:
            rule = "israeli_air" if israeli else "arab_air"
            text = "strikes come into the Ready box, ground units never do"
            return self.reason(rule, f"{name} does not arrive there: {text}")
        if israeli:
            return self._israeli_arrival(a, u, p)
        if b.type[u] == st.STATIC_SAM:
            if not site(b, a.s, u, p):
                text = "a SAM site comes to an own point of Africa, or of Syria"
                return self.reason("arab_arrival", text)
        elif p < b.points and b.traits[u] & st.SHEIKH_MESKIN:
            if b.features[p] & st.JORDANIAN_ENTRY and a.w.count[st.ISRAEL, p] > 0:
                return self.reason("arab_arrival", f"Israelis stand in {self.at(p)}")
            full = self.no_room(a, u, p) if b.features[p] & st.JORDANIAN_ENTRY else None
            if full is not None:
                return full
        return self.equal(a) or self.reason("arab_arrival", f"{name} does not arrive there")

    def _israeli_arrival(self, a: Asked, u: int, p: int) -> Reason:
        b, s = a.b, a.s
        depots = [v for v in range(b.units) if b.type[v] == st.DEPOT and s.where[v] == p]
        if p >= b.points or not depots:
            text = "Israelis arrive in their reserve area or in the point of a depot"
            return self.equal(a) or self.reason("israeli_arrival", text)
        if not line_from(b, s, a.w, depots[0], p):
            text = f"the depot in {self.at(p)} has no line of communication"
            return self.reason("israeli_arrival", text)
        full = self.no_room(a, u, p)
        return full or self.equal(a) or self.reason("terrain", f"{self.at(p)} is closed to it")

    # Mobilization and refit

    def _buy(self, a: Asked) -> Reason | None:
        """[10.0, 10.4, 10.5, 10.7] Return why a counter is not for sale."""
        b, s, u = a.b, a.s, a.unit
        name = self.unit(u)
        if b.stock[u] < 0:
            return self.reason("arab_points", f"{name} is an ally: allies come by events only")
        if b.large[u]:
            return self.reason("limits", f"{name} is a large unit: it is formed, not mobilized")
        if b.mobilize[u] == 0:
            return self.reason("special", f"{name} is of a kind that is never mobilized")
        if s.where[u] not in (st.AVAILABLE, st.REFIT):
            text = f"{name} is not available: it is {self.in_box(a, u)}"
            return self.reason("mobilization", text)
        kind = int(b.limit[u])
        if kind >= 0 and s.bought[kind] >= b.limits[kind] + s.extra[kind]:
            most = int(b.limits[kind] + s.extra[kind])
            return self.reason("limits", f"all {most} battalions of that type have been mobilized")
        return None

    def mobilize(self, a: Asked) -> Reason:
        """[10] Return why a counter cannot be mobilized there."""
        found = self._buy(a)
        if found is not None:
            return found
        if not can_pay(a.s, int(a.b.stock[a.unit]), int(a.b.mobilize[a.unit])):
            return self._poor(a, int(a.b.stock[a.unit]), int(a.b.mobilize[a.unit]), "price")
        return self.arrival(a, a.unit, a.place)

    def _poor(self, a: Asked, stock: int, price: int, rule: str) -> Reason:
        left = 2 * int(a.s.points[stock]) - int(a.s.spent[stock])
        text = f"it costs {halves(price)}, and {self.nation(stock)} has {halves(left)} left"
        return self.reason(rule, text)

    def free(self, a: Asked) -> Reason:
        """[10.6] Return why a counter cannot be the free unit of the turn."""
        b, s, u = a.b, a.s, a.unit
        if not b.free[u]:
            text = "the free unit is an Israeli recon, engineer or commando unit"
            return self.reason("free", text)
        if s.turn < b.free_from:
            text = f"free units come from turn {int(b.free_from)} on"
            return self.reason("free", text)
        if s.free_used:
            return self.reason("free", "the free unit of this turn has been taken")
        return self._buy(a) or self.arrival(a, u, a.place)

    def barrage_marker(self, a: Asked) -> Reason:
        """[10.2, 10.5] Return why a barrage marker cannot be mobilized."""
        nation = a.place
        if nation > st.SYRIA or (nation == st.N_ISRAEL) != (a.s.side == st.ISRAEL):
            text = f"{self.nation(nation)} has no barrage markers to mobilize now"
            return self.reason("mobilization", text)
        if a.s.barrage[nation] >= a.b.barrage_most[nation]:
            text = f"all markers of {self.nation(nation)} are in their box"
            return self.reason("limits", text)
        return self._poor(a, nation, int(a.b.barrage_price[a.s.side]), "price")

    def refit(self, a: Asked) -> Reason:
        """[11.1, 11.3, 22.4] Return why a counter cannot be refitted."""
        b, s, u = a.b, a.s, a.unit
        name = self.unit(u)
        if b.stock[u] < 0:
            return self.reason("allies", f"{name} is an ally: allies never refit")
        if s.where[u] != st.REFIT:
            text = f"{name} is not in the Refit box: it is {self.in_box(a, u)}"
            return self.reason("refit_box", text)
        if b.refit[u] == 0:
            return self.reason("refit", f"{name} is of a kind that is never refitted")
        if not can_pay(s, int(b.stock[u]), int(b.refit[u])):
            return self._poor(a, int(b.stock[u]), int(b.refit[u]), "refit")
        return self.equal(a) or self.not_now(a)

    # Events

    def draw(self, a: Asked) -> Reason:
        """[8.1, 8.3] Return why an event cannot be drawn."""
        name = st.EVENTS[a.place]
        if (a.place >= st.ISRAELI_CEASEFIRE) != (a.s.side == st.ISRAEL):
            return self.reason("draw", f"{name} is not in the pool of {self.side(int(a.s.side))}")
        return self.reason("pool", f"{name} is not in the pool now")

    def draw_unit(self, a: Asked) -> Reason:
        """[10.12, 28] Return why an ally cannot be drawn."""
        u = a.unit
        if a.s.where[u] != st.CUP:
            return self.reason("by_event", f"{self.unit(u)} is not in the allies' cup")
        if a.b.nation[u] == st.JORDAN and jordan_full(a.b, a.s):
            return self.reason("events", "one Jordanian at most comes: the event says so")
        text = f"{self.unit(u)} counts for {int(a.b.division_counts)} of the allowance"
        return self.reason("by_event", text)

    def division(self, a: Asked) -> Reason:
        """[10.12] Return why an ally is no division to choose."""
        return self.reason("by_event", f"{self.unit(a.unit)} is no division in the allies' cup")

    def take(self, a: Asked) -> Reason:
        """[28] Return why a nation cannot have what an event brings."""
        return self.reason("events", "Egypt or Syria takes it")

    def divide(self, a: Asked) -> Reason:
        """[28] Return why so many points cannot go to Egypt."""
        return self.reason("events", f"there are {int(a.s.event_number)} points to divide")

    def remove_bridge(self, a: Asked) -> Reason:
        """[21.4] Return why there is no bridge to remove."""
        text = f"{self.side(int(a.s.side))} has no bridge over the canal from {self.at(a.place)}"
        return self.reason("bridge_end", text)


def halves(half: int) -> str:
    """Return half points as points: 3 is "1½ points"."""
    whole, rest = divmod(half, 2)
    number = f"{whole or ''}½" if rest else str(whole)
    return f"{number} point{'' if half in (1, 2) else 's'}"
