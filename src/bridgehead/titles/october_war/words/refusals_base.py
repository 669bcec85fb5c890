"""What all reasons share: who is spoken of, what is waited for, and a reason with its case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules.places import alike, fits
from bridgehead.titles.october_war.words.cases import case_of
from bridgehead.titles.october_war.words.names import NATION_NAMES, SIDE_NAMES, place_name, row

if TYPE_CHECKING:
    from bridgehead.titles.october_war.data.components import Components, Situation

WAITING_FOR = {
    st.SETTING_UP: "counters are being set up",
    st.COMMIT: "strikes are being committed",
    st.SUPERIORITY_EW: "Israel may play a marker for air superiority",
    st.SUPERIORITY_ROLL: "a die for air superiority is to be rolled",
    st.SUPERIORITY_LOSS: "a strike lost over air superiority is to be named",
    st.SHIFT: "strikes may go over to ground attack",
    st.STRATEGIC_EW: "Israel may play a marker for a strategic attack",
    st.STRATEGIC_DEFENSE_ROLL: "the air defense die is to be rolled",
    st.STRATEGIC_LOSS: "a strike lost in a strategic attack is to be named",
    st.STRATEGIC_ROLL: "the die of a strategic attack is to be rolled",
    st.EVENT_DRAW: "an event is to be drawn",
    st.EVENT_ROLL: "a die of the event is to be rolled",
    st.EVENT_TAKE: "a nation is to be chosen for the event",
    st.EVENT_GAIN: "counters of the event are to be taken",
    st.EVENT_DIVIDE: "the points of the event are to be divided",
    st.ALLY_ROLL: "the dice for the Arab allies are to be rolled",
    st.ALLY_DIVISION: "a division of the allies may be taken",
    st.ALLY_DRAW: "an ally is to be drawn",
    st.ALLY_ARRIVAL_ROLL: "the die for an ally's arrival is to be rolled",
    st.REORGANIZE: "it is the Reorganization Phase",
    st.ARRIVALS: "a reinforcement is to arrive",
    st.MOBILIZE: "it is the Mobilization Phase",
    st.REFIT_CHOICE: "it is the Refit Phase",
    st.REFIT_ROLL: "the die of a refit is to be rolled",
    st.REFIT_ARRIVAL: "a refitted counter is to arrive",
    st.MOVE: "it is a movement phase",
    st.EW_COUNTER: "an EW look may be cancelled",
    st.SAM_ASK: "a SAM unit may show itself",
    st.UMBRELLA: "a SAM unit may show itself to cover the landing",
    st.RECON_ROLL: "the die against an air look is to be rolled",
    st.RECON_LOSS: "a strike lost on an air look is to be named",
    st.FLIGHT_ROLL: "the die of a flight is to be rolled",
    st.RAIDS: "air ground attacks are being named",
    st.RAID_EW: "Israel may play a marker for its raid",
    st.WILD_WEASELS: "Wild Weasels may strike air defense units",
    st.WILD_WEASEL_ROLL: "the die of the Wild Weasels is to be rolled",
    st.AIR_DEFENSE: "air defense may meet a raid",
    st.AIR_DEFENSE_ROLL: "the die of a SAM unit is to be rolled",
    st.AIR_DEFENSE_LOSS: "a strike hit by air defense is to be named",
    st.RAID_ROLL: "the die of a raid is to be rolled",
    st.BARRAGES: "barrages are being laid",
    st.BARRAGE_ROLL: "the die of a barrage is to be rolled",
    st.BATTLES: "a battle is to be chosen, or the phase ended",
    st.CHOOSE_NATION: "the nation that fires is to be named",
    st.ATTACKER_EW: "the attacker may play a marker for first fire",
    st.DEFENDER_EW: "the defender may answer with a marker",
    st.FIRE: "units are firing",
    st.FIRE_ROLL: "the die of a shot is to be rolled",
    st.DAMAGE: "a result of fire is to be taken",
    st.RETREAT: "a retreat is to be made",
    st.RETREAT_ROLL: "the die of a retreat by air is to be rolled",
    st.ATTACKER_STAYS: "the attacker is to stay or retreat",
    st.DEFENDER_STAYS: "the defender is to stay or retreat",
    st.GO_BACK: "attackers go back where they came from",
    st.GO_BACK_ROLL: "a die is to be rolled",
    st.BRIDGES: "bridges may be removed",
}


@dataclass(frozen=True)
class Reason:
    """Why something is not legal: a sentence of our own and the rule's case."""

    case: str
    text: str


