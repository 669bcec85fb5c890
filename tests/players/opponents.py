"""Two simple Egypts that the sergeant must beat: one that stands still, one that blocks roads.

Both attack only where they are obliged to, with as little as the rules let them, and take the
first option of whatever they are made to decide.
"""

from __future__ import annotations

import numpy as np

from bridgehead.core.positions.position import Game, Position
from bridgehead.core.words.notation import Codes
from bridgehead.titles.across_suez import state as st

ROADS = ({"0112", "1606"}, {"0616", "1708"})  # Tirtur and Akavish, by their ends
LEAST = (st.END, st.STAY, st.FIRE)  # what asks least of a side, where it may choose

UNIT, VERB, NO_UNIT = st.UNIT, st.VERB, st.NO_UNIT


class StandingStill:
    """An Egypt that ends its phases; its reinforcements never come."""

    name = "standing-still"

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, position: Position) -> str:
        """Return the action that does least."""
        return self.game.grammar.decode(self.least(position.legal_codes()))

    def least(self, codes: Codes) -> int:
        verbs = codes // VERB % 16
        for verb in LEAST:
            found = codes[verbs == verb]
            if len(found):
                return int(found[0])
        return int(codes[0])


class RoadBlocker(StandingStill):
    """An Egypt that fills Matzmed and its neighbors, Tirtur and Akavish, in this order.

    The first vacant one within anybody's reach is taken; a unit that stands on one stays. Who can
    reach none comes as near to one as it can.
    """

    name = "road-blocker"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        grid, hexes = game.map.grid, [*game.grammar.hexes]
        blocks = ["0112", *grid.neighbors("0112")]
        for ends in ROADS:
            blocks += [
                h for path in game.map.paths["road"] if {path[0], path[-1]} == ends for h in path
            ]
        blocks = list(dict.fromkeys(blocks))
        self.blocks = np.array([hexes.index(block) for block in blocks])
        self.order = np.full(st.MAX_HEXES, 999)
        self.order[self.blocks] = np.arange(len(blocks))
        self.away = np.full((st.MAX_HEXES, len(blocks)), 99)
        for i, hex_ in enumerate(hexes):
            self.away[i] = [grid.distance(hex_, block) for block in blocks]

    def choose(self, position: Position) -> str:
        """Return a move onto the roads or towards them while there is one, else what does least."""
        codes = position.legal_codes()
        if position.phase == "movement":
            return self.game.grammar.decode(self.block(position, codes))
        return self.game.grammar.decode(self.least(codes))

    def block(self, position: Position, codes: Codes) -> int:
        places = position.state.hex
        moves = codes[(codes // UNIT != NO_UNIT) & (codes // VERB % 16 != st.CROSS)]
        here, there = places[moves // UNIT], moves % VERB
        idle = (here < 0) | (self.order[here] == 999)
        moves, here, there = moves[idle], here[idle], there[idle]
        onto = self.order[there]
        if len(moves) and onto.min() < 999:
            return int(moves[onto.argmin()])
        vacant = ~np.isin(self.blocks, places)
        nearest = self.away[:, vacant].min(axis=1, initial=99)
        gain = np.where(here < 0, 100, nearest[here]) - nearest[there]
        if len(moves) and gain.max() > 0:
            return int(moves[gain.argmax()])
        return int(codes[-1])
