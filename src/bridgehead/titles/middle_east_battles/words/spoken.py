"""What the sentences of refusals name in braces: each is found when a sentence asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.rules import query_entry_points

if TYPE_CHECKING:
    from bridgehead.titles.middle_east_battles.game import MiddleEastBattlesPosition

WAITING_FOR = {
    st.SETUP: "units are being set up before the first turn",
    st.AIR_ROLL: "the dice for the airstrikes of the turn are to be rolled",
    st.WITHDRAWAL: "Egypt is to say whether it withdraws",
    st.MILITIA_ROLL: "the die for the militia is to be rolled",
    st.MILITIA: "militia are to be placed",
    st.MOVEMENT: "it is the movement phase",
    st.ONWARD: "a unit that enters is to finish its move",
    st.COMBAT: "it is the combat phase, and no attack is being declared",
    st.DECLARE: "an attack is being declared",
    st.FPF: "the defender may give protective fire",
    st.TABLE: "the table for the attack is to be chosen",
    st.NIGHT_ROLL: "the night die of an attack is to be rolled",
    st.ATTACK_ROLL: "the die of an attack is to be rolled",
    st.RETREAT: "a retreat is to be made",
    st.DISPLACE: "a unit is to be displaced",
    st.LOSS: "the attacker must choose his losses",
    st.ADVANCE: "an advance is to be made or declined",
    st.CONTINUE: "the last turn is to be decided",
    st.CONTINUE_ROLL: "the die for continuing is to be rolled",
}
NATIONS = ("British", "French")
SPANS = {"T": "4816 to 4824", "Y": "4825 to 4836", "S": "4837 to 4848", "east": "4816 to 4852"}


def points(half: int) -> str:
    """Return half points as printed points: 17 is "8½"."""
    whole, rest = divmod(half, 2)
    return f"{whole or ''}½" if rest else str(whole)


class Spoken:
    """The words for one action in one position, by the names that sentences give them."""

    def __init__(
        self,
        position: MiddleEastBattlesPosition,
        unit: int = st.NO_UNIT,
        verb: int = st.END,
        place: int = -1,
        helper: int = -1,
    ) -> None:
        self.position, self.game, self.board = position, position.game, position.game.board[0]
        self.u, self.verb, self.place, self.engineer = unit, verb, place, helper

    def __getitem__(self, name: str) -> str:
        found: str = getattr(self, name)
        return found

    def names(self, units: list[int]) -> str:
        """Return units as a text."""
        return ", ".join(self.game.units[u] for u in units)

    def _has(self, unit: int) -> str:
        board, state, _ = self.position.arrays
        return points(int(query_entry_points.allowance(board, state, unit)))

    # Units and hexes

    @property
    def unit(self) -> str:
        """The unit of the action."""
        return self.game.units[self.u]

    @property
    def other(self) -> str:
        """The unit that is in the way."""
        return self.game.units[int(self.position.arrays[2][0].witness)]

    @property
    def helper(self) -> str:
        """The engineer of a crossing."""
        return self.game.units[self.engineer]

    @property
    def carrier(self) -> str:
        """The helicopter that lifts."""
        return self.game.units[int(self.board.joint)]

    @property
    def entering(self) -> str:
        """The unit that is entering."""
        return self.game.units[int(self.position.state.entering)]

    @property
    def hex(self) -> str:
        """The hex of the action."""
        return self.game.hexes[self.place]

    @property
    def ground(self) -> str:
        """What that hex is."""
        return self.game.map.terrain_of(self.hex).replace("_", " ")

    @property
    def there(self) -> str:
        """Who is in that hex."""
        return self.names(self._units_there())

    @property
    def others_there(self) -> str:
        """Who is in that hex but the unit and who carries it."""
        own = (self.u, int(self.board.joint))
        return self.names([u for u in self._units_there() if u not in own])

    def _units_there(self) -> list[int]:
        s = self.position.state
        return [u for u in range(len(self.game.units)) if s.hex[u] == self.place]

    @property
    def waited_for(self) -> str:
        """The hex that a displacement waits for."""
        s = self.position.state
        return self.game.hexes[int(s.chain_hex[s.chain - 1])]

    @property
    def column_hex(self) -> str:
        """Where the unit's column enters."""
        return self.game.hexes[int(self.position.state.column_hex[self.board.column[self.u]])]

    @property
    def earlier(self) -> str:
        """Who is set up before the unit."""
        s, group = self.position.state, self.board.setup_group
        units = range(len(self.game.units))
        return self.names([u for u in units if s.hex[u] == st.OFF and 0 < group[u] < group[self.u]])

    @property
    def of_division(self) -> str:
        """The defenders of another division than the unit's."""
        s, division = self.position.state, self.board.division
        return self.names([
            u
            for u in range(len(self.game.units))
            if s.role[u] == st.DEFENDER and division[u] not in (0, division[self.u])
        ])  # fmt: skip

    @property
    def subject(self) -> str:
        """What cannot be done for a duty: a hex be attacked, a unit join, the attack be fired."""
        if self.verb == st.WITH:
            return self.unit
        return self.hex if self.verb in (st.ATTACK, st.ALSO) else "the attack"

    # Numbers and spans

    @property
    def price(self) -> str:
        """Points that the action would cost."""
        return points(int(self.position.arrays[2][0].price))

    @property
    def has(self) -> str:
        """Points that the unit has."""
        return self._has(self.u)

    @property
    def carrier_has(self) -> str:
        """Points that the helicopter has."""
        return self._has(int(self.board.joint))

    @property
    def range(self) -> str:
        """The unit's range."""
        return str(int(self.board.range[self.u]))

    @property
    def arrives(self) -> str:
        """The turn from which the unit may enter."""
        return str(int(self.board.arrives[self.u]))

    @property
    def entry_number(self) -> str:
        """Which of those who enter by the hex in this phase the unit would be."""
        return str(int(self.position.state.entered[self.board.rim[self.place]]) + 1)

    @property
    def first_landing(self) -> str:
        """The turn from which units land from the sea."""
        return str(int(self.board.amphibious_from))

    @property
    def landings(self) -> str:
        """How many units land in a phase."""
        b = self.board
        later = self.position.state.amphibious
        return str(int(b.amphibious_later if later else b.amphibious_first))

    @property
    def strikes_left(self) -> str:
        """How many of the airstrikes are left."""
        return str(int(self.position.state.air[self.verb - st.STRIKE_A]))

    @property
    def exits(self) -> str:
        """The hexes by which units leave the map."""
        return "4807 to 4814" if self.board.suez else "1928 to 1952"

    @property
    def span(self) -> str:
        """The hexes by which the unit enters."""
        if self.board.side[self.u] == st.EGYPT:
            return "1928 to 1952"
        return SPANS[str(self.game.counters[self.u].get("entry", "east"))]

    # Sides and what is waited for

    @property
    def side(self) -> str:
        """Whose Player-Turn it is."""
        return self.position.side

    @property
    def nation(self) -> str:
        """Whose naval guns they are."""
        return NATIONS[self.verb - st.SHELL_A]

    @property
    def spotted(self) -> str:
        """What a nation's unit must be next to."""
        return "a defending hex" if self.position.state.step == st.DECLARE else "an attacker"

    @property
    def no_way(self) -> str:
        """Why there is no way to the hex at all."""
        if self.board.suez:
            return (
                f"only closed hexsides lead to {self.hex}: sea, lake and Suez Canal are crossed "
                "with an engineer's help"
            )
        return f"no way for a ground unit leads to {self.hex}"

    @property
    def not_now(self) -> str:
        """What is waited for instead."""
        waiting = WAITING_FOR[int(self.position.state.step)]
        return f"not now: {waiting} ({self.position.to_move} to move)"
