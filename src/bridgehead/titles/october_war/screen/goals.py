"""How near each side is to victory [4.1 to 4.4, 7.2, 7.3], for the tracker of the screens.

Occupation and control of points, casualties and victory points are known to both sides, so every
viewer gets the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bridgehead.core.cache import Recent
from bridgehead.core.titles.briefing import Goal
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.screen.offers import ledger
from bridgehead.titles.october_war.state import ARAB, ISRAEL

if TYPE_CHECKING:
    from bridgehead.titles.october_war.formats.components import Situation

OBJECTIVES = st.ARAB_OBJECTIVE | st.ISRAELI_OBJECTIVE
SINAI, GOLAN = "Sudden victory in the Sinai", "Sudden victory on the Golan"
EGYPT_AND_SYRIA = "Sudden victory over Egypt and Syria"
LEVELS = ("a draw", "a minor victory", "a major victory")


def goals(position: Situation, viewer: str | None = None) -> tuple[Goal, ...]:
    """Return the lead in points, the casualties, and the conditions for immediate victory."""
    del viewer
    key = position.game, position.state.tobytes(), position.work[0].count.tobytes()
    return _goals.get(key, lambda: _goals_of(position))


_goals: Recent[tuple[Goal, ...]] = Recent(16)


def _goals_of(position: Situation) -> tuple[Goal, ...]:
    there = _Map(position)
    return (
        *_on_points(position), *_casualties(position), *_objectives(there), *_on_the_map(there)
    )  # fmt: skip


def _on_points(position: Situation) -> list[Goal]:
    b, s = position.game.board[0], position.state
    points = {side: told["points"] for side, told in ledger(position).items()}
    lead = points["israel"] - points["arab"]
    ahead = "israel" if lead > 0 else "arab" if lead < 0 else None
    leads = (int(b.win_by) / 2, int(b.level[1]))  # that win, that make a major victory
    level = sum(abs(lead) >= least for least in leads)
    need = leads[min(level, 1)]
    return [
        Goal(
            ahead, "Lead in victory points", "4.3", abs(lead), need, level > 0,
            note=f"Israel {points['israel']:g}, Arab states {points['arab']:g}: {LEVELS[level]}",
        ),
        Goal(
            None, "Turn", "4.4", int(s.turn), int(b.last_turn),
            bool(s.turn >= b.last_turn), note="ceasefire" if s.ceasefire else "",
        ),
    ]  # fmt: skip


def _casualties(position: Situation) -> list[Goal]:
    b, s = position.game.board[0], position.state
    found = []
    for stock, name in enumerate(("Israeli", "Egyptian", "Syrian")):
        limit = int(b.casualties_above[0 if stock == 0 else 1]) + 1
        if stock and s.closed:
            continue
        found.append(
            Goal(
                "arab" if stock == 0 else "israel", f"{name} casualties",
                "7.2" if stock == 0 else "7.3", int(s.casualties[stock]), limit,
                bool(s.casualties[stock] >= limit),
            )
        )  # fmt: skip
    return found


class _Map:
    """Points of the maps, and the units there."""

    def __init__(self, position: Situation) -> None:
        self.b, self.s = position.game.board[0], position.state
        self.work = position.arrays[2][0]
        self.names = position.game.places

    def points(self, theater: int, features: int) -> list[int]:
        """Return the points of a theater that have one of these features."""
        count = int(self.b.points)
        wanted = (self.b.features[:count] & features) != 0
        if theater != st.BOTH:
            wanted &= self.b.theater[:count] == theater
        return [int(p) for p in wanted.nonzero()[0]]

    def goal(self, side: int, text: str, wanted: list[int], held: list[int], need: int) -> Goal:
        """Return a goal that counts points: those that are wanted, and those that are not held."""
        missing = [p for p in wanted if p not in held]
        return Goal(
            st.SIDES[side], text, "4.1", len(held), need, len(held) >= need,
            self.named(wanted), self.named(missing),
            self.named([p for p in wanted if self.b.features[p] & OBJECTIVES]),
        )  # fmt: skip

    def named(self, points: list[int]) -> tuple[str, ...]:
        """Return the ids of points."""
        return tuple(str(self.names[p]) for p in points)

    def controlled(self, side: int, text: str, theater: int, features: int) -> Goal:
        """Return the goal that a side controls all such points."""
        wanted = self.points(theater, features)
        held = [p for p in wanted if self.s.control[p] == side]
        return self.goal(side, text, wanted, held, len(wanted))

    def occupied(self, side: int, text: str, theater: int, features: int, need: int = 0) -> Goal:
        """Return the goal that a side has a unit in `need` such points, or in all of them."""
        wanted = self.points(theater, features)
        held = [p for p in wanted if self.work.count[side, p] > 0]
        return self.goal(side, text, wanted, held, need or len(wanted))

    def clear(self, side: int, text: str, features: int) -> Goal:
        """Return the goal that no enemy of a side is in such points."""
        wanted = self.points(st.BOTH, features)
        free = [p for p in wanted if self.work.count[1 - side, p] == 0]
        return self.goal(side, text, wanted, free, len(wanted))


def _objectives(there: _Map) -> list[Goal]:
    """[4.2] Return how many objectives each side occupies, which count at the end of the game."""
    found = []
    for side, name, feature in (
        (ISRAEL, "Israeli objectives", st.ISRAELI_OBJECTIVE),
        (ARAB, "Arab objectives", st.ARAB_OBJECTIVE),
    ):
        goal = there.occupied(side, name, st.BOTH, feature)
        worth = int(there.b.objective_worth[side])
        found.append(replace(goal, case="4.2", met=False, note=f"{worth} points each"))
    return found


def _on_the_map(there: _Map) -> list[Goal]:
    """[4.1] Return the conditions for immediate victory, one group for each way."""
    cities = int(there.b.cities_needed)
    line = st.BAR_LEV | st.WEST_OF_PURPLE_LINE
    clear = there.clear(ARAB, "No Israeli in an Arab town, city or fort", st.ARAB_PLACE)
    sinai = (
        there.controlled(ARAB, "Bar-Lev forts and passes", st.SINAI, st.BAR_LEV | st.MOUNTAIN_PASS),
        there.occupied(ARAB, "An objective in the Sinai", st.SINAI, st.ARAB_OBJECTIVE, 1),
        clear,
    )
    golan = (
        there.controlled(ARAB, "Purple Line forts", st.GOLAN, st.PURPLE_LINE_FORT),
        there.occupied(ARAB, "An objective on the Golan", st.GOLAN, st.ARAB_OBJECTIVE, 1),
        clear,
    )
    israel = (
        there.occupied(ISRAEL, "Egyptian cities", st.BOTH, st.EGYPTIAN_CITY, cities),
        there.occupied(ISRAEL, "Syrian forts", st.BOTH, st.ARAB_FORT),
        there.clear(ISRAEL, "No Arab in the Bar-Lev line or west of the Purple Line", line),
    )
    return [
        replace(goal, group=group)
        for group, needed in ((SINAI, sinai), (GOLAN, golan), (EGYPT_AND_SYRIA, israel))
        for goal in needed
    ]