@dataclass(frozen=True)
class Asked:
    """One refused action: the records of its position, and what the action names."""

    position: Situation
    b: Any
    s: Any
    w: Any
    code: int
    unit: int
    verb: int
    place: int


class Finder:
    """Finds reasons in one game. What it says rests on what the side to decide knows."""

    def __init__(self, game: Components) -> None:
        self.game = game

    def reason(self, rule: str, text: str) -> Reason:
        """Return a reason with the case number of a rule."""
        return Reason(case_of(rule), text)

    def not_now(self, a: Asked, rule: str = "sequence") -> Reason:
        """Say what is waited for instead."""
        waiting = WAITING_FOR[int(a.s.step)]
        return self.reason(rule, f"not now: {waiting} ({a.position.to_move} to move)")

    # Names

    def unit(self, u: int) -> str:
        """Return what a counter is called."""
        return str(self.game.unit_names[self.game.units[u]])

    def units(self, found: list[int]) -> str:
        """Return counters as a list in a sentence."""
        return row(self.unit(u) for u in found)

    def at(self, p: int) -> str:
        """Return what a place is called."""
        return place_name(self.game, self.game.places[p])

    def side(self, side: int) -> str:
        """Return what a side is called."""
        return SIDE_NAMES[st.SIDES[side]]

    def nation(self, nation: int) -> str:
        """Return what a nation is called."""
        return NATION_NAMES[st.NATIONS[nation]]

    def in_box(self, a: Asked, u: int) -> str:
        """Return where a counter is, as a text."""
        where = int(a.s.where[u])
        if where >= 0:
            return f"in {self.at(where)}"
        if where == st.TRACK:
            return f"on the turn track until turn {int(a.s.arrives[u])}"
        if where <= st.MISSION_BOX:
            return "on a mission"
        return f"in the box {st.BOXES[-1 - where]}"

    # Tests that several chapters need

    def equal(self, a: Asked) -> Reason | None:
        """Return the reason that an equal counter in the same place is the one to be named."""
        b, s, u = a.b, a.s, a.unit
        if u >= int(b.units):
            return None
        legal = set(a.position.legal_codes().tolist())
        for v in range(int(b.group_first[b.group[u]]), u):
            if alike(b, s, v, u) and a.code + (v - u) * st.UNIT in legal:
                text = (
                    f"{self.unit(u)} and {self.unit(v)} are alike here: name {self.game.units[v]}"
                )
                return self.reason("alike", text)
        return None

    def route(self, a: Asked, p: int, q: int) -> int:
        """Return the number of the route that joins two places, -1 none."""
        for k in range(int(a.b.degree[p])):
            if int(a.b.neighbor[p, k]) == q:
                return k
        return -1

    def no_room(self, a: Asked, u: int, p: int) -> Reason | None:
        """[12] Return the reason that there is no room for a counter in a place."""
        if fits(a.b, a.w, u, p):
            return None
        if a.b.type[u] == st.HQ:
            text = f"a headquarters of this size stands in {self.at(p)} already"
            return self.reason("hq_stacking", text)
        most = int(a.b.stack_limit[a.b.side[u]])
        return self.reason("stacking", f"no room in {self.at(p)}: the limit is {most}")

    def off_map(self, a: Asked, u: int) -> Reason | None:
        """Return the reason that a counter is no ground counter in a place."""
        if a.b.air[u]:
            return self.reason("strikes", f"{self.unit(u)} is a strike: it flies missions only")
        if a.s.where[u] < 0:
            text = f"{self.unit(u)} is not on the map: it is {self.in_box(a, u)}"
            return self.reason("moving", text)
        return None
