"""Why an action is not legal: for every rule our own sentence and the case number.

Whether a verb belongs to the pending decision, and what must be done before a phase ends, is
decided here. Everything else is asked of the rules (`rules/refused.py`), which return the number of
the first rule that forbids it; `sentences.py` has its case and its sentence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.core.errors import IllegalAction, Reason
from bridgehead.core.words.notation import RESIGN
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.rules import forbidden as no
from bridgehead.titles.middle_east_battles.rules import refused
from bridgehead.titles.middle_east_battles.words.sentences import SENTENCES, Rule
from bridgehead.titles.middle_east_battles.words.spoken import Spoken, decider

if TYPE_CHECKING:
    from bridgehead.titles.middle_east_battles.formats.components import (
        Components,
        Situation,
    )

MOVES = range(st.MOVE, st.RETURN + 1)
FIGHTING = range(st.COMBAT, st.ADVANCE + 1)
ROLLS = (st.NIGHT_ROLL, st.ATTACK_ROLL)

# The decisions in which the rules are asked about a verb
DECISIONS = {
    st.PLACE: (st.SETUP, st.MILITIA),
    st.ATTACK: (st.COMBAT,),
    **dict.fromkeys((st.ALSO, st.WITH, st.FIRE), (st.DECLARE,)),
    **dict.fromkeys(range(st.STRIKE_A, st.SHELL_B + 1), (st.DECLARE, st.FPF)),
    st.FIRE_FPF: (st.FPF, st.TABLE, *ROLLS),
    st.LOSE: (st.LOSS,),
    st.RETREAT_TO: (st.RETREAT,),
    st.DISPLACE_TO: (st.DISPLACE,),
    st.ADVANCE_TO: (st.ADVANCE,),
}
# What is said of a verb that comes too early or too late
LAST = ("table", "the table is chosen last, after all fire is given")
OUT_OF_ORDER = {
    (st.ATTACK, st.DECLARE): ("procedure", "finish the attack that is being declared first"),
    (st.ALSO, st.COMBAT): ("several_hexes", "the first hex is named by attack"),
    (st.WITH, st.COMBAT): ("procedure", "name the hex to be attacked first"),
    (st.FIRE, st.COMBAT): ("procedure", "declare an attack first"),
    (st.END, st.DECLARE): ("procedure", "finish the attack: name the attackers and fire"),
    (st.END, st.ONWARD): ("column", "{entering} is entering: finish its move first"),
    (st.DEPLOY, st.SETUP): ("setup", "all units are set up: end the set-up"),
    (st.ADVANCE_TO, st.COMBAT): (
        "advance_now",
        "an advance is made at once, before the next attack",
    ),
    **{(verb, step): LAST for verb in (st.TAKE_FRONTAL, st.TAKE_MOBILE)
       for step in (st.DECLARE, st.FPF)},
}  # fmt: skip


class Reasons:
    """The refusals of one game."""

    def __init__(self, game: Components) -> None:
        self.game = game
        self.board = game.board[0]
        self.verbs = {name: number for name, (number, _) in game.grammar.verbs.items()}

    def case(self, rule: str) -> str:
        """Return the case number of a rule."""
        return self.game.edition.cases[rule]

    def reason(self, rule: str, text: str) -> Reason:
        """Return a reason with the case number of a rule."""
        return Reason(self.case(rule), text)

    def refusal(self, position: Situation, code: int) -> IllegalAction:
        """Return why the action with this number is not legal."""
        found = self._find(position, code)
        return IllegalAction(found.case, found.text)

    def told(self, spoken: Spoken, rule: Rule, text: str) -> Reason:
        """Return a reason, with the names that its text has in braces."""
        if not isinstance(rule, str):
            egypt = spoken.unit != st.NO_UNIT and self.board.side[spoken.unit] == st.EGYPT
            rule = rule[2 * bool(self.board.edge_entry) + egypt]
        if rule == "duty" and spoken.position.is_night:
            rule = "night_combat"
        return self.reason(rule, text.format_map(spoken))

    def of_rule(self, position: Situation, number: int, unit: int, hex_: int) -> Reason:
        """Return the reason for a rule's number, for a unit and a hex."""
        return self.barred(Spoken(position, unit, place=hex_), number)

    def barred(self, spoken: Spoken, number: int) -> Reason:
        """Return the reason for a rule's number."""
        if number == no.ALLOWED:
            return self.not_now(spoken.position)
        return self.told(spoken, *SENTENCES[number])

    def not_now(self, position: Situation) -> Reason:
        """Return what must be done instead."""
        return self.reason("sequence", Spoken(position).not_now())

    def _find(self, position: Situation, code: int) -> Reason:
        """Return the reason. A game is over at the end of its last turn [10.2, 10.14]."""
        step = int(position.state.step)
        if step == st.OVER:
            return self.reason("victory", "the game is over")
        if code == RESIGN:
            return self.reason("concede", "the die is to be rolled first")
        unit, verb, place = self.game.grammar.split(code)
        helper = -1
        if verb == st.CROSS:
            slot, place = divmod(place, st.SLOT)
            helper = int(self.board.slot_unit[slot])
        spoken = Spoken(position, unit, verb, place, helper)
        if (verb, step) in OUT_OF_ORDER:
            return self.told(spoken, *OUT_OF_ORDER[verb, step])
        if verb in MOVES:
            return self._move(spoken)
        if step in DECISIONS.get(verb, ()):
            return self._ask(spoken)
        return self._no_object(position, verb)

    def _ask(self, spoken: Spoken) -> Reason:
        """Return the reason according to the rules."""
        number = refused.cannot_do(
            *spoken.position.arrays, spoken.unit, spoken.verb, spoken.place, spoken.helper
        )
        return self.barred(spoken, int(number))

    # Movement

    def _move(self, spoken: Spoken) -> Reason:
        stuck = self.unit_cannot_move(spoken.position, spoken.unit)
        if stuck is not None:
            return stuck
        if spoken.position.state.step == st.ONWARD and spoken.verb != st.MOVE:
            return self.told(spoken, "column", "{unit} is entering: say where its move ends")
        return self._ask(spoken)

    def unit_cannot_move(self, position: Situation, unit: int) -> Reason | None:
        """[5.1, 5.4, 5.6] Return why a unit can do nothing in this phase, None if it can try."""
        step = int(position.state.step)
        if step == st.OVER:
            return self.reason("victory", "the game is over")
        if step in FIGHTING:
            return self.reason(
                "out_of_phase",
                f"units move in their own side's movement phase, and now it is the combat phase "
                f"({decider(position)} to move)",
            )
        if step not in (st.MOVEMENT, st.ONWARD):
            return self.not_now(position)
        number = int(refused.cannot_be_used(*position.arrays, unit))
        return self.barred(Spoken(position, unit), number) if number else None

    def hex_not_reached(self, position: Situation, unit: int, hex_: str, verb: str) -> Reason:
        """Return why a unit cannot get to a hex by a verb ("move", "land", …)."""
        if hex_ not in self.game.hex_numbers:
            return self.reason("off_map", f"{hex_} is not on the map")
        number, step = self.verbs.get(verb, st.MOVE), int(position.state.step)
        if step == st.OVER:
            return self.reason("victory", "the game is over")
        spoken = Spoken(position, unit, number, self.game.hex_index(hex_))
        if number != st.PLACE:
            return self.unit_cannot_move(position, unit) or self._ask(spoken)
        return self._ask(spoken) if step in DECISIONS[st.PLACE] else self.not_now(position)

    # What names no unit and no hex

    def _no_object(self, position: Situation, verb: int) -> Reason:
        s = position.state
        if verb in (st.TAKE_FRONTAL, st.TAKE_MOBILE) and s.step in ROLLS:
            return self.other_table("frontal" if s.crt == st.FRONTAL else "mobile")
        if verb == st.END:
            return self._end(position)
        if verb == st.WITHDRAW and self.board.withdrawal:
            when = "already" if s.withdrawn else "at the start of an Egyptian turn"
            return self.reason("withdrawal", f"the withdrawal is declared {when}")
        if verb in (st.CONTINUE_TO, st.STOP) and self.board.optional_last:
            if s.step == st.CONTINUE:
                low, high = int(self.board.turns) + 1, int(self.board.optional_last)
                return self.reason("length", f"the last turn is one of {low} to {high}")
            end = int(self.board.turns)
            text = f"whether to go on is decided at the end of turn {end}, once"
            return self.reason("length", text)
        return self.not_now(position)

    def _end(self, position: Situation) -> Reason:
        """[4.2, 4.3, 7.3, 9.4] Return what must still be done before a phase can end."""
        s, b, spoken = position.state, self.board, Spoken(position)
        if s.step == st.SETUP:
            left = spoken.units(lambda u: b.setup_group[u] and s.hex[u] == st.OFF)
            return self.reason("setup", f"these units are still to be set up: {left}")
        if s.step not in (st.MOVEMENT, st.COMBAT):
            return self.not_now(position)
        names = spoken.units(lambda u: refused.holds_up(*position.arrays, u))
        if s.step == st.MOVEMENT:
            return self.reason("militia", f"militia may not stay stacked; these can move: {names}")
        return self.told(
            spoken, "duty", f"these units are next to an enemy and must attack: {names}"
        )

    def other_table(self, name: str) -> Reason:
        """[7.7, 7.8] Return which table an attack uses, without a choice."""
        return self.reason("table", f"this attack is on the {name} table")
