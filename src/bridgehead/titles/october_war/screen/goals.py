"""How near each side is to winning [4.1 to 4.4, 7.2, 7.3], for the tracker of the screens.

Who occupies and who controls a point is known to both sides, so nothing hidden is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.core.briefing import Goal
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.screen.offers import ledger
from bridgehead.titles.october_war.state import ARAB, ISRAEL

if TYPE_CHECKING:
    from bridgehead.titles.october_war.data.components import Situation

LEVELS = ("a draw", "a minor victory", "a major victory")


def goals(position: Situation) -> tuple[Goal, ...]:
    """Return the lead in points, the casualties, and what decides at once on the map."""
    return (*_on_points(position), *_casualties(position), *_on_the_map(position))


def _on_points(position: Situation) -> list[Goal]:
    b, s = position.game.board[0], position.state
    points = {side: told["points"] for side, told in ledger(position).items()}
    lead = points["israel"] - points["arab"]
    ahead = "israel" if lead > 0 else "arab" if lead < 0 else None
    level = sum(abs(lead) >= int(least) for least in b.level)
    need = int(b.level[min(level, 1)])
    return [
        Goal(
            ahead, "Lead in victory points", "4.3", abs(lead), need, level > 0,
            note=f"Israel {points['israel']}, Arab states {points['arab']}: {LEVELS[level]}",
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
    """Points of the maps, and who is there."""

    def __init__(self, position: Situation) -> None:
        self.b, self.s = position.game.board[0], position.state
        self.work = position.arrays[2][0]
        self.names = position.game.places

    def points(self, theater: int, features: int) -> list[int]:
        """Return the points of a theater that have one of these features."""
        return [
            p for p in range(int(self.b.points))
            if self.b.features[p] & features
            and (theater == st.BOTH or self.b.theater[p] == theater)
        ]  # fmt: skip

    def goal(self, side: int, text: str, wanted: list[int], held: list[int], need: int) -> Goal:
        """Return a goal that counts points: all that are wanted, and those that are not held."""
        missing = [p for p in wanted if p not in held]
        return Goal(
            st.SIDES[side], text, "4.1", len(held), need, len(held) >= need,
            tuple(str(self.names[p]) for p in wanted), tuple(str(self.names[p]) for p in missing),
        )  # fmt: skip

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


def _on_the_map(position: Situation) -> list[Goal]:
    there = _Map(position)
    cities = int(there.b.cities_needed)
    line = st.BAR_LEV | st.WEST_OF_PURPLE_LINE
    return [
        there.controlled(
            ARAB, "Sinai: Bar-Lev forts and passes", st.SINAI, st.BAR_LEV | st.MOUNTAIN_PASS
        ),
        there.occupied(ARAB, "Sinai: an objective", st.SINAI, st.ARAB_OBJECTIVE, 1),
        there.controlled(ARAB, "Golan: Purple Line forts", st.GOLAN, st.PURPLE_LINE_FORT),
        there.occupied(ARAB, "Golan: an objective", st.GOLAN, st.ARAB_OBJECTIVE, 1),
        there.clear(ARAB, "No Israeli in an Arab town, city or fort", st.ARAB_PLACE),
        there.occupied(ISRAEL, "Egyptian cities", st.BOTH, st.EGYPTIAN_CITY, cities),
        there.occupied(ISRAEL, "Syrian forts", st.BOTH, st.ARAB_FORT),
        there.clear(ISRAEL, "No Arab in the Bar-Lev line or west of the Purple Line", line),
    ]
