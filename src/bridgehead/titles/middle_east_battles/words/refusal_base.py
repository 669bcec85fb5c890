"""What all reasons share: who is spoken of, what is waited for, and a reason with its case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bridgehead.core.errors import Reason
from bridgehead.titles.middle_east_battles import state as st
from bridgehead.titles.middle_east_battles.words.cases import case_of

if TYPE_CHECKING:
    from bridgehead.titles.middle_east_battles.data.components import (
        Components,
        Situation,
    )

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


def points(half: int) -> str:
    """Return half points as printed points: 17 is "8½"."""
    whole, rest = divmod(half, 2)
    return f"{whole or ''}½" if rest else str(whole)


class Finder:
    """Finds reasons in one game."""

    def __init__(self, game: Components) -> None:
        self.game = game
        self.suez = bool(game.board[0].suez)

    @property
    def board(self) -> Any:
        """What never changes in this game."""
        return self.game.board[0]

    def reason(self, rule: str, text: str) -> Reason:
        """Return a reason with the case number of a rule."""
        return Reason(case_of(rule), text)

    def of_game(self, suez: str, el_arish: str) -> str:
        """Return the name of a rule by the game that is played."""
        return suez if self.suez else el_arish

    def not_now(self, position: Situation, rule: str = "sequence") -> Reason:
        """Say what is waited for instead."""
        waiting = WAITING_FOR[int(position.state.step)]
        return self.reason(rule, f"not now: {waiting} ({position.to_move} to move)")

    def units_at(self, position: Situation, hex_: int) -> list[int]:
        """Return the units in a hex, in the order of the counter list."""
        return [u for u in range(len(self.game.units)) if position.state.hex[u] == hex_]

    def around(self, hex_: int) -> list[int]:
        """Return the neighbors of a hex that are on the map."""
        return [h for h in self.board.neighbor[hex_].tolist() if h >= 0]

    def adjacent(self, one: int, other: int) -> bool:
        """Whether two hexes touch."""
        return other in self.around(one)

    def distance(self, one: int, other: int) -> int:
        """Return the number of hexes from one to another."""
        return self.game.map.grid.distance(self.game.hexes[one], self.game.hexes[other])

    def names(self, units: list[int]) -> str:
        """Return units as a text."""
        return ", ".join(self.game.units[u] for u in units)

    def ground(self, hex_: int) -> str:
        """Return what a hex is, as a text."""
        return self.game.map.terrain_of(self.game.hexes[hex_]).replace("_", " ")

    def direction(self, start: int, end: int) -> int:
        """Return the direction from a hex to its neighbor, -1 where they do not touch."""
        neighbors: list[int] = self.board.neighbor[start].tolist()
        return neighbors.index(end) if end in neighbors else -1
