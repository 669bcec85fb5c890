"""Why an action is not legal: for every rule our own sentence and the case number.

This is used only for actions that were not listed as legal. The predicates of the rules say what
forbids an action (`rules/forbidden.py`), `sentences.py` has the words. The modules `refusals_…`
call the predicates, in the order in which a player would be told; this one knows which of them is
responsible for which verb. Nothing is said that depends on facts that the side to decide does not
know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bridgehead.core.errors import IllegalAction
from bridgehead.core.titles.games import title_of
from bridgehead.core.words.notation import RESIGN
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules import forbidden as no
from bridgehead.titles.october_war.words import refusals_air as air
from bridgehead.titles.october_war.words import refusals_combat as combat
from bridgehead.titles.october_war.words import refusals_home as home
from bridgehead.titles.october_war.words import refusals_moves as moves
from bridgehead.titles.october_war.words.cases import case_of
from bridgehead.titles.october_war.words.refusals_base import Asked, Reason

if TYPE_CHECKING:
    from bridgehead.titles.october_war.formats.components import Components, Situation

OF_EITHER_SIDE = (st.DRAW_UNIT, st.ELIMINATE, st.BREAK)
NAMED_ALIKE = (st.MOVE_UNIT, st.FLY, st.CROSS, st.BRIDGE, st.LOOK, st.BREAK, st.ELIMINATE)


class Reasons:
    """The refusals of the game."""

    def __init__(self, game: Components) -> None:
        self.game = game

    def refusal(self, position: Situation, code: int) -> IllegalAction:
        """Return why the action with this number is not legal."""
        found = self._find(position, code)
        return IllegalAction(found.case, found.text)

    def _find(self, position: Situation, code: int) -> Reason:
        if position.state.step == st.OVER:
            return Reason(case_of("victory"), "the game is over")
        if code == RESIGN:
            return Reason(case_of("concede"), "the dice are to be rolled first")
        asked = Asked(position, code)
        return asked.reason(_number(asked))


def _number(a: Asked) -> int:
    """Return the number of the rule that forbids an action."""
    asked = title_of(a.game.id).decisions.steps[a.position.step]
    ended = a.verb == st.END and a.s.step not in (st.SETTING_UP, st.BATTLES)
    if a.verb not in BY_VERB or ended or st.VERBS[a.verb][0] not in asked.verbs:
        return no.NOT_NOW
    if a.verb not in OF_EITHER_SIDE and _is_foreign(a):
        return no.NOT_YOURS
    return (a.equal() if a.verb in NAMED_ALIKE else no.ALLOWED) or BY_VERB[a.verb](a)


def _is_foreign(a: Asked) -> bool:
    """Whether a counter belongs to the side that is not to decide now."""
    decides = a.s.owner in (st.ISRAEL, st.ARAB)
    return bool(a.unit < int(a.b.units) and decides and a.b.side[a.unit] != a.s.owner)


def _break(a: Asked) -> int:
    if a.s.step == st.DAMAGE:
        return combat.loss(a)
    return no.NOT_YOURS if _is_foreign(a) else home.breaking(a)


BY_VERB: dict[int, Callable[[Asked], int]] = {
    st.PLACE: home.place,
    st.COMBINE: lambda a: home.combine(a, arms=False),
    st.COMBINE_ARMS: lambda a: home.combine(a, arms=True),
    st.BREAK: _break,
    st.CONVERT: home.convert,
    st.ARRIVE: home.arrive,
    st.MOBILIZE_UNIT: home.mobilize,
    st.FREE: home.free,
    st.REFIT_UNIT: home.refit,
    st.LOOK: moves.look,
    st.MOVE_UNIT: moves.move,
    st.FLY: lambda a: moves.fly(a) if a.s.step == st.MOVE else combat.fly_off(a),
    st.CROSS: moves.cross,
    st.BRIDGE: moves.bridge,
    st.FIRE_SAM: air.sam,
    st.SHOW_SAM: air.sam,
    st.FIRE_UNIT: combat.fire,
    st.ELIMINATE: combat.loss,
    st.WITHDRAW: combat.withdraw,
    st.LOSE: air.lose,
    st.DRAW_UNIT: home.draw_unit,
    st.DIVISION: lambda a: no.NO_DIVISION,
    st.COMMIT_STRIKES: air.commit,
    st.SHIFT_STRIKES: air.shift,
    st.DRAW_EVENT: home.draw,
    st.TAKE: lambda a: no.EGYPT_OR_SYRIA,
    st.DIVIDE: home.divide,
    st.MOBILIZE_BARRAGE: home.barrage_marker,
    st.RECON_FLIGHT: moves.recon,
    st.LOOK_EW: moves.look_ew,
    st.RAID_ON: air.raid,
    st.STRIKE: air.strike,
    st.BARRAGE_ON: air.barrage,
    st.ATTACK: combat.attack,
    st.NATION: combat.nation_of_fire,
    st.RETREAT_ALL: combat.retreat_all,
    st.REMOVE_BRIDGE: lambda a: no.NO_BRIDGE_TO_REMOVE,
    st.DEPLOY: lambda a: no.ALL_SET_UP,
    st.END: lambda a: home.end_setup(a) if a.s.step == st.SETTING_UP else combat.end_battles(a),
}
