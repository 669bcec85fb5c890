"""Why an action is not legal: for every rule our own sentence and the edition's case number.

This is used only for actions that `legal` did not list. The predicates of the rules say what
forbids an action (`rules/forbidden.py`); the words are here. Only questions of timing are decided
here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.core.errors import IllegalAction, Reason
from bridgehead.core.titles.games import title_of
from bridgehead.core.words.notation import RESIGN
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.rules import entry_points
from bridgehead.titles.across_suez.rules import forbidden as no
from bridgehead.titles.across_suez.rules.actions import hex_of, unit_of, verb_of
from bridgehead.titles.across_suez.rules.artillery import cannot_bombard, cannot_support
from bridgehead.titles.across_suez.rules.canal import cannot_cross, crossing_cost
from bridgehead.titles.across_suez.rules.combat import (
    cannot_add,
    cannot_be_attacked,
    cannot_fire,
    cannot_retreat_to,
    first_to_join,
    foes,
    last_attacker,
    must_retreat,
    obliged,
)
from bridgehead.titles.across_suez.rules.legal import cannot_place
from bridgehead.titles.across_suez.rules.movement import (
    ALL_RULES,
    allowance,
    cannot_move,
    may_enter,
    occupied,
)
from bridgehead.titles.across_suez.rules.reinforcement import cannot_land, may_arrive
from bridgehead.titles.across_suez.rules.zones import direction_to, is_night
from bridgehead.titles.across_suez.words.cases import case_of
from bridgehead.titles.across_suez.words.prose import SIDE_NAMES

if TYPE_CHECKING:
    from bridgehead.titles.across_suez.formats.components import Components, Situation

MOVES = (st.MOVE, st.ENTER, st.CROSS, st.LAND)
STEPS = {  # in which a verb may be legal
    **dict.fromkeys(MOVES, (st.MOVEMENT,)),
    st.PLACE: (st.SETUP,), st.ATTACK: (st.COMBAT,), st.WITH: (st.ATTACKERS,),
    st.SUPPORT: (st.COMBAT, st.ATTACKERS), st.FIRE: (st.ATTACKERS,), st.END: (st.COMBAT,),
    st.LOSE: (st.LOSS,), st.RETREAT_TO: (st.RETREAT,), st.ADVANCE_TO: (st.ADVANCE,),
}  # fmt: skip
ANNOUNCEMENTS = {
    (st.ATTACKERS, st.ATTACK): "finish the attack that is being declared first",
    (st.ATTACKERS, st.END): "finish the attack: add attackers and fire",
    (st.COMBAT, st.WITH): "name the hex to be attacked first",
    (st.COMBAT, st.FIRE): "declare an attack first",
}
# The names that `data/decisions.toml` has for the steps, in the order of their numbers
STEP_NAMES = (
    "setup", "movement", "bombardment", "bombardment roll", "combat", "attackers", "roll", "loss",
    "retreat", "advance",
)  # fmt: skip

# The name of each rule in `cases.py`, and its sentence about what was asked
SENTENCES = {
    no.ZONES_STOP: ("zone", "enemy zones of control stop {unit} before it gets to {hex}"),
    no.ENEMIES_BAR: ("enemy_hex", "enemy units bar every way of {unit} to {hex} within its {has} "
        "points"),
    no.BRIDGE_WAY: ("bridge_route", "the bridge unit keeps to clear and road hexes, and no such "
        "way leads to {hex} within its {has} points"),
    no.TOO_FAR: ("allowance", "{hex} costs at least {points} movement points; {unit} has {has}"),
    no.NO_WAY: ("terrain", "no way for a unit leads to {hex}"),
    no.NOT_YOURS: ("movement", "{unit} is not yours: {mover} is moving its units"),
    no.STAYS_ACROSS: ("stays_across", "{unit} is across the canal and stays there"),
    no.IS_ELIMINATED: ("movement", "{unit} is eliminated"),
    no.HAS_MOVED: ("movement", "{unit} has moved already in this phase"),
    no.NEVER_COMES: ("arrival", "{unit} was not placed before turn 1 and stays out"),
    no.NOT_YET: ("arrival", "{unit} arrives in turn {turn}"),
    no.HELD: ("confusion_move", "{unit} begins turn 1 in an enemy zone of control and may not move "
        "in it"),
    no.LAND_IT: ("{way}", "{unit} is not on the map yet, and comes not by land: land it"),
    no.ENTER_IT: ("entering", "{unit} is not on the map yet: enter it"),
    no.NOT_ENTERING: ("entering", "{unit} is on the map already: move it"),
    no.NOT_LANDING: ("movement", "{unit} is on the map already: move it"),
    no.NOT_BY_LAND: ("arrival", "{unit} does not arrive by land"),
    no.STANDS_THERE: ("movement", "{unit} stands on {hex} already"),
    no.CLOSED: ("terrain", "{hex} is {terrain}, which no unit may enter"),
    no.ENEMY_THERE: ("enemy_hex", "{hex} holds the enemy unit {other}"),
    no.FRIEND_THERE: ("stacking", "{hex} holds {other}: a move may not end on a friend"),
    no.BRIDGE_HEX: ("bridge_route", "{hex} is neither clear nor has a road, as the bridge unit "
        "needs"),
    no.ENTRY_TAKEN: ("entry_hex", "{other} stands on the entry hex of {unit}, and {hex} is out of "
        "reach from the nearest hex where it can come in"),
    no.EGYPT_STAYS: ("who_crosses", "only Israeli units cross the canal"),
    no.BRIDGE_STAYS: ("bridge_unit_crosses", "the bridge unit itself cannot cross"),
    no.NOT_IN_TURN_1: ("ferry", "nobody crosses the canal in turn 1"),
    no.FERRY_FULL: ("ferry", "two units have crossed by ferry in this phase, and no bridge stood "
        "at Matzmed when it began"),
    no.TOO_DEAR: ("{crossing}", "{unit} would need {points} points to Matzmed and {price} to "
        "cross; it has {has}"),
    no.NO_LANDING: ("arrival", "{unit} comes neither by air nor by sea"),
    no.LANDS_LATER: ("{way}", "{unit} can land from turn {turn} on"),
    no.ZONE_THERE: ("by_air", "{hex} is not a vacant land hex outside enemy zones of control"),
    no.NOT_FROM_SEA: ("by_sea", "{unit} comes ashore on a vacant canal hex and cannot get from "
        "there to {hex} in this turn"),
    no.NOT_PLACED: ("{placing}", "{unit} is not placed before the game"),
    no.IS_PLACED: ("{placing}", "{unit} is placed already"),
    no.NOT_BESIDE_RESHEF: ("{placing}", "{hex} is not a vacant land hex next to a Reshef unit"),
    no.ALL_BOMBARDED: ("bombardment", "both bombardments of this phase are made"),
    no.NO_ISRAELI: ("bombardment", "{hex} holds no Israeli unit"),
    no.BOMBARDED_ONCE: ("bombarded_twice", "{other} was bombarded in this phase already"),
    no.NO_EGYPTIAN_BESIDE: ("bombardment", "no Egyptian unit stands next to {other}"),
    no.ISRAEL_SUPPORTS: ("support_is_israels", "only Israeli attacks are supported"),
    no.SILENT_AT_NIGHT: ("artillery_night", "there is no artillery at night"),
    no.SUPPORTED_ONCE: ("support_limit", "one attack is supported once"),
    no.FIRST_ATTACK: ("announcement", "declare the attack first, then its support"),
    no.NO_SUPPORT_LEFT: ("support_limit", "no artillery is left in this phase: there is one "
        "supported attack, and one more for each unit across the canal"),
    no.FIRE_NOW: ("announcement", "artillery is named last: now fire"),
    no.NO_ENEMY: ("adjacency", "{hex} holds no enemy unit"),
    no.ATTACKED_ONCE: ("attacked_once", "{other} was attacked in this phase already"),
    no.ALL_HAVE_FOUGHT: ("one_attack", "every unit next to {other} has attacked already"),
    no.NOBODY_BESIDE: ("adjacency", "no unit that could attack stands next to {other}"),
    no.NO_ATTACKER: ("announcement", "an attack has at least one attacker"),
    no.NOT_YOUR_UNIT: ("adjacency", "{unit} is not yours"),
    no.NOT_BESIDE: ("adjacency", "{unit} does not stand next to the target"),
    no.HAS_FOUGHT: ("one_attack", "{unit} has attacked in this phase already"),
    no.CAME_BY_AIR: ("by_air", "{unit} came by air in this turn and does nothing else"),
    no.IS_IN: ("announcement", "{unit} is in the attack already"),
    no.MUST_JOIN: ("confusion_attack", "{other} must attack in turn 1 and this is its last target: "
        "it must join"),
    no.OUT_OF_ORDER: ("announcement", "attackers are added in the order of the counter list"),
    no.NOT_TO_LOSE: ("loss", "{unit} took no part in this attack or is lost already"),
    no.NOT_TO_RETREAT: ("retreat", "{unit} does not have to retreat"),
    no.NO_RETREAT: ("retreat", "{hex} is no retreat for {unit}: it must be next to it, vacant, "
        "open to it, and in no enemy zone of control"),
    no.NOT_AWAY: ("result", "{unit} retreats away from the enemy, at night too: {hex} is next to "
        "{other}"),
    no.NO_ADVANCE: ("advance", "{unit} cannot advance into {hex}: only a surviving unit of this "
        "combat may, into the hex it left vacant, over ground open to it"),
}  # fmt: skip


def decider(position: Situation) -> str:
    """Return the name of the side to decide."""
    mover = position.to_move
    return SIDE_NAMES[st.SIDES.index(mover)] if mover in st.SIDES else "the dice"


def points(half: int) -> str:
    """Return half points as printed points: 17 is "8½"."""
    whole, rest = divmod(half, 2)
    return f"{whole or ''}½" if rest else str(whole)


class Asked:
    """The subject of a refusal: a unit and a hex, if any, in a position."""

    def __init__(self, position: Situation, unit: int = -1, hex_: int = -1) -> None:
        self.game = position.game
        self.arrays = position.arrays
        self.b, self.s, self.w = (array[0] for array in self.arrays)
        self.u, self.h = unit, hex_

    def words(self) -> dict[str, object]:
        """Return the names in sentences; `other` and `points` are set by a predicate."""
        b, s, u, game, witness = self.b, self.s, self.u, self.game, int(self.w.witness)
        named = 0 <= u < len(game.units)
        return {
            "unit": game.units[u] if named else "",
            "hex": game.hexes[self.h],
            "terrain": game.map.terrain_of(game.hexes[self.h]),
            "mover": st.SIDES[s.side],
            "other": game.units[witness] if 0 <= witness < len(game.units) else "",
            "turn": witness,
            "points": points(max(0, witness)),
            "has": points(allowance(b, s, u)) if named else "",
            "price": points(crossing_cost(b, s)),
            # rules
            "way": "by_sea" if named and b.by_sea_from[u] else "by_air",
            "crossing": "bridge_crossing" if s.bridge_open else "ferry",
            "placing": "commandos" if named and b.type[u] == st.COMMANDO else "airborne_placing",
        }


class Reasons:
    """The refusals of one game."""

    def __init__(self, game: Components) -> None:
        self.game = game

    def reason(self, rule: str, text: str) -> Reason:
        """Return a reason with the edition's case number of a rule."""
        return Reason(case_of(rule, self.game.edition.numbering), text)

    def tell(self, number: int, asked: Asked) -> Reason:
        """Return the rule that forbids the action as a reason."""
        rule, sentence = SENTENCES[number]
        words = asked.words()
        return self.reason(rule.format(**words), sentence.format(**words))

    def error(self, number: int, asked: Asked) -> IllegalAction:
        """Return the rule that forbids the action as an error."""
        found = self.tell(number, asked)
        return IllegalAction(found.case, found.text)

    def refusal(self, position: Situation, code: int) -> IllegalAction:
        """Return why the action with this number is not legal."""
        found = self._find(position, code)
        return IllegalAction(found.case, found.text)

    def _find(self, position: Situation, code: int) -> Reason:
        step = int(position.state.step)
        if step == st.OVER:
            return self.reason("victory", "the game is over")
        if code == RESIGN:
            return self.reason("sequence", "the die is to be rolled first")
        unit, verb, hex_ = unit_of(code), verb_of(code), hex_of(code)
        found = self._timing(position, verb)
        if found is not None:
            return found
        asked = Asked(position, unit, hex_)
        if verb in MOVES:
            return self.tell(self._move(asked, verb), asked)
        if verb == st.END:
            return self._end(asked)
        return self.tell(self._other(asked, verb), asked)

    # Timing

    def _timing(self, position: Situation, verb: int) -> Reason | None:
        """Return why a verb is not possible at this time, None if it is."""
        s = position.state
        step = int(s.step)
        if verb == st.BOMBARD_AT:
            return self._no_bombardment(position)
        if step in STEPS.get(verb, ()) or (verb == st.SUPPORT and s.side != st.ISRAEL):
            return None
        if verb == st.CROSS and step >= st.BOMBARD:
            return self.reason("crossing_phase", "the canal is crossed in the movement phase")
        if (step, verb) in ANNOUNCEMENTS:
            return self.reason("announcement", ANNOUNCEMENTS[step, verb])
        return self._not_now(position)

    def _no_bombardment(self, position: Situation) -> Reason | None:
        s, b = position.state, self.game.board[0]
        if s.side == st.ISRAEL:
            return self.reason("bombardment", "only Egypt bombards; Israeli guns support attacks")
        if is_night(b, s) and s.step >= st.BOMBARD:
            return self.reason("artillery_night", "there is no artillery at night")
        if s.step in (st.MOVEMENT, st.BOMBARD_ROLL):
            return self._not_now(position)
        if s.step != st.BOMBARD:
            return self.reason("bombardment", "bombardments come before the first attack")
        return None

    def _not_now(self, position: Situation) -> Reason:
        mover = decider(position)
        waiting = title_of(self.game.id).decisions.steps[STEP_NAMES[position.state.step]].waiting
        return self.reason("sequence", f"not now: {waiting} ({mover} to move)")

    def _end(self, asked: Asked) -> Reason:
        b, s, w = asked.b, asked.s, asked.w
        forced = [name for u, name in enumerate(self.game.units) if obliged(b, s, w, u)]
        return self.reason(
            "confusion_attack", f"in turn 1 these units must attack first: {', '.join(forced)}"
        )

    # Movement

    def unit_cannot_move(self, position: Situation, unit: int) -> Reason | None:
        """Return why a unit can do nothing at all in this phase, None if it may be able to."""
        if position.state.step == st.OVER:
            return self.reason("victory", "the game is over")
        if position.state.step != st.MOVEMENT:
            return self._not_now(position)
        asked = Asked(position, unit)
        number = cannot_move(asked.b, asked.s, asked.w, unit)
        return self.tell(number, asked) if number else None

    def no_way_to(self, position: Situation, unit: int, hex_: str) -> Reason:
        """Return why a unit that may move cannot end in a hex by any path."""
        if hex_ not in self.game.hex_numbers:
            return self.reason("off_map", f"{hex_} is not on the map, which no unit leaves")
        a = Asked(position, unit, self.game.hex_index(hex_))
        lands = a.s.hex[unit] == st.OFF and not may_arrive(a.b, a.s, unit)
        return self.tell(self._land(a) if lands else self._no_end(a), a)

    def _move(self, a: Asked, verb: int) -> int:
        """Return why a unit cannot move, enter, cross or land."""
        b, s, w, unit = a.b, a.s, a.w, a.u
        off = s.hex[unit] == st.OFF
        if verb == st.LAND and off and b.side[unit] == s.side:
            return self._land(a)
        stuck = cannot_move(b, s, w, unit)
        if stuck:
            return stuck
        if off and verb in (st.MOVE, st.CROSS) and not may_arrive(b, s, unit):
            return no.LAND_IT
        if verb == st.MOVE and off:
            return no.ENTER_IT
        if verb in (st.ENTER, st.LAND) and not off:
            return no.NOT_ENTERING if verb == st.ENTER else no.NOT_LANDING
        if verb == st.CROSS:
            return self._cross(a)
        if verb == st.ENTER and not b.arrives[unit]:
            return no.NOT_BY_LAND
        return self._no_end(a)

    def _no_end(self, a: Asked) -> int:
        """Return why a unit that may move cannot end its move in a hex."""
        b, unit = a.b, a.u
        if a.h == a.s.hex[unit]:
            return no.STANDS_THERE
        taken = occupied(b, a.w, b.side[unit], a.h)
        if taken:
            return taken
        if not may_enter(b, unit, a.h):
            return no.BRIDGE_HEX
        return self._obstacle(a)

    def _obstacle(self, a: Asked) -> int:
        """Leave out rules one after the other; return the first without which a unit gets there."""
        b, w, unit = a.b, a.w, a.u
        off = a.s.hex[unit] == st.OFF and b.entry[unit] >= 0
        barred = off and occupied(b, w, b.side[unit], b.entry[unit]) == no.ENEMY_THERE
        enemy = int(w.witness)
        for left_out in range(no.ENEMIES_BAR if barred else no.ZONES_STOP, no.NO_WAY):
            entry_points.search_unit(*a.arrays, unit, left_out)
            if w.cost[a.h] != st.UNREACHED:
                if barred and left_out == no.ENEMIES_BAR:
                    w.witness = enemy
                    return no.ENTRY_TAKEN
                w.witness = w.cost[a.h]
                return left_out
        return no.NO_WAY

    def _cross(self, a: Asked) -> int:
        """Return why a unit that may move cannot cross the canal."""
        b, s, w = a.b, a.s, a.w
        entry_points.search_unit(*a.arrays, a.u, ALL_RULES)
        found = cannot_cross(b, s, w, a.u, int(w.cost[b.crossing_hex]))
        if found != no.NO_WAY:
            return found
        a.h = int(b.crossing_hex)
        friend = occupied(b, w, b.side[a.u], a.h) == no.FRIEND_THERE
        return self._obstacle(a) if friend else self._no_end(a)

    def _land(self, a: Asked) -> int:
        """Return why a waiting unit cannot land in a hex."""
        found = cannot_land(a.b, a.s, a.w, a.u) or occupied(a.b, a.w, a.b.side[a.u], a.h)
        return found or (no.NOT_FROM_SEA if a.b.by_sea_from[a.u] else no.ZONE_THERE)

    # The rest

    def _other(self, a: Asked, verb: int) -> int:
        """Return what forbids an action other than a move."""
        b, s, w, unit = a.b, a.s, a.w, a.u
        if verb == st.PLACE:
            return cannot_place(b, s, unit) or no.NOT_BESIDE_RESHEF
        if verb == st.BOMBARD_AT:
            return cannot_bombard(b, s, w, a.h)
        if verb == st.ATTACK:
            return cannot_be_attacked(b, s, w, a.h)
        last, waited_for = last_attacker(b, s), first_to_join(b, s, w)
        if verb == st.WITH:
            return cannot_add(b, s, w, unit, last, waited_for)
        if verb == st.SUPPORT:
            return cannot_support(b, s, w, last, waited_for)
        if verb == st.FIRE:
            return cannot_fire(w, last, waited_for)
        if verb == st.RETREAT_TO:
            return self._retreat(a) if must_retreat(s, unit) else no.NOT_TO_RETREAT
        return no.NOT_TO_LOSE if verb == st.LOSE else no.NO_ADVANCE

    def _retreat(self, a: Asked) -> int:
        """Return why a unit that must retreat cannot retreat to a hex."""
        direction = direction_to(a.b, a.s.hex[a.u], a.h)
        if direction < 0:
            return no.NO_RETREAT
        return cannot_retreat_to(a.b, a.s, a.w, a.u, a.s.hex[a.u], direction, *foes(a.b, a.s))
