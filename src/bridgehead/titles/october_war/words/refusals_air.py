"""Why strikes, SAM units and barrages cannot do that [18 to 20, 22.2, 24]."""

from __future__ import annotations

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules.air import may_fly
from bridgehead.titles.october_war.rules.places import sees
from bridgehead.titles.october_war.rules.strikes import box_of, number_in, raiders, type_of
from bridgehead.titles.october_war.rules.umbrella import covers, is_sam
from bridgehead.titles.october_war.words.refusals_base import Asked, Finder, Reason

LOSS_RULES = {
    st.SUPERIORITY_LOSS: ("air_losses", "losses come from this mission first, then other ones"),
    st.STRATEGIC_LOSS: ("bomber_losses", "a TAC of this attack is lost"),
    st.RECON_LOSS: ("defense_losses", "a strike of this look is lost"),
    st.AIR_DEFENSE_LOSS: ("defense_losses", "a strike of this raid is lost, never a missile"),
}


class AirFinder(Finder):
    """Reasons about the sky and about barrages."""

    # Commitment and air superiority

    def commit(self, a: Asked) -> Reason:
        """[18.3 to 18.5, 18.9, 20.11] Return why strikes cannot be committed like that."""
        front, number = divmod(a.place, 32)
        theater, mission = front // 4 % 2, front % 4
        nation, kind = front // 8 % 16, front // 128
        b, s = a.b, a.s
        if (nation == st.N_ISRAEL) != (s.owner == st.ISRAEL):
            text = f"{self.nation(nation)} is not of the side that commits now"
            return self.reason("commitment", text)
        if s.owner == st.ARAB and (nation == st.SYRIA) != (theater == st.GOLAN):
            text = f"{self.nation(nation)} does not fly in the {st.THEATERS[theater].title()}"
            return self.reason("air_theaters", text)
        if not may_fly(kind, mission):
            rule = "weasels" if kind == 1 else "missiles"
            text = f"{st.KINDS[kind]} strikes do not fly the mission {st.MISSIONS[mission]}"
            return self.reason(rule, text)
        if front <= s.committed:
            text = "commitments are named in one order, each once: this place is past"
            return self.reason("commitment", text)
        there = [
            u for u in range(b.units)
            if b.nation[u] == nation and b.type[u] == type_of(kind) and s.where[u] == st.READY
        ]  # fmt: skip
        if number > len(there):
            text = f"{self.nation(nation)} has {len(there)} such strikes Ready"
            return self.reason("commitment", text)
        text = f"Israel commits {int(b.first_tac)} TAC at most on turn 1"
        return self.reason("surprise", text)

    def shift(self, a: Asked) -> Reason:
        """[19.3(7)] Return why so many strikes cannot go over to ground attack."""
        box = box_of(int(a.s.air_theater), st.AIR_SUPERIORITY)
        there = number_in(a.b, a.s, int(a.s.owner), st.TAC, box)
        text = f"half of its {there} TAC at most, rounded up, go over to ground attack"
        return self.reason("superiority", text)

    def lose(self, a: Asked) -> Reason:
        """[19.4, 20.7, 20.9] Return why a strike is not the one that is lost."""
        rule, text = LOSS_RULES[int(a.s.step)]
        if not a.b.air[a.unit]:
            return self.reason(rule, f"{self.unit(a.unit)} is no strike")
        name = self.unit(a.unit)
        return self.equal(a) or self.reason(rule, f"{text}: {name} is {self.in_box(a, a.unit)}")

    # Raids

    def raid(self, a: Asked) -> Reason:
        """[18.2, 18.6, 19.8, 22.2] Return why strikes cannot be sent against a point."""
        point_kind, number = divmod(a.place, 32)
        p, kind = divmod(point_kind, 4)
        b, s, side = a.b, a.s, int(a.s.side)
        if p >= b.points or a.w.count[1 - side, p] == 0:
            where = self.at(p)
            return self.reason("ground_attack", f"no enemy ground unit stands in {where}")
        theater = int(b.theater[p])
        box, name = box_of(theater, st.GROUND_ATTACK), st.KINDS[kind]
        here = [
            u for u in range(b.units)
            if b.type[u] == type_of(kind) and b.side[u] == side and s.where[u] == box
        ]  # fmt: skip
        idle = [u for u in here if s.task[u] == 0 and not int(s.mark[u]) & st.SORTIE]
        if not here:
            text = f"no {name} strike is on ground attack in the {st.THEATERS[theater].title()}"
            return self.reason("missions", text)
        if number > len(idle):
            text = f"{len(idle)} {name} strikes have not been sent in this phase"
            return self.reason("one_mission", text)
        going = [u for u in range(b.units) if b.air[u] and self._joins(a, u, p)]
        most = int(b.air_limit[side])
        if len(going) + number > most:
            return self.reason("air_stacking", f"{most} strikes at most fly against a point")
        text = "the strikes against a point are of one nation"
        return self.reason("air_contingents", text)

    def _joins(self, a: Asked, u: int, p: int) -> bool:
        """Whether a strike flies in the raid on a point."""
        task = int(a.s.task[u])
        return bool(a.b.side[u] == a.s.side and task > 0 and a.s.raid_at[task - 1] == p)

    def strike(self, a: Asked) -> Reason:
        """[20.11] Return why so many Wild Weasels cannot strike."""
        there = raiders(a.b, a.s, int(a.s.side), st.WILD_WEASEL, int(a.s.raid))
        return self.reason("weasels", f"{there} Wild Weasels are in this raid")

    # SAM units

    def sam(self, a: Asked) -> Reason:
        """[20.2 to 20.12, 23.4] Return why a counter cannot fire or show itself as SAM unit."""
        b, s, u = a.b, a.s, a.unit
        name = self.unit(u)
        if not is_sam(b, u):
            return self.reason("sam", f"{name} is no air defense unit")
        found = self.off_map(a, u)
        if found is not None:
            return found
        p = int(s.landing if s.step in (st.SAM_ASK, st.UMBRELLA) else s.target)
        reached = covers(b, s, u, p)
        if s.step == st.SAM_ASK and s.flyer >= 0 and not reached:
            reached = covers(b, s, u, int(s.where[s.flyer]))
        if not reached:
            return self.reason("umbrella", f"the umbrella of {name} does not reach {self.at(p)}")
        if s.step == st.AIR_DEFENSE:
            escort = raiders(b, s, int(s.side), st.WILD_WEASEL, int(s.raid)) > 0
            if s.where[u] != p and escort:
                text = "Wild Weasels escort the raid: only SAM units in the point itself act"
                return self.reason("weasels", text)
            if a.verb == st.FIRE_SAM and int(s.mark[u]) & st.SAM_FIRED:
                return self.reason("sam_once", f"{name} has fired in this turn")
        if a.verb == st.SHOW_SAM and sees(b, s, u):
            return self.reason("ambush", f"{name} is known already")
        return self.equal(a) or self.not_now(a)

    # Barrages

    def barrage(self, a: Asked) -> Reason:
        """[24.1 to 24.3] Return why a barrage cannot be laid on a point."""
        nation, p = divmod(a.place, 128)
        b, s, side = a.b, a.s, int(a.s.side)
        if nation > st.SYRIA or (nation == st.N_ISRAEL) != (side == st.ISRAEL):
            return self.reason("barrage", f"{self.nation(nation)} lays no barrage now")
        if s.barrage[nation] == 0:
            return self.reason("barrage", f"{self.nation(nation)} has no barrage marker left")
        if p >= b.points or a.w.count[1 - side, p] == 0:
            text = f"no enemy ground unit stands in {self.at(p)}"
            return self.reason("barrage_step", text)
        if s.barraged[p]:
            text = f"{self.at(p)} has had its barrage in this phase"
            return self.reason("fire_control", text)
        forts = st.AFRICA | st.BAR_LEV | st.PURPLE_LINE_FORT
        east = b.theater[p] == st.GOLAN and not b.features[p] & st.WEST_OF_PURPLE_LINE
        if side == st.ARAB and not (b.features[p] & forts or east):
            text = f"{self.at(p)} lies beyond what Arab guns may shell"
            return self.reason("arab_fire_control", text)
        text = f"no unit of {self.nation(nation)} that can direct fire is in or next to the point"
        return self.reason("fire_control", text)
