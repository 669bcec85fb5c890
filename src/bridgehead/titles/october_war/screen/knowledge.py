"""What a viewer knows of a position, and what the rules make of it: lines, command, moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from bridgehead.core.positions.position import EVERYTHING
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.formats.components import Components, Situation
from bridgehead.titles.october_war.rules import places
from bridgehead.titles.october_war.rules.air.strikes import box_of, serves
from bridgehead.titles.october_war.rules.air.umbrella import covered
from bridgehead.titles.october_war.rules.ground.combat_numbers import FACTS, battle_facts
from bridgehead.titles.october_war.rules.ground.movement import (
    begin_movement,
    legal_walks,
    may_move,
    take_command,
)

MOVES = (st.MOVE_UNIT, st.FLY, st.CROSS)


def of(position: Situation, viewer: str | None) -> Known:
    """Return what a viewer knows of a position: all of it at the end of the game."""
    game = position.game
    states, works = np.zeros(2, game.state_type), np.zeros(2, game.work_type)
    states[0], works[0] = position.state, position.work[0]
    if viewer == EVERYTHING or position.result is not None:
        return Known(game, states[:1], works[:1], {}, {})
    number = st.SIDES.index(viewer) if viewer in st.SIDES else st.NOBODY
    battle_facts(
        game.board, states, works, number, np.zeros((st.MAX_UNITS, FACTS), np.int64)
    )  # masks
    s = states[1]
    unseen: tuple[dict[int, int], dict[int, int]] = {}, {}
    b = game.board[0]
    for u in range(int(b.units)):
        if s.where[u] == st.HIDDEN and not b.air[u]:
            at = int(states[0].where[u]) if position.state.phase != st.SETUP else st.UNPLACED
            if at >= 0:
                there = unseen[int(b.side[u])]
                there[at] = there.get(at, 0) + 1
    return Known(game, states[1:].copy(), works[1:].copy(), *unseen)


@dataclass(frozen=True)
class Moves:
    """Where units could end their moves: of each known unit, and of hidden counters by place."""

    ends: Mapping[int, set[int]]
    ends_of_hidden: Mapping[int, set[int]]
    first: Mapping[int, int]  # of each unit the one that actions name in its place

    def of(self, u: int) -> set[int]:
        """Return where a unit could end its move."""
        return self.ends.get(self.first.get(u, u), set())


class Known:
    """A position as a viewer knows it. Hidden counters are only numbers in places."""

    def __init__(
        self, game: Components, states: Any, works: Any,
        *hidden: Mapping[int, int],
    ) -> None:  # fmt: skip
        """`states` and `works` have one record each; `hidden` has the numbers of each side."""
        self.game, self._states, self._works, self._hidden = game, states, works, hidden
        self.b, self.s, self.w = game.board[0], states[0], works[0]
        self.w.loc_fresh = self.w.umbrella_fresh = 0
        self._moves: dict[int, Moves | None] = {}

    def name(self, p: int) -> str:
        """Return the id of a place."""
        return str(self.game.places[p])

    def named(self, found: Iterable[int]) -> tuple[str, ...]:
        """Return the ids of places, in the order of the map."""
        return tuple(self.name(p) for p in sorted(found))

    def on_map(self, side: int) -> list[int]:
        """Return the known ground units of a side in points of the map."""
        where, owner = self.s.where, self.b.side
        return [
            u for u in range(int(self.b.units))
            if owner[u] == side and 0 <= where[u] < self.b.points
        ]  # fmt: skip

    def hidden(self, side: int) -> Mapping[int, int]:
        """Return how many hidden counters of a side are in each place."""
        return self._hidden[side]

    # Supply [11.2]

    def has_line(self, u: int) -> bool:
        """Whether a unit has a line of communication where it is."""
        return bool(places.has_line(self.b, self.s, self.w, u))

    def line_at(self, u: int, p: int) -> bool:
        """Whether a unit would have a line of communication in a place."""
        if p == self.s.where[u]:
            return self.has_line(u)
        return bool(places.line_from(self.b, self.s, self.w, u, p))

    def supplied(self, side: int) -> list[int]:
        """Return the points in which an ordinary unit of a side would have a line."""
        u = self.ordinary(side)[0]
        taken = self.w.count[1 - side]
        return [
            p for p in range(int(self.b.points))
            if not taken[p] and places.line_from(self.b, self.s, self.w, u, p)
        ]  # fmt: skip

    def cuts(self, side: int, cut_off: Iterable[int]) -> list[int]:
        """Return the points that keep cut-off places from the nearest line by road.

        They are held by the enemy, or not controlled.
        """
        places.find_lines(self.b, self.s, self.w, side)
        on_line = self.w.loc[side, 0]
        found: set[int] = set()
        for start in cut_off:
            came = {start: -1}
            queue = [start]
            for p in queue:
                if on_line[p] and p != start:
                    found |= {q for q in _path(came, p) if q != start and not on_line[q]}
                    break
                for k in range(int(self.b.degree[p])):
                    q = int(self.b.neighbor[p, k])
                    if q < self.b.points and q not in came and self._passable(side, p, k):
                        came[q] = p
                        queue.append(q)
        return sorted(found)

    def _passable(self, side: int, p: int, k: int) -> bool:
        return bool(places.may_follow(self.b, self.s, side, p, k, 0))

    # Command [14] and air defense [20]

    def commanded(self, side: int, nation: int = -1) -> set[int]:
        """Return the points that known headquarters of a side command, or those of a nation."""
        b, s = self.b, self.s
        found: set[int] = set()
        for hq in self.on_map(side):
            if b.hq[hq] <= 0 or nation not in (-1, int(b.nation[hq])):
                continue
            far = b.steps[side, int(s.where[hq])]
            for p in range(int(b.points)):
                if far[p] <= b.hq[hq] and places.commands(b, s, self.w, hq, p):
                    found.add(p)
        return found

    def covered(self, side: int) -> set[int]:
        """Return the points that known SAM units of a side cover."""
        b, s, w = self.b, self.s, self.w
        return {p for p in range(int(b.points)) if covered(b, s, w, p, side, False)}

    # Moves

    def moving(self, side: int) -> Moves | None:
        """Return the moves of a side in its next movement phase; None if there is none."""
        if side not in self._moves:
            self._moves[side] = self._find_moves(side)
        return self._moves[side]

    def _find_moves(self, side: int) -> Moves | None:
        states, works = self._states.copy(), self._works.copy()
        s = states[0]
        if s.step == st.OVER or not self._begin(s, works[0], side):
            return None
        works[0].listed = 0
        out = np.zeros(self.game.max_actions, np.int32)
        count = self.game.list_legal(states, works, out)
        ends: dict[int, set[int]] = {}
        for code in out[:count].tolist():
            u, verb, place = code // st.UNIT, code // st.VERB % 64, code % st.VERB
            if u < self.b.units and verb in MOVES:
                at = int(self.b.walk_end[place]) if verb == st.MOVE_UNIT else place
                ends.setdefault(u, set()).add(at)
        first = {u: self._first(s, u) for u in self.on_map(side) if u not in ends}
        return Moves(ends, self._ends_of_hidden(s, works[0], side), first)

    def _begin(self, s: Any, w: Any, side: int) -> bool:
        """Begin a side's next movement phase, unless it is moving; return whether there is one."""
        mine, phase = s.side == side, int(s.phase)
        if mine and phase in (st.MOVEMENT_1, st.MOVEMENT_2):
            s.step, s.owner = st.MOVE, side
            return True
        s.turn += int(self._is_over(side) or (mine and phase == st.COMBAT_2))
        if s.turn > self.b.last_turn:
            return False
        second = (mine and phase == st.COMBAT_1) or (s.turn == 1 and side == st.ISRAEL)  # [6.3]
        s.side, s.phase = side, st.MOVEMENT_2 if second else st.MOVEMENT_1
        begin_movement(self.b, s, w)
        s.looking = 0
        return True

    def strikes(self, side: int, p: int) -> tuple[int, int]:
        """Return how many strikes could raid a point: as they are committed, and next time.

        The first are on ground attack in its theater, have not flown, and their side still has a
        combat phase in this turn [19.8].
        """
        b, s = self.b, self.s
        theater, over = int(b.theater[p]), self._is_over(side)
        now = later = 0
        for u in range(int(b.units)):
            if b.side[u] != side or not b.air[u]:
                continue
            at = int(s.where[u])
            sent = at == box_of(theater, st.GROUND_ATTACK) and not int(s.mark[u]) & st.SORTIE
            now += int(sent and not over)
            can = at in (st.READY, st.USED) or at <= st.MISSION_BOX
            later += int(can and serves(b, u, theater))
        again = s.phase == st.AIR_COMMITMENT or s.turn < b.last_turn
        return now, later if again else 0

    def _is_over(self, side: int) -> bool:
        """Whether a side has had its part of the turn."""
        phase, mine = int(self.s.phase), self.s.side == side
        over = phase == st.ADMINISTRATION
        return over or (side == st.ARAB and not mine and phase >= st.EVENT)

    def second_movement(self, *, own: bool) -> tuple[list[int], list[int]] | None:
        """Return who of the phasing side may move in its second movement phase, and who may not.

        Those that have moved before are in neither list. None from the end of that phase on, and
        before the first movement phase. Who is in command when the second begins is known only to
        the side itself (`own`); for others it is who would be now [17.1].
        """
        if self.s.phase not in (st.MOVEMENT_1, st.COMBAT_1, st.MOVEMENT_2):
            return None
        states, works = self._states.copy(), self._works.copy()
        b, s, w = self.b, states[0], works[0]
        if s.phase == st.MOVEMENT_2:
            if not own:
                take_command(b, s, w)
        else:
            s.phase = st.MOVEMENT_2
            begin_movement(b, s, w)
        able, lacking = [], []
        for u in range(int(b.units)):
            if b.side[u] != s.side or b.air[u] or b.traits[u] & st.STATIC:
                continue
            if not 0 <= s.where[u] < b.places:
                continue
            if may_move(b, s, u):
                able.append(u)
            elif not int(s.mark[u]) & (st.MOVED | st.MOVED_NOW | st.LOOKED):
                lacking.append(u)
        return able, lacking

    def _first(self, s: Any, u: int) -> int:
        """Return the unit that stands for one of several equal ones in its place."""
        group = int(self.b.group[u])
        first = int(self.b.group_first[group])
        return next((v for v in range(first, u) if places.alike(self.b, s, v, u)), u)

    def _ends_of_hidden(self, s: Any, w: Any, side: int) -> dict[int, set[int]]:
        """Return where an ordinary unit in the place of hidden counters could end its move."""
        found: dict[int, set[int]] = {}
        for at in self._hidden[side]:
            ends = found.setdefault(at, set())
            for u in self.ordinary(side):
                was, marks = int(s.where[u]), int(s.mark[u])
                s.where[u], s.mark[u] = at, 0
                out = np.zeros(st.MAX_WALKS, np.int32)
                count = legal_walks(self.b, s, w, out, 0, u)
                s.where[u], s.mark[u] = was, marks
                ends.update(int(self.b.walk_end[code % st.VERB]) for code in out[:count].tolist())
        return found

    def ordinary(self, side: int) -> tuple[int, ...]:
        """Return a mechanized unit and one on foot that have no abilities of their own."""
        return self._ordinary[side]

    @cached_property
    def _ordinary(self) -> tuple[tuple[int, ...], ...]:
        b = self.b
        found = []
        for side in range(2):
            plain = [
                u for u in range(int(b.units))
                if b.side[u] == side and not b.air[u] and not b.traits[u] and b.home[u] < 0
                and b.type[u] in (st.ARMOR, st.MECHANIZED, st.INFANTRY)
            ]  # fmt: skip
            kinds = {bool(b.mech[u]): u for u in reversed(plain)}
            found.append(tuple(kinds[kind] for kind in (True, False) if kind in kinds))
        return tuple(found)


def _path(came: Mapping[int, int], end: int) -> list[int]:
    way = []
    while end >= 0:
        way.append(end)
        end = came[end]
    return way
