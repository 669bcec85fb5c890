"""Why an action is not legal: for every rule a sentence of our own and the case number.

This is plain Python beside the kernels. It is asked only about what was not listed as legal, and
looks for the first rule that stands in the way, in the order in which a player would be told. It
says nothing that rests on what the side to decide does not know. The finders stand in the modules
`reasons_…`; this one knows which of them answers for which verb.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bridgehead.core.errors import IllegalAction
from bridgehead.core.notation import RESIGN
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.words.refusals_air import AirFinder
from bridgehead.titles.october_war.words.refusals_base import Asked, Reason
from bridgehead.titles.october_war.words.refusals_combat import CombatFinder
from bridgehead.titles.october_war.words.refusals_home import HomeFinder

if TYPE_CHECKING:
    from bridgehead.titles.october_war.data.components import Components, Situation

CHANGES = (st.COMBINE, st.COMBINE_ARMS, st.BREAK, st.CONVERT)
AIR_LOOKS = (st.RECON_FLIGHT, st.LOOK_EW)

# what is decided at each step; looks of a combat phase are named in three of them
STEP_VERBS: dict[int, tuple[int, ...]] = {
    st.SETTING_UP: (st.PLACE, *CHANGES, st.DEPLOY, st.END),
    st.COMMIT: (st.COMMIT_STRIKES,),
    st.SUPERIORITY_LOSS: (st.LOSE,),
    st.SHIFT: (st.SHIFT_STRIKES,),
    st.STRATEGIC_LOSS: (st.LOSE,),
    st.EVENT_DRAW: (st.DRAW_EVENT,),
    st.EVENT_TAKE: (st.TAKE,),
    st.EVENT_GAIN: (st.ARRIVE,),
    st.EVENT_DIVIDE: (st.DIVIDE,),
    st.ALLY_DIVISION: (st.DIVISION,),
    st.ALLY_DRAW: (st.DRAW_UNIT,),
    st.REORGANIZE: CHANGES,
    st.ARRIVALS: (st.ARRIVE,),
    st.MOBILIZE: (st.MOBILIZE_UNIT, st.FREE, st.MOBILIZE_BARRAGE),
    st.REFIT_CHOICE: (st.REFIT_UNIT,),
    st.REFIT_ARRIVAL: (st.ARRIVE,),
    st.MOVE: (st.MOVE_UNIT, st.FLY, st.CROSS, st.BRIDGE, st.LOOK, *AIR_LOOKS),
    st.SAM_ASK: (st.SHOW_SAM,),
    st.UMBRELLA: (st.SHOW_SAM,),
    st.RECON_LOSS: (st.LOSE,),
    st.RAIDS: (st.RAID_ON, *AIR_LOOKS),
    st.WILD_WEASELS: (st.STRIKE,),
    st.AIR_DEFENSE: (st.FIRE_SAM, st.SHOW_SAM),
    st.AIR_DEFENSE_LOSS: (st.LOSE,),
    st.BARRAGES: (st.BARRAGE_ON, *AIR_LOOKS),
    st.BATTLES: (st.ATTACK, st.END, *AIR_LOOKS),
    st.CHOOSE_NATION: (st.NATION,),
    st.FIRE: (st.FIRE_UNIT, st.RETREAT_ALL),
    st.DAMAGE: (st.BREAK, st.ELIMINATE, st.WITHDRAW, st.FLY, st.RETREAT_ALL),
    st.RETREAT: (st.WITHDRAW, st.FLY),
    st.ATTACKER_STAYS: (st.RETREAT_ALL,),
    st.DEFENDER_STAYS: (st.RETREAT_ALL,),
    st.GO_BACK: (st.WITHDRAW,),
    st.BRIDGES: (st.REMOVE_BRIDGE,),
}
OF_EITHER_SIDE = (st.DRAW_UNIT, st.ELIMINATE, st.BREAK)


class Reasons(HomeFinder, AirFinder, CombatFinder):
    """The reasons of the game."""

    def __init__(self, game: Components) -> None:
        super().__init__(game)
        self.by_verb: dict[int, Callable[[Asked], Reason]] = {
            st.PLACE: self.place,
            st.COMBINE: lambda a: self.combine(a, arms=False),
            st.COMBINE_ARMS: lambda a: self.combine(a, arms=True),
            st.BREAK: self._break,
            st.CONVERT: self.convert,
            st.ARRIVE: self.arrive,
            st.MOBILIZE_UNIT: self.mobilize,
            st.FREE: self.free,
            st.REFIT_UNIT: self.refit,
            st.LOOK: self.look,
            st.MOVE_UNIT: self.move,
            st.FLY: self._fly,
            st.CROSS: self.cross,
            st.BRIDGE: self.bridge,
            st.FIRE_SAM: self.sam,
            st.SHOW_SAM: self.sam,
            st.FIRE_UNIT: self.fire,
            st.ELIMINATE: self.loss,
            st.WITHDRAW: self.withdraw,
            st.LOSE: self.lose,
            st.DRAW_UNIT: self.draw_unit,
            st.DIVISION: self.division,
            st.COMMIT_STRIKES: self.commit,
            st.SHIFT_STRIKES: self.shift,
            st.DRAW_EVENT: self.draw,
            st.TAKE: self.take,
            st.DIVIDE: self.divide,
            st.MOBILIZE_BARRAGE: self.barrage_marker,
            st.RECON_FLIGHT: self.recon,
            st.LOOK_EW: self.look_ew,
            st.RAID_ON: self.raid,
            st.STRIKE: self.strike,
            st.BARRAGE_ON: self.barrage,
            st.ATTACK: self.attack,
            st.NATION: self.nation_of_fire,
            st.RETREAT_ALL: self.retreat_all,
            st.REMOVE_BRIDGE: self.remove_bridge,
            st.DEPLOY: lambda a: self.reason("setup", "all is set up: end the set-up"),
            st.END: self._end,
        }

    def refusal(self, position: Situation, code: int) -> IllegalAction:
        """Return why an action of this number is not legal."""
        found = self._find(position, code)
        return IllegalAction(found.case, found.text)

    def _find(self, position: Situation, code: int) -> Reason:
        if position.state.step == st.OVER:
            return self.reason("victory", "the game is over")
        if code == RESIGN:
            return self.reason("concede", "the dice are to be rolled first")
        board, state, work = position.arrays
        unit, verb, place = self.game.grammar.split(code)
        a = Asked(position, board[0], state[0], work[0], code, unit, verb, place)
        if verb not in STEP_VERBS.get(int(a.s.step), ()):
            return self.not_now(a)
        if unit < int(a.b.units) and verb not in OF_EITHER_SIDE:
            found = self._foreign(a)
            if found is not None:
                return found
        return self._alike(a) or self.by_verb[verb](a)

    def _foreign(self, a: Asked) -> Reason | None:
        """Return the reason that a counter belongs to the side that does not decide now."""
        side = int(a.b.side[a.unit])
        if side == a.s.owner or a.s.owner not in (st.ISRAEL, st.ARAB):
            return None
        owner = self.side(side)
        text = f"{self.unit(a.unit)} is a counter of {owner}: {a.position.to_move} is to decide"
        return self.reason("phasing", text)

    def _alike(self, a: Asked) -> Reason | None:
        """Return the reason that an equal counter is to be named, where nothing else is wrong."""
        if a.verb in (st.MOVE_UNIT, st.FLY, st.CROSS, st.BRIDGE, st.LOOK, st.BREAK, st.ELIMINATE):
            return self.equal(a)
        return None

    def _break(self, a: Asked) -> Reason:
        if a.s.step == st.DAMAGE:
            return self.loss(a)
        return self._foreign(a) or self.breaking(a)

    def _fly(self, a: Asked) -> Reason:
        return self.fly(a) if a.s.step == st.MOVE else self.fly_off(a)

    def _end(self, a: Asked) -> Reason:
        return self.end_setup(a) if a.s.step == st.SETTING_UP else self.end_battles(a)
