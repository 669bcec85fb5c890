"""October War as a `Game`, and its `Position`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from bridgehead.core.positions.position import EVERYTHING, Event, Position, Result
from bridgehead.core.titles.dataset import DataSet
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats import position_format
from bridgehead.titles.october_war.formats.components import Components, Situation
from bridgehead.titles.october_war.formats.schema import schema as position_schema
from bridgehead.titles.october_war.words import prose
from bridgehead.titles.october_war.words.refusals import Reasons


class OctoberWar(Components):
    """The game with its options and its map."""

    def __init__(self, options: frozenset[str], data: DataSet) -> None:
        super().__init__(options, data)
        self.reasons = Reasons(self)
        self.set_up_scenario()

    def start(self) -> OctoberWarPosition:
        """Return the position at the start of the game: Israel sets up first [5.0]."""
        position = OctoberWarPosition(self)
        position.start()
        return position

    def blank_position(self) -> OctoberWarPosition:
        """Return a position in which nothing has happened and no counter is in play."""
        position = OctoberWarPosition(self)
        position._state[0] = self.blank
        return position

    def position(self, data: Mapping[str, Any]) -> OctoberWarPosition:
        """Return the position given as data."""
        return cast(OctoberWarPosition, position_format.read(self, data))

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of this game's positions."""
        return position_schema(self)

    def expand(self, position: Position, text: str) -> list[str]:
        """Return the decision of a text."""
        return [" ".join(text.split())]


class OctoberWarPosition(Situation):
    """A position of October War."""

    __slots__ = ()
    game: OctoberWar

    @property
    def units(self) -> dict[str, str]:
        """The true place of each counter; a side's knowledge of it is in its `view`."""
        return position_format.units(self)

    @property
    def result_by_rules(self) -> Result | None:
        """The result by the rules, None if the game is not over by its rules."""
        return prose.result(self)

    def to_dict(self, *, full: bool = False) -> dict[str, Any]:
        """Return the position as data, including all hidden facts.

        With `full`, default values are included.
        """
        return position_format.write(self, full=full)

    def _seen(self, side: str | None) -> dict[str, Any]:
        """Remove hidden facts [27.0]; at the end all counters are revealed."""
        if self.result is not None or side == EVERYTHING:
            viewer = side if side in self.game.sides else "spectator"
            return {**position_format.write(self), "hidden": {}, "viewer": viewer}
        return position_format.seen(self, st.SIDES.index(side) if side is not None else st.NOBODY)

    def shown(self, side: str) -> frozenset[str]:
        """Return the enemy counters on the map whose identity a side sees."""
        viewer = st.SIDES.index(side)
        seen = position_format.without_set_up(self, viewer)
        hidden = position_format.hidden_from(seen, viewer)
        sides, places = self.game.board[0].side.tolist(), seen.state.where.tolist()
        return frozenset(
            id_
            for u, id_ in enumerate(self.game.units)
            if sides[u] != viewer and places[u] >= 0 and not hidden[u]
        )

    def describe(self, text: str, viewer: str | None = EVERYTHING) -> list[Event]:
        """Return the events of a legal action as the log shows them to a viewer."""
        return prose.describe(self, text, viewer)

    def public(self, text: str, viewer: str | None) -> str:
        """Return an action as a side, or a spectator, may read it."""
        return prose.public(self, text, viewer)
