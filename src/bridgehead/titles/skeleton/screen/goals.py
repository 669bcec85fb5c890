"""How near each side is to victory."""

from __future__ import annotations

from bridgehead.core.titles.briefing import Goal
from bridgehead.core.titles.screens import OwnPosition
from bridgehead.titles.skeleton import records as st
from bridgehead.titles.skeleton import rules
from bridgehead.titles.skeleton.records import SIDES


def goals(position: OwnPosition, viewer: str | None = None) -> tuple[Goal, ...]:
    """Return who holds the hill [3.3], and how many turns are over."""
    del viewer
    hills = tuple(position.game.map.objectives)
    holder = rules.holder_of_hill(position.game.board, position.work)
    side = SIDES[holder] if holder >= 0 else None
    held = Goal(side, "The hill", "3.3", int(holder >= 0), 1, holder >= 0, hills, (), hills)
    turn = Goal(None, "Turn", "3.1", position.turn, st.TURNS, position.turn >= st.TURNS)
    return (held, turn)
